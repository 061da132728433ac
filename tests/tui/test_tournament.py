"""The screen of a tournament: its table grows, a running game is chosen, and it is stopped or seen to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from p4tui.core.position import Side
from p4tui.settings import Settings
from p4tui.tui.app import P4App
from p4tui.tui.attention import Attention
from p4tui.tui.screens import tournament as module
from p4tui.tui.screens.palette import commands
from p4tui.tui.screens.program_output import ProgramOutputScreen
from p4tui.tui.screens.tournament import TournamentScreen
from p4tui.tui.widgets.standings_table import StandingsTable
from p4tui.tui.widgets.tournament_game import TournamentGame
from tests.tui.driving import (
    RED_WINS,
    STILL,
    alert,
    question,
    region_lines,
    resized,
    screen_lines,
    screen_text,
    shown,
    status,
    until,
)
from tests.unit.staged import Stage


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage(file="class.jsonl")
    yield stage
    stage.close()


@asynccontextmanager
async def looking(stage: Stage, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the app with a tournament."""
    app = P4App(
        None, STILL, Settings(), first=lambda app: app.navigation.follow_tournament(stage.live)
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.01)


def table(pilot: Pilot[None]) -> list[list[str]]:
    """Return the words of the table's lines, without the discs of the running game."""
    lines = region_lines(pilot, pilot.app.screen.query_one(StandingsTable))
    return [line.strip("●○ ▾▴").split() for line in lines if line.strip()]


def card(pilot: Pilot[None]) -> str:
    """Return the text of the card of a game."""
    return "\n".join(region_lines(pilot, pilot.app.screen.query_one(TournamentGame)))


async def sees(pilot: Pilot[None], text: str) -> None:
    await until(pilot, lambda: text in screen_text(pilot), f"{text} never came")


async def test_the_table_grows_and_a_running_game_is_seen(stage: Stage) -> None:
    async with looking(stage) as pilot:
        assert table(pilot)[0][:3] == ["Player", "Points", "W/D/L"]
        assert "0 of 6 games" in screen_lines(pilot)[0]
        stage.move(0, "4435")
        await sees(pilot, "4 moves")
        assert "● careful" in card(pilot)
        assert "○ winner" in card(pilot)
        stage.end(0, RED_WINS, Side.FIRST)
        await sees(pilot, "1 of 6 games, under 1 min left")
        await until(pilot, lambda: table(pilot)[1][:3] == ["careful", "1", "1/0/0"])
        assert status(pilot) == "1 of 6: careful - winner 1-0, 7 moves."
        assert "Last game" in card(pilot)


async def test_a_table_that_is_counted_late_finds_a_screen_that_is_closed(stage: Stage) -> None:
    async with looking(stage) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TournamentScreen)
    stage.end(0, RED_WINS, Side.FIRST)
    await screen._count()
    assert not screen.is_open


async def test_arrows_choose_a_running_game(stage: Stage) -> None:
    async with looking(stage) as pilot:
        stage.move(0, "4", source=1)
        stage.move(2, "44", source=2)
        await sees(pilot, "Game 1/2")
        await pilot.press("right")
        assert "Game 2/2" in card(pilot)
        assert "bot.py" in card(pilot)
        await pilot.press("right")
        assert "Game 1/2" in card(pilot)
        await pilot.press("left")
        stage.end(2, RED_WINS, Side.SECOND, "late")
        await sees(pilot, "Game 1/1")
        await pilot.press("left")
        assert alert(pilot)


async def test_the_chosen_game_stays_when_another_one_ends(stage: Stage) -> None:
    async with looking(stage, (100, 30)) as pilot:
        for number in range(3):
            stage.move(number, "4" * (number + 1), source=number)
        await sees(pilot, "Game 1/3")
        await pilot.press("right")
        assert "2 moves" in card(pilot)
        stage.end(0, RED_WINS, Side.FIRST)
        await sees(pilot, "Game 1/2")
        assert "2 moves" in card(pilot)


