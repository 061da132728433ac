"""Reviews of games between the levels, every ply checked by another solver: `python -m tests.benchmarks.review_agreement`.

Marks, real choices and summaries are worked out anew from BitBully's scores (`pip install 'p4tui[benchmark]'`) and a naive
board that shares nothing with the engine. Prints how many games and plies agree, and ends with status 1 at a difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from p4tui.core.game import Game
from p4tui.core.notation import format_moves
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.levels import LEVELS
from p4tui.review.marks import Mark
from p4tui.review.moves import review_game
from p4tui.review.summary import summarise
from tests.benchmarks.perfect_games import Scores, scores_by_bitbully
from tests.property.oracle import Board

NODES = 200
"""Nodes a move of the levels that search: the games only have to be sensible."""


def game_between_levels(rng: Random) -> Game:
    """Return a finished game between two random levels."""
    chosen = [rng.choice(LEVELS) for _ in range(2)]
    players = [each.make(Random(rng.random())) for each in chosen]
    limits = [Limit() if each.limit == Limit() else Limit(nodes=NODES) for each in chosen]
    game = Game.new()
    while game.outcome is None:
        side = game.position.to_move
        game = game.play(players[side].choose_column(game.position, limits[side], StopFlag()))
    return game


def wins_at(moves: tuple[int, ...], side: int, column: int) -> bool:
    """Return whether a side, 1 or 2, completes a line in a column, on a naive board."""
    board = Board(7, 6, 4)
    for move in moves:
        board.drop(move)
    board.turn = side
    board.drop(column)
    return any(owner == side for owner, _cells in board.lines())


def expected(moves: tuple[int, ...], played: int, scores: dict[int, int]) -> tuple[Mark, bool]:
    """Return the mark of a move and whether it was a real choice, from scores alone."""
    result = {column: (score > 0) - (score < 0) for column, score in scores.items()}
    before, after = max(result.values()), result[played]
    forced = any(wins_at(moves, side, column) for side in (1, 2) for column in scores)
    choice = len(set(result.values())) > 1 and not forced
    kept = [column for column in scores if result[column] == before]
    mark = Mark.NONE
    if before - after == 2:
        mark = Mark.BLUNDER
    elif before > after:
        mark = Mark.MISTAKE
    elif scores[played] < max(scores.values()):
        mark = Mark.SLOWER
    elif len(kept) == 1 and len(scores) > 2 and not forced:
        mark = Mark.ONLY
    return mark, choice


def check(game: Game, solver: Solver, scores_of: Scores, totals: Counter[str]) -> list[str]:
    """Return the differences of a game's review, and count its plies."""
    faults = []
    moves = list(review_game(game, solver, StopFlag(), Limit()))
    counts = [Counter[str](), Counter[str]()]
    for move in moves:
        before = game.moves[: move.ply - 1]
        scores = scores_of(before)
        ours = {c: score for c, score in enumerate(move.scores) if score is not None}
        wanted = expected(before, move.column, scores)
        if ours != scores or (move.mark, move.real_choice) != wanted:
            faults.append(f"{format_moves(before)} {move.column + 1}: {move} {scores} {wanted}")
        own = counts[move.side]
        own[wanted[0].value] += 1
        own["choices"] += wanted[1]
        own["kept"] += wanted[1] and wanted[0] not in (Mark.BLUNDER, Mark.MISTAKE)
        totals["plies"] += 1
        totals[wanted[0].value or "no mark"] += 1
    for side, summary in summarise(moves).items():
        own = counts[side]
        found = {mark.value: summary.marks[mark] for mark in Mark}
        found |= {"choices": summary.real_choices, "kept": summary.kept}
        if any(found[key] != own[key] for key in found):
            faults.append(f"{format_moves(game.moves)}: summary of {side}: {summary} {own}")
    return faults


def main() -> int:
    """Review the games, and print what came of it."""
    parser = argparse.ArgumentParser(description="Reviews checked by another solver.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng, solver, scores_of = Random(arguments.seed), Solver(), scores_by_bitbully()
    totals, faults, began = Counter[str](), list[str](), time.perf_counter()
    for number in range(1, arguments.games + 1):
        faults += check(game_between_levels(rng), solver, scores_of, totals)
        if not number % 100:
            print(f"{number} games, {totals['plies']} plies, {len(faults)} differences", flush=True)
    for fault in faults[:20]:
        print(fault)
    seconds = time.perf_counter() - began
    print(f"{dict(totals)}; {len(faults)} differences; {seconds:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
