"""Sessions to try in tests, and what is asked of them again and again."""

from __future__ import annotations

import random

from p4tui.core.colour import Colour
from p4tui.core.notation import format_moves, parse_game
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.play.session import Change, Session, Ticket

RED, YELLOW = Colour.RED, Colour.YELLOW
FIRST_WINS = "1212121"
PERSON, COMPUTER = Person("Alice"), LevelSeat("random")
BEFORE_WIN = "121212"


def session_of(
    red: Seat = PERSON,
    yellow: Seat = Person("Bob"),
    moves: str = "",
    starter: Colour = RED,
    seed: int = 1,
) -> Session:
    return Session(Match(red, yellow, parse_game(moves), starter), random.Random(seed))


def computers(moves: str = "") -> Session:
    return session_of(COMPUTER, LevelSeat("winner"), moves)


def ticket_of(session: Session) -> Ticket:
    assert session.ticket is not None
    return session.ticket


def answer(session: Session, column: int) -> Ticket:
    """The computer to move plays a column, counted from 1."""
    ticket = ticket_of(session)
    assert session.deliver(ticket, column - 1)
    return ticket


def moves(session: Session) -> str:
    return format_moves(session.match.game.played)


def changes_of(session: Session) -> list[Change]:
    found: list[Change] = []
    session.subscribe(lambda change, match: found.append(change))
    return found
