"""`p4tui explore`: the columns of a position, with scores and the results of the saved games."""

from __future__ import annotations

import json

import pytest

from p4tui import paths
from tests.plain.driving import Answer, p4tui
from tests.tools.scorers import FakeSolver
from tests.unit.stored import match_of, repository_of, saved

pytestmark = pytest.mark.usefixtures("fake_solver")


def add_games(*moves: str) -> None:
    with repository_of(paths.games_file()) as games:
        for each in moves:
            saved(games, match_of(each))


def explore(*words: str) -> Answer:
    return p4tui("explore", *words)


def test_a_table_has_the_scores_and_the_games_of_every_column(fake_solver: FakeSolver) -> None:
    add_games("1212121", "2121272", "12121")
    answer = explore()
    assert answer.status == 0
    assert answer.lines[0] == "Red to move; 2 saved games: 2 won, 0 drawn, 0 lost"
    assert answer.lines[1].split() == ["Column", "Score", "Games", "Won", "Drawn", "Lost"]
    assert [line.split() for line in answer.lines[2:5]] == [
        ["1", "0", "1", "1", "0", "0"],
        ["2", "0", "1", "1", "0", "0"],
        ["3", "0", "0", "0", "0", "0"],
    ]
    assert len(answer.lines) == 9


def test_the_games_are_those_of_the_side_to_move() -> None:
    add_games("1212121")
    answer = explore("1")
    assert answer.lines[0] == "Yellow to move; 1 saved game: 0 won, 0 drawn, 1 lost"
    assert answer.lines[3].split() == ["2", "0", "1", "0", "0", "1"]


def test_json_is_one_object_with_columns_from_1(fake_solver: FakeSolver) -> None:
    add_games("1212121")
    from p4tui.core.position import Position

    fake_solver.set_scores(Position(), {4: 3, 2: -1}, unproven=[2])
    (line,) = explore("-", "--json").lines
    found = json.loads(line)
    assert {name: found[name] for name in ("moves", "side", "games")} == {
        "moves": "",
        "side": "red",
        "games": {"won": 1, "drawn": 0, "lost": 0},
    }
    none = {"won": 0, "drawn": 0, "lost": 0}
    assert found["columns"][1] == {"column": 2, "score": None, "games": none}
    assert found["columns"][3] == {"column": 4, "score": 3, "games": none}


def test_full_columns_are_left_out_and_a_finished_game_has_none() -> None:
    assert [line.split()[0] for line in explore("444444").lines[2:]] == list("123567")
    answer = explore("1212121")
    assert answer.out == "The game is over; no saved games\n"
    assert json.loads(explore("1212121", "--json").out)["columns"] == []
    assert json.loads(explore("1212121", "--json").out)["side"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["9"], "such column"),
        (["4x"], "not a column"),
        (["12121211"], "over"),
        (["1" * 7], "full"),
        (["--size", "3x3"], "4 to 32"),
        (["4", "5"], "5"),
        (["--seconds", "soon"], "seconds"),
    ],
)
def test_wrong_words_are_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    answer = explore(*words)
    assert answer.status == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


def test_games_that_cannot_be_read_are_told_and_the_scores_come_all_the_same() -> None:
    path = paths.games_file()
    assert path is not None
    path.parent.mkdir(parents=True)
    path.mkdir()
    answer = explore()
    assert answer.status == 1
    assert answer.err.count("\n") == 1
    assert answer.lines[0] == "Red to move"
    assert answer.lines[2].split() == ["1", "0", "-", "-", "-", "-"]
    assert json.loads(explore("--json").out)["games"] is None
