"""The sentences that both front ends and the command line share: the core's facts put into words, one place for each.

Names are data. `printable` makes them harmless for any terminal; every function here that shows a name uses it.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from p4tui.core import errors
from p4tui.core.colour import Colour
from p4tui.core.geometry import MAX_SIZE
from p4tui.core.lines import longest_line
from p4tui.core.notation import column_symbol
from p4tui.core.position import Position, Termination
from p4tui.engine.kernel import choice
from p4tui.engine.score import DRAW, format_score, moves_to_end
from p4tui.i18n import N_, _, ngettext
from p4tui.play.match import Match
from p4tui.play.participants import CannotPlayError, Failure, IllegalAnswerError
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.players.levels import LEVELS, UnknownLevelError

if TYPE_CHECKING:
    from p4tui.engine.book.format import BookError
    from p4tui.play.analysis import Advice, ColumnScore
    from p4tui.storage.errors import StorageError

LONGEST_PATH = 200
"""Characters of a file's name that are shown: what is wrong with it stands behind, and is to be seen."""

LONGEST_ID = 20
"""Characters of a kind or an id that are shown; who wrote it is not known."""

JOINER = "\N{ZERO WIDTH JOINER}"
"""Makes one sign of two emoji."""
_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
"""Keeps letters apart that would be joined, in Persian among others; hides nothing."""
_AS_EMOJI = "\N{VARIATION SELECTOR-16}"
_EMOJI_ARROWS = "\N{LEFT RIGHT ARROW}\N{UP DOWN ARROW}"
"""What is joined to faces that shake their heads or nod; the only signs in emoji that are no symbols of their own."""
_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}

_LEVELS = {
    "random": (N_("Random"), N_("plays any free column")),
    "winner": (N_("Winner"), N_("takes a win when it sees one, else plays anything")),
    "careful": (N_("Careful"), N_("takes a win, and does not hand you one")),
    "aligner": (N_("Aligner"), N_("makes its longest line, wherever that is")),
    "tactician": (N_("Tactician"), N_("short-term tactics: lengthens its lines, stops yours")),
    "club": (N_("Club player"), N_("thinks several moves ahead, up to a second a move")),
    "expert": (
        N_("Expert"),
        N_("finds the proven best move where a second is enough, else thinks ahead"),
    ),
    "perfect": (
        N_("Perfect"),
        N_("makes no mistake on 7x6; elsewhere thinks up to ten seconds a move"),
    ),
}

_BRIEF_LEVELS = {
    "tactician": N_("lengthens its lines, stops yours"),
    "club": N_("thinks ahead, up to a second a move"),
    "expert": N_("proven best move within a second, else thinks ahead"),
    "perfect": N_("no mistake on 7x6; elsewhere ten seconds a move"),
}
"""How a level plays, where there is little room."""

# By name: the menu does without what the searches import.
_REASONS = {
    "STOPS": N_("stops a line"),
    "LAST_COLUMN": N_("the only free column"),
    "ONLY": N_("the only one not to lose"),
    "DRAWS": N_("holds the draw"),
    "OTHERS_LOSE": N_("every other one loses"),
    "JUDGEMENT": N_("looks best, not proven"),
    "CHANCE": N_("picked at random"),
}

_ADVICE_KINDS = {
    "exact": N_("best column"),
    "longest": N_("longest line"),
    "random": N_("at random"),
}

_BOARD_ERRORS = {
    "unreadable": N_("This is neither a drawing nor a matrix of a board."),
    "ragged": N_("The rows of the board are not all as long."),
    "size": N_("A board has 4 to 32 columns and 4 to 32 rows."),
    "floating": N_("A disc floats above an empty cell."),
    "counts": N_("The numbers of discs differ by more than one."),
    "lines": N_("No game can lead to these winning lines."),
    "starter": N_("The player said to start cannot have started: the numbers of discs do not fit."),
}

_BOOK_PROBLEMS = {
    "UNREADABLE": N_("The opening book {path} cannot be read; it is not used."),
    "FOREIGN": N_("{path} is no opening book of this version and board; it is not used."),
    "DAMAGED": N_("The opening book {path} is damaged; it is not used."),
}

