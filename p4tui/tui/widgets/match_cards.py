"""`MatchCard` and `ScoresCard`: the cards of the match and of the exact scores."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.tui.evaluation import Evaluation
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.text import first_fitting
from p4tui.tui.widgets.card import fact
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.match_widget import MatchWidget
from p4tui.words.match import board_forms, column_name
from p4tui.words.players import player_name


class MatchCard(MatchWidget):
    """The games won and drawn, the clock, and the board."""

    def title(self) -> str:
        """Return the name of the card."""
        return _("Match")

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return the facts that fit, with a blank line below them."""
        view = self.view
        if view is None:
            return []
        match = view.match
        wins = f"{match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)}"
        facts = [(_("Games"), wins), (_("Draws"), str(match.draws))]
        if match.clock is not None:
            facts.append((_("Clock"), str(match.clock.control)))
        forms = board_forms(match.geometry, self.signs.times)
        name = _("Board")
        board = first_fitting(forms, width - cell_len(name) - 1)
        facts += [(name, board), (_("Began"), player_name(match, match.starter))]
        return [fact(name, value, width) for name, value in facts[: height - 1]]


class ScoresCard(MatchWidget):
    """The result of best play: the winner, the number of moves, and the best columns."""

    def title(self) -> str:
        """Return the name of the card."""
        return _("Exact scores")

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return the outcome and the best columns."""
        view = self.view
        if view is None or view.evaluation is None:
            return []
        found = view.evaluation
        columns = " ".join(column_name(column) for column in found.columns)
        title = ngettext("Best column", "Best columns", len(found.columns))
        if cell_len(title) + 1 + cell_len(columns) > width:
            title = _("Best")
        return [
            *self._outcome(view, found, width),
            fact(title, columns, width, style="card--accent"),
        ]

    def _outcome(self, view: MatchView, found: Evaluation, width: int) -> list[Line]:
        """Return the two lines about the outcome."""
        if found.winner is None:
            return [
                [fit(_("Draw"), "card--text", width)],
                [fit(_("with best play"), "card--muted", width)],
            ]
        name = player_name(view.match, found.winner)
        sign = self.signs.red if found.winner is Colour.RED else self.signs.yellow
        moves = ngettext("in {count} move", "in {count} moves", found.moves)
        return [
            [
                Span(f"{sign} ", f"card--{COLOUR_NAMES[found.winner]}"),
                fit(_("{name} wins").format(name=name), "card--text", max(width - 2, 0)),
            ],
            [fit("  " + moves.format(count=found.moves), "card--muted", width)],
        ]
