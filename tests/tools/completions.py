"""Completion scripts, made from the parsers by shtab."""

from __future__ import annotations

import argparse

import shtab

from p4tui.cli import values
from p4tui.cli.dispatch import make_parser
from p4tui.cli.parser import Parser
from p4tui.i18n import _
from tests.tools.parsers import parsers


def completion_script(shell: str) -> str:
    """Return the script of a shell, with descriptions in the current language."""
    root = make_parser()
    # All are filled before the descriptions of any are replaced.
    for parser in [*parsers(root)]:
        for action in parser._actions:
            _add_words(action)
        _describe_commands(parser)
    # `play` may be left out.
    for action in root.commands["play"]._actions:
        if action.option_strings and action.option_strings[-1] not in root._option_string_actions:
            root._add_action(action)
    return shtab.complete(root, shell)


def _add_words(action: argparse.Action) -> None:
    """Tell shtab which words or files an argument takes."""
    if action.metavar == _("FILE"):
        vars(action)["complete"] = shtab.FILE
    elif action.metavar == _("FOLDER"):
        vars(action)["complete"] = shtab.DIRECTORY
    elif callable(action.type):
        try:
            action.type("")
        except values.ChoiceError as error:
            action.choices = error.choices
        except argparse.ArgumentTypeError:  # a number, or text of another form
            pass


def _describe_commands(parser: Parser) -> None:
    """Give the commands of a parser the short description of its help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action._choices_actions:
                parser.commands[command.dest].description = command.help
