"""The analysis desk: scores of all columns, and advice with reasons, from the exact solver.

A `Desk` keeps one solver, which threads use in turn. Its answers say whether the solver has proven them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import NamedTuple, Protocol

from p4tui.core.lines import longest_line
from p4tui.core.position import Position
from p4tui.engine.answers import Solved
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import DRAW, moves_to_end
from p4tui.engine.solver import Solver
from p4tui.players.search import judge
from p4tui.players.simple import aligned_columns, winning_columns

PASSES = (1.0, 8.0, 60.0)
"""Seconds of each pass over the unproven columns. The first gives something to show, the others the proof;
one that takes longer than a minute would not come during a game."""
ADVICE_SECONDS = 1.2
"""Seconds for proving advice."""
JUDGEMENT_SECONDS = 0.5
"""Seconds for the heuristic search if nothing was proven."""


class ColumnScore(NamedTuple):
    """The score of a column.

    Attributes:
        score: for the side that plays it, as in `engine.score`.
        proven: whether it is exact; if not, only its sign has a meaning (see `Solved`).
    """

    score: int
    proven: bool


ColumnScores = Sequence[ColumnScore | None]
"""For each column, from the left, its score, or None if it is unknown or the column is full."""


class AdviceKind(Enum):
    """The kind of advice; the value is its name in settings and on the command line."""

    EXACT = "exact"
    """The best column, proven."""
    LONGEST = "longest"
    """A winning column, else the column of the longest line."""
    RANDOM = "random"
    """Any playable column."""


class Reason(Enum):
    """Why a column is advised."""

    WINS = auto()
    STOPS = auto()
    LAST_COLUMN = auto()
    ONLY = auto()
    DRAWS = auto()
    LOSES = auto()
    OTHERS_LOSE = auto()
    JUDGEMENT = auto()
    LONGEST_LINE = auto()
    CHANCE = auto()


@dataclass(frozen=True, slots=True)
class Advice:
    """The column advised, and why.

    Attributes:
        column: counted from 0.
        reason: it `WINS`; it `STOPS` a line that the other side would complete next; it is the `LAST_COLUMN` with room, or
            the `ONLY` one that does not lose; it `DRAWS`, as others do; it `LOSES`, but the latest; `OTHERS_LOSE`, which is
            proven, while this one is open; or it is the `JUDGEMENT` of the heuristic search. Other kinds of advice give the
            `LONGEST_LINE`, or pick a column by `CHANCE`.
        moves: the number of moves to the end for `WINS` and `LOSES` (see `engine.score.moves_to_end`), else 0.
        length: the number of discs in the line for `LONGEST_LINE`, else 0.
    """

    column: int
    reason: Reason
    moves: int = 0
    length: int = 0


@dataclass(frozen=True, eq=False)
class Question:
    """A request for advice, to be answered in any thread.

    Attributes:
        position: an unfinished position.
        rng: chooses among equally good columns.
        known: the scores that are known already.
        kind: the kind of advice.
        stop: set to cancel the question.
    """

    position: Position
    rng: Random
    known: ColumnScores = ()
    kind: AdviceKind = AdviceKind.EXACT
    stop: StopFlag = field(default_factory=StopFlag)


class Scorer(Protocol):
    """The part of `Solver` that a desk uses."""

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """Return the score of a position for the side to move, proven or not."""
        ...


def new_solver() -> Scorer:
    """Return the solver of a new desk."""
    return Solver()


class Desk:
    """One solver, created at first use, for threads that take turns."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Create a desk; `clock` returns the time in seconds."""
        self._clock = clock
        self._solver: Scorer | None = None
        self._turn = threading.Lock()

    def scores(
        self,
        position: Position,
        stop: StopFlag,
        passes: Sequence[float] = PASSES,
        known: ColumnScores = (),
    ) -> Iterator[ColumnScores]:
        """Yield the scores of all columns after each search of one; central columns come first.

        Args:
            position: an unfinished position.
            stop: ends the search within milliseconds.
            passes: seconds for each pass over the unproven columns.
            known: the scores that are known already.
        """
        geometry = position.geometry
        found = list(known or [None] * geometry.columns)
        left = [
            column
            for column in geometry.centre_first
            if position.is_playable(column) and not _proven(found[column])
        ]
        with self._turn:
            for seconds in passes:
                end = self._clock() + seconds
                for done, column in enumerate(left):
                    share = max(0.0, end - self._clock()) / (len(left) - done)
                    solved = self._score(position.play(column), Limit(seconds=share), stop)
                    if stop.is_set():
                        return
                    found[column] = ColumnScore(-solved.score, solved.proven)
                    yield tuple(found)
                left = [column for column in left if not _proven(found[column])]
                if not left:
                    return

    def answer(self, question: Question) -> Advice:
        """Return the best column and the reason, proven if that takes at most `ADVICE_SECONDS`.

        If the question is stopped, a meaningless answer comes within milliseconds.
        """
        position, known = question.position, question.known
        advice = instant_advice(question) or proven_advice(question, known)
        if advice is None:
            for found in self.scores(position, question.stop, (ADVICE_SECONDS,), known):
                known = found
            advice = proven_advice(question, known)
        if advice is not None:
            return advice
        best = judge(position, Limit(seconds=JUDGEMENT_SECONDS), question.stop).columns
        lost = {column for column, score in enumerate(known) if _loses(score)}
        candidates = [column for column in best if column not in lost]
        candidates = candidates or [
            column for column in position.legal_columns() if column not in lost
        ]
        return Advice(_choose(question, candidates), Reason.JUDGEMENT)

    def _score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        if self._solver is None:
            self._solver = new_solver()
        return self._solver.score(position, limit, stop)


