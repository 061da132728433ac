"""Only changes are sent, and the whole picture is shown."""

from __future__ import annotations

import pytest

from tests.terminal.harness import TerminalProgram
from tests.terminal.measure import BOARD, DOWN, DROP, MENU, QUIET, UP, opened

pytestmark = pytest.mark.terminal


def bytes_of(program: TerminalProgram, keys: bytes | str) -> int:
    mark = program.send(keys)
    program.wait_for_output(1, since=mark)
    program.wait_quiet(QUIET)
    return len(program.bytes_since(mark))


def test_a_dialog_costs_what_it_covers() -> None:
    with opened(BOARD) as program:
        program.wait_for_output(since=program.send(DROP))
        program.wait_quiet(QUIET)
        before = program.display
        assert bytes_of(program, "n") <= 2500
        assert program.display != before
        assert bytes_of(program, "n") <= 2500
        assert program.display == before


def test_a_terminal_that_was_another_size_in_between_is_drawn_again() -> None:
    with opened(BOARD) as program:
        program.wait_for_output(since=program.send(DROP))
        program.wait_quiet(QUIET)
        before = program.display
        program.resize(40, 12)
        program.resize(80, 24)
        assert program.display != before
        program.wait_for(lambda lines: lines == before, what="the whole picture")


def test_ctrl_l_draws_over_what_another_program_wrote() -> None:
    with opened(BOARD) as program:
        before = program.display
        program.write_on_screen(b"\x1b[3;5HBroadcast message\x1b[12;1Hfrom root")
        assert program.display != before
        program.send("\x0c")
        program.wait_for(lambda lines: lines == before, what="the whole picture")


def test_an_update_that_changes_nothing_sends_nothing() -> None:
    with opened(MENU) as program:
        x, y = program.cursor
        # The first picture ends with the cursor in its place, which is sent once.
        place = f"\x1b[{y + 1};{x + 1}H".encode()
        assert program.bytes_since(0).endswith(place)
        assert not program.bytes_since(0).endswith(place * 2)


def test_a_step_in_the_menu_of_a_narrow_window_is_cheap_also_where_the_menu_scrolls() -> None:
    with TerminalProgram(MENU, columns=40, lines=12) as program:
        program.wait_for_text("Play")
        program.wait_quiet(QUIET)
        steps, scrolls = list[int](), list[int]()
        for key, step in [*[(DOWN, 1)] * 15, *[(UP, -1)] * 15]:
            line = program.cursor[1]
            cost = bytes_of(program, key)
            (steps if program.cursor[1] == line + step else scrolls).append(cost)
        assert max(steps) <= 230
        assert len(scrolls) >= 10
        assert max(scrolls) <= 850
