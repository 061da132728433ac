"""The solver: exact scores where it may finish, an honest answer where it may not."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.answers import Analysis, Solved
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import kernel
from p4tui.engine.kernel.contract import Kernel
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score
from p4tui.engine.solver import Solver
from tests.tools.kernels import KERNELS
from tests.tools.positions import after

DATA = Path(__file__).parents[1] / "data" / "solved_positions.txt"
QUICK = {"L3_R1", "L2_R1"}
"""The sets that plain Python solves in no time."""


class Case(NamedTuple):
    """A position of a known score."""

    name: str
    position: Position
    score: int


def cases() -> list[Case]:
    """The positions of the file."""
    found = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            size, name, moves, score = line.split()
            columns, rows = size.split("x")
            start = Position(Geometry(int(columns), int(rows)))
            found.append(Case(name, parse_game(moves, start).position, int(score)))
    return found


def quick_cases(solver: Solver) -> list[Case]:
    """Those of which a solver finds the scores of all columns in no time."""
    names = {"L3_R1"} if solver.kernel_for(Geometry()) == "python" else QUICK
    return [case for case in cases() if case.name in names]


@pytest.fixture(params=KERNELS)
def solver(request: pytest.FixtureRequest) -> Solver:
    return Solver(request.param, table_mib=4, books=None)


def test_there_are_forty_known_positions() -> None:
    assert len(cases()) == 40


def test_known_scores_are_found(solver: Solver) -> None:
    slow = solver.kernel_for(Geometry()) == "python"
    for case in cases():
        if case.name in QUICK or not slow:
            solver.clear()
            found = solver.score(case.position)
            assert (found.score, found.proven) == (case.score, True), case


def test_known_scores_are_found_with_a_table_in_use(solver: Solver) -> None:
    for case in cases():
        if case.name in QUICK:
            assert solver.score(case.position).score == case.score


def test_an_analysis_agrees_with_the_scores_after_each_move(solver: Solver) -> None:
    for case in quick_cases(solver):
        position = case.position
        found = solver.analyse(position)
        assert found.proven
        assert found.score == case.score
        for column, score in enumerate(found.columns):
            if score is None:
                assert not position.is_playable(column)
            else:
                assert solver.score(position.play(column)).score == -score
        assert found.best == tuple(c for c, s in enumerate(found.columns) if s == case.score)


def test_the_line_is_best_play_to_the_end(solver: Solver) -> None:
    for case in quick_cases(solver):
        found = solver.analyse(case.position)
        position, score = case.position, case.score
        assert found.line[0] in found.best
        for column in found.line:
            assert solver.score(position).score == score
            position, score = position.play(column), -score
        assert position.outcome is not None
        assert final_score(position) == score


def test_without_the_line_it_is_empty(solver: Solver) -> None:
    position = cases()[0].position
    whole, short = solver.analyse(position), solver.analyse(position, line=False)
    assert whole.line
    assert short.line == ()
    assert (short.score, short.columns, short.best) == (whole.score, whole.columns, whole.best)


@pytest.mark.parametrize(("moves", "score"), [("1212121", -18), ("7171717", -18)])
def test_finished_positions_have_the_score_of_their_end(
    solver: Solver, moves: str, score: int
) -> None:
    position = after(moves)
    assert solver.score(position) == Solved(score, True, 0)
    assert solver.analyse(position) == Analysis(score, (None,) * 7, (), (), True, 0)


def test_a_full_board_is_a_draw(solver: Solver) -> None:
    position = Position(Geometry(4, 4))
    for column in solver.analyse(position).line:
        position = position.play(column)
    assert position.ply == 16
    assert solver.score(position) == Solved(0, True, 0)


def test_small_boards_have_their_known_values(solver: Solver) -> None:
    assert solver.score(Position(Geometry(4, 4))).score == 0
    assert solver.score(Position(Geometry(4, 4, 3))).score > 0


@pytest.mark.parametrize("numbers", [(5, 5, 3), (13, 9, 4), (12, 12, 4), (7, 6, 5)])
def test_boards_without_a_compiled_search_are_solved(
    solver: Solver, numbers: tuple[int, int, int]
) -> None:
    geometry = Geometry(*numbers)
    assert solver.kernel_for(geometry) == "python"
    position = Position(geometry)
    for row in range(geometry.connect - 1):
        position = position.play(0).play(1 if row % 2 else 2)
    found = solver.score(position)
    assert found.proven
    assert found.score == (geometry.cells - position.ply + 1) // 2
    analysis = solver.analyse(position, Limit(nodes=50), line=False)
    assert analysis.best == (0,)


@pytest.mark.parametrize("limit", [Limit(nodes=20), Limit(seconds=0), Limit(nodes=0)])
def test_a_score_is_not_called_proven_if_the_limit_prevents_the_proof(
    solver: Solver, limit: Limit
) -> None:
    found = solver.score(Position(), limit)
    assert not found.proven
    assert found.score in {-1, 0, 1}
    analysis = solver.analyse(Position(), limit)
    assert not analysis.proven
    assert len(analysis.line) == 1
    assert analysis.line[0] in analysis.best


def test_a_limit_of_nodes_gives_the_same_answer_each_time(solver: Solver) -> None:
    answers = set()
    for _ in range(2):
        solver.clear()
        answers.add(solver.score(Position(), Limit(nodes=500)))
    assert len(answers) == 1
    assert answers.pop().nodes <= 500


def test_a_win_at_hand_is_proven_whatever_the_limit(solver: Solver) -> None:
    assert solver.score(after("112233"), Limit(nodes=0)) == Solved(18, True, 0)


def test_a_flag_that_is_set_ends_the_search_at_once(solver: Solver) -> None:
    stop = StopFlag()
    stop.set()
    assert not solver.score(Position(), stop=stop).proven
    assert not solver.analyse(Position(Geometry(20, 20)), stop=stop).proven


def test_a_flag_set_from_another_thread_ends_the_search(solver: Solver) -> None:
    stop, found = StopFlag(), []
    thread = threading.Thread(target=lambda: found.append(solver.score(Position(), stop=stop)))
    thread.start()
    while not solver.nodes:
        assert thread.is_alive()
    with pytest.raises(RuntimeError, match="searching for another thread"):
        solver.score(Position())
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert [each.proven for each in found] == [False]
    assert solver.score(after("112233")).proven


def test_the_count_of_nodes_goes_up_while_it_searches(solver: Solver) -> None:
    stop = StopFlag()
    # No book has this board: its search lasts.
    thread = threading.Thread(target=lambda: solver.score(Position(Geometry(9, 7)), stop=stop))
    thread.start()
    seen = [0]
    while len(seen) < 4:
        assert thread.is_alive()
        nodes = solver.nodes
        if nodes != seen[-1]:
            seen.append(nodes)
    stop.set()
    thread.join(60)
    assert all(before < later for before, later in pairwise(seen))


@pytest.mark.parametrize("size", [0, -1, 4097])
def test_a_table_of_no_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 4096 MiB"):
        Solver(reference, size)


def test_the_kernel_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P4TUI_KERNEL", "python")
    assert Solver().kernel_for(Geometry()) == "python"
    monkeypatch.delenv("P4TUI_KERNEL")
    chosen: Kernel = kernel()
    assert Solver().kernel_for(Geometry()) == chosen.NAME


def test_an_exact_score_is_exact_or_none(solver: Solver) -> None:
    for case in quick_cases(solver):
        assert solver.exact_score(case.position) == case.score
        # Is it more than the score? A bound that says no is enough.
        bound = solver.exact_score(case.position, window=(case.score, case.score + 1))
        assert bound is not None and bound <= case.score
    assert solver.exact_score(Position(), Limit(nodes=20)) is None
    assert solver.exact_score(after("1212121")) == -18
