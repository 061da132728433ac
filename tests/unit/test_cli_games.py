"""`p4tui games` and `p4tui stats`: the saved games from the command line."""

from __future__ import annotations

import functools
import io
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui import paths
from p4tui.cli import files, table
from p4tui.cli.games import import_games, importer, list_games
from p4tui.cli.messages import MAX_COMPLAINTS
from p4tui.cli.progress import Progress
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves, parse_game
from p4tui.core.position import Position, Side
from p4tui.plain.interrupts import defer_interrupt
from p4tui.plain.line_input import LineReader
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, UnknownSeat
from p4tui.storage.errors import GameDeletedError, StorageError, StorageProblem
from p4tui.storage.exchange.deduplication import ImportDeduplicator
from p4tui.storage.exchange.game_json import ImportedGame, to_json
from p4tui.storage.exchange.text import MAX_LINE_LENGTH
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.storage.records import SavedGame
from p4tui.words.time import MINUTE, date_words
from p4tui.words.wrapping import cells
from tests.plain.driving import Answer, harmless, p4tui, play
from tests.unit.damaging import PAGE, filled
from tests.unit.stored import change_rows, old_database

ROOT = Path(__file__).parents[2]
DATE = 1_700_000_000.0
"""2023-11-14 22:13:20 UTC."""
ALICE, BOB, CLUB = Person("Alice"), Person("Bob"), LevelSeat("club")
WON = Match(ALICE, BOB, parse_game("4433556"))
BEGUN = Match(Person("Zoë"), CLUB, parse_game("4453"))
WIDE = Match(Person(), ALICE, parse_game("8A", Position(Geometry(10, 6, 4))).resign(Side.FIRST))
POSITION = Match(Person(), Person(), Game.new(parse_game("44").position).play(2))


@pytest.fixture
def database() -> Path:
    path = paths.games_file()
    assert path is not None
    return path


@pytest.fixture
def games(database: Path) -> Iterator[GameRepository]:
    """The user's games, each change a minute after the one before."""
    dates = itertools.count(DATE, 60.0)
    repository = GameRepository(database, lambda: next(dates))
    yield repository
    repository.close()


def keep(games: GameRepository, *matches: Match) -> None:
    """Save matches that nobody plays any more."""
    for match in matches:
        games.save(match, Ownership())


def all_of(games: GameRepository) -> list[SavedGame]:
    found = list(games.all_games())
    assert all(isinstance(game, SavedGame) for game in found)
    return [game for game in found if isinstance(game, SavedGame)]


def played(game: SavedGame) -> str:
    return format_moves(game.match.game.played)


def change(database: Path, assignments: str) -> None:
    """Write into the games what no program of ours would."""
    connection = sqlite3.connect(database)
    connection.execute(f"UPDATE games SET {assignments}")  # noqa: S608  a case of these tests
    connection.commit()
    connection.close()


# The list


def test_the_list_has_an_aligned_line_for_each_game_the_last_one_first(
    games: GameRepository,
) -> None:
    keep(games, WON, BEGUN, WIDE)
    assert p4tui("games") == (
        0,
        (
            "No.  Date        Red    Yellow       Board  Moves  Result\n"
            "  3  2023-11-14  Red    Alice        10x6       2  Alice won\n"
            "  2  2023-11-14  Zoë    Club player  7x6        4  Unfinished\n"
            "  1  2023-11-14  Alice  Bob          7x6        7  Alice won\n"
        ),
        "",
    )
    assert p4tui("games", "list") == p4tui("games")


def test_on_a_narrow_terminal_each_game_is_a_sentence(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(games, WON, BEGUN, WIDE)
    wide = p4tui("games").out
    monkeypatch.setattr(table, "terminal_width", lambda: 61)
    assert p4tui("games").out == wide
    monkeypatch.setattr(table, "terminal_width", lambda: 40)
    assert p4tui("games").lines == [
        "3  Red - Alice, 2023-11-14, 10x6, Alice",
        "  won, 2 moves",
        "2  Zoë - Club player, 2023-11-14, 7x6,",
        "  Unfinished, 4 moves",
        "1  Alice - Bob, 2023-11-14, 7x6, Alice",
        "  won, 7 moves",
    ]


def test_the_width_is_that_of_the_terminal_that_the_output_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Output(io.StringIO):
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 1

    monkeypatch.setattr(os, "get_terminal_size", lambda _number: os.terminal_size((40, 12)))
    for output, width in ((Output(), 40), (io.StringIO(), None), (None, None)):
        monkeypatch.setattr(sys, "stdout", output)
        assert table.terminal_width() == width


def test_without_a_game_the_list_says_so() -> None:
    assert p4tui("games") == (0, "There are no saved games.\n", "")
    assert p4tui("games", "--json") == (0, "", "")


def test_looking_makes_no_database(database: Path) -> None:
    p4tui("games")
    p4tui("stats")
    assert not database.exists()


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("--finished",), ["3", "1"]),
        (("--unfinished",), ["2"]),
        (("--find", "ALI"), ["3", "1"]),
        (("--find", "club"), ["2"]),
        (("--find", "zoë", "--finished"), []),
        (("--limit", "2"), ["3", "2"]),
    ],
)
def test_the_list_can_be_narrowed(
    words: tuple[str, ...], numbers: list[str], games: GameRepository
) -> None:
    keep(games, WON, BEGUN, WIDE)
    answer = p4tui("games", *words)
    listed = [line.split()[0] for line in answer.lines if line.split()[0].isdigit()]
    assert (answer.status, listed) == (0, numbers)
    assert (answer.out == "No matching games.\n") is not bool(numbers)


def test_a_list_that_is_cut_says_how_to_see_the_rest(games: GameRepository) -> None:
    keep(games, WON, BEGUN, WIDE)
    assert p4tui("games", "--limit", "1").err == (
        "p4tui: There are 2 more games: --limit 3 lists them too.\n"
    )
    assert p4tui("games", "--limit", "2", "--json").err == (
        "p4tui: There is 1 more game: --limit 3 lists it too.\n"
    )


def test_a_long_list_is_read_a_page_at_a_time(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_games, "PAGE", 2)
    keep(games, *[WON] * 5)
    answer = p4tui("games", "--limit", "5")
    assert [line.split()[0] for line in answer.lines] == ["No.", "5", "4", "3", "2", "1"]


def test_the_list_as_json(games: GameRepository) -> None:
    keep(games, BEGUN, WON)
    won, begun = (json.loads(line) for line in p4tui("games", "--json").lines)
    assert begun == {
        "number": 1,
        "started": DATE,
        "changed": DATE,
        "imported": False,
        "columns": 7,
        "rows": 6,
        "connect": 4,
        "red": {"name": "Zoë", "kind": "person", "id": None, "level": None},
        "yellow": {"name": "", "kind": "level", "id": "club", "level": "club"},
        "move_count": 4,
        "finished": False,
        "winner": None,
    }
    assert (won["finished"], won["winner"]) == (True, "red")


