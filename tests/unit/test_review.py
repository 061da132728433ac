"""The review of a game: marks, real choices, summaries, unproven positions, stopping."""

from __future__ import annotations

import random

import pytest

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.engine.kernel import reference
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import best_score
from p4tui.engine.solver import Solver
from p4tui.review.marks import Mark, is_forced, is_real_choice, keeping_columns, mark_of
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.review.summary import Phase, Summary, phase_of, summarise

SMALL = Geometry(4, 4, 3)


def reviewed(game: Game, limit: Limit | None = None) -> list[ReviewedMove]:
    """Return the moves of a game in the order of play."""
    moves = review_game(game, Solver(), StopFlag(), limit or Limit())
    return sorted(moves, key=lambda move: move.ply)


def negamax(position: Position) -> int:
    """Return the score of a position by plain search, without the engine."""
    if position.outcome is not None:
        if position.outcome.winner is None:
            return 0
        return -(position.discs_left(position.to_move.other) + 1)
    return max(-negamax(position.play(column)) for column in position.legal_columns())


def late_game(geometry: Geometry, seed: int, empty: int) -> Game:
    """Return a random game that ends; its moves before the last `empty` cells are its start."""
    rng = random.Random(seed)
    while True:
        game = Game.new(Position(geometry))
        while game.outcome is None:
            game = game.play(rng.choice(game.position.legal_columns()))
        first = geometry.cells - empty
        if game.cursor > first + 2:
            return Game(game.positions[first:], game.moves[first:], game.cursor - first)


@pytest.mark.parametrize(
    ("scores", "columns"),
    [((-3, None, 5, 0, 2), (2, 4)), ((0, None, -1, 0), (0, 3)), ((-4, -1, None), (0, 1))],
)
def test_the_columns_that_keep_the_result_have_that_of_the_best_score(
    scores: tuple[int | None, ...], columns: tuple[int, ...]
) -> None:
    assert keeping_columns(scores) == columns


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("geometry", [SMALL, Geometry(5, 4, 4), Geometry()], ids=str)
def test_scores_and_marks_agree_with_plain_search(geometry: Geometry, seed: int) -> None:
    for move in reviewed(late_game(geometry, seed, 8)):
        position = move.position
        scores = {c: -negamax(position.play(c)) for c in position.legal_columns()}
        assert dict(enumerate(move.scores)) == {c: scores.get(c) for c in range(geometry.columns)}
        assert (move.mark, move.real_choice) == expected(position, move.column, scores)


def expected(position: Position, played: int, scores: dict[int, int]) -> tuple[Mark, bool]:
    """Return the mark of a move, and whether it was a real choice, as the specification says it."""
    result = {c: (score > 0) - (score < 0) for c, score in scores.items()}
    before, after = max(result.values()), result[played]
    forced = any(position.wins_at(c, side) for c in scores for side in Side)
    choice = len(set(result.values())) > 1 and not forced
    if (before, after) == (1, -1):
        return Mark.BLUNDER, choice
    if before != after:
        return Mark.MISTAKE, choice
    if scores[played] < max(scores.values()):
        return Mark.SLOWER, choice
    kept = [c for c in scores if result[c] == before]
    only = len(kept) == 1 and len(scores) >= 3 and not forced
    return Mark.ONLY if only else Mark.NONE, choice


def test_moves_come_from_the_end() -> None:
    game = parse_game("4455667")
    moves = list(review_game(game, Solver(), StopFlag()))
    assert [move.ply for move in moves] == [7, 6, 5, 4, 3, 2, 1]
    assert [move.column for move in moves] == [*reversed(game.moves)]
    assert moves[0].side is Side.FIRST


def test_undone_moves_are_left_out() -> None:
    assert [move.ply for move in reviewed(parse_game("4455").undo().undo())] == [1, 2]


def test_a_game_without_moves_has_no_review() -> None:
    assert reviewed(Game.new()) == []


def test_all_marks_occur_in_games() -> None:
    games = (late_game(Geometry(), seed, 28) for seed in range(60))
    assert {move.mark for game in games for move in reviewed(game)} == set(Mark)


SCORES = [
    ([3, -2, -2, None, -1], 1, Mark.BLUNDER),
    ([3, 0, -2, None, -1], 1, Mark.MISTAKE),
    ([0, 0, -2, None, -1], 2, Mark.MISTAKE),
    ([3, 1, -2, None, -1], 1, Mark.SLOWER),
    ([-3, -1, -2, None, -1], 0, Mark.SLOWER),
    ([3, 0, -2, None, -1], 0, Mark.ONLY),
    ([0, -1, -2, None, -1], 0, Mark.ONLY),
    ([3, 1, -2, None, -1], 0, Mark.NONE),
    ([0, 0, 0, None, 0], 4, Mark.NONE),
    ([-1, -1, -2, None, -1], 4, Mark.NONE),
    ([3, None, None, None, -1], 0, Mark.NONE),
]
"""Scores of columns, the column played, and its mark; two legal columns are too few for an only move."""


