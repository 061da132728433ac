"""The positions from which the games of a tournament begin."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from p4tui.core.errors import NotationError
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.book.positions import positions

EMPTY_BOARD: tuple[int, ...] = ()
"""The opening without moves."""
MAX_VAIN_DRAWS = 2_000
"""Random openings drawn in a row without a new one, before there are said to be no more."""


class TooFewOpeningsError(ValueError):
    """There are not so many different openings.

    Attributes:
        found: how many were found.
    """

    def __init__(self, found: int) -> None:
        super().__init__(f"only {found} different openings")
        self.found = found


class OpeningLineError(ValueError):
    """A line of a file of openings is not one.

    Attributes:
        line: its number, from 1.
        cause: the error of its moves, or None if the game is decided after them.
    """

    def __init__(self, line: int, cause: NotationError | None) -> None:
        super().__init__(f"line {line}: {cause or 'the game is decided'}")
        self.line = line
        self.cause = cause


def is_open(position: Position) -> bool:
    """Return whether the game is not over, and the side to move cannot win at once."""
    return position.outcome is None and not any(
        map(position.wins_at, range(position.geometry.columns))
    )


def random_openings(
    count: int, plies: int, rng: Random, geometry: Geometry = Geometry()
) -> list[tuple[int, ...]]:
    """Return different openings of random moves, columns from 0; mirror images and other orders of moves count as equal.

    Args:
        count: how many.
        plies: the moves of each, 0 or more.
        rng: chooses them.
        geometry: the board.

    Raises:
        TooFewOpeningsError: there are fewer.
    """
    keys: set[int] = set()
    found: list[tuple[int, ...]] = []
    vain = 0
    while len(found) < count:
        moves, position = _random_moves(plies, rng, geometry)
        key = positions(geometry).key(*position.own_and_other())
        if len(moves) == plies and is_open(position) and key not in keys:
            keys.add(key)
            found.append(moves)
            vain = 0
        else:
            vain += 1
            if vain == MAX_VAIN_DRAWS:
                raise TooFewOpeningsError(len(found))
    return found


def _random_moves(plies: int, rng: Random, geometry: Geometry) -> tuple[tuple[int, ...], Position]:
    """Return random moves, fewer if the game ends before, and the position after them."""
    moves: list[int] = []
    position = Position(geometry)
    while len(moves) < plies and position.outcome is None:
        moves.append(rng.choice(position.legal_columns()))
        position = position.play(moves[-1])
    return tuple(moves), position


def read_openings(lines: Iterable[str], geometry: Geometry = Geometry()) -> list[tuple[int, ...]]:
    """Return the openings of a file: a move string a line; blank lines and lines with `#` in front are skipped.

    Raises:
        OpeningLineError: a line is no move string, a move is illegal, or the game is decided after it.
    """
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            game = parse_game(text, Position(geometry))
        except NotationError as error:
            raise OpeningLineError(number, error) from error
        if not is_open(game.position):
            raise OpeningLineError(number, None)
        found.append(game.played)
    return found
