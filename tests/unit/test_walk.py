"""The walk through a reviewed game: steps, mistakes, tries and lines."""

from __future__ import annotations

from itertools import islice

import pytest

from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.core.position import Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.review.moves import review_game
from p4tui.review.walk import Answer, Walk

GAME = "442761225377252342545563474175371666631311"
"""A draw; from move 31 on the mistakes are those of moves 35 and 36 (only column 3 wins) and 37."""
FIRST_MOVE = 31
"""The first move that is reviewed."""


@pytest.fixture
def walk() -> Walk:
    """Return a walk at the end of a game whose last moves are reviewed."""
    game = parse_game(GAME)
    found = review_game(game, Solver(books=None, table_mib=1), StopFlag(), Limit())
    last = islice(found, game.cursor - FIRST_MOVE + 1)
    walk = Walk(game, {move.ply: move for move in last})
    walk.go_to(game.cursor)
    return walk


def test_steps_stay_in_the_game(walk: Walk) -> None:
    walk.step(5)
    assert walk.shown == walk.game.cursor
    walk.step(-99)
    assert (walk.shown, walk.ply, walk.last_cell, walk.move) == (0, 0, None, None)
    walk.step(12)
    assert walk.position == walk.game.positions[12]
    assert walk.last_cell == walk.game.cell_of_move(12)


def test_mistakes_are_asked_for_before_they_are_made_and_come_round(walk: Walk) -> None:
    assert walk.mistakes() == [35, 36, 37]
    plies = [(walk.ask_next(1), walk.ply, walk.shown) for _ in range(4)]
    assert plies == [(True, ply, ply - 1) for ply in (35, 36, 37, 35)]
    assert walk.ask_next(-1)
    assert walk.ply == 37


def test_mistakes_of_one_side(walk: Walk) -> None:
    walk.side = Side.FIRST
    assert walk.mistakes() == [35, 37]
    walk.moves = {}
    assert not walk.ask_next(1)


def test_a_wrong_answer_is_not_on_the_board_and_a_right_one_is(walk: Walk) -> None:
    walk.ask(36)
    before = walk.game.positions[35]
    assert walk.is_open_question
    assert walk.attempt is None
    assert walk.try_column(0) is Answer.WRONG
    assert walk.position == before
    assert walk.explained is not None
    assert walk.explained.column == 0
    assert walk.try_column(2) is Answer.RIGHT
    assert walk.solved
    assert walk.position == before.play(2)
    assert walk.last_cell == Cell(2, before.height(2))
    assert walk.columns == (*walk.game.moves[:35], 2)


def test_a_column_that_cannot_be_played_is_no_answer(walk: Walk) -> None:
    walk.ask(36)
    assert [walk.try_column(column) for column in (-1, 7, 1)] == [Answer.FULL] * 3
    assert walk.tried == ()


def test_a_move_without_a_review_has_no_answer(walk: Walk) -> None:
    walk.ask(3)
    assert walk.try_column(3) is Answer.UNKNOWN
    assert walk.explained is None


def test_a_line_begins_after_a_wrong_answer(walk: Walk) -> None:
    walk.ask(36)
    walk.try_column(5)
    assert walk.line_start == walk.game.positions[35].play(5)
    walk.begin_line((2, 2))
    assert walk.columns == (*walk.game.moves[:35], 5, 2)
    walk.step(5)
    assert walk.columns == (*walk.game.moves[:35], 5, 2, 2)
    assert walk.explained is None
    walk.step(-2)
    assert walk.position == walk.game.positions[35]
    assert walk.is_open_question


def test_a_line_from_a_question_punishes_the_move_of_the_game(walk: Walk) -> None:
    walk.ask(36)
    played = walk.game.moves[35]
    assert walk.line_start == walk.game.positions[36]
    walk.begin_line((2,))
    assert walk.columns == (*walk.game.moves[:35], played, 2)


def test_a_question_in_a_line_is_about_the_position_that_is_shown(walk: Walk) -> None:
    walk.go_to(3)
    walk.begin_line((0, 1))
    aside = walk.aside()
    assert aside is not None
    assert aside.position == walk.position
    assert (aside.ply, aside.asking) == (5, True)
    assert aside.root is walk
    assert aside.columns == walk.columns
    walk.step(1)
    assert walk.aside() is None


def test_leaving_goes_back_one_level(walk: Walk) -> None:
    walk.ask(36)
    walk.begin_line((2,))
    assert walk.leave()
    assert walk.asking
    assert walk.leave()
    assert (walk.asking, walk.shown) == (False, 36)
    assert not walk.leave()


def test_the_better_column_is_known_only_beside_a_worse_move_of_the_game(walk: Walk) -> None:
    walk.go_to(36)
    assert walk.better_column == 2
    assert walk.explained is walk.moves[36]
    walk.go_to(34)
    assert walk.better_column is None


def test_a_question_gives_neither_the_better_column_nor_reasons_away(walk: Walk) -> None:
    walk.ask(36)
    assert walk.better_column is None
    assert walk.explained is None
