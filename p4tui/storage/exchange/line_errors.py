"""`LineError`: why a line has no game. The front ends put it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class LineProblem(Enum):
    """Why a line has no game."""

    TOO_LONG = "too long"
    NO_TEXT = "no text"
    """It has control characters or invalid bytes."""
    NO_JSON = "no JSON"
    NEWER = "newer"
    """A newer version of p4tui wrote it."""
    OTHER_GAME = "other game"
    """An episode of another game than Kaggle's ConnectX."""
    NO_GAME = "no game"
    """It contradicts itself or the rules; see the error's `fault`."""


class FaultKind(Enum):
    """The kinds of faults in a JSON object."""

    OBJECT = "object"
    """Not an object."""
    MISSING = "missing"
    TEXT = "text"
    """Not a text."""
    NUMBER = "number"
    """Not an integer from `minimum` to `maximum`."""
    FLAG = "flag"
    """Not true or false."""
    DATE = "date"
    """Not a date of the years 1 to 9999, in seconds since 1970."""
    CHOICE = "choice"
    """Not one of the `choices`."""
    LIST = "list"
    """Not a list of the `choices`."""
    TIMES = "times"
    """Not a list of `count` pairs of integers in range."""
    START = "start"
    """Not a position from which a game can begin on this board."""
    STEPS = "steps"
    """Not a list of the steps of two agents."""
    BOARD = "board"
    """Not the board after the moves."""
    RESULT = "result"
    """Not the result of the moves."""
    WINNER = "winner"
    """Missing, although the game ended with a win."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a JSON object.

    Attributes:
        kind: the kind of fault.
        field: the key of the faulty value, such as `clock.left`; empty for the game itself.
        minimum, maximum: the allowed range.
        choices: the allowed values.
        count: the required length.
    """

    kind: FaultKind
    field: str = ""
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    count: int = 0


class LineError(ValueError):
    """A line without a game.

    Attributes:
        problem: why, or None if the cause is a `P4Error` or an `UnknownLevelError`.
        fault: the fault of a JSON object, or None.
        game: the place among several games of the line, from 1, or None for a single one.
    """

    game: int | None = None

    def __init__(self, problem: LineProblem | None = None, fault: Fault | None = None) -> None:
        super().__init__(f"{problem.value if problem else ''} {fault or ''}".strip())
        self.problem = LineProblem.NO_GAME if fault else problem
        self.fault = fault
