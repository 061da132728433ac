"""The layout of the menu as a page of cards. Pure arithmetic, no Textual.

From the top: the title, two cards with the chosen board between them, the button that plays between two ways to saved games, and
two lines of options. All places are relative to the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.letters import LETTER_LINES

PAGE_WIDTH = 76
"""The width of the composition in a window of 80 columns."""
CARD_TEXT = 15
"""The width of the text beside the disc of a card."""
CARD_LINES = 10
"""The height of a card with a small disc."""
PLAY_WIDTH, PLAY_LINES = 30, 3
LINK_WIDTH = 22
"""The widest link beside the button."""
OPTION_LINES = 2
BELOW_CARDS = 1 + PLAY_LINES + 1 + OPTION_LINES
TITLE_GAP = 1
"""Lines above the title, and below it."""
SMALL_BOARD = 2
"""The cell in pixels below which the board is cut."""
SIZES = ((8, 10), (6, 10), (6, 8), (5, 8), (4, 6), (3, 6), (2, 6))
"""Pixels of a cell of the board and of the discs on the cards, the largest first."""
TITLE_LINES = TITLE_GAP + LETTER_LINES + TITLE_GAP
MIN_LINES = CARD_LINES + BELOW_CARDS


MIN_GAP, MAX_GAP = 2, 16
"""Columns between two options."""


class Box(NamedTuple):
    """A place on the page, in characters."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell lies in the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class MenuLayout(NamedTuple):
    """The places of the parts.

    Attributes:
        title: the line of the title's letters, or None for a page under a header.
        disc: pixels of the discs on the cards.
        pixels: pixels of a cell of the board.
        columns, rows: the part of the board that is shown.
        red, yellow, board, resume, play, library: the places of the parts; the last line of `board` is its caption.
        left, width: the columns of the composition.
        options: the first of the lines of options.
    """

    title: int | None
    disc: int
    pixels: int
    columns: int
    rows: int
    red: Box
    yellow: Box
    board: Box
    resume: Box
    play: Box
    library: Box
    left: int
    width: int
    options: int

    def caption(self, width: int) -> Box:
        """Return the line under the board: at least as wide as the board, at most as the gap between the cards."""
        box, room = self.board, self.yellow.x - self.red.x - self.red.width
        wide = min(max(box.width, width), room)
        return Box(box.x - (wide - box.width) // 2, box.y + box.height - 1, wide, 1)


def has_title(width: int, height: int, title: int) -> bool:
    """Return whether a window has room for a large title of a width above the page."""
    return 0 < title <= width - 2 and height >= TITLE_LINES + MIN_LINES + 2


def has_page(width: int, height: int) -> bool:
    """Return whether a space has room for the page without a large title."""
    return width >= PAGE_WIDTH + 2 and height >= MIN_LINES


def card_width(disc: int) -> int:
    """Return the width of a card: an edge, the disc, the text, and a blank after each."""
    return 1 + 1 + disc + 1 + CARD_TEXT + 1


def menu_layout(
    width: int, height: int, columns: int, rows: int, *, titled: bool, halves: bool
) -> MenuLayout:
    """Return the layout with the largest board, for a space that `has_page` or `has_title`.

    Args:
        width: of the page.
        height: of the page.
        columns: of the board.
        rows: of the board.
        titled: whether the page has a title of letters.
        halves: whether cells may be one and a half lines high.
    """
    above = TITLE_LINES if titled else 0
    for pixels, disc in SIZES:
        card, cell = card_width(disc), CellSize(pixels)
        board = (cell.width(columns), cell.lines(rows))
        whole = max(2 * card + board[0] + 2 * (pixels // 2), PAGE_WIDTH)
        lines = max(board[1] + 1, CARD_LINES if disc == 6 else CARD_LINES + 3)
        if (
            (halves or pixels % 2 == 0)
            and board[0] <= whole - 2 * card - 2
            and whole <= width - 2
            and lines + above + BELOW_CARDS <= height
        ):
            return _placed(width, height, (pixels, disc), (columns, rows), whole, lines, titled)
    room = PAGE_WIDTH - 2 * card_width(6) - 2 - 2
    columns, rows = min(columns, room // SMALL_BOARD), min(rows, CARD_LINES - 1)
    return _placed(width, height, (SMALL_BOARD, 6), (columns, rows), PAGE_WIDTH, CARD_LINES, titled)


def _placed(
    width: int,
    height: int,
    sizes: tuple[int, int],
    shown: tuple[int, int],
    whole: int,
    lines: int,
    titled: bool,
) -> MenuLayout:
    """Return the layout for a composition `whole` columns wide with cards of so many lines."""
    pixels, disc = sizes
    card, cell = card_width(disc), CellSize(pixels)
    board_width, board_lines = cell.width(shown[0]), cell.lines(shown[1])
    spare = height - lines - BELOW_CARDS - (TITLE_LINES if titled else 0)
    air = min(spare // 5, 2)
    left = (width - whole) // 2
    top = max((spare - (3 if titled else 2) * air) // 2, 0)
    cards = top + (TITLE_LINES + air if titled else 0)
    play = cards + lines + 1 + air
    play_left = (width - PLAY_WIDTH) // 2
    side = min(play_left - left - 1, LINK_WIDTH)
    board_left = left + card + (whole - 2 * card - board_width) // 2
    return MenuLayout(
        title=top + TITLE_GAP if titled else None,
        disc=disc,
        pixels=pixels,
        columns=shown[0],
        rows=shown[1],
        red=Box(left, cards, card, lines),
        yellow=Box(left + whole - card, cards, card, lines),
        board=Box(board_left, cards + (lines - board_lines - 1) // 2, board_width, board_lines + 1),
        resume=Box(left, play + 1, side, 2),
        play=Box(play_left, play, PLAY_WIDTH, PLAY_LINES),
        library=Box(left + whole - side, play + 1, side, 2),
        left=left,
        width=whole,
        options=play + PLAY_LINES + 1 + air,
    )


def spread(widths: Sequence[int], room: int) -> list[int] | None:
    """Return start columns with equal gaps; None if the texts do not fit."""
    gaps = max(len(widths) - 1, 1)
    gap = min((room - sum(widths)) // gaps, MAX_GAP)
    if gap < MIN_GAP:
        return None
    return [sum(widths[:place]) + gap * place for place in range(len(widths))]


def under(starts: Sequence[int], widths: Sequence[int]) -> list[int]:
    """Return start columns aligned with the line above."""
    found: list[int] = []
    end = -MIN_GAP
    for width in widths:
        start = next((each for each in starts if each >= end + MIN_GAP), end + MIN_GAP)
        found.append(start)
        end = start + width
    return found
