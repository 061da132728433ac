"""`p4tui join`: joins a game that another terminal has opened."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.link.meeting_options import add_name_option, own_name
from p4tui.cli.parser import Parser
from p4tui.cli.play.linked import find_saved, play_linked
from p4tui.cli.play.options import add_game_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.link.opening import LinkedGame
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Join a game that somebody has opened with p4tui host."),
        _("WHERE"),
        epilog=where_help(),
    )
    group = add_where(parser)
    add_name_option(group)
    add_game_options(group)


def where_help() -> str:
    """Return what can stand for the place of a game."""
    return _(
        "WHERE: the word of a game, the name of the user who opened it, user/word, ssh://HOST/WORD, or HOST:PORT with --code."
    )


def add_where(parser: Parser) -> argparse._ArgumentGroup:
    """Add the place of the game and its code; return the group of the options."""
    parser.add_argument("where", metavar=_("WHERE"), help=_("the game"))
    group = parser.add_argument_group(_("game options"))
    group.add_argument(
        "--code", metavar=_("CODE"), default="", help=_("the code that the host was shown")
    )
    return group


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Join a game and play it.

    Raises:
        UsageError: the search kernel is not available.
    """
    return play_linked(lambda: join(arguments, plays=True), arguments, settings)


def join(arguments: argparse.Namespace, *, plays: bool) -> LinkedGame:
    """Join the game of the arguments, or watch it.

    Raises:
        LinkError: it cannot be joined.
    """
    from p4tui.link.frames import clean_text
    from p4tui.link.meeting import JOIN, Meeting
    from p4tui.link.opening import join_game

    meeting = Meeting(JOIN, arguments.where, "-", code=clean_text(arguments.code))
    return join_game(own_name(arguments), meeting, find_saved, plays=plays)
