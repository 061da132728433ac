"""The rules once more, as naively as possible: a list of lists and a scan in four directions.

It shares nothing with `p4tui.core` but the numbers of columns, rows and discs in line, so that the two can be compared.
`assert_same` compares a position with a board, `random_game` plays both side by side.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome, Position, Side, Termination

STEPS = {"horizontal": (1, 0), "vertical": (0, 1), "rising": (1, 1), "falling": (1, -1)}
"""The directions by name: the step in columns and in rows."""

STANDARD = Geometry()
"""Seven columns, six rows, four in line."""


class Board:
    """A mutable board: `grid[row][column]` is 0 for an empty cell, 1 for the first side, 2 for the second."""

    def __init__(self, columns: int, rows: int, connect: int) -> None:
        self.columns = columns
        self.rows = rows
        self.connect = connect
        self.grid = [[0] * columns for _ in range(rows)]
        self.turn = 1

    def at(self, column: int, row: int) -> int:
        """What a cell holds, 0 off the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return self.grid[row][column]
        return 0

    def free_row(self, column: int) -> int | None:
        """The lowest free row of a column, None where it is full or missing."""
        if 0 <= column < self.columns:
            for row in range(self.rows):
                if self.grid[row][column] == 0:
                    return row
        return None

    def drop(self, column: int) -> None:
        """Drop a disc of the side to move; the caller keeps the move legal."""
        row = self.free_row(column)
        assert row is not None
        self.grid[row][column] = self.turn
        self.turn = 3 - self.turn

    def runs(self, direction: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Every longest run of one side's discs in a direction: its owner and its cells (column, row)."""
        across, up = STEPS[direction]
        for row in range(self.rows):
            for column in range(self.columns):
                owner = self.grid[row][column]
                if owner == 0 or self.at(column - across, row - up) == owner:
                    continue
                run = [(column, row)]
                while self.at(run[-1][0] + across, run[-1][1] + up) == owner:
                    run.append((run[-1][0] + across, run[-1][1] + up))
                yield owner, run

    def lines(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """The runs that are long enough to win."""
        found = [run for direction in STEPS for run in self.runs(direction)]
        return [(owner, run) for owner, run in found if len(run) >= self.connect]

    def has_line(self, side: int, direction: str) -> bool:
        """Whether a side has a line in a direction."""
        return any(
            owner == side and len(run) >= self.connect for owner, run in self.runs(direction)
        )

    def longest(self, column: int, row: int) -> int:
        """The length of the longest run through a cell, 0 for an empty one."""
        runs = [run for direction in STEPS for _, run in self.runs(direction)]
        return max((len(run) for run in runs if (column, row) in run), default=0)

    def full(self) -> bool:
        """Whether no cell is free."""
        return all(all(row) for row in self.grid)

    def open_columns(self) -> list[int]:
        """The columns with a free cell; they can be played where there is no line."""
        return [column for column in range(self.columns) if self.free_row(column) is not None]


def board_of(position: Position) -> Board:
    """The board that shows a position, cell by cell."""
    geometry = position.geometry
    board = Board(geometry.columns, geometry.rows, geometry.connect)
    for row in range(geometry.rows):
        for column in range(geometry.columns):
            side = position.at(column, row)
            board.grid[row][column] = 0 if side is None else side + 1
    board.turn = position.to_move + 1
    return board


def position_after(geometry: Geometry, choices: Iterable[int]) -> Position:
    """The position after as many moves as there are choices, or at the end of the game; each number picks a legal column."""
    position = Position(geometry)
    for choice in choices:
        legal = position.legal_columns()
        if not legal:
            break
        position = position.play(legal[choice % len(legal)])
    return position


def assert_same(position: Position, board: Board) -> None:
    """Compare the side to move, the legal columns, the outcome and the winning cells."""
    lines = board.lines()
    expected: Outcome | None = None
    if lines:
        expected = Outcome(Termination.LINE, Side(lines[0][0] - 1))
    elif board.full():
        expected = Outcome(Termination.FULL_BOARD, None)
    assert position.outcome == expected
    assert list(position.legal_columns()) == ([] if lines else board.open_columns())
    assert set(position.winning_cells()) == {cell for _, run in lines for cell in run}
    assert position.to_move == board.turn - 1


def random_game(rng: random.Random, geometry: Geometry = STANDARD) -> Game:
    """Play a random game to its end through `Game` and `Board` side by side, compared before and after every move."""
    game = Game.new(Position(geometry))
    board = Board(geometry.columns, geometry.rows, geometry.connect)
    assert_same(game.position, board)
    while game.outcome is None:
        column = rng.choice(game.position.legal_columns())
        landing = game.position.landing_cell(column)
        assert landing == (column, board.free_row(column))
        game = game.play(column)
        board.drop(column)
        assert_same(game.position, board)
    assert board_of(game.position).grid == board.grid
    return game
