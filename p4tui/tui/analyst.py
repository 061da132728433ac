"""Has the columns of a board's position scored, and questions for advice answered, while the board goes on."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual.screen import Screen

from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import give_way
from p4tui.play.analysis import ColumnScores, Desk, Question
from p4tui.tui.messages import AdviceFound, ScoresFound

SHOWN_EVERY = 0.5
"""Seconds between two messages of one analysis: what is found in between comes together, and costs one change."""


class Analyst:
    """The analyses of one screen: each in a thread that touches no widget; the newest stops those before it.

    Attributes:
        scores: what is known of the columns of the position that is followed; empty while that is nothing.
        question: the one that waits for its answer, None where there is none.
    """

    def __init__(self, screen: Screen[Any], desk: Desk) -> None:
        """Analyse for a screen, whose workers run the analyses and who gets the messages."""
        self.scores: ColumnScores = ()
        self.question: Question | None = None
        self._screen = screen
        self._desk = desk
        self._position: Position | None = None
        self._stop: StopFlag | None = None

    def follow(self, position: Position | None) -> None:
        """Have a position that is not finished analysed from now on, None: nothing; what runs for the same one goes on."""
        running = self._stop is not None
        if position == self._position and (running or (position is None and self.question is None)):
            return
        self._halt()
        if position != self._position:
            self.scores = ()
        self._position = position
        if position is not None:
            self._stop = StopFlag()
            self._run(position, self._stop)

    def ask(self, question: Question) -> None:
        """Have a question answered with `AdviceFound`; the analysis stands still until the next `follow`."""
        self._halt()
        self.question = question
        screen, desk = self._screen, self._desk

        def answer() -> None:
            give_way()
            screen.post_message(AdviceFound(question, desk.answer(question)))

        screen.run_worker(answer, thread=True, group="analysis", name="advice")

    def accept_scores(self, message: ScoresFound) -> bool:
        """Take what was found; False, and nothing happens, if it is of an analysis that was stopped."""
        if message.analysis is not self._stop:
            return False
        self.scores = message.scores
        return True

    def accept_advice(self, message: AdviceFound) -> bool:
        """Whether an answer is that to the question which waits; it waits no more."""
        if message.question is not self.question:
            return False
        self.question = None
        return True

    def close(self) -> None:
        """Follow nothing, and have nothing answered."""
        self._halt()
        self.scores, self._position = (), None

    def _halt(self) -> None:
        """Stop what runs; its answers will be dropped."""
        if self._stop is not None:
            self._stop.set()
        if self.question is not None:
            self.question.stop.set()
        self._stop = self.question = None

    def _run(self, position: Position, stop: StopFlag) -> None:
        """Analyse in a thread."""
        screen, desk, known = self._screen, self._desk, self.scores
        legal = position.legal_columns()

        def analyse() -> None:
            give_way()
            told = found = known
            whole = False
            due = monotonic() + SHOWN_EVERY
            for found in desk.scores(position, stop, known=known):
                now_whole = all(found[column] is not None for column in legal)
                if monotonic() >= due or now_whole > whole:
                    screen.post_message(ScoresFound(stop, found))
                    told, whole, due = found, now_whole, monotonic() + SHOWN_EVERY
            if found is not told:
                screen.post_message(ScoresFound(stop, found))

        screen.run_worker(analyse, thread=True, group="analysis", name="analysis")
