"""The places of everything on the screens with a board, for every window and board. Pure arithmetic, no Textual.

The board takes the largest cells that the window allows. What stands beside it takes the rest, in one of four shapes:

- cards: red's left of the board, yellow's right of it;
- a column of low cards right of the board;
- text without grounds right of the board;
- text below the board, if lines are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from p4tui.tui.look.board_window import BoardWindow, Place, board_windows
from p4tui.tui.look.cells import PLAIN_PIXELS
from p4tui.tui.look.layout import LOW_CARD, SCREEN_LINES

CARD_PIXELS, COLUMN_PIXELS, TEXT_PIXELS = 6, 4, 3
"""With cells of so many pixels a board is large enough to leave room for cards, for a column of them, for text."""
EDGE = 1
"""Blank columns at the edges of a window."""
CARD_SIZES = ((30, 4), (20, 3), (16, 1))
"""Widths of cards, and their gaps to the board."""
COLUMN_WIDTHS, COLUMN_GAP = (16, 30), 2
"""The narrowest and the widest column of cards, and its gap to the board."""
TEXT_WIDTHS = (17, 7)
"""Columns of text beside a board: with names and moves, or with discs and times alone."""
BANNER_LINES = 3
"""The most lines of the banner."""
MIN_MOVES = 3
"""The lines of the lowest list of moves, with its title."""
BELOW_LINES = 5
"""The most lines of text below a board."""


class PlayerSize(NamedTuple):
    """A size of the card of a player: its lines, the pixels of its disc, the width and the lines of all cards that it needs."""

    height: int
    disc: int
    width: int
    lines: int
    facts: int
    exact: int


PLAYER_SIZES = (
    PlayerSize(12, 10, 30, 26, 7, 5),
    PlayerSize(9, 8, 20, 21, 5, 5),
    PlayerSize(7, 6, 16, 12, 5, 4),
    PlayerSize(LOW_CARD, 6, 16, 7, 5, 4),
)
"""The sizes of cards, the largest first, with the heights of the cards of the match and of the scores."""


class ListSize(NamedTuple):
    """The space for a list of choices: its width and its number of rows."""

    width: int
    rows: int


@dataclass(frozen=True, slots=True)
class GameLayout:
    """The places of a screen with a board; None for what is not shown.

    Attributes:
        window: the window and the lines of the board.
        board: from the lane to the scores.
        message, keys: the last two lines.
        header: the first line.
        red, yellow: the cards of the players.
        disc: the pixels of the disc on such a card.
        match, exact, moves: the cards of the match, of the exact scores, and of the moves.
        panel: the text that takes the place of all cards.
        bar, evaluation: the score bar, and the score below it.
        choices: a list of choices.
        banner: the lines that say the result.
    """

    window: BoardWindow
    board: Place
    message: Place
    keys: Place
    banner: Place
    header: Place | None = None
    red: Place | None = None
    yellow: Place | None = None
    disc: int = 6
    match: Place | None = None
    exact: Place | None = None
    moves: Place | None = None
    panel: Place | None = None
    bar: Place | None = None
    evaluation: Place | None = None
    choices: Place | None = None

    @property
    def pixels(self) -> int:
        """The size of a cell."""
        return self.window.pixels

    @property
    def has_one_column(self) -> bool:
        """Whether the cards of both players stand in one column."""
        return self.red is not None and self.yellow is not None and self.red.x == self.yellow.x

    @property
    def places(self) -> dict[str, Place | None]:
        """The places by the ids of widgets."""
        cards = {"red": self.red, "yellow": self.yellow, "match": self.match, "exact": self.exact}
        beside = {"panel": self.panel, "bar": self.bar, "evaluation": self.evaluation}
        lists = {"moves": self.moves, "choices": self.choices, "banner": self.banner}
        lines = {"header": self.header, "status": self.message, "keys": self.keys}
        return {"board": self.board, **cards, **beside, **lists, **lines}


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
    cards, column = _best(_cards, fitting, choices), _best(_column, fitting, choices)
    text, below = _best(_text, fitting, choices), _best(_below, fitting, choices)
    clocks = None if choices else _best(_clocks, fitting, choices)
    found = [each for each in (cards, column, text, clocks, below) if each is not None]
    if not found:
        return _beside_part(fitting[-1], choices)
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


Shape = Callable[[BoardWindow, ListSize | None], GameLayout | None]


def _best(
    shape: Shape, fitting: Sequence[BoardWindow], choices: ListSize | None
) -> GameLayout | None:
    """Return the layout of a shape with the largest cells, or None if it has room with none."""
    layouts = (shape(window, choices) for window in fitting)
    return next((layout for layout in layouts if layout is not None), None)


def _around(window: BoardWindow, x: int, board_width: int | None = None) -> GameLayout:
    """Return the layout of the board at a column, header, banner, message and keys."""
    board = window.board(x, board_width)
    lines = min(max(window.lane, 1), BANNER_LINES)
    end = window.height - SCREEN_LINES
    return GameLayout(
        window,
        board,
        Place(0, end, window.width, 1),
        Place(0, end + 1, window.width, 1),
        Place(x, window.first_row - lines, board.width, lines),
        header=Place(0, 0, window.width, 1) if window.header else None,
    )


def _cards(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with cards at both sides of the board."""
    lines = window.cards_bottom - window.cards_top
    side = (window.width - window.board_width) // 2 - EDGE
    fitting = (size for size in CARD_SIZES if sum(size) <= side)
    width, gap = next(fitting, (0, 0))
    needed = LOW_CARD + 1 + (choices.rows if choices else MIN_MOVES)
    if not width or lines < needed:
        return None
    size = next(
        (each for each in PLAYER_SIZES if each.width <= width and each.lines <= lines),
        PLAYER_SIZES[-1],
    )
    if choices and size.height + 1 + choices.rows > lines:
        size = PLAYER_SIZES[-1]
    left = (window.width - window.board_width - 2 * (width + gap)) // 2
    x = left + width + gap
    right = x + window.board_width + gap
    y = window.cards_top
    below = y + size.height + 1
    layout = replace(
        _around(window, x),
        red=Place(left, y, width, size.height),
        yellow=Place(right, y, width, size.height),
        disc=size.disc,
    )
    layout = _with_lists(layout, Place(right, below, width, window.cards_bottom - below), choices)
    match = Place(left, below, width, size.facts)
    if match.bottom > window.cards_bottom:
        return _with_bar(layout, gap)
    exact = Place(left, match.bottom + 1, width, size.exact)
    fits = exact.bottom <= window.cards_bottom
    return _with_bar(replace(layout, match=match, exact=exact if fits else None), gap)


