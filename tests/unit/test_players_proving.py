"""The players that prove their moves."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.proving import PROVABLE_IN_TEN_SECONDS, ProvingPlayer, SolverPool, candidates
from tests.tools.kernels import KERNELS
from tests.tools.positions import after

BOARDS = [
    Geometry(),
    Geometry(4, 4),
    Geometry(9, 5),
    Geometry(9, 7, 5),
    Geometry(20, 15),
    Geometry(32, 32),
    Geometry(32, 32, 9),
]
on_every_board = pytest.mark.parametrize("geometry", BOARDS, ids=str)
QUICKER = "136625432711523777527337"
"""The columns' scores: 0, 0, -1, +6, +5, +6, full: three win, two of them a move sooner than the third."""
LOST = "617445677755435623216275"
"""The columns' scores: -9, -3, -2, -4, -2, -2, -2: the first side loses, at the latest in four of them."""


def stopped() -> StopFlag:
    """A flag that is set."""
    stop = StopFlag()
    stop.set()
    return stop


@pytest.fixture(params=KERNELS)
def solvers(request: pytest.FixtureRequest) -> SolverPool:
    return SolverPool(lambda: Solver(request.param, table_mib=1))


def player_of(solvers: SolverPool, seed: int = 1, *, promises: bool = True) -> ProvingPlayer:
    return ProvingPlayer(Random(seed), solvers, PROVABLE_IN_TEN_SECONDS, promises=promises)


def chosen(solvers: SolverPool, position: Position, times: int = 100) -> Counter[int]:
    """How often a player chooses each column of a position, counted from 1."""
    player = player_of(solvers)
    found: Counter[int] = Counter()
    for _ in range(times):
        found[player.choose_column(position, Limit(), StopFlag()) + 1] += 1
        assert player.proven
    return found


def test_of_several_wins_it_plays_the_quickest_each_equally_often(solvers: SolverPool) -> None:
    counts = chosen(solvers, after(QUICKER))
    assert set(counts) == {4, 6}
    assert min(counts.values()) > 35


def test_of_losses_it_plays_the_slowest_each_equally_often(solvers: SolverPool) -> None:
    counts = chosen(solvers, after(LOST))
    assert set(counts) == {3, 5, 6, 7}
    assert min(counts.values()) > 12


def test_against_itself_it_draws_where_best_play_draws(solvers: SolverPool) -> None:
    position, solver = Position(Geometry(4, 4)), Solver(table_mib=1)
    while position.outcome is None:
        column = player_of(solvers, position.ply).choose_column(position, Limit(), StopFlag())
        assert column in solver.analyse(position, line=False).best
        position = position.play(column)
    assert position.outcome.winner is None


@on_every_board
def test_it_takes_an_immediate_win_even_when_stopped_from_the_start(
    geometry: Geometry, solvers: SolverPool
) -> None:
    position = after("12" * (geometry.connect - 1), geometry)
    player = player_of(solvers)
    assert player.choose_column(position, Limit(), stopped()) == 0
    assert player.proven and not player.unproven


@on_every_board
def test_it_stops_an_immediate_win_even_when_stopped_from_the_start(
    geometry: Geometry, solvers: SolverPool
) -> None:
    position = after("12" * (geometry.connect - 2) + "1", geometry)
    player = player_of(solvers)
    assert player.choose_column(position, Limit(), stopped()) == 0
    assert player.proven


def test_a_settled_choice_borrows_no_solver() -> None:
    def refuse() -> Solver:
        raise AssertionError("a solver was asked for")

    player = player_of(SolverPool(refuse))
    for moves in ("121212", "12121", "33445", "3765446531145511173334451577477223"):
        player.choose_column(after(moves), Limit(), StopFlag())
        assert player.proven


