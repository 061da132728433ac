"""The command line: what the first word decides, options, languages, errors, statuses."""

from __future__ import annotations

import errno
import io
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest

import p4tui as package
from p4tui import cli, paths
from p4tui.cli import dispatch, streams
from p4tui.cli.book.book import COMMANDS as BOOK_COMMANDS
from p4tui.cli.games.games import COMMANDS as GAMES_COMMANDS
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH
from p4tui.cli.parser import UsageError
from p4tui.cli.play import position
from p4tui.core.colour import Colour
from p4tui.core.errors import BoardError, BoardErrorKind
from p4tui.core.notation import format_moves
from p4tui.core.position import Side
from p4tui.engine.kernel import reference
from p4tui.options import Options
from p4tui.paths import settings_file
from p4tui.plain.line_input import LineReader
from p4tui.play.clock import TimeControl
from p4tui.play.seats import LevelSeat, Person, Seat, seat_of_text
from p4tui.play.setup import Setup
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings
from p4tui.storage import connections
from p4tui.storage.archive import Archive
from p4tui.storage.errors import GameTakenError
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.words.text import printable
from tests.plain.driving import Answer, p4tui
from tests.tools.cases import exhaustive
from tests.tools.kernels import NATIVE
from tests.unit.stored import match_of, repository_of, saved

ROOT = Path(__file__).parents[2]

WRONG: dict[str, tuple[list[str], str]] = {
    "size too small": (["--size", "3x3"], "4 to 32"),
    "size too large": (["--size", "33x4"], "4 to 32"),
    "size without numbers": (["--size", "large"], "4 to 32"),
    "connect too small": (["--connect", "2"], "from 3"),
    "connect of letters": (["--connect", "four"], "from 3"),
    "connect too large for the board": (["--connect", "8"], "3 to 7"),
    "an unknown seat": (["--red", "grandmaster"], "human, auto, random, winner, "),
    "an unknown level": (["--level", "human"], "auto, random, winner, "),
    "an unknown starter": (["--first", "green"], "red, yellow, random"),
    "a clock of words": (["--clock", "blitz"], "such as 5+3 or 10"),
    "a clock without time": (["--clock", "0+5"], "at least a second"),
    "a clock for days": (["--clock", "1440"], "at most 180 minutes"),
    "a clock of very many digits": (["--clock", "9" * 5000], "such as 5+3 or 10"),
    "an empty clock": (["--clock", ""], "such as 5+3 or 10"),
    "a clock with an escape sequence": (["--clock", "\x1b[2J"], "such as 5+3 or 10"),
    "an unknown style": (
        ["--style", "exercise-c"],
        "exercise-a, exercise-b, exercise-d, exercise-e, debug, matrix, spoken",
    ),
    "an unknown cursor": (["--cursor", "line"], "column, cell"),
    "an unknown language": (["--lang", "xx"], "en, fr"),
    "an unknown theme": (
        ["--theme", "pink"],
        '"pink" is not a theme; p4tui help terminals lists them',
    ),
    "an unknown animation": (["--animation", "maybe"], "on, off"),
    "a seed of letters": (["--seed", "x"], "1 to 18"),
    "a seed of very many digits": (["--seed", "9" * 5000], "1 to 18"),
    "an option without its value": (["--size"], "--size"),
    "a value for an option without one": (["--ascii=yes"], "--ascii"),
    "an unknown option": (["--fast"], "--fast"),
    "an abbreviated option": (["--anim", "on"], "--anim"),
    "a third name": (["Alice", "Bob", "Carol"], "Carol"),
    "moves that are no columns": (["--position", "44x"], "3"),
    "moves into a full column": (["--position", "4444444"], "7"),
    "moves after the end": (["--position", "44335566"], "8"),
    "position and board": (["--position", "4", "--board", "x"], "--board"),
    "size and board": (["--size", "7x6", "--board", "x"], "--size"),
    "a board that is not there": (["--board", "nowhere/at/all"], "nowhere/at/all"),
    "a board that is a folder": (["--board", "."], '"."'),
    "a board with a NUL in its name": (["--board", "a\0b"], "a�b"),
    "an empty board": (["--board", "-"], "--board"),
}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> type[FakeApp]:
    """A terminal, and an app that only remembers what it was asked for."""
    import p4tui.tui.app

    FakeApp.calls, FakeApp.resumed = [], None
    monkeypatch.setattr(streams, "has_terminal", lambda: True)
    monkeypatch.setattr(p4tui.tui.app, "run", FakeApp.run)
    return FakeApp


class FakeApp:
    """In place of the full-screen app."""

    calls: ClassVar[list[tuple[Setup | None, Options, Settings]]] = []
    resumed: ClassVar[OpenedGame | None] = None

    @classmethod
    def run(
        cls,
        setup: Setup | None,
        options: Options,
        settings: Settings,
        *,
        resumed: OpenedGame | None = None,
        archive: Archive | None = None,
        **_others: object,
    ) -> int:
        cls.calls.append((setup, options, settings))
        cls.resumed = resumed
        if archive is not None and resumed is not None:
            archive.save(resumed.ownership, match_of("445"))
        return 7

    @classmethod
    def setup(cls) -> Setup:
        setup = cls.calls[-1][0]
        assert setup is not None
        return setup


PLAIN = (sys.executable, "-m", "p4tui", "play", "--plain")
HANGING = 300.0
"""Seconds after which a program counts as one that hangs, however busy the machine is."""


