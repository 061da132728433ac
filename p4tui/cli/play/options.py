"""The options that the commands which play share."""

from __future__ import annotations

import argparse

from p4tui.cli import values
from p4tui.i18n import _


def add_game_options(group: argparse._ArgumentGroup) -> None:
    """Add the options of a game."""
    group.add_argument(
        "--plain", action="store_true", help=_("play in plain text, one command per line")
    )
    group.add_argument(
        "--style",
        metavar=_("STYLE"),
        type=values.style,
        help=_(
            "how plain text draws the board: exercise-a, exercise-b, exercise-d, exercise-e, debug, matrix or spoken"
        ),
    )
    group.add_argument(
        "--cursor",
        metavar="column|cell",
        type=values.choice("column", "cell"),
        help=_("what the arrow keys choose (default: column)"),
    )
    group.add_argument(
        "--advice",
        metavar="exact|longest|random",
        type=values.advice,
        help=_(
            "what a hint suggests: the best column (default), the longest line, or a random column"
        ),
    )
    group.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("seed for the random choices")
    )


def add_board_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for the board at the start."""
    group.add_argument(
        "--size",
        metavar=_("CxR|fit"),
        type=values.size,
        help=_(
            "columns x rows, 4 to 32 each (default: 7x6); fit: the largest board that fits this terminal"
        ),
    )
    group.add_argument(
        "--connect",
        metavar="N",
        type=values.connect,
        default=4,
        help=_("how many discs in line win, 3 to the longer side (default: 4)"),
    )
    start = group.add_mutually_exclusive_group()
    start.add_argument(
        "--position", metavar=_("MOVES"), help=_("start after these moves, such as 4453")
    )
    start.add_argument(
        "--board",
        metavar=_("FILE"),
        help=_(
            "start from a drawing or matrix; - reads standard input up to an empty line (two if empty lines "
            "separate the rows)"
        ),
    )


def add_clock_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for who starts, and for the clock."""
    group.add_argument(
        "--first",
        metavar="red|yellow|random",
        type=values.first,
        help=_("who starts the first game (default: red); after that the players take turns"),
    )
    group.add_argument(
        "--clock",
        metavar=_("MIN[+SEC]"),
        type=values.clock,
        help=_("minutes for each player, and seconds added for each move, such as 5+3 or 10"),
    )
