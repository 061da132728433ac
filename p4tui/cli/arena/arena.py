"""`p4tui arena`: computer players of one's own."""

from __future__ import annotations

from p4tui.cli.parser import Parser
from p4tui.i18n import N_, _

COMMANDS = {
    "play": ("arena.play", N_("a tournament of programs and levels")),
    "check": ("arena.check", N_("check a program, and name its likely mistakes")),
}
"""Every command with its module and its line in the help."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and subcommands."""
    metavar = "|".join(COMMANDS)
    parser.describe(
        _("Computer players of your own, in any language; see p4tui help arena."),
        f"{metavar} ...",
    )
    parser.add_commands(COMMANDS, metavar, required=True)
