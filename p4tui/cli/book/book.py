"""`p4tui book`: opening books computed, checked and shown."""

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
    """Add the texts and the commands."""
    metavar = "|".join(COMMANDS)
    parser.describe(
        _("Opening books: the exact scores of all positions of the first plies."), f"{metavar} ..."
    )
    parser.add_commands(COMMANDS, metavar, required=True)