def _with_bar(layout: GameLayout, gap: int) -> GameLayout:
    """Return a layout with the score bar in the gap left of the board."""
    window = layout.window
    x = layout.board.x - min(gap, 2)
    numbers = window.numbers if window.lane else window.first_row + window.row_lines
    evaluation = Place(x - 2, numbers, 3, 1)
    taken = any(
        card is not None and card.right > evaluation.x and card.y <= numbers < card.bottom
        for card in (layout.red, layout.match, layout.exact)
    )
    return replace(
        layout,
        bar=Place(x, window.first_row, 1, window.row_lines),
        evaluation=None if taken or not window.lane else evaluation,
    )


def _column(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with one column of cards right of the board."""
    narrowest, widest = COLUMN_WIDTHS
    rest = window.width - window.board_width - COLUMN_GAP - 2 * EDGE
    lines = window.cards_bottom - window.cards_top
    players = 2 * (LOW_CARD + 1)
    if rest < narrowest or lines < players - 1 + (choices.rows + 1 if choices else 0):
        return None
    width = min(rest, widest)
    x = EDGE + (rest - width) // 2
    right = x + window.board_width + COLUMN_GAP
    y = window.cards_top
    layout = replace(
        _around(window, x),
        red=Place(right, y, width, LOW_CARD),
        yellow=Place(right, y + LOW_CARD + 1, width, LOW_CARD),
    )
    y += players
    smallest = PLAYER_SIZES[-1]
    lists = choices.rows + 1 if choices else 2 * MIN_MOVES
    if window.cards_bottom - y >= smallest.facts + 1 + lists:
        layout = replace(layout, match=Place(right, y, width, smallest.facts))
        y += smallest.facts + 1
    if layout.match and window.cards_bottom - y >= smallest.exact + 1 + lists:
        layout = replace(layout, exact=Place(right, y, width, smallest.exact))
        y += smallest.exact + 1
    return _with_lists(layout, Place(right, y, width, window.cards_bottom - y), choices)


def _with_lists(layout: GameLayout, place: Place, choices: ListSize | None) -> GameLayout:
    """Return a layout with the list of choices and the moves in a place, the choices first."""
    if choices is None:
        return replace(layout, moves=place) if place.height >= MIN_MOVES else layout
    whole = choices.rows + 3
    rest = place._replace(y=place.y + whole + 1, height=place.height - whole - 1)
    if rest.height < 2 * MIN_MOVES:
        return replace(layout, choices=place)
    return replace(layout, choices=place._replace(height=whole), moves=rest)


def _text(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text right of the board."""
    return _with_text(window, TEXT_WIDTHS[0] if choices is None else choices.width, choices)


def _clocks(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with discs and times right of the board."""
    return _with_text(window, TEXT_WIDTHS[1], choices)


def _with_text(window: BoardWindow, width: int, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text of a width or more right of the board."""
    rest = window.width - window.board_width
    lines = window.cards_bottom - window.top
    if rest < width or lines < 2 + (choices.rows if choices else 0):
        return None
    return _beside(_around(window, 0), choices)


def _beside_part(window: BoardWindow, choices: ListSize | None) -> GameLayout:
    """Return the layout with the choices right of a part of the board, which scrolls."""
    width = min(window.board_width, max(window.width - (choices.width if choices else 0), 1))
    return _beside(_around(window, 0, width), choices)


def _beside(layout: GameLayout, choices: ListSize | None) -> GameLayout:
    """Return a layout with text in all columns right of the board, and the choices under it."""
    window, x = layout.window, layout.board.right
    place = Place(x, window.top, window.width - x, window.cards_bottom - window.top)
    if choices is None:
        return replace(layout, panel=place)
    gap = 1 if place.height >= 2 + 1 + choices.rows else 0
    y = place.y + 2 + gap
    return replace(
        layout,
        panel=place._replace(height=2),
        choices=Place(x, y, place.width, place.bottom - y),
    )


def _below(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text below the board, as far as lines are left; the widest boards scroll."""
    if window.board_width > window.width and window.pixels > PLAIN_PIXELS:
        return None
    least, most = (choices.rows + 1, choices.rows + 4) if choices else (0, BELOW_LINES)
    lines = min(window.spare, most)
    if lines < least:
        return None
    width = min(window.board_width, window.width)
    outer = _around(window, 0)
    inner = _around(
        window._replace(height=window.height - lines), (window.width - width) // 2, width
    )
    layout = replace(inner, message=outer.message, keys=outer.keys)
    place = Place(0, layout.board.bottom, window.width, lines)
    if choices is None:
        return replace(layout, panel=place) if lines else layout
    panel = place._replace(height=min(lines - choices.rows, 2))
    rest = place._replace(y=panel.bottom, height=lines - panel.height)
    return replace(layout, panel=panel, choices=rest)
