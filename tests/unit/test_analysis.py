"""Scores of columns and advice, from a solver that answers as it is told, and from the real one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.answers import Solved
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score, moves_to_end
from p4tui.engine.solver import Solver
from p4tui.play import analysis
from p4tui.play.analysis import (
    Advice,
    AdviceKind,
    ColumnScore,
    ColumnScores,
    Desk,
    Question,
    Reason,
    instant_advice,
    proven_advice,
)
from p4tui.settings import Settings
from p4tui.settings.rules import ADVICE_KINDS
from tests.property.oracle import position_after
from tests.tools.scorers import FakeSolver, counting_solver, fake_solver

__all__ = ["counting_solver", "fake_solver"]

MIDDLE = parse_game("4435443").position
"""Nobody threatens to win, all columns are free."""


def question(position: Position, *, seed: int = 1, known: ColumnScores = ()) -> Question:
    return Question(position, Random(seed), known)


def exact(*scores: int | None) -> ColumnScores:
    return tuple(None if score is None else ColumnScore(score, proven=True) for score in scores)


def last(found: Iterator[ColumnScores]) -> ColumnScores:
    *_before, final = found
    return final


# Scores


def test_columns_come_one_by_one_from_the_centre(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE, {4: 3, 1: -2})
    known = list(Desk().scores(MIDDLE, StopFlag()))
    assert [sum(score is not None for score in each) for each in known] == [1, 2, 3, 4, 5, 6, 7]
    assert known[0][3] == ColumnScore(3, proven=True)
    assert known[-1] == exact(-2, 0, 0, 3, 0, 0, 0)


def test_full_columns_have_no_score(fake_solver: FakeSolver) -> None:
    position = parse_game("1212122121", Position(Geometry(7, 5))).position
    found = last(Desk().scores(position, StopFlag()))
    assert [column for column, score in enumerate(found) if score is None] == [0, 1]


def test_only_unproven_columns_are_searched_again(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE, {2: 1}, unproven=[2])
    found = last(Desk().scores(MIDDLE, StopFlag(), (1.0, 1.0, 1.0)))
    assert found[1] == ColumnScore(1, proven=False)
    assert len(fake_solver.asked) == 7 + 1 + 1


def test_known_columns_are_not_searched(fake_solver: FakeSolver) -> None:
    known = exact(None, -1, -1, -1, -1, -1, -1)
    found = last(Desk().scores(MIDDLE, StopFlag(), known=known))
    assert found == exact(0, -1, -1, -1, -1, -1, -1)
    assert fake_solver.asked == [MIDDLE.play(0)]
    assert list(Desk().scores(MIDDLE, StopFlag(), known=found)) == []


def test_each_column_gets_its_share_of_the_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    shares = []

    class Slow:
        def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
            nonlocal now
            assert limit.seconds is not None
            shares.append(round(limit.seconds, 3))
            now += limit.seconds / 2
            return Solved(0, proven=False, nodes=1)

    monkeypatch.setattr(analysis, "new_solver", Slow)
    list(Desk(lambda: now).scores(MIDDLE, StopFlag(), (7.0,)))
    assert shares[0] == 1.0
    assert shares == sorted(shares)
    assert now < 7.0


def test_a_stopped_analysis_yields_nothing_more(fake_solver: FakeSolver) -> None:
    stop = StopFlag()
    fake_solver.block()
    stop.set()
    assert list(Desk().scores(MIDDLE, stop)) == []
    assert fake_solver.stopped == 1


def test_threads_take_turns_at_a_desk(fake_solver: FakeSolver) -> None:
    desk, stop = Desk(), StopFlag()
    fake_solver.block()
    first = threading.Thread(target=lambda: list(desk.scores(MIDDLE, stop)))
    first.start()
    while not fake_solver.asked:
        assert first.is_alive()
    results: list[ColumnScores] = []
    second = threading.Thread(
        target=lambda: results.extend(desk.scores(MIDDLE.play(0), StopFlag()))
    )
    second.start()
    stop.set()
    first.join()
    fake_solver.release()
    second.join()
    assert len(results) == 7
    assert MIDDLE.play(1) not in fake_solver.asked


def test_a_desk_keeps_its_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[FakeSolver] = []

    def make() -> FakeSolver:
        made.append(FakeSolver())
        return made[-1]

    monkeypatch.setattr(analysis, "new_solver", make)
    desk = Desk()
    assert not made
    list(desk.scores(MIDDLE, StopFlag()))
    list(desk.scores(MIDDLE, StopFlag()))
    assert len(made) == 1


# Advice


@pytest.mark.parametrize(
    ("moves", "advice"),
    [
        ("121212", Advice(0, Reason.WINS, 1)),
        ("1212124", Advice(1, Reason.WINS, 1)),
        ("12121", Advice(0, Reason.STOPS)),
        ("31415", None),
        ("4435443", None),
        ("", None),
    ],
    ids=["win", "win of the second", "stop", "two to stop", "middle", "start"],
)
def test_wins_and_single_threats_are_advised_without_a_search(
    moves: str, advice: Advice | None
) -> None:
    assert instant_advice(question(parse_game(moves).position)) == advice


def test_the_last_column_is_advised_without_a_search() -> None:
    position = parse_game("111323321442344", Position(Geometry(4, 4))).position
    assert instant_advice(question(position)) == Advice(1, Reason.LAST_COLUMN)


@pytest.mark.parametrize(
    ("scores", "advice"),
    [
        ((-2, -4, 0, 3, 5, 0, 3), Advice(4, Reason.WINS, 14)),
        ((-2, -4, -2, 0, -1, -3, -2), Advice(3, Reason.ONLY)),
        ((-2, -4, 0, -9, 0, -3, 0), Advice(2, Reason.DRAWS)),
        ((-2, -4, -2, -9, -1, -3, -7), Advice(4, Reason.LOSES, 17)),
    ],
)
def test_proven_scores_give_their_reason(scores: tuple[int, ...], advice: Advice) -> None:
    """Column 3 makes the longest line of those that draw."""
    assert proven_advice(question(MIDDLE), exact(*scores)) == advice


def test_a_proven_win_is_enough() -> None:
    known = exact(None, None, 2, None, None, None, None)
    assert proven_advice(question(MIDDLE), known) == Advice(2, Reason.WINS, 17)


def test_the_one_column_that_is_not_proven_to_lose_is_enough() -> None:
    for doubt in (None, ColumnScore(-1, proven=False)):
        known = [*exact(-3, -3, -3, -3, -3, -3), doubt]
        assert proven_advice(question(MIDDLE), known) == Advice(6, Reason.OTHERS_LOSE)


def test_unproven_scores_leave_the_best_column_open() -> None:
    assert proven_advice(question(MIDDLE), ()) is None
    assert proven_advice(question(MIDDLE), exact(0, 0, 0, None, None, None, None)) is None
    hoped = [ColumnScore(1, proven=False), *exact(-1, 0, 0, 0, 0, 0)]
    assert proven_advice(question(MIDDLE), hoped) is None


def test_ties_go_to_the_longest_line_then_to_chance() -> None:
    position = parse_game("17").position
    known = exact(0, 0, 0, 0, 0, 0, 0)
    found = {proven_advice(question(position, seed=seed), known) for seed in range(30)}
    assert found == {Advice(column, Reason.DRAWS) for column in (0, 1)}


def test_a_desk_proves_its_advice(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE, {1: -3, 2: 4, 3: 0})
    assert Desk().answer(question(MIDDLE)) == Advice(1, Reason.WINS, 15)
    assert Desk().answer(question(parse_game("121212").position)).reason is Reason.WINS


def test_advice_starts_from_the_known_scores(fake_solver: FakeSolver) -> None:
    known = exact(-1, -1, -1, 0, -1, -1, None)
    assert Desk().answer(question(MIDDLE, known=known)) == Advice(3, Reason.DRAWS)
    assert fake_solver.asked == [MIDDLE.play(6)]


def test_unproven_advice_is_judged_and_never_a_proven_loss(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE, dict.fromkeys(range(1, 8), 1), unproven=range(1, 8))
    free = Desk().answer(question(MIDDLE))
    assert free.reason is Reason.JUDGEMENT
    fake_solver.set_scores(MIDDLE, {free.column + 1: -2})
    other = Desk().answer(question(MIDDLE))
    assert other.reason is Reason.JUDGEMENT
    assert other.column != free.column


def test_a_stopped_question_is_answered_at_once(fake_solver: FakeSolver) -> None:
    asked = question(MIDDLE)
    fake_solver.block()
    asked.stop.set()
    assert Desk().answer(asked).column in MIDDLE.legal_columns()


@given(st.lists(st.integers(0, 99), max_size=40), st.integers(4, 8), st.integers(4, 7))
def test_advice_is_sound_on_any_board(choices: list[int], columns: int, rows: int) -> None:
    """With the real solver under a limit of nodes: a legal column, and no proven claim that another search refutes."""
    position = position_after(Geometry(columns, rows), choices)
    if position.outcome is not None:
        return
    advice = Desk().answer(question(position))
    assert position.is_playable(advice.column)
    if advice.reason is Reason.WINS and advice.moves == 1:
        assert position.wins_at(advice.column)
    if advice.reason is Reason.STOPS:
        assert position.wins_at(advice.column, position.to_move.other)


def test_the_moves_to_the_end_are_those_of_best_play() -> None:
    """The solver's own line ends with the move that the words announce."""
    solver = Solver(table_mib=1)
    for moves in ("2252576253462244111563365343671351441", "7422341735647741166133573473242566"):
        position = parse_game(moves).position
        found = solver.analyse(position)
        end = position
        for column in found.line:
            end = end.play(column)
        assert final_score(end) is not None
        if found.score:
            moves_made = moves_to_end(position, found.score)
            assert len(found.line) == 2 * moves_made - (found.score > 0)


