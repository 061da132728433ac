"""The state of a game that a board shows. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from p4tui.core.colour import Colour, colour_of
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.fall import Fall
from p4tui.tui.look.looks import EMPTY, Look, Threat


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
    """The state of a game that a board shows.

    Attributes:
        position: the discs on the board.
        starter: the colour that began.
        last: the cell of the last move.
        hint: the advised column.
        threats: the empty cells that complete a line, each with the colours that would win there, red first.
        pointer: the chosen column, or None on a board without input.
        choosing: whether a person may move now.
        chosen: the cell of the cell cursor.
        fall: the running animation.
        scores: the score of each column, or None for no scores.
        badge: a column and the sign above it, for a move that is spoken of.
        marks_line: whether a winning line stands out.
    """

    position: Position
    starter: Colour = Colour.RED
    last: Cell | None = None
    hint: int | None = None
    threats: Mapping[Cell, tuple[Colour, ...]] = field(default_factory=dict)
    pointer: int | None = None
    choosing: bool = False
    chosen: Cell | None = None
    fall: Fall | None = None
    scores: Sequence[ScoreLabel] | None = None
    badge: tuple[int, str] | None = None
    marks_line: bool = True

    @property
    def chooser(self) -> Colour | None:
        """The colour for which a person chooses a column now."""
        if self.pointer is None or not self.choosing or self.position.outcome is not None:
            return None
        return colour_of(self.position.to_move, self.starter)

    def looks(self) -> dict[Cell, Look]:
        """Return the looks of all cells that are not plain holes."""
        position, geometry = self.position, self.position.geometry
        won = set(position.winning_cells()) if self.marks_line else set()
        looks: dict[Cell, Look] = {}
        for discs, colour in (
            (position.first, self.starter),
            (position.second, self.starter.other),
        ):
            for cell in geometry.cells_of(discs):
                looks[cell] = Look(
                    colour,
                    last=cell == self.last and cell not in won,
                    won=cell in won,
                    dimmed=bool(won) and cell not in won,
                )
        if self.fall is not None:
            return self.fall.apply_to(looks)
        self._add_marks(looks)
        return looks

    def _add_marks(self, looks: dict[Cell, Look]) -> None:
        """Add the threats, the landing cell, the advised cell and the chosen cell."""
        for cell, winners in self.threats.items():
            looks[cell] = Look(threat=Threat(winners, cell.in_even_row))
        if self.pointer is not None and (colour := self.chooser) is not None:
            landing = self.position.landing_cell(self.pointer)
            if landing is not None:
                looks[landing] = looks.get(landing, EMPTY)._replace(ghost=colour)
            if self.chosen is not None:
                looks[self.chosen] = looks.get(self.chosen, EMPTY)._replace(chosen=True)
        if self.hint is not None:
            advised = self.position.landing_cell(self.hint)
            if advised is not None:
                looks[advised] = looks.get(advised, EMPTY)._replace(hint=True)
