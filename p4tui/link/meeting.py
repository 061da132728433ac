"""Meetings: how a saved game is found again by both terminals. The text of one is the id of a `Remote` seat."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import parse_qsl, quote, urlencode

from p4tui.play.match import Match
from p4tui.play.seats import Remote

HOST, JOIN = "host", "join"
"""What this terminal did: it opened the game, or it joined it."""


def new_game_id() -> str:
    """Return a random id for a game."""
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How to meet again.

    Attributes:
        role: `HOST` or `JOIN`.
        where: the word of the host's game, or what the guest has joined.
        game: the id of the game, the same at both terminals.
        code: of a game on the network, empty without one.
        listen: the address and port on which the host listens, empty without one.
        user: at the host, who has the other seat, as `table.Visitor.user`; empty before somebody has joined.
        clock_stops: at the host, whether the clock stops while a player is away.
    """

    role: str
    where: str
    game: str
    code: str = ""
    listen: str = ""
    user: str = ""
    clock_stops: bool = True

    @property
    def text(self) -> str:
        """The text of the meeting, from which `parse` returns it."""
        values = {"game": self.game, "code": self.code, "listen": self.listen, "user": self.user}
        if not self.clock_stops:
            values["clock"] = "runs"
        query = urlencode({key: value for key, value in values.items() if value})
        return f"{self.role}:{quote(self.where, safe='/:@[]')}?{query}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the meeting of a text, or None if it is none."""
        from urllib.parse import unquote

        role, colon, rest = text.partition(":")
        where, mark, query = rest.partition("?")
        if role not in {HOST, JOIN} or not colon or not mark:
            return None
        try:
            values = dict(parse_qsl(query, strict_parsing=True))
        except ValueError:
            return None
        if not values.get("game"):
            return None
        get = {key: values.get(key, "") for key in ("game", "code", "listen", "user")}
        return cls(role, unquote(where), **get, clock_stops=values.get("clock") != "runs")


def meeting_of(match: Match) -> Meeting | None:
    """Return the meeting of a match with a remote person, or None."""
    for seat in (match.red, match.yellow):
        if isinstance(seat, Remote) and (meeting := Meeting.parse(seat.id)) is not None:
            return meeting
    return None


def with_meeting(match: Match, meeting: Meeting) -> Match:
    """Return a match whose remote seats have a meeting."""
    red, yellow = (
        replace(seat, id=meeting.text) if isinstance(seat, Remote) else seat
        for seat in (match.red, match.yellow)
    )
    return replace(match, red=red, yellow=yellow)
