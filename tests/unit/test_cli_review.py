"""`p4tui review`: games from everywhere, as text, as JSON, summed up, tried again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from p4tui import paths
from p4tui.cli import streams
from p4tui.cli.review import totals
from p4tui.core.notation import parse_game
from p4tui.core.position import Side
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, UnknownSeat
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from tests.plain.driving import harmless, p4tui
from tests.unit.stored import change_rows

GAME = "44533444535"
"""Red throws its win away with move 3, Yellow with move 10; red wins after move 11 if it goes on."""
MISTAKES = "1212121"
"""Yellow lets Red win in column 1."""


@pytest.fixture
def games() -> Iterator[GameRepository]:
    """The user's games."""
    repository = GameRepository(paths.games_file())
    yield repository
    repository.close()


def objects(text: str) -> list[dict[str, Any]]:
    """Return the JSON objects of an output."""
    return [json.loads(line) for line in text.splitlines()]


# One game


def test_a_move_string_is_reviewed_in_the_order_of_play() -> None:
    answer = p4tui("review", GAME)
    assert answer.status == 0
    assert answer.lines[:10] == [
        "Red (X): a person",
        "Yellow (O): a person",
        "RRYYYYYYYRR",
        "! ?      ?",
        "1. 4 !   4",
        "2. 5 ??  3",
        "3. 3     4",
        "4. 4     4",
        "5. 5 ~   3 ??",
        "6. 5",
    ]
    assert answer.lines[10].startswith("Move 1, Red, column 4. The only move that wins.")
    assert answer.lines[11].startswith(
        "Move 3, Red, column 5. A blunder: it was a win, now Yellow wins in 19. Only column 4 won."
    )
    assert answer.lines[-2:] == [
        "Red kept the result in 2 of 3 real choices: 1 blunder, 1 slower move, 1 only move.",
        "Yellow kept the result in 3 of 4 real choices: 1 blunder.",
    ]


def test_the_columns_are_those_of_the_style() -> None:
    lines = p4tui("review", "4453", "--style", "exercise-b").lines
    assert lines[4:6] == ["1. 3 !   3", "2. 4 ??  2"]
    assert lines[6].startswith("Move 1, Red, column 3.")


def test_the_spoken_style_tells_every_move() -> None:
    lines = p4tui("review", GAME, "--style", "spoken").lines
    assert [line.split(",")[0] for line in lines if line.startswith("Move ")] == [
        f"Move {number}" for number in range(1, 12)
    ]
    assert not any(line.startswith("RRY") for line in lines)


def test_one_side_is_shown_alone() -> None:
    lines = p4tui("review", GAME, "--side", "yellow", "--style", "spoken").lines
    moves = [line for line in lines if line.startswith("Move ")]
    assert len(moves) == 5
    assert all(", Yellow," in line for line in moves)
    assert lines[-1].startswith("Yellow kept")
    assert not any(line.startswith("Red kept") for line in lines)


def test_json_has_an_object_for_each_move_and_one_for_the_summary() -> None:
    *moves, summary = objects(p4tui("review", GAME, "--json").out)
    assert [move["ply"] for move in moves] == [*range(1, 12)]
    assert {key: value for key, value in moves[2].items() if key != "reasons"} == {
        "ply": 3,
        "side": "red",
        "column": 5,
        "scores": [-3, -3, -2, 1, -2, -3, -3],
        "best": [4],
        "mark": "??",
        "real_choice": True,
    }
    red = {"real_choices": 3, "kept": 2, "??": 1, "?": 0, "~": 1, "!": 1, "unproven": 0}
    assert moves[9]["reasons"][0] == {"kind": "lets_force", "cells": [[6, 2]]}
    yellow = {"real_choices": 4, "kept": 3, "??": 1, "?": 0, "~": 0, "!": 0, "unproven": 0}
    assert summary == {"summary": {"red": red, "yellow": yellow}}


def test_blanks_in_a_move_string_are_skipped() -> None:
    assert p4tui("review", "44 53 3") == p4tui("review", "44533")


def test_the_move_that_wins_is_told_even_if_nothing_is_proven() -> None:
    words = ("review", "192939495", "--size", "9x7", "--connect", "5", "--seconds", "0")
    lines = p4tui(*words, "--style", "spoken").lines
    assert "Move 9, Red, column 5. It wins the game." in " ".join(lines)


def test_a_column_that_cannot_be_played_has_no_score() -> None:
    *_before, last, _summary = objects(p4tui("review", "4444443", "--json").out)
    assert last["scores"][3] is None
    assert all(score is not None for column, score in enumerate(last["scores"]) if column != 3)


