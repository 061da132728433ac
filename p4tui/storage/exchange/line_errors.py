"""Why a line holds no game. The front ends put it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class LineProblem(Enum):
    """Why a line holds no game."""

    TOO_LONG = "too long"
    NO_TEXT = "no text"
    """It has control characters, or bytes that are none."""
    NO_JSON = "no JSON"
    NEWER = "newer"
    """A newer version of p4tui wrote it."""
    NO_GAME = "no game"
    """It contradicts itself, or the rules; the error's `fault` says how."""


class FaultKind(Enum):
    """What is wrong with a value of a JSON object."""

    OBJECT = "object"
    """It is no object."""
    MISSING = "missing"
    TEXT = "text"
    """It is no text."""
    NUMBER = "number"
    """It is no whole number from `least` to `most`."""
    FLAG = "flag"
    """It is neither true nor false."""
    DATE = "date"
    """It is no date, in seconds since 1970, of the years 1 to 9999."""
    CHOICE = "choice"
    """It is none of the `choices`."""
    LIST = "list"
    """It is no list of the `choices`."""
    TIMES = "times"
    """It is no list of `count` pairs of whole numbers, or has another that is out of range."""
    START = "start"
    """It is no position from which a game can begin on this board."""
    RESULT = "result"
    """It does not fit the moves."""
    WINNER = "winner"
    """It says of nobody that they won, and how the game ended says that somebody has."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that keeps a JSON object from being a game.

    Attributes:
        kind: what is wrong with it.
        field: its key, `clock.left` for one of an object inside; empty for the game itself.
        least, most: the numbers that it may be.
        choices: what it may be.
        count: how many there must be.
    """

    kind: FaultKind
    field: str = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    count: int = 0


class LineError(ValueError):
    """A line that holds no game.

    Attributes:
        problem: why; None where the error that this one came from says it: a `P4Error` or an `UnknownLevelError`.
        fault: what is wrong with a JSON object that is no game; None for anything else.
        game: which game of a line with several it is, from 1; None where there is one.
    """

    game: int | None = None

    def __init__(self, problem: LineProblem | None = None, fault: Fault | None = None) -> None:
        super().__init__(f"{problem.value if problem else ''} {fault or ''}".strip())
        self.problem = LineProblem.NO_GAME if fault else problem
        self.fault = fault
