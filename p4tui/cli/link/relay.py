"""`p4tui relay`: what a guest's ssh runs at the host."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli.messages import complain
from p4tui.cli.parser import Parser
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Join the standard streams to a game of this machine: ssh runs it for p4tui join ssh://HOST/WORD."
        ),
        _("WHERE"),
    )
    parser.add_argument("where", metavar=_("WHERE"), help=_("the game"))


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Join the streams until one of them ends."""
    import sys

    from p4tui.link.errors import LinkError
    from p4tui.link.relay import relay
    from p4tui.words.link import link_sentence

    try:
        relay(arguments.where, sys.stdin.fileno(), sys.stdout.fileno())
    except LinkError as error:
        complain(link_sentence(error))
        return FAILED
    return 0