def test_unproven_moves_are_told_and_counted() -> None:
    answer = p4tui("review", "8", "--size", "15x15", "--seconds", "0", "--style", "spoken")
    assert "Move 1, Red, column 8. Not proven." in answer.lines
    assert answer.lines[-1] == "Red had no proven real choice: 1 move not proven."


def test_other_boards_are_reviewed() -> None:
    answer = p4tui("review", "12121", "--size", "5x4", "--connect", "3")
    assert answer.status == 0
    assert "Move 5" not in answer.out


def test_a_game_from_a_position_names_the_side_that_began(games: GameRepository) -> None:
    start = parse_game("4").position
    game = Match(Person("Ann"), Person("Bea"), type(parse_game("")).new(start).play(3).play(2))
    games.save(game, Ownership())
    lines = p4tui("review", "--game", "1").lines
    assert lines[5].startswith("1. ..    4")
    assert lines[6].startswith("2. 3")


# Where games come from


def test_without_arguments_the_last_finished_game_is_reviewed(games: GameRepository) -> None:
    games.save(Match(Person("Alice"), Person("Bob"), parse_game(MISTAKES)), Ownership())
    games.save(Match(Person("Zoë"), Person(), parse_game("44")), Ownership())
    answer = p4tui("review")
    assert answer.status == 0
    assert answer.lines[0].startswith("Game 1: Alice - Bob, ")
    assert objects(p4tui("review", "--json").out)[-1]["game"] == 1


def test_the_last_game_is_one_that_can_be_reviewed(games: GameRepository) -> None:
    """As in the menu: neither one without moves nor a damaged one."""
    games.save(Match(Person("Alice"), Person("Bob"), parse_game(MISTAKES)), Ownership())
    games.save(Match(Person(), Person(), parse_game("").resign(Side.FIRST)), Ownership())
    games.save(Match(Person(), Person(), parse_game("1212121")), Ownership())
    assert games.path is not None
    change_rows(games.path, "UPDATE games SET moves = '9999' WHERE id = 3")
    assert p4tui("review").lines[0].startswith("Game 1: Alice - Bob, ")


def test_the_only_game_is_said_to_be_damaged(games: GameRepository) -> None:
    games.save(Match(Person(), Person(), parse_game("1212121")), Ownership())
    assert games.path is not None
    change_rows(games.path, "UPDATE games SET moves = '9999'")
    answer = p4tui("review")
    assert answer == (1, "", "p4tui: Game 1 cannot be read: its record is damaged.\n")


def test_a_game_is_chosen_by_its_number(games: GameRepository) -> None:
    games.save(Match(Person("Alice"), Person("Bob"), parse_game(MISTAKES)), Ownership())
    games.save(Match(Person("Zoë"), Person(), parse_game("44")), Ownership())
    assert p4tui("review", "--game", "2").lines[0].startswith("Game 2: Zoë - Yellow, ")


def test_a_resigned_game_is_reviewed_to_its_last_move(games: GameRepository) -> None:
    game = parse_game("44").resign(Side.FIRST)
    games.save(Match(Person("Alice"), Person("Bob"), game), Ownership())
    *moves, _summary = objects(p4tui("review", "--json").out)
    assert [move["ply"] for move in moves] == [1, 2]


def test_a_file_may_be_called_like_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games").write_text("1212121\n")
    Path("44").write_text("1212121\n")
    assert len(objects(p4tui("review", "games", "--json").out)) == 8
    assert len(objects(p4tui("review", "44", "--json").out)) == 3  # moves come first


def test_a_folder_called_like_moves_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("4444444").mkdir()
    answer = p4tui("review", "4444444", "44", "--json")
    assert "argument 1: " in answer.err and "full" in answer.err
    assert len(objects(answer.out)) == 3