def test_names_of_any_kind_are_harmless_and_aligned(games: GameRepository) -> None:
    wide = "漢字" * 20
    keep(games, Match(Person("\x1b[2Jx\n\u202e"), Person(wide), parse_game("4")), WON)
    answer = p4tui("games")
    assert harmless(answer.out)
    assert "�[2Jx��" in answer.out
    places = {cells(line[: line.index("7x6")]) for line in answer.lines[1:]}
    assert len(places) == 1


def test_what_no_program_of_ours_would_write_is_listed(
    games: GameRepository, database: Path
) -> None:
    keep(games, WON)
    games.close()
    change(database, "red_level = 'emperor\x1b', red_name = '', changed = 1e300, connect = 7")
    assert p4tui("games").lines[1].split() == [
        *("1", "1970-01-01", "Red", "Bob", "7x6", "(7)", "7", "Red", "won"),
    ]


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "..."),
        ("abcdef", 5, "ab..."),
        ("漢字漢字", 8, "漢字漢字"),
        ("漢字漢字", 7, "漢字..."),
        ("漢字漢字", 6, "漢..."),
        ("e\u0301" * 4, 4, "e\u0301" * 4),
    ],
)
def test_texts_are_cut_to_a_width_in_cells(text: str, width: int, shown: str) -> None:
    assert table.cut(text, width) == shown


# One game


def test_a_finished_game_is_shown(games: GameRepository) -> None:
    keep(games, WON)
    assert p4tui("games", "show", "1") == (
        0,
        (
            "Game 1: Alice - Bob, 2023-11-14 22:13\n"
            "Red (X): Alice\n"
            "Yellow (O): Bob\n"
            "Started 2023-11-14 22:13, last played 2023-11-14 22:13\n"
            "Board: 7x6, 4 in line\n"
            "Moves: 4433556\n"
            "1234567\n"
            "_______\n"
            "_______\n"
            "_______\n"
            "_______\n"
            "__OOO__\n"
            "__XXXX_\n"
            "A line of 4 after 7 moves.\n"
            "Alice has won\n"
        ),
        "",
    )


def test_an_unfinished_game_with_a_clock_and_results_is_shown(games: GameRepository) -> None:
    game = parse_game("4")
    clock = Clock.new(TimeControl.parse("5+3"), 2)
    games.add([(Match(ALICE, BOB, game, results=(None,), clock=clock), DATE - 3600)])
    answer = p4tui("games", "show", "1", "--style", "spoken")
    assert answer.lines == [
        "Game 1: Alice - Bob, 2023-11-14 22:13",
        "Red: Alice",
        "Yellow: Bob",
        "Started 2023-11-14 21:13, last played 2023-11-14 22:13",
        "Imported.",
        "Board: 7x6, 4 in line",
        "Moves: 4",
        "Clock: 5+3",
        "column 4: one red",
        "empty columns: 1 to 3, 5 to 7",
        "last move: column 4, row 1; longest line through it: 1",
        "yellow's turn",
        "Unfinished. Resume it with p4tui resume 1.",
        "Score: Alice 0, Bob 0, draws 1",
    ]


def test_every_position_of_a_game_is_shown(games: GameRepository) -> None:
    keep(games, Match(ALICE, BOB, parse_game("43").resign(Side.FIRST)))
    answer = p4tui("games", "show", "1", "--moves", "--style", "exercise-b")
    told = [line for line in answer.lines if "plays" in line or line.startswith("Alice has")]
    assert told == ["Alice plays column 3", "Bob plays column 2", "Alice has resigned."]
    assert sum(line.startswith(" 0 1 2") for line in answer.lines) == 3
    assert answer.lines[-1] == "Player 2 has won"


def test_moves_to_be_read_aloud_are_single_numbers(games: GameRepository) -> None:
    keep(games, BEGUN)
    moves = played(all_of(games)[0])
    lines = p4tui("games", "show", "1", "--style", "spoken").lines
    assert f"Moves: {', '.join(moves)}" in lines


def test_a_game_without_a_move_is_shown(games: GameRepository) -> None:
    games.add([(Match(ALICE, BOB, parse_game("")), None)])
    assert "No moves yet" in p4tui("games", "show", "1").lines


# Written elsewhere


def exported(*words: str) -> Answer:
    return p4tui("games", "export", *words)


def test_games_are_exported_as_moves_in_the_order_asked_for(games: GameRepository) -> None:
    keep(games, WON, BEGUN, WIDE)
    answer = exported("3", "1")
    assert (answer.status, answer.out) == (0, "8A\n4433556\n")
    assert exported("--all").out == "4433556\n4453\n8A\n"
    assert exported("--all", "--unfinished").out == "4453\n"
    assert exported("--all", "--find", "bob", "--finished").out == "4433556\n"


def test_what_cannot_be_written_is_told_and_passed_over(games: GameRepository) -> None:
    keep(games, POSITION, WIDE, WON)
    answer = exported("--all", "--format", "links")
    assert (answer.status, answer.out) == (1, "https://connect4.gamesolver.org/?pos=4433556\n")
    assert [line.split(" cannot ")[0] for line in answer.err.splitlines()] == [
        "p4tui: Game 1",
        "p4tui: Game 2",
    ]
    answer = exported("1", "3", "9")
    assert (answer.status, answer.out) == (1, "4433556\n")
    assert answer.err.splitlines() == [
        "p4tui: Game 1 does not start from the empty board. A move string cannot hold it; use --format json.",
        "p4tui: There is no game 9.",
    ]


def test_a_row_that_is_no_game_is_told_and_passed_over(
    games: GameRepository, database: Path
) -> None:
    keep(games, WON)
    games.close()
    change(database, "moves = '9'")
    answer = exported("--all")
    assert answer == (1, "", "p4tui: Game 1 cannot be read: its record is damaged.\n")
    assert exported("1") == answer


def test_games_are_exported_as_drawings(games: GameRepository) -> None:
    keep(games, WON, BEGUN)
    answer = exported("--all", "--format", "drawings", "--style", "debug")
    assert answer.out.count("\n\n") == 2
    assert answer.out.startswith("# Game 1\n0 0 0 0 0 0 0\n")
    assert "\n\n# Game 2\n0 0 0 0 0 0 0\n" in answer.out


def test_move_strings_of_other_boards_are_told_once(games: GameRepository) -> None:
    five = Match(Person(), Person(), Game.new(Position(Geometry(9, 7, 5))).play(0))
    keep(games, WON, WIDE, WIDE, five)
    answer = exported("--all")
    assert (answer.status, answer.out) == (0, "4433556\n8A\n8A\n1\n")
    assert answer.err == (
        "p4tui: Move strings do not include the board. Import those of 10x6, 9x7 (5) with --size and --connect,"
        " or export with --format json.\n"
    )
    keep(
        games,
        *(
            Match(Person(), Person(), Game.new(Position(Geometry(n, 5))).play(0))
            for n in range(4, 9)
        ),
    )
    assert "10x6, 9x7 (5), 4x5, 5x5, 6x5, ... with" in exported("--all").err
    assert exported("--all", "--format", "json").err == ""
    assert exported("1").err == ""


