"""`p4tui levels`: the computer's levels."""

from __future__ import annotations

import argparse

from p4tui.cli.messages import say
from p4tui.cli.parser import Parser
from p4tui.i18n import _
from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts of the command."""
    parser.describe(_("List the computer's levels: id, name, and how each plays."))


def run(_arguments: argparse.Namespace, _settings: Settings) -> int:
    """Print the levels, the weakest first."""
    from p4tui.players.levels import LEVELS as ALL_LEVELS
    from p4tui.words.players import level_description, level_name

    id_width = max(len(level.id) for level in ALL_LEVELS)
    name_width = max(len(level_name(level.id)) for level in ALL_LEVELS)
    print(_("From the weakest to the strongest"))
    for level in ALL_LEVELS:
        name = level_name(level.id).ljust(name_width)
        say(f"  {level.id.ljust(id_width)}  {name}  {level_description(level.id)}")
    return 0
