"""Computing a book: a search for each position of its deepest ply, and minimax for the plies before.

The processes of an executor, here or on other machines, search blocks of positions with neighbouring keys, which share
much of a table. Their scores go to a folder at once, so that a build can be resumed (see `state`).
"""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from enum import Enum
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.engine.book.positions import Keys, Positions, positions
from p4tui.engine.bookmaking.state import UNKNOWN, State
from p4tui.engine.kernel.choice import kernel
from p4tui.engine.kernel.contract import ExactSearch
from p4tui.engine.limit import Limit, StopFlag

BLOCKS_PER_PROCESS = 2
"""Submitted blocks for each process: one in work, one waiting."""
MAX_CELLS = 252
"""The scores of larger boards do not fit into a byte."""
TABLE_MIB = 32
"""The size of each process's table, in mebibytes."""


class Phase(Enum):
    """A phase of a build."""

    LIST = "list"
    SOLVE = "solve"
    DERIVE = "derive"


ReportProgress = Callable[[Phase, int, int], None]
"""A callback for progress: the phase, how much is done, of how much. It counts plies for `LIST`, else positions."""


class SearchFailedError(Exception):
    """A process failed, or the executor has none left; the scores found before are kept."""


_thread_state = threading.local()


def solve_block(numbers: tuple[int, int, int], keys: Sequence[int]) -> list[int]:
    """Return the scores of some positions; `numbers` are the columns, rows and connect of the board.

    Any thread or process may run it.
    """
    geometry = Geometry(*numbers)
    if getattr(_thread_state, "geometry", None) != geometry:
        _thread_state.geometry = geometry
        _thread_state.search = kernel().exact(geometry)(TABLE_MIB)
    search: ExactSearch = _thread_state.search
    sides = positions(geometry).sides
    found = []
    for key in keys:
        score = search.score(geometry, *sides(key), Limit(), StopFlag())
        assert score is not None, "nothing ends this search"
        found.append(score)
    return found


class Ply(NamedTuple):
    """The positions of a ply in a book: their keys in ascending order, and their scores."""

    keys: Keys
    scores: array[int]


def build(
    geometry: Geometry,
    depth: int,
    state: State,
    executor: Executor,
    processes: int,
    progress: ReportProgress,
) -> list[Ply]:
    """Compute the plies of a book, from 0 to `depth`.

    Args:
        geometry: a board of at most `MAX_CELLS` cells.
        depth: the most discs of a position.
        state: keeps the scores of the last ply.
        executor: runs the searches.
        processes: the number of searches at once.
        progress: called after each step.

    Raises:
        StateError: the state's folder cannot be used.
        OSError: the folder cannot be read or written.
        SearchFailedError: a search failed.
    """
    plies = []
    for number, keys in enumerate(positions(geometry).plies(depth)):
        plies.append(keys)
        progress(Phase.LIST, number + 1, depth + 1)
    state.open(len(plies[-1]))
    _solve(geometry, plies[-1], state, executor, processes, progress)
    found = [Ply(plies[-1], state.scores)]
    total = sum(map(len, plies[:-1]))
    done = 0
    for keys in reversed(plies[:-1]):
        scores = array("b")
        for block in range(0, len(keys), 10_000):
            scores.extend(_minimax(positions(geometry), keys[block : block + 10_000], found[-1]))
            progress(Phase.DERIVE, done + len(scores), total)
        found.append(Ply(keys, scores))
        done += len(keys)
    return found[::-1]


def _solve(
    geometry: Geometry,
    keys: Keys,
    state: State,
    executor: Executor,
    processes: int,
    progress: ReportProgress,
) -> None:
    """Search the missing scores of the deepest ply."""
    numbers = (geometry.columns, geometry.rows, geometry.connect)
    blocks = list(state.missing())
    missing = sum(end - begin for begin, end in blocks)
    done = len(keys) - missing
    progress(Phase.SOLVE, done, len(keys))
    waiting = iter(blocks)
    running: dict[Future[list[int]], tuple[int, int]] = {}
    while True:
        while len(running) < BLOCKS_PER_PROCESS * processes and (block := next(waiting, None)):
            begin, end = block
            try:
                future = executor.submit(solve_block, numbers, keys[begin:end])
            except Exception as error:
                raise SearchFailedError(str(error) or type(error).__name__) from error
            running[future] = block
        if not running:
            break
        failure: Exception | None = None
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            begin, end = running.pop(future)
            try:
                found = future.result()
            except Exception as error:  # noqa: BLE001 - whatever a search raises ends the build
                failure = error
                continue
            state.record(begin, found)
            done += end - begin
        progress(Phase.SOLVE, done, len(keys))
        if failure:
            # The scores of the other finished searches are recorded by now.
            raise SearchFailedError(str(failure) or type(failure).__name__) from failure


def _minimax(board: Positions, keys: Sequence[int], after: Ply) -> Iterator[int]:
    """Yield the scores of positions from those of the next ply."""
    held, scores = after
    for key in keys:
        own, other = board.sides(key)
        best = UNKNOWN
        for move, child in board.after(own, other):
            place = bisect_left(held, child)
            if place < len(held) and held[place] == child:
                score = scores[place]
            else:
                shown = board.at_a_glance(other, own | move)
                assert shown is not None, "the book holds the others"
                score = shown
            best = max(best, -score)
        yield best
