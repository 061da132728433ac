"""`p4tui learn`: ten short lessons with positions to play."""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli import values
from p4tui.cli.games.options import add_style_option
from p4tui.cli.parser import Parser
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _
from p4tui.plain import styles

if TYPE_CHECKING:
    from p4tui.settings import Settings

LAST_LESSON = 10
"""The number of lessons; a test compares it with them."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Ten short lessons with positions to play. Without N, list them with your progress."),
        "[N]",
    )
    parser.add_argument(
        "number",
        metavar="N",
        nargs="?",
        type=values.whole(1, LAST_LESSON),
        help=_("the number of a lesson, 1 to {count}").format(count=LAST_LESSON),
    )
    add_style_option(parser.add_argument_group(_("output options")), default=styles.DEFAULT_STYLE)


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """List the lessons, or give one on the standard streams."""
    from p4tui.cli.saved import users_games
    from p4tui.cli.streams import standard_console
    from p4tui.plain.lessons import LessonProgress, give_lesson, list_lessons

    console = standard_console()
    with contextlib.ExitStack() as stack:
        ask = None
        if paths.games_file() is not None:
            games = stack.enter_context(contextlib.closing(users_games()))
            ask = lambda work: work(games)  # noqa: E731
        progress = LessonProgress(ask, console.complain)
        if arguments.number is None:
            list_lessons(console, progress)
        else:
            give_lesson(arguments.number, console, arguments.style, progress)
    return FAILED if progress.failed else 0
