from __future__ import annotations

import dataclasses

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p4tui.core.errors import (
    ColumnFullError,
    GameOverError,
    NoSuchColumnError,
    NothingToRedoError,
    NothingToUndoError,
    P4Error,
)
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Outcome, Position, Side, Termination
from tests.property.oracle import Board, assert_same


def test_a_new_game_stands_at_its_start() -> None:
    game = Game.new()
    assert (game.moves, game.played, game.cursor, game.last_move) == ((), (), 0, None)
    assert game.start == game.position == Position()
    assert game.outcome is None
    assert not game.can_undo
    assert not game.can_redo


def test_playing_makes_a_new_game_and_leaves_the_old_one() -> None:
    game = Game.new()
    after = game.play(3).play(4)
    assert after.played == (3, 4)
    assert after.last_move == 4
    assert after.position.ply == 2
    assert game == Game.new()
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.cursor = 0  # type: ignore[misc]


def test_undo_and_redo_walk_along_the_moves() -> None:
    game = parse_game("4453")
    back = game.undo().undo()
    assert back.played == (3, 3)
    assert back.position == parse_game("44").position
    assert back.moves == game.moves
    assert back.redo().redo() == game
    with pytest.raises(NothingToRedoError):
        game.redo()
    with pytest.raises(NothingToUndoError):
        Game.new().undo()


def test_a_move_drops_the_undone_moves() -> None:
    game = parse_game("4453").undo().undo().play(6)
    assert game.moves == (3, 3, 6)
    assert len(game.positions) == 4
    assert not game.can_redo


def test_a_refused_move_keeps_the_undone_moves() -> None:
    game = parse_game("4444445").undo()
    with pytest.raises(ColumnFullError):
        game.play(3)
    with pytest.raises(NoSuchColumnError):
        game.play(7)
    assert game.can_redo


def test_a_finished_game_takes_no_move_until_the_last_is_undone() -> None:
    game = parse_game("1212121")
    assert game.outcome == Outcome(Termination.LINE, Side.FIRST)
    with pytest.raises(GameOverError):
        game.play(4)
    with pytest.raises(GameOverError):
        game.resign()
    assert game.undo().outcome is None
    assert game.undo().play(4).outcome is None


@pytest.mark.parametrize("loser", list(Side))
def test_either_side_may_resign_and_the_other_wins(loser: Side) -> None:
    game = parse_game("44").resign(loser)
    assert game.outcome == Outcome(Termination.RESIGNATION, loser.other)
    assert game.position.outcome is None
    with pytest.raises(GameOverError):
        game.play(0)
    with pytest.raises(GameOverError):
        game.resign(loser.other)


def test_the_side_to_move_resigns_by_default() -> None:
    assert Game.new().resign().resigned is Side.FIRST
    assert parse_game("4").resign().resigned is Side.SECOND


def test_undo_takes_back_a_resignation_before_a_move() -> None:
    game = parse_game("44")
    resigned = game.resign()
    assert resigned.can_undo
    assert resigned.undo() == game
    assert Game.new().resign().undo() == Game.new()


def test_nothing_is_redone_while_a_resignation_stands() -> None:
    game = parse_game("44").undo().resign()
    assert not game.can_redo
    with pytest.raises(NothingToRedoError):
        game.redo()
    assert game.undo().redo() == parse_game("44")


def test_a_game_may_start_from_any_position() -> None:
    start = parse_game("4453").position
    game = Game.new(start).play(0)
    assert game.start == start
    assert game.position == parse_game("44531").position
    with pytest.raises(NothingToUndoError):
        game.undo().undo()


class GameAgainstLists(RuleBasedStateMachine):
    """Play, undo, redo and resign in any order, beside a list of moves, a number and the side that resigned."""

    def __init__(self) -> None:
        super().__init__()
        self.geometry = Geometry()
        self.game = Game.new()
        self.moves: list[int] = []
        self.done = 0
        self.resigned: int | None = None

    @initialize(size=st.sampled_from([(4, 4, 3), (4, 4, 4), (7, 6, 4), (5, 4, 5)]))
    def begin(self, size: tuple[int, int, int]) -> None:
        self.geometry = Geometry(*size)
        self.game = Game.new(Position(self.geometry))

    def board(self) -> Board:
        board = Board(self.geometry.columns, self.geometry.rows, self.geometry.connect)
        for column in self.moves[: self.done]:
            board.drop(column)
        return board

    def over(self) -> bool:
        board = self.board()
        return self.resigned is not None or board.full() or bool(board.lines())

    def refused(self, error: type[P4Error], action: str, *arguments: int) -> None:
        before = self.game
        with pytest.raises(error):
            getattr(self.game, action)(*arguments)
        assert self.game is before

    @rule(column=st.integers(0, 6))
    def play(self, column: int) -> None:
        if self.over():
            self.refused(GameOverError, "play", column % self.geometry.columns)
        elif column >= self.geometry.columns:
            self.refused(NoSuchColumnError, "play", column)
        elif self.board().free_row(column) is None:
            self.refused(ColumnFullError, "play", column)
        else:
            self.game = self.game.play(column)
            self.moves = [*self.moves[: self.done], column]
            self.done += 1

    @rule()
    def undo(self) -> None:
        if self.resigned is not None:
            self.game = self.game.undo()
            self.resigned = None
        elif self.done:
            self.game = self.game.undo()
            self.done -= 1
        else:
            self.refused(NothingToUndoError, "undo")

    @rule()
    def redo(self) -> None:
        if self.resigned is None and self.done < len(self.moves):
            self.game = self.game.redo()
            self.done += 1
        else:
            self.refused(NothingToRedoError, "redo")

    @rule(side=st.sampled_from([None, Side.FIRST, Side.SECOND]))
    def resign(self, side: Side | None) -> None:
        if self.over():
            self.refused(GameOverError, "resign")
        else:
            self.game = self.game.resign(side)
            self.resigned = self.done % 2 if side is None else side

    @invariant()
    def agrees_with_the_lists(self) -> None:
        game = self.game
        assert list(game.moves) == self.moves
        assert list(game.played) == self.moves[: self.done]
        assert game.last_move == (self.moves[self.done - 1] if self.done else None)
        assert game.resigned == self.resigned
        assert game.can_undo == (self.resigned is not None or self.done > 0)
        assert game.can_redo == (self.resigned is None and self.done < len(self.moves))
        assert len(game.positions) == len(game.moves) + 1
        assert_same(game.position, self.board())

    @precondition(lambda self: self.resigned is not None)
    @invariant()
    def the_other_side_wins_a_resigned_game(self) -> None:
        assert self.resigned is not None
        assert self.game.outcome == Outcome(Termination.RESIGNATION, Side(1 - self.resigned))

    @precondition(lambda self: self.resigned is None)
    @invariant()
    def a_game_not_resigned_ends_as_its_position(self) -> None:
        assert self.game.outcome == self.game.position.outcome


GameAgainstLists.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
TestGameAgainstLists = GameAgainstLists.TestCase


def test_the_first_moves_of_a_game_stand_alone() -> None:
    game = parse_game("4453").resign()
    first = game.first(2)
    assert (first.played, first.moves, first.cursor) == ((3, 3), (3, 3), 2)
    assert first.outcome is None
    assert not first.can_redo
    assert game.first(0) == Game.new(game.start)
