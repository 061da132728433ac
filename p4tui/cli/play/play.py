"""`p4tui play`, and `p4tui NAME1 [NAME2]`, which is the same."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Command, Parser, add_display_options, add_playing_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def make_parser() -> Parser:
    """The parser of the command."""
    parser = Parser(
        "p4tui play",
        usage=_("p4tui [play] [options] [NAME1 [NAME2]]"),
        description=_(
            "Play at once. NAME1 is red; one name plays against the computer, two against each other."
        ),
        epilog=_("SEAT: human, or the id of a level (p4tui levels lists them)."),
    )
    parser.add_argument(
        "names", metavar=_("NAME"), nargs="*", help=_("the names of the players, two at most")
    )
    group = parser.add_argument_group(_("game options"))
    group.add_argument("--red", metavar=_("SEAT"), type=values.seat, help=_("who plays red"))
    group.add_argument("--yellow", metavar=_("SEAT"), type=values.seat, help=_("who plays yellow"))
    group.add_argument(
        "--size",
        metavar=_("CxR|fit"),
        type=values.size,
        help=_(
            "columns x rows, 4 to 32 each (default: 7x6); fit: the largest board that this terminal shows"
        ),
    )
    group.add_argument(
        "--connect",
        metavar="N",
        type=values.connect,
        default=4,
        help=_("discs in line that win, 3 to the longer side (default: 4)"),
    )
    group.add_argument(
        "--first",
        metavar="red|yellow|random",
        type=values.first,
        help=_("who starts the first game (default: red); the starter alternates after that"),
    )
    group.add_argument(
        "--clock",
        metavar=_("MIN[+SEC]"),
        type=values.clock,
        help=_("the time that each player has for the game, and for each move: 5+3, 10"),
    )
    start = group.add_mutually_exclusive_group()
    start.add_argument(
        "--position", metavar=_("MOVES"), help=_("start from a played position, such as 4453")
    )
    start.add_argument(
        "--board",
        metavar=_("FILE"),
        help=_(
            "start from a drawing or matrix; -: from the input, up to an empty line (two where its rows are set apart)"
        ),
    )
    add_playing_options(group)
    add_display_options(parser)
    return parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Play what the arguments ask for."""
    from p4tui.cli.play.start import play

    return play(arguments, settings)


PLAY = Command(make_parser, run)
"""The command."""
