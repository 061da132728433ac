"""The settings file: read, checked, reported, saved."""

from __future__ import annotations

import os
import stat
import sys
import threading
import tomllib
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest
from textual.theme import BUILTIN_THEMES, Theme

from p4tui import i18n
from p4tui.play.seats import Program
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings, SettingsNotSavedError, SettingsProblem, load, save
from p4tui.settings.loading import MAX_BYTES, check
from p4tui.settings.rules import MAX_NAME_LENGTH, RULES, key_on_line, line_of
from p4tui.settings.themes import THEME_COLOURS, THEMES, VARIABLES
from p4tui.tui.look import themes
from p4tui.tui.look.palette import TOKENS

EVERYTHING = Settings(
    language="fr",
    theme="ansi",
    art="rich",
    cursor="cell",
    animation=False,
    confirm=False,
    speed=0.25,
    table_mib=64,
    threads=3,
    bell=True,
    preset="vim",
    keys={"game.undo": "u,ctrl+z", "app.help": "f1"},
    red_name='Al"ice\\ \u202e\x00\n',
    red_level="careful",
    yellow_name="Zoé",
    yellow_level="human",
    columns=12,
    rows=9,
    connect=5,
    first="random",
    clock="0,5+2",
)

WRONG: dict[str, tuple[str, int, str]] = {
    "a language that is none": ('language = "de"', 1, "language"),
    "a theme that is none": ('\n\ntheme = "pink"', 3, "theme"),
    "a number for a theme": ("theme = 1", 1, "theme"),
    "a list for a theme": ("theme = [1]", 1, "theme"),
    "an art that is none": ('art = "round"', 1, "art"),
    "a cursor that is none": ('confirm = true\ncursor = "row" # why', 2, "cursor"),
    "an animation of words": ('animation = "on"', 1, "animation"),
    "a number for an answer": ("confirm = 1", 1, "confirm"),
    "a speed below 0": ("speed = -0.1", 1, "speed"),
    "a speed that is too slow": ("speed = 10.1", 1, "speed"),
    "a speed that is no number": ("speed = nan", 1, "speed"),
    "an endless speed": ("speed = inf", 1, "speed"),
    "an answer for a speed": ("speed = true", 1, "speed"),
    "a table of nothing": ("table_mib = 0", 1, "table_mib"),
    "a table that is too large": ("table_mib = 4097", 1, "table_mib"),
    "no thread": ("threads = 0", 1, "threads"),
    "half a thread": ("threads = 1.5", 1, "threads"),
    "an unknown key": ('# mine\ncolour = "red"', 2, "colour"),
    "an unknown table": ("\n[players]\nred = 1", 2, "players"),
    "an unknown dotted key": ("players.red = 1", 1, "players"),
    "an unknown key of the menu": ('[menu]\nred_name = "A"\nblue_name = "B"', 3, "menu.blue_name"),
    "an action that stands there twice": (
        '[keys]\n"game.undo" = "u"\ngame.undo = "z"',
        2,
        "keys.game.undo",
    ),
    "a list of keys with a number": ('[keys]\n"game.undo" = ["u", 3]', 2, "keys.game.undo"),
    "a name that is too long": (f'[menu]\nred_name = "{"A" * 201}"', 2, "menu.red_name"),
    "a key that holds no text": ("[keys]\nundo = 3", 2, "keys.undo"),
    "a dotted key that holds no text": ("[keys]\ngame.undo = 3", 2, "keys.game.undo"),
    "a table that is none": ("menu = 3", 1, "menu"),
    "a preset that is none": ('keys = "emacs"', 1, "keys"),
    "a preset that is a number": ("keys = 3", 1, "keys"),
    "a preset among keys that is none": ('[keys]\npreset = "emacs"', 2, "keys.preset"),
    "a key that the preset's neighbour has": (
        '[keys]\npreset = "vim"\n"game.undo" = "r"',
        3,
        "keys.game.undo",
    ),
    "a table of tables": ("\n[[menu]]\nrows = 7", 2, "menu"),
    "too few columns": ("[menu]\ncolumns = 3", 2, "menu.columns"),
    "too many rows": ("[menu]\nrows = 33", 2, "menu.rows"),
    "half a row": ("[menu]\nrows = 6.5", 2, "menu.rows"),
    "a line longer than the board": (
        "[menu]\ncolumns = 5\nrows = 4\nconnect = 6",
        4,
        "menu.connect",
    ),
    "a line longer than any board": ("[menu]\nconnect = 33", 2, "menu.connect"),
    "a level that is none": ('[menu]\nred_level = "grandmaster"', 2, "menu.red_level"),
    "a starter that is none": ('[menu]\nfirst = "green"', 2, "menu.first"),
    "a clock of words": ('[menu]\nclock = "blitz"', 2, "menu.clock"),
    "a clock that is a number": ("[menu]\nclock = 5", 2, "menu.clock"),
    "a clock without time": ('[menu]\nrows = 6\nclock = "0+3"', 3, "menu.clock"),
    "a wrong value in an inline table": ("\nmenu = { rows = 1 }", 2, "menu.rows"),
    "a wrong value behind dots": ("confirm = true\nmenu . rows = 1", 2, "menu.rows"),
    "a wrong value of a quoted key": ('"cursor" = "row"', 1, "cursor"),
    "a wrong value after a text of several lines": (
        '[menu]\nred_name = """\ncursor = 1\nrows = 2"""\nrows = 2',
        5,
        "menu.rows",
    ),
    "a theme that is no table": ("[themes]\nmine = 3", 2, "themes.mine"),
    "themes that are no table": ("themes = 3", 1, "themes"),
    "programs that are no table": ("programs = 3", 1, "programs"),
    "a program without a protocol": ('[programs]\nmine = "./bot"', 2, "programs.mine"),
    "a program named as a level": ('[programs]\nclub = "ugi:bot"', 2, "programs.club"),
    "a seat with an unknown protocol": ('[menu]\nred_level = "uci:bot"', 2, "menu.red_level"),
    "a theme without its primary colour": (
        'speed = 1\n\n[themes.mine]\naccent = "#fff"',
        3,
        "themes.mine",
    ),
    "a theme named as one of ours": ('[themes.night]\nprimary = "#123456"', 1, "themes.night"),
    "a theme named as one of Textual's": ('[themes.nord]\nprimary = "#123456"', 1, "themes.nord"),
    "a theme named as one of an earlier version": (
        '[themes.p4tui]\nprimary = "#123456"',
        1,
        "themes.p4tui",
    ),
    "a theme of a name that is none": (
        '[themes."my own"]\nprimary = "#123456"',
        1,
        "themes.my own",
    ),
    "a colour that is none": ('[themes.mine]\nprimary = "mauve"', 2, "themes.mine.primary"),
    "a colour of other digits": (
        '[themes.mine]\nprimary = "#123456"\naccent = "#12345"',
        3,
        "themes.mine.accent",
    ),
    "a theme that is dark in words": (
        '[themes.mine]\nprimary = "#123456"\ndark = "yes"',
        3,
        "themes.mine.dark",
    ),
    "an unknown colour of a theme": (
        'themes.mine.primary = "#123456"\nthemes.mine.pink = "#123456"',
        2,
        "themes.mine.pink",
    ),
    "an unknown variable": (
        '[themes.mine]\nprimary = "#123456"\n[themes.mine.variables]\np4-red = "#f00"\npink = "#f0f"',
        5,
        "themes.mine.variables.pink",
    ),
    "a variable of words": (
        '[themes.mine]\nprimary = "#123456"\nvariables = { p4-red = "red" }',
        3,
        "themes.mine.variables.p4-red",
    ),
    "variables that are no table": (
        '[themes.mine]\nprimary = "#123456"\nvariables = 1',
        3,
        "themes.mine.variables",
    ),
    "the first of two wrong values": ('confirm = 1\ncursor = "row"', 1, "confirm"),
}

