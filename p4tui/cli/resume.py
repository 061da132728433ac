"""`p4tui resume`: goes on with the unfinished game that was left last."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.parsing import Command, Parser, add_display_options, complain
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def make_parser() -> Parser:
    """The parser of the command."""
    parser = Parser(
        "p4tui resume",
        description=_("Go on with the unfinished game that was left last."),
    )
    add_display_options(parser)
    return parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Go on with a game."""
    from p4tui import paths
    from p4tui.cli.start import display_options, use_resources
    from p4tui.storage.errors import StorageError
    from p4tui.storage.games import GameRepository
    from p4tui.tui.app import run as run_app
    from p4tui.words import storage_sentence

    use_resources(settings)
    games = GameRepository(paths.games_file())
    try:
        game = games.open_latest()
    except StorageError as error:
        complain(storage_sentence(error))
        return 1
    if game is None:
        complain(_("There is no unfinished game to go on with."))
        return 1
    return run_app(None, display_options(arguments), settings, resume=game, games=games)


RESUME = Command(make_parser, run)
"""The command."""
