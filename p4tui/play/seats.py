"""Seats: the kinds of players of a colour. `participants.py` chooses their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, assert_never

from p4tui.players.levels import FIRST_LEVEL, LEVELS, level


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
        auto: whether the level is chosen for each game, see `auto_level`; saved games do not have it.
    """

    kind: ClassVar[str] = "level"
    id: str
    name: str = ""
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A program of the user, asked by a protocol. `arena` runs it.

    Attributes:
        id: its text: one of `PROGRAM_PREFIXES`, then a command or a file, such as `ugi:./mybot`.
        name: as for a person.
    """

    kind: ClassVar[str] = "program"
    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Remote:
    """A person at another terminal, through `link`.

    Attributes:
        id: the game's at both terminals, and where to meet again: see `link.meeting`.
        name: as for a person.
    """

    kind: ClassVar[str] = "remote"
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


Seat = Person | LevelSeat | Program | Remote | UnknownSeat

PROGRAM_PREFIXES = ("ugi:", "lines:", "kaggle:")
"""The protocols of programs, at the begin of their texts."""

HUMAN = "human"
"""The text of a person's seat, for the command line and the settings."""
AUTO = "auto"
"""The text of a level's seat with `LevelSeat.auto`."""
SEAT_TEXTS = (HUMAN, AUTO, *(level.id for level in LEVELS))
"""The texts of the seats that need no program, to choose from."""


def seat_from(kind: str, identity: str | None, name: str = "") -> Seat:
    """Return the seat of a kind and an id: an `UnknownSeat` if this version does not know them."""
    if (kind, identity) == (Person.kind, None):
        return Person(name)
    if kind == LevelSeat.kind and identity in {level.id for level in LEVELS}:
        return LevelSeat(identity, name)
    if kind == Program.kind and is_program(identity or ""):
        return Program(identity or "", name)
    if kind == Remote.kind and identity:
        return Remote(identity, name)
    return UnknownSeat(kind, identity or "", name)


def seat_data(seat: Seat) -> dict[str, str | None]:
    """Return the data from which `seat_from` returns the seat; `level` is for older readers."""
    level = seat.id if isinstance(seat, LevelSeat) else None
    return {"name": seat.name, "kind": seat.kind, "id": seat.id, "level": level}


def counted_seat(seat: Seat) -> Seat:
    """Return a seat as players are counted: a person at another terminal is the person of that name, in files too."""
    return Person(seat.name) if seat.kind == Remote.kind else seat


def is_program(text: str) -> bool:
    """Return whether a text names a program: a protocol, then something."""
    return text.startswith(PROGRAM_PREFIXES) and bool(text.partition(":")[2].strip())


def seat_of_text(text: str, name: str = "") -> Person | LevelSeat | Program:
    """Return the seat of a text: `human`, `auto`, the id of a level, or a program.

    Raises:
        UnknownLevelError: it is none of them.
    """
    if is_program(text):
        return Program(text, name)
    if text == HUMAN:
        return Person(name)
    return LevelSeat(FIRST_LEVEL if text == AUTO else level(text).id, name, text == AUTO)


def text_of(seat: Seat) -> str:
    """Return the text from which `seat_of_text` returns the seat; a person takes the place of a remote or unknown one."""
    match seat:
        case Person() | Remote() | UnknownSeat():
            return HUMAN
        case Program(identity):
            return identity
        case LevelSeat(level_id, _, auto):
            return AUTO if auto else level_id
        case _:
            assert_never(seat)
