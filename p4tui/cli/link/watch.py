"""`p4tui watch`: watches a game between two terminals."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.link.join import add_where, join, where_help
from p4tui.cli.link.meeting_options import add_name_option
from p4tui.cli.parser import Parser
from p4tui.cli.play.linked import play_linked
from p4tui.cli.play.options import add_game_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Watch a game that somebody has opened with p4tui host."), _("WHERE"), epilog=where_help()
    )
    group = add_where(parser)
    add_name_option(group)
    add_game_options(group)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Watch a game.

    Raises:
        UsageError: the search kernel is not available.
    """
    return play_linked(lambda: join(arguments, plays=False), arguments, settings)