def test_files_and_standard_input_hold_a_game_per_line(tmp_path: Path) -> None:
    text = "1212121 and words\n\n44\nhttps://connect4.gamesolver.org/?pos=443\n"
    (tmp_path / "games.txt").write_text(text)
    named = p4tui("review", str(tmp_path / "games.txt"), "--json")
    piped = p4tui("review", "-", "--json", typed=text)
    assert named == piped
    found = [each["line"] for each in objects(named.out) if "summary" in each]
    assert found == [1, 3, 4]
    assert "Line 3" in p4tui("review", "-", typed=text).lines


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("review", "--game", "7"), "7"),
        (("review",), "There is no finished game to review."),
        (("review", "--all"), "There is no finished game to review."),
        (("review", "--all", "--find", "Zoë"), "No matching games."),
        (("review", "44444444"), "argument 1: "),
        (("review", "12121212"), "argument 1: "),
        (("review", "no-such-file.txt"), "neither a move string nor a file"),
        (("review", ""), "neither a move string nor a file"),
        (("review", "0"), "neither a move string nor a file"),
        (("review", "44", "--all"), "Choose MOVES or FILE"),
        (("review", "44", "--game", "1"), "Choose MOVES or FILE"),
        (("review", "--size", "7x6"), "--size and --connect need MOVES"),
        (("review", "--find", "Alice"), "--find and --jobs need --all"),
        (("review", "44", "--side", "blue"), "red"),
        (("review", "44", "--try", "--json"), "--try reads your columns"),
        (("review", "-"), "There is no game in the input."),
        (("review", "44", "--seconds", "soon"), "0 to 999999"),
        (("review", "W", "--size", "32x32", "--connect", "33"), "--connect"),
    ],
)
def test_what_cannot_be_reviewed_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = p4tui(*words)
    assert answer.status != 0
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert sentence in answer.err


def test_lines_without_a_game_are_refused_and_the_others_reviewed() -> None:
    answer = p4tui("review", "-", "--json", typed="44\n\x1b[31mred\n4x\n{}\n445\n")
    assert answer.status == 1
    assert [each["line"] for each in objects(answer.out) if "summary" in each] == [1, 5]
    assert [line.split(":")[1].strip() for line in answer.err.splitlines()] == [
        "line 2",
        "line 3",
        "line 4",
    ]
    assert harmless(answer.err)


def test_names_are_data(games: GameRepository) -> None:
    games.save(Match(Person("\x1b[31mEve[b]"), Person(), parse_game(MISTAKES)), Ownership())
    assert harmless(p4tui("review").out)
    assert harmless(p4tui("review", "--all").out)


# Many games


