"""The places of everything on the review screen. Pure arithmetic, no Textual.

The board and the sentence are always shown. Graph and list stand right of the board, else below the sentence if lines are
left; a window without room for them has the board and the sentence alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p4tui.tui.look.board_window import BoardWindow, Place, board_windows
from p4tui.tui.look.layout import SCREEN_LINES
from p4tui.tui.look.places import GameLayout
from p4tui.tui.look.shapes import EDGE

GAP = 2
"""Blank columns between the board and what stands right of it."""
SIDE_WIDTHS = (42, 26)
"""Columns for graph and list: for a column a move, or for one pair of moves in a line."""
MAX_SIDE_WIDTH = 60
"""The widest graph and list."""
SIDE_PIXELS = 4
"""The size of cells from which graph and list take room beside the board."""
BAR_COLUMNS, BAR_SIDE_WIDTH = 4, 48
"""The columns of the score bar, and those that graph and list have left beside it."""
LOW_GRAPH, HIGH_GRAPH, MAX_GRAPH = 5, 9, 13
"""Lines of the graph: of the low one, and of the high one at least and at most."""
MIN_LIST, LIST_LINES = 4, 10
"""The fewest lines of the list, and those that it has before the graph grows."""
TEXT_CELLS = 150
"""The cells of a sentence with its heading."""
MIN_TEXT_WIDTH = 16
"""The narrowest sentence beside a board."""
MIN_TEXT_LINES, WIDE_TEXT_LINES = 3, 2
"""The fewest lines of a sentence, and those in a window of `WIDE` columns."""
WIDE = 100


def review_layout(columns: int, rows: int, width: int, height: int, *, halves: bool) -> GameLayout:
    """Return the layout of a review in a window.

    Args:
        columns, rows: the size of the board.
        width, height: the size of the window.
        halves: whether a cell may be an odd number of pixels, which takes half blocks.
    """

    def windows(text_lines: int) -> Iterator[BoardWindow]:
        return board_windows(columns, rows, width, height - text_lines, halves=halves)

    text_lines = WIDE_TEXT_LINES if width >= WIDE else MIN_TEXT_LINES
    for least in SIDE_WIDTHS:
        for window in windows(text_lines):
            layout = _side(window, least, text_lines)
            if layout is not None and layout.pixels >= SIDE_PIXELS:
                return layout
    text_lines = max(-(-TEXT_CELLS // max(width - 2 * EDGE, 1)), MIN_TEXT_LINES)
    if height < width:
        text_lines = MIN_TEXT_LINES
    found = [_beside(window) for window in windows(0)]
    found += [_below(window, text_lines) for window in windows(text_lines)]
    fitting = [layout for layout in found if layout is not None]
    with_graph = [each for each in fitting if each.graph and each.pixels >= SIDE_PIXELS]
    if fitting:
        return max(with_graph or fitting, key=lambda each: each.pixels)
    *_larger, window = windows(MIN_TEXT_LINES)
    return _scrolling(window, MIN_TEXT_LINES)


def _around(
    window: BoardWindow, x: int, text_lines: int, board_width: int | None = None
) -> GameLayout:
    """Return the layout of the board at a column, with the header, the sentence below it, message and keys."""
    width, y = window.width, window.height - SCREEN_LINES
    end = y + text_lines
    return GameLayout(
        window,
        window.board(x, board_width),
        Place(0, end, width, 1),
        Place(0, end + 1, width, 1),
        header=Place(0, 0, width, 1) if window.header else None,
        sentence=Place(0, y, width, text_lines),
    )


def _side(window: BoardWindow, least: int, text_lines: int) -> GameLayout | None:
    """Return the layout with graph and list right of the board, at least so wide."""
    rest = window.width - window.board_width - GAP - 2 * EDGE
    gap = 1 if window.spare else 0
    top, bottom = window.header + gap, window.height - SCREEN_LINES - gap
    lines = bottom - top
    if rest < least or lines < LOW_GRAPH + 1 + MIN_LIST:
        return None
    bar = BAR_COLUMNS if rest - BAR_COLUMNS >= BAR_SIDE_WIDTH else 0
    side = min(rest - bar, MAX_SIDE_WIDTH)
    x = EDGE + bar + (rest - bar - side) // 2
    right = x + window.board_width + GAP
    graph = min(lines - 1 - LIST_LINES, MAX_GRAPH)
    graph = graph if graph >= HIGH_GRAPH else LOW_GRAPH
    y = top + graph + 1
    return replace(
        _around(window, x, text_lines),
        graph=Place(right, top, side, graph),
        moves=Place(right, y, side, bottom - y),
        bar=Place(x - 2, window.first_row, 1, window.row_lines) if bar else None,
        evaluation=Place(x - bar, window.numbers, 3, 1) if bar else None,
    )


def _beside(window: BoardWindow) -> GameLayout | None:
    """Return the layout with the sentence right of the board."""
    x = window.board_width + EDGE
    width, lines = window.width - x, window.height - SCREEN_LINES - window.top
    if width < MIN_TEXT_WIDTH or window.spare_or_missing < 0:
        return None
    layout = _around(window, 0, 0)
    return replace(layout, sentence=Place(x, window.top, width, lines))


def _below(window: BoardWindow, text_lines: int) -> GameLayout | None:
    """Return the layout with the sentence below the board, and below that graph and list as far as they fit."""
    if window.board_width > window.width or window.spare_or_missing < 0:
        return None
    spare = window.spare
    graph = LOW_GRAPH if spare > LOW_GRAPH else 0
    moves = spare - graph - 2 if graph and spare - graph - 2 >= MIN_LIST else 0
    lower = (graph + 1 if graph else 0) + (moves + 1 if moves else 0)
    inner = window._replace(height=window.height - lower)
    x, width = (window.width - window.board_width) // 2, window.width - 2 * EDGE
    layout = _around(inner, x, text_lines)
    assert layout.sentence is not None
    y = layout.sentence.bottom + 1
    return replace(
        layout,
        message=layout.message._replace(y=layout.message.y + lower),
        keys=layout.keys._replace(y=layout.keys.y + lower),
        graph=Place(EDGE, y, width, graph) if graph else None,
        moves=Place(EDGE, y + graph + 1, width, moves) if moves else None,
    )


def _scrolling(window: BoardWindow, text_lines: int) -> GameLayout:
    """Return the layout with a scrolling board above the sentence."""
    return _around(window, 0, text_lines, min(window.board_width, window.width))
