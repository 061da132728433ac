"""The lines of the board for a state of the game. Pure, no Textual."""

from __future__ import annotations

from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.art import Art, Variant
from p4tui.tui.look.board_art import cell_line, mixed
from p4tui.tui.look.board_state import BoardState
from p4tui.tui.look.cells import RIM, CellSize, Frame
from p4tui.tui.look.looks import EMPTY, Look
from p4tui.tui.look.margins import lane_lines, number_line, score_lines
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.look.viewport import Viewport

GRADIENT = 0.45
"""The share of the darker tone in the last line of a board; none in the first."""


def board_lines(
    state: BoardState, frame: Frame, view: Viewport, art: Art, palette: Palette
) -> list[Line]:
    """Return the lane, the visible rows from the top, the column numbers and the scores."""
    cell, looks = frame.cell, state.looks()
    if art.lean or not palette.mixes:
        looks = {place: replace(look, dimmed=False) for place, look in looks.items()}
    numbers = number_line(state, frame, view, art, palette)
    lines: list[Line] = (
        [numbers] if frame.numbers_above else lane_lines(state, frame, view, art, palette)
    )
    height = cell.lines(view.rows)
    columns = range(view.column, view.column + view.columns)
    for place in range(view.rows):
        row = view.row + view.rows - 1 - place
        shown = [looks.get(Cell(column, row), EMPTY) for column in columns]
        for line in range(cell.first_line(place), cell.first_line(place + 1)):
            board = board_colour(line, height, cell, art, palette)
            own = line - cell.first_line(place)
            left, right = rim(line, frame, view, art, palette, board)
            spans = [left]
            for look in shown:
                spans += cell_line(look, cell, cell.start(place), own, art, palette, board)
            lines.append([*spans, right] if cell.right_rim else spans)
    if not frame.numbers_above:
        lines.append(numbers)
    return [*lines, *score_lines(state, frame, view, art, palette)]


def board_colour(line: int, height: int, cell: CellSize, art: Art, palette: Palette) -> str:
    """Return the colour of a board on a line: it darkens from top to bottom."""
    if art.variant(cell.pixels) is Variant.FLAT:
        return palette.board
    return mixed(palette.board, palette.board_lo, GRADIENT * (line + 0.5) / height)


def rim(
    line: int, frame: Frame, view: Viewport, art: Art, palette: Palette, board: str
) -> tuple[Span, Span]:
    """Return the ends of a line of cells: round at the top, with signs for hidden rows above and below."""
    if art.colours == "none":
        board = ""
    ends = [Span(" " * RIM, Ink("", board))] * 2
    rounded = art.colours != "none" and art.glyphs != "ascii" and not frame.cell.is_plain
    if line == 0 and rounded and frame.lane and not frame.numbers_above:
        ends = [Span(sign, Ink(board, palette.lane)) for sign in "▟▙"]
    signs = "▴▾" if art.glyphs != "ascii" else "^v"
    letters = "" if art.colours == "none" else palette.white
    if line == 0 and view.row + view.rows < view.total_rows:
        ends[0] = Span(signs[0], Ink(letters, board))
    elif line == frame.cell.lines(view.rows) - 1 and view.row:
        ends[0] = Span(signs[1], Ink(letters, board))
    return ends[0], ends[1]


def mini_board(
    position: Position,
    starter: Colour,
    cell: CellSize,
    art: Art,
    palette: Palette,
    *,
    last: Cell | None = None,
) -> list[Line]:
    """Return a small board without a lane and without numbers, as large as `CellSize.width` and `CellSize.lines` say."""
    columns, rows = position.geometry.columns, position.geometry.rows
    frame = Frame(cell, lane=0)
    view = Viewport(0, 0, columns, rows, columns, rows)
    lines = board_lines(BoardState(position, starter, last), frame, view, art, palette)
    return lines[: cell.lines(rows)]


def disc_icon(colour: Colour | None, pixels: int, art: Art, palette: Palette) -> list[Line]:
    """Return a piece of board with a disc, or with a hole, `pixels` characters wide and half as many lines high."""
    board = "" if art.colours == "none" else palette.board
    return [
        cell_line(Look(colour), CellSize(pixels), 0, line, art, palette, board)
        for line in range((pixels + 1) // 2)
    ]
