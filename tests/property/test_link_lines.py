"""Games over lines that are cut, between programs that are killed: no move is lost, and none is played twice."""

from __future__ import annotations

import pytest

from tests.property.link_simulation import check, play


@pytest.mark.parametrize("seed", range(20))
def test_no_move_is_lost_or_doubled(seed: int) -> None:
    simulation = play(seed)
    assert simulation.cuts > 0
    check(simulation)


@pytest.mark.exhaustive
def test_a_thousand_games() -> None:
    cuts = kills = 0
    for seed in range(100, 1100):
        simulation = play(seed)
        check(simulation)
        cuts, kills = cuts + simulation.cuts, kills + simulation.kills
    assert cuts > 1000
    assert kills > 1000
