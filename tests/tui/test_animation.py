"""The animations, frame by frame, and what waits for their end. Time stands still unless a test says otherwise."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from textual.pilot import Pilot

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.options import Options
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.looks import Look
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets import board_view
from p4tui.tui.widgets.result_banner import ResultBanner
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    Thinker,
    against,
    computers,
    game_of,
    grid_of,
    moves,
    people,
    press,
    running,
    shown,
    until,
)

FALLING = Options(animation=True, seed=1)


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no frame follow by itself."""
    monkeypatch.setattr(board_view, "FRAME_SECONDS", 3600.0)


async def land(pilot: Pilot[None]) -> int:
    """Show frames until the disc has landed; return their number."""
    grid = next(screen for screen in pilot.app.screen_stack if isinstance(screen, GameScreen)).grid
    pictures = 0
    while grid.falling:
        pictures += 1
        grid._next_frame()
        await pilot.pause()
        assert pictures < 20
    return pictures


@pytest.mark.usefixtures("frozen")
async def test_a_disc_falls_from_the_top_to_its_cell() -> None:
    async with running(people(), options=FALLING) as pilot:
        await press(pilot, "4")
        grid = grid_of(pilot)
        rows = []
        while grid.falling:
            ((cell, look),) = grid.state.looks().items()
            assert look == Look(Colour.RED)
            rows.append(cell.row)
            grid._next_frame()
        assert rows[0] == 5
        assert rows == sorted(rows, reverse=True)
        assert grid.state.looks()[Cell(3, 0)].disc is Colour.RED
        assert grid._fall_timer is None


@pytest.mark.usefixtures("frozen")
async def test_keys_are_taken_while_a_disc_falls() -> None:
    async with running(people(), options=FALLING) as pilot:
        await press(pilot, "4")
        assert grid_of(pilot).falling
        await press(pilot, ["right", "space"])
        assert moves(pilot) == "4 5"
        assert grid_of(pilot).falling
        await press(pilot, "u")
        assert moves(pilot) == "4"
        assert not grid_of(pilot).falling
        grid_of(pilot)._next_frame()
        assert not grid_of(pilot).falling


@pytest.mark.usefixtures("frozen")
async def test_the_results_wait_until_the_last_disc_has_landed() -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), options=FALLING) as pilot:
        await press(pilot, RED_WINS[-1])
        assert shown(pilot) is GameScreen
        assert not any(look.won for look in grid_of(pilot).state.looks().values())
        assert not pilot.app.screen.query_one(ResultBanner).display
        await land(pilot)
        assert shown(pilot) is ResultsScreen
        assert pilot.app.screen.query_one(ResultBanner).display
        assert any(look.won for look in grid_of(pilot).state.looks().values())


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("lean", [False, True])
async def test_the_winning_line_flashes_where_bytes_are_cheap(*, lean: bool) -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), options=FALLING) as pilot:
        grid = grid_of(pilot)
        grid.art = grid.art._replace(lean=lean)
        await press(pilot, RED_WINS[-1])
        marked = []
        while grid.falling:
            marked.append(sum(look.won for look in grid.state.looks().values()))
            grid._next_frame()
        changes = [one for one, other in pairwise([0, *marked]) if one != other]
        assert len(changes) == (0 if lean else 3)
        assert set(marked) == ({0} if lean else {0, 4})


@pytest.mark.usefixtures("frozen")
async def test_a_key_ends_the_flashing() -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), options=FALLING) as pilot:
        await press(pilot, RED_WINS[-1])
        grid = grid_of(pilot)
        while not any(look.won for look in grid.state.looks().values()):
            grid._next_frame()
        await press(pilot, "u")
        assert not grid.falling
        assert moves(pilot) == " ".join(RED_WINS[:-1])


@pytest.mark.usefixtures("frozen")
async def test_a_last_disc_that_lands_behind_help_brings_the_results_afterwards() -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), options=FALLING) as pilot:
        await press(pilot, [RED_WINS[-1], "question_mark"])
        await land(pilot)
        assert shown(pilot) is HelpScreen
        await press(pilot, "q")
        assert shown(pilot) is ResultsScreen


@pytest.mark.usefixtures("frozen")
async def test_a_new_game_lets_the_discs_fall_out_at_the_bottom() -> None:
    async with running(
        people(game=parse_game("4444")), options=FALLING, settings=replace(PEOPLE, confirm=False)
    ) as pilot:
        await press(pilot, "n")
        grid = grid_of(pilot)
        assert grid.position == Position()
        counts = []
        while grid.falling:
            counts.append(len(grid.state.looks()))
            grid._next_frame()
        assert counts[0] < 4
        assert counts == sorted(counts, reverse=True)
        await pilot.pause()
        assert moves(pilot) == ""


@pytest.mark.usefixtures("frozen")
async def test_a_rematch_empties_the_board_too_and_an_empty_one_has_nothing_to_show() -> None:
    async with running(people(game=parse_game(RED_WINS)), options=FALLING) as pilot:
        await pilot.pause()
        await press(pilot, ["enter"])
        assert shown(pilot) is GameScreen
        assert grid_of(pilot).falling
        await land(pilot)
        await press(pilot, "n")
        assert not grid_of(pilot).falling


@pytest.mark.usefixtures("frozen")
async def test_the_computers_answer_waits_until_the_disc_before_it_has_landed(
    thinker: Thinker,
) -> None:
    async with running(against("club"), options=FALLING) as pilot:
        await press(pilot, "4")
        thinker.answer(5)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert moves(pilot) == "4"
        await until(pilot, lambda: game_of(pilot).controller.searches.answer is not None)
        assert await land(pilot) >= 1
        assert moves(pilot) == "4 5"


@pytest.mark.usefixtures("frozen")
async def test_an_answer_that_waited_is_dropped_after_an_undo(thinker: Thinker) -> None:
    async with running(against("club"), options=FALLING) as pilot:
        await press(pilot, "4")
        thinker.answer(5)
        await until(pilot, lambda: game_of(pilot).controller.searches.answer is not None)
        await press(pilot, "u")
        await land(pilot)
        assert moves(pilot) == ""


@pytest.mark.usefixtures("frozen")
async def test_without_animation_nothing_falls() -> None:
    async with running(people(), options=Options(animation=False)) as pilot:
        await press(pilot, "4")
        assert not grid_of(pilot).falling


async def test_at_its_own_pace_a_disc_lands_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_view, "FRAME_SECONDS", 0.001)
    async with running(
        computers("winner", "winner"), options=FALLING, settings=replace(PEOPLE, speed=0.0)
    ) as pilot:
        await until(pilot, lambda: shown(pilot) is ResultsScreen)
        assert game_of(pilot).session.match.outcome is not None
