"""The results of a game: the winner above the board, the moves one by one, and the choices for what comes next."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.stepped import RESULTS
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.bindings import bindings
from p4tui.tui.match_forms import banner_forms, forms_of
from p4tui.tui.screens.reviewing import show_review
from p4tui.tui.screens.stepped import SteppedChoices
from p4tui.tui.text import first_fitting
from p4tui.tui.widgets.choice_list import Row
from p4tui.words.players import player_name


class ResultsScreen(SteppedChoices[str]):
    """The end of a game. It returns the choice: `rematch`, `swap`, `undo`, `players` or `menu`."""

    ACTIONS = RESULTS
    BINDINGS: ClassVar[list[BindingType]] = bindings(RESULTS)
    FIRST_ROW = "rematch"

    def list_title(self) -> str:
        """Return the question that the choices answer; in a window for these alone, the result."""
        if "banner" not in self._places:
            return first_fitting(banner_forms(self.match), self.app.size.width - 1)
        return _("What next?")

    def rows(self) -> list[Row]:
        """Return the choices."""
        return [
            Row("rematch", _("Rematch")),
            Row("review", _("Review")),
            Row("swap", _("Swap sides"), brief=_("Swap")),
            Row("undo", _("Undo")),
            Row("copy", _("Copy moves"), brief=_("Copy")),
            Row("players", _("Players")),
            Row("menu", _("Menu")),
        ]

    def last_forms(self) -> tuple[str, ...]:
        """Return the games won by each player, and who begins the next game, the longest form first."""
        scores = forms_of(self.match, self._score)
        begins = forms_of(self.match.next_game(), self._beginner)
        both = (f"{score}   {begin}" for score, begin in zip(scores, begins, strict=True))
        return (*both, *scores)

    @staticmethod
    def _score(match: Match) -> str:
        """Return the games won by each player, and the drawn ones."""
        red, yellow = (player_name(match, colour) for colour in Colour)
        score = f"{red} {match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)} {yellow}"
        if match.draws:
            score += ", " + _("drawn: {count}").format(count=match.draws)
        return score

    @staticmethod
    def _beginner(match: Match) -> str:
        """Return who begins a game."""
        return _("{name} begins the next game").format(name=player_name(match, match.starter))

    def action_choose(self, choice: str) -> None:
        """Copy, or return a choice to the game."""
        if choice == "copy":
            self.copy_moves()
        elif choice == "review":
            show_review(self, self.match)
        else:
            self.dismiss(choice)
