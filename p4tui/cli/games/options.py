"""The options that several commands of `games` share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Parser
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.storage.summaries import Filter

MAX_LISTED = 100
"""The default number of games to list."""


def add_style_option(group: argparse._ActionsContainer, default: str | None = None) -> None:
    """Add the option that chooses how to draw a board."""
    group.add_argument(
        "--style",
        metavar=_("STYLE"),
        type=values.style,
        default=default,
        help=_(
            "how to draw the board: exercise-a, exercise-b, exercise-d, exercise-e, debug, matrix or spoken"
        ),
    )


def add_list_options(parser: Parser) -> None:
    """Add the options of the list."""
    group = parser.add_argument_group(_("list options"))
    add_filter_options(group)
    group.add_argument(
        "--limit",
        metavar="N",
        type=values.whole(1, 999_999),
        default=MAX_LISTED,
        help=_("how many games at most (default: 100)"),
    )
    group.add_argument("--json", action="store_true", help=_("print one JSON object per line"))
    group.add_argument(
        "--open",
        action="store_true",
        help=_("the games of this machine that can be joined, instead of saved ones"),
    )


def add_filter_options(group: argparse._ArgumentGroup) -> None:
    """Add the options that select games by player and end."""
    group.add_argument(
        "--find", metavar=_("TEXT"), help=_("games with this text in a player's name or level")
    )
    ends = group.add_mutually_exclusive_group()
    ends.add_argument("--finished", action="store_true", help=_("finished games only"))
    ends.add_argument("--unfinished", action="store_true", help=_("unfinished games only"))


def selected(arguments: argparse.Namespace) -> Filter:
    """Return the filter of the options."""
    from p4tui.words import saved

    finished = True if arguments.finished else False if arguments.unfinished else None
    return saved.filter_of(arguments.find or "", finished)
