"""Proves the claims of the lessons, with the exact solver or cell by cell.

Nothing here is shared with the code that shows the lessons. Columns and rows are counted from 1, as in the claims.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from p4tui.core.lines import Direction
from p4tui.core.position import Position, Side, Termination
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.levels import level
from p4tui.review.lessons import claims as said

COLUMNS, ROWS = 7, 6
SUPPLY = 21
"""The discs of a side."""
MIDDLE_FIRST = (4, 3, 5, 2, 6, 1, 7)
STEPS = {
    Direction.HORIZONTAL: (1, 0),
    Direction.VERTICAL: (0, 1),
    Direction.RISING: (1, 1),
    Direction.FALLING: (1, -1),
}

Cells = tuple[tuple[int, int], ...]


def lines(direction: Direction | None = None) -> Iterator[Cells]:
    """Yield the cells of every line of the board."""
    for each in Direction if direction is None else (direction,):
        across, up = STEPS[each]
        for column in range(1, COLUMNS + 1):
            for row in range(1, ROWS + 1):
                cells = tuple((column + across * n, row + up * n) for n in range(4))
                if all(1 <= c <= COLUMNS and 1 <= r <= ROWS for c, r in cells):
                    yield cells


ALL_LINES = tuple(lines())


def cells_of(position: Position, side: Side) -> frozenset[tuple[int, int]]:
    """Return the cells of a side's discs."""
    return frozenset(
        (c, r)
        for c in range(1, COLUMNS + 1)
        for r in range(1, ROWS + 1)
        if position.at(c - 1, r - 1) is side
    )


def free_row(position: Position, column: int) -> int | None:
    """Return the row in which the next disc in a column lands, None if it is full."""
    row = sum(position.at(column - 1, r) is not None for r in range(ROWS)) + 1
    return row if row <= ROWS else None


def open_columns(position: Position) -> tuple[int, ...]:
    return tuple(c for c in range(1, COLUMNS + 1) if free_row(position, c) is not None)


def completes(
    position: Position, side: Side, cell: tuple[int, int], direction: Direction | None = None
) -> bool:
    """Return whether a disc of a side in an empty cell would complete a line."""
    discs = cells_of(position, side) | {cell}
    return position.at(cell[0] - 1, cell[1] - 1) is None and any(
        cell in line and discs.issuperset(line) for line in lines(direction)
    )


def winning(position: Position, side: Side) -> tuple[int, ...]:
    """Return the columns in which a side would complete a line at once."""
    return tuple(
        c
        for c in open_columns(position)
        if completes(position, side, (c, free_row(position, c) or 0))
    )


def poison(position: Position) -> tuple[int, ...]:
    """Return the columns where the other side wins on top of the mover's disc."""
    found = []
    for column in open_columns(position):
        after = position.play(column - 1)
        if after.outcome is None and column in winning(after, after.to_move):
            found.append(column)
    return tuple(found)


def follow(position: Position, moves: str) -> Position:
    for symbol in moves:
        position = position.play(int(symbol) - 1)
    return position


def end_in_moves(position: Position, score: int) -> int:
    """Return the winner's moves until the end: its discs left, less those that it keeps."""
    winner = position.to_move if score > 0 else position.to_move.other
    left = SUPPLY - len(cells_of(position, winner))
    return left - abs(score) + 1


@lru_cache(None)
def _sees(position: Position, discs: int) -> int:
    """Return a value of a position for the side to move, from the next `discs` discs alone.

    The sooner a win, the higher; the later a loss, the higher; 0 if neither side can force a win so soon.
    """
    if discs == 0:
        return 0
    if any(position.wins_at(c) for c in position.legal_columns()):
        return 100
    best = -1000
    threats = [c for c in position.legal_columns() if position.wins_at(c, position.to_move.other)]
    # With an open threat against it, any other column loses to the next disc but one.
    for column in threats[:1] if threats and discs > 1 else position.legal_columns():
        after = position.play(column)
        value = 0 if after.outcome is not None else -_sees(after, discs - 1)
        best = max(best, value - (value > 0) + (value < 0))
    return best


def looks_ahead(position: Position, discs: int) -> int:
    """Return the column that a player chooses who looks so many discs ahead."""
    values = {}
    for column in MIDDLE_FIRST:
        if free_row(position, column) is None:
            continue
        if position.wins_at(column - 1):
            values[column] = 101
            continue
        after = position.play(column - 1)
        values[column] = 0 if after.outcome is not None else -_sees(after, discs - 1)
    best = max(values.values())
    return next(column for column, value in values.items() if value == best)


