"""The lines of a board, and small pictures of boards and discs. Pure, no Textual."""

from __future__ import annotations

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_art import cell_line
from p4tui.tui.look.board_state import BoardState
from p4tui.tui.look.cells import RIM, CellSize, Frame
from p4tui.tui.look.looks import EMPTY, Look
from p4tui.tui.look.margins import lane_lines, number_line, score_lines
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.scene import Scene
from p4tui.tui.look.span import Line, Span
from p4tui.tui.look.viewport import Viewport


def board_lines(scene: Scene) -> list[Line]:
    """Return the lane, the visible rows from the top, the column numbers and the scores."""
    numbers = number_line(scene)
    if scene.frame.numbers_above:
        return [numbers, *cell_lines(scene), *score_lines(scene)]
    return [*lane_lines(scene), *cell_lines(scene), numbers, *score_lines(scene)]


def cell_lines(scene: Scene) -> list[Line]:
    """Return the lines of the visible rows, from the top."""
    cell, view, looks = scene.cell, scene.view, scene.state.looks()
    if not scene.dims:
        looks = {place: look._replace(dimmed=False) for place, look in looks.items()}
    lines: list[Line] = []
    for place in range(view.rows):
        row = view.row + view.rows - 1 - place
        shown = [looks.get(Cell(column, row), EMPTY) for column in scene.columns]
        for line in range(cell.first_line(place), cell.first_line(place + 1)):
            own, board = line - cell.first_line(place), scene.board(line)
            left, right = _rim(scene, line, board)
            spans = [left]
            for look in shown:
                spans += cell_line(
                    look, cell, cell.start(place), own, scene.art, scene.palette, board
                )
            lines.append([*spans, right] if cell.right_rim else spans)
    return lines


def _rim(scene: Scene, line: int, board: str) -> tuple[Span, Span]:
    """Return the ends of a line of cells: round at the top, with signs for hidden rows above and below."""
    view = scene.view
    left = right = Span(" " * RIM, scene.ink("", board))
    if line == 0 and scene.rounded and scene.frame.lane:
        left, right = (Span(sign, scene.ink(board, scene.palette.lane)) for sign in "▟▙")
    above, below = "^v" if scene.art.glyphs == "ascii" else "▴▾"
    ink = scene.ink(scene.palette.white, board)
    if line == 0 and view.row + view.rows < view.total_rows:
        left = Span(above, ink)
    elif line == scene.cell.lines(view.rows) - 1 and view.row:
        left = Span(below, ink)
    return left, right


def mini_board(
    position: Position,
    starter: Colour,
    cell: CellSize,
    art: Art,
    palette: Palette,
    *,
    last: Cell | None = None,
) -> list[Line]:
    """Return a small board without a lane and without numbers, as large as `CellSize.width` and `CellSize.lines` say.

    A winning line is not marked: another board is then shown in half as many bytes.
    """
    columns, rows = position.geometry.columns, position.geometry.rows
    view = Viewport(0, 0, columns, rows, columns, rows)
    state = BoardState(position, starter, last, marks_line=False)
    return cell_lines(Scene(state, Frame(cell, lane=0), view, art, palette))


def disc_icon(colour: Colour | None, pixels: int, art: Art, palette: Palette) -> list[Line]:
    """Return a piece of board with a disc, or with a hole, `pixels` characters wide and half as many lines high."""
    board = "" if art.colours == "none" else palette.board
    # Discs of quadrants have a gap above and at both sides that a disc alone does not need.
    gap = 1 if art.glyphs == "neutral" else 0
    cell = CellSize(pixels + 2 * gap)
    return [
        _inner(cell_line(Look(colour), cell, 0, line, art, palette, board), gap)
        for line in range(gap, gap + (pixels + 1) // 2)
    ]


def _inner(line: Line, gap: int) -> Line:
    """Return a line without some characters at both ends."""
    if not gap:
        return line
    characters = [Span(character, span.style) for span in line for character in span.text]
    return characters[gap:-gap]