_STORAGE_PROBLEMS = {
    "NO_PLACE": N_("Games are not saved: this machine has no folder for data."),
    "UNREADABLE": N_("Games are not saved: {path} cannot be opened."),
    "NO_FOLDER": N_("Games are not saved: {path} is no folder."),
    "READ_ONLY": N_("Games are not saved: {path} cannot be written."),
    "FULL": N_("Games are not saved: the disk is full ({path})."),
    "DISK": N_("Games are not saved: the disk reports an error ({path})."),
    "BUSY": N_("Not saved yet: another program has locked {path}."),
    "NEWER": N_("Games are not saved: a newer version of p4tui wrote {path}."),
    "FOREIGN": N_("Games are not saved: {path} belongs to another program."),
    "DAMAGED": N_("The saved games in {path} are damaged."),
}


def printable(text: str) -> str:
    """A text of any origin as it may be shown: control and formatting characters replaced, one for one.

    A joiner stays where it makes one sign of two emoji. Elsewhere it is left out: it is not seen, and what comes after it
    would count as part of the character before it, and be hidden.
    """
    if text.isprintable():
        return text
    return "".join(_shown(text, index) for index in range(len(text)))


def _shown(text: str, index: int) -> str:
    """What is shown of a character of a text."""
    char = text[index]
    if char == JOINER:
        joins = ends_in_emoji(text[:index][-2:]) and _is_emoji(text[index + 1 : index + 2])
        return char if joins else ""
    if char != _NON_JOINER and unicodedata.category(char) in _UNSAFE:
        return "\N{REPLACEMENT CHARACTER}"
    return char


def ends_in_emoji(text: str) -> bool:
    """Whether the last character of a text is one that a joiner may follow."""
    return _is_emoji(text[-2:-1] if text.endswith(_AS_EMOJI) else text[-1:])


def _is_emoji(char: str) -> bool:
    """Whether a character, if any, may be a part of a joined emoji: a symbol, by its range also one newer than Python."""
    return bool(char) and (
        "\U0001f000" <= char <= "\U0001faff"
        or char in _EMOJI_ARROWS
        or unicodedata.category(char) == "So"
    )


def shorten(text: str, length: int) -> str:
    """A text, its end replaced with three dots where it has more characters than `length`."""
    return text if len(text) <= length else text[: length - 3] + "..."


def column_name(column: int, first_column: int = 1) -> str:
    """A column as it is said: its number from `first_column`, from the tenth on with its letter: `16 (G)`."""
    number = str(column + first_column)
    lettered = first_column == 1 and 9 <= column < MAX_SIZE
    return f"{number} ({column_symbol(column)})" if lettered else number


def level_name(level_id: str) -> str:
    """The name of a level."""
    return _(_LEVELS[level_id][0])


def level_description(level_id: str) -> str:
    """One line on how a level plays."""
    return _(_LEVELS[level_id][1])


def level_forms(level_id: str) -> tuple[str, ...]:
    """The same, then in fewer words where it is long."""
    brief = _BRIEF_LEVELS.get(level_id)
    return (level_description(level_id), *([_(brief)] if brief else []))


def colour_name(colour: Colour) -> str:
    """The name of a colour, capitalised."""
    return _("Red") if colour is Colour.RED else _("Yellow")


def player_name(match: Match, colour: Colour) -> str:
    """What a player is called: the name given, else the level's, else the colour's. Harmless, of any length."""
    seat = match.seat(colour)
    if seat.name.strip():
        return printable(seat.name)
    if isinstance(seat, Person):
        return colour_name(colour)
    name = seat_kind_name(seat)
    return f"{name} ({colour_name(colour)})" if match.seat(colour.other) == seat else name


def seat_kind_name(seat: Seat) -> str:
    """Return what plays for a seat: a person, a level, or something that this version does not know."""
    if isinstance(seat, Person):
        return _("a person")
    if isinstance(seat, LevelSeat):
        return level_name(seat.id)
    kind, identity = (printable(shorten(text, LONGEST_ID)) for text in (seat.kind, seat.id))
    return _("{kind} {id} (unknown here)").format(kind=kind, id=identity)


