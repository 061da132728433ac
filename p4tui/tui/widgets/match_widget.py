"""`MatchWidget`: the base of the widgets around a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from textual.reactive import reactive

from p4tui.core.colour import Colour
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.tui.look.signs import Signs, signs_of
from p4tui.tui.look.span import Line
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.card import Card
from p4tui.words.players import player_name, seat_kind_name

if TYPE_CHECKING:
    from p4tui.tui.widgets.disc_widget import Themed


def name_beside_disc(match: Match, colour: Colour, width: int) -> str:
    """Return the name; drop "(red)" from a level's name that does not fit."""
    seat, name = match.seat(colour), player_name(match, colour)
    is_named = isinstance(seat, Person) or seat.name.strip()
    return name if cell_len(name) <= width or is_named else seat_kind_name(seat)


class MatchWidget(Card):
    """A widget that shows a match.

    Reactive attributes:
        view: the match as it is shown, or None before it starts.
    """

    view: reactive[MatchView | None] = reactive(None, repaint=False)

    def watch_view(self) -> None:
        """Redraw."""
        self.repaint()

    def repaint_all(self) -> None:
        """Redraw everything with the current colours and art."""
        if self.view is not None:
            app = cast("Themed", self.app)
            now = replace(self.view, art=app.art, palette=app.palette)
            self.set_reactive(MatchWidget.view, now)
        super().repaint_all()

    @property
    def signs(self) -> Signs:
        """The signs of the terminal."""
        assert self.view is not None
        return signs_of(self.view.art)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the match."""
        return [] if self.view is None else list(self.lines(self.view, width, height))

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the lines for a match and a size; by default, a card's lines."""
        return super().paint(width, height)
