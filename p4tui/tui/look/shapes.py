"""The shapes of a screen with a board: what stands beside it or below it. Pure arithmetic, no Textual.

A shape returns None for a window in which it has no room.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from p4tui.tui.look.board_window import BoardWindow, Place
from p4tui.tui.look.cells import PLAIN_PIXELS
from p4tui.tui.look.layout import LOW_CARD, SCREEN_LINES
from p4tui.tui.look.places import GameLayout, ListSize

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
MIN_MOVES_BELOW_CHOICES = 4
"""The lines of the lowest list of moves below a list of choices."""
BELOW_LINES = 5
"""The most lines of text below a board."""


class PlayerSize(NamedTuple):
    """A player card's size and the space it needs.

    Attributes:
        height: of the card, in lines.
        disc: the size of its disc, in pixels.
        width: of all cards beside the board.
        lines: the least height of all cards beside the board.
        facts, exact: the heights of the cards of the match and of the scores.
    """

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
"""The sizes of player cards, the largest first."""


def _around(window: BoardWindow, x: int, board_width: int | None = None) -> GameLayout:
    """Return the layout of the board at a column, with header, banner, message and keys."""
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


def cards(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
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


def column(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
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
    whole = choices.rows + 2
    rest = place._replace(y=place.y + whole + 1, height=place.height - whole - 1)
    if rest.height < MIN_MOVES_BELOW_CHOICES:
        return replace(layout, choices=place)
    return replace(layout, choices=place._replace(height=whole), moves=rest)


def text(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text right of the board."""
    return _with_text(window, TEXT_WIDTHS[0] if choices is None else choices.width, choices)


def clocks(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with discs and times right of the board."""
    return _with_text(window, TEXT_WIDTHS[1], choices)


def _with_text(window: BoardWindow, width: int, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text of at least a width right of the board."""
    rest = window.width - window.board_width
    lines = window.cards_bottom - window.top
    if rest < width or lines < 2 + (choices.rows if choices else 0):
        return None
    return _beside(_around(window, 0), choices)


def beside_part(window: BoardWindow, choices: ListSize | None) -> GameLayout:
    """Return the layout with the choices right of a scrolling board."""
    width = min(window.board_width, max(window.width - (choices.width if choices else 0), 1))
    return _beside(_around(window, 0, width), choices)


def _beside(layout: GameLayout, choices: ListSize | None) -> GameLayout:
    """Return the layout with text right of the board and the choices below the text."""
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


def below(window: BoardWindow, choices: ListSize | None) -> GameLayout | None:
    """Return the layout with text in the lines left below the board; the widest boards scroll."""
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