def result_sentence(match: Match) -> str:
    """Who won a finished game: `Alice has won` or `Draw`."""
    if match.winner is None:
        return _("Draw")
    return _("{name} has won").format(name=player_name(match, match.winner))


def how_it_ended(match: Match) -> str:
    """How a finished game ended, a sentence; empty while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return ""
    moves = match.position.ply
    if outcome.termination is Termination.LINE:
        return ngettext(
            "A line of {length} after {moves} move.",
            "A line of {length} after {moves} moves.",
            moves,
        ).format(length=winning_length(match), moves=moves)
    if outcome.termination is Termination.FULL_BOARD:
        return _("The board is full and nobody has a line.")
    loser = player_name(match, match.winner.other) if match.winner else ""
    if outcome.termination is Termination.TIME:
        return _("{name}'s time has run out.").format(name=loser)
    return _("{name} has resigned.").format(name=loser)


def winning_length(match: Match) -> int:
    """The length of the longest winning line; 0 where there is none."""
    cells = match.position.winning_cells()
    return max((longest_line(match.position, *cell) for cell in cells), default=0)


def turn_sentence(match: Match, *, by_cell: bool = False) -> str:
    """What is asked of whom: `Alice: choose a column`, or a cell, or that a computer thinks."""
    name = player_name(match, match.to_move)
    if match.is_person(match.to_move):
        if by_cell:
            return _("{name}: choose a cell").format(name=name)
        return _("{name}: choose a column").format(name=name)
    return _("{name} is thinking").format(name=name)


def move_sentence(match: Match, colour: Colour, column: int, first_column: int = 1) -> str:
    """Which column, counted from 0, a player has chosen; columns are shown counted from `first_column`."""
    return _("{name} plays column {column}").format(
        name=player_name(match, colour), column=column + first_column
    )


def failure_sentence(match: Match, failure: Failure) -> str:
    """Return why what was to move has made no move."""
    name, error = player_name(match, failure.turn.colour), failure.error
    if isinstance(error, CannotPlayError):
        return _("{name}: this version of p4tui cannot play for it.").format(name=name)
    if isinstance(error, IllegalAnswerError):
        return _("{name} chose a column that cannot be played.").format(name=name)
    from traceback import format_exception_only  # which survives errors that cannot be shown

    reason = printable(shorten(format_exception_only(error)[0].strip(), 60))
    return _("{name} made no move: {reason}.").format(name=name, reason=reason)


def column_score(found: ColumnScore) -> str:
    """A column's score in two to four characters: `+3`, `-11`, `0`; not proven, who is ahead: `+?`, `-?`, `0?`."""
    text = format_score(found.score)
    return text if found.proven else text[0] + "?"


def score_words(position: Position, found: ColumnScore) -> str:
    """A column's score in words: `wins in 5`; see `engine.score.moves_to_end` for what is counted.

    Args:
        position: before the move.
        found: the score of a column in it.
    """
    if not found.proven:
        if found.score == DRAW:
            return _("not decided yet")
        return _("seems to win") if found.score > DRAW else _("seems to lose")
    if found.score == DRAW:
        return _("draw")
    moves = moves_to_end(position, found.score)
    if found.score > DRAW:
        return _("wins at once") if moves == 1 else _("wins in {moves}").format(moves=moves)
    return _("loses at once") if moves == 1 else _("loses in {moves}").format(moves=moves)


def advice_words(advice: Advice) -> str:
    """Why a column is advised: `wins in 5`, `makes a line of 3`, `picked at random`."""
    if advice.reason.name == "WINS":
        wins = _("wins at once") if advice.moves == 1 else _("wins in {moves}")
        return wins.format(moves=advice.moves)
    if advice.reason.name == "LOSES":
        return _("loses last, in {moves}").format(moves=advice.moves)
    if advice.reason.name == "LONGEST_LINE":
        line = _("makes a line of {length}") if advice.length > 1 else _("makes no line yet")
        return line.format(length=advice.length)
    return _(_REASONS[advice.reason.name])


def advice_sentence(advice: Advice, first_column: int = 1) -> str:
    """The column advised and why in a phrase: `Column 4: wins in 5`."""
    return column_sentence(advice.column, advice_words(advice), first_column)


