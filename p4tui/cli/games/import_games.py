"""`p4tui games import`: reads games line by line from files of any size."""

from __future__ import annotations

import argparse
import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.files import STANDARD_INPUT, opened_input
from p4tui.cli.games.importer import PROBLEMS, Importer
from p4tui.cli.games.joined_lines import joined_lines
from p4tui.cli.messages import ComplaintLog, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.progress import Progress
from p4tui.cli.saved import with_games
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import require_screen
from p4tui.i18n import _, ngettext
from p4tui.plain.line_input import LineReader
from p4tui.settings import Settings
from p4tui.storage.errors import RecordError, StorageError, StorageProblem
from p4tui.storage.exchange.database_file import games_of_database
from p4tui.storage.games import GameRepository

if TYPE_CHECKING:
    from p4tui.tui.app import P4App

_PEEKED = 4096
"""The number of bytes that distinguish a text from a database."""
_DATABASE = b"SQLite format 3\0"
"""The first bytes of a database."""
_PROGRESS_LINES = 100
"""Lines between two updates of the progress."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Read games from a file; - is standard input."),
        _("FILE"),
        _(
            "import reads one game per line: a move string, a link of the public solver's page, a JSON object "
            "written by export, or an episode of Kaggle's ConnectX. It also reads games.sqlite3, the file of saved "
            "games, from another machine."
        ),
    )
    parser.add_argument("file", metavar=_("FILE"), help=_("the file to read; - is standard input"))
    add_board_options(parser.add_argument_group(_("board of move strings")))
    group = parser.add_argument_group(_("output options"))
    group.add_argument(
        "--screen", action="store_true", help=_("show the saved games on the screen afterwards")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Import the games of a file or of standard input, and report lines without a game.

    Raises:
        UsageError: the arguments are refused, or the file cannot be opened.
    """
    if not arguments.screen:
        return with_games(partial(_import, arguments))
    if arguments.file == STANDARD_INPUT:
        raise UsageError(_("--screen cannot be used with -."))
    require_screen()
    status = with_games(partial(_import, arguments))
    return _show_games(arguments, settings) or status


def _show_games(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the app at the saved games."""
    from p4tui.cli.play.start import play_full_screen

    def open_library(app: P4App) -> None:
        app.navigation.show_menu()
        app.navigation.open("library")

    return play_full_screen(None, arguments, settings, first=open_library)


def _import(arguments: argparse.Namespace, games: GameRepository) -> int:
    name = arguments.file
    if name != STANDARD_INPUT and games.path is not None and _is_same(Path(name), games.path):
        raise UsageError(_("This is the file of your saved games."))
    progress = Progress(brief=True)
    importer = Importer(games, board_of(arguments), ComplaintLog(progress.end_line))
    with opened_input(name) as source:
        head = _head(source)
        if b"\0" in head:
            # A database may be damaged at its start.
            if name != STANDARD_INPUT and source.file_size is not None:
                return _import_database(importer, Path(name), is_marked=head.startswith(_DATABASE))
            return _refuse(importer, head)
        ended = False
        try:
            with progress:
                _read(importer, source, progress)
            ended = True
        finally:
            # After Ctrl+C or a database error, complete batches remain saved.
            importer.report()
            if not ended:
                importer.report_stop()
    return FAILED if importer.complaints.count else 0


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two paths lead to one file."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False


def _head(source: LineReader) -> bytes:
    """Return the first bytes; empty for a terminal or an unreadable input."""
    with contextlib.suppress(OSError):
        return b"" if source.is_terminal else source.peek(_PEEKED)
    return b""


def _refuse(importer: Importer, head: bytes) -> int:
    """Report that an input is not text."""
    sentence = _(PROBLEMS["NO_TEXT"])
    if head.startswith(_DATABASE):
        sentence = _(
            "A database of saved games cannot be read through a pipe. Name its file: p4tui games import FILE."
        )
    importer.complaints.add(sentence)
    importer.report()
    return FAILED


def _import_database(importer: Importer, path: Path, *, is_marked: bool) -> int:
    """Import the games of a database of p4tui, such as one from another machine.

    Args:
        importer: takes the games.
        path: the file.
        is_marked: whether the file begins as databases do.
    """
    unreadable, problem, ended = 0, None, False
    games = games_of_database(path)
    try:
        while True:
            try:
                game = next(games, None)
            except StorageError as error:
                problem = error
                break
            if game is None:
                break
            if isinstance(game, RecordError):
                unreadable += 1
            else:
                importer.add_game(game)
        importer.flush()
        ended = True
    finally:
        importer.report()
        if not ended:
            complain(_("The import was stopped. Import the file again to get the rest."))
    if problem is not None:
        complain(_database_problem(problem, is_marked=is_marked))
    elif not importer.count and not unreadable:
        complain(
            _(
                "This file holds no saved games. If p4tui was running when you copied it, copy games.sqlite3-wal as well."
            )
        )
        return FAILED
    if unreadable:
        complain(
            ngettext(
                "{count} more game cannot be read.",
                "{count} more games cannot be read.",
                unreadable,
            ).format(count=unreadable)
        )
    return FAILED if unreadable or problem is not None else 0


def _database_problem(error: StorageError, *, is_marked: bool) -> str:
    """Return why the games of a database cannot be read."""
    if error.problem is StorageProblem.NEWER:
        return _(PROBLEMS["NEWER"])
    if error.problem is StorageProblem.FOREIGN:
        return _("This file holds no saved games.")
    if error.problem is StorageProblem.DAMAGED and not is_marked:
        return _(
            "This is neither text nor a whole database of saved games; sqlite3 FILE .recover may find games in a damaged one."
        )
    if error.problem is StorageProblem.DAMAGED:
        return _("This file is damaged; sqlite3 FILE .recover may find more games in it.")
    return _("The input cannot be read.")


def _read(importer: Importer, source: LineReader, progress: Progress) -> None:
    """Import all lines."""
    size, phase = source.file_size, _("importing (bytes)")
    try:
        for count, (number, text) in enumerate(joined_lines(source), 1):
            importer.add_line(number, text)
            if size and not count % _PROGRESS_LINES:
                # The reader is ahead: 100 % comes after the last batch.
                progress.update(phase, min(source.bytes_read, size - 1), size)
    except OSError:
        importer.complaints.add(_("The input cannot be read."))
    importer.flush()
    if size:
        progress.update(phase, size, size)
