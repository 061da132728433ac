"""p4tui keeps its budgets at the terminal: bytes exactly, times and memory as ratios to a bare Textual app.

`measure.py` prints the same numbers as a table, and has the limits.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.harness import TerminalProgram
from tests.terminal.measure import (
    ANIMATED,
    BACK_BYTES,
    BARE,
    BOARD,
    BUSY_BYTES,
    CLOCK,
    COACH_BYTES,
    CTRL_L,
    DROP,
    ENTERING_BYTES,
    EXPLANATION_BYTES,
    FLAT,
    HELP_BYTES,
    KEY_MEDIAN_MS,
    LAUNCH_RATIO,
    LEFT,
    LOCAL,
    LOOKS,
    LOW_CLOCK,
    MAX_KEY_MS,
    MEMORY_RATIO,
    MENU,
    PERFECT,
    PERFECT_IN_PYTHON,
    QUIET,
    QUIT_MS,
    RIGHT,
    SCORES,
    SCORING,
    SCORING_IN_PYTHON,
    THINKING,
    WAITING_BYTES,
    WAITING_PERCENT,
    Command,
    Look,
    answer_bytes,
    clock_running,
    drop_bytes,
    explorer_bytes,
    idle,
    latencies_while_searching,
    launches,
    lesson_bytes,
    library_bytes,
    motion_bytes,
    opened,
    percentile,
    puzzle_bytes,
    quit_seconds_while_searching,
    thinking_output,
    time_left,
)
from tests.terminal.reading import scores
from tests.tools.cases import exhaustive

pytestmark = pytest.mark.terminal

THINKERS = [
    pytest.param(THINKING, id="club"),
    pytest.param(PERFECT, id="perfect", marks=pytest.mark.exhaustive),
    pytest.param(PERFECT_IN_PYTHON, id="perfect-in-python", marks=pytest.mark.exhaustive),
]
"""Boards where a computer begins to search after the first drop."""


SCORES_BYTES = 400
"""What becomes known after a drop: the scores, the bar beside the board, and the card about them."""


@pytest.fixture
def board() -> Iterator[TerminalProgram]:
    with opened(BOARD) as program:
        yield program


def looks(*few: Look) -> pytest.MarkDecorator:
    """Run a test in each look; those not named here only where everything is tested."""
    cases = [
        look if look in few else pytest.param(look, marks=pytest.mark.exhaustive) for look in LOOKS
    ]
    return pytest.mark.parametrize("look", cases, ids=lambda look: look.name)


@looks(*LOOKS)
def test_the_first_pictures_are_small(look: Look) -> None:
    for command in (MENU, BOARD):
        with opened(command, look=look) as program:
            assert program.mark() <= look.picture, command


@looks(*LOOKS)
def test_cursor_keys_and_drops_cost_few_bytes(look: Look) -> None:
    with opened(BOARD, look=look) as program:
        assert max(answer_bytes(program, RIGHT, LEFT, LEFT, RIGHT)) <= look.cursor
        assert drop_bytes(program) <= look.drop


@looks(FLAT, LOCAL[1])
def test_a_falling_disc_costs_few_bytes(look: Look) -> None:
    with opened(ANIMATED, look=look) as program:
        assert drop_bytes(program) <= look.fall


@pytest.mark.exhaustive
def test_a_cursor_key_costs_few_bytes_among_many_saved_games(tmp_path: Path) -> None:
    assert max(library_bytes(tmp_path)) <= FLAT.cursor


def test_the_explorer_keeps_its_keys_cheap_and_waits_in_silence(tmp_path: Path) -> None:
    cursor, entering, still = explorer_bytes(tmp_path, number=50)
    assert max(cursor) <= COACH_BYTES
    assert max(entering) <= ENTERING_BYTES
    assert still.output_per_second == WAITING_BYTES


def test_answers_to_a_puzzle_cost_few_bytes_and_waiting_nothing(tmp_path: Path) -> None:
    answers, still = puzzle_bytes(tmp_path)
    assert max(answers) <= COACH_BYTES
    assert still.output_per_second == WAITING_BYTES


def test_answers_in_a_lesson_cost_a_drop_and_their_words_and_waiting_nothing(
    tmp_path: Path,
) -> None:
    cursor, answers, still = lesson_bytes(tmp_path)
    assert max(cursor) <= FLAT.cursor
    assert max(answers) <= EXPLANATION_BYTES
    assert still.output_per_second == WAITING_BYTES


def test_another_screen_is_sent_once() -> None:
    with opened(MENU) as program:
        there, back, again = answer_bytes(program, b"?", b"q", CTRL_L)
    assert there <= HELP_BYTES
    assert back <= BACK_BYTES
    assert again >= 1920  # every cell, once it is asked for


def test_a_pointer_that_stays_in_its_column_costs_nothing(board: TerminalProgram) -> None:
    assert motion_bytes(board) == WAITING_BYTES


def test_a_pressed_button_that_is_dragged_costs_nothing(board: TerminalProgram) -> None:
    press, drag = b"\x1b[<0;%d;12M", b"\x1b[<32;%d;%dM"
    board.send(b"\x1b[<35;20;12M")
    board.wait_quiet(QUIET)
    mark = board.send(press % 20 + b"".join(drag % (20, line) for line in range(4, 16)))
    board.wait_quiet(QUIET)
    assert board.bytes_since(mark) == b""


def test_a_click_costs_no_more_than_a_key(board: TerminalProgram) -> None:
    click = b"\x1b[<0;22;12M\x1b[<0;22;12m"
    assert max(answer_bytes(board, b"\x1b[<35;22;12M", click, click)) <= FLAT.drop


@pytest.mark.parametrize("command", [MENU, BOARD], ids=["menu", "board"])
def test_waiting_for_a_key_writes_nothing(command: Command) -> None:
    with opened(command) as program:
        assert idle(program, 1.5).output_per_second == WAITING_BYTES


@pytest.mark.parametrize("command", [*exhaustive(CLOCK), LOW_CLOCK], ids=["much", "little"])
def test_a_clock_costs_at_most_60_bytes_a_second(command: Command) -> None:
    assert 0 < clock_running(command).output_per_second <= BUSY_BYTES


def test_a_clock_leaves_the_cursor_where_it_is_and_visible() -> None:
    with opened(CLOCK) as program:
        full = time_left(program.display)
        program.send(DROP + LEFT)
        program.wait_for(lambda lines: time_left(lines) < full, what="a clock that runs")
        program.wait_quiet(0.1)
        place = program.cursor
        assert program.display[place[1]][place[0]] == "3"
        for _ in range(2):
            before = time_left(program.display)
            program.wait_for(lambda lines, before=before: time_left(lines) < before)  # type: ignore[misc]
            program.wait_quiet(0.1)
            assert program.cursor == place
            assert program.cursor_visible


def test_a_clock_that_has_not_begun_writes_nothing() -> None:
    with opened(CLOCK) as program:
        assert idle(program, 2.5).output_per_second == WAITING_BYTES


@pytest.mark.parametrize("command", THINKERS)
def test_the_computer_thinks_in_silence(command: Command) -> None:
    assert thinking_output(command) <= BUSY_BYTES


def test_scores_under_the_board_leave_the_keys_cheap_and_the_waiting_silent() -> None:
    with opened((*BOARD, "--position", "442761225377252342545563")) as program:
        program.send(b"s")
        program.wait_for(scored, what="scores")
        program.wait_quiet(QUIET)
        answer_bytes(program, RIGHT)  # takes away the sentence that explains scores once
        assert max(answer_bytes(program, LEFT, LEFT, RIGHT, RIGHT, LEFT)) <= FLAT.cursor
        assert idle(program, 1.5).output_per_second == 0
        mark = program.send(DROP)
        program.wait_for_output(since=mark)
        program.wait_for(scored, what="the next scores")
        program.wait_quiet(QUIET)
        assert len(program.bytes_since(mark)) <= FLAT.drop + SCORES_BYTES


def test_steps_through_a_review_cost_few_bytes_and_waiting_nothing() -> None:
    game = "4435525244133277666"
    with opened((*BOARD, "--position", game[:-1])) as program:
        program.send(game[-1].encode())
        program.wait_for_text("Rematch")
        program.send(b"v")
        program.wait_for_text("Mistakes: Alice 4, Bob 5")
        program.wait_quiet(QUIET)
        assert max(answer_bytes(program, *[LEFT] * 8, *[RIGHT] * 8)) <= COACH_BYTES
        answer_bytes(program, b"n")
        # Two discs fall between these mistakes.
        assert max(answer_bytes(program, b"n", b"N")) <= FLAT.drop
        assert idle(program, 1.0).output_per_second == WAITING_BYTES


def scored(lines: list[str]) -> bool:
    """Return whether there are scores below the column numbers, all of them proven."""
    found = scores(lines)
    return bool(found) and all(score.lstrip("+-").isdigit() for score in found)


@pytest.mark.budget
def test_launch_and_memory_stay_near_those_of_a_bare_app() -> None:
    ours, bare = launches([MENU, BARE], repeats=5)
    assert ours.milliseconds <= LAUNCH_RATIO * bare.milliseconds
    assert ours.rss_kib <= MEMORY_RATIO * bare.rss_kib


@pytest.mark.budget
@pytest.mark.parametrize("command", [MENU, BOARD], ids=["menu", "board"])
def test_waiting_for_a_key_leaves_the_processor_alone(command: Command) -> None:
    with opened(command) as program:
        assert idle(program).cpu_percent < WAITING_PERCENT


@pytest.mark.budget
@pytest.mark.parametrize("command", THINKERS)
def test_keys_are_answered_while_the_computer_thinks(command: Command) -> None:
    are_soon(latencies_while_searching(command))


@pytest.mark.budget
@pytest.mark.parametrize("command", [SCORING, SCORING_IN_PYTHON], ids=["compiled", "python"])
def test_keys_are_answered_while_scores_are_found(command: Command) -> None:
    are_soon(latencies_while_searching(command, begin=SCORES))


def are_soon(seconds: list[float]) -> None:
    """Half of the answers, and nearly all, come in time."""
    assert 1000 * statistics.median(seconds) < KEY_MEDIAN_MS
    assert 1000 * percentile(seconds, 99) < MAX_KEY_MS


@pytest.mark.budget
@pytest.mark.parametrize("command", THINKERS)
def test_quitting_does_not_wait_for_the_computer(command: Command) -> None:
    assert 1000 * quit_seconds_while_searching(command) < QUIT_MS


@pytest.mark.budget
@pytest.mark.parametrize("command", [SCORING, SCORING_IN_PYTHON], ids=["compiled", "python"])
def test_quitting_does_not_wait_for_scores(command: Command) -> None:
    assert 1000 * quit_seconds_while_searching(command, begin=SCORES) < QUIT_MS