BROKEN: dict[str, tuple[bytes, str, int | None, str]] = {
    "no value": (b'language = "fr"\ncursor =\n', "this is not TOML", 2, "cursor"),
    "no key": (b"=", "this is not TOML", 1, ""),
    "a key twice": (b"confirm = true\n\nconfirm = false\n", "this is not TOML", 3, "confirm"),
    "an end too early": (b'cursor = "cell', "this is not TOML", 1, "cursor"),
    "an open list": (b"confirm = true\ncursor = [1,", "this is not TOML", 2, "cursor"),
    "a number of very many digits": (b"speed = " + b"9" * 5000, "this is not TOML", 1, "speed"),
    "very deep lists": (b"speed = " + b"[" * 50_000, "this is not TOML", 1, ""),
    "no text": (b"confirm = true\ncursor = '\xff'", "this is not UTF-8 text", 2, ""),
    "UTF-16": ("confirm = true".encode("utf-16"), "this is not UTF-8 text", 1, ""),
    "NUL": (b"\x00\x00", "this is not TOML", 1, ""),
    "too much": (b"#" * (MAX_BYTES + 1), "it is too large", None, ""),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def problem_in(path: Path) -> SettingsProblem:
    """The first thing that is wrong with a file."""
    return load(path)[1][0]


def problem_of(path: Path, text: str | bytes) -> SettingsProblem:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return problem_in(path)


# Themes

MINE = """theme = "mine"

[themes.mine]
primary = "#85a598"
background = "#282828"
dark = true

[themes.mine.variables]
p4-red = "#f55"

[themes.sand]
primary = "#960"
dark = false
"""


def test_the_themes_of_a_user_are_read_and_chosen_by_name(path: Path) -> None:
    path.write_text(MINE, encoding="utf-8")
    settings, problems = load(path)
    assert problems == []
    assert settings.theme == "mine"
    assert settings.theme_names == ("mine", "sand", *THEMES)
    variables = {"p4-red": "#f55"}
    mine = {"primary": "#85a598", "background": "#282828", "dark": True, "variables": variables}
    assert settings.themes == {"mine": mine, "sand": {"primary": "#960", "dark": False}}


def test_a_theme_keeps_its_right_colours_and_is_left_out_without_its_primary(path: Path) -> None:
    path.write_text(MINE.replace('"#282828"', "7").replace("#960", "brown"), encoding="utf-8")
    settings, problems = load(path)
    assert [problem.key for problem in problems] == [
        "themes.mine.background",
        "themes.sand.primary",
    ]
    assert settings.theme_names == ("mine", *THEMES)
    assert "background" not in settings.themes["mine"]


def test_a_theme_that_is_gone_gives_way_to_the_default(path: Path) -> None:
    path.write_text('theme = "mine"\n[themes.sand]\nprimary = "#960"\n', encoding="utf-8")
    settings, (problem,) = load(path)
    assert settings.theme is None
    assert (problem.line, problem.key) == (1, "theme")
    assert problem.reason.startswith("there is no such theme")


def test_a_choice_of_a_users_theme_is_saved(path: Path) -> None:
    path.write_text(MINE, encoding="utf-8")
    save({"theme": "sand"}, path)
    assert path.read_text(encoding="utf-8") == MINE.replace('"mine"', '"sand"', 1)


def test_the_default_theme_is_read_by_its_name_of_an_earlier_version(path: Path) -> None:
    path.write_text('theme = "p4tui"\n', encoding="utf-8")
    assert load(path) == (Settings(theme="night"), [])


def test_the_variables_of_a_theme_are_the_colours_of_the_palette() -> None:
    assert tuple(map(themes.variable_of, TOKENS)) == VARIABLES
    fields_of_textual = {field.name for field in fields(Theme)}
    assert set(THEME_COLOURS) < fields_of_textual


# Reading


def test_no_file_and_no_place_for_one_mean_the_defaults(path: Path) -> None:
    assert load(path) == (Settings(), [])
    assert load(None) == (Settings(), [])
    assert load(path.parent / "nowhere" / "at" / "all") == (Settings(), [])


def test_an_empty_file_means_the_defaults(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf# nothing yet\r\n")
    assert load(path) == (Settings(), [])


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ('language = "en"', {"language": "en"}),
        ('theme = "contrast"', {"theme": "contrast"}),
        ('cursor = "cell"', {"cursor": "cell"}),
        ("animation = true", {"animation": True}),
        ("confirm = false", {"confirm": False}),
        ("speed = 2", {"speed": 2}),
        ("speed = 0", {"speed": 0}),
        ('[keys]\n"game.undo" = "u"', {"keys": {"game.undo": "u"}}),
        ('[keys]\ngame.undo = "u"', {"keys": {"game.undo": "u"}}),
        ('[keys.game]\nundo = "u"', {"keys": {"game.undo": "u"}}),
        (
            'keys.game.undo = "u"\nkeys.app.help = "f1"',
            {"keys": {"game.undo": "u", "app.help": "f1"}},
        ),
        ("[keys]\n[keys.game]\n# undo = 'u'\n", {}),
        ('[keys]\n"game.undo" = ""', {"keys": {"game.undo": ""}}),
        ('[keys]\n"game.undo" = []', {"keys": {"game.undo": ""}}),
        ('keys = "vim"', {"preset": "vim"}),
        ('keys = "usual"', {}),
        ('[keys]\npreset = "vim"', {"preset": "vim"}),
        (
            'keys.preset = "vim"\nkeys.game.undo = "z"',
            {"preset": "vim", "keys": {"game.undo": "z"}},
        ),
        (
            '[keys]\n"game.hint" = "h"\npreset = "vim"',
            {"preset": "vim", "keys": {"game.hint": "h"}},
        ),
        ('[keys]\n"game.undo" = ["u", "ctrl+u"]', {"keys": {"game.undo": "u,ctrl+u"}}),
        (
            '[menu]\nred_level = "human"\nyellow_level = "winner"',
            {"red_level": "human", "yellow_level": "winner"},
        ),
        ("[menu]\ncolumns = 32\nrows = 4\nconnect = 32", {"columns": 32, "rows": 4, "connect": 32}),
        ('menu = { first = "yellow" }', {"first": "yellow"}),
        ("\ufeffconfirm = false\r\n", {"confirm": False}),
    ],
)
def test_values_are_read(text: str, changes: dict[str, Any], path: Path) -> None:
    path.write_bytes(text.encode())
    assert load(path) == (replace(Settings(), **changes), [])


