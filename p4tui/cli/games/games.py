"""`p4tui games`: the commands on saved games; without one, their list."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.games.options import add_list_options
from p4tui.cli.parser import Parser
from p4tui.i18n import N_, _

if TYPE_CHECKING:
    from p4tui.settings import Settings

COMMANDS = {
    "list": ("games.list_games", N_("list games, one per line")),
    "show": ("games.show", N_("show a game: players, moves, board")),
    "export": ("games.export", N_("write games as text")),
    "import": ("games.import_games", N_("read games from a file or from standard input")),
    "delete": ("games.delete", N_("delete games")),
    "undelete": ("games.undelete", N_("restore the games deleted last")),
}
"""Every command with its module and its line in the help."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts, the subcommands and the options of the list."""
    parser.describe(
        _("Saved games. Without a command: the list, latest first."),
        f"[{_('COMMAND')} ...]",
    )
    parser.add_commands(COMMANDS, _("COMMAND"))
    add_list_options(parser)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """List the games."""
    from p4tui.cli.games import list_games

    return list_games.run(arguments, settings)
