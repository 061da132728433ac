"""The words of the menu's page beside its choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, assert_never

from rich.cells import cell_len

from p4tui.actions.action import key_name, keys_of
from p4tui.actions.lists import MENU
from p4tui.core.colour import Colour
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import kernel_name
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Program, Remote, Seat, UnknownSeat
from p4tui.play.setup import Setup
from p4tui.players.levels import LEVELS, level_number
from p4tui.tui.look.menu_layout import LINK_WIDTH
from p4tui.tui.match_forms import forms_of
from p4tui.tui.screens.choices import Choice
from p4tui.tui.screens.resuming import players_text
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.menu_parts import Link, SeatFacts
from p4tui.words.players import auto_forms, colour_name, level_description, player_name
from p4tui.words.saved import seat_words
from p4tui.words.text import printable
from p4tui.words.time import last_change_phrase

if TYPE_CHECKING:
    from p4tui.storage.statistics import Tally


def kernel_warning() -> str:
    """Return a warning if the plain-Python search is used, else an empty text."""
    return _("slow: see p4tui doctor") if kernel_name() == reference.NAME else ""


def list_heading(*, has_header: bool) -> list[Choice]:
    """Return the heading of the list: the title if there is no header, and the warning."""
    title = warning = kernel_warning()
    if not has_header:
        title = _("Connect Four (slow: see p4tui doctor)") if warning else _("Connect Four")
    return [Choice(Row("title", title, heading=True))] if title else []


def results_words(tally: Tally, other: Seat, colour: Colour) -> str:
    """Return the results of a person against the other seat; empty without games."""
    if not tally.games:
        return ""
    words = _("Won {won}, drew {drawn}, lost {lost} against {name}")
    name = seat_words(other, colour)
    return words.format(won=tally.wins, drawn=tally.draws, lost=tally.losses, name=name)


def seat_facts(setup: Setup, colour: Colour, tally: Tally | None) -> SeatFacts:
    """Return the facts on a seat's card, apart from the kind of player and the name.

    Args:
        setup: the chosen match.
        colour: of the seat.
        tally: the results of a person against the other seat, if they are known.
    """
    seat, other = setup.red, setup.yellow
    if colour is Colour.YELLOW:
        seat, other = other, seat
    title = colour_name(colour)
    aside = _("begins") if setup.first == colour.name.lower() else ""
    match seat:
        case Person() | Remote() | UnknownSeat():
            about = results_words(tally, other, colour.other) if tally else ""
            return SeatFacts(title, aside, rank=_("Name"), about=about)
        case LevelSeat(level_id, name, auto):
            if name.strip():
                title = _("{colour}: {name}").format(colour=title, name=printable(name))
            if auto:
                return SeatFacts(title, aside, about=auto_forms()[0])
            number, count = level_number(level_id), len(LEVELS)
            rank = _("level {number} of {count}").format(number=number, count=count)
            return SeatFacts(title, aside, (number, count), rank, level_description(level_id))
        case Program(text):
            return SeatFacts(title, aside, rank=_("program"), about=printable(text))
        case _:
            assert_never(seat)


def resume_link(match: Match, seconds: float, key: str, dash: str) -> Link:
    """Return the link to the unfinished game.

    Args:
        match: the game.
        seconds: since its last move.
        key: that resumes it.
        dash: the sign between two names.
    """
    red, yellow = (player_name(match, colour) for colour in Colour)
    number, ago = match.game.cursor, last_change_phrase(seconds)
    name = _("Resume {red} – {yellow}").replace("–", dash).format(red=red, yellow=yellow)
    if cell_len(name) > LINK_WIDTH - 2:
        return Link(
            key, f"{red} {dash} {yellow}", _("resume at move {number}").format(number=number)
        )
    progress = _("move {number}").format(number=number)
    return Link(key, name, f"{progress}, {ago}" if ago else progress)


def resume_forms(match: Match, seconds: float, *, names_shown: bool) -> Sequence[str]:
    """Describe Enter on the unfinished game, with its players if their names are cut; the longest form first."""
    text = _("Enter: resume this game")
    ago = last_change_phrase(seconds)
    when = _("{text} (last move {ago})").format(text=text, ago=ago) if ago else text
    if names_shown:
        return (when, text)
    both = _("{sentence}: {game}")
    names = forms_of(match, players_text)
    return (*(both.format(sentence=text, game=words) for words in names), when, text)


def library_link(games: int, unfinished: int, key: str) -> Link:
    """Return the link to the saved games, with their numbers."""
    detail = ngettext("{count} game", "{count} games", games).format(count=games)
    if unfinished:
        detail = ngettext(
            "{games}, {count} unfinished", "{games}, {count} unfinished", unfinished
        ).format(games=games, count=unfinished)
    return Link(key, _("Saved games"), detail if games else "")


def menu_keys(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of the menu, by the rows that do the same."""
    return {each.id.rpartition(".")[2]: key_name(keys_of(each, keymap)) for each in MENU}
