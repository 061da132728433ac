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
    from p4tui.play.seats import AUTO
    from p4tui.players.levels import LEVELS
    from p4tui.words.players import auto_forms, auto_name, level_description, level_name

    rows = [(each.id, level_name(each.id), level_description(each.id)) for each in LEVELS]
    auto = (AUTO, auto_name(), auto_forms()[0])
    id_width, name_width = (max(len(row[at]) for row in (*rows, auto)) for at in (0, 1))
    print(_("From the weakest to the strongest"))
    for level_id, name, description in rows:
        say(f"  {level_id.ljust(id_width)}  {name.ljust(name_width)}  {description}")
    print(_("The level is chosen for each game"))
    say(f"  {auto[0].ljust(id_width)}  {auto[1].ljust(name_width)}  {auto[2]}")
    return 0