def test_every_level_and_theme_may_be_chosen() -> None:
    for level in LEVELS:
        assert check({"menu": {"red_level": level.id}}) == (Settings(red_level=level.id), [])
    assert set(THEMES) == {*themes.NAMES, *BUILTIN_THEMES}
    assert THEMES[0] == themes.DEFAULT


def test_programs_have_names_and_may_be_chosen(path: Path) -> None:
    path.write_text(
        '[programs]\nmine = "ugi:./bot"\n[menu]\nred_level = "ugi:./bot"', encoding="utf-8"
    )
    settings, problems = load(path)
    assert (settings.programs, problems) == ({"mine": "ugi:./bot"}, [])
    assert settings.setup().red == Program("ugi:./bot", "mine")


def test_every_setting_has_its_rule() -> None:
    assert {key[-1] for key in RULES} | {"keys", "themes", "programs"} == {
        field.name for field in fields(Settings)
    }


# What is wrong


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_key_is_reported_with_its_line(case: str, path: Path) -> None:
    text, line, key = WRONG[case]
    problem = problem_of(path, text)
    assert (problem.line, problem.key) == (line, key)
    assert problem.path == path
    sentence = problem.sentence()
    assert all(part in sentence for part in (str(path), f"line {line}", key))
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_is_no_toml_is_reported_with_its_line(case: str, path: Path) -> None:
    data, reason, line, key = BROKEN[case]
    problem = problem_of(path, data)
    assert (problem.reason, problem.line, problem.key) == (reason, line, key)
    assert str(path) in problem.sentence()