def write_settings(text: str) -> Path:
    path = settings_file()
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def in_a_process(
    *words: str, environ: dict[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "p4tui", *words],
        cwd=ROOT,
        env=os.environ | (environ or {}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=HANGING,
        **({"stdin": subprocess.DEVNULL} | options),
    )


# What the first word decides


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ([], None),
        (["--lang", "fr"], None),
        (["--ascii", "--theme=ansi"], None),
        (["-h"], None),
        (["--"], None),
        (["--ascii", "--"], None),
        (["Alice"], "play"),
        (["Alice", "--lang", "fr", "Bob"], "play"),
        (["play", "play"], "play"),
        (["resume", "--lang", "fr", "3"], "resume"),
        (["games", "--find", "show", "list"], "games"),
        (["games", "--"], "games"),
        (["--find", "show", "games", "list"], "games"),
        (["play", "resume", "games"], "play"),
        (["--lang", "fr", "levels"], "levels"),
        (["--theme", "play", "doctor"], "doctor"),
        (["Alice", "levels"], "play"),
        (["--", "levels", "-x"], "play"),
        (["--red", "club"], "play"),
        (["--red", "club", "levels"], "levels"),
        (["--size", "9x9"], "play"),
        (["--plain"], "play"),
        (["--size"], "play"),
        ([""], "play"),
        (["-"], "play"),
        (["solve", "--board", "levels"], "solve"),
        (["--seconds", "1", "solve", "levels"], "solve"),
        (["--fast", "levels"], "levels"),
    ],
)
def test_the_first_word_that_is_no_option_decides(words: list[str], command: str | None) -> None:
    parser = dispatch.make_parser()
    found = dispatch.with_command(parser, words)
    _options, names = parser.split(found)
    assert (names[0] if names else None) == command
    assert found in (words, ["play", *words])


@pytest.mark.parametrize(
    ("words", "attributes"),
    [
        (["Alice", "--lang", "fr", "Bob"], {"names": ["Alice", "Bob"], "lang": "fr"}),
        (["play", "play", "levels"], {"names": ["play", "levels"]}),
        (["Alice", "--", "-x", "play"], {"names": ["Alice", "-x", "play"]}),
        (["--seed", "-3", "Alice"], {"names": ["Alice"], "seed": -3}),
        (["--board", "-", "Alice"], {"names": ["Alice"], "board": "-"}),
        ([""], {"names": [""]}),
        (["--lang", "fr", "games"], {"lang": "fr", "find": None}),
        (["games", "--find", "show", "list"], {"find": "show"}),
        (["--find", "show", "games", "list", "--json"], {"find": "show", "json": True}),
        (["games", "3", "--all", "export"], None),
        (["games", "--all", "export", "3", "--ascii", "5"], {"numbers": [3, 5], "ascii": True}),
        (["games", "delete", "3", "5-8", "--yes"], {"ranges": [(3, 3), (5, 8)], "yes": True}),
        (["stats", "Alice", "--json"], {"name": "Alice", "json": True}),
        (["solve", "44", "--line", "-"], {"moves": ["44", "-"], "line": True}),
        (["solve", "--board", "a"], {"moves": ["a"], "board": True}),
        (["book", "--size", "4x4", "show", "a"], {"size": (4, 4), "file": "a"}),
    ],
)
def test_options_stand_before_and_after_names_and_commands(
    words: list[str], attributes: dict[str, object] | None
) -> None:
    parser = dispatch.make_parser()
    try:
        found = vars(parser.read(dispatch.with_command(parser, words)))
    except UsageError:
        assert attributes is None
    else:
        assert attributes is not None
        assert {name: found[name] for name in attributes} == attributes


# The version and the help


def test_the_version_is_that_of_the_package() -> None:
    assert p4tui("--version") == Answer(0, f"p4tui {package.__version__}\n", "")
    assert p4tui("play", "--lang", "xx", "--version").status == 0


def test_a_name_behind_two_dashes_is_no_version() -> None:
    assert "--version: choose a column" in p4tui("--", "--version", "Bob").lines


def test_a_name_behind_two_dashes_is_no_language() -> None:
    assert "--lang=fr: choose a column" in p4tui("--", "--lang=fr", "Bob").lines


