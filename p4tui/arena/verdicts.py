"""Verdicts: why a player made no move. `words.programs` puts them into sentences."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """Why a player made no move; the value is its name in tables and files."""

    MISSING = "missing"
    """The program cannot be started: there is no such file, or it is not executable."""
    SILENT = "silent"
    """It was started, but never got ready."""
    CRASHED = "crashed"
    """It has ended."""
    CLOSED = "closed"
    """It has closed its output, but still runs."""
    LATE = "late"
    """Its move did not come in time."""
    ILLEGAL = "illegal"
    """It chose a column that is full or off the board."""
    UNREADABLE = "unreadable"
    """Its answer is not a column."""
    ERROR = "error"
    """Its function has raised an exception, or has no move."""
    UNSUPPORTED = "unsupported"
    """Its protocol cannot express the position: it knows only games from the empty board, without take-backs."""
    OUT = "out"
    """It has crashed too often in this match."""


CRASHES = frozenset(
    {Verdict.MISSING, Verdict.SILENT, Verdict.CRASHED, Verdict.CLOSED, Verdict.ERROR}
)
"""The verdicts on a program that did not start, ended, or raised an exception."""


class PlayerError(Exception):
    """A player that made no move.

    Attributes:
        verdict: why.
        detail: its answer, its exception or its exit status, as the program gave it: clean it before it is shown.
        column: the illegal column, counted from 0; None for other verdicts.
    """

    def __init__(self, verdict: Verdict, detail: str = "", column: int | None = None) -> None:
        super().__init__(verdict.value, detail, column)
        self.verdict = verdict
        self.detail = detail
        self.column = column