def test_the_good_keys_of_a_file_with_bad_ones_still_count(path: Path) -> None:
    path.write_text(
        'language = "fr"\ncursor = "row"\n[menu]\ncolumns = 9\nrows = 99\nconnect = 5\n',
        encoding="utf-8",
    )
    settings, problems = load(path)
    assert settings == Settings(language="fr", columns=9, connect=5)
    assert [problem.key for problem in problems] == ["cursor", "menu.rows"]


def test_a_line_that_is_too_long_leaves_the_size_as_it_is() -> None:
    settings, faults = check({"menu": {"columns": 5, "rows": 4, "connect": 7}})
    assert (settings.columns, settings.rows, settings.connect) == (5, 4, 4)
    assert [fault.key for fault in faults] == [("menu", "connect")]


def test_everything_that_is_wrong_is_reported_in_the_order_of_the_lines(path: Path) -> None:
    path.write_text(
        "speed = 11\n[menu]\nrows = 3\ncolour = 1\n[keys]\nundo = 1\n", encoding="utf-8"
    )
    found = [(problem.line, problem.key) for problem in load(path)[1]]
    assert found == [(1, "speed"), (3, "menu.rows"), (4, "menu.colour"), (6, "keys.undo")]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_nothing_is_reported(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")
    assert problem_in(path).reason == "the link leads to a missing file"
    path.unlink()
    path.symlink_to(path)
    assert problem_in(path).reason == "it cannot be read"


def test_a_longest_name_is_what_can_be_typed(path: Path) -> None:
    from p4tui.tui.widgets.text_line import LINE_LIMIT

    assert LINE_LIMIT == MAX_NAME_LENGTH
    save({"red_name": "A" * LINE_LIMIT}, path)
    assert load(path)[1] == []


def test_the_allowed_values_are_named(path: Path) -> None:
    assert "from 4 to 32" in problem_of(path, "[menu]\nrows = 3").sentence()
    assert "from 0 to 10" in problem_of(path, "speed = 11").sentence()
    assert "column, cell" in problem_of(path, "cursor = 1").sentence()
    assert "human, auto, random" in problem_of(path, "[menu]\nred_level = 1").sentence()
    assert "true or false" in problem_of(path, "confirm = 1").sentence()
    assert "from 3 to 7" in problem_of(path, "[menu]\nconnect = 8").sentence()


def test_problems_are_told_in_french(path: Path) -> None:
    i18n.activate("fr")
    for text in ("[menu]\nrows = 3", "colour = 1", "=", "confirm = 1", "speed = 11", "theme = 1"):
        sentence = problem_of(path, text).sentence()
        assert not {"the", "is", "must", "line", "file", "a"} & set(sentence.split())


def test_a_folder_is_no_settings_file(path: Path) -> None:
    path.mkdir()
    problem = problem_in(path)
    assert problem.reason == "this is not a regular file"
    with pytest.raises(SettingsNotSavedError) as caught:
        save({"rows": 8}, path)
    assert caught.value.problem == problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    problem = problem_in(path)
    assert problem.reason == "this is not a regular file"


def test_a_file_that_may_not_be_read_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("confirm = false", encoding="utf-8")

    def refuse(_path: Path, *_args: object, **_options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    settings, [problem] = load(path)
    assert settings == Settings()
    assert problem.reason == "it cannot be read"


def test_a_place_behind_a_file_is_reported(path: Path) -> None:
    path.write_text("", encoding="utf-8")
    inside = path / "settings.toml"
    problem = problem_in(inside)
    assert problem.reason == "it cannot be read"
    with pytest.raises(SettingsNotSavedError):
        save({"rows": 8}, inside)


def test_control_characters_of_a_key_are_not_shown(path: Path) -> None:
    sentence = problem_of(path, '"\\u001b[31m" = 1').sentence()
    assert sentence.isprintable()
    assert sentence.endswith(", �[31m: unknown setting."), (
        "its line is not found, so the key alone is said"
    )


def test_the_language_alone_is_read_without_the_rest(path: Path) -> None:
    path.write_text(
        'language = "fr"\ncursor = "row"\n[menu]\nred_level = "winner"\n', encoding="utf-8"
    )
    assert load(path, language_only=True) == (Settings(language="fr"), [])


# Saving


def changes(settings: Settings) -> dict[str, Any]:
    """Every setting that can be saved."""
    return {
        name: value
        for name, value in asdict(settings).items()
        if name not in {"keys", "themes", "programs"}
    }


SAVED = replace(EVERYTHING, keys={})


def test_everything_is_saved_and_read_again(path: Path) -> None:
    save(changes(EVERYTHING), path)
    assert load(path) == (SAVED, [])
    save(changes(Settings()), path)
    assert load(path) == (Settings(), [])


def test_folders_are_made(path: Path) -> None:
    inside = path.parent / "one" / "two" / "settings.toml"
    save(changes(EVERYTHING), inside)
    assert load(inside) == (SAVED, [])


def test_defaults_are_not_written_into_a_new_file(path: Path) -> None:
    save({"cursor": "cell", "rows": 6, "theme": None}, path)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {"cursor": "cell"}


def test_two_running_programs_keep_each_others_settings(path: Path) -> None:
    save({"columns": 9, "red_name": "Ann"}, path)
    save({"cursor": "cell"}, path)
    save({"rows": 8, "red_name": "Zoé"}, path)
    assert load(path) == (Settings(columns=9, rows=8, cursor="cell", red_name="Zoé"), [])


def test_two_programs_that_save_at_the_same_moment_lose_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    first_writes, second_waits = threading.Event(), threading.Event()
    lock, sync = fcntl.flock, os.fsync

    def flock(descriptor: int, how: int) -> None:
        if first_writes.is_set():
            second_waits.set()
        lock(descriptor, how)

    def fsync(descriptor: int) -> None:
        first_writes.set()
        assert second_waits.wait(60)
        sync(descriptor)

    monkeypatch.setattr(fcntl, "flock", flock)
    monkeypatch.setattr(os, "fsync", fsync)
    first = threading.Thread(target=save, args=({"columns": 9}, path))
    first.start()
    assert first_writes.wait(60)
    save({"rows": 8}, path)
    first.join()
    assert load(path) == (Settings(columns=9, rows=8), [])


def test_a_hand_edit_made_while_the_program_runs_stays(path: Path) -> None:
    save({"columns": 9}, path)
    edited = "# by hand\nspeed = 2 # slow\ncolour = 'red'\ncursor = 'row'\n[menu]\ncolumns = 5\n"
    path.write_text(edited, encoding="utf-8")
    save({"rows": 8}, path)
    assert path.read_text(encoding="utf-8") == edited + "rows = 8\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'keys = "vim"\n'),
        (
            "confirm = true\n[menu]\nrows = 7\n",
            'confirm = true\nkeys = "vim"\n\n[menu]\nrows = 7\n',
        ),
        ('keys = "usual" # mine\n', 'keys = "vim" # mine\n'),
        ('keys = "emacs"\n', 'keys = "vim"\n'),
        ('[keys]\n"game.undo" = "z"\n', '[keys]\n"game.undo" = "z"\npreset = "vim"\n'),
        ('[keys]\npreset = "usual"\n', '[keys]\npreset = "vim"\n'),
    ],
)
def test_a_preset_of_keys_is_saved_alone_or_among_the_keys(
    before: str, after: str, path: Path
) -> None:
    path.write_text(before, encoding="utf-8")
    save({"preset": "vim"}, path)
    assert path.read_text(encoding="utf-8") == after
    assert load(path)[0].preset == "vim"
    save({"preset": "usual"}, path)
    assert load(path)[0].preset == "usual"