def test_a_backup_that_is_read_elsewhere_goes_on_as_it_would_here(
    games: GameRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(games, WON, BEGUN, WIDE, POSITION)
    file = str(tmp_path / "games.jsonl")
    assert exported("--all", "--format", "json", "--output", file) == (0, "", "")
    before, statistics, waiting = all_of(games), games.statistics(), games.unfinished()
    monkeypatch.setenv("HOME", str(tmp_path / "new"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "new"))
    assert p4tui("games", "import", file).out == "4 games imported.\n"
    path = paths.games_file()
    assert path is not None
    with closing(GameRepository(path)) as new:
        assert all_of(new) == before
        assert new.statistics() == statistics
        assert new.unfinished() == waiting
        assert [game.number for game in waiting] == [4, 2]
        latest = new.open_latest()
        assert latest is not None
        assert latest.saved.number == 4


def test_a_game_that_is_here_already_is_passed_over(games: GameRepository, tmp_path: Path) -> None:
    keep(games, WON, BEGUN, WIDE)
    file = tmp_path / "games.jsonl"
    assert exported("--all", "--format", "json", "--output", str(file)) == (0, "", "")
    before = all_of(games)
    for _ in range(2):
        assert p4tui("games", "import", str(file)) == (
            0,
            "0 games imported.\n3 games were already here.\n",
            "",
        )
    file.write_text(2 * (to_json(replace(before[1], started=5.0)) + "\n"), encoding="utf-8")
    assert p4tui("games", "import", str(file)).out == (
        "1 game imported.\n1 game was already here.\n"
    )
    assert all_of(games)[:3] == before


def test_games_that_come_in_while_others_are_written_are_not_written_too(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.storage.library.BATCH", 1)
    keep(games, WON, BEGUN)
    seen = [
        games.add([(game.match, None)]) for game in games.all_games() if isinstance(game, SavedGame)
    ]
    assert seen == [[3], [4]]


def test_a_file_is_replaced_once_all_is_written(games: GameRepository, tmp_path: Path) -> None:
    keep(games, WON)
    file = tmp_path / "games"
    file.write_text("before", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to(file)
    assert exported("9", "--output", str(link)).status == 1
    assert file.read_text(encoding="utf-8") == "before"
    assert exported("1", "--output", str(link)).status == 0
    assert file.read_text(encoding="utf-8") == "4433556\n"
    assert {path.name for path in tmp_path.iterdir()} >= {"games", "link"}
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_file_stays_as_it_is_where_writing_fails(
    games: GameRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    keep(games, WON)
    file = tmp_path / "games"
    file.write_text("before", encoding="utf-8")
    monkeypatch.setattr("os.fsync", full)
    answer = exported("1", "--output", str(file))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == "p4tui: --output cannot be written: No space left on device.\n"
    assert file.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".games")] == []


@pytest.mark.parametrize("name", [".", "", "games/", os.devnull, "x" * 300, "a\0b", "nowhere/x"])
def test_an_output_that_is_no_file_is_refused(name: str, games: GameRepository) -> None:
    keep(games, WON)
    answer = exported("1", "--output", name)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("p4tui: --output ")
    assert harmless(answer.err)


# Read from elsewhere


def imported(text: str | bytes, *words: str) -> Answer:
    return p4tui("games", "import", "-", *words, typed=text)


def imported_file(file: Path) -> Answer:
    return p4tui("games", "import", str(file))


def test_what_people_have_is_imported_and_the_rest_is_told(games: GameRepository) -> None:
    answer = imported(
        "4453 2\n"
        "\n"
        "x44\n"
        "https://connect4.gamesolver.org/?pos=44\n"
        '{"moves": "1", "red": {"name": "Alice"}}\n'
        '{"moves": "1", "red": {"level": "emperor"}}\n'
        '{"moves": "1", "winner"\n'
        '{"moves": "1", "end": "line"}\n'
        '{"p4tui": 2}\n'
        "4444444\n"
        "7\n"
    )
    assert (answer.status, answer.out) == (1, "4 games imported.\n")
    assert answer.err.splitlines() == [
        "p4tui: line 3: Character 1 of the moves is not a column.",
        (
            "p4tui: line 6: There is no level emperor: choose one of random, winner, aligner, tactician, careful, casual,"
            " regular, keen, skilled, seasoned, strong, club, expert, perfect."
        ),
        "p4tui: line 7: This is not JSON, or a part of it is missing.",
        'p4tui: line 8: "end" and "winner" contradict the moves.',
        "p4tui: line 9: A newer version of p4tui wrote this.",
        "p4tui: line 10: Character 7 of the moves cannot be played: Column 4 is full.",
    ]
    assert [played(game) for game in all_of(games)] == ["4453", "44", "1", "7"]
    assert all(game.imported for game in all_of(games))


LEFT = '"increment": 0, "left": [[1, 1], [1, 1]]'


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("[[]]", "This is not a JSON object.", "Ce n'est pas un objet JSON."),
        (
            '{"moves": "", "red": 5}',
            '"red" must be a JSON object.',
            "« red » doit être un objet JSON.",
        ),
        ("{}", '"moves" is missing.', "« moves » manque."),
        ('{"moves": 4}', '"moves" must be a string.', "« moves » doit être une chaîne."),
        (
            '{"moves": "", "rows": "6"}',
            '"rows" must be a whole number from 4 to 32.',
            "« rows » doit être un nombre entier de 4 à 32.",
        ),
        (
            '{"moves": "", "p4tui": 1, "started": 1, "imported": 1}',
            '"imported" must be true or false.',
            "« imported » doit être true ou false.",
        ),
        (
            '{"moves": "", "started": "today"}',
            '"started" must be a date from the years 1 to 9999, in seconds since 1970.',
            "« started » doit être une date entre les années 1 et 9999, en secondes depuis 1970.",
        ),
        (
            '{"moves": "", "first": "green"}',
            '"first" must be one of these: "red", "yellow".',
            '« first » doit être l\'un de : "red", "yellow".',
        ),
        (
            '{"moves": "", "results": ["green"]}',
            '"results" must be a list of these: "red", "yellow", "draw".',
            '« results » doit être une liste de : "red", "yellow", "draw".',
        ),
        (
            '{"moves": "", "start": "1/1"}',
            '"start" is not a possible start on this board.',
            "« start » n'est pas un départ possible sur cette grille.",
        ),
        (
            '{"moves": "4", "end": "line", "winner": "red"}',
            '"end" and "winner" contradict the moves.',
            "« end » et « winner » contredisent les coups.",
        ),
        (
            '{"moves": "4", "end": "resignation"}',
            '"winner" must name the winner, because "end" is "resignation".',
            '« winner » doit désigner le gagnant, puisque « end » vaut "resignation".',
        ),
        (
            '{"moves": "4", "clock": {"base": 1000, "increment": 0, "left": 5}}',
            '"clock.left" must be a list of 2 pairs of milliseconds, one for the start and one for each move.',
            "« clock.left » doit être une liste de 2 paires de millisecondes, une pour le départ et une pour chaque coup.",
        ),
        (
            '{"moves": "", "clock": {"base": 1000, "increment": 0, "left": 5}}',
            '"clock.left" must be a list of 1 pair of milliseconds.',
            "« clock.left » doit être une liste de 1 paire de millisecondes.",
        ),
    ],
)
def test_what_is_wrong_with_an_object_is_said(line: str, english: str, french: str) -> None:
    assert imported(line).err == f"p4tui: line 1: {english}\n"
    said = imported(line, "--lang", "fr").err.replace("\N{NO-BREAK SPACE}", " ")
    assert said == f"p4tui: ligne 1 : {french}\n"


