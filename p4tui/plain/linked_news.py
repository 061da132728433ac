"""`LinkedNews`: says what the other terminal has done."""

from __future__ import annotations

from dataclasses import replace

from p4tui.core.colour import colour_of
from p4tui.i18n import _, ngettext
from p4tui.link.host import Host
from p4tui.link.link import Link
from p4tui.link.meeting import meeting_of
from p4tui.link.shared import Shared
from p4tui.link.state import change_between
from p4tui.link.visit import Ended
from p4tui.plain import report, styles
from p4tui.plain.announcer import Announcer
from p4tui.plain.console import Console
from p4tui.plain.linked_commands import LinkedCommands
from p4tui.play.match import Change, Match
from p4tui.words.link import news_sentences, presence_sentence, refusal_sentence
from p4tui.words.match import move_sentence, sides_sentence

_NEWS_OF_OTHERS = {Change.MOVE, Change.RESIGNATION, Change.FLAG, Change.AGREEMENT}
"""The changes after which the board is shown, without a sentence of their own."""


class LinkedNews:
    """What is new in a game between terminals.

    Attributes:
        known: what was known beside the match when it was last told; None before.
        shown: the match as it was last told.
    """

    def __init__(
        self,
        link: Link,
        announcer: Announcer,
        commands: LinkedCommands,
        console: Console,
        style: str,
        *,
        bell: bool,
    ) -> None:
        """Tell the news of a link.

        Args:
            link: joins the terminals.
            announcer: shows the match.
            commands: of the game.
            console: where the news are told.
            style: one of `styles.STYLES`.
            bell: whether the terminal's bell rings when the other terminal has moved.
        """
        self.known: Shared | None = link.shared if isinstance(link, Host) else None
        self.shown = announcer.match
        self._link = link
        self._announcer = announcer
        self._commands = commands
        self._console = console
        self._style = style
        self._bell = bell

    def say_line(self, event: object, was_connected: bool) -> None:
        """Say that the line to the host is lost; that it is there again is news of people."""
        if not was_connected or self._commands.is_connected or self.known is None:
            return
        if isinstance(event, Ended):
            if not event.why.is_final:
                self._console.say(refusal_sentence(event.why))
                self._console.say(_("p4tui waits until the game is opened again."))
        else:
            self._console.say(
                presence_sentence(self.known, self._link.own_colour, is_connected=False)
            )
        self.known = replace(self.known, here=(False, False), joined=True)

    def say_all(self) -> None:
        """Say what is new, and ask again if anything is."""
        told = self._say_news()
        if self._say_changes():
            if self._bell:
                self._console.ring()
        elif told:
            self._announcer.ask()
        if told:
            self._say_question()

    def _say_question(self) -> None:
        """Say how a request of the other player is answered, if one waits."""
        request = None if self.known is None else self.known.request
        own = self._link.own_colour
        if request is not None and own is not None and request.by is not own:
            self._console.say(_("Type yes or no."))

    def _say_news(self) -> bool:
        """Say who has come or gone, messages and requests; return whether there was anything."""
        shared, before, own = self._link.shared, self.known, self._link.own_colour
        if shared is None or shared == before or not self._commands.is_connected:
            return False
        self.known = shared
        self._commands.note(before, shared)
        heard = replace(shared, messages=()) if self._commands.is_muted else shared
        news = news_sentences(before, heard, own)
        for sentence in news:
            self._console.say(sentence)
        return bool(news)

    def _say_changes(self) -> bool:
        """Say how the match has changed; return whether the board was shown."""
        before, after, style = self.shown, self._announcer.match, self._style
        self.shown = after
        first, second = meeting_of(before), meeting_of(after)
        same = first is not None and second is not None and first.game == second.game
        change = change_between(before, after, same_game=same)
        if change is Change.CLOCK:
            return False
        self._commands.waits = False
        seated = report.seats(before, style) != report.seats(after, style)
        if change is Change.SEATS and not seated:
            return False
        if change is Change.NEW_GAME:
            self._console.say(_("A new game begins."))
        elif change is Change.UNDO:
            self._say_undo(before, after)
        elif change in _NEWS_OF_OTHERS:
            self._say_moves(before, after)
        if seated:
            swapped = (before.red.name, before.yellow.name) == (after.yellow.name, after.red.name)
            if swapped and change is Change.SEATS:
                self._console.say(sides_sentence(after))
            self._announcer.say_seats()
        self._announcer.show()
        return True

    def _say_undo(self, before: Match, after: Match) -> None:
        count = before.game.cursor - after.game.cursor
        if count > 0:
            self._console.say(
                ngettext(
                    "{count} move was taken back.", "{count} moves were taken back.", count
                ).format(count=count)
            )

    def _say_moves(self, before: Match, after: Match) -> None:
        """Say the moves that were made at the other terminal."""
        for ply in range(before.game.cursor, after.game.cursor):
            colour = colour_of(after.game.positions[ply].to_move, after.starter)
            column, first = after.game.moves[ply], styles.first_column(self._style)
            self._console.say(move_sentence(after, colour, column, first))
