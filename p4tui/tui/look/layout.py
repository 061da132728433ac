"""The layout grid: sizes of windows, boards, cells and panels. Pure arithmetic, no Textual.

Sizes are in characters. A board of C columns and R rows with cells of w x h characters is C x w characters wide (one more with
the smallest cells, whose gap is on one side only) and R x h + 2 high: a line for the pointer, the rows, and the column
numbers. Scores take one more line, two with the smallest cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE

BOARD_EXTRA_LINES = 2
"""The pointer's line above the rows and the column numbers below them."""
SCREEN_LINES = 2
"""The status line and the key bar."""
MIN_CELL = (2, 1)
"""The smallest cell: width and height."""
SCORE_WIDTH = 3
"""Narrower cells have no room for a score of three characters."""
MIN_ROWS_ABOVE_SCORES = 4
"""The minimum number of visible rows if scores are shown on a scrolling board."""
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
MAX_CELL_HEIGHT = 12
"""The height of the largest cell, lines."""
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
class CellSize:
    """The size of a cell, in characters: about twice as wide as high, so that diagonals look like diagonals."""

    width: int
    height: int

    @property
    def margin(self) -> int:
        """Characters left of the first column: the smallest cells have a gap only on the right."""
        return 1 if self.height == 1 else 0

    @property
    def score_lines(self) -> int:
        """Lines for the scores: those of narrow cells alternate between two lines."""
        return 2 if self.width < SCORE_WIDTH else 1

    def board(self, columns: int, rows: int, *, scores: bool = False) -> tuple[int, int]:
        """Return width and height of a board with such cells."""
        lines = BOARD_EXTRA_LINES + (self.score_lines if scores else 0)
        return (columns * self.width + self.margin, rows * self.height + lines)


def cell_size(
    columns: int, rows: int, width: int, height: int, *, scores: bool = False
) -> CellSize:
    """Return the largest cell size at which a board fits. If none fits, return the smallest; the board then scrolls."""
    for cell_height in range(MAX_CELL_HEIGHT, 0, -1):
        for cell_width in (2 * cell_height, 2 * cell_height - 1):
            cell = CellSize(cell_width, cell_height)
            needed = cell.board(columns, rows, scores=scores)
            odd = cell_width % 2 and cell_height < 3
            if not odd and needed[0] <= width and needed[1] <= height:
                return cell
    return CellSize(*MIN_CELL)


def scores_fit(columns: int, rows: int, width: int, height: int) -> bool:
    """Return whether a space has room for scores.

    They hide no row of a board that fits without them; of one that scrolls they leave `MIN_ROWS_ABOVE_SCORES` visible.
    """
    cell = cell_size(columns, rows, width, height, scores=True)
    if cell.board(columns, rows, scores=True)[1] <= height:
        return True
    return (
        cell.board(columns, rows)[1] > height
        and height - BOARD_EXTRA_LINES - cell.score_lines >= MIN_ROWS_ABOVE_SCORES
    )


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The sizes of the board and the panel of a game, in characters.

    Attributes:
        board: width and height of the board.
        panel: width and height of the panel; zero if there is no room for one.
        beside: whether the panel is right of the board, not above it.
        cell: the size of a cell.
    """

    board: tuple[int, int]
    panel: tuple[int, int]
    beside: bool
    cell: CellSize


def arrange(
    columns: int,
    rows: int,
    width: int,
    height: int,
    *,
    scores: bool = False,
    clock: bool = False,
) -> Arrangement:
    """Return the arrangement with the largest board: the panel beside it, above it, or nowhere.

    `height` excludes the status line and the key bar. With a `clock`, a board that scrolls leaves a line for the times.
    """
    scores = scores and scores_fit(columns, rows, width, height)
    beside = cell_size(columns, rows, width - MIN_PANEL_WIDTH - 1, height, scores=scores)
    above = cell_size(columns, rows, width, height - PANEL_HEIGHT, scores=scores)
    needs = beside.board(columns, rows, scores=scores)
    if beside.height >= above.height and needs[0] + 1 + MIN_PANEL_WIDTH <= width:
        board = (min(needs[0], width), min(needs[1], height))
        panel = (min(width - board[0] - 1, MAX_PANEL_WIDTH), height)
        return Arrangement(board, panel, beside=True, cell=beside)
    needs = above.board(columns, rows, scores=scores)
    min_lines = 1 if clock and needs[1] > height else 0
    room = min(PANEL_HEIGHT, max(height - needs[1], min_lines))
    board = (min(needs[0], width), min(needs[1], height - room))
    return Arrangement(board, (width if room else 0, room), beside=False, cell=above)


def fit_board(width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows of the largest board that a window shows without scrolling."""
    columns = (width - 1) // MIN_CELL[0]
    rows = (height - BOARD_EXTRA_LINES - SCREEN_LINES) // MIN_CELL[1]
    return (min(max(columns, MIN_SIZE), MAX_SIZE), min(max(rows, MIN_SIZE), MAX_SIZE))
