"""Levels, sides and players in words."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import assert_never

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Program, Remote, Seat, UnknownSeat
from p4tui.players.levels import LEVELS, level_number
from p4tui.words.text import printable, shorten

MAX_ID_LENGTH = 20
"""The length limit of a shown kind or id of an unknown seat."""

MAX_LABEL = 30
"""The length limit of a program's name."""

_NAMES = {
    "random": N_("Random"),
    "winner": N_("Opportunist"),
    "aligner": N_("Builder"),
    "tactician": N_("Tactician"),
    "careful": N_("Careful"),
    "casual": N_("Casual"),
    "regular": N_("Regular"),
    "keen": N_("Keen"),
    "skilled": N_("Skilled"),
    "seasoned": N_("Seasoned"),
    "strong": N_("Strong"),
    "club": N_("Club player"),
    "expert": N_("Expert"),
    "perfect": N_("Perfect"),
}

_DESCRIPTIONS = {
    "random": (N_("Drops its discs anywhere"),),
    "winner": (
        N_("Takes a win if it sees one, otherwise plays anywhere"),
        N_("Takes a win, else plays anywhere"),
        N_("Takes a win, else anything"),
    ),
    "aligner": (
        N_("Builds its longest line and never looks at yours"),
        N_("Builds its lines, ignores yours"),
        N_("Sees only its own lines"),
    ),
    "tactician": (
        N_("Builds its lines and blocks yours, but plans nothing"),
        N_("Builds and blocks, plans nothing"),
        N_("Blocks lines, plans nothing"),
    ),
    "careful": (
        N_("Takes a win in one move and avoids handing you one"),
        N_("Takes a win, avoids handing you one"),
        N_("Takes wins, blocks yours"),
    ),
    "casual": (
        N_("Likes the centre, looks at your reply, overlooks much"),
        N_("Looks at your reply, overlooks much"),
        N_("Overlooks much"),
    ),
    "regular": (
        N_("Looks two moves ahead, overlooks many a line"),
        N_("Looks two moves ahead"),
    ),
    "keen": (
        N_("Looks three moves ahead, overlooks a line now and then"),
        N_("Looks three moves ahead"),
    ),
    "skilled": (
        N_("Sets traps, sees most of yours, rarely overlooks a line"),
        N_("Sets traps, sees most of yours"),
        N_("Sets and sees most traps"),
    ),
    "seasoned": (
        N_("Looks well ahead, hardly ever overlooks a line"),
        N_("Looks well ahead"),
    ),
    "strong": (
        N_("Looks far ahead and plans for the end of the game"),
        N_("Looks far ahead, plans for the end"),
        N_("Looks far ahead"),
    ),
    "club": (
        N_("Thinks several moves ahead, up to a second a move"),
        N_("Thinks ahead, up to a second a move"),
        N_("Thinks several moves ahead"),
    ),
    "expert": (
        N_("Plays the best move whenever a second is enough to prove it"),
        N_("Proves its move if a second is enough"),
        N_("Often proves the best move"),
    ),
    "perfect": (
        N_("Never makes a mistake on 7x6; elsewhere up to 10 s a move"),
        N_("Never makes a mistake on 7x6"),
    ),
}
"""How each level plays: in at most 60 characters, then in shorter forms of at most 38 and 28."""


def level_name(level_id: str) -> str:
    """Return the name of a level."""
    return _(_NAMES[level_id])


def level_description(level_id: str) -> str:
    """Return one line on how a level plays, of at most 60 characters."""
    return _(_DESCRIPTIONS[level_id][0])


def auto_name() -> str:
    """Return the name of the seat whose level is chosen for each game."""
    return _("Automatic")


def auto_forms() -> tuple[str, ...]:
    """Return how the level of that seat is chosen, ever shorter, as for a level."""
    return (
        _("Finds the level at which you win about half of your games"),
        _("The level at which you win half"),
        _("As strong as you are"),
    )


def level_forms(level_id: str) -> tuple[str, ...]:
    """Return how a level plays and its place in the ladder, then only how it plays, ever shorter."""
    forms = tuple(_(form) for form in _DESCRIPTIONS[level_id])
    ranked = _("{description} (level {number} of {count})").format(
        description=forms[0], number=level_number(level_id), count=len(LEVELS)
    )
    return (ranked, *forms)


def colour_name(colour: Colour) -> str:
    """Return the name of a colour, capitalised."""
    return _("Red") if colour is Colour.RED else _("Yellow")


def player_name(match: Match, colour: Colour) -> str:
    """Return a player's name, else the level's, else the colour's: safe to print, of any length.

    Where both are called the same, the colour follows; not behind a name that was cut for want of room.
    """
    name, other = (given_name(match.seat(each)) for each in (colour, colour.other))
    if not name:
        return colour_name(colour)
    is_same = name == (other or colour_name(colour.other)) and not name.endswith("…")
    return f"{name} ({colour_name(colour)})" if is_same else name


def given_name(seat: Seat) -> str:
    """Return a player's name, else that of a level or a program; empty for a nameless person."""
    if seat.name.strip():
        return printable(seat.name)
    return "" if isinstance(seat, Person | Remote) else seat_kind_name(seat)


def side_name(match: Match, colour: Colour) -> str:
    """Return the name of a colour's player for the whole game: the colour's if the players have exchanged seats."""
    return colour_name(colour) if match.swaps else player_name(match, colour)


def seat_kind_name(seat: Seat) -> str:
    """Return the kind of player of a seat: a person, a level, a program, or unknown to this version."""
    match seat:
        case Person():
            return _("a person")
        case LevelSeat(level_id):
            return level_name(level_id)
        case Program(text):
            return program_label(text)
        case Remote():
            return _("a person elsewhere")
        case UnknownSeat():
            kind, identity = (
                printable(shorten(text, MAX_ID_LENGTH)) for text in (seat.kind, seat.id)
            )
            return _("{kind} {id} (unknown here)").format(kind=kind, id=identity)
        case _:
            assert_never(seat)


def program_label(text: str) -> str:
    """Return the name of a program from its text: its file, such as `mybot.py`, else its command."""
    import shlex

    command = text.partition(":")[2].strip()
    words = [command]
    with suppress(ValueError):  # a quotation mark that is not closed
        words = shlex.split(command) if not text.startswith("kaggle:") else [command]
    names = [word.rstrip("/").rpartition("/")[2] or word for word in words]
    files = (name for name in names if re.search(r"\.[A-Za-z]\w*$", name))
    return printable(shorten(next(files, " ".join(names)), MAX_LABEL))
