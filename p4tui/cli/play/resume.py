"""`p4tui resume`: resumes a saved game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.messages import complain
from p4tui.cli.parser import Parser
from p4tui.cli.play.options import add_game_options
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Resume game N, or the last unfinished game."),
        "[N]",
        _("p4tui games --unfinished lists unfinished games."),
    )
    parser.add_argument(
        "number", metavar="N", nargs="?", type=values.game_number, help=_("the number of a game")
    )
    parser.add_argument(
        "--take-over",
        action="store_true",
        help=_("no effect: resume always takes the game over"),
    )
    add_game_options(parser.add_argument_group(_("game options")))


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Resume a game.

    Raises:
        UsageError: the search kernel asked for is not available.
    """
    import contextlib
    import random

    from p4tui.cli.play import start
    from p4tui.cli.saved import report_problems, users_games
    from p4tui.cli.search import require_kernel, use_resources

    require_kernel()
    use_resources(settings)
    opened = None
    with report_problems(), contextlib.closing(users_games()) as games:
        opened = _open(games, arguments.number)
    if opened is None:
        return FAILED
    if opened.saved.match.is_linked:
        return _resume_linked(opened, arguments, settings)
    style = start.chosen_style(arguments)
    if style is None:
        return start.play_full_screen(None, arguments, settings, opened)
    rng = random.Random(arguments.seed)
    settings = replace(settings, advice=arguments.advice or settings.advice)
    return start.play_plain(opened.saved.match, style, rng, settings, opened)


def _resume_linked(opened: OpenedGame, arguments: argparse.Namespace, settings: Settings) -> int:
    """Come back to a game with another terminal; where there is no host, name the replay."""
    from p4tui.cli.play.linked import find_saved, play_linked
    from p4tui.link.opening import resume_game

    number = opened.saved.number
    replay = _("p4tui games show {number} shows its moves.").format(number=number)
    return play_linked(lambda: resume_game(opened, find_saved), arguments, settings, replay)


def _open(games: GameRepository, number: int | None) -> OpenedGame | None:
    """Open a game, by default the unfinished one played last. Report an error and return None."""
    if number is None:
        opened = games.open_latest()
        if opened is None:
            complain(_("There is no unfinished game to resume."))
        return opened
    if games.load(number).match.outcome is not None:
        complain(
            _("Game {number} is over. See it with p4tui games show {number}.").format(number=number)
        )
        return None
    return games.open(number)
