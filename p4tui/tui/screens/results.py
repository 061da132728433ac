"""The results: who won and how, the final board, the moves one by one, and what comes next."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.tui.actions import RESULTS, bindings
from p4tui.tui.screens.stepped import SteppedScreen
from p4tui.tui.text import cut
from p4tui.tui.widgets.choice_list import Row
from p4tui.words import how_it_ended, player_name, result_sentence

NAME_WIDTH = 14
"""Cells that a name may take in the score."""


class ResultsScreen(SteppedScreen[str]):
    """The end of a game. Its result is what was chosen: `rematch`, `swap`, `undo`, `players` or `menu`."""

    ACTIONS = RESULTS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RESULTS)]
    FIRST_ROW = "rematch"

    def rows(self) -> list[Row]:
        """The result and what can be chosen."""
        match = self.match
        return [
            Row("result", result_sentence(match), heading=True),
            Row("how", how_it_ended(match), heading=True),
            Row("score", self._score(), heading=True),
            Row("rematch", _("Rematch")),
            Row("swap", _("Rematch with sides swapped")),
            Row("undo", _("Take back the last move")),
            Row("copy", _("Copy the moves")),
            Row("players", _("Change players")),
            Row("menu", _("Menu")),
            Row("quit", _("Quit")),
        ]

    def _score(self) -> str:
        """Games won by each, and drawn ones."""
        match = self.match
        red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
        score = f"{red} {match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)} {yellow}"
        if match.draws:
            score += ", " + _("drawn: {count}").format(count=match.draws)
        return score

    def last_words(self) -> tuple[str, ...]:
        """Who won, and how; who won."""
        result = result_sentence(self.match)
        return (f"{result}. {how_it_ended(self.match)}", result)

    def action_choose(self, choice: str) -> None:
        """Copy, quit, or leave with a choice for the game."""
        if choice == "copy":
            self.copy_moves()
        elif choice == "quit":
            self.app.exit()
        else:
            self.dismiss(choice)