@pytest.mark.parametrize(
    ("moves", "columns", "settled"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7], False),
        ("121212", [1], True),
        ("12121", [1], True),
        # Between two winning cells: it loses whatever it does, and stops one.
        ("33445", [2, 6], True),
        # Below a winning cell of the opponent nothing is played.
        ("3224473", [2, 3, 4, 6, 7], False),
        # Columns 2 and 6 are all that is left, and the other side wins on top of either.
        ("3765446531145511173334451577477223", [2, 6], True),
    ],
)
def test_the_columns_that_may_be_best(moves: str, columns: list[int], settled: bool) -> None:
    found, needs_no_search = candidates(after(moves))
    assert ([column + 1 for column in found], needs_no_search) == (columns, settled)


@on_every_board
@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(seconds=0), Limit(nodes=150)])
@pytest.mark.parametrize("promises", [True, False])
def test_without_a_proof_it_judges_and_reports_a_broken_promise(
    geometry: Geometry, limit: Limit, promises: bool, solvers: SolverPool
) -> None:
    player, position = player_of(solvers, promises=promises), Position(geometry)
    column = player.choose_column(position, limit, StopFlag())
    assert column in position.legal_columns()
    if not player.proven:
        assert player.unproven is promises
    if geometry == Geometry(7, 6):
        # Judgement knows that the centre is good.
        assert column in {2, 3, 4}


@on_every_board
def test_stopped_from_the_start_it_plays_a_sensible_column(
    geometry: Geometry, solvers: SolverPool
) -> None:
    position = after("3224473" if geometry.connect == 4 and geometry.columns >= 7 else "", geometry)
    for seed in range(20):
        column = player_of(solvers, seed).choose_column(position, Limit(), stopped())
        assert column in position.legal_columns()
        if position.ply and geometry.connect == 4:
            assert column not in {0, 4}


@pytest.mark.parametrize("promises", [True, False])
@pytest.mark.parametrize("size", [(7, 6), (9, 5), (20, 15)])
def test_a_flag_set_from_another_thread_gets_an_answer(
    size: tuple[int, int], promises: bool, solvers: SolverPool
) -> None:
    """Without a limit these searches would take from seconds to for ever."""
    stop, found = StopFlag(), []
    position = after("444", Geometry(*size))
    player = player_of(solvers, promises=promises)
    thread = threading.Thread(
        target=lambda: found.append(player.choose_column(position, Limit(), stop))
    )
    thread.start()
    stop.set()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[0] in position.legal_columns()


@pytest.mark.parametrize("nodes", [0, 3, 30, 100, 300, 1000, 3000, 10000])
def test_a_column_called_proven_is_the_best_whatever_the_limit(
    nodes: int, solvers: SolverPool
) -> None:
    for moves in (QUICKER, LOST, QUICKER[:18], LOST[:18]):
        position = after(moves)
        best = Solver().analyse(position, line=False).best
        for seed in range(4):
            player = player_of(solvers, seed)
            solvers.clear()
            column = player.choose_column(position, Limit(nodes=nodes), StopFlag())
            assert not player.proven or column in best


def test_the_same_seed_plays_the_same_game_under_a_limit_of_nodes(solvers: SolverPool) -> None:
    def game() -> list[int]:
        solvers.clear()
        player, position, columns = player_of(solvers, 4, promises=False), Position(), []
        while position.outcome is None:
            columns.append(player.choose_column(position, Limit(nodes=40), StopFlag()))
            position = position.play(columns[-1])
        return columns

    assert game() == game()


def test_a_finished_position_is_refused(solvers: SolverPool) -> None:
    with pytest.raises(ValueError, match="finished"):
        player_of(solvers).choose_column(after("1212121"), Limit(), StopFlag())


def test_searches_at_once_have_a_solver_each_and_the_next_one_gets_one_of_them() -> None:
    solvers = SolverPool()
    with solvers.borrow() as first, solvers.borrow() as second:
        assert first is not second
    with solvers.borrow() as again:
        assert again is first


def test_a_move_uses_the_table_of_the_last_one(solvers: SolverPool) -> None:
    position = after(LOST)
    player_of(solvers).choose_column(position, Limit(), StopFlag())
    with solvers.borrow() as solver:
        warm = solver.score(position).nodes
    solvers.clear()
    with solvers.borrow() as solver:
        assert solver.score(position).nodes > warm
