"""Errors in words: refused moves, bad input, and files that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core import errors
from p4tui.engine.kernel import choice
from p4tui.i18n import N_, _
from p4tui.players.levels import LEVELS, UnknownLevelError
from p4tui.words.match import column_name
from p4tui.words.text import MAX_PATH_LENGTH, printable, shorten

if TYPE_CHECKING:
    from p4tui.engine.book.format import BookError
    from p4tui.storage.errors import StorageError

_BOARD_ERRORS = {
    "unreadable": N_("This is neither a drawing nor a matrix of a board."),
    "ragged": N_("The rows have different lengths."),
    "size": N_("A board has 4 to 32 columns and 4 to 32 rows."),
    "floating": N_("A disc floats above an empty cell."),
    "counts": N_("The disc counts differ by more than one."),
    "lines": N_("No game can lead to these winning lines."),
    "starter": N_("The disc counts do not fit the given first player."),
}

_BOOK_PROBLEMS = {
    "UNREADABLE": N_("The opening book {path} cannot be read; it is not used."),
    "FOREIGN": N_("{path} is not an opening book for this version and board; it is not used."),
    "DAMAGED": N_("The opening book {path} is damaged; it is not used."),
}

_STORAGE_PROBLEMS = {
    "NO_PLACE": N_("Games are not saved: this machine has no folder for data."),
    "UNREADABLE": N_("Games are not saved: {path} cannot be opened."),
    "NO_FOLDER": N_("Games are not saved: {path} is not a folder."),
    "READ_ONLY": N_("Games are not saved: {path} cannot be written."),
    "FULL": N_("Games are not saved: the disk is full ({path})."),
    "DISK": N_("Games are not saved: the disk reports an error ({path})."),
    "BUSY": N_("Not saved yet: another program has locked {path}."),
    "NEWER": N_("Games are not saved: a newer version of p4tui wrote {path}."),
    "FOREIGN": N_("Games are not saved: {path} belongs to another program."),
    "DAMAGED": N_("The saved games in {path} are damaged."),
}


def error_sentence(error: errors.P4Error, first_column: int = 1) -> str:
    """Return why something was refused; columns are counted from `first_column`."""
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
        errors.NothingToUndoError: N_("Nothing to undo"),
        errors.NothingToRedoError: N_("Nothing to redo"),
    }
    return _(simple[type(error)])


def geometry_sentence(error: errors.GeometryError) -> str:
    """Return which board sizes or line lengths are allowed."""
    if 4 <= error.columns <= 32 and 4 <= error.rows <= 32:
        return _("On this board a line has {least} to {most} discs.").format(
            least=3, most=max(error.columns, error.rows)
        )
    return _(_BOARD_ERRORS["size"])


def notation_sentence(error: errors.NotationError) -> str:
    """Return the place and reason of an error in a move string."""
    if error.reason is None:
        return _("Character {place} of the moves is not a column.").format(place=error.offset + 1)
    return _("Character {place} of the moves cannot be played: {reason}.").format(
        place=error.offset + 1, reason=error_sentence(error.reason)
    )


def unknown_level_sentence(error: UnknownLevelError) -> str:
    """Return the sentence that a level is unknown, with the list of levels."""
    return _("There is no level {name}: choose one of {choices}.").format(
        name=printable(error.name), choices=", ".join(level.id for level in LEVELS)
    )


def kernel_sentence(error: choice.KernelError) -> str:
    """Return why the requested search kernel cannot be used."""
    if isinstance(error, choice.UnknownKernelError):
        return _("{variable}={value} is not one of {choices}").format(
            variable=choice.VARIABLE,
            value=shorten(printable(error.requested), 40),
            choices=", ".join(choice.CHOICES),
        )
    return _("{variable}=native, but the compiled kernel is not installed").format(
        variable=choice.VARIABLE
    )


def book_sentence(error: BookError) -> str:
    """Return the error of an opening book."""
    path = shorten(str(error.path), MAX_PATH_LENGTH)
    return _(_BOOK_PROBLEMS[error.problem.name]).format(path=path)


def storage_sentence(error: StorageError) -> str:
    """Return why games are not saved, or cannot be read."""
    return _(_STORAGE_PROBLEMS[error.problem.name]).format(path=shown_path(error))


def shown_path(error: StorageError) -> str:
    """Return the path of an error, safe to print and not too long."""
    return printable(shorten(str(error.path), MAX_PATH_LENGTH))
