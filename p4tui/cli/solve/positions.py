"""The positions that `p4tui solve` reads: move strings, drawings and matrices, from arguments or standard input."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

from p4tui.cli.files import STANDARD_INPUT, board_text
from p4tui.cli.parser import UsageError
from p4tui.cli.streams import input_encoding
from p4tui.core.board_text import parse_board
from p4tui.core.errors import BoardError, GeometryError, NotationError
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.i18n import N_, _
from p4tui.plain.line_input import LineReader
from p4tui.words.errors import error_sentence

NOTHING = "-"
"""Stands for the empty board, an empty line of play, and a column without a score."""

MAX_LINE_LENGTH = 65_536
"""The length limit of an input line, longer than any game."""


class NamedPosition(NamedTuple):
    """A position to solve, named in the answer by its moves or its file."""

    name: str
    position: Position


class RefusedInput(NamedTuple):
    """An input that is not a position, with a sentence that says why."""

    sentence: str


class NumberedText(NamedTuple):
    """The text of a position, with its place among the arguments or the lines, from 1."""

    number: int
    text: str


def played(
    arguments: argparse.Namespace, geometry: Geometry, source: LineReader
) -> Iterator[NamedPosition | RefusedInput]:
    """Yield the positions of move strings: the arguments, or the first field of each input line."""
    read = reading(geometry, from_arguments=bool(arguments.moves))
    for item in numbered_texts(arguments, source):
        found = item if isinstance(item, RefusedInput) else read(item)
        if found is not None:
            yield found


def numbered_texts(
    arguments: argparse.Namespace, source: LineReader
) -> Iterator[NumberedText | RefusedInput]:
    """Yield the arguments, or the input lines as they arrive; a read error comes last."""
    texts = iter(arguments.moves) if arguments.moves else _lines(source)
    for number, text in enumerate(texts, 1):
        yield text if isinstance(text, RefusedInput) else NumberedText(number, text)


def reading(
    geometry: Geometry, *, from_arguments: bool
) -> Callable[[NumberedText], NamedPosition | RefusedInput | None]:
    """Return a function that returns the position of a text; None for an empty line."""
    empty = Position(geometry)
    place = N_("argument {number}: {reason}") if from_arguments else N_("line {number}: {reason}")

    def read(item: NumberedText) -> NamedPosition | RefusedInput | None:
        name = next(iter(item.text.split(maxsplit=1)), "")
        if not name and not from_arguments:
            return None
        try:
            if not name:
                reason = _("There are no moves. Write - for the empty board.")
            elif name == NOTHING:
                return NamedPosition(name, empty)
            else:
                return NamedPosition(name, parse_game(name, empty).position)
        except NotationError as error:
            reason = error_sentence(error)
        return RefusedInput(_(place).format(number=item.number, reason=reason))

    return read


def _lines(source: LineReader) -> Iterator[str | RefusedInput]:
    """Yield the input lines as they arrive, cut to `MAX_LINE_LENGTH`; a read error comes last."""
    encoding = input_encoding()
    try:
        while (line := source.read(MAX_LINE_LENGTH, encoding)) is not None:
            yield line.text
    except OSError:
        yield RefusedInput(_("The input cannot be read."))


def boards(
    arguments: argparse.Namespace, geometry: Geometry, source: LineReader
) -> Iterator[NamedPosition | RefusedInput]:
    """Yield the positions of drawings or matrices: the files named, or the whole input."""
    connect = arguments.connect or geometry.connect
    for number, name in enumerate(arguments.moves or [STANDARD_INPUT], 1):
        try:
            position, _starter = parse_board(board_text(name, source), connect)
        except (BoardError, GeometryError, UsageError) as error:
            reason = str(error) if isinstance(error, UsageError) else error_sentence(error)
            if arguments.moves:
                reason = _("argument {number}: {reason}").format(number=number, reason=reason)
            yield RefusedInput(reason)
        else:
            yield NamedPosition(name, position)
