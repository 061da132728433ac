"""`p4tui solve --jobs N`: many positions on several processes, in their order and in constant memory."""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from typing import NamedTuple

from p4tui import i18n
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.processes import processes
from p4tui.cli.solve.answers import answering, shelf_of
from p4tui.cli.solve.positions import (
    NumberedText,
    RefusedInput,
    numbered_texts,
    reading,
)
from p4tui.cli.statuses import FAILED
from p4tui.core.geometry import Geometry
from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import RESOURCES
from p4tui.engine.solver import Solver
from p4tui.i18n import _, ngettext
from p4tui.plain.interrupts import exit_on_termination
from p4tui.plain.line_input import LineReader
from p4tui.words.errors import book_sentence
from p4tui.words.time import with_decimal_sign

TASK_SECONDS = 0.1
"""How long a task should take: its transfer is cheap, and no process is idle for long at the end."""
MAX_TASK_TEXTS, MAX_TASK_CHARACTERS = 5_000, 200_000
"""The largest task, so that the tasks that wait need little memory."""
TASKS_AHEAD = 2
"""The tasks that wait for each process, so that none is idle."""


class TaskAnswer(NamedTuple):
    """The answer to a task.

    Attributes:
        lines: the line of each position, and the refused inputs.
        book_faults: a sentence for each opening book that cannot be used.
        seconds: how long it took.
    """

    lines: list[str | RefusedInput]
    book_faults: list[str]
    seconds: float


def solve_in_bulk(arguments: argparse.Namespace, geometry: Geometry, source: LineReader) -> int:
    """Print the answers of all positions, and on the standard error how many there were a second.

    Raises:
        UsageError: the opening book is refused.
    """
    shelf_of(arguments, geometry)
    status, count, began, reported = 0, 0, time.monotonic(), set[str]()
    texts = numbered_texts(arguments, source)
    try:
        with exit_on_termination(), processes(arguments.jobs) as executor:
            work = partial(_answer_task, _settings_of(arguments, geometry))
            for answer in _answers(texts, executor, arguments.jobs, work):
                for fault in answer.book_faults:
                    if fault not in reported:
                        complain(fault, MAX_COMPLAINT_LENGTH)
                        reported.add(fault)
                for line in answer.lines:
                    if isinstance(line, RefusedInput):
                        complain(line.sentence, MAX_COMPLAINT_LENGTH)
                        status = FAILED
                    else:
                        print(line)
                        count += 1
                sys.stdout.flush()
    except BrokenExecutor:
        complain(_("A process that solves positions has ended. Try again with fewer --jobs."))
        status = FAILED
    print(_speed(count, time.monotonic() - began), file=sys.stderr)
    return status


def _speed(count: int, seconds: float) -> str:
    """Return how many positions were solved a second, as a sentence."""
    rate = count / seconds if seconds else 0.0
    return ngettext(
        "{count} position in {seconds} s: {rate} a second.",
        "{count} positions in {seconds} s: {rate} a second.",
        count,
    ).format(
        count=count,
        seconds=with_decimal_sign(f"{seconds:.1f}"),
        rate=with_decimal_sign(f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"),
    )


def _answers(
    texts: Iterator[NumberedText | RefusedInput],
    executor: Executor,
    jobs: int,
    work: Callable[[list[NumberedText]], TaskAnswer],
) -> Iterator[TaskAnswer]:
    """Yield the answers of tasks in their order. Texts are read as they are needed, into tasks of about `TASK_SECONDS`."""
    waiting: deque[tuple[int, Future[TaskAnswer]]] = deque()
    size, ended = 1, False
    while not ended or waiting:
        while not ended and len(waiting) <= jobs * TASKS_AHEAD:
            task, refusal = _next_task(texts, size)
            if task:
                waiting.append((len(task), executor.submit(work, task)))
            if refusal is not None:
                waiting.append((0, _finished(TaskAnswer([refusal], [], 0.0))))
            ended = not task and refusal is None
        if waiting:
            length, future = waiting.popleft()
            answer = future.result()
            yield answer
            if length == size:
                change = min(max(TASK_SECONDS / max(answer.seconds, 1e-6), 0.5), 2.0)
                size = min(max(round(size * change), 1), MAX_TASK_TEXTS)


def _next_task(
    texts: Iterator[NumberedText | RefusedInput], size: int
) -> tuple[list[NumberedText], RefusedInput | None]:
    """Return the next texts, at most `size`, and the refused input that ends them."""
    task: list[NumberedText] = []
    characters = 0
    for item in texts:
        if isinstance(item, RefusedInput):
            return task, item
        task.append(item)
        characters += len(item.text)
        if len(task) == size or characters >= MAX_TASK_CHARACTERS:
            break
    return task, None


def _finished(answer: TaskAnswer) -> Future[TaskAnswer]:
    """Return a future with its result."""
    future: Future[TaskAnswer] = Future()
    future.set_result(answer)
    return future


class _Settings(NamedTuple):
    """What a process needs to know to answer as its parent would."""

    arguments: argparse.Namespace
    geometry: Geometry
    from_arguments: bool
    language: str
    table_mib: int


def _settings_of(arguments: argparse.Namespace, geometry: Geometry) -> _Settings:
    """Return the settings for the processes; each searches with one thread unless more are asked for."""
    # The moves are not sent along: there may be a million.
    chosen = argparse.Namespace(**vars(arguments) | {"moves": [], "run": None})
    chosen.threads = arguments.threads or 1
    from_arguments = bool(arguments.moves)
    return _Settings(chosen, geometry, from_arguments, i18n.language(), RESOURCES.table_mib)


class _Worker:
    """The solver of this process, made by its first task."""

    def __init__(self, settings: _Settings) -> None:
        arguments, geometry = settings.arguments, settings.geometry
        i18n.activate(settings.language)
        self._shelf = shelf_of(arguments, geometry)
        solver = Solver(table_mib=settings.table_mib, threads=arguments.threads, books=self._shelf)
        self._read = reading(geometry, from_arguments=settings.from_arguments)
        self._answer = answering(arguments, solver, StopFlag())

    def answer(self, task: list[NumberedText]) -> TaskAnswer:
        """Answer a task."""
        began = time.monotonic()
        found = (item for item in map(self._read, task) if item is not None)
        lines = [item if isinstance(item, RefusedInput) else self._answer(item) for item in found]
        refused = self._shelf.refused if self._shelf else ()
        return TaskAnswer(lines, list(map(book_sentence, refused)), time.monotonic() - began)


_WORKERS: list[_Worker] = []


def _answer_task(settings: _Settings, task: list[NumberedText]) -> TaskAnswer:
    """Answer a task in a process of its own."""
    if not _WORKERS:
        _WORKERS.append(_Worker(settings))
    return _WORKERS[0].answer(task)
