"""The man page: the commands and options by argparse-manpage, then sections of the manual."""

from __future__ import annotations

import argparse
import re
from functools import partial

from argparse_manpage.manpage import Manpage

import p4tui
from p4tui.cli.dispatch import make_parser
from p4tui.cli.parser import Parser
from p4tui.i18n import _, language
from p4tui.manual.pages import TOPICS, page, title
from p4tui.manual.tables import table
from tests.tools.parsers import parsers
from tests.tools.roff import prose, roff, term, wrapped

DATE = "2026-11-28"
"""Of the last change to what the page says; written by hand."""

WORDS = {"en": ("NAME", "Games"), "fr": ("NOM", "Jeux")}
"""What readers of man pages look for: the heading above the name, and the title of section 6."""

SECTIONS = (
    ("start", "Rules"),
    ("keys", "Keys"),
    ("levels", "Levels"),
    ("settings", "Environment"),
    ("play", "Exit status"),
)
"""Pages of the manual, each with the English heading of the part that is taken."""

WHOLE = {"keys"}
"""Pages that are taken whole; of the others, the text under the heading up to the next one."""


def man_page() -> str:
    """Return the source of the man page in the current language."""
    lines = _commands()
    for topic, heading in SECTIONS:
        lines += _section(topic, heading)
    lines.append(f".SH {_('the manual').upper()}")
    for topic in TOPICS:
        lines += term(prose(f"p4tui help {topic}"), prose(title(topic, language())))
    return "\n".join(lines) + "\n"


def _commands() -> list[str]:
    """Return the sections that argparse-manpage makes of the parsers."""
    root = make_parser()
    commands = [each for each in parsers(root) if each is not root]
    for command in commands:
        _shorten(command)
    summary, _blank, uses = str(root.description).split("\n", 2)
    root.description, root.epilog = uses, None
    for parser in (root, *commands):
        _put_commands_last(parser)
    name, games = WORDS[language()]
    source = str(
        Manpage(
            root,
            {
                "date": DATE,
                "project_name": "p4tui",
                "version": p4tui.__version__,
                "description": summary.rstrip("."),
                "manual_section": 6,
                "manual_title": games,
            },
            format="single-commands-section",
        )
    )
    source = source.replace(prose(DATE), DATE, 1).replace(".SH NAME\n", f".SH {name}\n", 1)
    source = re.sub(rf"^{re.escape(_('usage: '))}", "", source, flags=re.MULTILINE)
    source = re.sub(r"\n\n+(?=[.\n])|\n+\Z", "\n", source)
    return [part for line in source.splitlines() for part in _source_lines(line)]


def _source_lines(line: str) -> list[str]:
    """Return a line of the library's source as lines that are not too long."""
    return [line] if line.startswith((".", " ", "\\f")) or not line else wrapped(line)


def _shorten(command: Parser) -> None:
    """Leave out what the page says once for all commands, and give groups of options a title in italics."""
    command.description = "\n\n".join(filter(None, (command.description, command.epilog)))
    groups = [each for each in command._action_groups if each.title != _("display options")]
    for group in groups:
        if group.title != _("commands"):
            own = group not in {command._positionals, command._optionals}
            group.title = rf"\fI{group.title}\fR" if own else None
    command._action_groups = groups


def _put_commands_last(parser: Parser) -> None:
    """Put a parser's commands behind its options, and drop their short descriptions: the page has the long ones."""
    parser._action_groups.sort(key=lambda group: group.title == _("commands"))
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action._choices_actions:
                command.help = None


def _section(topic: str, heading: str) -> list[str]:
    """Return a section of the manual; its place among the English headings says which one it is."""
    if topic in WHOLE:
        name, _newline, text = page(topic, language()).removeprefix("# ").partition("\n")
    else:
        number = [part.partition("\n")[0] for part in _parts(topic, "en")].index(heading)
        name, _newline, text = _parts(topic, language())[number].partition("\n")
    lines = roff(text, partial(table, {}))
    # A heading begins a paragraph.
    return [f".SH {prose(name.upper())}", *lines[lines[0] == ".PP" :]]


def _parts(topic: str, code: str) -> list[str]:
    """Return the parts of a page, each with its heading in front."""
    return re.split(r"^##? ", page(topic, code), flags=re.MULTILINE)[1:]
