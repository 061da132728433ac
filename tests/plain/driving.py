"""Runs the program in this process: arguments and lines in; status, output and errors out."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple
from unittest.mock import patch

from p4tui.cli import main
from p4tui.plain import console
from p4tui.plain.console import Console
from p4tui.words.text import printable
from tests.unit.test_session_clock import Now


class Answer(NamedTuple):
    """The status, output and errors of a run."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def harmless(text: str) -> bool:
    """Return whether lines have no control characters for a terminal."""
    return all(printable(line) == line for line in text.split("\n"))


class Typist(Console):
    """A fake terminal with typed lines, each after a pause on a fake clock.

    Attributes:
        said: the lines of the program.
    """

    def __init__(self, now: Now, *typed: tuple[float, str]) -> None:
        super().__init__(None, None, None, interactive=True)
        self.printed: list[str] = []
        self._now = now
        self._typed = [
            (now() + sum(pause for pause, _ in typed[: i + 1]), typed[i][1])
            for i in range(len(typed))
        ]

    def say(self, text: str) -> None:
        self.printed += text.split("\n")

    def draw(self, drawing: str) -> None:
        self.printed += drawing.split("\n")

    def complain(self, text: str) -> None:
        self.printed.append(text)

    def wait(self, seconds: float) -> bool:
        due = self._typed[0][0] if self._typed else self._now()
        waited = min(max(due - self._now(), 0), seconds)
        self._now.wait(waited)
        return due <= self._now()

    def read(self) -> str | None:
        if not self._typed:
            return None
        due, line = self._typed.pop(0)
        self._now.seconds = max(self._now.seconds, due)
        return line


class Stream(io.TextIOWrapper):
    """A standard stream over bytes that may claim to be a terminal."""

    def __init__(
        self, data: bytes = b"", *, terminal: bool = False, encoding: str = "utf-8"
    ) -> None:
        self.bytes = io.BytesIO(data)
        super().__init__(self.bytes, encoding=encoding, newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


WIDE = 10_000
"""A width at which no sentence is broken into lines."""


def p4tui(
    *words: str,
    typed: str | bytes = "",
    terminal: bool = False,
    encoding: str = "utf-8",
    width: int = WIDE,
) -> Answer:
    """Run the program with arguments and an input, from a pipe or a fake terminal.

    By default sentences are not wrapped.
    """
    data = typed.encode() if isinstance(typed, str) else typed
    source, sink, errors = (
        Stream(data, terminal=terminal, encoding=encoding),
        Stream(terminal=terminal, encoding=encoding),
        Stream(terminal=terminal, encoding=encoding),
    )
    with (
        patch.object(console, "PIPE_WIDTH", width),
        patch.object(sys, "stdin", source),
        patch.object(sys, "stdout", sink),
        patch.object(sys, "stderr", errors),
    ):
        status = main(list(words))
        sink.flush()
        errors.flush()
    return Answer(
        status, sink.bytes.getvalue().decode(encoding), errors.bytes.getvalue().decode(encoding)
    )


def play(*words: str, typed: str | bytes = "", terminal: bool = False, width: int = WIDE) -> Answer:
    """`p4tui play --plain` with more arguments."""
    return p4tui("play", "--plain", *words, typed=typed, terminal=terminal, width=width)


def moves(text: str) -> str:
    """Return columns, one a line."""
    return "".join(f"{symbol}\n" for symbol in text)
