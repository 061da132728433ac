"""`p4tui book build`: a book computed, checked and written."""

from __future__ import annotations

import argparse
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli.book import executors
from p4tui.cli.book import shelf as books
from p4tui.cli.book.book import FAILED, has_errors
from p4tui.cli.parser import LONGEST_COMPLAINT, UsageError, complain
from p4tui.cli.progress import Progress
from p4tui.core.geometry import Geometry
from p4tui.engine.resources import usable_cores
from p4tui.i18n import N_, _
from p4tui.words.text import printable

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from p4tui.engine.book.building import Phase, Ply
    from p4tui.engine.book.state import State

TERMINATED = 143
"""The status after SIGTERM: 128 and its number."""

_PHASES = {
    "LIST": N_("listing the plies"),
    "SOLVE": N_("searching"),
    "DERIVE": N_("working backwards"),
}
_STATE_PROBLEMS = {
    "THERE": N_("A build is kept in {folder}; --resume goes on with it."),
    "OTHER": N_("The build of another book is kept in {folder}; --state names another folder."),
    "DAMAGED": N_("What is kept in {folder} is damaged; --state names another folder."),
    "USED": N_("Another process is at work in {folder}."),
}


def build(arguments: argparse.Namespace, geometry: Geometry) -> int:
    """Compute the book of a board as the arguments of `p4tui book` say, and answer the exit status.

    Raises:
        UsageError: the arguments are refused.
        KeyboardInterrupt: Ctrl+C; what was found is kept.
        SystemExit: the same for SIGTERM.
    """
    from p4tui.engine.book.building import SearchFailedError
    from p4tui.engine.book.state import State, StateError

    _check(arguments, geometry)
    output = _output(arguments, geometry)
    folder = Path(arguments.state or f"{output}.build")
    try:
        with _ended_by_sigterm(), Progress() as progress:
            output.parent.mkdir(parents=True, exist_ok=True)
            with (
                _executor(arguments) as found,
                State(folder, geometry, arguments.depth, resume=arguments.resume) as state,
            ):
                plies = _computed(geometry, arguments.depth, state, found, progress)
            if not _write(arguments, geometry, plies, output, progress):
                return FAILED
            if arguments.state is None:
                # The book holds all that the folder does.
                state.remove()
    except StateError as error:
        sentence = _(_STATE_PROBLEMS[error.problem.name]).format(folder=error.folder)
        raise UsageError(sentence) from error
    except SearchFailedError as error:
        sentence = _("A search failed ({reason}); --resume goes on with the build.")
        complain(sentence.format(reason=error), LONGEST_COMPLAINT)
        return FAILED
    except OSError as error:
        sentence = _("The build cannot be kept or written: {reason}.")
        complain(sentence.format(reason=error.strerror or error), LONGEST_COMPLAINT)
        return FAILED
    print(
        _("{path}: {count} positions, {size} bytes").format(
            path=printable(str(output)),
            count=sum(len(ply.keys) for ply in plies),
            size=output.stat().st_size,
        )
    )
    return 0


def _check(arguments: argparse.Namespace, geometry: Geometry) -> None:
    """Refuse arguments that no book can be computed by.

    Raises:
        UsageError: always says which.
    """
    from p4tui.engine.book.building import MOST_CELLS

    if arguments.file is not None:
        raise UsageError(_("A book to build is named with --output."))
    if arguments.depth is None:
        raise UsageError(_("--depth is needed: how many plies the book holds."))
    if arguments.jobs is not None and arguments.scheduler is not None:
        raise UsageError(_("--jobs and --scheduler exclude each other."))
    if geometry.cells > MOST_CELLS:
        raise UsageError(
            _("Books are for boards of at most {cells} cells.").format(cells=MOST_CELLS)
        )
    if arguments.depth >= geometry.cells:
        raise UsageError(
            _("--depth: a book of this board has no more than {plies} plies.").format(
                plies=geometry.cells - 1
            )
        )


def _is_something_else(path: Path) -> bool:
    """Whether there is a file, and neither a book nor the damaged rest of one."""
    from p4tui.engine.book.format import Book, BookError, BookProblem

    try:
        Book(path)
    except FileNotFoundError:
        return False
    except BookError as error:
        return error.problem is BookProblem.FOREIGN and path.stat().st_size > 0
    return False


def _output(arguments: argparse.Namespace, geometry: Geometry) -> Path:
    """The book to write.

    Raises:
        UsageError: what is named is a folder, a device or the like, or too long; or nothing is and there is no folder for it.
    """
    from p4tui.engine.book.format import file_name

    if arguments.output is not None:
        named = Path(arguments.output)
        try:
            mode = named.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            mode = stat.S_IFREG
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            sentence = _("--output cannot be written: {reason}.")
            raise UsageError(sentence.format(reason=reason)) from error
        if not named.name or stat.S_ISDIR(mode):
            raise UsageError(_("--output names no file, but a folder."))
        if not stat.S_ISREG(mode):
            # The book is renamed into its place: a device or a pipe would be gone.
            raise UsageError(_("--output names no file, but a device or the like."))
        if paths.is_own_file(named, books=False):
            raise UsageError(
                _("--output names a file that p4tui keeps itself. Choose another name.")
            )
        if _is_something_else(named):
            raise UsageError(_("--output names a file that is no opening book; it is left alone."))
        return named
    folder = books.folder()
    if folder is None:
        raise UsageError(_("There is no home folder; --output says where the book is to be."))
    return folder / file_name(geometry)


def _computed(
    geometry: Geometry,
    depth: int,
    state: State,
    found: tuple[Executor, int],
    progress: Progress,
) -> list[Ply]:
    """The book, computed by an executor that runs so many searches at once."""
    from p4tui.engine.book import building

    def show(phase: Phase, done: int, total: int) -> None:
        progress.update(_(_PHASES[phase.name]), done, total, even=phase is not building.Phase.LIST)

    return building.build(geometry, depth, state, *found, show)


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """What searches, and how many searches it runs at once."""
    if arguments.scheduler is not None:
        with executors.cluster(arguments.scheduler) as found:
            yield found
    else:
        jobs = arguments.jobs or usable_cores()
        with executors.local(jobs) as executor:
            yield executor, jobs


def _write(
    arguments: argparse.Namespace,
    geometry: Geometry,
    plies: list[Ply],
    output: Path,
    progress: Progress,
) -> bool:
    """Write a book, and put it in its place once some of its scores were found again; whether they were."""
    from p4tui.engine.book.format import Book, write

    with TemporaryDirectory(prefix=f".{output.name[:40]}-", dir=output.parent) as folder:
        written = Path(folder, "book")
        progress.update(_("writing"), 0, 1)
        write(written, geometry, plies)
        progress.update(_("writing"), 1, 1)
        if has_errors(Book(written), arguments, progress):
            return False
        written.replace(output)
    return True


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Have SIGTERM end the build as Ctrl+C does; signals are the main thread's."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_arguments: object) -> None:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