@pytest.mark.parametrize(("scores", "column", "mark"), SCORES)
def test_marks(scores: list[int | None], column: int, mark: Mark) -> None:
    board = Position(Geometry(5, 6, 4))
    assert mark_of(board, column, scores) is mark


@pytest.mark.parametrize("moves", ["414141", "4141415", "414"])
def test_a_win_at_once_or_a_block_is_no_choice(moves: str) -> None:
    position = parse_game(moves).position
    assert is_forced(position) is (moves != "414")
    assert is_real_choice(position, [1, -1, 0, 0, 0, 0, 0]) is (moves == "414")
    if moves != "414":
        assert mark_of(position, 0, [1, -1, -1, -1, -1, -1, -1]) is Mark.NONE


def test_columns_with_the_same_result_are_no_choice() -> None:
    assert not is_real_choice(Position(), [1, 2, 3, 4, 3, 2, 1])


def test_marks_of_mirrored_games_are_equal() -> None:
    for seed in range(8):
        game = late_game(Geometry(), seed, 14)
        start, width = game.start, game.start.geometry.columns
        mirrored = Game.new(
            Position(start.geometry, mirror(start, start.first), mirror(start, start.second))
        )
        for column in game.moves:
            mirrored = mirrored.play(width - 1 - column)
        for move, other in zip(reviewed(game), reviewed(mirrored), strict=True):
            assert (move.mark, move.real_choice) == (other.mark, other.real_choice)
            assert move.scores == other.scores[::-1]


def mirror(position: Position, discs: int) -> int:
    """Return discs in the mirror image of the board."""
    geometry = position.geometry
    return sum(geometry.bit(geometry.columns - 1 - c, r) for c, r in geometry.cells_of(discs))


def test_unproven_moves_have_no_mark_and_are_counted_apart() -> None:
    game = late_game(Geometry(9, 9, 4), 1, 78)
    moves = reviewed(game, Limit(nodes=300))
    assert not moves[0].proven
    assert moves[-1].proven
    for move in moves:
        if not move.proven:
            assert (move.mark, move.real_choice, move.best) == (Mark.NONE, False, ())
            assert (move.best_score, move.keeping, move.keeps_result) == (None, (), False)
    summaries = summarise(moves)
    unproven = sum(not move.proven for move in moves)
    assert sum(each.unproven for each in summaries.values()) == unproven
    assert sum(each.moves for each in summaries.values()) == len(moves)


def test_a_stopped_review_ends() -> None:
    stop = StopFlag()
    moves = review_game(parse_game("44556"), Solver(), stop)
    assert next(moves).ply == 5
    stop.set()
    assert list(moves) == []


def test_a_summary_counts_kept_choices_and_marks() -> None:
    moves = reviewed(late_game(Geometry(), 3, 16))
    for side, summary in summarise(moves).items():
        own = [move for move in moves if move.side is side]
        choices = [move for move in own if move.real_choice]
        assert summary.moves == len(own)
        assert summary.real_choices == len(choices)
        assert summary.kept == sum(not move.mark.loses_result for move in choices)
        assert sum(summary.marks.values()) == len(own)
        lost = summary.marks[Mark.BLUNDER] + summary.marks[Mark.MISTAKE]
        assert sum(summary.lost.values()) == lost


def test_summaries_add_up() -> None:
    whole, parts = Summary(), Summary()
    for seed in range(4):
        part = Summary()
        for move in reviewed(late_game(SMALL, seed, 8)):
            whole.add(move)
            part.add(move)
        parts.update(part)
    assert whole == parts


def test_phases_are_thirds_of_the_board() -> None:
    moves = reviewed(parse_game("44444433333322222"))
    assert {phase_of(move) for move in moves} == {Phase.OPENING, Phase.MIDDLE}


def test_the_best_columns_are_those_of_the_solver() -> None:
    solver = Solver()
    for move in reviewed(parse_game("443322")):
        analysis = solver.analyse(move.position, line=False)
        assert (move.best, move.best_score) == (analysis.best, analysis.score)
        assert abs(analysis.score) <= best_score(move.position.geometry)
        assert move.keeps_result == (move.column in move.keeping)
        assert set(move.best) <= set(move.keeping)


def test_both_kernels_give_the_same_review() -> None:
    game = late_game(Geometry(), 5, 12)
    plain = sorted(
        review_game(game, Solver(reference), StopFlag(), Limit()), key=lambda move: move.ply
    )
    assert plain == reviewed(game)
