"""`p4tui puzzle`: puzzles in plain text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.games.options import add_style_option
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.parser import Parser
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _
from p4tui.plain import styles

if TYPE_CHECKING:
    from p4tui.settings import Settings

EASIEST, HARDEST = 1, 5
"""The range of `--level`, written here so that the help needs no puzzles."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Solve puzzles: positions with one right column, proven by the solver."),
        "",
        _("Without an option: today's puzzle."),
    )
    group = parser.add_argument_group(_("which puzzles"))
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--daily", action="store_true", help=_("today's puzzle, the same for everybody")
    )
    which.add_argument(
        "--date",
        metavar="DATE",
        type=values.day,
        help=_("the puzzle of an earlier day, such as 2026-11-28, for practice"),
    )
    which.add_argument(
        "--level",
        metavar="N",
        type=values.whole(EASIEST, HARDEST),
        help=_("puzzles of a difficulty, 1 to 5"),
    )
    which.add_argument(
        "--mine", action="store_true", help=_("the mistakes of your own games, until you know them")
    )
    group = parser.add_argument_group(_("game options"))
    add_style_option(group, default=styles.DEFAULT_STYLE)
    group.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("seed for the random choices")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Ask puzzles until the input ends.

    Raises:
        UsageError: the search kernel asked for is not available.
    """
    import random

    from p4tui import paths
    from p4tui.cli.play.start import play_saved, users_archive
    from p4tui.cli.search import require_kernel, use_resources
    from p4tui.cli.streams import standard_console
    from p4tui.plain.interrupts import exit_on_termination
    from p4tui.plain.puzzle_courses import PuzzleCourses

    require_kernel()
    use_resources(settings)
    archive = None if paths.games_file() is None else users_archive()
    rng = random.Random(arguments.seed)
    courses = PuzzleCourses(standard_console(), arguments.style, archive, rng)

    def play() -> int:
        if arguments.mine:
            done = courses.mine()
        elif arguments.level is not None:
            done = courses.level(arguments.level)
        else:
            done = courses.daily(arguments.date)
        return 0 if done and not courses.failed else FAILED

    if archive is None:
        return play()
    with exit_on_termination():
        return play_saved(play, archive, lambda text: complain(text, MAX_COMPLAINT_LENGTH))
