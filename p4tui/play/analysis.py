"""What every column is worth, and advice with its reason: the exact solver's answers for the front ends.

A `Desk` keeps one solver and is asked by one thread after the other. Its answers come from the solver where that can prove
them in the time given; where it cannot, they say so.
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
"""Seconds for the columns of a position, time after time for those that are not proven yet: first something to show of
each, then the proof. Where a minute does not bring it, it would not come during a game."""
ADVICE_SECONDS = 1.2
"""Seconds in which advice is to be proven."""
JUDGEMENT_SECONDS = 0.5
"""Seconds for the heuristic search that advises where nothing was proven."""


class ColumnScore(NamedTuple):
    """What is known of playing a column.

    Attributes:
        score: for the side that plays it, in the convention of `engine.score`.
        proven: whether it is exact; if not, only its sign means anything (see `Solved`).
    """

    score: int
    proven: bool


ColumnScores = Sequence[ColumnScore | None]
"""For each column, from the left, what is known of it; None where that is nothing, or it cannot be played."""


class AdviceKind(Enum):
    """What advice goes by; the value is its name in settings and on the command line."""

    EXACT = "exact"
    """The column proven best."""
    LONGEST = "longest"
    """The column that makes the longest line, a winning one where there is one."""
    RANDOM = "random"
    """Any column that can be played."""


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
        reason: `WINS`; `STOPS` a line that the other side would make at once; the `LAST_COLUMN` that is free; the `ONLY`
            one that does not lose; `DRAWS`, with others that do; `LOSES`, and no other one later; `OTHERS_LOSE`: all but
            this one are proven to lose; or no more than the `JUDGEMENT` of the heuristic search. Of the other kinds of
            advice, that it makes the `LONGEST_LINE`, and that it is drawn by `CHANCE`.
        moves: for `WINS` and `LOSES` in how many moves (see `engine.score.moves_to_end`), else 0.
        length: for `LONGEST_LINE` how many discs the line has, else 0.
    """

    column: int
    reason: Reason
    moves: int = 0
    length: int = 0


@dataclass(frozen=True, eq=False)
class Question:
    """Advice that was asked for. Any thread may have it answered.

    Attributes:
        position: where; not finished.
        rng: decides among equally good columns.
        known: what is known of the columns already.
        kind: what the advice goes by.
        stop: set when the answer is not wanted any more.
    """

    position: Position
    rng: Random
    known: ColumnScores = ()
    kind: AdviceKind = AdviceKind.EXACT
    stop: StopFlag = field(default_factory=StopFlag)


class Scorer(Protocol):
    """What a desk wants of a solver: `Solver.score`."""

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """The score of a position for the side to move, proven or not."""
        ...


def new_solver() -> Scorer:
    """The solver of a new desk."""
    return Solver()


class Desk:
    """One solver, made when it is first needed, for threads that take turns."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """A desk; `clock` tells the time in seconds."""
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
        """What is known of the columns of a position, again after each column, those in the centre first.

        Args:
            position: not finished.
            stop: ends it within milliseconds.
            passes: seconds for each pass over the columns that are not proven yet.
            known: what is known already.
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
        """The best column and the reason: proven where that takes no longer than `ADVICE_SECONDS`.

        Once the question is stopped, the answer comes within milliseconds and means nothing.
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
        kept = [column for column in best if column not in lost]
        kept = kept or [column for column in position.legal_columns() if column not in lost]
        return Advice(_choose(question, kept), Reason.JUDGEMENT)

    def _score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """The solver's answer."""
        if self._solver is None:
            self._solver = new_solver()
        return self._solver.score(position, limit, stop)


def instant_advice(question: Question) -> Advice | None:
    """Return advice that needs no search, None where it does.

    That is all advice but the exact kind; and of that a win, the only column, or the stop of a line.
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
    """Advice from what is known of the columns, None where that leaves the best one open.

    A win that is proven is advised though others may come sooner. Among equal columns one is chosen at random that makes
    the longest line.
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
    """One of some columns: of those that make the longest line one at random."""
    return question.rng.choice(aligned_columns(question.position, columns))


def _proven(score: ColumnScore | None) -> bool:
    """Whether a score is exact."""
    return score is not None and score.proven


def _loses(score: ColumnScore | None) -> bool:
    """Whether a column is proven to lose."""
    return score is not None and score.proven and score.score < DRAW
