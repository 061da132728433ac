"""The places of everything on the screens with a board, for every window and board. Pure arithmetic, no Textual.

The board takes the largest cells that the window allows. What stands beside it takes the rest, in one of four shapes:

- cards: red's left of the board, yellow's right of it;
- a column of low cards right of the board;
- text without grounds right of the board;
- text below the board, if lines are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p4tui.tui.look import shapes
from p4tui.tui.look.board_window import BoardWindow, board_windows
from p4tui.tui.look.places import GameLayout, ListSize

CARD_PIXELS, COLUMN_PIXELS, TEXT_PIXELS = 6, 4, 3
"""Cell sizes from which cards, a card column or text may take room."""

Shape = Callable[[BoardWindow, ListSize | None], GameLayout | None]


def game_layout(
    columns: int,
    rows: int,
    width: int,
    height: int,
    *,
    halves: bool = True,
    choices: ListSize | None = None,
) -> GameLayout:
    """Return the layout for a board in a window.

    Args:
        columns, rows: the size of the board.
        width, height: the size of the window.
        halves: whether a cell may be an odd number of pixels, which takes half blocks.
        choices: the space for a list of choices, which is shown in any case.
    """
    fitting = list(board_windows(columns, rows, width, height, halves=halves))
    if choices is not None:
        # The board of a game does not grow when its result is shown.
        played = game_layout(columns, rows, width, height, halves=halves).pixels
        fitting = [window for window in fitting if window.pixels <= played]
    cards, column = _best(shapes.cards, fitting, choices), _best(shapes.column, fitting, choices)
    text, below = _best(shapes.text, fitting, choices), _best(shapes.below, fitting, choices)
    clocks = None if choices else _best(shapes.clocks, fitting, choices)
    found = [each for each in (cards, column, text, clocks, below) if each is not None]
    if not found:
        return shapes.beside_part(fitting[-1], choices)
    largest = max(each.pixels for each in found)
    enough = min(COLUMN_PIXELS, largest)
    if column is not None and column.pixels >= enough:
        in_middle = cards is not None and cards.pixels >= min(CARD_PIXELS, column.pixels)
        return cards if cards is not None and in_middle else column
    if cards is not None and cards.pixels >= enough:
        return cards
    has_text = below is not None and below.panel is not None and below.panel.height > 1
    if text is not None and text.pixels >= (largest if has_text else min(TEXT_PIXELS, largest)):
        return text
    return next(each for each in found if each.pixels == largest)


def _best(
    shape: Shape, fitting: Sequence[BoardWindow], choices: ListSize | None
) -> GameLayout | None:
    """Return a shape's layout with the largest cells, or None if it never fits."""
    layouts = (shape(window, choices) for window in fitting)
    return next((layout for layout in layouts if layout is not None), None)
