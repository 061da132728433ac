"""The sizes that screens share, in characters. Pure arithmetic, no Textual.

Those of boards are in `cells`, and the places of what is around a board in `game_layout`.
"""

from __future__ import annotations

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE
from p4tui.tui.look.cells import NUMBER_LINES, PLAIN_PIXELS, RIM

SCREEN_LINES = 2
"""The status line and the key bar."""
MIN_WINDOW = (30, 12)
"""Width and height of the smallest window in which a game is shown."""
NARROW_WINDOW = 60
"""Width below which a sentence may take two lines, and lists show less."""
ABOUT_LINES = 3
"""Lines of a command's description in a narrow window."""
LOW_CARD = 3
"""The height of a low card of a player."""
HEADER_WINDOW = 17
"""Height of a window from which a screen has a header."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether a window has no room for a game."""
    return width < MIN_WINDOW[0] or height < MIN_WINDOW[1]


def header_lines(height: int) -> int:
    """Return the height of the header in a window."""
    return 1 if height >= HEADER_WINDOW else 0


def status_lines(width: int, height: int, max_lines: int = 2) -> int:
    """Return the height of the status line; a narrow window that is high enough has more lines."""
    return max_lines if width < NARROW_WINDOW and height >= MIN_WINDOW[1] else 1


def fit_board(width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows of the largest board that a window shows without scrolling."""
    columns = (width - RIM) // PLAIN_PIXELS
    rows = height - NUMBER_LINES - SCREEN_LINES
    return (min(max(columns, MIN_SIZE), MAX_SIZE), min(max(rows, MIN_SIZE), MAX_SIZE))