def instant_advice(question: Question) -> Advice | None:
    """Return advice that needs no search, or None.

    Random and longest-line advice never needs one; exact advice needs none for a win, a last column or a single threat.
    """
    position = question.position
    if question.kind is AdviceKind.RANDOM:
        return Advice(question.rng.choice(position.legal_columns()), Reason.CHANCE)
    if winning_columns(position):
        return Advice(question.rng.choice(aligned_columns(position)), Reason.WINS, 1)
    if question.kind is AdviceKind.LONGEST:
        column = question.rng.choice(aligned_columns(position))
        length = longest_line(position, column, position.height(column), position.to_move)
        return Advice(column, Reason.LONGEST_LINE, length=length)
    legal = position.legal_columns()
    if len(legal) == 1:
        return Advice(legal[0], Reason.LAST_COLUMN)
    threats = winning_columns(position, position.to_move.other)
    return Advice(threats[0], Reason.STOPS) if len(threats) == 1 else None


def proven_advice(question: Question, known: ColumnScores) -> Advice | None:
    """Return advice from the known scores, or None if they leave the best column open.

    Any proven win is advised, even if another may be quicker. Equal columns are decided by the longest line, then at random.
    """
    position = question.position
    scores = {c: s for c in position.legal_columns() if (s := known[c] if known else None)}
    proven = {column: found.score for column, found in scores.items() if found.proven}
    best = max(proven.values(), default=DRAW)
    columns = [column for column, score in proven.items() if score == best]
    if best > DRAW:
        moves = moves_to_end(position, best)
        return Advice(_choose(question, columns), Reason.WINS, moves)
    not_lost = [column for column in position.legal_columns() if not _loses(scores.get(column))]
    if len(proven) < len(position.legal_columns()):
        return Advice(not_lost[0], Reason.OTHERS_LOSE) if len(not_lost) == 1 else None
    if best < DRAW:
        return Advice(_choose(question, columns), Reason.LOSES, moves_to_end(position, best))
    reason = Reason.ONLY if len(not_lost) == 1 else Reason.DRAWS
    return Advice(_choose(question, columns), reason)


def _choose(question: Question, columns: Sequence[int]) -> int:
    """Choose the column that makes the longest line, at random if several do."""
    return question.rng.choice(aligned_columns(question.position, columns))


def _proven(score: ColumnScore | None) -> bool:
    return score is not None and score.proven


def _loses(score: ColumnScore | None) -> bool:
    """Return whether a column is proven to lose."""
    return score is not None and score.proven and score.score < DRAW
