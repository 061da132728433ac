"""Move strings: the columns played, one symbol each, from 1.

`1` to `9` are the first nine columns, `A` to `W` columns 10 to 32; small letters are read too. Blanks between symbols
are passed over. `4453` is four moves on any board of at least five columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p4tui.core.errors import IllegalMoveError, NotationError
from p4tui.core.game import Game
from p4tui.core.geometry import MAX_SIZE
from p4tui.core.position import Position

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
"""The symbol of every column, from column 1 to column 32."""
assert len(SYMBOLS) == MAX_SIZE

_COLUMN_OF = {symbol: column for column, symbol in enumerate(SYMBOLS)} | {
    symbol.lower(): column for column, symbol in enumerate(SYMBOLS)
}


def column_symbol(column: int) -> str:
    """The symbol of a column counted from 0 (0 to 31)."""
    return SYMBOLS[column]


def column_of(symbol: str) -> int | None:
    """The column, counted from 0, that one symbol stands for; None where it stands for none."""
    return _COLUMN_OF.get(symbol)


def format_moves(moves: Iterable[int]) -> str:
    """The move string of columns counted from 0."""
    return "".join(SYMBOLS[column] for column in moves)


def _columns(text: str) -> Iterator[tuple[int, int]]:
    """Offset and column of every symbol of a move string."""
    for offset, symbol in enumerate(text):
        if symbol.isspace():
            continue
        column = _COLUMN_OF.get(symbol)
        if column is None:
            raise NotationError(f"{symbol!r} is not a column", offset)
        yield offset, column


def parse_moves(text: str) -> tuple[int, ...]:
    """The columns, counted from 0, of a move string; whether they can be played is not looked at.

    Raises:
        NotationError: a character is no column symbol.
    """
    return tuple(column for _offset, column in _columns(text))


def parse_game(text: str, start: Position | None = None) -> Game:
    """The game that a move string plays from a start (the empty 7x6 board unless given).

    Raises:
        NotationError: a character is no column symbol, or a move is refused; its `reason` then says why.
    """
    game = Game.new(start)
    for offset, column in _columns(text):
        try:
            game = game.play(column)
        except IllegalMoveError as error:
            raise NotationError(str(error), offset, error) from error
    return game
