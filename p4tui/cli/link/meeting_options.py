"""The options of games between two terminals, and what they say."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError

from p4tui.cli.messages import quoted
from p4tui.i18n import _

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
