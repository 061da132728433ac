"""Arbitrary bytes as a settings file and as the plain game's input; arbitrary settings saved and read again."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from p4tui.i18n import LANGUAGES
from p4tui.plain.commands import WORDS
from p4tui.play.seats import SEAT_TEXTS
from p4tui.settings import Settings, SettingsNotSavedError, load, save
from p4tui.settings.loading import check
from p4tui.settings.rules import RULES
from p4tui.settings.themes import THEMES
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
_SEATS = st.sampled_from(SEAT_TEXTS)


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


def _changes(settings: Settings) -> dict[str, object]:
    """Every setting that can be saved."""
    return {key[-1]: getattr(settings, key[-1]) for key in RULES}


@given(st.one_of(st.binary(max_size=200), _LINES.map(str.encode)), all_settings())
def test_any_bytes_are_settings_or_problems_and_what_is_no_toml_stays(
    data: bytes, chosen: Settings
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_bytes(data)
        before, problems = load(path)
        assert all(harmless(problem.sentence()) for problem in problems)
        if (refused := _saved(chosen, path)) is not None:
            assert refused.problem in problems
            assert harmless(refused.sentence())
            assert path.read_bytes() == data
        else:
            after, left = load(path)
            assert after == replace(chosen, keys=before.keys)
            assert len(left) <= len(problems)


def _saved(settings: Settings, path: Path) -> SettingsNotSavedError | None:
    """Save all settings; why it could not be done, None if it was."""
    try:
        save(_changes(settings), path)
    except SettingsNotSavedError as error:
        return error
    return None


@given(st.lists(st.tuples(st.sampled_from(list(RULES)), all_settings()), max_size=5), _LINES)
def test_only_what_changed_is_saved_and_is_read_again(
    changes: list[tuple[tuple[str, ...], Settings]], before: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_text(before, encoding="utf-8", newline="")
        if load(path)[1]:
            path.unlink()
        expected = load(path)[0]
        for (*_table, name), settings in changes:
            save({name: getattr(settings, name)}, path)
            expected = replace(expected, **{name: getattr(settings, name)})
            if expected.connect > max(expected.columns, expected.rows):
                expected = replace(expected, connect=4)
            assert load(path) == (expected, [])


_JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from([*(key[-1] for key in RULES), "keys", "menu", "themes", "programs"]),
        _JSON_LIKE,
        max_size=4,
    )
)
def test_any_values_are_checked_and_what_is_accepted_is_accepted_again(
    values: dict[str, object],
) -> None:
    for tried in (
        values,
        {"menu": values},
        {"keys": values},
        {"themes": values},
        {"programs": values},
    ):
        settings, _faults = check(tried)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "settings.toml"
            save(_changes(settings), path)
            assert load(path)[1] == []


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
