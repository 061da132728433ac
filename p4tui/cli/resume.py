"""`p4tui resume`: goes on with a game that was left."""

from __future__ import annotations

import argparse
import contextlib
import random
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parsing import Command, Parser, add_display_options, add_playing_options, complain
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.storage.games import GameRepository
    from p4tui.storage.records import SavedGame

NOT_RESUMED = 1
"""The status where there is no game to go on with."""


def make_parser() -> Parser:
    """The parser of the command."""
    parser = Parser(
        "p4tui resume",
        usage=_("p4tui resume [options] [N]"),
        description=_("Go on with game N, or with the unfinished game that was left last."),
        epilog=_("p4tui games --unfinished lists the games that wait."),
    )
    parser.add_argument(
        "number", metavar="N", nargs="?", type=values.game_number, help=_("the number of a game")
    )
    parser.add_argument(
        "--take-over",
        action="store_true",
        help=_("do not ask: end the game where it is being played, and go on here"),
    )
    group = parser.add_argument_group(_("game options"))
    add_playing_options(group)
    add_display_options(parser)
    return parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Go on with a game.

    Raises:
        UsageError: the search kernel asked for cannot be had.
    """
    from p4tui.cli import start
    from p4tui.cli.reopening import reopened
    from p4tui.cli.saved import said, users_games

    start.require_kernel()
    start.use_resources(settings)
    with said(), contextlib.ExitStack() as stack:
        games = users_games()
        stack.callback(games.close)
        game = reopened(games, arguments.number, take_over=arguments.take_over)
        if game is not None and game.match.outcome is not None:
            complain(
                _("Game {number} is over: p4tui games show {number} shows it.").format(
                    number=game.number
                )
            )
        elif game is not None:
            stack.pop_all()  # whoever plays has the games, and closes them
            return _play_on(game, games, arguments, settings)
    return NOT_RESUMED


def _play_on(
    game: SavedGame, games: GameRepository, arguments: argparse.Namespace, settings: Settings
) -> int:
    """Play a game on, full screen where that is possible and not refused."""
    from p4tui.cli import start

    if not (arguments.plain or arguments.style) and start.has_terminal():
        from p4tui.tui.app import run as run_app

        options = start.display_options(arguments)
        return run_app(None, options, settings, resume=game, games=games)
    from p4tui.plain.styles import DEFAULT_STYLE

    style = arguments.style or DEFAULT_STYLE
    rng, advice = random.Random(arguments.seed), arguments.advice or settings.advice
    return start.play_match_plain(game.match, style, rng, advice, games, game)


RESUME = Command(make_parser, run)
"""The command."""
