"""The start of a game: an empty board, some moves, or a drawing."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import NamedTuple

from p4tui.cli.files import STANDARD_INPUT, board_text, unreadable_board
from p4tui.cli.parser import UsageError
from p4tui.cli.values import FIT
from p4tui.core.board_text import MAX_TEXT, REMARK, drawing_ends, parse_board
from p4tui.core.colour import Colour
from p4tui.core.errors import BoardError, BoardErrorKind, GeometryError, NotationError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.i18n import _
from p4tui.plain.line_input import LineReader
from p4tui.words.errors import error_sentence

_FIRST = {"red": Colour.RED, "yellow": Colour.YELLOW}


class Start(NamedTuple):
    """The board, who starts, and the game unless the board is empty."""

    geometry: Geometry
    first: str
    game: Game | None = None


def find_start(
    arguments: argparse.Namespace,
    fit: Callable[[], tuple[int, int]],
    source: LineReader,
    rng: random.Random,
) -> Start:
    """Return the start of the game from the arguments of `play`.

    Args:
        arguments: those of `play`.
        fit: returns the size of the largest board that can be shown.
        source: the standard input.
        rng: chooses a random starter.

    Raises:
        UsageError: the size, the moves or the drawing are refused.
    """
    first = arguments.first or "red"
    try:
        if arguments.board is not None:
            return _from_board(arguments, source, rng)
        columns, rows = fit() if arguments.size == FIT else arguments.size or (7, 6)
        geometry = Geometry(columns, rows, arguments.connect)
        if arguments.position is None:
            return Start(geometry, first)
        if first == "random":
            first = rng.choice(tuple(_FIRST))
        return Start(geometry, first, parse_game(arguments.position, Position(geometry)))
    except BoardError as error:
        raise UsageError(f"--board: {error_sentence(error)}") from error
    except NotationError as error:
        raise UsageError(f"--position: {error_sentence(error)}") from error
    except GeometryError as error:
        raise UsageError(f"--connect: {error_sentence(error)}") from error


def _from_board(arguments: argparse.Namespace, source: LineReader, rng: random.Random) -> Start:
    """Return the start in a drawing or matrix. The disc counts decide who starts, if they can."""
    if arguments.size is not None:
        raise UsageError(_("--size cannot be used with --board: a drawing has its own size."))
    name = arguments.board
    text = _first_drawing(source) if name == STANDARD_INPUT else board_text(name, source)
    starter = _FIRST.get(arguments.first)
    position, starter = parse_board(text, arguments.connect, starter)
    if arguments.first == "random" and position.to_move is Side.FIRST:
        # Both sides have the same number of discs.
        position, starter = parse_board(text, arguments.connect, rng.choice(tuple(Colour)))
    return Start(position.geometry, starter.name.lower(), Game.new(position))


def _first_drawing(source: LineReader) -> str:
    """Return the lines of a drawing up to the empty line that ends it; moves may follow.

    Raises:
        BoardError: it is larger than any board.
        UsageError: it cannot be read.
    """
    lines: list[str] = []
    size = 0
    try:
        while (line := source.read(MAX_TEXT)) is not None:
            size += len(line.text) + 1
            if line.is_cut or size > MAX_TEXT:
                raise BoardError(BoardErrorKind.SIZE)
            text = line.text.strip()
            if lines and not text and drawing_ends("\n".join(lines) + "\n"):
                break
            if (lines or text) and not text.startswith(REMARK):
                lines.append(line.text)
    except OSError as error:
        raise unreadable_board(STANDARD_INPUT, error) from error
    return "\n".join(lines)
