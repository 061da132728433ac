"""The analysis behind a board: scores of columns and answers to hints, computed in threads."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual.screen import Screen

from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import lower_priority
from p4tui.play.analysis import ColumnScores, Desk, Question
from p4tui.tui.messages import AdviceFound, ScoresFound

MESSAGE_SECONDS = 0.5
"""Seconds between two messages of one analysis: each redraws the scores."""


class Analyst:
    """The analyses of one screen. Each runs in a thread without widgets; a new one stops the previous one.

    Attributes:
        scores: the known scores of the followed position's columns; empty without one.
        question: the unanswered question, or None.
    """

    def __init__(self, screen: Screen[Any], desk: Desk) -> None:
        """Analyse for a screen: its workers run the analyses, and it gets the messages."""
        self.scores: ColumnScores = ()
        self.question: Question | None = None
        self._screen = screen
        self._desk = desk
        self._position: Position | None = None
        self._stop: StopFlag | None = None

    def follow(self, position: Position | None) -> None:
        """Analyse a position, or stop if it is None; a running analysis of the same position continues."""
        running = self._stop is not None
        if position == self._position and (running or (position is None and self.question is None)):
            return
        self._stop_running()
        if position != self._position:
            self.scores = ()
        self._position = position
        if position is not None:
            self._stop = StopFlag()
            self._run(position, self._stop)

    def scores_of(self, position: Position) -> ColumnScores:
        """Return the known scores of a position's columns; none of a position that is not followed."""
        return self.scores if position == self._position else ()

    def ask(self, question: Question) -> None:
        """Answer a question with `AdviceFound`; the analysis is stopped until the next `follow`."""
        self._stop_running()
        self.question = question
        screen, desk = self._screen, self._desk

        def answer() -> None:
            lower_priority()
            screen.post_message(AdviceFound(question, desk.answer(question)))

        screen.run_worker(answer, thread=True, group="analysis", name="advice")

    def accept_scores(self, message: ScoresFound) -> bool:
        """Store the scores of a message; return False if its analysis was stopped."""
        if message.analysis is not self._stop:
            return False
        self.scores = message.scores
        return True

    def accept_advice(self, message: AdviceFound) -> bool:
        """Return whether a message answers the waiting question, and clear the question."""
        if message.question is not self.question:
            return False
        self.question = None
        return True

    def close(self) -> None:
        """Stop everything."""
        self._stop_running()
        self.scores, self._position = (), None

    def _stop_running(self) -> None:
        """Stop the running analysis or question; its messages will be ignored."""
        if self._stop is not None:
            self._stop.set()
        if self.question is not None:
            self.question.stop.set()
        self._stop = self.question = None

    def _run(self, position: Position, stop: StopFlag) -> None:
        """Analyse a position in a thread."""
        screen, desk, known = self._screen, self._desk, self.scores
        legal = position.legal_columns()

        def analyse() -> None:
            lower_priority()
            posted = found = known
            was_complete = False
            next_post = monotonic() + MESSAGE_SECONDS
            for found in desk.scores(position, stop, known=known):
                is_complete = all(found[column] is not None for column in legal)
                if monotonic() >= next_post or is_complete > was_complete:
                    screen.post_message(ScoresFound(stop, found))
                    posted, was_complete, next_post = (
                        found,
                        is_complete,
                        monotonic() + MESSAGE_SECONDS,
                    )
            if found is not posted:
                screen.post_message(ScoresFound(stop, found))

        screen.run_worker(analyse, thread=True, group="analysis", name="analysis")
