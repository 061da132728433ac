"""The summary of one side's moves, in one game or in many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from p4tui.core.position import Side
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove


class Phase(Enum):
    """A third of the game, by the discs on the board; the value is its name in JSON."""

    OPENING = "opening"
    MIDDLE = "middle"
    END = "end"


@dataclass(slots=True)
class Summary:
    """Counts over moves of one side.

    Attributes:
        moves: all moves, also the unproven ones.
        unproven: the moves without proven scores.
        real_choices: the moves that were real choices (see `ReviewedMove`).
        kept: the real choices that kept the result.
        marks: the number of moves with each mark.
        lost: the number of mistakes and blunders in each phase.
    """

    moves: int = 0
    unproven: int = 0
    real_choices: int = 0
    kept: int = 0
    marks: Counter[Mark] = field(default_factory=Counter)
    lost: Counter[Phase] = field(default_factory=Counter)

    def add(self, move: ReviewedMove) -> None:
        """Count a move."""
        self.moves += 1
        self.unproven += not move.proven
        self.real_choices += move.real_choice
        self.kept += move.real_choice and move.keeps_result
        self.marks[move.mark] += 1
        if move.mark.loses_result:
            self.lost[phase_of(move)] += 1

    def update(self, other: Summary) -> None:
        """Add the counts of another summary."""
        self.moves += other.moves
        self.unproven += other.unproven
        self.real_choices += other.real_choices
        self.kept += other.kept
        self.marks.update(other.marks)
        self.lost.update(other.lost)


def phase_of(move: ReviewedMove) -> Phase:
    """Return the phase of the game in which a move was made."""
    cells, discs = move.position.geometry.cells, move.position.ply
    return tuple(Phase)[min(discs * 3 // cells, 2)]


def summarise(moves: Iterable[ReviewedMove]) -> dict[Side, Summary]:
    """Return the summary of each side."""
    found = {side: Summary() for side in Side}
    for move in moves:
        found[move.side].add(move)
    return found
