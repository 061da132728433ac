"""The reasons for a move in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core.colour import colour_of
from p4tui.i18n import N_, _
from p4tui.play.match import Match
from p4tui.words.match import column_name
from p4tui.words.players import player_name

if TYPE_CHECKING:
    from p4tui.review.reasons import Reason

# By the names of `ReasonKind`: importing the review would load the search before the menu.
_SENTENCES = {
    "WINS": N_("Column {column} wins at once."),
    "BLOCKS": N_("Column {column} keeps {name} from winning there."),
    "LEAVES_UNBLOCKED": N_("Column {column} lets {name} win in column {there}."),
    "TWO_THREATS": N_("Column {column} makes two threats at once."),
    "ON_TOP_WINS": N_("Column {column} lets {name} play on top of it and win."),
}
"""What each kind says: `column` is the column it is about, `name` the side's player, `there` the first cell's column."""


def reason_sentence(match: Match, reason: Reason, first_column: int = 1) -> str:
    """Return a reason as a sentence: `Column 3 lets Yellow play on top of it and win.`"""
    return _(_SENTENCES[reason.kind.name]).format(
        column=column_name(reason.column, first_column),
        name=player_name(match, colour_of(reason.side, match.starter)),
        there=column_name(reason.cells[0].column, first_column),
    )
