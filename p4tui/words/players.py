"""Levels, sides and players in words."""

from __future__ import annotations

from typing import assert_never

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat
from p4tui.words.text import printable, shorten

MAX_ID_LENGTH = 20
"""The length limit of a shown kind or id of an unknown seat."""

_LEVELS = {
    "random": (N_("Random"), N_("plays any free column")),
    "winner": (N_("Winner"), N_("takes a win if there is one, else plays at random")),
    "careful": (N_("Careful"), N_("takes a win, and does not hand you one")),
    "aligner": (N_("Aligner"), N_("makes the longest line it can")),
    "tactician": (N_("Tactician"), N_("short-term tactics: lengthens its lines, blocks yours")),
    "club": (N_("Club player"), N_("thinks several moves ahead, up to a second a move")),
    "expert": (
        N_("Expert"),
        N_("proves the best move if a second is enough, else thinks ahead"),
    ),
    "perfect": (
        N_("Perfect"),
        N_("makes no mistake on 7x6; on other boards, up to ten seconds a move"),
    ),
}

_BRIEF_LEVELS = {
    "tactician": N_("lengthens its lines, blocks yours"),
    "club": N_("thinks ahead, up to a second a move"),
    "expert": N_("proven best move within a second, else thinks ahead"),
    "perfect": N_("no mistake on 7x6; elsewhere ten seconds a move"),
}
"""How a level plays, for narrow windows."""


def level_name(level_id: str) -> str:
    """Return the name of a level."""
    return _(_LEVELS[level_id][0])


def level_description(level_id: str) -> str:
    """Return one line on how a level plays."""
    return _(_LEVELS[level_id][1])


def level_forms(level_id: str) -> tuple[str, ...]:
    """Return one line on how a level plays, and a shorter one if it is long."""
    brief = _BRIEF_LEVELS.get(level_id)
    return (level_description(level_id), *([_(brief)] if brief else []))


def colour_name(colour: Colour) -> str:
    """Return the name of a colour, capitalised."""
    return _("Red") if colour is Colour.RED else _("Yellow")


def player_name(match: Match, colour: Colour) -> str:
    """Return a player's name, else the level's, else the colour's: safe to print, of any length."""
    seat = match.seat(colour)
    if seat.name.strip():
        return printable(seat.name)
    if isinstance(seat, Person):
        return colour_name(colour)
    name = seat_kind_name(seat)
    return f"{name} ({colour_name(colour)})" if match.seat(colour.other) == seat else name


def seat_kind_name(seat: Seat) -> str:
    """Return the kind of player of a seat: a person, a level, or unknown to this version."""
    match seat:
        case Person():
            return _("a person")
        case LevelSeat(level_id):
            return level_name(level_id)
        case UnknownSeat():
            kind, identity = (
                printable(shorten(text, MAX_ID_LENGTH)) for text in (seat.kind, seat.id)
            )
            return _("{kind} {id} (unknown here)").format(kind=kind, id=identity)
        case _:
            assert_never(seat)
