"""`perfect` against brute force on small boards: all its moves are best ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.engine.kernel.contract import Kernel
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.proving import PROVABLE_IN_TEN_SECONDS, ProvingPlayer, SolverPool, candidates
from tests.property.test_native import exact, late
from tests.tools.kernels import KERNELS

SIZES = [(4, 4, 4), (5, 4, 4), (4, 5, 4), (5, 5, 4), (4, 4, 3), (5, 5, 5)]

_solvers: dict[str, SolverPool] = {}


@pytest.mark.parametrize("use", KERNELS)
@given(size=st.sampled_from(SIZES), empty=st.integers(1, 12), seed=st.integers(0, 9999))
def test_every_move_is_one_of_the_best(
    use: Kernel, size: tuple[int, int, int], empty: int, seed: int
) -> None:
    position = late(Geometry(*size), seed, empty)
    if position.geometry.cells - position.ply > 12:
        # Random moves led nowhere: brute force would not end.
        return
    scores = {column: -exact(position.play(column)) for column in position.legal_columns()}
    best = {column for column, score in scores.items() if score == max(scores.values())}
    solvers = _solvers.setdefault(use.NAME, SolverPool(lambda: Solver(use, table_mib=1)))
    player = ProvingPlayer(Random(seed), solvers, PROVABLE_IN_TEN_SECONDS, promises=True)
    assert player.choose_column(position, Limit(), StopFlag()) in best
    assert player.proven
    columns, settled = candidates(position)
    if settled:
        assert set(columns) <= best
    else:
        assert best <= set(columns)