class Prover:
    """Proves claims about positions.

    Attributes:
        solver: the exact solver.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._scores: dict[Position, dict[int, int]] = {}

    def scores(self, position: Position) -> dict[int, int]:
        """Return the exact score of every open column."""
        if position not in self._scores:
            found = self.solver.analyse(position, line=False)
            assert found.proven
            self._scores[position] = {
                column: score for column, score in enumerate(found.columns, 1) if score is not None
            }
        return self._scores[position]

    def holds(self, position: Position, claim: Any) -> bool:
        """Return whether a claim about a position is true."""
        check: Callable[[Position, Any], bool] = getattr(self, f"_{type(claim).__name__}")
        return check(position, claim)

    # -- the rules alone --------------------------------------------------------------------------------------------

    def _After(self, position: Position, claim: said.After) -> bool:
        return self.holds(follow(position, claim.moves), claim.claim)

    def _Discs(self, position: Position, claim: said.Discs) -> bool:
        return bool(claim.cells) and cells_of(position, claim.side).issuperset(claim.cells)

    def _Completes(self, position: Position, claim: said.Completes) -> bool:
        row = free_row(position, claim.column)
        cell = (claim.column, row or 0)
        return row is not None and completes(position, position.to_move, cell, claim.direction)

    def _NoWinNow(self, position: Position, _claim: said.NoWinNow) -> bool:
        return not winning(position, position.to_move)

    def _Threatens(self, position: Position, claim: said.Threatens) -> bool:
        return claim.column in winning(position, position.to_move.other)

    def _ThreatsRun(self, position: Position, claim: said.ThreatsRun) -> bool:
        side = position.to_move.other
        cells = [(c, free_row(position, c) or 0) for c in winning(position, side)]
        others = [each for each in Direction if each is not claim.direction]
        return bool(cells) and all(
            completes(position, side, cell, claim.direction)
            and not any(completes(position, side, cell, other) for other in others)
            for cell in cells
        )

    def _OnlyThreats(self, position: Position, claim: said.OnlyThreats) -> bool:
        return winning(position, position.to_move.other) == claim.columns

    def _WinningCell(self, position: Position, claim: said.WinningCell) -> bool:
        return completes(position, claim.side, claim.cell)

    def _LandsOn(self, position: Position, claim: said.LandsOn) -> bool:
        return free_row(position, claim.column) == claim.row

    def _Free(self, position: Position, claim: said.Free) -> bool:
        row = free_row(position, claim.column)
        return claim.cells == (0 if row is None else ROWS - row + 1)

    def _OpenColumns(self, position: Position, claim: said.OpenColumns) -> bool:
        return open_columns(position) == claim.columns

    def _Poisoned(self, position: Position, claim: said.Poisoned) -> bool:
        return claim.column in poison(position)

    def _OnlyPoison(self, position: Position, claim: said.OnlyPoison) -> bool:
        return poison(position) == claim.columns

    def _LinesOfBoard(self, _position: Position, claim: said.LinesOfBoard) -> bool:
        return len(list(lines(claim.direction))) == claim.number

    def _LinesThrough(self, _position: Position, claim: said.LinesThrough) -> bool:
        return sum(claim.cell in line for line in ALL_LINES) == claim.number

    def _BusiestCells(self, _position: Position, claim: said.BusiestCells) -> bool:
        counts = {cell: sum(cell in line for line in ALL_LINES) for cell in set().union(*ALL_LINES)}
        most = max(counts.values())
        return {cell for cell, count in counts.items() if count == most} == set(claim.cells)

    def _LinesCross(self, _position: Position, claim: said.LinesCross) -> bool:
        upright = set(lines(Direction.VERTICAL))
        return all(
            any(c == claim.column for c, _row in line) for line in ALL_LINES if line not in upright
        )

    def _LastColumn(self, _position: Position, claim: said.LastColumn) -> bool:
        before = (COLUMNS - 1) * ROWS
        landed = [row for row in range(1, ROWS + 1) if (before + row - 1) % 2 == claim.side]
        return tuple(landed) == claim.rows

    def _LooksAhead(self, position: Position, claim: said.LooksAhead) -> bool:
        return looks_ahead(position, claim.discs) == claim.column

    def _LevelChooses(self, position: Position, claim: said.LevelChooses) -> bool:
        chosen = {
            level(claim.level)
            .make(random.Random(seed))
            .choose_column(position, Limit(nodes=1), StopFlag())
            + 1
            for seed in range(200)
        }
        return chosen == set(claim.columns)

    # -- best play --------------------------------------------------------------------------------------------------

    def _Wins(self, position: Position, claim: said.Wins) -> bool:
        return self.scores(position)[claim.column] > 0

    def _Draws(self, position: Position, claim: said.Draws) -> bool:
        return self.scores(position)[claim.column] == 0

    def _Loses(self, position: Position, claim: said.Loses) -> bool:
        return self.scores(position)[claim.column] < 0

    def _WinsIn(self, position: Position, claim: said.WinsIn) -> bool:
        score = self.scores(position)[claim.column]
        return score > 0 and end_in_moves(position, score) == claim.moves

    def _LosesIn(self, position: Position, claim: said.LosesIn) -> bool:
        score = self.scores(position)[claim.column]
        return score < 0 and end_in_moves(position, score) == claim.moves

    def _OnlyWin(self, position: Position, claim: said.OnlyWin) -> bool:
        return [c for c, score in self.scores(position).items() if score > 0] == [claim.column]

    def _OnlyHold(self, position: Position, claim: said.OnlyHold) -> bool:
        return [c for c, score in self.scores(position).items() if score >= 0] == [claim.column]

    def _AllLose(self, position: Position, _claim: said.AllLose) -> bool:
        return all(score < 0 for score in self.scores(position).values())

    def _OthersLose(self, position: Position, claim: said.OthersLose) -> bool:
        others = [s for c, s in self.scores(position).items() if c not in claim.columns]
        most = claim.moves or SUPPLY
        return bool(others) and all(s < 0 and end_in_moves(position, s) <= most for s in others)

    def _LatestLoss(self, position: Position, claim: said.LatestLoss) -> bool:
        scores = dict(self.scores(position))
        own = scores.pop(claim.column)
        return own < 0 and all(score < own for score in scores.values())

    def _ScoreIs(self, position: Position, claim: said.ScoreIs) -> bool:
        return self.scores(position)[claim.column] == claim.score

    def _EndsOn(self, position: Position, claim: said.EndsOn) -> bool:
        analysis = self.solver.analyse(position)
        *before, last = analysis.line
        for column in before:
            position = position.play(column)
        cell = (last + 1, free_row(position, last + 1))
        outcome = position.play(last).outcome
        assert outcome is not None
        return analysis.proven and cell == claim.cell and outcome.termination is Termination.LINE
