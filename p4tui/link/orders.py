"""Orders and events of a `Table`: what it wants sent or cut, and what has happened at it."""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.link.shared import Request, Shared

PROTOCOL = 1
"""The version of the protocol, in the first message of both sides."""
AWAY_SECONDS = 21.0
"""Seconds of silence after which the other side is shown as away."""
CUT_SECONDS = 45.0
"""Seconds of silence after which the stream is cut."""
ALIVE_SECONDS = 7.0
"""Seconds of silence after which an empty line is sent."""


@dataclass(frozen=True, slots=True)
class Send:
    """An order: send a line.

    Attributes:
        visitor: to whom.
        line: what.
        is_state: whether it is a state: of several that wait for a slow reader only the last is sent.
        can_wait: whether it may come a moment later than those to the player.
    """

    visitor: int
    line: bytes
    is_state: bool = False
    can_wait: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """An order: cut a stream, after what was sent before."""

    visitor: int


@dataclass(frozen=True, slots=True)
class Played:
    """An event: the guest has made a move."""

    ply: int
    column: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """An event: the guest has resigned. Whoever takes it knows the guest's colour by then: a swap may come before it."""


@dataclass(frozen=True, slots=True)
class Granted:
    """An event: both players agree to a request."""

    request: Request


@dataclass(frozen=True, slots=True)
class Changed:
    """An event: something beside the match is new.

    Attributes:
        shared: what both terminals know now.
        user, name: of who has the guest's seat; empty while it is free.
    """

    shared: Shared
    user: str
    name: str


@dataclass(frozen=True, slots=True)
class WrongCode:
    """An event: a visitor could not prove that it knows the code."""

    visitor: int


Event = Played | Resigned | Granted | Changed | WrongCode
Order = Send | Close
