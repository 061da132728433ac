"""`p4tui play`, which is also `p4tui NAME1 [NAME2]`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Parser
from p4tui.cli.play import seats
from p4tui.cli.play.options import add_board_options, add_clock_options, add_game_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Start a game. NAME1 is red. One name plays against the computer, two names play against each other."
        ),
        _("[NAME1 [NAME2]]"),
        _(
            "SEAT: human, auto, the id of a level (p4tui levels lists them), or a program (p4tui help arena)."
        ),
    )
    parser.add_argument(
        "names", metavar=_("NAME"), nargs="*", help=_("the names of the players, two at most")
    )
    group = parser.add_argument_group(_("game options"))
    group.add_argument("--red", metavar=_("SEAT"), type=seats.seat, help=_("who plays red"))
    group.add_argument("--yellow", metavar=_("SEAT"), type=seats.seat, help=_("who plays yellow"))
    group.add_argument(
        "--level",
        metavar=_("LEVEL"),
        type=values.level,
        help=_(
            "the computer's level; auto: the level at which you win about half of your games (default: the last one)"
        ),
    )
    add_board_options(group)
    add_clock_options(group)
    add_game_options(group)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Play a game.

    Raises:
        UsageError: the arguments contradict each other, a position cannot be read, or the search kernel is not available.
    """
    import functools
    import random

    from p4tui.cli.play import start
    from p4tui.cli.play.position import find_start
    from p4tui.cli.search import require_kernel, use_resources
    from p4tui.cli.streams import standard_input
    from p4tui.play.setup import Setup

    require_kernel()
    use_resources(settings)
    style = start.chosen_style(arguments)
    rng = random.Random(arguments.seed)
    red, yellow = seats.choose_seats(arguments, settings)
    fit = functools.partial(start.fitting_size, style)
    geometry, first, game = find_start(arguments, fit, standard_input(), rng)
    setup = Setup(red, yellow, geometry, first, game, arguments.clock)
    if style is None:
        return start.play_full_screen(setup, arguments, settings)
    settings = replace(settings, advice=arguments.advice or settings.advice)
    return start.play_plain(setup.new_match(rng), style, rng, settings)
