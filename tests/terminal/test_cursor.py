"""The terminal's own cursor is visible, and on the chosen column."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.terminal.harness import TerminalProgram, TerminalTimeoutError
from tests.terminal.reading import numbers
from tests.terminal.screens import (
    DOWN,
    ENTER,
    ESC,
    LEFT,
    PEOPLE,
    RIGHT,
    UP,
    ScreenPath,
    open_screen,
    screen_named,
    settle,
)

pytestmark = pytest.mark.terminal

HOME, END = b"\x1b[H", b"\x1b[F"
STILL = ("--animation", "off")


@pytest.fixture
def game() -> Iterator[TerminalProgram]:
    with open_screen(screen_named("game"), *STILL) as program:
        yield program


def on_column(program: TerminalProgram, column: str) -> None:
    """Wait until the cursor is visible on the number of a column."""

    def there(lines: list[str]) -> bool:
        x, y = program.cursor
        seen = program.cursor_visible and y < len(lines)
        return seen and lines[y][x : x + len(column)] == column

    program.wait_for(there, what=f"a visible cursor on column {column}")
    settle(program)


def press(program: TerminalProgram, *keys: bytes) -> None:
    """Press keys, each after the output of the one before."""
    for key in keys:
        mark = program.send(key)
        # A refusal that stands there already draws nothing; Esc is only its key once nothing has followed for a moment.
        with suppress(TerminalTimeoutError):
            program.wait_for_output(since=mark, timeout=1.0)
        settle(program)


def test_it_follows_the_choice(game: TerminalProgram) -> None:
    on_column(game, "4")
    for key, column in ((LEFT, "3"), (HOME, "1"), (RIGHT, "2"), (END, "7"), (b"5", "5")):
        press(game, key)
        on_column(game, column)


def test_it_follows_the_pointer_and_the_click(game: TerminalProgram) -> None:
    row = numbers(game.display)
    assert row is not None
    x = row.places[5]
    game.send(f"\x1b[<35;{x + 1};5M")
    on_column(game, "6")
    game.send(f"\x1b[<0;{x + 1};5M\x1b[<0;{x + 1};5m")
    game.wait_for_text("Alice: choose")
    on_column(game, "6")


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param((b"?", b"q"), id="help", marks=pytest.mark.exhaustive),
        pytest.param((b":", ESC), id="palette"),
        pytest.param(
            (b":", *(b"%c" % c for c in b"edit the set"), ENTER, b"q"),
            id="settings",
            marks=pytest.mark.exhaustive,
        ),
        pytest.param((b"q", b"n"), id="question", marks=pytest.mark.exhaustive),
        pytest.param((b"?", b":", ESC, b"q"), id="palette over help", marks=pytest.mark.exhaustive),
        pytest.param((b"u",), id="undo", marks=pytest.mark.exhaustive),
        pytest.param((b"u", b"u"), id="refusal", marks=pytest.mark.exhaustive),
        pytest.param((b"x",), id="swapped", marks=pytest.mark.exhaustive),
        pytest.param((b"9",), id="no such column", marks=pytest.mark.exhaustive),
        pytest.param((b"s",), id="scores"),
        pytest.param((b"\x0c",), id="redraw"),
    ],
)
def test_it_comes_back_after(game: TerminalProgram, keys: tuple[bytes, ...]) -> None:
    press(game, LEFT)
    on_column(game, "3")
    press(game, *keys)
    on_column(game, "3")


def test_it_comes_back_after_a_suspension(game: TerminalProgram) -> None:
    press(game, LEFT)
    game.send(b"\x1a")
    game.wait_stopped()
    game.write_on_screen(b"\x1b[H\x1b[2J\x1b[?25l")
    game.resume()
    on_column(game, "3")


def test_it_comes_back_after_resizes_also_from_a_window_that_is_too_small(
    game: TerminalProgram,
) -> None:
    press(game, LEFT)
    for size in ((120, 40), (40, 12), (20, 8), (30, 12), (1, 1), (80, 24)):
        game.resize(*size)
        settle(game)
        if size >= (30, 12):
            on_column(game, "3")


def test_it_is_on_the_first_row_of_results_and_on_the_board_after_them() -> None:
    with open_screen(screen_named("results"), *STILL) as program:
        x, y = program.cursor
        assert program.cursor_visible
        assert program.display[y][x:].startswith("Rematch")
        press(program, b"n")
        on_column(program, "4")


def test_it_is_there_while_a_computer_thinks_and_while_two_play() -> None:
    # Slowly, so that the game is not over before it was looked at.
    slowly = screen_named("computers")._replace(settings="speed = 4.0\n")
    for screen in (screen_named("thinking"), slowly):
        with open_screen(screen, *STILL) as program:
            x, y = program.cursor
            assert program.cursor_visible
            assert program.display[y][x].isdigit()


def test_it_is_on_the_column_of_the_chosen_cell() -> None:
    with open_screen(screen_named("cell"), *STILL) as program:
        press(program, LEFT, UP, DOWN)
        on_column(program, "3")


def test_it_is_on_the_number_of_two_digits_on_a_large_board() -> None:
    large = ScreenPath("large", (*PEOPLE, "--size", "20x15"), (), "Alice: choose", size=(200, 60))
    with open_screen(large, *STILL) as program:
        on_column(program, "10")
        press(program, RIGHT)
        on_column(program, "11")
