"""`p4tui completion`: the script that lets a shell complete the words of p4tui."""

from __future__ import annotations

import argparse
from importlib.resources import files
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Parser
from p4tui.i18n import _, language

if TYPE_CHECKING:
    from p4tui.settings import Settings

SCRIPTS = {"bash": "p4tui.bash", "zsh": "_p4tui", "fish": "p4tui.fish"}
"""The script of each shell, in `completions/LANGUAGE`; `tests.tools.shell_files` writes them."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Print the script that completes the commands and options of p4tui in a shell."),
        "|".join(SCRIPTS),
        _("p4tui help start says where each shell looks for it."),
    )
    parser.add_argument(
        "shell", metavar="|".join(SCRIPTS), type=values.choice(*SCRIPTS), help=_("the shell")
    )


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Print the script of a shell."""
    script = files(__package__).joinpath("completions", language(), SCRIPTS[arguments.shell])
    print(script.read_text(encoding="utf-8"), end="")
    return 0
