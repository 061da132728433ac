"""The words of the menu's page beside its choices."""

from __future__ import annotations

from typing import assert_never

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.i18n import N_, _, ngettext
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, UnknownSeat
from p4tui.play.setup import Setup
from p4tui.players.levels import LEVELS, level_number
from p4tui.tui.widgets.menu_parts import Link, SeatFacts
from p4tui.words.players import colour_name, level_description, player_name
from p4tui.words.text import printable
from p4tui.words.time import last_change_phrase

_LINES = {
    3: N_("three in line"),
    4: N_("four in line"),
    5: N_("five in line"),
    6: N_("six in line"),
}
"""The length of a line in words."""


def board_caption(geometry: Geometry) -> str:
    """Return the board and the length of a line: `7 × 6, four in line`."""
    line = _(_LINES.get(geometry.connect, N_("{count} in line"))).format(count=geometry.connect)
    words = _("{columns} × {rows}, {line}")
    return words.format(columns=geometry.columns, rows=geometry.rows, line=line)


def seat_facts(setup: Setup, colour: Colour) -> SeatFacts:
    """Return what the card of a seat shows beside the kind of player and the name."""
    seat = setup.red if colour is Colour.RED else setup.yellow
    title = colour_name(colour)
    aside = _("begins") if setup.first == colour.name.lower() else ""
    match seat:
        case Person() | UnknownSeat():
            return SeatFacts(title, aside, rank=_("Name"))
        case LevelSeat(level_id, name):
            if name.strip():
                title = _("{colour}: {name}").format(colour=title, name=printable(name))
            number, count = level_number(level_id), len(LEVELS)
            rank = _("level {number} of {count}").format(number=number, count=count)
            return SeatFacts(title, aside, (number, count), rank, level_description(level_id))
        case _:
            assert_never(seat)


def resume_link(match: Match, seconds: float, key: str) -> Link:
    """Return the link to the unfinished game.

    Args:
        match: the game.
        seconds: since its last move.
        key: that resumes it.
    """
    red, yellow = (player_name(match, colour) for colour in Colour)
    names = _("Resume {red} – {yellow}").format(red=red, yellow=yellow)
    number, ago = match.game.cursor, last_change_phrase(seconds)
    progress = _("move {number}").format(number=number)
    detail = _("{progress}, {ago}").format(progress=progress, ago=ago) if ago else progress
    return Link(key, names, detail)


def library_link(games: int, unfinished: int, key: str) -> Link:
    """Return the link to the saved games, with their numbers."""
    detail = ngettext("{count} game", "{count} games", games).format(count=games)
    if unfinished:
        detail = ngettext(
            "{games}, {count} unfinished", "{games}, {count} unfinished", unfinished
        ).format(games=games, count=unfinished)
    return Link(key, _("Saved games"), detail if games else "")
