"""The keys of a game: two-digit columns, other keys, the key bar, and Ctrl."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.settings import Settings
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    click_column,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_text,
    settled,
    shown,
    status,
)

# Two-digit columns


async def test_two_digits_are_one_column_on_a_wide_board() -> None:
    async with running(people(geometry=Geometry(12, 6))) as pilot:
        await press(pilot, "2")
        assert moves(pilot) == "2"
        await press(pilot, "12")
        await press(pilot, "10")
        assert moves(pilot) == "2 12 10"
        await press(pilot, "19")
        assert "no such column" in status(pilot)
        assert moves(pilot) == "2 12 10"


@pytest.mark.parametrize("key", ["h", "u", "r", "p", "s", "]"])
async def test_a_digit_is_forgotten_once_something_else_is_said(key: str) -> None:
    """No disc falls on its own, or later with a digit that was meant for another column."""
    async with running(people(geometry=Geometry(12, 6))) as pilot:
        await press(pilot, ["1", key])
        await settled(pilot)
        assert "another digit" not in status(pilot)
        await press(pilot, ["2"])
        assert moves(pilot) == "2"


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_key_that_drops_completes_the_number(key: str) -> None:
    async with running(people(geometry=Geometry(12, 6))) as pilot:
        await press(pilot, ["1", key])
        assert moves(pilot) == "1"
        await press(pilot, "2")
        assert moves(pilot) == "1 2"


@pytest.mark.parametrize("key", ["left", "u", "home"])
async def test_another_key_forgets_the_digit(key: str) -> None:
    async with running(
        people(geometry=Geometry(12, 6), game=parse_game("3", Position(Geometry(12, 6))))
    ) as pilot:
        await press(pilot, ["1", key, "2"])
        assert moves(pilot).split()[-1] == "2"
        await press(pilot, "1")
        await click_column(pilot, 3)
        await press(pilot, "2")
        assert moves(pilot).split()[-2:] == ["3", "2"]


# Keys


async def test_keys_can_be_remapped() -> None:
    keys = {"game.undo": "b", "board.drop": "d", "app.help": "f9"}
    async with running(people(), settings=Settings(keys=keys)) as pilot:
        await press(pilot, ["d", "d", "b"])
        assert moves(pilot) == "4"
        await press(pilot, ["u", "space"])
        assert moves(pilot) == "4"
        bar = region_lines(pilot, pilot.app.screen.query_one(KeyBar))[0]
        assert " d Drop  b Undo " in bar
        await press(pilot, "?")
        assert shown(pilot) is GameScreen
        await press(pilot, ["f9"])
        assert shown(pilot) is not GameScreen
        assert " b " in screen_text(pilot) or await _scrolled_to(pilot, " b ")


async def _scrolled_to(pilot: Pilot[None], text: str) -> bool:
    for _ in range(5):
        await pilot.press("pagedown")
        await pilot.pause()
        if text in screen_text(pilot):
            return True
    return False


async def test_the_key_bar_is_clicked() -> None:
    async with running(people()) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)

        async def click(label: str) -> None:
            await pilot.click(bar, offset=(region_lines(pilot, bar)[0].index(label), 0))
            await pilot.pause()

        await click("Drop")
        assert moves(pilot) == "4"
        await click("Undo")
        assert moves(pilot) == ""
        await pilot.click(bar, offset=(79, 0))
        await click("Help")
        assert shown(pilot) is not GameScreen


async def test_ctrl_c_twice_quits_and_once_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from p4tui.tui import app as app_module

    now = [100.0]
    monkeypatch.setattr(app_module, "monotonic", lambda: now[0])
    async with running(people()) as pilot:
        await press(pilot, ["ctrl+c"])
        assert status(pilot) == "Press Ctrl+C again to quit"
        now[0] += 10
        await press(pilot, ["ctrl+c"])
        assert pilot.app.is_running
        now[0] += 1
        await pilot.press("ctrl+c")
    assert pilot.app.return_code == 0


async def test_ctrl_c_twice_quits_from_a_dialog_too() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4q")
        await pilot.press("ctrl+c", "ctrl+c")
    assert pilot.app.return_code == 0


async def test_ctrl_l_draws_everything_again() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4")
        before = screen_text(pilot)
        drawn: list[bool] = []
        refresh = pilot.app.refresh

        def counted(*regions: object, layout: bool = False, **more: object) -> object:
            drawn.append(layout)
            return refresh(layout=layout)

        pilot.app.refresh = counted  # type: ignore[method-assign, assignment]
        await press(pilot, ["ctrl+l"])
        assert True in drawn
        assert screen_text(pilot) == before


async def test_ctrl_q_does_not_leave_a_game_in_progress() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["1", "ctrl+q"])
        assert pilot.app.return_code is None
        assert (shown(pilot), moves(pilot)) == (GameScreen, "1")


async def test_ctrl_l_draws_again_behind_a_question_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(people()) as pilot:
        await press(pilot, "1q")
        drawn: list[None] = []
        monkeypatch.setattr(pilot.app, "action_redraw", lambda: drawn.append(None))
        await press(pilot, ["ctrl+l"])
        assert drawn == [None]


async def test_advice_leads_the_cell_cursor_to_where_the_disc_would_land() -> None:
    async with running(people(), settings=Settings(cursor="cell", yellow_level="human")) as pilot:
        await press(pilot, "121212h")
        assert grid_of(pilot).cursor_row == 3
        await press(pilot, ["enter"])
        assert moves(pilot) == "1 2 1 2 1 2 1"


async def test_a_sentence_is_still_there_after_another_screen() -> None:
    async with running(people()) as pilot:
        await press(pilot, "121212h")
        assert status(pilot) == "Column 1: wins at once"
        await press(pilot, "?q")
        assert status(pilot) == "Column 1: wins at once"


async def test_help_shows_the_same_cards_from_their_beginning_in_a_window_that_grew() -> None:
    async with running(size=(80, 12)) as pilot:
        await press(pilot, ["?", "end"])
        await resized(pilot, 80, 40)
        lines = screen_text(pilot).splitlines()
        assert re.search(r"page (\d) of \1", lines[0])
        assert lines[2].split() == ["Rules", "Marks"]
        await press(pilot, ["home", "pagedown"])
        await resized(pilot, 100, 30)
        assert "After a game" in screen_text(pilot).splitlines()[2]
