"""The reasons of a review: true on 7x6 and small boards, harmless on any board."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui import i18n
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.players import simple
from p4tui.review.kinds import ReasonKind
from p4tui.review.moves import review_game
from p4tui.review.reasons import reasons_of
from p4tui.words.reasons import reason_phrase, reason_sentence
from p4tui.words.review import spoken_move, verdict_forms
from tests.benchmarks.reasons import REASONS_LIMIT, claim_of, played_game
from tests.property.claims import Checker, Claim, Negamax

BOARDS = [
    (4, 4, 3),
    (4, 4, 4),
    (5, 4, 4),
    (5, 5, 5),
    (6, 5, 3),
    (7, 6, 4),
    (7, 6, 7),
    (8, 7, 4),
    (12, 4, 4),
    (10, 10, 5),
]
PROVABLE = 8
"""The most empty cells of a position whose score plain search finds quickly."""
FEW_NODES = Limit(nodes=300)


def some_game(geometry: Geometry, choices: list[int]) -> Game:
    game = Game.new(Position(geometry))
    for choice in choices:
        legal = game.position.legal_columns()
        if not legal:
            break
        game = game.play(legal[choice % len(legal)])
    return game


@settings(max_examples=20)
@given(board=st.sampled_from(BOARDS), choices=st.lists(st.integers(0, 30), max_size=40))
def test_any_game_on_any_board_has_at_most_two_reasons_a_move(
    board: tuple[int, int, int], choices: list[int]
) -> None:
    game = some_game(Geometry(*board), choices)
    match, solver, stop = (
        Match(Person(), Person(), game),
        Solver(table_mib=1, threads=1),
        StopFlag(),
    )
    for move in review_game(game, solver, stop, FEW_NODES):
        reasons = reasons_of(move, solver, stop, FEW_NODES)
        assert len(reasons) <= 2
        for reason in reasons:
            assert reason.cells and all(
                game.start.geometry.contains(*cell) for cell in reason.cells
            )
            assert move.position.is_playable(reason.column)
            assert reason_sentence(match, reason) != reason_phrase(match, reason)
        assert spoken_move(match, move, reasons).endswith(".")
        assert all(verdict_forms(match, move, reasons))


def claims_of(game: Game) -> list[Claim]:
    solver, stop = Solver(table_mib=1, threads=1), StopFlag()
    return [
        claim_of(game, move, reason)
        for move in review_game(game, solver, stop)
        for reason in reasons_of(move, solver, stop, REASONS_LIMIT)
    ]


@pytest.mark.parametrize(
    ("size", "games"), [((4, 4, 3), 25), ((5, 4, 4), 15), ((4, 6, 4), 10), ((7, 6, 4), 10)]
)
def test_every_claim_holds(size: tuple[int, int, int], games: int) -> None:
    rng, start = Random(12), Game.new(Position(Geometry(*size)))
    checker = Checker(*size, Negamax(), lambda empty: empty <= PROVABLE)
    whole: Counter[bool] = Counter()
    for number in range(games):
        players = (simple.random_player,) if number % 2 else (simple.tactician, simple.careful)
        game = played_game(rng, players, 0.2, start)
        whole.update(checker.check(claim) for claim in claims_of(game))
    assert whole[True] >= 3 * games


def test_the_check_refuses_false_claims() -> None:
    checker = Checker(7, 6, 4, Negamax(), lambda empty: empty <= PROVABLE)
    rng, seen = Random(5), set()
    for _ in range(6):
        for claim in claims_of(played_game(rng, (simple.random_player,), 1.0)):
            if claim.kind in seen or not checker.check(claim):
                continue
            seen.add(claim.kind)
            (column, row), *rest = claim.cells
            for false in (
                replace(claim, side=3 - claim.side),
                replace(claim, column=(claim.column + 1) % 7),
                replace(claim, cells=(((column + 1) % 7, row), *rest)),
                replace(claim, cells=((column, (row + 1) % 6), *rest)),
                replace(claim, sentence=claim.sentence.replace("olumn", "olumn 1", 1)),
            ):
                with pytest.raises((AssertionError, KeyError, TypeError)):
                    checker.check(false)
    assert len(seen) >= 8


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_has_a_sentence_and_a_phrase(language: str) -> None:
    from p4tui.core.geometry import Cell
    from p4tui.core.position import Side
    from p4tui.review.kinds import Reason

    i18n.activate(language)
    match = Match(Person("Zoé"), Person(), Game.new())
    for kind in ReasonKind:
        reason = Reason(kind, 3, Side.FIRST, (Cell(4, 1),), 2)
        assert "4" in reason_sentence(match, reason)
        assert len(reason_phrase(match, reason)) <= 42
