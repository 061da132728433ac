"""Seats: the kinds of players of a colour. `participants.py` chooses their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from p4tui.players.levels import LEVELS


@dataclass(frozen=True, slots=True)
class Person:
    """A person at this keyboard.

    Attributes:
        name: any text; if empty, the front end chooses one.
    """

    kind: ClassVar[str] = "person"
    name: str = ""

    @property
    def id(self) -> None:
        """None: people are distinguished by their names."""
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
    """A kind or level unknown to this version, saved by a newer one. It makes no moves here.

    Attributes:
        kind: the kind as saved.
        id: which of its kind.
        name: as for a person.
    """

    kind: str
    id: str
    name: str = ""


Seat = Person | LevelSeat | UnknownSeat

_LEVEL_IDS = {level.id for level in LEVELS}


def seat_from(kind: str, identity: str | None, name: str = "") -> Seat:
    """Return the seat of a kind and an id: an `UnknownSeat` if this version does not know them."""
    if (kind, identity) == (Person.kind, None):
        return Person(name)
    if kind == LevelSeat.kind and identity in _LEVEL_IDS:
        return LevelSeat(identity, name)
    return UnknownSeat(kind, identity or "", name)


def seat_data(seat: Seat) -> dict[str, str | None]:
    """Return the data from which `seat_from` returns the seat; `level` is for older readers."""
    level = seat.id if isinstance(seat, LevelSeat) else None
    return {"name": seat.name, "kind": seat.kind, "id": seat.id, "level": level}


def seat_of(level: str | None, name: str = "") -> Person | LevelSeat:
    """Return the seat of a level, or of a person if the level is None."""
    return Person(name) if level is None else LevelSeat(level, name)


def level_of(seat: Seat) -> str | None:
    """Return the id of a seat's level, or None for any other kind."""
    return seat.id if isinstance(seat, LevelSeat) else None
