"""What the plain-text game shows: the board, the question, the end of the game."""

from __future__ import annotations

from dataclasses import replace

from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.plain.advice import Adviser
from p4tui.plain.console import Console
from p4tui.plain.saving import Saving
from p4tui.play.match import Match
from p4tui.play.seats import Seat
from p4tui.play.session import Session
from p4tui.storage.errors import GameDeletedError
from p4tui.words.match import how_it_ended, score_sentence
from p4tui.words.text import shorten

LONGEST_NAME = 40
"""The longest name that is shown, characters."""


class Announcer:
    """Shows a match through a console, and asks for input.

    Attributes:
        session: plays the match.
        adviser: gives hints and scores.
    """

    def __init__(
        self, session: Session, console: Console, style: str, saving: Saving | None
    ) -> None:
        self.session = session
        self.adviser = Adviser(console, style)
        self._console = console
        self._style = style
        self._saving = saving

    @property
    def match(self) -> Match:
        """The match, with names that every line has room for."""
        match = self.session.match
        return replace(match, red=_short(match.red), yellow=_short(match.yellow))

    def say_seats(self) -> None:
        """Say who plays which discs."""
        self._console.say(report.seats(self.match, self._style))

    def show(self) -> None:
        """Show the board and ask for a move, or say how the game ended."""
        match, say = self.match, self._console.say
        if match.outcome is None:
            say(report.discs_left(match))
            self._show_board(match)
            self.adviser.say_scores(self.session)
            self.ask()
            return
        say(how_it_ended(match))
        say(score_sentence(match))
        if self._console.interactive:
            say(_("Type new for another game, undo to take the last move back, quit to leave."))
        self._show_board(match)
        say(report.result(match, self._style))

    def _show_board(self, match: Match) -> None:
        """Draw the board, or describe it in the spoken style."""
        write = self._console.say if self._style == styles.SPOKEN else self._console.draw
        write(styles.board(match, self._style))

    def ask(self) -> None:
        """Ask for the next input; after a game, ask nothing."""
        session, say = self.session, self._console.say
        lost = None if self._saving is None else self._saving.lost
        if lost is not None:
            deleted = isinstance(lost, GameDeletedError)
            keep = _("Type keep to keep it as a new game, or quit.")
            say(keep if deleted else _("Type resume to take it back, or quit."))
        elif session.match.outcome is not None:
            return
        elif session.failure is not None:
            say(_("Type go to ask again, or level to choose who plays."))
        elif session.person_to_move:
            left = session.time_left(session.match.to_move)
            say(report.question(self.match, self._style, left))
        elif session.paused:
            say(_("Paused: type go to let the computers play on."))

    def answer(self, sentence: str) -> None:
        """Say a sentence, and ask again."""
        self._console.say(sentence)
        self.ask()


def _short(seat: Seat) -> Seat:
    """Return a seat with a name that every line has room for."""
    return replace(seat, name=shorten(seat.name, LONGEST_NAME))
