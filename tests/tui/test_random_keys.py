"""Random keys, clicks and resizes: the app neither breaks nor shows anything but whole lines."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from rich.cells import cell_len

from p4tui.options import Options
from p4tui.tui.game.screen import GameScreen
from tests.tools.cases import exhaustive
from tests.tui.driving import PEOPLE, running, screen_lines

KEYS = [
    *"0123456789urhnmgxp?:",
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown"),
    *("enter", "space", "escape", "enter", "space", "down"),
    *(
        "left_square_bracket",
        "right_square_bracket",
        "full_stop",
        "plus",
        "minus",
        "ctrl+l",
        "tab",
        "backspace",
    ),
]
WITHOUT_QUITTING = 120
"""Things done in one go; `q` is among them only where it does not leave the program."""


@pytest.mark.parametrize("seed", [0, *exhaustive(1, 2)])
async def test_random_keys_clicks_and_resizes_break_nothing(seed: int) -> None:
    rng = random.Random(seed)
    settings = replace(
        PEOPLE,
        speed=0.0,
        red_level=rng.choice(["human", "random"]),
        yellow_level=rng.choice(["human", "winner"]),
        cursor=rng.choice(["column", "cell"]),
        columns=rng.choice([4, 7, 12, 32]),
    )
    options = Options(
        animation=rng.choice([True, False]), ascii_only=rng.choice([True, False]), seed=seed
    )
    async with running(settings=settings, options=options) as pilot:
        await pilot.press("enter")
        for _ in range(WITHOUT_QUITTING):
            screen = pilot.app.screen
            kind = rng.random()
            if kind < 0.08:
                await pilot.resize_terminal(
                    rng.choice([1, 5, 29, 30, 40, 80, 200]), rng.choice([1, 3, 11, 12, 24, 60])
                )
            elif kind < 0.2:
                size = pilot.app.size
                await pilot.click(
                    offset=(rng.randrange(size.width), rng.randrange(max(size.height - 1, 1)))
                )
            elif kind < 0.25 and isinstance(screen, GameScreen):
                await pilot.press("q")
            else:
                await pilot.press(rng.choice(KEYS))
            if not pilot.app.is_running:
                break
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        if pilot.app.is_running:
            assert {cell_len(line) for line in screen_lines(pilot)} == {80}
    assert pilot.app.return_code in (0, None)
