"""Who plays: the options for the seats, and the seats that follow from them and the names."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.messages import quoted
from p4tui.cli.parser import UsageError
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.play.seats import Seat
    from p4tui.settings import Settings

DEFAULT_LEVEL = "auto"
"""The level of the computer unless arguments or settings name one: nobody is known yet."""


def seat(text: str) -> str:
    """Return `human`, `auto`, the id of a level, a program with absolute paths, or the name of one in the settings.

    The name of a person is returned too. A person's name begins with a capital letter here, so that a mistyped level is refused.

    Raises:
        ArgumentTypeError: it is none of them.
    """
    from p4tui.play.seats import SEAT_TEXTS

    if not text or text in SEAT_TEXTS:
        # Without a text the choices are all there is to say; the completions of a shell are made from them.
        return values.one_of(text, SEAT_TEXTS)
    from p4tui.arena.naming import UnknownPlayerError, player_text
    from p4tui.paths import settings_file
    from p4tui.settings import load

    programs = load(settings_file())[0].programs
    try:
        found = player_text(text, programs)
    except UnknownPlayerError as error:
        if _is_persons_name(text):
            return text
        raise ArgumentTypeError(
            _(
                '"{value}" is no player: choose one of {choices}, a program such as "ugi:python3 mybot.py", or its file'
            ).format(value=quoted(text), choices=", ".join(SEAT_TEXTS))
        ) from error
    return text if text in programs else found


def _is_persons_name(text: str) -> bool:
    """Return whether an option for a seat names a person."""
    from p4tui.play.seats import SEAT_TEXTS

    return text[:1].isupper() and ":" not in text and text.casefold() not in SEAT_TEXTS


def choose_seats(arguments: argparse.Namespace, settings: Settings) -> tuple[Seat, Seat]:
    """Return the seats of red and yellow.

    Without options for the seats, two names are two people and one name is a person against the computer. A single name
    belongs to the only person, else to red. An option may also be the name of a person.

    Args:
        arguments: those of `play`: names, and the seats if they are given, as `values.seat` returns them.
        settings: have the level last chosen for the computer, and the names of programs.

    Raises:
        UsageError: there are more than two names, or there is a level, but no seat for it.
    """
    from p4tui.play.seats import HUMAN, is_program

    names, red, yellow = _with_named_people(arguments, settings)
    last = (settings.yellow_level, settings.red_level)
    computers = (text for text in last if text != HUMAN and not is_program(text))
    level = arguments.level or next(computers, DEFAULT_LEVEL)
    people = len(names) > 1 and arguments.level is None
    if red is None:
        red = HUMAN
        if yellow is None:
            yellow = HUMAN if people else level
        elif arguments.level is not None and yellow == HUMAN:
            red = level
    if yellow is None:
        yellow = HUMAN if red != HUMAN or people else level
    if arguments.level is not None and level not in {red, yellow}:
        raise UsageError(_("--level needs a seat for the computer: leave out --red or --yellow."))
    if len(names) == 1 and red != HUMAN and yellow == HUMAN:
        names = ["", *names]
    red_name, yellow_name = (*names, "", "")[:2]
    return _seat(red, red_name, settings), _seat(yellow, yellow_name, settings)


def _with_named_people(
    arguments: argparse.Namespace, settings: Settings
) -> tuple[list[str], str | None, str | None]:
    """Return names and seats: people who were named by the option of a seat are names.

    Raises:
        UsageError: there are more than two names.
    """
    from p4tui.play.seats import HUMAN

    names, red, yellow = arguments.names, arguments.red, arguments.yellow
    if red is not None and _is_persons_name(red) and red not in settings.programs:
        red, names = HUMAN, [red, *names]
    if yellow is not None and _is_persons_name(yellow) and yellow not in settings.programs:
        yellow, names = HUMAN, [*(names or [""]), yellow]
    if len(names) > 2:
        raise UsageError(
            _('Two names at most: "{name}" is one too many.').format(name=quoted(names[2]))
        )
    return names, red, yellow


def _seat(text: str, name: str, settings: Settings) -> Seat:
    """Return the seat of a text or of a program's name in the settings."""
    from p4tui.play.seats import seat_of_text

    if text not in settings.programs:
        return seat_of_text(text, name)
    from p4tui.arena.naming import player_text

    return seat_of_text(player_text(text, settings.programs), name or text)
