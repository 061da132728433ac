"""Time controls as they are written, and the arithmetic of a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.position import Side
from p4tui.engine.limit import Limit
from p4tui.play.clock import MAX_INCREMENT, MAX_MINUTES, Clock, TimeControl, TimeControlError
from p4tui.play.participants import limit_with_clock

FIRST, SECOND = Side.FIRST, Side.SECOND


@pytest.mark.parametrize(
    ("text", "base", "increment"),
    [
        ("5+3", 300_000, 3000),
        ("10", 600_000, 0),
        ("0.5+2", 30_000, 2000),
        ("0,5+2", 30_000, 2000),
        (" 1+0\n", 60_000, 0),
        ("0.02+0", 1200, 0),
        ("0.017", 1020, 0),
        ("007+03", 420_000, 3000),
        ("180+180", 10_800_000, 180_000),
        ("1.999", 119_940, 0),
    ],
)
def test_minutes_and_seconds_are_read(text: str, base: int, increment: int) -> None:
    assert TimeControl.parse(text) == TimeControl(base, increment)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "+", "5+", "+3", "abc", "5+3+1", "5 + 3", "5-3", "-5", "5+-3", "1e2", "0x5"),
        *(
            "5.+3",
            ".5+3",
            "5+3.5",
            "5;3",
            "5:00",
            "1.2345",
            "none",
            "nan",
            "inf",
            "٥+٣",
            "⁵+3",
            "５",
        ),
        *("0", "0+3", "0.016", "0.000+9", "181", "180.001", "999", "1000", "5+181", "5+1000"),
        *("5+3\x00", "5\n+3", "5+3 x", "9" * 100_000, "5+" + "3" * 100_000, "\ud800"),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(TimeControlError):
        TimeControl.parse(text)


@given(st.text())
def test_any_text_is_parsed_to_a_control_that_can_be_written_or_refused(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except TimeControlError:
        return
    assert TimeControl.parse(str(control)) == control


@given(st.integers(17, MAX_MINUTES * 1000), st.integers(0, MAX_INCREMENT))
def test_a_control_is_written_and_read_back(thousandths: int, increment: int) -> None:
    control = TimeControl(thousandths * 60, increment * 1000)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    ("text", "shown"), [("5+3", "5+3"), ("10", "10+0"), ("0,50+2", "0.5+2"), ("0.02", "0.02+0")]
)
def test_a_control_is_written_as_short_as_it_can_be(text: str, shown: str) -> None:
    assert str(TimeControl.parse(text)) == shown


@pytest.mark.parametrize(
    ("base", "increment"), [(999, 0), (10_800_001, 0), (60_000, -1), (60_000, 180_001), (-1, 0)]
)
def test_a_number_out_of_range_is_refused(base: int, increment: int) -> None:
    with pytest.raises(TimeControlError):
        TimeControl(base, increment)


# The clock

CONTROL = TimeControl(60_000, 2000)


def test_a_new_clock_gives_both_sides_the_same() -> None:
    clock = Clock.new(CONTROL)
    assert clock.times == ((60_000, 60_000),)
    assert [clock.left(0, side, to_move=True) for side in Side] == [60_000, 60_000]


def test_the_first_move_is_free_and_gives_nothing_back() -> None:
    clock = Clock.new(CONTROL).after_move(0, FIRST, 0)
    assert clock.times[1] == (60_000, 60_000)
    assert [clock.runs(0), clock.runs(1)] == [False, True]


def test_a_game_begun_from_moves_has_a_time_for_each_of_its_positions_and_a_free_first_move() -> (
    None
):
    clock = Clock.new(CONTROL, 5)
    assert clock.times == ((60_000, 60_000),) * 5
    assert [clock.runs(cursor) for cursor in range(6)] == [False] * 5 + [True]
    clock = clock.after_move(4, FIRST, 0)
    assert clock.times[5] == (60_000, 60_000)


def test_a_move_costs_what_it_took_and_gives_the_increment_back() -> None:
    clock = Clock.new(CONTROL).after_move(0, FIRST, 0).after_move(1, SECOND, 5000)
    assert clock.times[2] == (60_000, 57_000)
    clock = clock.after_move(2, FIRST, 1)
    assert clock.times[3] == (61_999, 57_000)


def test_a_move_forgets_the_times_of_moves_that_were_taken_back_and_what_the_turn_had_used() -> (
    None
):
    clock = Clock(CONTROL, ((9, 9), (8, 8), (7, 7), (6, 6)), spent=5)
    after = clock.after_move(1, SECOND, 3)
    assert after == Clock(CONTROL, ((9, 9), (8, 8), (8, 2005)))


def test_only_the_side_to_move_has_spent_time_and_nobody_has_less_than_0() -> None:
    clock = Clock(CONTROL, ((9, 9),), spent=5)
    assert clock.left(0, FIRST, to_move=True) == 4
    assert clock.left(0, SECOND, to_move=False) == 9
    assert Clock(CONTROL, ((9, 9),), spent=10).left(0, FIRST, to_move=True) == 0


# A computer's pace


def test_a_computer_keeps_its_limit_while_its_time_allows_it() -> None:
    limit = Limit(seconds=1.0)
    assert limit_with_clock(limit, 300_000, 0) is limit


def test_a_computer_uses_a_share_of_its_time_and_of_the_increment() -> None:
    assert limit_with_clock(Limit(seconds=1.0), 10_000, 0).seconds == pytest.approx(0.4)
    assert limit_with_clock(Limit(seconds=10.0), 10_000, 2000).seconds == pytest.approx(1.9)


def test_a_computer_never_plans_to_use_more_than_half_of_its_time() -> None:
    assert limit_with_clock(Limit(seconds=10.0), 1000, 60_000).seconds == pytest.approx(0.5)
    assert limit_with_clock(Limit(), 0, 60_000).seconds == 0


def test_a_level_without_a_time_limit_gets_one_and_keeps_its_depth() -> None:
    assert limit_with_clock(Limit(depth=4), 50_000, 0) == Limit(seconds=2.0, depth=4)
