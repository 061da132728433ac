"""`p4tui book build`: computes, checks and writes an opening book."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli import values
from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.book.cluster import cluster
from p4tui.cli.book.verify import add_sample_options, is_correct
from p4tui.cli.files import output_file
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.processes import processes
from p4tui.cli.progress import Progress
from p4tui.cli.search import require_kernel
from p4tui.cli.statuses import FAILED
from p4tui.core.geometry import Geometry
from p4tui.engine.resources import usable_cores
from p4tui.i18n import N_, _
from p4tui.plain.interrupts import exit_on_termination
from p4tui.words.text import printable

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from p4tui.engine.bookmaking.building import Phase, Ply
    from p4tui.engine.bookmaking.state import State
    from p4tui.settings import Settings

_PHASES = {
    "LIST": N_("listing positions"),
    "SOLVE": N_("searching"),
    "DERIVE": N_("working backwards"),
}
_STATE_PROBLEMS = {
    "EXISTS": N_("{folder} holds an unfinished build. Continue it with --resume."),
    "OTHER": N_("{folder} holds the build of another book. Choose another folder with --state."),
    "DAMAGED": N_("The build in {folder} is damaged. Choose another folder with --state."),
    "IN_USE": N_("Another process is using {folder}."),
}


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("Compute an opening book, check some of its scores, and write it."))
    add_board_options(parser.add_argument_group(_("board options")))
    group = parser.add_argument_group(_("build options"))
    group.add_argument(
        "--depth",
        metavar="D",
        type=values.whole(0, 99),
        required=True,
        help=_("how many plies the book holds (required)"),
    )
    workers = group.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs",
        metavar="N",
        type=values.whole(1, 999),
        help=_("how many processes search (default: one for each core)"),
    )
    workers.add_argument(
        "--scheduler",
        metavar=_("ADDRESS"),
        help=_("search on the Dask cluster of this scheduler, such as tcp://host:8786"),
    )
    group.add_argument("--resume", action="store_true", help=_("continue an unfinished build"))
    group.add_argument(
        "--state",
        metavar=_("FOLDER"),
        help=_("the folder for unfinished work (default: the output's name with .build)"),
    )
    group.add_argument(
        "--output",
        metavar=_("FILE"),
        help=_("the file to write (default: where the search finds it)"),
    )
    add_sample_options(parser.add_argument_group(_("check options")))


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Compute, check and write the book of a board.

    Raises:
        UsageError: the arguments are refused, or the search kernel is not available.
        KeyboardInterrupt: Ctrl+C; what was found is kept.
        SystemExit: the same for SIGTERM and SIGHUP.
    """
    from p4tui.engine.bookmaking.building import SearchFailedError
    from p4tui.engine.bookmaking.state import StateError

    require_kernel()
    geometry = board_of(arguments)
    _check_size(geometry, arguments.depth)
    output = _output(arguments.output, geometry)
    count = None
    try:
        with exit_on_termination(), Progress() as progress:
            count = _build(arguments, geometry, output, progress)
    except StateError as error:
        sentence = _(_STATE_PROBLEMS[error.problem.name]).format(folder=error.folder)
        raise UsageError(sentence) from error
    except SearchFailedError as error:
        sentence = _("A search failed ({reason}). Continue the build with --resume.")
        complain(sentence.format(reason=error), MAX_COMPLAINT_LENGTH)
    except OSError as error:
        sentence = _("The build cannot be saved: {reason}.")
        complain(sentence.format(reason=error.strerror or error), MAX_COMPLAINT_LENGTH)
    if count is None:
        return FAILED
    print(
        _("{path}: {count} positions, {size} bytes").format(
            path=printable(str(output)), count=count, size=output.stat().st_size
        )
    )
    return 0


def _build(
    arguments: argparse.Namespace, geometry: Geometry, output: Path, progress: Progress
) -> int | None:
    """Write a book; return the number of its positions, or None if a score is wrong."""
    from p4tui.engine.bookmaking.state import State

    output.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(arguments.state or f"{output}.build")
    with (
        _executor(arguments) as found,
        State(folder, geometry, arguments.depth, resume=arguments.resume) as state,
    ):
        plies = _computed(geometry, arguments.depth, state, found, progress)
    if not _write(arguments, geometry, plies, output, progress):
        return None
    if arguments.state is None:
        # The book holds everything that the folder does.
        state.remove()
    return sum(len(ply.keys) for ply in plies)


def _check_size(geometry: Geometry, depth: int) -> None:
    """Check that a book can be built for this board and depth.

    Raises:
        UsageError: it cannot.
    """
    from p4tui.engine.bookmaking.building import MAX_CELLS

    if geometry.cells > MAX_CELLS:
        raise UsageError(
            _("Opening books are limited to boards of {cells} cells.").format(cells=MAX_CELLS)
        )
    if depth >= geometry.cells:
        raise UsageError(
            _("--depth: a book for this board holds at most {plies} plies.").format(
                plies=geometry.cells - 1
            )
        )


def _output(name: str | None, geometry: Geometry) -> Path:
    """Return the file of the book: the argument, else the user's book of the board.

    Raises:
        UsageError: it cannot be written, or holds something else.
    """
    from p4tui.engine.book.format import file_name

    if name is not None:
        path = output_file(name, books=False)
        if _holds_something_else(path):
            raise UsageError(
                _("--output names a file that is not an opening book. Choose another name.")
            )
        return path
    folder = paths.books_folder()
    if folder is None:
        raise UsageError(_("There is no home folder. Choose a file with --output."))
    return folder / file_name(geometry)


def _holds_something_else(path: Path) -> bool:
    """Return whether a file exists that is not a book, not even a damaged one."""
    from p4tui.engine.book.format import Book, BookError, BookProblem

    try:
        Book(path)
    except FileNotFoundError:
        return False
    except BookError as error:
        return error.problem is BookProblem.FOREIGN and path.stat().st_size > 0
    return False


def _computed(
    geometry: Geometry,
    depth: int,
    state: State,
    found: tuple[Executor, int],
    progress: Progress,
) -> list[Ply]:
    """Return the plies of a book, computed by an executor with a number of workers."""
    from p4tui.engine.bookmaking import building

    def show(phase: Phase, done: int, total: int) -> None:
        progress.update(_(_PHASES[phase.name]), done, total, even=phase is not building.Phase.LIST)

    return building.build(geometry, depth, state, *found, show)


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of the searches and its number of workers."""
    if arguments.scheduler is not None:
        with cluster(arguments.scheduler) as found:
            yield found
    else:
        jobs = arguments.jobs or usable_cores()
        with processes(jobs) as executor:
            yield executor, jobs


def _write(
    arguments: argparse.Namespace,
    geometry: Geometry,
    plies: list[Ply],
    output: Path,
    progress: Progress,
) -> bool:
    """Write a book, and move it into its place if its check succeeds; return whether it does."""
    from p4tui.engine.book.format import Book, write

    with TemporaryDirectory(prefix=f".{output.name[:40]}-", dir=output.parent) as folder:
        written = Path(folder, "book")
        progress.update(_("writing"), 0, 1)
        write(written, geometry, plies)
        progress.update(_("writing"), 1, 1)
        if not is_correct(Book(written), arguments, progress):
            return False
        written.replace(output)
    return True
