"""The reasons for a move in words."""

from __future__ import annotations

from p4tui.core.colour import colour_of
from p4tui.i18n import N_, _
from p4tui.play.match import Match
from p4tui.review.kinds import Reason, ReasonKind
from p4tui.words.match import column_name
from p4tui.words.players import player_name

_SENTENCES = {
    ReasonKind.WINS: N_("Column {column} wins at once."),
    ReasonKind.BLOCKS: N_("Column {column} keeps {name} from winning there."),
    ReasonKind.LEAVES_UNBLOCKED: N_("Column {column} lets {name} win in column {there}."),
    ReasonKind.LETS_TWO_THREATS: N_(
        "Column {column} lets {name} make two threats at once with column {there}."
    ),
    ReasonKind.TWO_THREATS: N_("Column {column} makes two threats at once."),
    ReasonKind.PREVENTS_TWO_THREATS: N_(
        "Column {column} keeps {name} from making two threats at once there."
    ),
    ReasonKind.ON_TOP_WINS: N_("Column {column} lets {name} play on top of it and win."),
    ReasonKind.LETS_FORCE: N_(
        "Column {column} lets {name} win by force, beginning with column {there}: no reply stops it."
    ),
    ReasonKind.FORCES: N_("Column {column} wins by force: no reply stops it."),
    ReasonKind.SPENDS_THREAT: N_(
        "Column {column} gives up the threat on top of it: {name} plays there."
    ),
    ReasonKind.ON_TOP_ONLY: N_(
        "Column {column} lets {name} play on top of it, the only answer that wins."
    ),
    ReasonKind.POISONS: N_(
        "Column {column} poisons column {there} for {other}: {name} would win on top."
    ),
    ReasonKind.KEY_CELL: N_(
        "Column {column} takes a key cell: after any other column, {name} plays there and wins."
    ),
    ReasonKind.LETS_ZUGZWANG: N_(
        "After column {column}, best play can leave {other} without a safe column: the threat of {name} in column "
        "{there}, row {row}, decides."
    ),
    ReasonKind.LETS_LATER_ZUGZWANG: N_(
        "After column {column}, best play can leave {other} without a safe column: {name} wins in column {there}, row {row}."
    ),
    ReasonKind.LETS_LATER_TWO_THREATS: N_(
        "After column {column}, best play can end with {name} making two threats at once."
    ),
    ReasonKind.SAME_CELL: N_(
        "Column {column} leaves column {there} to {name}, the only answer that wins."
    ),
    ReasonKind.ONLY_ANSWER: N_(
        "After column {column}, {name} has one answer that wins: column {there}."
    ),
    ReasonKind.OPEN_LINES: N_(
        "Column {column} keeps more lines open than column {there} ({more} against {fewer})."
    ),
}
"""What each kind says.

`column` is the column it is about, `there` the second one, `row` the first cell's, `name` the side's player and `other`
the opponent.
"""
_HOLDING = {
    ReasonKind.KEY_CELL: N_(
        "Column {column} takes a key cell: after any other column, {name} plays there and does not lose."
    ),
    ReasonKind.ON_TOP_ONLY: N_(
        "Column {column} lets {name} play on top of it, the only answer that holds the draw."
    ),
    ReasonKind.SAME_CELL: N_(
        "Column {column} leaves column {there} to {name}, the only answer that holds the draw."
    ),
    ReasonKind.ONLY_ANSWER: N_(
        "After column {column}, {name} has one answer that holds the draw: column {there}."
    ),
}
"""What some kinds say if the answer does not win."""
_PHRASES = {
    ReasonKind.WINS: N_("column {column} wins at once"),
    ReasonKind.BLOCKS: N_("column {column} stops a line"),
    ReasonKind.LEAVES_UNBLOCKED: N_("{name} wins in column {there}"),
    ReasonKind.LETS_TWO_THREATS: N_("{name} makes two threats at once"),
    ReasonKind.TWO_THREATS: N_("column {column} makes two threats"),
    ReasonKind.PREVENTS_TWO_THREATS: N_("column {column} stops two threats"),
    ReasonKind.ON_TOP_WINS: N_("{name} wins on top of it"),
    ReasonKind.LETS_FORCE: N_("{name} wins by force"),
    ReasonKind.FORCES: N_("column {column} wins by force"),
    ReasonKind.SPENDS_THREAT: N_("the threat on top is given up"),
    ReasonKind.ON_TOP_ONLY: N_("{name} plays on top of it"),
    ReasonKind.POISONS: N_("column {column} poisons column {there}"),
    ReasonKind.LETS_LATER_TWO_THREATS: N_("{name} can get two threats at once"),
    ReasonKind.ZUGZWANG: N_("column {column} can win by zugzwang"),
    ReasonKind.LATER_ZUGZWANG: N_("column {column} can win by zugzwang"),
    ReasonKind.LATER_TWO_THREATS: N_("column {column} can get two threats"),
    ReasonKind.KEY_CELL: N_("column {column} is a key cell for both"),
    ReasonKind.LETS_ZUGZWANG: N_("{other} can run out of safe columns"),
    ReasonKind.LETS_LATER_ZUGZWANG: N_("{other} can run out of safe columns"),
    ReasonKind.SAME_CELL: N_("{name} takes column {there}"),
    ReasonKind.ONLY_ANSWER: N_("{name} answers with column {there}"),
    ReasonKind.OPEN_LINES: N_("column {column} keeps more lines open"),
}
"""The same in few words."""
_SAME_SENTENCES = {
    ReasonKind.ZUGZWANG: ReasonKind.LETS_ZUGZWANG,
    ReasonKind.LATER_ZUGZWANG: ReasonKind.LETS_LATER_ZUGZWANG,
    ReasonKind.LATER_TWO_THREATS: ReasonKind.LETS_LATER_TWO_THREATS,
}
"""The kinds whose sentence is that of another one."""


def reason_sentence(match: Match, reason: Reason, first_column: int = 1) -> str:
    """Return a reason as a sentence: `Column 3 lets Yellow play on top of it and win.`"""
    kind = _SAME_SENTENCES.get(reason.kind, reason.kind)
    text = _HOLDING[kind] if reason.holds else _SENTENCES[kind]
    return _filled(text, match, reason, first_column)


def reason_phrase(match: Match, reason: Reason, first_column: int = 1) -> str:
    """Return a reason in few words: `Yellow wins on top of it`."""
    return _filled(_PHRASES[reason.kind], match, reason, first_column)


def _filled(text: str, match: Match, reason: Reason, first_column: int) -> str:
    """Return a text in the current language, with its columns, names and numbers."""
    colour = colour_of(reason.side, match.starter)
    more, fewer = reason.lines
    return _(text).format(
        column=column_name(reason.column, first_column),
        there="" if reason.there is None else column_name(reason.there, first_column),
        row=reason.cells[0].row + 1,
        name=player_name(match, colour),
        other=player_name(match, colour.other),
        more=more,
        fewer=fewer,
    )
