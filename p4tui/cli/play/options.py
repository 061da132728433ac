"""The options that `play` and `resume` share."""

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
