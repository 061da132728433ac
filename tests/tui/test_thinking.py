"""While a computer thinks: keys say why nothing happens, and a quiet sign shows that it goes on."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from p4tui.core.notation import parse_game
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.setup import Setup
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    Thinker,
    against,
    alert,
    answered,
    app_of,
    game_of,
    grid_of,
    press,
    region_lines,
    running,
    shown,
    status,
    thinking,
)


def bar(pilot: Pilot[None]) -> str:
    """The key bar."""
    return region_lines(pilot, pilot.app.screen.query_one(KeyBar))[0]


def pulses(game: GameScreen) -> bool:
    """Whether a timer runs that shows how long a computer has been thinking."""
    return game.controller.searches._pulse is not None


async def second(pilot: Pilot[None]) -> None:
    """Let a second pass for the sign of life."""
    game_of(pilot).controller.searches._count_second()
    await pilot.pause()


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds pass only where a test says so."""
    set_interval = Widget.set_interval

    def slowly(widget: Widget, seconds: float, *arguments: object, **options: object) -> object:
        seconds = 3600.0 if seconds == 1.0 else seconds
        return set_interval(widget, seconds, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("p4tui.tui.game.screen.GameScreen.set_interval", slowly)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("h", "Only on a person's turn. Club player is thinking"),
        ("s", "The scores appear on a person's turn. Club player is thinking"),
    ],
)
async def test_a_key_that_helps_says_why_it_does_not_now(
    thinker: Thinker, key: str, said: str
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await press(pilot, key)
        assert status(pilot) == said
        assert alert(pilot)


async def test_scores_that_were_asked_for_while_a_computer_thinks_come_with_its_move(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await press(pilot, "s")
        await answered(pilot, thinker, 4)
        assert game_of(pilot).scores_enabled
        assert "column 4" in status(pilot)


async def test_from_the_second_second_on_it_is_shown_how_long_a_computer_thinks(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await second(pilot)
        assert status(pilot) == "Club player is thinking"
        await second(pilot)
        assert status(pilot) == "Club player is thinking: 2 s"
        await second(pilot)
        assert status(pilot) == "Club player is thinking: 3 s"
        assert not alert(pilot)
        await press(pilot, "h")
        await second(pilot)
        assert status(pilot).startswith("Only on a person"), "what was said is not wiped away"
        await answered(pilot, thinker, 4)
        assert status(pilot) == "Club player: column 4. Alice: choose a column"
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await second(pilot)
        assert status(pilot) == "Club player is thinking", "the next move is counted anew"


async def test_the_key_bar_has_the_key_that_ends_the_waiting_only_while_a_computer_thinks(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        before = bar(pilot)
        assert "Move now" not in before
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await pilot.pause()
        assert " m Move now " in bar(pilot)
        await answered(pilot, thinker, 4)
        assert bar(pilot) == before


async def test_the_sign_of_life_ends_with_what_it_is_a_sign_of(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        game = game_of(pilot)
        await press(pilot, "4")
        await thinking(pilot, thinker)
        assert pulses(game)
        await press(pilot, "u")
        assert not pulses(game)
        await press(pilot, "4")
        assert pulses(game)
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        assert not pulses(game)


async def test_no_sign_of_life_behind_the_results(thinker: Thinker) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), game=parse_game("717263"))
    async with running(setup) as pilot:
        await press(pilot, "5")
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 4)
        assert shown(pilot) is ResultsScreen
        assert not pulses(game_of(pilot))


async def test_a_suspended_program_does_not_count_the_time_until_it_goes_on(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        for _second in range(2):
            await second(pilot)
        app = app_of(pilot)
        app.app_suspend_signal.publish(app)
        app.app_resume_signal.publish(app)
        await pilot.pause()
        await second(pilot)
        assert status(pilot) == "Club player is thinking: 3 s"
        assert not grid_of(pilot).live
