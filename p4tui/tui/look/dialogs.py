"""The sizes of dialogs. Pure arithmetic, no Textual."""

from __future__ import annotations

from collections.abc import Iterable

from p4tui.tui.look.layout import ABOUT_LINES, HEADER_WINDOW, NARROW_WINDOW, header_lines

DIALOG_WIDTH = 46
"""The width of a question with its frame."""
PALETTE_WIDTH = 60
"""The width of the command palette with its frame."""
PALETTE_TOP = 3
"""The first line of the palette."""
PILL_LINES = 3
"""The height of an answer with its round edges."""
PILL_GAP = 2
"""Columns between two answers."""
PILL_WIDTH = 19
"""The width of an answer beside others, unless one is longer."""
NAME_COLUMN, MAX_NAME_COLUMN = 14, 22
"""The least and the greatest width of the names of commands."""
KEY_MARGIN = 3
"""Columns after the keys of commands."""
COMMAND_LIST = 50
"""Width of a list from which it shows what commands do."""
PALETTE_LINES = 6
"""Lines of the palette around its commands: the frame, the search, and three blank ones."""
BELOW_PALETTE = 3
"""Lines of a window below the palette."""
FRAME_LINES = 4
"""Lines of a framed dialog around its text and answers: the frame, and a blank line above and below."""


def is_framed(width: int) -> bool:
    """Return whether a window has room for a frame; in a narrow one a dialog takes the whole width."""
    return width >= NARROW_WINDOW


def dialog_width(width: int, wanted: int = DIALOG_WIDTH) -> int:
    """Return the width of a dialog in a window."""
    return min(wanted, width) if is_framed(width) else width


def answer_lines(height: int, *, round_edges: bool) -> int:
    """Return the height of an answer in a window."""
    return PILL_LINES if round_edges and height >= HEADER_WINDOW else 1


def pill_width(width: int, count: int, widest: int) -> int:
    """Return the width of each answer in a row; `widest` is the width of the longest."""
    return max(min((width - PILL_GAP * (count - 1)) // count, max(PILL_WIDTH, widest)), 0)


def notice_lines(width: int, height: int) -> int:
    """Return the most lines of a notice; a longer one scrolls."""
    frame = FRAME_LINES if is_framed(width) else 2
    answers = answer_lines(height, round_edges=True)
    return max(height - header_lines(height) - frame - answers - 1, 1)


def command_names(widths: Iterable[int]) -> int:
    """Return the width of the column of names, for names of some widths."""
    return min(max((*(width + 1 for width in widths), NAME_COLUMN)), MAX_NAME_COLUMN)


def palette_top(height: int) -> int:
    """Return the first line of the palette."""
    return PALETTE_TOP if height >= HEADER_WINDOW else 0


def command_lines(width: int, height: int, count: int) -> int:
    """Return the visible lines of the list of commands; fewer matches do not shrink it."""
    if not is_framed(width):
        return max(height - palette_top(height) - 2 * header_lines(height) - 2 - ABOUT_LINES, 1)
    return max(min(count, height - palette_top(height) - PALETTE_LINES - BELOW_PALETTE), 1)
