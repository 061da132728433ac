"""Opens a game for another terminal, joins one, and comes back to either. Front ends and the command line share this."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from p4tui import __version__
from p4tui.core.colour import Colour
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.guest import Guest
from p4tui.link.host import Host
from p4tui.link.link import Link
from p4tui.link.meeting import HOST, JOIN, Meeting, meeting_of, with_meeting
from p4tui.link.visit import Arrived
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.ownership import OpenedGame

JOIN_SECONDS = 20.0
"""Seconds to wait for the first state of a game that is joined without SSH."""
TAKEN_SECONDS = 8.0
"""Seconds in which another window that has the game notices that it was taken over."""

Find = Callable[[str], OpenedGame | None]
"""Opens the saved game of an id, see `GameRepository.find_linked`; None if there is none, or nothing is saved."""


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """A game with another terminal, ready for a front end.

    Attributes:
        link: carries it.
        match: as it stands.
        opened: its saved game, None for a new one or a spectator.
    """

    link: Link
    match: Match
    opened: OpenedGame | None = None


def open_game(match: Match, meeting: Meeting, opened: OpenedGame | None = None) -> LinkedGame:
    """Open a game for a guest.

    Args:
        match: its match, with a remote seat.
        meeting: as whom it is opened.
        opened: the saved game, if it is opened again; then a window that still has it open is waited for.

    Raises:
        LinkError: it cannot be opened.
    """
    match = with_meeting(match, meeting)
    deadline = time.monotonic() + (TAKEN_SECONDS if opened is not None else 0.0)
    host = Host(match, meeting, __version__)
    while True:
        try:
            host.open()
        except LinkError as error:
            if error.problem is not LinkProblem.TAKEN or time.monotonic() >= deadline:
                raise
            time.sleep(0.2)
        else:
            return LinkedGame(host, match, opened)


def join_game(
    name: str, meeting: Meeting, find: Find, *, plays: bool, may_ask: bool = True
) -> LinkedGame:
    """Join a game, or watch it.

    Args:
        name: the guest's.
        meeting: where it is.
        find: finds the guest's own copy.
        plays: whether the guest wants the seat. Where somebody else has it the guest watches.
        may_ask: whether SSH may ask for a password at the terminal.

    Raises:
        LinkError: it cannot be joined.
    """
    guest = Guest(name, meeting, __version__, plays=plays, may_ask=may_ask)
    waits = may_ask and meeting.where.startswith("ssh:")
    arrived = guest.join(None if waits else JOIN_SECONDS)
    opened = None if arrived.you is None else find(arrived.shared.game)
    if opened is not None and (column := unsent_move(opened.saved.match, arrived)) is not None:
        guest.play(arrived.match.game.played, column)
        return LinkedGame(guest, arrived.match.play(column), opened)
    return LinkedGame(guest, arrived.match, opened)


def unsent_move(saved: Match, arrived: Arrived) -> int | None:
    """Return the column of the guest's last move if the host does not know it: the guest was killed at that moment."""
    match = arrived.match
    own, known = saved.game.played, match.game.played
    if arrived.undone or match.outcome is not None:
        return None
    if match.to_move is arrived.you and len(own) == len(known) + 1 and own[:-1] == known:
        return own[-1]
    return None


def resume_game(opened: OpenedGame, find: Find, *, may_ask: bool = True) -> LinkedGame:
    """Come back to a saved game with another terminal, as host or as guest.

    Raises:
        LinkError: it cannot be opened or joined; `NO_GAME` also where the game names no way back.
    """
    match = opened.saved.match
    meeting = meeting_of(match)
    if meeting is None:
        raise LinkError(LinkProblem.NO_GAME)
    if meeting.role == HOST:
        return open_game(match, meeting, opened)
    own = next((seat for seat in (match.red, match.yellow) if isinstance(seat, Person)), Person())

    def find_again(
        game: str,
    ) -> OpenedGame | None:  # a game that is opened twice belongs to the second
        return opened if game == meeting.game else find(game)

    again = replace(meeting, role=JOIN)
    return join_game(own.name, again, find_again, plays=True, may_ask=may_ask)


def own_colour(match: Match) -> Colour | None:
    """Return the colour of the person at this terminal, or None."""
    return next((colour for colour in Colour if match.is_person(colour)), None)