def test_a_wrong_preset_is_one_clear_sentence(path: Path) -> None:
    problem = problem_of(path, 'keys = "emacs"')
    assert problem.reason == "the value must be one of usual, vim, or a table"


def test_a_wrong_value_is_mended_by_another_choice(path: Path) -> None:
    path.write_text("cursor = 'row' # mine\nconfirm = 1\n", encoding="utf-8")
    save({"cursor": "cell", "confirm": True}, path)
    assert path.read_text(encoding="utf-8") == 'cursor = "cell" # mine\nconfirm = true\n'


def test_a_line_and_a_board_that_two_programs_changed_still_fit(path: Path) -> None:
    save({"columns": 5, "rows": 5}, path)
    save({"connect": 6}, path)
    assert load(path) == (Settings(columns=5, rows=5, connect=4), [])


def test_comments_order_and_layout_are_kept(path: Path) -> None:
    before = (
        '# My settings\n\n  cursor   =  "cell"   # I like cells\nspeed = 1_0.0 # slow\r\nconfirm = true\n\n'
        '[menu] # last time\nrows = 8 # tall\n\n# keys at the end\n[keys]\ngame.undo = "u" # undo\n'
    )
    path.write_bytes(before.encode())
    save({}, path)
    save({"theme": None, "yellow_level": "auto"}, path)
    assert path.read_bytes().decode() == before
    save({"cursor": "column", "rows": 9}, path)
    after = before.replace('"cell" ', '"column" ').replace("8 #", "9 #")
    assert path.read_bytes().decode() == after