@pytest.mark.parametrize("failure", [None, OSError(28, "No space left on device")])
async def test_the_end_calls_once_however_it_comes(
    failure: BaseException | None, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(Attention, "call", lambda _attention: calls.append(True))
    async with looking(stage) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TournamentScreen)
        stage.end(0, RED_WINS, Side.FIRST)
        await until(pilot, lambda: table(pilot)[1][:2] == ["careful", "1"])
        calls.clear()
        stage.close(failure)
        await until(pilot, lambda: screen.is_over)
        await pilot.pause()
        assert calls == [True]


async def test_a_failure_is_told(stage: Stage) -> None:
    async with looking(stage) as pilot:
        stage.end(2, "44", Side.FIRST, "illegal", "8")
        await sees(pilot, "bot.py chose column 9")
        assert status(pilot).startswith("1 of 6: careful - bot.py 1-0, 2 moves. bot.py chose")


async def test_what_a_program_writes_is_looked_at(stage: Stage) -> None:
    async with looking(stage) as pilot:
        stage.move(0, "4")
        await sees(pilot, "1 move")
        await pilot.press("i")
        assert alert(pilot)
        stage.move(2, "4", said="thinking \x1b[2J")
        await sees(pilot, "○ bot.py")
        await pilot.press("i")
        await pilot.pause()
        assert shown(pilot) is ProgramOutputScreen
        assert "thinking" in screen_text(pilot)
        assert "\x1b" not in screen_text(pilot)
        await pilot.press("q")
        assert shown(pilot) is TournamentScreen


async def test_stopping_asks_and_says_how_to_go_on(stage: Stage) -> None:
    async with looking(stage) as pilot:
        stage.end(0, RED_WINS, Side.FIRST)
        await sees(pilot, "1 of 6 games")
        await pilot.press("q")
        await pilot.pause()
        assert question(pilot) == "1 of 6 games are in class.jsonl. Continue with --resume."
        await pilot.press("n")
        await pilot.pause()
        assert pilot.app.is_running
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert pilot.app.return_code == 0
    assert not stage.live.snapshot().over


async def test_the_last_table_stays_until_a_key(stage: Stage) -> None:
    async with looking(stage) as pilot:
        for number in range(6):
            stage.end(number, RED_WINS, Side.FIRST)
        stage.close()
        await until(pilot, lambda: status(pilot) == "The tournament is over.")
        assert "6 of 6 games" in screen_lines(pilot)[0]
        assert {line[2] for line in table(pilot)[1:]} == {"2/0/2"}
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_a_failure_of_the_tournament_waits_for_a_key(stage: Stage) -> None:
    async with looking(stage) as pilot:
        stage.close(OSError(28, "No space left on device"))
        await until(pilot, lambda: status(pilot).startswith("The tournament has ended early"))
    assert isinstance(stage.live.failure, OSError)


@pytest.mark.parametrize("size", [(30, 12), (40, 12), (200, 60)])
async def test_the_table_has_as_many_columns_as_fit(stage: Stage, size: tuple[int, int]) -> None:
    async with looking(stage) as pilot:
        await resized(pilot, *size)
        stage.move(0, "4435")
        stage.end(1, RED_WINS, Side.SECOND)
        await sees(pilot, "● careful")
        before = len(table(pilot)[0])
        assert before == {30: 2, 40: 3, 200: 12}[size[0]]
        await pilot.press("b")
        await pilot.pause()
        assert not pilot.app.screen.query_one(TournamentGame).display
        assert len(table(pilot)[0]) > before or size[0] == 200
        assert all(len(line) <= size[0] for line in screen_lines(pilot))


async def test_a_long_table_scrolls(stage: Stage) -> None:
    async with looking(stage, (80, 12)) as pilot:
        found = pilot.app.screen.query_one(StandingsTable)
        found.rows = [
            row._replace(player=f"player {at}") for at in range(30) for row in found.rows[:1]
        ]
        await pilot.press("end")
        await pilot.pause()
        assert table(pilot)[-1][:2] == ["player", "29"]
        await pilot.press("home", "down")
        await pilot.pause()
        assert table(pilot)[1][:2] == ["player", "1"]


async def test_no_command_leaves_a_tournament_without_a_question(stage: Stage) -> None:
    async with looking(stage) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TournamentScreen)
        titles = {command.title for command in commands(screen.services, screen)}
        assert "Stop" in titles
        assert not titles & {"Quit", "Saved games", "Puzzles", "Learn"}
