"""The options of games between two terminals, and what they say."""

from __future__ import annotations

import argparse
import contextlib
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli.messages import complain, quoted
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from p4tui.link.opening import LinkedGame
    from p4tui.settings import Settings
    from p4tui.storage.ownership import OpenedGame

MAX_NAME = 60
"""The longest name that an option takes."""


def add_name_option(group: argparse._ArgumentGroup) -> None:
    """Add the option for one's own name."""
    group.add_argument(
        "--as",
        dest="name",
        metavar=_("NAME"),
        type=person_name,
        help=_("your name in the game (default: your user name)"),
    )


def person_name(text: str) -> str:
    """Return a name without control characters.

    Raises:
        ArgumentTypeError: it is empty or too long.
    """
    from p4tui.link.frames import clean_text

    name = clean_text(text, MAX_NAME + 1)
    if not name or len(name) > MAX_NAME:
        raise ArgumentTypeError(
            _('"{value}" is no name: use 1 to {most} characters').format(
                value=quoted(text), most=MAX_NAME
            )
        )
    return name


def own_name(arguments: argparse.Namespace) -> str:
    """Return the name that an option gives, or the user's."""
    import os

    from p4tui.link.places import user_name

    name: str | None = arguments.name
    return name or (user_name(os.getuid()) if hasattr(os, "getuid") else "") or _("Guest")


def find_saved(game: str) -> OpenedGame | None:
    """Open the saved game of an id, or return None; a problem with the file is reported."""
    from p4tui.cli.saved import report_problems, users_games

    opened = None
    if paths.games_file() is not None:
        with report_problems(), contextlib.closing(users_games()) as games:
            number = games.find_linked(game)
            opened = None if number is None else games.open(number)
    return opened


def play_linked(
    prepare: Callable[[], LinkedGame],
    arguments: argparse.Namespace,
    settings: Settings,
    otherwise: str = "",
) -> int:
    """Prepare a game with another terminal and play it, in plain text or full screen.

    Args:
        prepare: opens or joins the game.
        arguments, settings: of the command.
        otherwise: a sentence about what can be done if the terminals do not meet.
    """
    import random
    from dataclasses import replace

    from p4tui.cli.play import start
    from p4tui.cli.search import require_kernel, use_resources
    from p4tui.link.errors import LinkError
    from p4tui.words.link import link_sentence

    require_kernel()
    use_resources(settings)
    try:
        linked = prepare()
    except LinkError as error:
        complain(" ".join(filter(None, (link_sentence(error), otherwise))))
        return FAILED
    style = start.chosen_style(arguments)
    try:
        if style is None:
            return start.play_full_screen(
                None, arguments, settings, first=lambda app: app.navigation.play_linked(linked)
            )
        rng = random.Random(arguments.seed)
        settings = replace(settings, advice=arguments.advice or settings.advice)
        return start.play_plain(linked.match, style, rng, settings, linked.opened, linked)
    finally:
        linked.link.close()
