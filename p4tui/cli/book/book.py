"""`p4tui book`: computes, checks and shows opening books."""

from __future__ import annotations

from p4tui.cli.parser import Parser
from p4tui.i18n import N_, _

COMMANDS = {
    "build": ("book.build", N_("compute a book")),
    "verify": ("book.verify", N_("check scores of a book")),
    "show": ("book.show", N_("show what a book holds")),
}
"""Every command with its module and its line in the help."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and subcommands."""
    metavar = "|".join(COMMANDS)
    parser.describe(
        _("Opening books: the exact scores of all positions of the first plies."), f"{metavar} ..."
    )
    parser.add_commands(COMMANDS, metavar, required=True)