def test_the_kinds_of_advice_are_those_of_the_settings() -> None:
    assert tuple(kind.value for kind in AdviceKind) == ADVICE_KINDS
    assert Settings().advice == AdviceKind.EXACT.value


@pytest.mark.parametrize("kind", [AdviceKind.LONGEST, AdviceKind.RANDOM])
def test_advice_that_is_not_exact_needs_no_search(
    kind: AdviceKind, fake_solver: FakeSolver
) -> None:
    asked = Question(MIDDLE, Random(1), kind=kind)
    assert Desk().answer(asked) == instant_advice(Question(MIDDLE, Random(1), kind=kind))
    assert not fake_solver.asked


def test_random_advice_may_miss_a_win_and_longest_line_advice_may_not() -> None:
    position = parse_game("121212").position
    rng = Random(2)
    drawn = {instant_advice(Question(position, rng, kind=AdviceKind.RANDOM)) for _ in range(100)}
    assert drawn == {Advice(column, Reason.CHANCE) for column in range(7)}
    longest = instant_advice(Question(position, rng, kind=AdviceKind.LONGEST))
    assert longest == Advice(0, Reason.WINS, 1)


def test_longest_line_advice_ignores_threats() -> None:
    asked = Question(parse_game("12131").position, Random(2), kind=AdviceKind.LONGEST)
    assert instant_advice(asked) == Advice(3, Reason.LONGEST_LINE, length=3)
