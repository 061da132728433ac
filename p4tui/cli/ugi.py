"""`p4tui ugi`: a level as an engine of the Universal Game Interface."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Parser
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings

MAX_LINE = 8192
"""The most bytes of a line: a game on the largest board has 1,024 moves."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Offer a level to other programs, on standard input and output."),
        epilog=_("The protocol is a subset of the Universal Game Interface; see p4tui help arena."),
    )
    parser.add_argument(
        "--level",
        metavar="ID",
        type=_level,
        default="club",
        help=_("the level (default: club); p4tui levels lists them"),
    )
    parser.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("seed for the random choices")
    )


def _level(text: str) -> str:
    """Return the id of a level."""
    from p4tui.players.levels import LEVELS

    return values.one_of(text, (level.id for level in LEVELS))


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answer lines until `quit` or the end of the input, which waits for the last answer.

    Raises:
        UsageError: the search kernel is not available.
    """
    from random import Random

    from p4tui.arena.ugi_engine import UgiEngine
    from p4tui.cli.search import require_kernel, use_resources
    from p4tui.cli.streams import standard_input

    require_kernel()
    use_resources(settings)
    engine = UgiEngine(
        arguments.level, Random(arguments.seed), lambda line: print(line, flush=True)
    )
    reader = standard_input()
    try:
        while (line := reader.read(MAX_LINE)) is not None:
            if not engine.handle(line.text):
                return 0
        engine.wait()
    finally:
        engine.close()
    return 0
