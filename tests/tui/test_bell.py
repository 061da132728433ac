"""The terminal's bell: it calls a person back to the window, and is off unless it is wanted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual import events
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.play.match import Change, Match
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.settings import Settings
from p4tui.tui.app import P4App
from p4tui.tui.game.presenter import needs_attention
from p4tui.tui.widgets.grid import Grid
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    Thinker,
    against,
    answered,
    app_of,
    choices_of,
    computers,
    game_of,
    press,
    running,
    screen_text,
    settled,
    thinking,
    until,
)

RINGING = replace(PEOPLE, bell=True)
ALICE, CLUB = Person("Alice"), LevelSeat("club")


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bells that rang."""
    rung: list[str] = []
    monkeypatch.setattr(P4App, "bell", lambda _app: rung.append("bell"))
    return rung


async def look(pilot: Pilot[None], event: events.Event) -> None:
    """Have the terminal report a change of the focus."""
    pilot.app.post_message(event)
    await pilot.pause()


@asynccontextmanager
async def asked(thinker: Thinker, settings: Settings = RINGING) -> AsyncIterator[Pilot[None]]:
    """A game in which the computer thinks after the first move."""
    async with running(against("club"), settings=settings) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        yield pilot


async def test_it_rings_once_when_it_is_a_persons_turn_and_the_window_has_no_focus(
    bells: list[str], thinker: Thinker
) -> None:
    async with asked(thinker) as pilot:
        await look(pilot, events.AppBlur())
        assert not bells
        await answered(pilot, thinker, 4)
        assert bells == ["bell"]
        await look(pilot, events.AppFocus())
        await press(pilot, "5")
        await answered(pilot, thinker, 5)
        assert bells == ["bell"]


async def test_it_is_off_unless_it_is_wanted(bells: list[str], thinker: Thinker) -> None:
    assert Settings().bell is False
    async with asked(thinker, PEOPLE) as pilot:
        assert app_of(pilot).wants_focus_reports is False
        await look(pilot, events.AppBlur())
        await answered(pilot, thinker, 4)
    assert not bells


async def test_it_rings_behind_another_screen_too(bells: list[str], thinker: Thinker) -> None:
    async with asked(thinker) as pilot:
        await press(pilot, "?")
        await look(pilot, events.AppBlur())
        await answered(pilot, thinker, 4)
        assert bells == ["bell"]


async def test_it_rings_at_the_end_of_a_game_of_computers(bells: list[str]) -> None:
    async with running(computers(), settings=replace(RINGING, speed=3600.0)) as pilot:
        await look(pilot, events.AppBlur())
        # Only now do they play: otherwise the game could end while the window still has the focus.
        app_of(pilot).preferences.change(speed=0.0)
        game_of(pilot).controller.searches.skip_delay()
        await until(pilot, lambda: game_of(pilot).session.match.outcome is not None)
        await settled(pilot)
        assert bells == ["bell"]


async def test_the_setting_counts_at_once(bells: list[str], thinker: Thinker) -> None:
    async with asked(thinker, PEOPLE) as pilot:
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        choices_of(pilot).select("bell")
        await press(pilot, ["right", "q"])
        assert app_of(pilot).preferences.settings.bell is True
        await look(pilot, events.AppBlur())
        await answered(pilot, thinker, 4)
        assert bells == ["bell"]


async def test_a_window_without_focus_looks_the_same_and_takes_keys() -> None:
    async with running(against("random"), settings=RINGING) as pilot:
        before = screen_text(pilot)
        await look(pilot, events.AppBlur())
        assert screen_text(pilot) == before
        assert isinstance(pilot.app.focused, Grid)
        assert not app_of(pilot).has_focus
        await press(pilot, ["right"])
        assert app_of(pilot).has_focus


@pytest.mark.parametrize(
    ("change", "moves", "red", "yellow", "called"),
    [
        (Change.MOVE, "4", CLUB, ALICE, True),
        (Change.MOVE, "4", ALICE, CLUB, False),
        (Change.MOVE, "4", ALICE, ALICE, False),
        (Change.MOVE, "4", CLUB, CLUB, False),
        (Change.MOVE, RED_WINS, CLUB, CLUB, True),
        (Change.MOVE, RED_WINS, CLUB, ALICE, True),
        (Change.FLAG, RED_WINS, ALICE, ALICE, True),
        (Change.UNDO, "4", CLUB, ALICE, False),
        (Change.SEATS, "4", CLUB, ALICE, False),
        (Change.CLOCK, "4", CLUB, ALICE, False),
        (Change.CLOCK, RED_WINS, CLUB, ALICE, False),
    ],
)
def test_what_calls_a_person(
    change: Change, moves: str, red: Seat, yellow: Seat, called: bool
) -> None:
    assert needs_attention(change, Match(red, yellow, parse_game(moves))) is called
