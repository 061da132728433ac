"""A game: a start, the moves made from it, and how far of them it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4tui.core.errors import GameOverError, NothingToRedoError, NothingToUndoError
from p4tui.core.geometry import Cell
from p4tui.core.position import Outcome, Position, Side, Termination


@dataclass(frozen=True)
class Game:
    """An immutable game with undo and redo; make one with `Game.new`.

    Attributes:
        positions: the start and the position after every move, also those that were taken back.
        moves: the column of every move, counted from 0, also those that were taken back.
        cursor: how many of the moves stand; those behind it can be redone.
        resigned: the side that gave up, None if neither did.
        timed_out: the side whose time ran out, None if neither's did; never both.
    """

    positions: tuple[Position, ...]
    moves: tuple[int, ...] = ()
    cursor: int = 0
    resigned: Side | None = None
    timed_out: Side | None = None

    @classmethod
    def new(cls, start: Position | None = None) -> Game:
        """A game without moves, from the empty 7x6 board unless a start is given."""
        return cls((Position() if start is None else start,))

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position that the game stands at."""
        return self.positions[self.cursor]

    @property
    def played(self) -> tuple[int, ...]:
        """The columns of the moves that stand, counted from 0."""
        return self.moves[: self.cursor]

    @property
    def last_move(self) -> int | None:
        """The column of the last move that stands, None at the start."""
        return self.moves[self.cursor - 1] if self.cursor else None

    def cell_of_move(self, number: int) -> Cell | None:
        """Where the disc of a move lies, the moves counted from 1, also those that were taken back; None for no move."""
        if not 1 <= number <= len(self.moves):
            return None
        column = self.moves[number - 1]
        return Cell(column, self.positions[number].height(column) - 1)

    @property
    def last_cell(self) -> Cell | None:
        """Where the disc of the last move that stands lies, None at the start."""
        return self.cell_of_move(self.cursor)

    @property
    def forfeited(self) -> bool:
        """Whether a side has lost by resignation or by its clock, wherever the discs lie."""
        return self.resigned is not None or self.timed_out is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        if self.resigned is not None:
            return Outcome(Termination.RESIGNATION, self.resigned.other)
        if self.timed_out is not None:
            return Outcome(Termination.TIME, self.timed_out.other)
        return self.position.outcome

    @property
    def can_undo(self) -> bool:
        """Whether there is a move, a resignation or a fallen flag to take back."""
        return self.forfeited or self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move that was taken back and can stand again."""
        return not self.forfeited and self.cursor < len(self.moves)

    def play(self, column: int) -> Game:
        """The game after one more move; moves that were taken back are forgotten.

        Raises:
            IllegalMoveError: the rules refuse it (see `Position.play`), or a side has forfeited the game.
        """
        if self.forfeited:
            raise GameOverError
        position = self.position.play(column)
        kept = self.cursor + 1
        return Game((*self.positions[:kept], position), (*self.played, column), kept)

    def undo(self) -> Game:
        """The game before its last move, or before the resignation or the fall of the flag.

        Raises:
            NothingToUndoError: it stands at its start.
        """
        if self.forfeited:
            return replace(self, resigned=None, timed_out=None)
        if not self.cursor:
            raise NothingToUndoError
        return replace(self, cursor=self.cursor - 1)

    def redo(self) -> Game:
        """The game with the last move that was taken back made again.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        if not self.can_redo:
            raise NothingToRedoError
        return replace(self, cursor=self.cursor + 1)

    def resign(self, side: Side | None = None) -> Game:
        """The game given up by a side (the one to move, unless given); the other wins.

        Raises:
            GameOverError: it has ended.
        """
        if self.outcome is not None:
            raise GameOverError
        return replace(self, resigned=self.position.to_move if side is None else side)

    def time_out(self, side: Side) -> Game:
        """The game lost by a side whose time ran out.

        Raises:
            GameOverError: it has ended.
        """
        if self.outcome is not None:
            raise GameOverError
        return replace(self, timed_out=side)
