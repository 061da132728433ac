"""`p4tui help`: the pages of the manual."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Parser
from p4tui.cli.table import aligned, terminal_width
from p4tui.i18n import _, language
from p4tui.manual.pages import TOPIC_OF, TOPICS, title
from p4tui.words.wrapping import PIPE_WIDTH

if TYPE_CHECKING:
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Show a page of the manual; without TOPIC, the list of pages."),
        f"[{_('TOPIC')}]",
        _("The name of a command shows the page about it."),
    )
    parser.add_argument(
        "topic",
        metavar=_("TOPIC"),
        nargs="?",
        type=_topic,
        help=_("the name of a page"),
    )


def _topic(text: str) -> str:
    """Return the topic of a name, which may be a command's and in capitals."""
    name = text.casefold()
    return values.one_of(TOPIC_OF.get(name, name), TOPICS)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print a page, or the names and titles of all pages."""
    from p4tui.manual.rendering import manual_lines
    from p4tui.manual.tables import table

    if arguments.topic is None:
        lines = aligned([(topic, title(topic, language())) for topic in TOPICS])
    else:
        width = terminal_width() or PIPE_WIDTH
        tables = partial(table, settings.keymap)
        lines = [line.text for line in manual_lines(arguments.topic, language(), width, tables)]
    for line in lines:
        print(line)
    return 0
