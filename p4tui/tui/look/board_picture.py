"""The lines of the board for a state of the game. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from p4tui.core.colour import Colour, colour_of
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.board_art import ASCII, EMPTY, UNICODE, Look, cell_line, column_label
from p4tui.tui.look.discs import disc_centre
from p4tui.tui.look.fall import Fall
from p4tui.tui.look.layout import CellSize
from p4tui.tui.look.span import Line, Span
from p4tui.tui.look.viewport import Viewport


class ScoreLabel(NamedTuple):
    """The score under a column.

    Attributes:
        text: at most four characters; empty for a full column.
        best: whether the column is among the best.
    """

    text: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class BoardState:
    """The complete state of the board's picture.

    Attributes:
        position: the discs on the board.
        starter: the colour that began.
        last: the cell of the last move.
        hint: the advised column.
        pointer: the chosen column, or None on a board without input.
        choosing: whether a person may move now.
        chosen: the cell of the cell cursor.
        fall: the running animation.
        ascii_only: whether to draw in plain ASCII.
        scores: the score of each column, or None for no scores.
    """

    position: Position
    starter: Colour = Colour.RED
    last: Cell | None = None
    hint: int | None = None
    pointer: int | None = None
    choosing: bool = False
    chosen: Cell | None = None
    fall: Fall | None = None
    ascii_only: bool = False
    scores: Sequence[ScoreLabel] | None = None

    def looks(self) -> dict[Cell, Look]:
        """Return the state of the cells that are not plainly empty."""
        position, geometry = self.position, self.position.geometry
        won = set(position.winning_cells())
        looks: dict[Cell, Look] = {}
        for discs, colour in (
            (position.first, self.starter),
            (position.second, self.starter.other),
        ):
            for cell in geometry.cells_of(discs):
                looks[cell] = Look(colour, last=cell == self.last, won=cell in won)
        if self.fall is not None:
            return self.fall.apply_to(looks)
        if self.choosing and self.pointer is not None and position.outcome is None:
            self._add_choice(looks, self.pointer)
        return looks

    def _add_choice(self, looks: dict[Cell, Look], column: int) -> None:
        """Add the landing cell and the chosen cell."""
        landing = self.position.landing_cell(column)
        if landing is not None:
            looks[landing] = Look(ghost=colour_of(self.position.to_move, self.starter))
        if self.chosen is not None:
            looks[self.chosen] = replace(looks.get(self.chosen, EMPTY), chosen=True)


SIGNS = ("+", "-")
"""The first characters of scores other than 0."""


def board_lines(state: BoardState, cell: CellSize, view: Viewport) -> list[Line]:
    """Return the pointer's line, the visible rows from the top, the column numbers and the scores."""
    looks = state.looks()
    columns = range(view.column, view.column + view.columns)
    lines: list[Line] = [_pointer_line(state, cell, view)]
    for row in reversed(range(view.row, view.row + view.rows)):
        for line in range(cell.height):
            spans = [Span(_margin(state, view, row), "grid--board")] if cell.margin else []
            for column in columns:
                look = looks.get(Cell(column, row), EMPTY)
                spans.extend(cell_line(look, cell, line, ascii_only=state.ascii_only))
            lines.append(spans)
    labels = (column_label(column, view.total_columns, cell) for column in columns)
    numbers = [Span(label, "grid--number") for label in labels]
    lines.append([Span(" " * cell.margin, "grid--number"), *numbers])
    if state.scores is not None:
        steps = cell.score_lines
        for start in range(steps):
            seen = [column for column in columns if column % steps == start]
            lines.append(_score_line(state.scores, seen, cell, view))
    return lines


def _score_line(
    scores: Sequence[ScoreLabel], columns: Sequence[int], cell: CellSize, view: Viewport
) -> Line:
    """Return a line of scores, with their first digits under those of the numbers."""
    room = cell.width * cell.score_lines - (cell.score_lines - 1)
    spans: list[Span] = []
    end = 0
    for column in columns:
        text, best = scores[column]
        if len(text) > room:
            # The sign says who wins; the status line says in how many moves.
            text = text[0]
        start = cell.margin + (column - view.column) * cell.width
        start += disc_centre(cell.width, cell.height)[0] - (text[:1] in SIGNS)
        spans += [
            Span(" " * (start - end), "grid--score"),
            Span(text, "grid--score-best" if best else "grid--score"),
        ]
        end = start + len(text)
    return spans


def _margin(state: BoardState, view: Viewport, row: int) -> str:
    """Return the sign left of a row that marks hidden rows above or below."""
    more = (ASCII if state.ascii_only else UNICODE).more
    if row == view.row + view.rows - 1 < view.total_rows - 1:
        return more[2]
    return more[3] if row == view.row > 0 else " "


def _pointer_line(state: BoardState, cell: CellSize, view: Viewport) -> Line:
    """Return the line above the board: pointer, hint, and signs for hidden columns on the left or right."""
    glyphs = ASCII if state.ascii_only else UNICODE
    indent = disc_centre(cell.width, cell.height)[0]
    rest = cell.width - indent - 1
    spans = [Span(" " * cell.margin, "grid--edge")]
    for column in range(view.column, view.column + view.columns):
        sign = Span(" ", "grid--edge")
        if column == state.hint:
            sign = Span(glyphs.hint, "grid--hint")
        elif column == state.pointer:
            sign = Span(glyphs.pointer, "grid--pointer")
        spans += [Span(" " * indent, "grid--edge"), sign, Span(" " * rest, "grid--edge")]
    if view.column:
        spans[0] = Span(glyphs.more[0], "grid--pointer")
    if view.column + view.columns < view.total_columns:
        spans[-1] = Span(glyphs.more[1], "grid--pointer")
    return spans
