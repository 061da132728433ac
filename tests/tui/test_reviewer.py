"""The reviewer behind a screen: what it searches again, what it stops, and what it keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from textual.message import Message
from textual.screen import Screen

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.tui import reviewer
from p4tui.tui.reviewer import LineFound, ReasonsFound, Reviewer, Reviews

GAME = parse_game("1213141", Position(Geometry(4, 4, 4)))


class Desk:
    """A screen whose threads wait until they are run, one after the other."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.posted: list[Message] = []

    def run_worker(self, work: Callable[[], None], **_options: object) -> None:
        self.waiting.append(work)

    def post_message(self, message: Message) -> None:
        self.posted.append(message)

    def run(self) -> None:
        for work in self.waiting:
            work()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(reviewer, "new_solver", lambda: Solver(table_mib=1, threads=1))
    monkeypatch.setattr(reviewer, "lower_priority", lambda: None)
    return Desk()


def reviewer_of(desk: Desk) -> Reviewer:
    return Reviewer(cast("Screen[Any]", desk))


def reviewed(game: Game, limit: Limit | None = None) -> dict[int, ReviewedMove]:
    moves = review_game(
        game, Solver(table_mib=1, threads=1, books=None), StopFlag(), limit or Limit()
    )
    return {move.ply: move for move in moves}


def test_the_same_reasons_are_searched_once_and_leave_the_line_alone(desk: Desk) -> None:
    asked, move = reviewer_of(desk), reviewed(GAME)[5]
    asked.find_line(move.position)
    asked.find_reasons(move)
    asked.find_reasons(move)
    desk.run()
    assert [type(message) for message in desk.posted] == [LineFound, ReasonsFound]
    assert len(desk.waiting) == 2


def test_the_reasons_of_the_move_before_are_stopped(desk: Desk) -> None:
    asked, moves = reviewer_of(desk), reviewed(GAME)
    for ply in (4, 5, 4):
        asked.find_reasons(moves[ply])
    desk.run()
    assert [message.move.ply for message in desk.posted if isinstance(message, ReasonsFound)] == [4]


def test_a_line_that_is_walked_away_from_is_stopped(desk: Desk) -> None:
    asked = reviewer_of(desk)
    asked.find_line(GAME.position)
    asked.stop_line()
    desk.run()
    assert not desk.posted


def test_a_closed_reviewer_answers_nothing(desk: Desk) -> None:
    asked, move = reviewer_of(desk), reviewed(GAME)[5]
    asked.find_line(move.position)
    asked.find_reasons(move)
    asked.close()
    desk.run()
    assert not desk.posted


def test_only_a_proven_review_is_kept() -> None:
    reviews = Reviews()
    reviews.keep(GAME, reviewed(GAME, Limit(nodes=0)))
    assert not reviews.find(GAME)
    reviews.keep(GAME, reviewed(GAME))
    assert len(reviews.find(GAME)) == GAME.cursor
