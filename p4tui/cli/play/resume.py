"""`p4tui resume`: goes on with a game that was left."""

from __future__ import annotations

import argparse
import contextlib
import random
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Command, Parser, add_display_options, add_playing_options, complain
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame

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
        help=_("does nothing: resume takes a game over without a question"),
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
    from p4tui.cli import streams
    from p4tui.cli.play import start
    from p4tui.cli.saved import said, users_games

    start.require_kernel()
    start.use_resources(settings)
    opened = None
    with said(), contextlib.closing(users_games()) as games:
        opened = _opened(games, arguments.number)
    if opened is None:
        return NOT_RESUMED
    match = opened.saved.match
    if not (arguments.plain or arguments.style) and streams.has_terminal():
        return start.play_full_screen(None, arguments, settings, opened)
    from p4tui.plain.styles import DEFAULT_STYLE

    style = arguments.style or DEFAULT_STYLE
    rng, advice = random.Random(arguments.seed), arguments.advice or settings.advice
    return start.play_match_plain(match, style, rng, advice, opened)


def _opened(games: GameRepository, number: int | None) -> OpenedGame | None:
    """Open a game, or the one played on last; return None where it was said why there is none."""
    if number is None:
        opened = games.open_latest()
        if opened is None:
            complain(_("There is no unfinished game to go on with."))
        return opened
    if games.load(number).match.outcome is not None:
        complain(
            _("Game {number} is over: p4tui games show {number} shows it.").format(number=number)
        )
        return None
    return games.open(number)


RESUME = Command(make_parser, run)
"""The command."""
