"""`p4tui games undelete`: restores the games of the last deletion."""

from __future__ import annotations

import argparse

from p4tui.cli.messages import complain, say
from p4tui.cli.parser import Parser
from p4tui.cli.saved import with_games
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _, ngettext
from p4tui.settings import Settings
from p4tui.storage.games import GameRepository


def add_arguments(parser: Parser) -> None:
    """Define the help texts of the command."""
    parser.describe(_("Restore the games deleted last."))


def run(_arguments: argparse.Namespace, _settings: Settings) -> int:
    """Restore the games of the last deletion."""
    return with_games(_undelete)


def _undelete(games: GameRepository) -> int:
    numbers = games.undelete()
    if not numbers:
        complain(_("There are no deleted games to restore."))
        return FAILED
    say(
        ngettext(
            "Game {number} was restored.", "{count} games were restored.", len(numbers)
        ).format(number=numbers[0], count=len(numbers))
    )
    return 0
