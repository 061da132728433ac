"""What is left of games that are over: their saved moves and nothing else (`tests/benchmarks/memory.py` measures it)."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from p4tui.tui.screens.results import ResultsScreen
from tests.tools.cases import exhaustive
from tests.tui.driving import FAST, computers, press, results_of, running, settled, until

WATCHED = replace(FAST, red_level="winner", yellow_level="winner")
"""The menu's choices for two computers."""
WARMED_UP = 2
"""Games after which all is there that stays."""


async def results_shown(pilot: Pilot[None]) -> None:
    """Wait until the results are on the screen, and drawn."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
    await settled(pilot)


async def play(pilot: Pilot[None], way: str) -> weakref.WeakSet[Widget]:
    """Wait for the end of a game and begin the next one; what was shown of it."""
    await results_shown(pilot)
    screens = pilot.app.screen_stack[1:] if way == "menu" else pilot.app.screen_stack[2:]
    widgets = {widget for screen in screens for widget in screen.walk_children(Widget)}
    seen = weakref.WeakSet({*screens, *widgets})
    results = results_of(pilot)
    results.action_choose(way)
    await until(pilot, lambda: pilot.app.screen is not results)
    if way == "menu":
        await press(pilot, ["enter"])
    return seen


def lines() -> int:
    """How many drawn lines there are, of whatever is shown or not."""
    gc.collect()
    return sum(isinstance(each, Strip) for each in gc.get_objects())


@pytest.mark.parametrize("way", ["rematch", *exhaustive("menu")])
async def test_memory_does_not_grow_by_what_was_shown_of_games_that_are_over(way: str) -> None:
    async with running(computers("winner", "winner"), settings=WATCHED) as pilot:
        for _ in range(WARMED_UP):
            await play(pilot, way)
        await results_shown(pilot)
        before = lines()
        seen = [await play(pilot, way) for _ in range(6)]
        await results_shown(pilot)
        # A screen's worth of them is about 30.
        assert lines() < before + 60
        assert [len(widgets) for widgets in seen[:-1]] == [0] * 5
