"""Arbitrary bytes as a settings file and as the plain game's input; arbitrary settings saved and read again."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from p4tui.i18n import LANGUAGES
from p4tui.plain.commands import WORDS
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings, SettingsNotSavedError, check, load, save
from p4tui.settings_rules import RULES, THEMES
from tests.plain.driving import harmless, play

_KEYS = [".".join(key) for key in RULES] + [
    "keys",
    "menu",
    "[keys]",
    "[menu]",
    "[[menu]]",
    "keys.game.undo",
    "other",
]
_VALUES = [
    '"fr"',
    '"cell"',
    "1",
    "-1",
    "0.5",
    "nan",
    "true",
    "[]",
    "{}",
    "{rows = 1}",
    '"""',
    "'x",
    "1979-05-27",
    "",
    "#",
]
_LINES = st.lists(
    st.one_of(
        st.builds("{} = {}".format, st.sampled_from(_KEYS), st.sampled_from(_VALUES)),
        st.sampled_from(_KEYS),
        st.text(max_size=20),
    ),
    max_size=8,
).map("\n".join)

_NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_SEATS = st.sampled_from([None, *(level.id for level in LEVELS)])


@st.composite
def all_settings(draw: st.DrawFn) -> Settings:
    """Settings of every kind that may be saved."""
    columns, rows = draw(st.integers(4, 32)), draw(st.integers(4, 32))
    return Settings(
        language=draw(st.sampled_from([None, *LANGUAGES])),
        theme=draw(st.sampled_from([None, *THEMES])),
        cursor=draw(st.sampled_from(["column", "cell"])),
        animation=draw(st.sampled_from([None, False, True])),
        confirm=draw(st.booleans()),
        speed=draw(st.floats(0, 10)),
        keys=draw(st.dictionaries(_NAMES, _NAMES, max_size=3)),
        red_name=draw(_NAMES),
        red_level=draw(_SEATS),
        yellow_name=draw(_NAMES),
        yellow_level=draw(_SEATS),
        columns=columns,
        rows=rows,
        connect=draw(st.integers(3, max(columns, rows))),
        first=draw(st.sampled_from(["red", "yellow", "random"])),
        clock=draw(st.sampled_from([None, "5+3", "0,5", " 10+180\n"])),
    )


@given(st.one_of(st.binary(max_size=200), _LINES.map(str.encode)))
def test_any_bytes_are_settings_or_a_problem_and_a_bad_file_stays(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_bytes(data)
        settings, problem = load(path)
        try:
            save(settings, path)
        except SettingsNotSavedError as error:
            refused: SettingsNotSavedError | None = error
        else:
            refused = None
        if problem is None:
            assert refused is None
            assert load(path) == (settings, None)
        else:
            assert refused is not None
            assert refused.problem == problem
            assert harmless(refused.sentence())
            assert path.read_bytes() == data


@given(st.lists(all_settings(), min_size=1, max_size=3), _LINES)
def test_whatever_is_saved_is_read_again(saved: list[Settings], before: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_text(before, encoding="utf-8", newline="")
        if load(path)[1] is not None:
            path.unlink()
        for settings in saved:
            save(settings, path)
            assert load(path) == (settings, None)


_JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from([*(key[-1] for key in RULES), "keys", "menu"]), _JSON_LIKE, max_size=4
    )
)
def test_any_values_are_checked_and_what_is_accepted_is_accepted_again(
    values: dict[str, object],
) -> None:
    for tried in (values, {"menu": values}, {"keys": values}):
        settings, _faults = check(tried)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "settings.toml"
            save(settings, path)
            assert load(path)[1] is None


_COMMANDS = st.sampled_from([*"12345A", *WORDS, "human", "random", "red"])


@given(
    st.binary(max_size=100)
    | st.lists(st.lists(_COMMANDS, min_size=1, max_size=3).map(" ".join))
    .map("\n".join)
    .map(str.encode)
)
def test_any_input_of_the_plain_game_is_survived(typed: bytes) -> None:
    answer = play("--size", "5x4", "--style", "debug", "Alice", "Bob", typed=typed)
    assert answer.status in {0, 1, 2}
    assert harmless(answer.out)
    assert answer.err.count("\n") == (1 if answer.status else 0)
