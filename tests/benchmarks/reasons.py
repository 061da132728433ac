"""The reasons of a review on thousands of positions, every claim of every sentence checked by another program.

`python -m tests.benchmarks.reasons` reviews random games and games between the levels on 7x6 until it has seen 10,000
different moves of each kind, checks all reasons as `tests.property.claims` does, and prints how often each kind is said
and how many mistakes get a reason more specific than the score. It ends with an AssertionError at the first false claim.

The scores of the check come from BitBully (`pip install 'p4tui[benchmark]'`) with its opening book.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from p4tui.core.game import Game
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.players import simple
from p4tui.players.base import Player
from p4tui.players.search import SearchPlayer
from p4tui.review.kinds import Reason, ReasonKind
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.review.reasons import reasons_of
from p4tui.words.reasons import reason_sentence
from tests.property.claims import Checker, Claim, Score
from tests.property.oracle import Board

VAGUE = {ReasonKind.ONLY_ANSWER, ReasonKind.OPEN_LINES}
"""The kinds that say little more than the score."""
LATER = {kind for kind in ReasonKind if "later" in kind.value}
"""The kinds that say how best play can end, with threats that are not there yet."""
PLAYED_BY = (simple.winner, simple.aligner, simple.tactician, simple.careful, SearchPlayer)
"""The levels of the played games; the last one is `club`, with fewer nodes."""
SEARCH_LIMIT = Limit(nodes=300)
REASONS_LIMIT = Limit(nodes=20_000_000)
"""The limit of the searches for one move: in nodes, so that the same reasons come on any machine."""
SLIP_SHARE = 0.05
"""The share of the played games' moves that are random: the levels alone would repeat their games."""


def played_game(
    rng: Random,
    makers: tuple[Callable[[Random], Player], ...],
    slips: float,
    start: Game | None = None,
) -> Game:
    """Play a game between two players, on 7x6 by default."""
    game, players = start or Game.new(), [rng.choice(makers)(rng) for _ in range(2)]
    while game.outcome is None:
        if rng.random() < slips:
            column = rng.choice(game.position.legal_columns())
        else:
            player = players[game.cursor % 2]
            column = player.choose_column(game.position, SEARCH_LIMIT, StopFlag())
        game = game.play(column)
    return game


def bitbully() -> Score:
    """Return the scores of another's solver."""
    from bitbully import BitBully
    from bitbully import Board as Other

    solver = BitBully()

    def score(board: Board, moves: tuple[int, ...]) -> int:
        found: int = solver.mtdf(Other(list(moves)))
        return found

    return score


def claim_of(game: Game, move: ReviewedMove, reason: Reason) -> Claim:
    """Return a reason as the checker reads it."""
    match = Match(Person(), Person(), game)
    return Claim(
        game.moves[: move.ply - 1],
        move.column,
        reason.kind.value,
        reason.column,
        reason.side + 1,
        tuple((cell.column, cell.row) for cell in reason.cells),
        reason.there,
        reason.lines,
        reason.holds,
        reason.line,
        reason_sentence(match, reason),
    )


def reviewed(games: Iterator[Game]) -> Iterator[tuple[Game, ReviewedMove, tuple[Reason, ...]]]:
    """Yield the different moves of games with their reasons."""
    solver, stop, seen = Solver(threads=1), StopFlag(), set()
    for game in games:
        for move in review_game(game, solver, stop):
            key = (move.position.first, move.position.second, move.column)
            if key not in seen:
                seen.add(key)
                yield game, move, reasons_of(move, solver, stop, REASONS_LIMIT)


def run(kind: str, moves: int, seed: int) -> dict[str, Counter[str]]:
    """Check the reasons of as many moves, and return the counts."""
    rng = Random(seed)
    makers, slips = ((simple.random_player,), 1.0) if kind == "random" else (PLAYED_BY, SLIP_SHARE)
    games = iter(partial(played_game, rng, makers, slips), None)
    checker = Checker(7, 6, 4, bitbully(), lambda _empty: True)
    names = ("marks", "said", "mistakes", "first", "totals")
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for game, move, reasons in reviewed(games):
        counts["totals"]["moves"] += 1
        counts["marks"][move.mark.value] += 1
        for reason in reasons:
            assert checker.check(claim_of(game, move, reason))
            counts["said"][reason.kind.value] += 1
            counts["totals"]["sentences"] += 1
        if move.mark.loses_result:
            kinds = {reason.kind for reason in reasons}
            counts["totals"]["mistakes"] += 1
            counts["totals"]["with a reason"] += bool(kinds)
            counts["totals"]["with a specific reason"] += bool(kinds - VAGUE)
            counts["totals"]["with one that the board shows now"] += bool(kinds - VAGUE - LATER)
            counts["mistakes"].update(each.value for each in kinds)
            counts["first"][reasons[0].kind.value if reasons else "none"] += 1
        if counts["totals"]["moves"] == moves:
            break
    return counts


def report(kind: str, counts: dict[str, Counter[str]]) -> None:
    """Print the table of one kind of games."""
    totals, mistakes = counts["totals"], counts["totals"]["mistakes"]
    marks = ", ".join(f"{mark or 'none'} {count}" for mark, count in counts["marks"].most_common())
    print(f"\n{kind}: {totals['moves']:,} moves ({marks}), {totals['sentences']:,} sentences hold")
    for name in (
        "with a reason",
        "with a specific reason",
        "with one that the board shows now",
    ):
        print(
            f"  of {mistakes:,} mistakes {name}: {totals[name]:,} ({totals[name] / mistakes:.1%})"
        )
    print(f"  {'kind':24}{'all moves':>10}{'mistakes':>10}{'first':>10}")
    for each in (*(kind.value for kind in ReasonKind), "none"):
        row = (counts[name][each] for name in ("said", "mistakes", "first"))
        print(f"  {each:24}" + "".join(f"{count:>10,}" for count in row))


def main() -> None:
    """Check and print."""
    parser = argparse.ArgumentParser(description="Reasons checked by another program.")
    parser.add_argument("--moves", type=int, default=10_000, help="different moves of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        jobs = {
            kind: pool.submit(run, kind, arguments.moves, arguments.seed)
            for kind in ("random", "played")
        }
        for kind, job in jobs.items():
            report(kind, job.result())
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