def test_it_is_said_in_which_game_of_a_line_it_is() -> None:
    answer = imported('4\n[{"moves": "4"}, {"moves": "44"}, {"moves": 5}]\n')
    assert answer.out == "3 games imported.\n"
    assert answer.err == 'p4tui: line 2, game 3: "moves" must be a string.\n'


def test_only_the_first_bad_lines_are_told_and_all_are_counted() -> None:
    answer = imported("x\n" * (MAX_COMPLAINTS + 2))
    assert len(answer.err.splitlines()) == MAX_COMPLAINTS + 1
    assert answer.err.splitlines()[-1] == "p4tui: 2 more lines hold no game."


def test_what_a_bad_line_says_is_harmless() -> None:
    answer = imported('{"moves": "1", "red": {"level": "\x1b[2J\\u202e' + "x" * 1000 + '"}}\n')
    assert harmless(answer.err)
    assert len(answer.err) < 320


def test_move_strings_of_another_board(games: GameRepository) -> None:
    assert imported("8A\n", "--size", "10x6", "--connect", "5").status == 0
    assert all_of(games)[0].match.geometry == Geometry(10, 6, 5)
    assert imported("8A\n", "--connect", "9").status == 2


@pytest.mark.parametrize(
    "data",
    [
        "\N{BYTE ORDER MARK}44\r\n1".encode(),
        "44\r\n1\r\n".encode("utf-16"),
        "\N{BYTE ORDER MARK}44\n1\n".encode("utf-16-be"),
        b"44\n1\n\n\n",
        b"44\r1",
    ],
)
def test_files_of_other_systems_are_read(data: bytes, games: GameRepository) -> None:
    assert imported(data).out == "2 games imported.\n"
    assert [played(game) for game in all_of(games)] == ["44", "1"]


def test_a_file_that_is_no_text_has_no_games(games: GameRepository) -> None:
    answer = imported(b"44 \x08\n1\t2 caf\xe9\n3 \x1b[2J\n3\x9f\n1\t2 caf\xc3\xa9\n")
    assert (answer.status, answer.out) == (1, "1 game imported.\n")
    assert answer.err.splitlines() == [f"p4tui: line {n}: This is not text." for n in range(1, 5)]
    assert [played(game) for game in all_of(games)] == ["1"]
    assert imported(b"44\n1\n\0\n") == (1, "0 games imported.\n", "p4tui: This is not text.\n")


def test_a_line_of_any_length_is_passed_over_whole(games: GameRepository) -> None:
    for blanks in (b"", b" " * MAX_LINE_LENGTH):
        answer = imported(b"44\n" + blanks + b"1" * (3 * MAX_LINE_LENGTH) + b"\n2\n")
        assert answer == (1, "2 games imported.\n", "p4tui: line 2: The line is too long.\n")


@given(st.binary())
def test_no_bytes_fail(data: bytes) -> None:
    answer = imported(data)
    assert answer.status in {0, 1}
    assert "Traceback" not in answer.err
    assert harmless(answer.err)


def test_a_file_is_imported_and_how_far_it_is_read_is_told(
    games: GameRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_games, "_PROGRESS_LINES", 2)
    file = tmp_path / "games.txt"
    file.write_text("1\n2\n3\n4\n5\n", encoding="utf-8")
    assert p4tui("games", "import", str(file)) == (0, "5 games imported.\n", "")
    seconds = itertools.count(0, 40)
    slow = functools.partial(Progress, clock=lambda: float(next(seconds)))
    monkeypatch.setattr(import_games, "Progress", slow)
    answer = p4tui("games", "import", str(file))
    assert (answer.status, answer.out) == (0, "5 games imported.\n")
    assert answer.err.splitlines() == [
        "importing (bytes): 9 of 10",
        "importing (bytes): 10 of 10",
    ]


def test_games_that_nobody_can_tell_apart_are_several(
    games: GameRepository, tmp_path: Path
) -> None:
    """A backup has all of them where it is brought back, also a second time, a part of them, and among its own copies."""
    imported("44\n" * 4)
    file = tmp_path / "games.jsonl"
    assert exported("--all", "--format", "json", "--output", str(file)).status == 0
    backup = file.read_text(encoding="utf-8")
    assert imported(backup).out == "0 games imported.\n4 games were already here.\n"
    begin_anew(games)
    assert imported(backup + backup).out == "4 games imported.\n4 games were already here.\n"
    begin_anew(games)
    imported("".join(backup.splitlines(keepends=True)[:3]))
    assert imported(backup).out == "1 game imported.\n3 games were already here.\n"
    assert games.count() == 4


def test_of_games_that_may_be_one_each_stands_for_itself(games: GameRepository) -> None:
    """Imported at one moment, a game and what could have come of it."""
    imported("4\n44\n444\n45\n4455\n4\n")
    backup = exported("--all", "--format", "json").out
    lines = backup.splitlines(keepends=True)
    for source in (backup, "".join(reversed(lines)), "".join(lines[1:] + lines[:1])):
        assert imported(source).out == "0 games imported.\n6 games were already here.\n"


def begin_anew(games: GameRepository) -> None:
    """Have no database any more."""
    games.close()
    assert games.path is not None
    for each in games.path.parent.glob(games.path.name + "*"):
        each.unlink()


