"""`Lesson`, `Exercise` and `Statement`: the parts of a lesson."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.review.lessons.claims import (
    After,
    Claim,
    Completes,
    OnlyThreats,
    Poisoned,
    Threatens,
    WinningCell,
)
from p4tui.review.lessons.proofs import Proof, proofs

Mark = tuple[Cell, Side]
"""A free cell, and a side that would complete a line there."""


class Goal(Enum):
    """What an exercise asks for. The right columns are all that reach the goal."""

    LINE = "complete a line"
    BLOCK = "keep the other side from completing a line at once"
    WIN = "win with best play of both sides"
    HOLD = "avoid a loss; no column wins"


@dataclass(frozen=True, slots=True)
class Statement:
    """A text with everything that it claims.

    Attributes:
        text: to be translated. It names columns as `{c4}` and rows as `{r3}`, counted from 1.
        claims: the facts in it.
    """

    text: str
    claims: tuple[Claim, ...] = ()

    def marks(self, position: Position) -> set[Mark]:
        """Return the cells of a position in which it says that a side would complete a line."""
        return {mark for claim in self.claims for mark in _marks(claim, position)}


def _marks(claim: Claim, position: Position) -> Iterator[Mark]:
    """Yield the cells of a claim in which a side would complete a line."""
    match claim:
        case After(moves, said):
            for symbol in moves:
                position = position.play(int(symbol) - 1)
            yield from _marks(said, position)
        case WinningCell(side, (column, row)):
            yield Cell(column - 1, row - 1), side
        case OnlyThreats(columns):
            for column in columns:
                yield _landing(position, column), position.to_move.other
        case Threatens(column):
            yield _landing(position, column), position.to_move.other
        case Completes(column, _direction):
            yield _landing(position, column), position.to_move
        case Poisoned(column):
            cell = _landing(position, column)
            yield Cell(cell.column, cell.row + 1), position.to_move.other


def _landing(position: Position, column: int) -> Cell:
    """Return the landing cell of a column, counted from 1."""
    cell = position.landing_cell(column - 1)
    assert cell is not None
    return cell


def statement(text: str, *claims: Claim) -> Statement:
    """Return a text, marked for the catalogues, with its claims."""
    return Statement(text, claims)


@dataclass(frozen=True)
class Exercise:
    """A position to play.

    Attributes:
        moves: the move string of the position; within its lesson it identifies the exercise.
        goal: what is asked for.
        right: the columns that reach the goal, counted from 1.
        scene: what there is to see before the answer.
        answer: why the right columns are right.
        notes: why some wrong columns are wrong, by column; the proof says what happens after the others.
    """

    moves: str
    goal: Goal
    right: tuple[int, ...]
    scene: Statement
    answer: Statement
    notes: Mapping[int, Statement] = field(default_factory=dict)

    @cached_property
    def position(self) -> Position:
        """The position to play."""
        return parse_game(self.moves).position

    @property
    def proof(self) -> Proof:
        """The exact scores of the columns, and the best answers to the wrong ones."""
        return proofs()[self.moves]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every statement of the exercise."""
        return (self.scene, self.answer, *self.notes.values())


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Attributes:
        id: its name in what is saved.
        title: to be translated.
        paragraphs: its text.
        exercises: its positions.
    """

    id: str
    title: str
    paragraphs: tuple[Statement, ...]
    exercises: tuple[Exercise, ...]
