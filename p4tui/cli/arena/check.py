"""`p4tui arena check`: checks a program point by point."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.messages import quoted, say
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Check a program: a line for each point, and the likely mistake behind a failure."),
        _("PLAYER"),
        _("The status is 0 if the program passes, else 1. Another size than 7x6 is only a remark."),
    )
    parser.add_argument(
        "player",
        metavar=_("PLAYER"),
        help=_('a program such as "ugi:python3 mybot.py", its file, or a name of the settings'),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the points as they are checked; return 1 if one of them fails.

    Raises:
        UsageError: there is no such program.
    """
    from p4tui.arena.check import Check
    from p4tui.arena.naming import UnknownPlayerError, player_text
    from p4tui.plain.interrupts import exit_on_termination
    from p4tui.play.seats import is_program
    from p4tui.words.check import finding_line
    from p4tui.words.players import program_label

    try:
        text = player_text(arguments.player, settings.programs)
    except UnknownPlayerError as error:
        raise UsageError(
            _(
                '"{value}" is no program: give a file, or a protocol and a command such as "ugi:python3 mybot.py".'
            ).format(value=quoted(arguments.player))
        ) from error
    if not is_program(text):
        raise UsageError(_("{name} is a level, not a program.").format(name=text))
    name, status = program_label(text), 0
    with exit_on_termination():
        for finding in Check(text).findings():
            if finding.error is not None and finding.counts:
                status = FAILED
            say(finding_line(finding, name))
    return status
