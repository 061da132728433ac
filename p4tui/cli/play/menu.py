"""`p4tui` alone: the menu, and the help on the whole command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.parser import Command, Parser, add_display_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def make_parser() -> Parser:
    """The parser of the command line without a sub-command or name."""
    lines = (
        ("p4tui", _("the menu")),
        (_("p4tui NAME1 NAME2"), _("two people at one keyboard")),
        (_("p4tui NAME"), _("one person against the computer")),
        (
            "p4tui play",
            _("a game with options: size, levels, plain text and more (p4tui play --help)"),
        ),
        ("p4tui resume", _("go on with the game that was left last")),
        (
            "p4tui games",
            _("the saved games: list, show, export, import (p4tui games --help)"),
        ),
        ("p4tui stats", _("who has won how often")),
        (
            "p4tui solve",
            _("the exact scores of positions (p4tui solve --help)"),
        ),
        ("p4tui book", _("opening books (p4tui book --help)")),
        ("p4tui levels", _("the computer's levels")),
        ("p4tui doctor", _("what is installed, what the terminal can do, where settings live")),
        ("p4tui --version", _("the version")),
    )
    width = max(len(usage) for usage, _meaning in lines)
    parser = Parser(
        "p4tui",
        usage=_("p4tui [options] [NAME1 [NAME2] | COMMAND ...]"),
        description="\n".join(
            [_("Puissance 4 / Connect Four for the terminal."), ""]
            + [f"  {usage.ljust(width)}  {meaning}" for usage, meaning in lines]
        ),
    )
    add_display_options(parser)
    return parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open the menu; without a terminal, play in plain text what the menu would offer."""
    from p4tui.cli.play.start import open_menu

    return open_menu(arguments, settings)


MENU = Command(make_parser, run)
"""The command."""
