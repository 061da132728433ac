"""Who sits at the board: a small union of kinds. What moves for a seat is in `participants.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Person:
    """A person at this keyboard.

    Attributes:
        name: as given, any text; empty where none was given: the front end then finds one.
    """

    kind: ClassVar[str] = "person"
    name: str = ""

    @property
    def id(self) -> None:
        """Nothing but the name tells people apart."""
        return


@dataclass(frozen=True, slots=True)
class LevelSeat:
    """One of the computer's levels.

    Attributes:
        id: the level's, as in `players.levels.LEVELS`.
        name: as for a person.
    """

    kind: ClassVar[str] = "level"
    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class UnknownSeat:
    """Something of a kind, or a level, that this version does not know: a newer one saved it. It makes no moves here.

    Attributes:
        kind: of what kind it was.
        id: which of its kind.
        name: as for a person.
    """

    kind: str
    id: str
    name: str = ""


Seat = Person | LevelSeat | UnknownSeat


def seat_of(level: str | None, name: str = "") -> Person | LevelSeat:
    """Return the seat of a level, or of a person if there is none."""
    return Person(name) if level is None else LevelSeat(level, name)


def level_of(seat: Seat) -> str | None:
    """Return the id of the level in a seat, or None if something else sits there."""
    return seat.id if isinstance(seat, LevelSeat) else None
