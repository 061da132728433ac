"""`PositionScreen`: a screen with a position that can be looked into: its threats are marked, and it is explored."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from p4tui.core.colour import colour_of
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.analyst import Analyst
from p4tui.tui.look.art import Variant
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.grid import Grid

Result = TypeVar("Result")


class PositionScreen(P4Screen[Result]):
    """A screen with a board. Threats are shown on all boards or on none, until the key is pressed again."""

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The board."""

    @property
    @abstractmethod
    def current(self) -> Match:
        """The match that is shown."""

    @property
    @abstractmethod
    def shown(self) -> int:
        """The number of moves before the shown position."""

    @property
    @abstractmethod
    def analyst(self) -> Analyst:
        """The analyst who finds the scores."""

    @abstractmethod
    def follow_scores(self) -> None:
        """Analyse the position if scores are enabled, and show the known scores."""

    @property
    def explored(self) -> tuple[Match, int]:
        """The match that the explorer begins with, and the number of moves before its first position."""
        return self.current, self.shown

    def on_mount(self) -> None:
        """Mark the threats of every position that is shown."""
        self.watch(self.grid, "position", self.show_threats)

    def on_screen_resume(self) -> None:
        """Show what was chosen on another screen."""
        if self.is_mounted:
            self.show_threats()

    def show_threats(self) -> None:
        """Mark the threats of the position, if they are wanted."""
        grid = self.grid
        if not self.services.preferences.shows_threats:
            grid.threats = {}
            return
        # The search is imported with the first threats.
        from p4tui.engine.threats import threats

        found = threats(grid.position).items()
        grid.threats = {
            cell: tuple(sorted(colour_of(side, grid.starter) for side in sides))
            for cell, sides in found
        }

    def action_threats(self) -> None:
        """Show or hide the threats."""
        preferences = self.services.preferences
        preferences.shows_threats = not preferences.shows_threats
        self.show_threats()
        if not preferences.shows_threats:
            self.say(_("Threats hidden"))
        elif not self.grid.threats:
            self.say(_("No threats here: they are marked as they arise"), _("No threats here"))
        else:
            from p4tui.words.threats import threat_legend_forms

            art, cell = self.services.art, self.grid.cell
            in_letters = art.variant(cell.pixels) is not Variant.RICH
            self.say(*threat_legend_forms(in_letters=in_letters))

    def action_explore(self) -> None:
        """Explore the shown position."""
        # Both screens use the same solver.
        self.analyst.close()
        self.services.navigation.explore(*self.explored, self.follow_scores)