@pytest.mark.parametrize(
    "words",
    [
        (),
        *((command,) for command in dispatch.COMMANDS),
        *(("games", command) for command in GAMES_COMMANDS),
        *(("book", command) for command in BOOK_COMMANDS),
    ],
)
def test_help_of_every_command(words: tuple[str, ...]) -> None:
    answer = p4tui(*words, "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("usage: p4tui")
    assert "--lang en|fr" in answer.out
    french = p4tui(*words, "--help", "--lang", "fr")
    assert "la langue" in french.out
    english_sentences = {line.strip() for line in answer.lines if len(line.split()) > 4}
    assert not english_sentences & {line.strip() for line in french.lines}


def test_the_language_is_that_of_the_option_else_of_the_settings_else_of_the_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "the language" in p4tui("--help").out
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "la langue" in p4tui("--help").out
    write_settings('language = "en"')
    assert "the language" in p4tui("--help").out
    assert "la langue" in p4tui("--help", "--lang=fr").out
    assert "la langue" in p4tui("--lang", "en", "--help", "--lang", "fr").out
    assert "the language" in p4tui("--help", "--theme", "--lang").out


@pytest.mark.parametrize("columns", ["abc", "0", "-5", "1", "100000", ""])
def test_help_is_shown_whatever_the_environment_says_of_the_width(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert p4tui("play", "--help").status == 0


# Wrong arguments


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_answered_in_one_sentence_with_the_allowed_range(case: str) -> None:
    words, expected = WRONG[case]
    answer = p4tui("play", *words)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("p4tui: ")
    assert answer.err.count("\n") == 1
    assert len(answer.err) <= MAX_COMPLAINT_LENGTH + len("p4tui: \n")
    assert expected in answer.err


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_answered_in_french(case: str) -> None:
    words = WRONG[case][0]
    if case == "an unknown language":
        return
    english = p4tui("play", *words).err
    answer = (
        p4tui("play", *words, "--lang", "fr")
        if words[-1] != "--size"
        else p4tui("--lang", "fr", "play", *words)
    )
    assert answer.status == 2
    assert not {"not", "is", "the", "cannot", "expected", "unrecognized"} & set(answer.err.split())
    assert answer.err != english


def test_an_unknown_language_is_refused_in_the_language_of_the_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    answer = p4tui("--lang", "klingon")
    assert answer.status == 2
    assert "en, fr" in answer.err
    assert "not" not in answer.err.split()


@pytest.mark.parametrize("command", ["levels", "doctor"])
def test_other_commands_take_display_options_only(command: str) -> None:
    assert (
        p4tui(command, "--ascii", "--no-mouse", "--animation", "off", "--theme", "ansi").status == 0
    )
    assert p4tui(command, "--size", "7x6").status == 2
    assert p4tui(command, "Alice").status == 2


@pytest.mark.parametrize(
    "words", [("levels", "Alice"), ("doctor", "Alice", "--ascii"), ("levels", "--", "Alice")]
)
def test_what_is_not_understood_is_repeated_as_it_was_typed(words: tuple[str, ...]) -> None:
    assert p4tui(*words).err == "p4tui: unrecognized arguments: Alice\n"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            "abacus\x1b" + "s" * 1000,
            "P4TUI_KERNEL=abacus�" + "s" * 30 + "... is not one of auto, python, native",
        ),
        ("native", "P4TUI_KERNEL=native, but the compiled kernel is not installed"),
    ],
)
@pytest.mark.parametrize(
    "words", [(), ("Alice",), ("play", "--plain", "--red", "club", "--yellow", "club")]
)
@pytest.mark.parametrize("terminal", [True, False])
def test_a_kernel_that_cannot_be_had_is_said_before_a_game_needs_it(
    value: str,
    sentence: str,
    words: tuple[str, ...],
    terminal: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p4tui.engine.kernel.choice._compiled", lambda: None)
    monkeypatch.setenv("P4TUI_KERNEL", value)
    assert p4tui(*words, terminal=terminal) == Answer(2, "", f"p4tui: {sentence}\n")


@pytest.mark.parametrize(
    "word",
    [
        "--\x1b[31m",
        "--size=\x1b]0;x\x07",
        "--position=\x1b[2J",
        "--board=\x1b[2J\nx",
        "--lang=\u202e\x9b",
    ],
)
def test_what_was_typed_reaches_the_terminal_without_control_characters(word: str) -> None:
    answer = p4tui("play", word)
    assert answer.status == 2
    assert answer.err.rstrip("\n").isprintable()


def test_arguments_that_are_no_text_are_survived() -> None:
    answer = in_a_process("play", "--size", os.fsdecode(b"\xff\xfe"))
    assert answer.returncode == 2
    assert answer.stderr.startswith("p4tui: argument --size")
    answer = in_a_process(os.fsdecode(b"\xff\xfe"), "Bob")
    assert "Traceback" not in answer.stderr
    assert "��: choose a column" in answer.stdout


@pytest.mark.parametrize("terminal", [True, False])
def test_an_output_that_is_not_utf8_is_ascii(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.ISO-8859-1")
    answer = p4tui("play", "--plain", "Zoé Bœuf", "Bob", terminal=terminal, encoding="iso8859-1")
    assert any(line.startswith("Zoe Boeuf : ") for line in answer.lines)
    assert answer.out.isascii()


# Which front end, and what it is given


def test_a_terminal_gets_the_full_screen_menu(app: type[FakeApp]) -> None:
    assert p4tui().status == 7
    assert app.calls[-1] == (None, Options(), Settings())
    p4tui("--lang", "fr", "--theme", "ansi", "--ascii", "--animation", "off", "--no-mouse")
    assert app.calls[-1][:2] == (
        None,
        Options("fr", "ansi", ascii_only=True, animation=False, mouse=False),
    )


def test_the_app_is_given_the_settings(app: type[FakeApp]) -> None:
    write_settings('theme = "contrast"\n[themes.mine]\nprimary = "#85a598"')
    assert p4tui("--theme", "mine").status == 7
    assert app.calls[-1][1].theme == "mine"
    p4tui("Alice", "Bob")
    assert app.calls[-1][2].theme == "contrast"
    p4tui("--", "-h", "--help")
    assert app.calls[-1][2].theme == "contrast"


def test_options_of_the_game_reach_the_app(app: type[FakeApp]) -> None:
    p4tui(
        "play",
        "--size",
        "12x9",
        "--connect",
        "5",
        "--first",
        "random",
        "--cursor",
        "cell",
        "--seed",
        "-3",
        "--clock",
        "0.5+2",
        "Alice",
    )
    setup, options, _settings = app.calls[-1]
    assert setup is not None
    assert (setup.geometry.columns, setup.geometry.rows, setup.geometry.connect) == (12, 9, 5)
    assert (setup.first, setup.game) == ("random", None)
    assert setup.control == TimeControl(30_000, 2000)
    assert options == Options(cursor="cell", seed=-3)


@pytest.mark.parametrize("words", [("--plain",), ("--style", "spoken")])
def test_plain_text_is_played_at_a_terminal_where_it_is_asked_for(
    words: tuple[str, ...], app: type[FakeApp]
) -> None:
    assert p4tui("play", *words, "Alice", "Bob").status == 2
    assert not app.calls


@pytest.mark.parametrize("variable", ["dumb", "unknown"])
def test_a_dumb_terminal_gets_plain_text(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", variable)
    answer = p4tui("Alice", "Bob", terminal=True)
    assert "Alice: choose a column" in answer.lines
    assert "\x1b" not in answer.out + answer.err


def test_without_a_terminal_the_menus_last_choices_are_played() -> None:
    write_settings(
        '[menu]\nred_level = "random"\nyellow_level = "human"\nyellow_name = "Zoé"\ncolumns = 5\nrows = 4\n'
        'first = "yellow"\nclock = "5+3"\n'
    )
    answer = p4tui(typed="1\n")
    assert answer.lines[:2] == ["Red (X): Random", "Yellow (O): Zoé"]
    assert "12345" in answer.lines
    assert any(line.startswith("Random plays") for line in answer.lines)
    assert any("5:00" in line for line in answer.lines)


def test_without_a_terminal_and_settings_a_person_plays_the_computer() -> None:
    answer = p4tui()
    red, yellow = answer.lines[:2]
    assert red == "Red (X): a person"
    # Chance decides between two levels for a newcomer.
    assert yellow in {f"Yellow (O): {name}, automatic level" for name in ("Careful", "Casual")}
    assert answer.status == 2
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "red", "yellow"),
    [
        ([], Person(), seat_of_text("auto")),
        (["Alice"], Person("Alice"), seat_of_text("auto")),
        (["Alice", "Bob"], Person("Alice"), Person("Bob")),
        (["--yellow", "human"], Person(), Person()),
        (["--red", "careful"], LevelSeat("careful"), Person()),
        (["--red", "careful", "Alice"], LevelSeat("careful"), Person("Alice")),
        (["--red", "human"], Person(), seat_of_text("auto")),
        (["--red", "human", "Alice", "Bob"], Person("Alice"), Person("Bob")),
        (
            ["--yellow", "winner", "Alice", "Bob"],
            Person("Alice"),
            LevelSeat("winner", "Bob"),
        ),
        (
            ["--red", "random", "--yellow", "winner", "Alice"],
            LevelSeat("random", "Alice"),
            LevelSeat("winner"),
        ),
        (["--red", "human", "--yellow", "human", "Alice"], Person("Alice"), Person()),
        (["--level", "keen"], Person(), LevelSeat("keen")),
        (["--level", "keen", "Alice"], Person("Alice"), LevelSeat("keen")),
        (["--level", "keen", "Alice", "Bob"], Person("Alice"), LevelSeat("keen", "Bob")),
        (["--level", "keen", "--red", "human"], Person(), LevelSeat("keen")),
        (
            ["--level", "keen", "--yellow", "human", "Alice"],
            LevelSeat("keen"),
            Person("Alice"),
        ),
        (["--red", "auto", "Alice"], seat_of_text("auto"), Person("Alice")),
        (["--level", "auto", "Alice"], Person("Alice"), seat_of_text("auto")),
    ],
)
def test_who_sits_where(words: list[str], red: Seat, yellow: Seat, app: type[FakeApp]) -> None:
    p4tui("play", *words)
    assert (app.setup().red, app.setup().yellow) == (red, yellow)


@pytest.mark.parametrize(
    "words",
    [["--red", "club"], ["--yellow", "club", "Alice"], ["--red", "human", "--yellow", "human"]],
)
def test_a_level_without_a_seat_is_refused(words: list[str]) -> None:
    answer = p4tui("play", "--level", "keen", *words)
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "--level needs a seat" in answer.err


def test_the_computer_has_the_level_chosen_last(app: type[FakeApp]) -> None:
    write_settings('[menu]\nyellow_level = "careful"\n')
    p4tui("Alice")
    assert app.setup().yellow == LevelSeat("careful")
    assert settings_file()
    write_settings_again('[menu]\nred_level = "winner"\nyellow_level = "human"\n')
    p4tui("Alice")
    assert app.setup().yellow == LevelSeat("winner")


def write_settings_again(text: str) -> None:
    path = settings_file()
    assert path is not None
    path.write_text(text, encoding="utf-8")


def test_fit_is_the_largest_board_of_the_terminal(
    app: type[FakeApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    from p4tui.tui.look.layout import fit_board

    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "30")
    p4tui("play", "--size", "fit")
    geometry = app.setup().geometry
    assert (geometry.columns, geometry.rows) == fit_board(60, 30)


# Positions and boards


def test_a_position_is_a_game_already_played(app: type[FakeApp]) -> None:
    p4tui("play", "--position", "44 5a", "--size", "12x6", "--first", "yellow", "A", "B")
    game = app.setup().game
    assert game is not None
    assert (format_moves(game.played), app.setup().first) == ("445A", "yellow")


def test_a_position_with_a_random_starter_has_one(app: type[FakeApp]) -> None:
    found = set()
    for seed in range(20):
        p4tui("play", "--position", "44", "--first", "random", "--seed", str(seed), "A", "B")
        found.add(app.setup().first)
    assert found == {"red", "yellow"}


@pytest.mark.parametrize(
    ("discs", "options", "first"),
    [
        ("XO", [], "red"),
        ("XO", ["--first", "yellow"], "yellow"),
        ("O_", [], "yellow"),
        ("X_", [], "red"),
        ("O_", ["--first", "random"], "yellow"),
    ],
)
def test_who_began_a_board_follows_from_its_discs(
    discs: str, options: list[str], first: str, app: type[FakeApp], tmp_path: Path
) -> None:
    path = tmp_path / "board"
    path.write_text("_____\n" * 3 + discs + "___\n", encoding="utf-8")
    p4tui("play", "--board", str(path), *options, "A", "B")
    setup = app.setup()
    assert setup.first == first
    assert setup.game is not None
    assert setup.geometry == setup.game.start.geometry
    assert (setup.geometry.columns, setup.geometry.rows) == (5, 4)


def test_a_random_starter_of_a_board_that_leaves_it_open_is_one_of_both(
    app: type[FakeApp], tmp_path: Path
) -> None:
    path = tmp_path / "board"
    path.write_text("_____\n" * 3 + "XO___\n", encoding="utf-8")
    found = set()
    for seed in range(20):
        p4tui("play", "--board", str(path), "--first", "random", "--seed", str(seed), "A", "B")
        game = app.setup().game
        assert game is not None
        assert game.position.at(0, 0) is Colour.RED.side(Colour[app.setup().first.upper()])
        found.add(app.setup().first)
    assert found == {"red", "yellow"}


def test_a_starter_that_does_not_fit_the_discs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text("____\n" * 3 + "O___\n", encoding="utf-8")
    answer = p4tui("play", "--board", str(path), "--first", "red")
    assert (answer.status, answer.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lone_b_is_of_whoever_began_in_both_languages(
    language: str, app: type[FakeApp], tmp_path: Path
) -> None:
    path = tmp_path / "board"
    path.write_text("| | | | |\n" * 3 + "|B| | | |\n", encoding="utf-8")
    for first in ("red", "yellow"):
        p4tui("--lang", language, "play", "--board", str(path), "--first", first, "A", "B")
        assert app.setup().first == first
        game = app.setup().game
        assert game is not None
        assert game.position.at(0, 0) is Side.FIRST


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("bottom", ["|B|W|B| |", "|N|B|N| |", "|X|O|X| |"])
def test_the_letters_of_both_languages_are_read_in_both(
    language: str, bottom: str, app: type[FakeApp], tmp_path: Path
) -> None:
    path = tmp_path / "board"
    path.write_text("| | | | |\n" * 3 + bottom + "\n", encoding="utf-8")
    p4tui("--lang", language, "play", "--board", str(path), "A", "B")
    assert app.setup().first == "red"


@pytest.mark.parametrize("gap", ["\n", "\n\n \n"])
def test_a_board_from_the_input_ends_at_an_empty_line_and_moves_follow(gap: str) -> None:
    board = gap.lstrip("\n") + "____\n" * 3 + "XO__\n"
    answer = p4tui("play", "--plain", "--board", "-", "A", "B", typed=board + gap + "1\n")
    assert answer.lines[-6:-1] == ["1234", "____", "____", "X___", "XO__"]
    assert answer.lines[-1] == "B: choose a column"


SET_APART = "1234\n\n____\n\n____\n\n____\n\nX_O_\n"


def test_a_board_from_the_input_whose_rows_are_set_apart_ends_at_two_empty_lines() -> None:
    answer = p4tui("play", "--plain", "--board", "-", "A", "B", typed="\n" + SET_APART + "\n\n1\n")
    assert answer.lines[-6:-1] == ["1234", "____", "____", "X___", "X_O_"]
    assert answer.lines[-1] == "B: choose a column"


def test_a_board_from_the_input_whose_rows_are_set_apart_ends_behind_its_numbers() -> None:
    rows = "\n\n".join(["| | | | |"] * 3 + ["|X| |O| |", " 0 1 2 3"])
    answer = p4tui("play", "--plain", "--board", "-", "A", "B", typed=rows + "\n\n1\n")
    assert answer.lines[-6:-1] == ["1234", "____", "____", "X___", "X_O_"]


def test_a_half_typed_board_does_not_end_at_one_empty_line() -> None:
    answer = p4tui(
        "play", "--plain", "--board", "-", "A", "B", typed="1234\n____\n\n____\n____\nX_O_\n\n1\n"
    )
    assert answer.lines[-2] == "X_O_"
    assert answer.lines[-1] == "B: choose a column"


def test_a_board_from_the_input_may_be_all_of_it() -> None:
    answer = p4tui("play", "--plain", "--board", "-", "A", "B", typed="____\n" * 3 + "XO__")
    assert (answer.status, answer.lines[-1]) == (2, "A: choose a column")


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"x" * 1_000_000, b"____\n" * 100_000, b"[" * 10_000]
)
def test_a_board_that_is_none_is_refused_in_one_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_bytes(data)
    for answer in (p4tui("play", "--board", str(path)), p4tui("play", "--board", "-", typed=data)):
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert answer.err.startswith("p4tui: --board: ")


def test_a_board_that_never_ends_is_given_up() -> None:
    class Endless(io.BytesIO):
        lines = 0

        def read(self, size: int | None = -1) -> bytes:
            self.lines += 1
            assert self.lines < 100_000
            return b"____\n"

    with pytest.raises(BoardError) as caught:
        position._first_drawing(LineReader(Endless()))
    assert caught.value.kind is BoardErrorKind.SIZE


# Settings that are bad


def test_a_bad_settings_file_is_reported_and_the_game_goes_on() -> None:
    path = write_settings('\ncursor = "row"\nlanguage = "fr"\n')
    answer = p4tui("levels")
    assert answer.status == 0
    assert answer.err.count("\n") == 1
    assert all(part in answer.err for part in (str(path), "2", "cursor", "column, cell"))
    # The good key of the file still counts.
    assert answer.out == p4tui("levels", "--lang", "fr").out != p4tui("levels", "--lang", "en").out


@pytest.mark.parametrize("words", [["--lang", "fr"], []])
def test_a_bad_settings_file_is_reported_in_one_language(words: list[str]) -> None:
    write_settings('threads = 0\nlanguage = "fr"\n')
    answer = p4tui("levels", *words)
    assert answer.status == 0
    assert "la valeur doit être un nombre entier de 1 à 256." in answer.err


def test_everything_that_is_wrong_with_a_settings_file_is_reported_each_in_one_line() -> None:
    write_settings("speed = 11\n[menu]\nrows = 3\n[keys]\nundo = 1\n")
    answer = p4tui("levels")
    assert answer.status == 0
    assert [line.split(": ")[1].split(", ")[2] for line in answer.err.splitlines()] == [
        "speed",
        "menu.rows",
        "keys.undo",
    ]


def test_doctor_says_which_keys_of_the_settings_there_are_not() -> None:
    path = write_settings(
        '[keys]\n"game.undo" = "CTRL+U"\ngame.redo = "1"\ngame.hint = ""\nundo = "u,"\n'
    )
    answer = p4tui("doctor")
    assert answer.status == 0
    assert answer.err.splitlines() == [
        f"p4tui: Settings file {path}, line {line}, keys.{key}: {reason}."
        for line, key, reason in [
            (2, "game.undo", "unknown key CTRL+U; write ctrl+u"),
            (3, "game.redo", "the key 1 has a fixed meaning"),
            (5, "undo", "unknown action"),
        ]
    ]


def test_help_and_version_do_not_complain_about_settings() -> None:
    write_settings("=")
    assert p4tui("--help").err == ""
    assert p4tui("--version").err == ""


# The other commands


def test_levels_lists_every_level_with_its_name_and_how_it_plays() -> None:
    answer = p4tui("levels")
    assert (answer.status, answer.err) == (0, "")
    listed = [line.split() for line in answer.lines if line.startswith("  ")]
    assert [words[0] for words in listed] == [*(level.id for level in LEVELS), "auto"]
    assert all(len(words) > 4 for words in listed)
    assert [line for line in answer.lines if not line.startswith(" ")] == [
        "From the weakest to the strongest",
        "The level is chosen for each game",
    ]


def test_doctor_tells_versions_kernel_terminal_and_places() -> None:
    from importlib.metadata import version

    answer = p4tui("doctor")
    assert (answer.status, answer.err) == (0, "")
    facts = {line.split()[0]: line for line in answer.lines if line.startswith("  ")}
    assert package.__version__ in facts["p4tui"]
    assert version("textual") in facts["textual"]
    assert version("rich") in facts["rich"]
    assert ("python" if NATIVE is None else "native") in facts["kernel"]
    assert "xterm-256color" in facts["TERM"]
    assert str(settings_file()) in facts["settings"]
    assert {"size", "colours", "encoding", "drawing", "SSH", "animation", "data"} <= set(facts)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COLUMNS", "abc"),
        ("LINES", "-1"),
        ("TERM", ""),
        ("TERM", "\x1b[31m"),
        ("TERM", "dumb"),
        ("HOME", "somewhere"),
        ("HOME", ""),
        ("XDG_CONFIG_HOME", "relative"),
        ("LANG", "\x1b[31m.\x00".replace("\x00", "")),
        ("LANGUAGE", ":::"),
        ("SSH_TTY", "x"),
        ("NO_COLOR", "1"),
    ],
)
@pytest.mark.parametrize(
    "words", [("doctor",), ("levels",), ("play", "--plain", "Alice", "Bob", "--size", "fit")]
)
def test_a_strange_environment_is_survived(
    name: str, value: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # An empty home leads to that of the account: nothing may be kept there.
    monkeypatch.setattr("p4tui.paths.games_file", lambda: None)
    monkeypatch.setenv(name, value)
    answer = p4tui(*words, typed="1\n")
    assert answer.status == (1 if words[0] == "play" else 0)
    assert (answer.out + answer.err).replace("\n", "").isprintable()


@pytest.mark.parametrize("value", ["abacus\x1b[31m", "native"])
def test_doctor_says_which_kernel_cannot_be_had(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.engine.kernel.choice._compiled", lambda: None)
    monkeypatch.setenv("P4TUI_KERNEL", value)
    answer = p4tui("doctor")
    assert (answer.status, answer.err) == (0, "")
    line = next(line for line in answer.lines if "kernel" in line)
    assert f"P4TUI_KERNEL={printable(value)}" in line


@pytest.mark.parametrize("words", [(), ("--lang", "fr")])
def test_doctor_says_how_to_get_the_native_kernel_where_it_is_missing(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.engine.kernel.choice._compiled", lambda: None)
    answer = p4tui("doctor", *words)
    assert f"{sys.executable} -m pip install --force-reinstall --no-deps ." in answer.out
    monkeypatch.setattr("p4tui.engine.kernel.choice._compiled", lambda: reference)
    assert "--force-reinstall" not in p4tui("doctor", *words).out


def test_doctor_without_places_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "settings_file", lambda: None)
    monkeypatch.setattr(paths, "data_folder", lambda: None)
    answer = p4tui("doctor")
    assert answer.out.count("nowhere") == 2
    assert "Games are not saved: this machine has no folder for data." in answer.lines[-1]


def test_doctor_tells_of_the_saved_games() -> None:
    path = paths.games_file()
    assert path is not None
    answer = p4tui("doctor")
    assert f"{path} (does not exist yet)" in answer.out
    assert not path.parent.exists()
    with repository_of(path) as games:
        for moves in ("1", "2", "1212121"):
            saved(games, match_of(moves))
        answer = p4tui("doctor")
    tail = [line.split() for line in answer.lines[-6:]]
    assert tail == [
        ["Saved", "games"],
        ["file", str(path)],
        ["games", "3"],
        ["unfinished", "2"],
        ["journal", "wal"],
        ["state", "in", "order"],
    ]
    path.write_bytes(b"no database" * 100)
    answer = p4tui("doctor")
    assert (answer.status, answer.err) == (0, "")
    assert f"The saved games in {path} are damaged." in answer.lines[-1]
    assert path.read_bytes() == b"no database" * 100


def test_doctor_says_what_will_keep_games_from_being_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = paths.games_file()
    assert path is not None
    path.parent.parent.mkdir(parents=True)
    path.parent.touch()
    assert f"Games are not saved: {path.parent} is not a folder." in p4tui("doctor").lines[-1]
    path.parent.unlink()
    monkeypatch.setattr(os, "access", lambda file, mode: Path(file) != path.parent.parent)
    assert f"Games are not saved: {path} cannot be written." in p4tui("doctor").lines[-1]


def user_s_games() -> Path:
    """The user's database, with a game."""
    path = paths.games_file()
    assert path is not None
    with repository_of(path) as games:
        saved(games, match_of("44"))
    return path


class FullDisk(sqlite3.Connection):
    """Whatever is written does not fit."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        if arguments == ("COMMIT",):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(*arguments)


def test_doctor_finds_that_nothing_can_be_saved_on_a_full_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fault 17: it said that all was in order."""
    path = user_s_games()
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda place, **options: connect(place, factory=FullDisk, **options)
    )
    answer = p4tui("doctor")
    assert f"Games are not saved: the disk is full ({path})." in answer.lines[-1]


def test_doctor_finds_that_no_database_can_be_made_on_a_full_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = paths.games_file()
    assert path is not None

    def full(**_options: object) -> object:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert f"Games are not saved: the disk is full ({path})." in p4tui("doctor").lines[-1]
    assert not path.exists()


def test_doctor_finds_that_another_program_keeps_the_database_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = user_s_games()
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = p4tui("doctor")
        assert "another program has locked" in answer.lines[-1]
        other.execute("COMMIT")
    assert "in order" in p4tui("doctor").lines[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_doctor_finds_a_link_that_leads_to_itself() -> None:
    path = paths.games_file()
    assert path is not None
    path.parent.mkdir(parents=True)
    path.symlink_to(path)
    assert f"Games are not saved: {path} cannot be" in p4tui("doctor").lines[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions")
def test_a_left_over_read_only_shm_of_ours_is_mended() -> None:
    path = user_s_games()
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT count(*) FROM games").fetchone()
        shm = path.with_name(path.name + "-shm")
        shm.chmod(0o444)
        assert "in order" in p4tui("doctor").lines[-1]
        assert shm.stat().st_mode & 0o200


def test_resume_opens_the_game_played_on_last_and_saves_it_under_its_number(
    app: type[FakeApp],
) -> None:
    path = user_s_games()
    with repository_of(path) as games:
        elsewhere = games.open(1).ownership
        assert p4tui("resume", terminal=True).status == 7
        assert app.resumed is not None
        assert app.resumed.saved.match == match_of("44")
        assert games.load(1).match == match_of("445")
        with pytest.raises(GameTakenError):
            games.check(elsewhere)
        saved(games, match_of("1"))
        assert p4tui("resume", "--take-over", "1", terminal=True).status == 7
        assert app.resumed.saved.number == 1


def test_resume_says_why_it_cannot_go_on() -> None:
    sentence = "p4tui: There is no unfinished game to resume.\n"
    assert p4tui("resume", terminal=True) == (1, "", sentence)
    path = user_s_games()
    with repository_of(path) as games:
        saved(games, match_of("1212121"))
        owned = games.open(1).ownership
        sentence = "p4tui: Game 2 is over. See it with p4tui games show 2.\n"
        assert p4tui("resume", "2", terminal=True) == (1, "", sentence)
        assert p4tui("resume", "7", terminal=True).err == "p4tui: There is no game 7.\n"
        games.check(owned)


@pytest.mark.usefixtures("app")
def test_what_the_app_could_not_save_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    path = user_s_games()

    class Broken(FakeApp):
        @classmethod
        def run(cls, *arguments: Any, **options: Any) -> int:
            path.unlink()
            path.mkdir()
            return super().run(*arguments, **options)

    monkeypatch.setattr("p4tui.tui.app.run", Broken.run)
    answer = p4tui("resume", terminal=True)
    assert answer.status == 1
    assert "p4tui: The last moves could not be saved.\n" in answer.err
    assert "p4tui: The whole game: 445\n" in answer.err


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("moves", ["445", "1212121"])
def test_a_crash_of_the_app_says_that_the_game_can_be_resumed(
    moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crashing(FakeApp):
        @classmethod
        def run(cls, *_arguments: Any, archive: Archive | None = None, **_options: Any) -> int:
            assert archive is not None
            archive.save(Ownership(), match_of(moves))
            raise LookupError("asked to fail")

    monkeypatch.setattr("p4tui.tui.app.run", Crashing.run)
    answer = p4tui("play", terminal=True)
    assert answer.status == 1
    crash, *notes = answer.err.splitlines()
    assert crash.startswith("p4tui: The program crashed: LookupError: asked to fail. Please")
    is_over = len(moves) == 7
    assert notes == ([] if is_over else ["p4tui: The game is saved: p4tui resume continues it."])


def test_doctor_says_why_there_is_no_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no: the input is not a terminal" in p4tui("doctor").out
    assert "no:" not in p4tui("doctor", terminal=True).out
    monkeypatch.setenv("TERM", "dumb")
    assert (
        "no: TERM names a terminal that cannot move its cursor"
        in p4tui("doctor", terminal=True).out
    )


def test_doctor_follows_ssh_settings_and_options_for_the_animation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def animation(*words: str) -> str:
        found = [
            line.split()[-1]
            for line in p4tui("doctor", *words).lines
            if line.startswith("  animation")
        ]
        return found[0]

    assert animation() == "yes"
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4")
    assert animation() == "no"
    assert animation("--animation", "on") == "yes"
    write_settings("animation = true")
    assert animation() == "yes"


# Ends


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(dispatch, "dispatch", interrupted)
    assert p4tui("levels") == Answer(130, "", "")


def test_ctrl_c_in_a_game_ends_quietly_with_status_130() -> None:
    # Where the tests run in the background the signal may be ignored; Python then leaves it alone.
    program = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from p4tui.cli import main
sys.exit(main(["play", "--plain", "Alice", "Bob"]))
"""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        assert any("choose a column" in line for line in game.stdout)
        game.send_signal(signal.SIGINT)
        _out, err = game.communicate(timeout=HANGING)
    assert (game.returncode, err) == (130, "")


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        # More lines than a pipe holds: it still writes when nobody reads any more.
        [*PLAIN, "--red", "random", "--yellow", "random", "--size", "32x32", "--connect", "32"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        game.stdout.readline()
        game.stdout.close()
        assert game.stderr is not None
        err = game.stderr.read()
        assert game.wait(timeout=HANGING) == 141
    assert err == ""


def test_an_output_without_room_is_said_in_a_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "p4tui", "levels"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (answer.returncode, answer.stderr) == (1, "p4tui: The output cannot be written.\n")


def test_an_output_that_is_open_for_reading_only_is_said_in_a_sentence() -> None:
    with Path(os.devnull).open(encoding="utf-8") as only_read:
        answer = subprocess.run(
            [sys.executable, "-m", "p4tui", "levels"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=only_read,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (answer.returncode, answer.stderr) == (1, "p4tui: The output cannot be written.\n")


@pytest.mark.parametrize("closed", [*exhaustive("<&-", ">&-", "2>&-"), "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words", ["--version", "levels", "doctor", "play --plain Alice Bob", "--size 1"]
)
def test_closed_standard_streams_are_survived(words: str, closed: str) -> None:
    if sys.platform == "win32":
        pytest.skip("a shell of another kind")
    answer = subprocess.run(
        ["sh", "-c", f'exec "$0" -m p4tui {words} {closed}', sys.executable],
        cwd=ROOT,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == (2 if words.startswith(("play", "--size")) else 0)
    assert "Traceback" not in answer.stderr + answer.stdout


# What is imported


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (
            "['--help']",
            "textual rich tomllib inspect p4tui.play p4tui.players p4tui.core p4tui.plain p4tui.tui",
        ),
        ("['levels']", "textual rich p4tui.plain p4tui.tui p4tui.play.session"),
        ("['play', '--plain', '--style', 'debug', 'A', 'B']", "textual rich p4tui.tui.app"),
        ("['doctor']", "textual rich p4tui.plain p4tui.play.session"),
    ],
)
def test_nothing_is_imported_that_a_command_does_not_need(words: str, missing: str) -> None:
    program = f"import sys\nfrom p4tui.cli import main\nmain({words})\nsys.stderr.write(' '.join(sys.modules))"
    # Without the coverage of programs, which loads modules of its own.
    environ = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not set(missing.split()) & set(answer.stderr.split())


def test_python_m_is_the_same_command() -> None:
    assert in_a_process("--version").stdout == f"p4tui {package.__version__}\n"


@pytest.mark.budget
@pytest.mark.parametrize(
    ("words", "most"), [("['--version']", 2.0), ("['--help', '--lang', 'fr']", 6.0)]
)
def test_version_and_help_cost_little(words: str, most: float) -> None:
    from time import perf_counter

    def cost(program: str) -> float:
        times = []
        for _run in range(15):
            began = perf_counter()
            subprocess.run(
                [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
            )
            times.append(perf_counter() - began)
        return min(times)

    assert cost(f"from p4tui.cli import main; main({words})") <= most * cost("pass")


def test_main_takes_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(sys, "argv", ["p4tui", "--version"])
    assert cli.main() == 0
    assert capsys.readouterr().out == f"p4tui {package.__version__}\n"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("reviw", "review"),
        ("explor", "explore"),
        ("puzzel", "puzzle"),
        ("jion", "join"),
        ("plya", "play"),
    ],
)
def test_a_mistyped_command_is_no_player(word: str, meant: str) -> None:
    answer = p4tui(word, "4453")
    assert (answer.status, answer.out) == (2, "")
    assert f"Did you mean {meant}?" in answer.err


@pytest.mark.parametrize(
    "word", ["alice", "Reviw", "levi", "helene", "paul", "gaston", "gui", "jon", "elan"]
)
def test_names_are_no_mistyped_commands(word: str) -> None:
    assert dispatch.similar_command(word, dispatch.COMMANDS) is None
