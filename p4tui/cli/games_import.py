"""`p4tui games import`: games read from files of any size and origin, a line at a time."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from p4tui.cli.book import geometry_of
from p4tui.cli.complaints import Complaints
from p4tui.cli.importing import PROBLEMS, Importing
from p4tui.cli.parsing import UsageError, complain
from p4tui.cli.position import STANDARD_INPUT, unreadable_reason
from p4tui.cli.progress import Progress
from p4tui.cli.saved import FAILED
from p4tui.cli.start import standard_input
from p4tui.cli.values import shown
from p4tui.i18n import _, ngettext
from p4tui.storage.database_file import games_of_database
from p4tui.storage.errors import RecordError, StorageError, StorageProblem
from p4tui.storage.exchange import LONGEST_LINE
from p4tui.storage.games import GameRepository

_PEEKED = 4096
"""Bytes that are looked at to tell a text from a database."""
_PROGRESS_LINES = 100
"""Lines after which it is looked at how far the file is read."""


def import_games(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Read the games of a file or of the input; what is none is told, the rest is kept.

    Raises:
        UsageError: the arguments are refused, or the file cannot be opened.
    """
    if len(arguments.what) != 1:
        raise UsageError(_("import takes one file, or - for the input."))
    (name,) = arguments.what
    if name != STANDARD_INPUT and games.path is not None and _is_same(Path(name), games.path):
        raise UsageError(_("These are the saved games themselves."))
    progress = Progress(brief=True)
    reading = Importing(games, geometry_of(arguments), Complaints(progress.end_line))
    with _source(name) as source:
        ended = False
        if name != STANDARD_INPUT and _may_be_database(source):
            return _import_database(reading, Path(name))
        try:
            with progress:
                _read(reading, source, progress)
            ended = True
        finally:
            # Also where Ctrl+C or the database puts an end to it: whole batches are kept.
            reading.tell()
            if not ended:
                reading.tell_where_it_stopped()
    return FAILED if reading.complaints.count else 0


def _is_same(path: Path, other: Path) -> bool:
    """Whether two names lead to one file."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False


def _may_be_database(source: BinaryIO) -> bool:
    """Whether a file is no text; a database that is damaged where it begins may look like anything else that is none."""
    try:
        head = source.read(_PEEKED)
        source.seek(0)
    except (OSError, ValueError):
        return False
    return b"\0" in head and head[:2] not in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}


def _import_database(reading: Importing, path: Path) -> int:
    """Read the games of a database of p4tui, such as one of another machine, and say what has become of them."""
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
                reading.take_game(game)
        reading.keep()
        ended = True
    finally:
        reading.tell()
        if not ended:
            complain(_("The import was stopped; what is missing comes with the next one."))
    if problem is not None:
        complain(_database_problem(problem))
    if unreadable:
        complain(
            ngettext(
                "{count} more game was there and cannot be read.",
                "{count} more games were there and cannot be read.",
                unreadable,
            ).format(count=unreadable)
        )
    return FAILED if unreadable or problem is not None else 0


def _database_problem(error: StorageError) -> str:
    """Return why a file's games, or the rest of them, cannot be read."""
    if error.problem is StorageProblem.NEWER:
        return _(PROBLEMS["NEWER"])
    if error.problem is StorageProblem.FOREIGN:
        return _("No saved game was found in this file.")
    if error.problem is StorageProblem.DAMAGED:
        return _("This file is damaged; sqlite3 FILE .recover may find more games in it.")
    return _("The input cannot be read.")


def _read(reading: Importing, source: BinaryIO, progress: Progress) -> None:
    """Read everything."""
    size, phase = _size(source), _("importing (bytes)")
    try:
        for number, line in enumerate(_lines(source), 1):
            reading.take(number, line)
            if size and not number % _PROGRESS_LINES:
                # What was read ahead is not done yet.
                progress.update(phase, min(source.tell(), size - 1), size)
    except _UnreadableError:
        reading.complaints.add(_("The input cannot be read."))
    except _NoTextError:
        reading.complaints.add(_("This is no text."))
    reading.keep()
    if size:
        progress.update(phase, size, size)


class _UnreadableError(Exception):
    """There may be more to read, but it cannot be."""


class _NoTextError(Exception):
    """It is a file of another kind: what looks like a move string in it is none."""


@contextlib.contextmanager
def _source(name: str) -> Iterator[BinaryIO]:
    """The bytes to read.

    Raises:
        UsageError: they cannot be had.
    """
    if name == STANDARD_INPUT:
        yield standard_input() or io.BytesIO()
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115  closed below; what is read inside has complaints of its own
    except (OSError, ValueError) as error:
        raise UsageError(
            _('The file "{name}" cannot be read: {reason}.').format(
                name=shown(name), reason=unreadable_reason(error)
            )
        ) from error
    with file:
        yield file


def _size(source: BinaryIO) -> int:
    """How many bytes there are to read; 0 where nobody knows."""
    try:
        status = os.fstat(source.fileno())
        source.tell()
    except (OSError, ValueError):
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """The lines of some bytes, UTF-8 or with the mark of UTF-16; None for one longer than `LONGEST_LINE`.

    However long a line is, no more of it than that is in memory.

    Raises:
        _UnreadableError: the rest cannot be read.
        _NoTextError: it begins as no text does.
    """
    most = LONGEST_LINE + 1
    try:
        buffered = io.BufferedReader(cast("io.RawIOBase", source))
        marks = (codecs.BOM_UTF16_LE[:1], codecs.BOM_UTF16_BE[:1])  # no byte of UTF-8
        first = buffered.peek(1)
        encoding = "utf-16" if first[:1] in marks else "utf-8-sig"
        text = io.TextIOWrapper(buffered, encoding, errors="replace")
    except (OSError, ValueError) as error:
        raise _UnreadableError from error
    try:
        if encoding != "utf-16" and b"\0" in first:
            raise _NoTextError
        while line := _read_line(text, most):
            rest = line
            while len(rest) == most and not rest.endswith("\n"):
                rest = _read_line(text, most)
            yield line if rest is line else None
    finally:
        # Whoever opened the file closes it.
        text.detach()
        buffered.detach()


def _read_line(text: io.TextIOWrapper, most: int) -> str:
    """The next line, so many characters of it.

    Raises:
        _UnreadableError: it cannot be read.
    """
    try:
        return text.readline(most)
    except (OSError, ValueError) as error:
        raise _UnreadableError from error
