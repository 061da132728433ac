"""Hints and scores of the plain-text game. The clock is stopped while they are computed."""

from __future__ import annotations

from p4tui.core.errors import GameOverError
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import BOOKS
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.plain.console import Console
from p4tui.plain.waiting import stopped_clock
from p4tui.play.analysis import AdviceKind, Desk
from p4tui.play.session import Session
from p4tui.words.advice import advice_sentence
from p4tui.words.errors import book_sentence

SCORES_SECONDS = 2.0
"""The most seconds to spend on the scores of a position."""


class Adviser:
    """Gives hints and scores in a style through a console."""

    def __init__(self, console: Console, style: str) -> None:
        self._console = console
        self._style = style
        self._desk = Desk()
        self._books_told = 0
        self._scores_wanted = False

    def hint(self, session: Session, kind: AdviceKind) -> str:
        """Return which column to play, and why."""
        with stopped_clock(session):
            advice = self._desk.answer(session.question(kind=kind))
        self.complain_of_books()
        return advice_sentence(advice, styles.first_column(self._style))

    def toggle_scores(self, session: Session) -> None:
        """Show the columns' scores at each turn, or stop doing so.

        Raises:
            GameOverError: the game has ended.
        """
        if session.match.outcome:
            raise GameOverError
        self._scores_wanted = not self._scores_wanted
        if not self._scores_wanted:
            self._console.say(_("The scores are hidden."))
        self.say_scores(session)

    def say_scores(self, session: Session) -> None:
        """Say the columns' scores if they are wanted, unless a computer is to move."""
        position = session.match.position
        if not self._scores_wanted or session.match.outcome or session.turn:
            return
        with stopped_clock(session):
            *_before, found = self._desk.scores(position, StopFlag(), (SCORES_SECONDS,))
        self.complain_of_books()
        self._console.say(report.scores(position, found, self._style))

    def complain_of_books(self) -> None:
        """Report each opening book that a search could not use, once."""
        news = BOOKS.refused[self._books_told :]
        self._books_told += len(news)
        for error in news:
            self._console.complain(book_sentence(error))
