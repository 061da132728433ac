"""The terminal's own cursor is at the focused widget, on every screen."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.widgets.line_widget import LineWidget
from p4tui.tui.widgets.text_line import TextLine
from tests.tui.driving import (
    RED_WINS,
    app_of,
    game_of,
    grid_of,
    people,
    press,
    resized,
    running,
    settled,
    until,
)


def at_the_focus(pilot: Pilot[None]) -> bool:
    """Return whether the cursor is where the focused widget wants it."""
    widget = pilot.app.screen.focused
    if isinstance(widget, TextLine):
        return pilot.app.cursor_position == widget.cursor_screen_offset
    assert isinstance(widget, LineWidget)
    place = widget.cursor_place()
    assert place is not None
    return pilot.app.cursor_position == widget.content_region.offset + place


@pytest.mark.parametrize("over", ["name", "palette", "help"])
async def test_the_cursor_comes_back_to_the_menu_from_whatever_was_over_it(over: str) -> None:
    async with running() as pilot:
        await press(pilot, ["down", "down"])
        before = pilot.app.cursor_position
        await press(pilot, {"name": ["enter"], "palette": [":"], "help": ["?"]}[over])
        if over != "help":
            assert at_the_focus(pilot)
            await press(pilot, "ab")
            assert at_the_focus(pilot)
        await press(pilot, ["q" if over == "help" else "escape"])
        assert pilot.app.cursor_position == before
        assert at_the_focus(pilot)


async def test_the_cursor_stands_in_the_palette_opened_from_the_help_page() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["?", ":"])
        assert at_the_focus(pilot)


async def test_the_cursor_moves_with_a_board_that_only_moves() -> None:
    async with running(people(), size=(100, 24)) as pilot:
        cell, place = grid_of(pilot).cell, pilot.app.cursor_position
        await pilot.resize_terminal(140, 24)
        await until(pilot, lambda: pilot.app.cursor_position.x > place.x)
        assert grid_of(pilot).cell == cell
        assert at_the_focus(pilot)


@pytest.mark.parametrize("over", [["n"], [":"]], ids=["question", "palette"])
async def test_a_board_under_a_dialog_leaves_the_cursor_there(over: list[str]) -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", *over])
        grid = game_of(pilot).grid
        assert at_the_focus(pilot)
        for column in (0, 6):
            grid.cursor = column
            await pilot.pause()
            assert at_the_focus(pilot)
        grid.on_resize()
        assert at_the_focus(pilot)


@pytest.mark.parametrize("keys", [["4", "q"], [*RED_WINS]], ids=["question", "results"])
async def test_the_cursor_stays_in_what_lies_over_the_board_when_the_window_changes(
    keys: list[str],
) -> None:
    async with running(people()) as pilot:
        await press(pilot, keys)
        await settled(pilot)
        for size in ((40, 12), (80, 24), (30, 12), (200, 60), (40, 12), (80, 24)):
            await resized(pilot, *size)
            assert at_the_focus(pilot)


async def test_the_cursor_comes_with_the_focus() -> None:
    """In a window that is too small for the board, nothing has the focus."""
    async with running(people()) as pilot:
        grid = grid_of(pilot)
        game_of(pilot).set_focus(None)
        show_terminal_cursor(pilot.app, (5, 7))
        await pilot.pause()
        game_of(pilot).set_focus(grid)
        await pilot.pause()
        assert at_the_focus(pilot)


async def test_the_cursor_is_moved_from_where_the_last_update_left_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a storm of resizes the position was set, but no update followed."""
    async with running(people()) as pilot:
        app, written = app_of(pilot), list[str]()
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        x, y = app.cursor_position
        app._previous_cursor_position = Offset(5, 7)
        for _ in range(2):
            game_of(pilot).place_cursor()
        assert written.count(f"\x1b[{y + 1};{x + 1}H") == 1


async def test_the_cursor_never_leaves_the_screen() -> None:
    async with running(people()) as pilot:
        for size in ((10, 3), (1, 1), (29, 11)):
            await pilot.resize_terminal(*size)
            for place in (pilot.app.cursor_position, (-20, 2), (500, 500)):
                show_terminal_cursor(pilot.app, place)
                x, y = pilot.app.cursor_position
                assert 0 <= x < size[0] and 0 <= y < size[1]
