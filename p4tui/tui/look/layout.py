"""The layout grid: sizes of windows, boards, cells and panels. Pure arithmetic, no Textual.

Sizes are in characters. Those of boards are in `cells`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE
from p4tui.tui.look.art import Art
from p4tui.tui.look.cells import (
    BOARD_EXTRA_LINES,
    PLAIN_PIXELS,
    RIM,
    Frame,
    fit_frame,
    scores_fit,
)

SCREEN_LINES = 2
"""The status line and the key bar."""
MIN_PANEL_WIDTH = 14
"""The narrowest panel beside the board."""
MAX_PANEL_WIDTH = 40
"""The widest panel."""
PANEL_HEIGHT = 3
"""The panel's lines above the board."""
MIN_WINDOW = (30, 12)
"""Width and height of the smallest window in which a game is shown."""
NARROW_WINDOW = 60
"""Width below which a sentence may take two lines, and lists show less."""
PANEL_PAIRS = 6
"""Lines of the panel from which each player has two."""
PANEL_LONG_NAMES = 9
"""Lines of the panel from which a name may have two, even with a clock."""
PANEL_COUNTS = 26
"""Width of the panel from which a player's line holds discs and games won."""
MIN_NAME = 4
"""The minimum length of a name on a player's line."""
CHOICE_LINES = 6
"""The minimum number of choices below a board."""
NOTICE_MARGIN = 3
"""Lines of a window around a notice: two blank ones, and the way on."""
ABOUT_LINES = 3
"""Lines of a command's description in a narrow window."""


HEADER_WINDOW = 17
"""Height of a window from which a screen has a header."""


def header_lines(height: int) -> int:
    """Return the height of the header in a window."""
    return 1 if height >= HEADER_WINDOW else 0


def status_lines(width: int, height: int, max_lines: int = 2) -> int:
    """Return the height of the status line: more than one line in a narrow window that is not low as well."""
    return max_lines if width < NARROW_WINDOW and height >= MIN_WINDOW[1] else 1


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The sizes of the board and the panel of a game, in characters.

    Attributes:
        board: width and height of the board.
        panel: width and height of the panel; zero if there is no room for one.
        beside: whether the panel is right of the board, not above it.
        frame: the cells of the board and the lines around them.
    """

    board: tuple[int, int]
    panel: tuple[int, int]
    beside: bool
    frame: Frame


def arrange(
    columns: int,
    rows: int,
    width: int,
    height: int,
    art: Art,
    *,
    scores: bool = False,
    clock: bool = False,
) -> Arrangement:
    """Return the arrangement with the largest board: the panel beside it, above it, or nowhere.

    `height` excludes the status line and the key bar. With a `clock`, a board that scrolls leaves a line for the times.
    """
    scores = scores and scores_fit(columns, rows, width, height, art)
    beside = fit_frame(columns, rows, width - MIN_PANEL_WIDTH - 1, height, art)
    above = fit_frame(columns, rows, width, height - PANEL_HEIGHT, art)
    needs, frame = _needs(columns, rows, beside, height, scores=scores)
    if beside.cell.pixels >= above.cell.pixels and needs[0] + 1 + MIN_PANEL_WIDTH <= width:
        board = (min(needs[0], width), min(needs[1], height))
        panel = (min(width - board[0] - 1, MAX_PANEL_WIDTH), height)
        return Arrangement(board, panel, beside=True, frame=frame)
    needs, frame = _needs(columns, rows, above, height, scores=scores)
    min_lines = 1 if clock and needs[1] > height else 0
    room = min(PANEL_HEIGHT, max(height - needs[1], min_lines))
    board = (min(needs[0], width), min(needs[1], height - room))
    return Arrangement(board, (width if room else 0, room), beside=False, frame=frame)


def _needs(
    columns: int, rows: int, frame: Frame, height: int, *, scores: bool
) -> tuple[tuple[int, int], Frame]:
    """Return the size of a board with its scores, which need not have lines of their own."""
    with_scores = replace(frame, score_lines=frame.cell.score_lines if scores else 0)
    if frame.cell.is_plain or with_scores.size(columns, rows)[1] <= height:
        frame = with_scores
    return frame.size(columns, rows), frame


def fit_board(width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows of the largest board that a window shows without scrolling."""
    columns = (width - RIM) // PLAIN_PIXELS
    rows = height - BOARD_EXTRA_LINES - SCREEN_LINES
    return (min(max(columns, MIN_SIZE), MAX_SIZE), min(max(rows, MIN_SIZE), MAX_SIZE))