@pytest.fixture
def four_games(games: GameRepository) -> GameRepository:
    """Four finished games of three players, and an unfinished one."""
    careful = LevelSeat("careful")
    for red, yellow in (
        (Person("Alice"), careful),
        (careful, Person(" ALICE ")),
        (Person("Bob"), Person("Alice")),
        (UnknownSeat("program", "x"), Person()),
    ):
        games.save(Match(red, yellow, parse_game(MISTAKES)), Ownership())
    games.save(Match(Person("Zoë"), Person(), parse_game("44")), Ownership())
    return games


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews run in threads of this process: starting others takes a second."""
    monkeypatch.setattr(totals, "processes", lambda _jobs: ThreadPoolExecutor(1))


@pytest.mark.usefixtures("four_games", "one_process")
def test_all_games_are_summed_up_by_player() -> None:
    answer = p4tui("review", "--all")
    assert answer.status == 0
    headings = "Player Games Kept Choices % ?? ? ~ ! Opening Middle End Not proven"
    assert " ".join(answer.lines[0].split()) == headings
    assert [line.split("  ")[0] for line in answer.lines[1:]] == [
        "Alice",
        "Unnamed people",
        "Bob",
        "Careful (computer)",
        answer.lines[5].split("  ")[0],
    ]
    alice = answer.lines[1].split()
    assert alice[1] == "3"


@pytest.mark.usefixtures("four_games", "one_process")
def test_a_player_is_found_by_name() -> None:
    found = objects(p4tui("review", "--all", "--find", "alice", "--json").out)
    assert [(each["name"], each["games"]) for each in found] == [("Alice", 3)]
    one = found[0]
    single = [objects(p4tui("review", "--game", number, "--json").out)[-1] for number in "123"]
    sides = [
        single[0]["summary"]["red"],
        single[1]["summary"]["yellow"],
        single[2]["summary"]["yellow"],
    ]
    for key in ("real_choices", "kept", "??", "?", "~", "!"):
        assert one[key] == sum(side[key] for side in sides)
    assert sum(one["mistakes"].values()) == one["??"] + one["?"]
    assert objects(p4tui("review", "--all", "--find", "careful", "--json").out)[0]["games"] == 2


@pytest.mark.usefixtures("four_games", "one_process")
def test_totals_are_sentences_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from p4tui.cli import table

    monkeypatch.setattr(table, "terminal_width", lambda: 60)
    text = p4tui("review", "--all", "--find", "bob").out
    assert text.startswith("Bob kept the result in ")
    assert "Mistakes in the opening: " in text


@pytest.mark.exhaustive
@pytest.mark.usefixtures("four_games")
def test_several_processes_give_the_same_sums() -> None:
    one = p4tui("review", "--all", "--jobs", "1", "--json")
    assert one == p4tui("review", "--all", "--jobs", "2", "--json")
    assert len(one.lines) == 5


@pytest.mark.usefixtures("four_games")
def test_a_process_that_ends_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_args: object, **_options: object) -> Any:
            raise BrokenExecutor

    monkeypatch.setattr(totals, "processes", lambda _jobs: Broken(1))
    answer = p4tui("review", "--all")
    assert (answer.status, answer.out) == (1, "")
    sentence = "A process that reviews games has ended. Try again with fewer --jobs."
    assert answer.err == f"p4tui: {sentence}\n"


# Trying again


def test_mistakes_are_tried_again_until_they_are_right() -> None:
    answer = p4tui("review", MISTAKES, "--try", "--side", "yellow", typed="hint\n9\n3\n1\n")
    assert answer.status == 0
    lines = answer.lines
    assert lines[0] == "Mistake 1 of 1. Move 6, Yellow, column 2."
    assert lines.count("Yellow: choose a column") == 4
    assert "One of the columns 1 and 4 is right." in lines  # 2 was played
    assert "There is no such column: choose 1 to 7" in lines
    wrong = "Not that one. A blunder: it was a win, now Red wins at once. "
    assert f"{wrong}Column 3 lets Red win in column 1." in lines
    assert lines[-2].startswith("Right. ")
    assert lines[-1] == "1 of 1 mistake corrected."


@pytest.mark.parametrize("typed", ["", "quit\n", "quitter\n", "skip\n", "passer\n"])
def test_a_drill_ends_at_any_time(typed: str) -> None:
    answer = p4tui("review", MISTAKES, "--try", "--side", "yellow", typed=typed)
    assert answer.status == 0
    assert answer.lines[-1] == "0 of 1 mistake corrected."
    solution = "A blunder: it was a win, now Red wins at once. Only column 1 won."
    told = any(line.startswith(solution) for line in answer.lines)
    assert told is typed.startswith(("skip", "passer"))


def test_a_game_without_mistakes_has_nothing_to_try() -> None:
    answer = p4tui("review", "4", "--try")
    assert answer.lines == ["There are no mistakes to try again."]


def test_a_drill_understands_both_languages_and_explains_itself() -> None:
    typed = "?\nboard\ngrille\nconseil\nwhat\n\n"
    lines = p4tui("review", MISTAKES, "--try", "--side", "yellow", typed=typed).lines
    assert "a number or letter: your column" in lines
    assert lines.count("1234567") == 3
    assert '"what" is neither a column nor a command; type help for a list.' in lines


@pytest.mark.parametrize(
    ("words", "screen"),
    [
        (("review", "4453"), "ReviewScreen"),
        (("explore", "4453"), "ExplorerScreen"),
        (("games", "import", "games.txt"), "library"),
    ],
)
def test_what_a_command_is_about_is_shown_on_the_screen(
    words: tuple[str, ...], screen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text("4453\n")

    class Opened:
        @property
        def navigation(self) -> Opened:
            return self

        def show_menu(self) -> None:
            opened.append("menu")

        def push_screen(self, shown: object) -> None:
            opened.append(type(shown).__name__)

        def open(self, screen_id: str) -> None:
            opened.append(screen_id)

    def run(*_words: object, first: Callable[[Opened], None], **_others: object) -> int:
        first(Opened())
        return 0

    monkeypatch.setattr("p4tui.tui.app.run", run)
    monkeypatch.setattr(streams, "has_terminal", lambda: True)
    assert p4tui(*words, "--screen").status == 0
    assert opened == ["menu", screen]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("review", "4453", "--screen"), 2, "--screen needs a terminal."),
        (("explore", "--screen"), 2, "--screen needs a terminal."),
        (("games", "import", "x", "--screen"), 2, "--screen needs a terminal."),
        (("games", "import", "-", "--screen"), 2, "--screen cannot be used with -."),
        (("review", "4453", "--screen", "--json"), 2, "--screen cannot be used with"),
    ],
)
def test_a_screen_that_cannot_be_shown_is_refused(
    words: tuple[str, ...], status: int, told: str
) -> None:
    answer = p4tui(*words)
    assert (answer.status, answer.out) == (status, "")
    assert told in answer.err


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("44", "53"), 2, "--screen shows one game"),
        ((), 1, "There is no finished game"),
        (("no/such.txt",), 1, "neither a move string nor a file"),
    ],
)
def test_a_screen_needs_one_game(
    words: tuple[str, ...], status: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "has_terminal", lambda: True)
    answer = p4tui("review", "--screen", *words)
    assert answer.status == status
    assert told in answer.err
