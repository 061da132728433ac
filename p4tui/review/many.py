"""The summaries of many games, on several processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from p4tui.core.game import Game
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import RESOURCES
from p4tui.engine.solver import Solver
from p4tui.review.moves import LIMIT, review_game
from p4tui.review.summary import Summary, summarise

Key = TypeVar("Key")

GAMES_AT_ONCE = 8
"""The games of a task: enough to make its transfer cheap, few enough to show progress and to end soon."""
TASKS_AHEAD = 2
"""The tasks that wait for each process, so that none is idle."""


class GameSummary(NamedTuple, Generic[Key]):
    """The summaries of both sides of a game.

    Attributes:
        key: what the caller knows the game by.
        sides: the summary of each side.
    """

    key: Key
    sides: dict[Side, Summary]


def summarise_games(
    games: Iterable[tuple[Key, Game]], executor: Executor, jobs: int, limit: Limit = LIMIT
) -> Iterator[GameSummary[Key]]:
    """Yield the summaries of many games, in their order, as they come.

    Args:
        games: the games with their keys; read as they are needed.
        executor: runs the reviews.
        jobs: how many of them it runs at once.
        limit: the limit for the scores of one position.
    """
    review = partial(_summaries, limit, RESOURCES.table_mib, list(RESOURCES.book_folders))
    waiting: deque[tuple[list[Key], Future[list[dict[Side, Summary]]]]] = deque()
    for keys, task in _tasks(games):
        waiting.append((keys, executor.submit(review, task)))
        if len(waiting) > jobs * TASKS_AHEAD:
            yield from _answer(*waiting.popleft())
    while waiting:
        yield from _answer(*waiting.popleft())


_Task = list[tuple[Position, tuple[int, ...]]]
"""The start and the moves of games: shorter than all their positions."""


def _tasks(games: Iterable[tuple[Key, Game]]) -> Iterator[tuple[list[Key], _Task]]:
    """Yield groups of games."""
    keys: list[Key] = []
    task: _Task = []
    for key, game in games:
        keys.append(key)
        task.append((game.start, game.played))
        if len(task) == GAMES_AT_ONCE:
            yield keys, task
            keys, task = [], []
    if task:
        yield keys, task


def _answer(
    keys: list[Key], future: Future[list[dict[Side, Summary]]]
) -> Iterator[GameSummary[Key]]:
    """Yield the summaries of a group."""
    for key, sides in zip(keys, future.result(), strict=True):
        yield GameSummary(key, sides)


_SOLVER: list[Solver] = []
"""The solver of this process, made by its first task."""


def _summaries(
    limit: Limit, table_mib: int, book_folders: list[Path], task: _Task
) -> list[dict[Side, Summary]]:
    """Review games in a process of its own, with one thread, and the memory and books of its parent."""
    if not _SOLVER:
        RESOURCES.book_folders[:] = book_folders
        _SOLVER.append(Solver(table_mib=table_mib, threads=1))
    found = []
    for start, moves in task:
        game = Game.new(start)
        for column in moves:
            game = game.play(column)
        found.append(summarise(review_game(game, _SOLVER[0], StopFlag(), limit)))
    return found
