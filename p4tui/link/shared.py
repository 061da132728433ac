"""`Shared`: what both terminals know of each other, beside the match. Immutable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.play.match import Match

MOST_MESSAGES = 20
"""The messages that a state holds, the newest last."""


class RequestKind(Enum):
    """What a player can ask of the other. Both must agree."""

    UNDO = "undo"
    SWAP = "swap"
    DRAW = "draw"
    REMATCH = "rematch"
    HINTS = "hints"
    """Hints for both, or no longer."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that waits for an answer.

    Attributes:
        number: grows from request to request.
        kind: what is asked.
        by: who asks.
    """

    number: int
    kind: RequestKind
    by: Colour


@dataclass(frozen=True, slots=True)
class Message:
    """A short message.

    Attributes:
        number: grows from message to message.
        name: of its writer; cleaned.
        text: cleaned, at most `frames.MAX_TEXT` characters.
        by: the colour that its writer plays, None for a spectator.
    """

    number: int
    name: str
    text: str
    by: Colour | None


@dataclass(frozen=True, slots=True)
class Shared:
    """What both terminals know.

    Attributes:
        game: the id of the game.
        names: of red and yellow; empty before somebody has joined.
        here: whether red and yellow are there.
        joined: whether both seats have somebody.
        watchers: the number of spectators.
        request: the request that waits, or None.
        refused: the number of the last request that was refused, 0 without one.
        hints: whether hints are agreed on.
        hints_used: by red and yellow in this game.
        messages: the last ones.
        clock_stops: whether the clock stands still while a player is away.
    """

    game: str
    names: tuple[str, str] = ("", "")
    here: tuple[bool, bool] = (False, False)
    joined: bool = False
    watchers: int = 0
    request: Request | None = None
    refused: int = 0
    hints: bool = False
    hints_used: tuple[int, int] = (0, 0)
    messages: tuple[Message, ...] = ()
    clock_stops: bool = True

    def answered(self, *, yes: bool) -> Shared:
        """Return this after the answer to its request."""
        request = self.request
        if request is None:
            return self
        if not yes:
            return replace(self, request=None, refused=request.number)
        return replace(self, request=None, hints=self.hints != (request.kind is RequestKind.HINTS))

    def with_hint(self, colour: Colour) -> Shared:
        """Return this after a player has taken a hint."""
        red, yellow = self.hints_used
        used = (red + 1, yellow) if colour is Colour.RED else (red, yellow + 1)
        return replace(self, hints_used=used)

    def with_people(
        self, host: Colour, names: tuple[str, str], *, guest_here: bool, watchers: int
    ) -> Shared:
        """Return this with the people who are there now; `names` are the host's and the guest's, empty without one."""
        here, joined = (True, guest_here), bool(names[1])
        if host is Colour.YELLOW:
            names, here = names[::-1], here[::-1]
        return replace(self, names=names, here=here, joined=joined, watchers=watchers)

    def with_message(self, name: str, text: str, by: Colour | None) -> Shared:
        """Return this with one more message."""
        last = self.messages[-1].number if self.messages else 0
        messages = (*self.messages, Message(last + 1, name, text, by))
        return replace(self, messages=messages[-MOST_MESSAGES:])


def makes_sense(kind: RequestKind, by: Colour, match: Match) -> bool:
    """Return whether a request of a player can be carried out as the match stands."""
    if kind is RequestKind.UNDO:
        try:
            match.undo(by)
        except P4Error:
            return False
    if kind is RequestKind.DRAW:
        return match.outcome is None and match.game.cursor > 0
    return kind is not RequestKind.REMATCH or match.outcome is not None
