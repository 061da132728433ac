"""The review behind a screen: scores of all moves, lines and reasons, found in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

from p4tui.core.game import Game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import lower_priority

if TYPE_CHECKING:
    from p4tui.engine.solver import Solver
    from p4tui.review.kinds import Reason
    from p4tui.review.moves import ReviewedMove

LINE_SECONDS = 5.0
"""Seconds for proving a line of best play."""
POST_SECONDS = 0.1
"""Seconds between two messages of a review: each redraws the graph and the list."""
MAX_REVIEWS = 8
"""The reviews that are kept while the app runs."""

GameKey = tuple[Position, tuple[int, ...]]
"""What a review depends on: the start and the moves."""
Question = Callable[["Solver", StopFlag], Message | None]
"""Answered in a thread, with a message for the screen or None."""


@dataclass
class MovesReviewed(Message):
    """Moves of a game that are reviewed, posted from the thread of the review.

    Attributes:
        review: the stop flag of the review.
        moves: those that are new.
        finished: whether they are the last ones.
    """

    review: StopFlag
    moves: tuple[ReviewedMove, ...]
    finished: bool


@dataclass
class LineFound(Message):
    """A line of best play, posted from the thread that found it.

    Attributes:
        start: the position before it.
        columns: its moves, from 0; none if it is not proven.
    """

    start: Position
    columns: tuple[int, ...]


@dataclass
class MoveReviewed(Message):
    """The last move of a game beside the reviewed one, posted from the thread that reviewed it.

    Attributes:
        game: the game.
        move: its last move.
    """

    game: Game
    move: ReviewedMove


@dataclass
class ReasonsFound(Message):
    """The reasons for a move, posted from the thread that found them.

    Attributes:
        move: the move that they explain.
        reasons: at most two; none if nothing is proven.
    """

    move: ReviewedMove
    reasons: tuple[Reason, ...]


class Reviews:
    """The proven reviews of this run, so that coming back to a game is instant."""

    def __init__(self) -> None:
        self._found: dict[GameKey, dict[int, ReviewedMove]] = {}

    def find(self, game: Game) -> dict[int, ReviewedMove]:
        """Return the reviewed moves of a game by their ply; none if it is not known."""
        return dict(self._found.get(_key(game), {}))

    def keep(self, game: Game, moves: dict[int, ReviewedMove]) -> None:
        """Keep a finished review if all of it is proven; the oldest one may be dropped."""
        if not all(move.proven for move in moves.values()):
            return
        self._found[_key(game)] = dict(moves)
        while len(self._found) > MAX_REVIEWS:
            del self._found[next(iter(self._found))]


def _key(game: Game) -> GameKey:
    return game.start, game.played


def new_solver() -> Solver:
    """Return the solver of a review, or of the questions beside it."""
    from p4tui.engine.solver import Solver

    return Solver()


class Reviewer:
    """The review of one game, and questions about its positions. All of it runs in threads without widgets.

    Attributes:
        limit: the limit for the scores of one position, None for that of `review_game`.
    """

    limit: Limit | None = None

    def __init__(self, screen: Screen[Any]) -> None:
        """Review for a screen: its workers run the searches, and it gets the messages."""
        self._screen = screen
        self._review = StopFlag()
        self._line = StopFlag()
        self._reasons = StopFlag()
        self._move = StopFlag()
        self._explained: ReviewedMove | None = None
        self._turn = threading.Lock()
        self._solver: Solver | None = None

    def start(self, game: Game) -> None:
        """Review a game; `MovesReviewed` follow."""
        screen, stop, limit = self._screen, self._review, self.limit

        def review() -> None:
            from p4tui.review.moves import LIMIT, review_game

            lower_priority()
            batch: list[ReviewedMove] = []
            next_post = 0.0
            for move in review_game(game, new_solver(), stop, limit or LIMIT):
                batch.append(move)
                if monotonic() >= next_post:
                    screen.post_message(MovesReviewed(stop, tuple(batch), finished=False))
                    batch, next_post = [], monotonic() + POST_SECONDS
            if not stop.is_set():
                screen.post_message(MovesReviewed(stop, tuple(batch), finished=True))

        screen.run_worker(review, thread=True, group="review", name="review")

    def accepts(self, message: MovesReviewed) -> bool:
        """Return whether a message is of the running review."""
        return message.review is self._review and not self._review.is_set()

    def find_line(self, start: Position) -> None:
        """Find best play from an unfinished position; `LineFound` follows, but not for an earlier position."""

        def search(solver: Solver, stop: StopFlag) -> Message:
            found = solver.analyse(start, Limit(seconds=LINE_SECONDS), stop)
            return LineFound(start, found.line if found.proven else ())

        self.stop_line()
        self._line = StopFlag()
        self._ask(search, self._line)

    def stop_line(self) -> None:
        """Stop finding best play: the position is no longer shown."""
        self._line.set()

    def review_move(self, game: Game) -> None:
        """Review the last move of another game; `MoveReviewed` follows, but not for an earlier game."""
        limit = self.limit

        def search(solver: Solver, stop: StopFlag) -> Message | None:
            from p4tui.review.moves import LIMIT, review_game

            move = next(review_game(game, solver, stop, limit or LIMIT), None)
            return None if move is None else MoveReviewed(game, move)

        self._move.set()
        self._move = StopFlag()
        self._ask(search, self._move)

    def find_reasons(self, move: ReviewedMove) -> None:
        """Find the reasons for a move; `ReasonsFound` follows, but not for an earlier move.

        A move that is asked for again is still being searched.
        """
        if move == self._explained:
            return

        def search(solver: Solver, stop: StopFlag) -> Message:
            from p4tui.review.reasons import reasons_of

            return ReasonsFound(move, reasons_of(move, solver, stop))

        self._reasons.set()
        self._reasons, self._explained = StopFlag(), move
        self._ask(search, self._reasons)

    def _ask(self, question: Question, stop: StopFlag) -> None:
        """Answer a question with its message, after those asked before, unless it is stopped."""
        screen = self._screen

        def answer() -> None:
            lower_priority()
            with self._turn:
                if self._solver is None:
                    self._solver = new_solver()
                message = None if stop.is_set() else question(self._solver, stop)
            if message is not None and not stop.is_set():
                screen.post_message(message)

        screen.run_worker(answer, thread=True, group="question", name="question")

    def close(self) -> None:
        """Stop everything."""
        for stop in (self._review, self._line, self._reasons, self._move):
            stop.set()
