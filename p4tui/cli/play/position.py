"""Where a game starts: the board's size, a position already played, or a drawing."""

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
    """Where a game starts: the board, who starts, and the game if it is not an empty board's."""

    geometry: Geometry
    first: str
    game: Game | None = None


def find_start(
    arguments: argparse.Namespace,
    fit: Callable[[], tuple[int, int]],
    source: LineReader,
    rng: random.Random,
) -> Start:
    """Where the arguments of `play` have the game start.

    Args:
        arguments: those of `play`.
        fit: answers the size of the largest board that can be shown.
        source: reads the standard input.
        rng: chooses a random starter of a position.

    Raises:
        UsageError: the size, the moves or the board are refused.
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
    """The start that a drawing or matrix shows; who started follows from it unless it leaves that open."""
    if arguments.size is not None:
        raise UsageError(_("--size cannot be used with --board: a drawing has its own size."))
    name = arguments.board
    text = _first_drawing(source) if name == STANDARD_INPUT else board_text(name, source)
    starter = _FIRST.get(arguments.first)
    position, starter = parse_board(text, arguments.connect, starter)
    if arguments.first == "random" and position.to_move is Side.FIRST:
        # Both have as many discs: either can have begun.
        position, starter = parse_board(text, arguments.connect, rng.choice(tuple(Colour)))
    return Start(position.geometry, starter.name.lower(), Game.new(position))


def _first_drawing(source: LineReader) -> str:
    """Return the first lines of an input up to the empty one that ends them: the moves may follow.

    Raises:
        BoardError: they are more than any board has.
        UsageError: they cannot be read.
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
