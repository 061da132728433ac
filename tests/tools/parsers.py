"""The parsers of all commands."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.cli.parser import Parser


def parsers(parser: Parser) -> Iterator[Parser]:
    """Yield a parser and those of its commands."""
    parser.fill()
    yield parser
    for command in parser.commands.values():
        yield from parsers(command)