def test_what_is_not_chosen_any_more_is_taken_out(path: Path) -> None:
    save(changes(EVERYTHING), path)
    save({"language": None, "animation": None, "theme": None, "clock": None}, path)
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    assert not {"language", "animation", "theme"} & set(values)
    assert "clock" not in values["menu"]
    assert values["menu"]["yellow_level"] == "human"


def test_a_plain_key_is_added_before_the_tables(path: Path) -> None:
    path.write_text("[menu]\nrows = 7\n", encoding="utf-8")
    save({"cursor": "cell"}, path)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {
        "cursor": "cell",
        "menu": {"rows": 7},
    }


@pytest.mark.parametrize(
    "text",
    [
        "menu.rows = 7\n",
        "menu = {rows = 7}\n",
        "menu = {}\n",
        "[menu]\n",
        "[keys.game]\nundo = 'u'\n[menu]\nrows=5",
        "",
    ],
)
def test_values_are_added_to_tables_of_every_form(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    keys = load(path)[0].keys
    save(changes(EVERYTHING), path)
    assert load(path) == (replace(EVERYTHING, keys=keys), [])


def test_a_problem_with_a_very_long_key_is_still_a_sentence(path: Path) -> None:
    path.write_text("a" * 60_000 + " = 1\n", encoding="utf-8")
    assert len(problem_in(path).sentence()) < len(str(path)) + 200


@pytest.mark.parametrize("case", [*BROKEN, "a table that is none", "a table of tables"])
def test_a_file_that_is_no_toml_is_never_overwritten(case: str, path: Path) -> None:
    data = WRONG[case][0].encode() if case in WRONG else BROKEN[case][0]
    path.write_bytes(data)
    with pytest.raises(SettingsNotSavedError) as caught:
        save(changes(EVERYTHING), path)
    assert caught.value.problem == problem_in(path)
    assert str(path) in caught.value.sentence()
    assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


def test_a_mended_file_is_saved_again(path: Path) -> None:
    path.write_text("cursor = ", encoding="utf-8")
    with pytest.raises(SettingsNotSavedError):
        save({"rows": 8}, path)
    path.write_text('cursor = "cell"', encoding="utf-8")
    save({"rows": 8}, path)
    assert load(path) == (Settings(cursor="cell", rows=8), [])


def test_without_a_place_nothing_is_saved() -> None:
    with pytest.raises(SettingsNotSavedError) as caught:
        save({"rows": 8}, None)
    assert caught.value.problem is None
    assert caught.value.sentence() == "The settings cannot be saved: their file cannot be written."


@pytest.mark.parametrize(
    "wrong", [{"columns": 3}, {"cursor": "row"}, {"connect": 33}, {"red_level": "x"}, {"speed": -1}]
)
def test_wrong_settings_are_refused_before_they_are_written(
    wrong: dict[str, Any], path: Path
) -> None:
    with pytest.raises(ValueError):
        save(wrong, path)
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_followed(path: Path) -> None:
    target = path.parent / "dotfiles" / "p4tui.toml"
    path.symlink_to(target)
    save(changes(EVERYTHING), path)
    assert path.is_symlink()
    assert load(target) == (SAVED, [])


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_the_rights_of_the_file_are_kept(path: Path) -> None:
    path.write_text("", encoding="utf-8")
    path.chmod(0o640)
    save(changes(EVERYTHING), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("confirm = false\n", encoding="utf-8")

    def fail(_descriptor: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(SettingsNotSavedError) as caught:
        save(changes(EVERYTHING), path)
    assert caught.value.problem is None
    assert path.read_text(encoding="utf-8") == "confirm = false\n"
    assert list(path.parent.iterdir()) == [path]


def test_names_that_utf_8_cannot_hold_are_saved_without_what_it_cannot(path: Path) -> None:
    save({"red_name": "A\udcffB"}, path)
    assert load(path) == (Settings(red_name="A?B"), [])


# The places of keys


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("a = 1\nb = 2", ("b",), 2),
        ("[menu]\nrows = 1\n[keys]\nrows = 2", ("keys", "rows"), 4),
        ("[menu]\nrows = 1", ("rows",), None),
        ("# rows = 1\nrows = 2", ("rows",), 2),
        ("'rows' = 2", ("rows",), 1),
        ("a = '''\nrows = 1\n'''\nrows = 2", ("rows",), 4),
        ("[ menu . deep ] # x\nrows = 1", ("menu", "deep", "rows"), 2),
    ],
)
def test_the_line_of_a_key(text: str, key: tuple[str, ...], line: int | None) -> None:
    assert line_of(text, key) == line


def test_the_key_of_a_line() -> None:
    assert key_on_line("a = 1\n b.c = 2", 2) == "b.c"
    assert key_on_line("a = 1\n[x]", 2) == ""
    assert key_on_line("a = 1", 7) == ""


def test_settings_are_plain_values() -> None:
    assert Settings(**asdict(EVERYTHING)) == EVERYTHING
