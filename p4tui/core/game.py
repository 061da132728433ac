"""Games: a start, its moves, and the number of moves that are not undone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4tui.core.errors import GameOverError, NothingToRedoError, NothingToUndoError
from p4tui.core.geometry import Cell
from p4tui.core.position import Outcome, Position, Side, Termination


@dataclass(frozen=True)
class Game:
    """An immutable game with undo and redo; make one with `Game.new`.

    Attributes:
        positions: the start and the position after every move, undone moves included.
        moves: the column of every move, counted from 0, undone moves included.
        cursor: the number of moves not undone; later ones can be redone.
        resigned: the side that resigned, or None.
        timed_out: the side whose time ran out, or None.
        agreed: whether the players agreed on a draw. At most one of the last three is set.
    """

    positions: tuple[Position, ...]
    moves: tuple[int, ...] = ()
    cursor: int = 0
    resigned: Side | None = None
    timed_out: Side | None = None
    agreed: bool = False

    @classmethod
    def new(cls, start: Position | None = None) -> Game:
        """Return a game without moves; it starts on the empty 7x6 board by default."""
        return cls((Position() if start is None else start,))

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[self.cursor]

    @property
    def played(self) -> tuple[int, ...]:
        """The columns of the moves not undone, counted from 0."""
        return self.moves[: self.cursor]

    @property
    def last_move(self) -> int | None:
        """The column of the last move, None at the start."""
        return self.moves[self.cursor - 1] if self.cursor else None

    def cell_of_move(self, number: int) -> Cell | None:
        """Return the cell of move `number`, counted from 1, undone moves included; None if there is no such move."""
        if not 1 <= number <= len(self.moves):
            return None
        column = self.moves[number - 1]
        return Cell(column, self.positions[number].height(column) - 1)

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the last move, None at the start."""
        return self.cell_of_move(self.cursor)

    @property
    def forfeited(self) -> bool:
        """Whether the game ended off the board: by resignation, on time or by agreement."""
        return self.resigned is not None or self.timed_out is not None or self.agreed

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game is running."""
        if self.resigned is not None:
            return Outcome(Termination.RESIGNATION, self.resigned.other)
        if self.timed_out is not None:
            return Outcome(Termination.TIME, self.timed_out.other)
        if self.agreed:
            return Outcome(Termination.AGREEMENT, None)
        return self.position.outcome

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back, or an end off the board."""
        return self.forfeited or self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return not self.forfeited and self.cursor < len(self.moves)

    def play(self, column: int) -> Game:
        """Return the game after one more move; undone moves are dropped.

        Raises:
            IllegalMoveError: the rules forbid it (see `Position.play`), or the game has ended off the board.
        """
        if self.forfeited:
            raise GameOverError
        position = self.position.play(column)
        length = self.cursor + 1
        return Game((*self.positions[:length], position), (*self.played, column), length)

    def undo(self) -> Game:
        """Return the game without its last move, or without its end off the board.

        Raises:
            NothingToUndoError: the game is at its start.
        """
        if self.forfeited:
            return self.after(self.cursor)
        if not self.cursor:
            raise NothingToUndoError
        return replace(self, cursor=self.cursor - 1)

    def redo(self) -> Game:
        """Return the game with the last undone move played again.

        Raises:
            NothingToRedoError: there is no undone move.
        """
        if not self.can_redo:
            raise NothingToRedoError
        return replace(self, cursor=self.cursor + 1)

    def after(self, moves: int) -> Game:
        """Return the game at an earlier or later moment, going on; its other moves can be undone and redone."""
        return Game(self.positions, self.moves, moves)

    def first(self, moves: int) -> Game:
        """Return the game with its first moves alone, as it stood after them."""
        return Game(self.positions[: moves + 1], self.moves[:moves], moves)

    def resign(self, side: Side | None = None) -> Game:
        """Return the game with a side resigned, by default the one to move.

        Raises:
            GameOverError: the game has ended.
        """
        if self.outcome is not None:
            raise GameOverError
        return replace(self, resigned=self.position.to_move if side is None else side)

    def time_out(self, side: Side) -> Game:
        """Return the game lost by a side on time.

        Raises:
            GameOverError: the game has ended.
        """
        if self.outcome is not None:
            raise GameOverError
        return replace(self, timed_out=side)

    def agree_draw(self) -> Game:
        """Return the game drawn by agreement.

        Raises:
            GameOverError: the game has ended.
        """
        if self.outcome is not None:
            raise GameOverError
        return replace(self, agreed=True)
