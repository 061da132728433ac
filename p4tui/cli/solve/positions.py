"""What `p4tui solve` is given: positions out of move strings, drawings and matrices, from the arguments or the input."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
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
"""No moves, as they are read and written: the empty board, the line of a finished position, a column without a score."""

LONGEST_LINE = 65_536
"""Bytes of an input line that are looked at; no game takes so many moves, so a longer one is refused."""


class Given(NamedTuple):
    """A position to solve, and what it is called in the answer: its moves, or its file."""

    name: str
    position: Position


class Refused(NamedTuple):
    """What is said of an input that is no position."""

    sentence: str


def played(
    arguments: argparse.Namespace, geometry: Geometry, source: LineReader
) -> Iterator[Given | Refused]:
    """The positions of the move strings: the arguments, or the first field of each line of the input."""
    empty = Position(geometry)
    place = N_("argument {number}: {reason}") if arguments.moves else N_("line {number}: {reason}")
    texts = iter(arguments.moves) if arguments.moves else _lines(source)
    for number, text in enumerate(texts, 1):
        if isinstance(text, Refused):
            yield text
            continue
        name = next(iter(text.split(maxsplit=1)), "")
        if not name:
            if arguments.moves:
                reason = _("There are no moves. Write - for the empty board.")
                yield Refused(_(place).format(number=number, reason=reason))
            continue
        try:
            yield Given(name, empty if name == NOTHING else parse_game(name, empty).position)
        except NotationError as error:
            yield Refused(_(place).format(number=number, reason=error_sentence(error)))


def _lines(source: LineReader) -> Iterator[str | Refused]:
    """The lines of the input as they come, each cut to `LONGEST_LINE`; what keeps it from being read at the last."""
    encoding = input_encoding()
    try:
        while (line := source.read(LONGEST_LINE, encoding)) is not None:
            yield line.text
    except OSError:
        yield Refused(_("The input cannot be read."))


def boards(
    arguments: argparse.Namespace, geometry: Geometry, source: LineReader
) -> Iterator[Given | Refused]:
    """The positions of the drawings or matrices: in the files of the arguments, or the whole input."""
    connect = arguments.connect or geometry.connect
    for number, name in enumerate(arguments.moves or [STANDARD_INPUT], 1):
        try:
            position, _starter = parse_board(board_text(name, source), connect)
        except (BoardError, GeometryError, UsageError) as error:
            reason = str(error) if isinstance(error, UsageError) else error_sentence(error)
            if arguments.moves:
                reason = _("argument {number}: {reason}").format(number=number, reason=reason)
            yield Refused(reason)
        else:
            yield Given(name, position)
