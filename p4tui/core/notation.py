"""Move strings: the columns played, one symbol each, from 1.

`1` to `9` are the first nine columns, `A` to `W` columns 10 to 32. Small letters are read too, blanks are skipped.
`4453` is four moves on any board of at least five columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p4tui.core.errors import IllegalMoveError, NotationError
from p4tui.core.game import Game
from p4tui.core.geometry import MAX_SIZE
from p4tui.core.position import Position

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
"""The symbols of columns 1 to 32."""
assert len(SYMBOLS) == MAX_SIZE

_COLUMN_OF = {symbol: column for column, symbol in enumerate(SYMBOLS)} | {
    symbol.lower(): column for column, symbol in enumerate(SYMBOLS)
}


def column_symbol(column: int) -> str:
    """Return the symbol of a column, 0 to 31."""
    return SYMBOLS[column]


def column_of(symbol: str) -> int | None:
    """Return the column of a symbol, counted from 0, or None if it is not a symbol."""
    return _COLUMN_OF.get(symbol)


def format_moves(moves: Iterable[int]) -> str:
    """Return the move string of columns counted from 0."""
    return "".join(SYMBOLS[column] for column in moves)


def _columns(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offset and column of every symbol of a move string."""
    for offset, symbol in enumerate(text):
        if symbol.isspace():
            continue
        column = _COLUMN_OF.get(symbol)
        if column is None:
            raise NotationError(f"{symbol!r} is not a column", offset)
        yield offset, column


def parse_moves(text: str) -> tuple[int, ...]:
    """Return the columns of a move string, counted from 0, whether or not they are legal.

    Raises:
        NotationError: a character is not a column symbol.
    """
    return tuple(column for _offset, column in _columns(text))


def parse_game(text: str, start: Position | None = None) -> Game:
    """Return the game that a move string plays from a start, by default the empty 7x6 board.

    Raises:
        NotationError: a character is not a column symbol, or a move is illegal (see its `reason`).
    """
    game = Game.new(start)
    for offset, column in _columns(text):
        try:
            game = game.play(column)
        except IllegalMoveError as error:
            raise NotationError(str(error), offset, error) from error
    return game
