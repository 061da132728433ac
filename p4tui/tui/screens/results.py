"""The results of a game: the winner, the moves one by one, and the choices for what comes next."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.stepped import RESULTS
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.bindings import bindings
from p4tui.tui.match_forms import end_forms
from p4tui.tui.screens.stepped import SteppedScreen
from p4tui.tui.text import cut
from p4tui.tui.widgets.choice_list import Row
from p4tui.words.match import how_it_ended, result_sentence
from p4tui.words.players import player_name

NAME_WIDTH = 14
"""The width in cells of a name in the score."""


class ResultsScreen(SteppedScreen[str]):
    """The end of a game. It returns the choice: `rematch`, `swap`, `undo`, `players` or `menu`."""

    ACTIONS = RESULTS
    BINDINGS: ClassVar[list[BindingType]] = bindings(RESULTS)
    FIRST_ROW = "rematch"

    def rows(self) -> list[Row]:
        """Return the result as headings, then the choices."""
        match = self.named
        # The status line says how the game ended if it has two lines.
        how = (
            []
            if self.narrow and self.has_two_lines
            else [Row("how", how_it_ended(match), heading=True)]
        )
        return [
            Row("result", result_sentence(match), heading=True),
            *how,
            Row("score", self._score(match), heading=True),
            Row("rematch", _("Rematch")),
            Row("swap", _("Rematch with sides swapped"), brief=_("Swap sides")),
            Row("undo", _("Take back the last move"), brief=_("Undo")),
            Row("copy", _("Copy the moves"), brief=_("Copy")),
            Row("players", _("Change players"), brief=_("Players")),
            Row("menu", _("Menu")),
            Row("quit", _("Quit")),
        ]

    def _score(self, match: Match) -> str:
        """Return the games won by each player and the drawn ones; the numbers stay on one line."""
        red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
        wins = f"{match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)}"
        if self.narrow:
            wins = wins.replace(" ", "\N{NO-BREAK SPACE}")
        score = f"{red} {wins} {yellow}"
        if match.draws:
            score += ", " + _("drawn: {count}").format(count=match.draws)
        return score

    def last_forms(self) -> tuple[str, ...]:
        """Return who won and how, the longest form first."""
        return end_forms(self.match)

    def action_choose(self, choice: str) -> None:
        """Copy, quit, or return a choice to the game."""
        if choice == "copy":
            self.copy_moves()
        elif choice == "quit":
            self.app.exit()
        else:
            self.dismiss(choice)
