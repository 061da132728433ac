"""The claims of a review's reasons, checked without the review: a naive board, and scores from elsewhere.

`check` reads the English sentence of a reason, holds it against the reason's data, and checks what both claim.
Sides are 1 and 2, columns and rows count from 0, as in `oracle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.property.oracle import STEPS, Board

Score = Callable[[Board, tuple[int, ...]], int]
"""The score of a running position for the side to move, given the board and the moves that led to it."""
Spot = tuple[int, int]

NAMES = {1: "Red", 2: "Yellow"}
SENTENCES = {
    "wins": r"Column (?P<c>\d+) wins at once\.",
    "blocks": r"Column (?P<c>\d+) keeps (?P<n>\w+) from winning there\.",
    "leaves_unblocked": r"Column (?P<c>\d+) lets (?P<n>\w+) win in column (?P<t>\d+)\.",
    "lets_two_threats": r"Column (?P<c>\d+) lets (?P<n>\w+) make two threats at once with column (?P<t>\d+)\.",
    "two_threats": r"Column (?P<c>\d+) makes two threats at once\.",
    "prevents_two_threats": r"Column (?P<c>\d+) keeps (?P<n>\w+) from making two threats at once there\.",
    "on_top_wins": r"Column (?P<c>\d+) lets (?P<n>\w+) play on top of it and win\.",
    "lets_force": r"Column (?P<c>\d+) lets (?P<n>\w+) win by force, beginning with column (?P<t>\d+): no reply stops it\.",
    "forces": r"Column (?P<c>\d+) wins by force: no reply stops it\.",
    "spends_threat": r"Column (?P<c>\d+) gives up the threat on top of it: (?P<n>\w+) plays there\.",
    "on_top_only": r"Column (?P<c>\d+) lets (?P<n>\w+) play on top of it, the only answer that (?P<h>wins|holds the draw)\.",
    "poisons": r"Column (?P<c>\d+) poisons column (?P<t>\d+) for (?P<o>\w+): (?P<n>\w+) would win on top\.",
    "lets_zugzwang": r"After column (?P<c>\d+), best play can leave (?P<o>\w+) without a safe column: the threat of (?P<n>\w+) in column (?P<t>\d+), row (?P<r>\d+), decides\.",
    "lets_later_zugzwang": r"After column (?P<c>\d+), best play can leave (?P<o>\w+) without a safe column: (?P<n>\w+) wins in column (?P<t>\d+), row (?P<r>\d+)\.",
    "same_cell": r"Column (?P<c>\d+) leaves column (?P<t>\d+) to (?P<n>\w+), the only answer that (?P<h>wins|holds the draw)\.",
    "only_answer": r"After column (?P<c>\d+), (?P<n>\w+) has one answer that (?P<h>wins|holds the draw): column (?P<t>\d+)\.",
    "open_lines": r"Column (?P<c>\d+) keeps more lines open than column (?P<t>\d+) \((?P<m>\d+) against (?P<f>\d+)\)\.",
}
SENTENCES["key_cell"] = (
    r"Column (?P<c>\d+) takes a key cell: after any other column, (?P<n>\w+) plays there and (?P<h>wins|does not lose)\."
)
SENTENCES["lets_later_two_threats"] = SENTENCES["later_two_threats"] = (
    r"After column (?P<c>\d+), best play can end with (?P<n>\w+) making two threats at once\."
)
SENTENCES["zugzwang"] = SENTENCES["lets_zugzwang"]
SENTENCES["later_zugzwang"] = SENTENCES["lets_later_zugzwang"]
"""The sentence of each kind: column, there, name, other, row, more, fewer, holding."""
OF_THE_MOVER = {
    "wins",
    "two_threats",
    "forces",
    "poisons",
    "zugzwang",
    "later_zugzwang",
    "later_two_threats",
    "open_lines",
}
"""The kinds whose side is the mover."""


@dataclass(frozen=True)
class Claim:
    """What a reason says, in plain numbers and words.

    Attributes:
        moves: the moves before the position.
        played: the column that was played.
        kind, column, cells, there, lines, holds, line: as in the reason.
        side: 1 or 2.
        sentence: the English sentence.
    """

    moves: tuple[int, ...]
    played: int
    kind: str
    column: int
    side: int
    cells: tuple[Spot, ...]
    there: int | None
    lines: tuple[int, int]
    holds: bool
    line: tuple[int, ...]
    sentence: str


class Checker:
    """Checks claims on boards of one size.

    Args:
        columns, rows, connect: the board.
        score: scores from elsewhere.
        known: whether `score` can be asked of a position with so many empty cells.
    """

    def __init__(
        self, columns: int, rows: int, connect: int, score: Score, known: Callable[[int], bool]
    ) -> None:
        self.size = columns, rows, connect
        self._score = score
        self._known = known

    def check(self, claim: Claim) -> bool:
        """Check a claim, and return whether all of it could be: an early position may have no known score.

        Raises:
            AssertionError: the claim is false.
        """
        before = self.board(claim.moves)
        mover = before.turn
        assert claim.side == (mover if claim.kind in OF_THE_MOVER else 3 - mover)
        self._read(claim)
        for column, row in claim.cells:
            assert 0 <= column < self.size[0] and 0 <= row < self.size[1]
        after = dropped(before, claim.column)
        getattr(self, f"_{claim.kind}")(claim, before, after)
        return self._better(claim, before) and self._proven(claim, after)

    def board(self, moves: tuple[int, ...]) -> Board:
        """The board after moves."""
        board = Board(*self.size)
        for column in moves:
            board.drop(column)
        return board

    def _read(self, claim: Claim) -> None:
        """Hold the sentence against the data."""
        found = re.fullmatch(SENTENCES[claim.kind], claim.sentence)
        assert found, claim.sentence
        said = found.groupdict()
        assert int(said["c"]) - 1 == claim.column
        if "n" in said:
            assert said["n"] == NAMES[claim.side]
        if "o" in said:
            assert said["o"] == NAMES[3 - claim.side]
        if "t" in said:
            assert int(said["t"]) - 1 == claim.there
        if "r" in said:
            assert int(said["r"]) - 1 == claim.cells[0][1]
        if "h" in said:
            assert (said["h"] != "wins") is claim.holds
        if "m" in said:
            assert (int(said["m"]), int(said["f"])) == claim.lines

    def _better(self, claim: Claim, before: Board) -> bool:
        """Check that a column that was not played is worth most."""
        if claim.column == claim.played or claim.kind == "wins":
            return True
        if not self._known(empty(before) - 1):
            return False
        scores = self._columns(before, claim.moves)
        assert scores[claim.column] == max(scores.values()) > scores[claim.played]
        return True

    def _proven(self, claim: Claim, after: Board) -> bool:
        """Check what only scores can show."""
        moves = (*claim.moves, claim.column)
        if claim.kind == "key_cell":
            if not self._known(empty(after)):
                return False
            board = self.board(claim.moves)
            best = sign(max(self._columns(board, claim.moves).values()))
            assert claim.column == claim.played and best == claim.holds
            for other in set(board.open_columns()) - {claim.column}:
                line = (*claim.moves, other)
                worth = -self._child(dropped(board, other), line, claim.column)
                assert sign(worth) >= (0 if claim.holds else 1)
        if claim.kind in {"on_top_only", "same_cell", "only_answer"}:
            if not self._known(empty(after) - 1):
                return False
            replies = self._columns(after, moves)
            best = sign(max(replies.values()))
            assert best == (0 if claim.holds else 1)
            assert [c for c, score in replies.items() if sign(score) == best] == [claim.there]
            assert len(replies) > 1
            before = self._columns(self.board(claim.moves), claim.moves)
            kept = (
                sign(before[claim.there]) == sign(max(before.values()))
                if claim.there in before
                else False
            )
            assert sign(before[claim.played]) < sign(max(before.values()))
            assert claim.kind != "same_cell" or (kept and claim.there != claim.column)
        if claim.kind.endswith("zugzwang") or "later" in claim.kind:
            if not self._known(empty(after)):
                return False
            self._best_play(claim, after, moves)
        return True

    def _columns(self, board: Board, moves: tuple[int, ...]) -> dict[int, int]:
        """The score of each playable column."""
        return {c: -self._child(board, moves, c) for c in board.open_columns()}

    def _child(self, board: Board, moves: tuple[int, ...], column: int) -> int:
        """The score of the position after a column, for the side to move there."""
        child = dropped(board, column)
        if child.lines():
            return -final(child)
        return 0 if child.full() else self._score(child, (*moves, column))

    def _best_play(self, claim: Claim, board: Board, moves: tuple[int, ...]) -> None:
        """Check that no move of the line is worth less than the position."""
        score = self._score(board, moves)
        for column in claim.line:
            worth = self._child(board, moves, column)
            assert worth == -score
            board, moves, score = dropped(board, column), (*moves, column), worth
        assert board.lines()

    def _wins(self, claim: Claim, before: Board, after: Board) -> None:
        lines = after.lines()
        assert {owner for owner, _run in lines} == {before.turn}
        assert set(claim.cells) == {cell for _owner, run in lines for cell in run}

    def _blocks(self, claim: Claim, before: Board, _after: Board) -> None:
        assert claim.cells == ((claim.column, before.free_row(claim.column)),)
        assert completes(before, claim.cells[0], claim.side)

    def _leaves_unblocked(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.cells and claim.there == claim.cells[0][0] and not after.lines()
        for column, row in claim.cells:
            assert (
                column != claim.column and after.free_row(column) == before.free_row(column) == row
            )
            assert completes(after, (column, row), claim.side)

    def _on_top_wins(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.cells == ((claim.column, after.free_row(claim.column)),)
        assert completes(after, claim.cells[0], claim.side) and not after.lines()

    def _lets_two_threats(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there is not None and not after.lines()
        self._two(dropped(after, claim.there), claim.cells)

    def _two_threats(self, claim: Claim, before: Board, after: Board) -> None:
        self._two(after, claim.cells)

    def _prevents_two_threats(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.cells[0] == (claim.column, before.free_row(claim.column))
        supposed = dropped(before, claim.column)
        supposed.grid[claim.cells[0][1]][claim.column] = claim.side
        supposed.turn = 3 - claim.side
        self._two(supposed, claim.cells[1:])

    def _two(self, board: Board, cells: tuple[Spot, ...]) -> None:
        """Check that the side that moved has threats in some cells and wins in one of them after any reply."""
        winner = 3 - board.turn
        assert len(set(cells)) >= 2 and not board.lines()
        assert all(completes(board, cell, winner) for cell in cells)
        assert all(board.free_row(column) is not None for column, _row in cells)
        assert not wins(board, board.turn)
        for reply in board.open_columns():
            assert set(wins(dropped(board, reply), winner)) & set(cells)

    def _lets_force(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there == claim.line[0]
        self._forced(after, claim.line, claim)

    def _forces(self, claim: Claim, before: Board, after: Board) -> None:
        self._forced(before, (claim.column, *claim.line), claim)

    def _forced(self, board: Board, line: tuple[int, ...], claim: Claim) -> None:
        """Check that a side wins with a line, as no move beside those of the other side there keeps it from winning at once."""
        winner = claim.side
        for index, column in enumerate(line):
            assert not board.lines()
            if index % 2:
                assert board.turn == 3 - winner and not wins(board, board.turn)
                safe = [c for c in board.open_columns() if not wins(dropped(board, c), winner)]
                assert safe in ([], [column])
            else:
                assert board.turn == winner
            if index == len(line) - 1:
                assert claim.cells == ((column, board.free_row(column)),)
                assert completes(board, claim.cells[0], winner)
            board = dropped(board, column)

    def _spends_threat(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.cells == ((claim.column, after.free_row(claim.column)),)
        assert completes(before, claim.cells[0], before.turn) and not wins(after, claim.side)
        for reply in after.open_columns():
            assert bool(wins(dropped(after, reply), before.turn)) is (reply != claim.column)

    def _on_top_only(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there == claim.column == claim.cells[0][0]
        self._only_answer(claim, before, after)

    def _same_cell(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there is not None
        assert before.free_row(claim.there) == after.free_row(claim.there)
        self._only_answer(claim, before, after)

    def _only_answer(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there is not None and claim.column == claim.played
        assert claim.cells == ((claim.there, after.free_row(claim.there)),)

    def _key_cell(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.cells == ((claim.column, before.free_row(claim.column)),)

    def _poisons(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there is not None and claim.there != claim.column
        (cell,) = claim.cells
        assert not after.lines() and not completes(before, cell, claim.side)
        trapped = dropped(after, claim.there)
        assert not trapped.lines() and cell in wins(trapped, claim.side)
        assert cell[0] == claim.there

    def _zugzwang(self, claim: Claim, before: Board, after: Board) -> None:
        assert completes(after, claim.cells[0], claim.side)
        self._ends_under(claim, after)

    def _later_zugzwang(self, claim: Claim, before: Board, after: Board) -> None:
        assert not completes(after, claim.cells[0], claim.side)
        self._ends_under(claim, after)

    _lets_zugzwang, _lets_later_zugzwang = _zugzwang, _later_zugzwang

    def _later_two_threats(self, claim: Claim, before: Board, after: Board) -> None:
        for column in claim.line[:-2]:
            after = dropped(after, column)
        assert after.turn == 3 - claim.side
        self._two(after, claim.cells)

    _lets_later_two_threats = _later_two_threats

    def _ends_under(self, claim: Claim, board: Board) -> None:
        """Check that a line ends with a side under a threat, though it has no threat to stop."""
        *begin, under, on_top = claim.line
        for column in begin:
            board = dropped(board, column)
            assert not board.lines()
        assert board.turn == 3 - claim.side and under == on_top == claim.there == claim.cells[0][0]
        assert not wins(board, 1) and not wins(board, 2)
        assert all(wins(dropped(board, c), claim.side) for c in board.open_columns())
        board = dropped(board, under)
        assert claim.cells == ((on_top, board.free_row(on_top)),)
        assert completes(board, claim.cells[0], claim.side)

    def _open_lines(self, claim: Claim, before: Board, after: Board) -> None:
        assert claim.there == claim.played != claim.column
        assert claim.cells == ((claim.column, before.free_row(claim.column)),)
        counts = tuple(
            sum(1 for run in open_windows(before, before.turn) if (c, before.free_row(c)) in run)
            for c in (claim.column, claim.there)
        )
        assert counts == claim.lines and counts[0] > counts[1]


def dropped(board: Board, column: int) -> Board:
    """A copy of a board with one more disc."""
    copy = Board(board.columns, board.rows, board.connect)
    copy.grid, copy.turn = [row[:] for row in board.grid], board.turn
    copy.drop(column)
    return copy


def completes(board: Board, cell: Spot, side: int) -> bool:
    """Whether a disc of a side in an empty cell would complete a line."""
    column, row = cell
    if board.grid[row][column]:
        return False
    for across, up in STEPS.values():
        length = 1
        for way in (1, -1):
            step = 1
            while board.at(column + way * step * across, row + way * step * up) == side:
                length, step = length + 1, step + 1
        if length >= board.connect:
            return True
    return False


def wins(board: Board, side: int) -> list[Spot]:
    """The cells where a disc can land and completes a line of a side."""
    landing = [(c, r) for c in range(board.columns) if (r := board.free_row(c)) is not None]
    return [cell for cell in landing if completes(board, cell, side)]


def open_windows(board: Board, side: int) -> Iterator[list[Spot]]:
    """The runs of as many cells as win, without a disc of the other side."""
    for across, up in STEPS.values():
        for column in range(board.columns):
            for row in range(board.rows):
                run = [(column + n * across, row + n * up) for n in range(board.connect)]
                if all(0 <= c < board.columns and 0 <= r < board.rows for c, r in run) and all(
                    board.grid[r][c] != 3 - side for c, r in run
                ):
                    yield run


def empty(board: Board) -> int:
    """The number of empty cells."""
    return sum(row.count(0) for row in board.grid)


def final(board: Board) -> int:
    """The score of the side whose line has ended the game: its discs left, and one."""
    cells = board.columns * board.rows
    winner = 3 - board.turn
    supply = (cells + (winner == 1)) // 2
    return supply - sum(row.count(winner) for row in board.grid) + 1


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


class Negamax:
    """Scores by plain search, for few empty cells."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[int, ...], ...], int] = {}

    def __call__(self, board: Board, moves: tuple[int, ...]) -> int:
        """The score of a running position for the side to move."""
        key = tuple(map(tuple, board.grid))
        if key not in self._known:
            scores = []
            for column in board.open_columns():
                cell = (column, board.free_row(column) or 0)
                won = completes(board, cell, board.turn)
                child = dropped(board, column)
                scores.append(
                    final(child) if won else 0 if child.full() else -self(child, (*moves, column))
                )
            self._known[key] = max(scores)
        return self._known[key]
