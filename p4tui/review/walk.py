"""`Walk`: a way through a reviewed game: its positions, its mistakes, other moves to try, and lines of best play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from p4tui.core.game import Game
from p4tui.core.geometry import Cell
from p4tui.core.position import Position, Side
from p4tui.review.moves import ReviewedMove, with_column


class Answer(Enum):
    """How good a tried column is."""

    RIGHT = auto()
    """It keeps the result of the position."""
    WRONG = auto()
    """It does not."""
    UNKNOWN = auto()
    """The move is not reviewed yet, or not proven."""
    FULL = auto()
    """The column cannot be played."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play to step through.

    Attributes:
        start: the position before it.
        before: the moves from the start of the game to there, from 0.
        columns: its moves, from 0.
        step: the number of its moves that are shown.
    """

    start: Position
    before: tuple[int, ...]
    columns: tuple[int, ...]
    step: int = 0

    def position(self, step: int) -> Position:
        """Return the position after some moves."""
        position = self.start
        for column in self.columns[:step]:
            position = position.play(column)
        return position


@dataclass(slots=True)
class Walk:
    """A place in a reviewed game. The review may still be running: `moves` grows.

    Attributes:
        game: the game; its undone moves are left out.
        moves: the reviewed moves by their ply.
        side: the side whose mistakes are looked for, or None for both.
        shown: the number of moves before the shown position of the game.
        asking: whether the next move of the game is a question: other columns are tried.
        tried: the columns tried for it, the last one shown on the board.
        line: the line that is stepped through, or None.
        parent: the walk from whose line this one leads aside, or None.
    """

    game: Game
    moves: dict[int, ReviewedMove] = field(default_factory=dict)
    side: Side | None = None
    shown: int = 0
    asking: bool = False
    tried: tuple[int, ...] = ()
    line: Line | None = None
    parent: Walk | None = None

    @property
    def root(self) -> Walk:
        """The walk through the game itself."""
        return self if self.parent is None else self.parent.root

    @property
    def ply(self) -> int:
        """The number of the move that is spoken of, 0 at the start."""
        return self.shown + self.asking

    @property
    def move(self) -> ReviewedMove | None:
        """The move that is spoken of, None if it is not reviewed yet or there is none."""
        return self.moves.get(self.ply)

    @property
    def attempt(self) -> ReviewedMove | None:
        """The last tried column in place of the move, with its mark; None without one or without proof."""
        move = self.move
        if not self.tried or move is None or not move.proven:
            return None
        column = self.tried[-1]
        return with_column(move, column)

    @property
    def solved(self) -> bool:
        """Whether the last tried column is a right answer."""
        attempt = self.attempt
        return attempt is not None and attempt.keeps_result

    @property
    def explained(self) -> ReviewedMove | None:
        """The move whose reasons may be told: the last tried one, or that of the game unless it is a question."""
        if self.line is not None:
            return None
        move = self.attempt if self.asking else self.move
        return move if move is not None and move.proven else None

    @property
    def is_open_question(self) -> bool:
        """Whether a move is asked for that no tried column has answered."""
        return self.asking and not self.solved

    @property
    def position(self) -> Position:
        """The shown position: a right answer is on the board, a wrong one is not."""
        if self.line is not None:
            return self.line.position(self.line.step)
        position = self.game.positions[self.shown]
        return position.play(self.tried[-1]) if self.solved else position

    @property
    def columns(self) -> tuple[int, ...]:
        """The moves from the start of the game to the shown position, from 0."""
        if self.line is not None:
            return (*self.line.before, *self.line.columns[: self.line.step])
        return (*self.game.moves[: self.shown], *(self.tried[-1:] if self.solved else ()))

    @property
    def line_start(self) -> Position:
        """The position whose best play may be shown: the shown one, for a question that after the wrong move."""
        wrong = self._wrong_column
        return self.position if wrong is None else self.position.play(wrong)

    @property
    def _wrong_column(self) -> int | None:
        """The column whose punishment may be shown: the last wrong answer, before an answer the move of the game."""
        if self.line is not None or not self.is_open_question:
            return None
        return self.tried[-1] if self.tried else self.game.moves[self.shown]

    @property
    def better_column(self) -> int | None:
        """The best column beside the last move of the game, None if that is as good or the move is a question."""
        move = self.move
        if move is None or self.asking or self.line is not None or move.column in move.best:
            return None
        return next(iter(move.best), None)

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the last move before the shown position."""
        if not self.columns:
            return None
        column = self.columns[-1]
        return Cell(column, self.position.height(column) - 1)

    def mistakes(self) -> list[int]:
        """Return the plies of the mistakes that are looked for, in order."""
        return sorted(
            ply
            for ply, move in self.moves.items()
            if move.mark.loses_result and self.side in (None, move.side)
        )

    def go_to(self, shown: int) -> None:
        """Show a position of the game."""
        self.shown = min(max(shown, 0), self.game.cursor)
        self.asking, self.tried, self.line = False, (), None

    def ask(self, ply: int) -> None:
        """Show the position before a move, to try other columns."""
        self.go_to(ply - 1)
        self.asking = True

    def ask_next(self, direction: int) -> bool:
        """Ask for the next mistake in a direction, at the end from the other end; return whether there is one."""
        plies = self.mistakes()
        if not plies:
            return False
        if direction > 0:
            ply = next((ply for ply in plies if ply > self.ply), plies[0])
        else:
            ply = next((ply for ply in reversed(plies) if ply < self.ply), plies[-1])
        self.ask(ply)
        return True

    def try_column(self, column: int) -> Answer:
        """Try a column in place of the move that is asked for."""
        if self.game.positions[self.shown].landing_cell(column) is None:
            return Answer.FULL
        move = self.move
        if move is None or not move.proven:
            return Answer.UNKNOWN
        self.line, self.tried = None, (*self.tried, column)
        return Answer.RIGHT if column in move.keeping else Answer.WRONG

    def begin_line(self, columns: Sequence[int]) -> None:
        """Step through best play from `line_start`, its first move made."""
        wrong = self._wrong_column
        before = self.columns if wrong is None else (*self.columns, wrong)
        self.line = Line(self.line_start, before, tuple(columns), 1)

    def aside(self) -> Walk | None:
        """Return a walk that asks for the next move of the line, None at its end."""
        line = self.line
        if line is None or line.step == len(line.columns):
            return None
        game = Game.new(self.game.start)
        for column in (*line.before, *line.columns[: line.step + 1]):
            game = game.play(column)
        walk = Walk(game, side=self.side, parent=self)
        walk.ask(game.cursor)
        return walk

    def step(self, moves: int) -> None:
        """Go some moves forward or back: in the line if there is one, else in the game. Back from its start ends a line."""
        if self.line is None:
            self.go_to(self.shown + moves)
        elif self.line.step + moves <= 0:
            self.line = None
        else:
            step = min(self.line.step + moves, len(self.line.columns))
            self.line = replace(self.line, step=step)

    def leave(self) -> bool:
        """Leave the line, else the question; return False if there was neither."""
        if self.line is not None:
            self.line = None
        elif self.asking:
            self.go_to(self.ply)
        else:
            return False
        return True
