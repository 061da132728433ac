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

from p4tui import words
from p4tui.cli.book import geometry_of
from p4tui.cli.complaints import Complaints
from p4tui.cli.parsing import UsageError, complain
from p4tui.cli.position import STANDARD_INPUT, unreadable_reason
from p4tui.cli.progress import Progress
from p4tui.cli.saved import FAILED
from p4tui.cli.start import standard_input
from p4tui.cli.values import shown
from p4tui.core.errors import P4Error
from p4tui.core.geometry import Geometry
from p4tui.i18n import N_, _, ngettext
from p4tui.plain.undisturbed import interrupt_held_back
from p4tui.players.levels import UnknownLevelError
from p4tui.storage.exchange import LONGEST_LINE, LineError, LineProblem, Read, games_of_line
from p4tui.storage.games import GameRepository

BATCH = 250
"""Games that are kept at a time: all of them or none. Between two batches other programs can write."""
_PROGRESS_LINES = 100
"""Lines after which it is looked at how far the file is read."""

_PROBLEMS = {
    "TOO_LONG": N_("The line is too long."),
    "NO_TEXT": N_("This is no text."),
    "NO_JSON": N_("This is no JSON object on one line."),
    "NEWER": N_("A newer version of p4tui wrote this."),
    "NO_GAME": N_("This is no game, or it contradicts itself."),
}


def import_games(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Read the games of a file or of the input; what is none is told, the rest is kept.

    Raises:
        UsageError: the arguments are refused, or the file cannot be opened.
    """
    if len(arguments.what) != 1:
        raise UsageError(_("import takes one file, or - for the input."))
    (name,) = arguments.what
    progress = Progress(brief=True)
    reading = _Import(games, geometry_of(arguments), Complaints(progress.end_line))
    with _source(name) as source:
        ended = False
        try:
            with progress:
                _read(reading, source, progress)
            ended = True
        finally:
            # Also where Ctrl+C or the database puts an end to it: whole batches are kept.
            reading.tell(ended=ended)
    return FAILED if reading.complaints.count else 0


def _read(reading: _Import, source: BinaryIO, progress: Progress) -> None:
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


class _Import:
    """What was read, and what has become of it.

    Attributes:
        complaints: of the lines that hold no game.
    """

    def __init__(self, games: GameRepository, geometry: Geometry, complaints: Complaints) -> None:
        self.complaints = complaints
        self._games = games
        self._geometry = geometry
        self._batch: list[Read] = []
        self._next = 1
        """The first line of which not all is kept."""
        self._line = 1
        """The first line of which not all is read."""
        self._kept = 0
        self._known = 0

    def take(self, number: int, line: str | None) -> None:
        """Take the games of a line; None: it is too long."""
        self._line = number
        found = [LineError(LineProblem.TOO_LONG)] if line is None else None
        for game in found or games_of_line(line or "", self._geometry):
            if isinstance(game, LineError):
                sentence = _("line {number}: {reason}")
                self.complaints.add(sentence.format(number=number, reason=_reason(game)))
                continue
            if len(self._batch) >= BATCH:
                self.keep()
            self._batch.append(game)
        self._line = number + 1
        if len(self._batch) >= BATCH:
            self.keep()
        elif not self._batch:
            self._next = self._line

    def keep(self) -> None:
        """Keep what was read."""
        with interrupt_held_back():
            if self._batch:
                kept = len(self._games.add(self._batch))
                self._kept += kept
                self._known += len(self._batch) - kept
                self._batch = []
                self._next = self._line

    def tell(self, *, ended: bool) -> None:
        """Say what was kept, how many complaints were not said, and where it stopped if something put an end to it."""
        self.complaints.tell_of_the_rest(
            lambda count: ngettext(
                "{count} more line holds no game.", "{count} more lines hold no game.", count
            )
        )
        if self._games.moved_to is not None:
            complain(words.moved_aside_sentence(self._games.moved_to))
        said = [
            ngettext("{count} game imported.", "{count} games imported.", self._kept).format(
                count=self._kept
            )
        ]
        if self._known:
            said.append(
                ngettext(
                    "{count} game was here already.",
                    "{count} games were here already.",
                    self._known,
                ).format(count=self._known)
            )
        print("\n".join(said), flush=True)
        if not ended:
            complain(_("The import stopped at line {number}.").format(number=self._next))


def _reason(error: LineError) -> str:
    """Why a line holds no game."""
    cause = error.__cause__
    if error.problem is not None:
        return _(_PROBLEMS[error.problem.name])
    if isinstance(cause, UnknownLevelError):
        return words.unknown_level_sentence(cause)
    assert isinstance(cause, P4Error)
    return words.error_sentence(cause)


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
