"""The player of the heuristic search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.kernel.contract import SearchResult
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players import search
from p4tui.players.search import SearchPlayer
from tests.tools.positions import after

BOARDS = [
    Geometry(),
    Geometry(4, 4),
    Geometry(9, 7, 5),
    Geometry(20, 15),
    Geometry(32, 32),
    Geometry(32, 32, 9),
]
on_every_board = pytest.mark.parametrize("geometry", BOARDS, ids=str)


def stopped() -> StopFlag:
    """A flag that is set."""
    stop = StopFlag()
    stop.set()
    return stop


def column_in(position: Position, limit: Limit, stop: StopFlag | None = None, seed: int = 1) -> int:
    """The column, counted from 1, that a new player chooses."""
    return SearchPlayer(Random(seed)).choose_column(position, limit, stop or StopFlag()) + 1


@on_every_board
def test_it_takes_an_immediate_win_even_when_stopped_from_the_start(geometry: Geometry) -> None:
    # Both sides are one disc short of a line: the first in column 1, the second in column 2.
    position = after("12" * (geometry.connect - 1), geometry)
    assert column_in(position, Limit(), stopped()) == 1


@on_every_board
def test_it_stops_an_immediate_win_even_when_stopped_from_the_start(geometry: Geometry) -> None:
    position = after("12" * (geometry.connect - 2) + "1", geometry)
    assert column_in(position, Limit(), stopped()) == 1


def test_it_plays_below_no_winning_cell_even_when_stopped_from_the_start() -> None:
    # The first side has columns 2 to 4 of the second row: it wins beside them once column 1 or 5 is that high.
    chosen = {column_in(after("3224473"), Limit(), stopped(), seed) for seed in range(60)}
    assert chosen <= {2, 3, 4, 6, 7}


def test_between_two_winning_cells_it_still_takes_one() -> None:
    assert {column_in(after("33445"), Limit(nodes=50), seed=seed) for seed in range(20)} == {2, 6}


def test_it_plays_on_in_a_position_where_every_column_loses() -> None:
    # Columns 2, 6 are all that is left, and the other side wins on top of either.
    position = after("3765446531145511173334451577477223")
    assert position.legal_columns() == (1, 5)
    for seed in range(5):
        assert column_in(position, Limit(), seed=seed) in {2, 6}


def test_it_sees_a_row_that_will_be_open_at_both_ends() -> None:
    for seed in range(5):
        assert column_in(after("4455"), Limit(nodes=300), seed=seed) in {3, 6}


def test_it_stops_a_row_before_it_is_open_at_both_ends() -> None:
    assert column_in(after("445"), Limit(nodes=300)) in {2, 3, 6, 7}


def test_it_leaves_a_best_column_that_just_turned_out_to_lose() -> None:
    # Two plies ahead column 3 looks best; one more shows that it loses, and no other was searched so far by then.
    position = after("363767665174726")
    assert column_in(position, Limit(depth=2)) == 3
    assert column_in(position, Limit(nodes=16)) == 2


def test_the_centre_is_the_best_first_move() -> None:
    assert column_in(Position(), Limit(nodes=3000)) == 4


def test_tied_columns_are_chosen_at_random() -> None:
    position = Position(Geometry(20, 15))
    player = SearchPlayer(Random(2))
    chosen = {player.choose_column(position, Limit(depth=1), StopFlag()) + 1 for _ in range(300)}
    assert chosen == set(range(4, 18))


def test_the_same_seed_plays_the_same_game_under_a_limit_of_nodes() -> None:
    def game() -> list[int]:
        player, position, columns = SearchPlayer(Random(4)), Position(), []
        while position.outcome is None:
            columns.append(player.choose_column(position, Limit(nodes=40), StopFlag()))
            position = position.play(columns[-1])
        return columns

    assert game() == game()


def test_a_finished_position_is_refused() -> None:
    with pytest.raises(ValueError, match="finished"):
        column_in(after("1212121"), Limit())


class Notes:
    """A kernel that records whether it should pause."""

    NAME = "notes"

    def __init__(self) -> None:
        self.sleeps: list[Callable[[float], None] | None] = []

    def search(
        self,
        geometry: Geometry,
        own: int,
        other: int,
        limit: Limit,
        stop: StopFlag,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] | None = None,
    ) -> SearchResult:
        """Choose the first column."""
        self.sleeps.append(sleep)
        return SearchResult((0,), 0, 0, 0)


def test_it_pauses_in_a_thread_and_does_not_where_it_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes = Notes()
    monkeypatch.setattr(search, "kernel", lambda: notes)
    column_in(Position(), Limit())
    thread = threading.Thread(target=column_in, args=(Position(), Limit()))
    thread.start()
    thread.join()
    assert [sleep is None for sleep in notes.sleeps] == [True, False]