def advice_kind_name(kind: str) -> str:
    """Return what advice of a kind goes by: `longest line`."""
    return _(_ADVICE_KINDS[kind])


def column_sentence(column: int, words: str, first_column: int = 1) -> str:
    """What there is to say of a column, counted from 0: `Column 4: draw`."""
    return _("Column {column}: {words}").format(
        column=column_name(column, first_column), words=words
    )


def unproven_phrase() -> str:
    """That a move is not proven to be best, though its player promises that; stands in brackets behind the move."""
    return _("not proven")


def score_sentence(match: Match) -> str:
    """How many of the finished games each player won, and how many nobody did."""
    return _("Score: {red} {red_wins}, {yellow} {yellow_wins}, draws {draws}").format(
        red=player_name(match, Colour.RED),
        red_wins=match.wins(Colour.RED),
        yellow=player_name(match, Colour.YELLOW),
        yellow_wins=match.wins(Colour.YELLOW),
        draws=match.draws,
    )


def error_sentence(error: errors.P4Error, first_column: int = 1) -> str:
    """What was refused and why, a sentence; columns are counted from `first_column`."""
    if isinstance(error, errors.ColumnFullError):
        return _("Column {column} is full").format(column=column_name(error.column, first_column))
    if isinstance(error, errors.NoSuchColumnError):
        return _("There is no such column: choose {first} to {last}").format(
            first=first_column, last=column_name(error.columns - 1, first_column)
        )
    if isinstance(error, errors.GeometryError):
        return geometry_sentence(error)
    if isinstance(error, errors.BoardError):
        return _(_BOARD_ERRORS[str(getattr(error.kind, "value", error.kind))])
    if isinstance(error, errors.NotationError):
        return notation_sentence(error)
    simple = {
        errors.GameOverError: N_("The game is over"),
        errors.NotYourTurnError: N_("It is not your turn"),
        errors.NothingToUndoError: N_("There is no move to take back"),
        errors.NothingToRedoError: N_("There is no move to make again"),
    }
    return _(simple[type(error)])


def geometry_sentence(error: errors.GeometryError) -> str:
    """Which board sizes and line lengths there are."""
    if 4 <= error.columns <= 32 and 4 <= error.rows <= 32:
        return _("On this board a line has {least} to {most} discs.").format(
            least=3, most=max(error.columns, error.rows)
        )
    return _(_BOARD_ERRORS["size"])


def notation_sentence(error: errors.NotationError) -> str:
    """Where a move string goes wrong, and why."""
    if error.reason is None:
        return _("Character {place} of the moves is not a column.").format(place=error.offset + 1)
    return _("Character {place} of the moves cannot be played: {reason}.").format(
        place=error.offset + 1, reason=error_sentence(error.reason)
    )


def unknown_level_sentence(error: UnknownLevelError) -> str:
    """That there is no such level, and which there are."""
    return _("There is no level {name}: choose one of {choices}.").format(
        name=printable(error.name), choices=", ".join(level.id for level in LEVELS)
    )


def kernel_sentence(error: choice.KernelError) -> str:
    """Why the search kernel that the environment asks for cannot be had."""
    if isinstance(error, choice.UnknownKernelError):
        return _("{variable}={value} is none of {choices}").format(
            variable=choice.VARIABLE,
            value=shorten(printable(error.asked), 40),
            choices=", ".join(choice.CHOICES),
        )
    return _("{variable}=native, but there is no compiled kernel here").format(
        variable=choice.VARIABLE
    )


def book_sentence(error: BookError) -> str:
    """What is wrong with an opening book."""
    path = shorten(str(error.path), LONGEST_PATH)
    return _(_BOOK_PROBLEMS[error.problem.name]).format(path=path)


def storage_sentence(error: StorageError) -> str:
    """Why games are not saved, or cannot be read."""
    return _(_STORAGE_PROBLEMS[error.problem.name]).format(path=shown_path(error))


def shown_path(error: StorageError) -> str:
    """Return the file of an error as it may be shown."""
    return printable(shorten(str(error.path), LONGEST_PATH))
