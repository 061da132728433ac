"""Help: the rules and the keys, then the pages of the manual."""

from __future__ import annotations

import pytest

from p4tui.manual.pages import TOPICS, title
from p4tui.tui.screens.menu import MenuScreen
from tests.tui.driving import press, running, screen_lines, screen_text, shown, status


async def test_right_and_left_turn_the_pages_of_the_manual() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark"])
        assert screen_lines(pilot)[0].strip() == "Rules"
        for number, topic in enumerate(TOPICS, 2):
            await press(pilot, ["right"])
            assert screen_lines(pilot)[0].strip() == title(topic, "en")
            assert status(pilot).startswith(f"Page {number} of {len(TOPICS) + 1}")
        await press(pilot, ["right"])
        assert screen_lines(pilot)[0].strip() == "Rules"
        await press(pilot, ["left"])
        assert screen_lines(pilot)[0].strip() == title(TOPICS[-1], "en")
        await press(pilot, ["q"])
        assert shown(pilot) is MenuScreen


async def test_a_page_begins_at_its_top() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark", "right", "end", "right"])
        assert screen_lines(pilot)[0].strip() == title(TOPICS[1], "en")


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
async def test_a_page_has_tables_with_the_keys_of_the_settings(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await press(pilot, ["question_mark", *["right"] * (TOPICS.index("levels") + 1)])
        assert "random" in screen_text(pilot)
        assert all(len(line) <= size[0] for line in screen_lines(pilot))


async def test_a_page_is_shown_in_the_language_that_is_chosen() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark", "right", "colon", *"francais", "enter"])
        assert screen_lines(pilot)[0].strip() == title(TOPICS[0], "fr")