def test_games_are_kept_a_batch_at_a_time(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    add = GameRepository.add

    def counted(
        repository: GameRepository, batch: list[tuple[Match, None]], known: ImportDeduplicator
    ) -> list[int]:
        sizes.append(len(batch))
        return add(repository, batch, known)

    monkeypatch.setattr(GameRepository, "add", counted)
    monkeypatch.setattr(importer, "BATCH", 2)
    imported('1\n2\n[{"moves": "1"}, {"moves": "2"}, {"moves": "3"}]\n')
    assert sizes == [2, 2, 1]


class _Broken(io.BytesIO):
    """Bytes after which the disk fails."""

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() == len(self.getvalue()):
            raise OSError(5, "Input/output error")
        return super().read(size)


def test_what_can_be_read_before_the_input_fails_is_kept(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "standard_input", lambda: LineReader(_Broken(b"44\n1\n")))
    answer = p4tui("games", "import", "-")
    assert answer == (1, "2 games imported.\n", "p4tui: The input cannot be read.\n")


@pytest.mark.parametrize("source", [None, io.BytesIO()])
def test_no_input_is_no_game(source: io.BytesIO | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "standard_input", lambda: LineReader(source))
    assert p4tui("games", "import", "-") == (0, "0 games imported.\n", "")


def test_an_input_that_was_closed_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    source = io.BytesIO()
    source.close()
    monkeypatch.setattr(files, "standard_input", lambda: LineReader(source))
    assert p4tui("games", "import", "-").err == "p4tui: The input cannot be read.\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere/at/all", "there is no such file"),
        (".", "it is a folder"),
        ("", "there is no such file"),
        ("a\0b", "it cannot be opened"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_in_a_sentence(name: str, reason: str) -> None:
    answer = p4tui("games", "import", name)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.endswith(f" cannot be read: {reason}.\n")
    assert harmless(answer.err)


def test_what_was_kept_before_the_database_failed_is_told(
    games: GameRepository, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = GameRepository.add

    def fails_later(
        repository: GameRepository, batch: list[tuple[Match, None]], known: ImportDeduplicator
    ) -> list[int]:
        if games.count():
            raise StorageError(StorageProblem.FULL, database)
        return add(repository, batch, known)

    monkeypatch.setattr(importer, "BATCH", 2)
    monkeypatch.setattr(GameRepository, "add", fails_later)
    answer = imported("1\n\nx\n2\n\n3\n4\n")
    assert (answer.status, answer.out) == (1, "2 games imported.\n")
    assert answer.err.splitlines() == [
        "p4tui: line 3: Character 1 of the moves is not a column.",
        "p4tui: The import stopped at line 6.",
        f"p4tui: Games are not saved: the disk is full ({database}).",
    ]
    assert games.count() == 2


def test_ctrl_c_keeps_whole_batches_and_says_how_many(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = GameRepository.add

    def interrupted(
        repository: GameRepository, batch: list[tuple[Match, None]], known: ImportDeduplicator
    ) -> list[int]:
        signal.raise_signal(signal.SIGINT)
        return add(repository, batch, known)

    monkeypatch.setattr(GameRepository, "add", interrupted)
    monkeypatch.setattr(importer, "BATCH", 3)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        answer = imported("1\n2\n3\n4\n5\n")
    finally:
        signal.signal(signal.SIGINT, before)
    assert answer == (130, "3 games imported.\n", "p4tui: The import stopped at line 4.\n")
    assert games.count() == 3


@pytest.mark.exhaustive
def test_a_long_line_and_many_games_take_constant_memory(tmp_path: Path) -> None:
    program = (
        "import resource, sys\nfrom p4tui.cli import main\nmain(['games', 'import', sys.argv[1]])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    def peak(file: Path) -> int:
        answer = subprocess.run(
            [sys.executable, "-c", program, file],
            cwd=ROOT,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(answer.stdout.split()[-1])

    if sys.platform == "win32":
        pytest.skip("its memory is asked for in another way")
    small, large = tmp_path / "small", tmp_path / "large"
    small.write_text("44\n", encoding="utf-8")
    with large.open("wb") as file:
        for _ in range(60):
            file.write(b"4" * (1 << 20))
        file.write(b"\n" + b"44\n" * 2000)
    # What a line may take, a few times over; the file has 60 million bytes.
    unit = 1024 if sys.platform == "darwin" else 1
    assert peak(large) - peak(small) < 20_000 * unit


# Deleted and brought back


def test_a_game_is_deleted_and_brought_back(games: GameRepository) -> None:
    keep(games, WON, BEGUN)
    answer = p4tui("games", "delete", "1", "--yes")
    assert answer == (
        0,
        "Game 1 was deleted. p4tui games undelete restores it, until the next deletion.\n",
        "",
    )
    assert [game.number for game in games.summaries()] == [2]
    assert p4tui("games", "undelete") == (0, "Game 1 was restored.\n", "")
    assert p4tui("games", "undelete") == (
        1,
        "",
        "p4tui: There are no deleted games to restore.\n",
    )
    assert games.count() == 2


@pytest.mark.parametrize(
    ("typed", "left"),
    [("y\n", 0), ("YES\n", 0), ("oui\n", 0), ("n\n", 1), ("\n", 1), ("", 1), (b"\xff\n", 1)],
)
def test_at_a_terminal_it_is_asked_before(
    typed: str | bytes, left: int, games: GameRepository
) -> None:
    keep(games, WON)
    answer = p4tui("games", "delete", "1", typed=typed, terminal=True)
    assert answer.status == 0
    assert answer.lines[0] == "Game 1: Alice - Bob, 2023-11-14 22:13"
    assert answer.lines[1].startswith("Delete this game? (y/n) ")
    assert games.count() == left
    assert ("Nothing was deleted." in answer.out) is bool(left)


def test_several_games_are_deleted_at_once_and_come_back(games: GameRepository) -> None:
    keep(games, *[WON] * 14)
    answer = p4tui("games", "delete", "2", "4", "6-8", "7", "--yes")
    assert answer == (
        0,
        "5 games were deleted. p4tui games undelete restores them, until the next deletion.\n",
        "",
    )
    assert games.numbers(1, 99) == [1, 3, 5, 9, 10, 11, 12, 13, 14]
    # In a range are the games that there are.
    assert p4tui("games", "delete", "5-9", "--yes").out.startswith("2 games were deleted")
    assert p4tui("games", "undelete") == (0, "2 games were restored.\n", "")
    assert p4tui("games", "delete", "6-8", "--yes") == (
        1,
        "",
        "p4tui: There are no games from 6 to 8.\n",
    )
    assert games.count() == 9


@pytest.mark.parametrize("options", [("--yes",), ()])
def test_of_several_games_those_that_are_not_there_are_named(
    options: tuple[str, ...], games: GameRepository
) -> None:
    keep(games, WON, BEGUN)
    words = ("games", "delete", "1", "7", "2", "9", *options)
    sentence = "p4tui: There are no games 7, 9.\n"
    assert p4tui(*words, typed="y\n", terminal=True) == (1, "", sentence)
    many = [str(number) for number in range(3, 30)]
    answer = p4tui("games", "delete", *many, "--yes")
    assert answer.err == "p4tui: There are no games 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 17 more.\n"
    answer = p4tui("games", "delete", *many[:11], "--yes", "--lang", "fr")
    assert answer.err.endswith(" 11, 12 et 1 autre.\n")
    assert games.count() == 2


@pytest.mark.parametrize(("typed", "left"), [("y\n", 1), ("n\n", 13)])
def test_one_question_is_asked_for_all(typed: str, left: int, games: GameRepository) -> None:
    keep(games, *[WON] * 13)
    answer = p4tui("games", "delete", "2-99", typed=typed, terminal=True)
    assert answer.lines[:2] == [
        "Game 2: Alice - Bob, 2023-11-14 22:14",
        "Game 3: Alice - Bob, 2023-11-14 22:15",
    ]
    assert answer.lines[10] == "and 2 more"
    assert answer.lines[11].startswith("Delete these 12 games? (y/n) ")
    assert games.count() == left


def test_what_cannot_be_read_can_be_deleted(games: GameRepository, database: Path) -> None:
    keep(games, WON)
    change(database, "moves = 'x'")
    answer = p4tui("games", "delete", "1", typed="y\n", terminal=True)
    assert answer.status == 0
    assert answer.lines[0] == "Game 1 cannot be read: its record is damaged."
    assert games.count() == 0


def test_without_a_terminal_nothing_is_deleted_unasked(games: GameRepository) -> None:
    keep(games, WON)
    answer = p4tui("games", "delete", "1", typed="y\n")
    assert answer == (
        2,
        "",
        "p4tui: There is no terminal to ask. Use --yes to delete without a question.\n",
    )
    assert games.count() == 1


def test_a_game_that_is_played_in_another_window_is_deleted(games: GameRepository) -> None:
    """That window is told."""
    owned = Ownership()
    games.save(WON, owned)
    assert p4tui("games", "delete", "1", "--yes").status == 0
    with pytest.raises(GameDeletedError):
        games.check(owned)


# Statistics


def test_statistics_are_a_table(games: GameRepository) -> None:
    keep(games, WON, WON, Match(ALICE, CLUB, parse_game("44").resign(Side.FIRST)), BEGUN)
    assert p4tui("stats") == (
        0,
        (
            "Player                  Games  Won  Drawn  Lost  Streak  Best streak\n"
            "Alice                       3    2      0     1      -1            2\n"
            "Bob                         2    0      0     2      -2            0\n"
            "Club player (computer)      1    1      0     0      +1            1\n"
        ),
        "",
    )


@pytest.mark.parametrize("name", ["alice", " ALICE "])
def test_statistics_of_one_player_say_against_whom(name: str, games: GameRepository) -> None:
    keep(games, WON, Match(ALICE, CLUB, parse_game("44").resign(Side.FIRST)))
    assert p4tui("stats", name).lines[1:] == [
        "Alice                      2    1      0     1      -1            1",
        "  against people           1    1      0     0      +1            1",
        "  against Club player      1    0      0     1      -1            0",
    ]


def test_on_a_narrow_terminal_statistics_are_sentences(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(games, WON, Match(ALICE, CLUB, parse_game("44").resign(Side.FIRST)))
    monkeypatch.setattr(table, "terminal_width", lambda: 40)
    assert p4tui("stats", "alice").lines == [
        "Alice: Games 2, Won 1, Drawn 0, Lost 1,",
        "  Streak -1, Best streak 1",
        "  against people: Games 1, Won 1, Drawn",
        "  0, Lost 0, Streak +1, Best streak 1",
        "  against Club player: Games 1, Won 0,",
        "  Drawn 0, Lost 1, Streak -1, Best",
        "  streak 0",
    ]


def test_a_person_has_a_place_on_the_ladder(games: GameRepository) -> None:
    for level_id, winner in (("keen", 1), ("skilled", 0), ("keen", 1), ("skilled", 0), ("keen", 1)):
        resigned = parse_game("44").resign(Side(winner))
        keep(games, Match(ALICE, LevelSeat(level_id), resigned))
    strength = p4tui("stats", "alice").lines[-1]
    assert strength.startswith("Alice: Strength: between Keen and Skilled, place 8.")
    place = json.loads(p4tui("stats", "alice", "--json").lines[0])["place"]
    assert place["low"] < 8 < place["value"] < 9 < place["high"]


@pytest.mark.parametrize("name", ["club", "Club Player"])
def test_a_level_is_named_by_its_id_or_its_name(name: str, games: GameRepository) -> None:
    keep(games, Match(ALICE, CLUB, parse_game("44").resign(Side.FIRST)))
    assert p4tui("stats", name).lines[1].split()[:3] == ["Club", "player", "(computer)"]


def test_statistics_as_json(games: GameRepository) -> None:
    keep(games, WON)
    alice, _bob = (json.loads(line) for line in p4tui("stats", "--json").lines)
    tally = {"games": 1, "wins": 1, "draws": 0, "losses": 0, "streak": 1, "best": 1}
    assert alice == {
        "name": "Alice",
        "kind": "person",
        "id": None,
        "level": None,
        **tally,
        "against_itself": 0,
        "place": None,
        "against": [{"kind": "person", "id": None, "level": None, **tally}],
    }


def test_games_against_itself_are_told_of(games: GameRepository) -> None:
    nobody = Match(Person(), Person(), parse_game("44").resign())
    keep(games, nobody, nobody)
    answer = p4tui("stats")
    assert answer.lines[1].split()[:3] == ["Unnamed", "people", "0"]
    assert answer.lines[2] == "Unnamed people: 2 games against itself are not counted."


def test_a_draw_ends_every_streak(games: GameRepository) -> None:
    full = parse_game("111111222222333333544444455555666666777777")
    keep(games, WON, Match(ALICE, BOB, full))
    assert p4tui("stats").lines[1].split() == ["Alice", "2", "1", "1", "0", "0", "1"]
    assert p4tui("games").lines[1].split()[-1] == "Draw"


def test_without_a_finished_game_it_is_said_so(games: GameRepository) -> None:
    keep(games, BEGUN)
    games.add(
        [(Match(Person(), Person(), parse_game("1212121")), None)]
    )  # nobody knows whose it is
    assert p4tui("stats") == (0, "No finished games yet.\n", "")
    assert p4tui("stats", "--json") == (0, "", "")
    answer = p4tui("stats", "Zo\x1b\xeb")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err == "p4tui: Zo�ë has no finished games.\n"


def test_names_in_the_table_are_harmless_and_of_bounded_width(games: GameRepository) -> None:
    keep(games, Match(Person("\x1b" + "x" * 500), BOB, parse_game("44").resign()))
    answer = p4tui("stats")
    assert harmless(answer.out)
    assert max(map(len, answer.lines)) < 80


# Wrong use, and what can go wrong with all of them


@pytest.mark.parametrize(
    "words",
    [
        "games nonsense",
        "games list 3",
        "games show",
        "games show 1 2",
        "games show x",
        "games show 0",
        "games export",
        "games export --all 1",
        "games export 1 --find x",
        "games export 1 --style debug",
        "games export 1 --format pgn",
        "games import",
        "games import a b",
        "games delete",
        "games delete 1 x --yes",
        "games delete 3-1 --yes",
        "games delete 1- --yes",
        "games delete 1-2-3 --yes",
        "games delete 0-5 --yes",
        "games undelete 1",
        "games --finished --unfinished",
        "games --limit 0",
        "games --limit x",
        "games --yes",
        "games --output x",
        "games show 1 --json",
        "games import - --all",
        "stats Alice Bob",
        "resume 1 2",
    ],
)
def test_wrong_use_is_answered_in_one_sentence(words: str) -> None:
    answer = p4tui(*words.split())
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("p4tui: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    ["games show 7", "games delete 7 --yes", "games export 7", "games show 999999999999999999"],
)
def test_a_game_that_is_not_there_is_said_in_a_sentence(words: str) -> None:
    number = words.split()[2]
    assert p4tui(*words.split()) == (1, "", f"p4tui: There is no game {number}.\n")


@pytest.mark.parametrize(
    "words",
    [
        *("games", "games show 1", "games export 1", "games export --all", "games delete 1 --yes"),
        *("games undelete", "stats", "resume", "resume 1"),
    ],
)
@pytest.mark.parametrize("case", ["no place", "a folder", "damaged"])
def test_games_that_cannot_be_had_are_said_in_a_sentence(
    words: str, case: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case == "no place":
        monkeypatch.setattr(paths, "games_file", lambda: None)
    elif case == "a folder":
        database.mkdir(parents=True)
    else:
        database.parent.mkdir(parents=True)
        database.write_bytes(b"no database at all " * 1000)
        # Nothing can be made in the folder.
        monkeypatch.setattr("p4tui.storage.backup.restore", refused)
    answer = p4tui(*words.split())
    assert (answer.status, answer.out, answer.err.count("\n")) == (1, "", 1)
    assert answer.err.startswith("p4tui: ")


def refused(*_: object) -> None:
    raise PermissionError(13, "refused")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        *(("games", 0), ("games show 1", 0), ("games export 1", 0), ("games export --all", 0)),
        *(("games delete 1 --yes", 0), ("games undelete", 1), ("stats", 0), ("resume 1", 1)),
    ],
)
def test_a_damaged_database_is_mended_by_every_command_and_that_is_said(
    words: str, status: int, database: Path, games: GameRepository
) -> None:
    keep(games, WON, BEGUN)
    games.back_up()
    games.close()
    whole = p4tui(*words.split())
    assert whole.status == status
    if words == "games delete 1 --yes":
        assert p4tui("games", "undelete").status == 0
    data = bytes(4096) + database.read_bytes()[4096:]
    database.write_bytes(data)
    answer = p4tui(*words.split())
    (place,) = database.parent.glob("*.damaged-*")
    assert place.read_bytes() == data
    date = date_words(database.with_name(database.name + ".backup-1").stat().st_mtime, MINUTE)
    sentence = (
        f"The saved games were damaged; the backup of {date} was restored."
        f" The damaged file was moved to {place}; sqlite3 FILE .recover may find more games."
    )
    assert answer == (status, whole.out, f"p4tui: {sentence}\n{whole.err}")


def test_where_there_is_no_backup_that_is_said(database: Path, games: GameRepository) -> None:
    keep(games, WON)
    games.close()
    database.write_bytes(bytes(4096) + database.read_bytes()[4096:])
    answer = p4tui("games")
    sentence = "The saved games were damaged, and there was no backup."
    assert answer.err.startswith(f"p4tui: {sentence} The damaged file was moved to ")


def test_a_seat_of_an_unknown_kind_is_listed_shown_exported_and_imported_again(
    games: GameRepository, database: Path, tmp_path: Path
) -> None:
    match = Match(UnknownSeat("program", "Velena"), UnknownSeat("level", "emperor"), WON.game)
    keep(games, match)
    games.close()
    assert p4tui("games").status == p4tui("games", "show", "1").status == 0
    assert p4tui("stats").status == 0
    file = tmp_path / "games.jsonl"
    assert exported("--all", "--format", "json", "--output", str(file)).status == 0
    fields = json.loads(file.read_text())
    seats = {colour: (fields[colour]["kind"], fields[colour]["id"]) for colour in ("red", "yellow")}
    assert seats == {"red": ("program", "Velena"), "yellow": ("level", "emperor")}
    database.unlink()
    assert imported_file(file).out == "1 game imported.\n"
    assert [game.match for game in all_of(games)] == [match]


def test_a_kind_that_is_no_text_of_any_encoding_is_imported_as_any_other(
    games: GameRepository, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    seat = {"name": "x", "kind": "\ud800", "id": "\udfff"}
    file.write_text(f'{{"moves": "44"}}\n{json.dumps({"moves": "4", "red": seat})}\n')
    assert imported_file(file) == (0, "2 games imported.\n", "")
    (first, second) = all_of(games)
    assert second.match.red == UnknownSeat("\ud800", "\udfff", "x")
    assert p4tui("games").status == p4tui("games", "show", "2").status == p4tui("stats").status == 0
    assert first.number == 1


def test_a_database_without_its_log_is_said_to_miss_it(
    games: GameRepository, database: Path, tmp_path: Path
) -> None:
    """It was imported as one without games, with status 0."""
    keep(games, WON)
    copy = tmp_path / "copied"
    copy.write_bytes(database.read_bytes())
    games.close()
    database.unlink()
    assert imported_file(copy) == (
        1,
        "0 games imported.\n",
        (
            "p4tui: This file holds no saved games."
            " If p4tui was running when you copied it, copy games.sqlite3-wal as well.\n"
        ),
    )


def test_a_file_that_is_no_database_is_not_called_a_damaged_one(tmp_path: Path) -> None:
    file = tmp_path / "program"
    file.write_bytes(b"\x7fELF\2\1\1\0" * 100)
    status, out, err = imported_file(file)
    assert (status, out) == (1, "0 games imported.\n")
    assert err.startswith("p4tui: This is neither text nor a whole database of saved games;")


def test_the_games_on_both_sides_of_damage_are_imported_and_nothing_is_left_beside(
    games: GameRepository, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "damaged.sqlite3"
    whole = filled(file, 400)
    data = file.read_bytes()
    leaf = [p for p in range(1, len(data) // PAGE) if data[p * PAGE] == 0x0D]
    middle = leaf[len(leaf) // 2] * PAGE
    file.write_bytes(data[:middle] + bytes(PAGE) + data[middle + PAGE :])
    answer = imported_file(file)
    assert answer.status == 1 and "This file is damaged" in answer.err
    found = {tuple(game.match.game.moves) for game in all_of(games)}
    assert 300 < games.count() < 400
    assert found <= {tuple(each.match.game.moves) for each in whole.values()}
    assert not list(tmp_path.glob("*-wal")) + list(tmp_path.glob("*-shm"))


def test_a_version_1_database_is_imported(games: GameRepository, tmp_path: Path) -> None:
    file = tmp_path / "old"
    old_database(file, "1", "22")
    before = file.read_bytes()
    assert imported_file(file) == (0, "2 games imported.\n", "")
    assert [game.match.yellow for game in all_of(games)] == [CLUB, CLUB]
    assert imported_file(file).out == "0 games imported.\n2 games were already here.\n"
    assert file.read_bytes() == before


def test_two_imports_of_one_file_at_the_same_time_do_not_double_its_games(
    games: GameRepository, tmp_path: Path
) -> None:
    """Fault 21: what the other one had brought in meanwhile was not seen."""
    keep(games, WON, BEGUN, WIDE, WON)
    file = tmp_path / "games.jsonl"
    assert exported("--all", "--format", "json", "--output", str(file)).status == 0
    found = all_of(games)
    games.delete(1, 2, 3, 4)
    first, second = ImportDeduplicator(), ImportDeduplicator()
    with closing(GameRepository(games.path)) as others:
        for game in found:
            games.add([game], first)
            others.add([game], second)
    assert [game.match for game in all_of(games)] == [game.match for game in found]


@pytest.mark.parametrize("case", ["whole", "moved aside", "read-only"])
def test_the_games_of_a_database_are_imported(
    case: str, games: GameRepository, database: Path, tmp_path: Path
) -> None:
    keep(games, WON, BEGUN, WIDE)
    games.delete(1)
    games.close()
    data = database.read_bytes()
    file = tmp_path / "backup"
    if case == "moved aside":
        file = database.with_name("games.sqlite3.damaged-20260101-000000")
    file.write_bytes(data)
    if case == "read-only":
        file.chmod(0o400)
    database.unlink()
    assert imported_file(file) == (0, "2 games imported.\n", "")
    assert [(game.match, game.started) for game in all_of(games)] == [
        (BEGUN, DATE + 60),
        (WIDE, DATE + 120),
    ]
    assert imported_file(file) == (0, "0 games imported.\n2 games were already here.\n", "")


def test_what_is_no_game_in_a_database_is_counted(
    games: GameRepository, database: Path, tmp_path: Path
) -> None:
    keep(games, WON, BEGUN)
    games.close()
    change_rows(database, "UPDATE games SET cursor = 99 WHERE id = 1")
    file = tmp_path / "backup"
    file.write_bytes(database.read_bytes())
    database.unlink()
    assert imported_file(file) == (
        1,
        "1 game imported.\n",
        "p4tui: 1 more game cannot be read.\n",
    )


def test_databases_that_are_not_imported(
    games: GameRepository, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(games, WON)
    games.close()
    data = database.read_bytes()
    answer = imported_file(database)
    assert answer == (2, "", "p4tui: This is the file of your saved games.\n")
    assert database.read_bytes() == data
    file = tmp_path / "file"
    file.write_bytes(data)
    change_rows(file, "PRAGMA user_version = 9")
    sentence = "p4tui: A newer version of p4tui wrote this.\n"
    assert imported_file(file) == (1, "0 games imported.\n", sentence)
    other = tmp_path / "other"
    change_rows(other, "CREATE TABLE theirs (x)")
    sentence = "p4tui: This file holds no saved games.\n"
    assert imported_file(other) == (1, "0 games imported.\n", sentence)
    file.write_bytes(data)
    monkeypatch.setattr("p4tui.storage.connections.connect", refused)
    assert imported_file(file) == (1, "0 games imported.\n", "p4tui: The input cannot be read.\n")


def test_an_import_of_a_database_that_is_stopped_says_so(
    games: GameRepository, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(games, WON, BEGUN)
    games.close()
    file = tmp_path / "file"
    file.write_bytes(database.read_bytes())
    database.unlink()
    monkeypatch.setattr(importer, "BATCH", 1)
    add = GameRepository.add

    def once(
        self: GameRepository, found: Sequence[ImportedGame], known: ImportDeduplicator
    ) -> list[int]:
        monkeypatch.setattr(GameRepository, "add", full)
        return add(self, found, known)

    def full(
        self: GameRepository, found: Sequence[ImportedGame], known: ImportDeduplicator
    ) -> list[int]:
        raise StorageError(StorageProblem.FULL, database)

    monkeypatch.setattr(GameRepository, "add", once)
    answer = imported_file(file)
    assert (answer.status, answer.out) == (1, "1 game imported.\n")
    assert answer.err == (
        "p4tui: The import was stopped. Import the file again to get the rest.\n"
        f"p4tui: Games are not saved: the disk is full ({database}).\n"
    )


def test_a_game_played_in_plain_text_is_in_the_list_and_counts() -> None:
    play("Alice", "Bob", typed="4\n4\n3\n3\n5\n5\n6\n")
    assert p4tui("games").lines[1].split()[-2:] == ["Alice", "won"]
    assert p4tui("stats", "Alice").lines[1].split()[1:3] == ["1", "1"]


def test_everything_is_said_in_french(games: GameRepository) -> None:
    keep(games, WON, BEGUN)
    assert p4tui("games", "--lang", "fr").lines == [
        "Num.  Date        Rouge  Jaune           Grille  Coups  Résultat",
        "   2  2023-11-14  Zoë    Joueur de club  7x6         4  Inachevée",
        "   1  2023-11-14  Alice  Bob             7x6         7  Alice a gagné",
    ]
    assert p4tui("stats", "--lang", "fr").lines[0].split() == [
        *("Joueur", "Parties", "Gagnées", "Nulles", "Perdues", "Série", "Record"),
    ]
    assert p4tui("games", "delete", "1", "--lang", "fr").err == (
        "p4tui: Il faut un terminal pour confirmer. Ajoutez --yes pour supprimer sans confirmation.\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions")
def test_an_exported_file_may_be_read_by_those_who_may_read_others(
    games: GameRepository, tmp_path: Path
) -> None:
    keep(games, WON)
    new, old = tmp_path / "new", tmp_path / "old"
    old.touch(mode=0o604)
    old.chmod(0o604)
    usual = os.umask(0o022)
    try:
        for file in (new, old):
            assert exported("1", "--output", str(file)).status == 0
    finally:
        os.umask(usual)
    assert [file.stat().st_mode & 0o777 for file in (new, old)] == [0o644, 0o604]


def test_a_level_is_found_by_its_name_in_the_language_that_is_spoken(games: GameRepository) -> None:
    keep(games, WON, BEGUN)
    assert len(p4tui("games", "--find", "Club player").lines) == 2
    assert len(p4tui("games", "--find", " joueur de club", "--lang", "fr").lines) == 2
    assert len(p4tui("games", "--find", "JOUEUR", "--lang", "fr").lines) == 2
    assert p4tui("games", "--find", "joueur").lines == ["No matching games."]


def test_a_complaint_begins_a_line_of_its_own_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_games, "_PROGRESS_LINES", 1)
    file = tmp_path / "games.txt"
    file.write_text("1\nx\n2\n", encoding="utf-8")
    answer = p4tui("games", "import", str(file), terminal=True)
    lines = answer.err.split("\n")
    assert any(line.startswith("p4tui: line 2: ") for line in lines)


def test_outside_the_main_thread_no_signal_is_held_back() -> None:
    found = []

    def work() -> None:
        before = signal.getsignal(signal.SIGINT)
        with defer_interrupt():
            found.append(signal.getsignal(signal.SIGINT) is before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [True]
