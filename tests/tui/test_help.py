"""Help: cards with keys, rules and marks, then the pages of the manual."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from p4tui.actions.game import GAME
from p4tui.actions.help_cards import key_groups
from p4tui.manual.pages import TOPICS, title
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.flow import place_cards
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.card_lines import KeyCard, split
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.help_page import HelpPage
from tests.tui.driving import (
    people,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    shown,
    status,
)


def page_of(pilot: Pilot[None]) -> HelpPage:
    return pilot.app.screen.query_one(HelpPage)


def header(pilot: Pilot[None]) -> tuple[str, str]:
    found = pilot.app.screen.query_one(Header)
    return found.aside, found.facts


async def test_page_down_turns_the_cards_of_all_keys_then_the_rules_and_marks() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["question_mark"])
        assert shown(pilot) is HelpScreen
        name, first = header(pilot)
        last = int(first.removeprefix("page 1 of "))
        assert name == "Keys on the board"
        assert status(pilot).startswith("Page Down: Keys of the other screens")
        seen = ""
        for page in range(2, last + 1):
            seen += screen_text(pilot)
            await press(pilot, ["pagedown"])
            assert header(pilot)[1] == f"page {page} of {last}"
        assert header(pilot)[0] == "Rules, marks and scores"
        seen += screen_text(pilot)
        for words in (
            "drop the disc",
            "undo, redo",
            "swap sides",
            "weaker, stronger",
            "faster, slower",
            "Copy the moves",
            "Ctrl+C",
            "Ctrl+Z",
            "In the list of saved games",
            "yellow: a ring",
            "a draw",
        ):
            assert words in seen, words
        at_the_end = screen_text(pilot)
        await press(pilot, ["pagedown", "down", "end"])
        assert screen_text(pilot) == at_the_end
        await press(pilot, ["pageup"] * last)
        assert header(pilot)[1] == first
        await press(pilot, ["f1"])
        assert shown(pilot) is GameScreen


async def test_keys_end_and_texts_begin_below_each_other() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["question_mark"])
        lines = region_lines(pilot, page_of(pilot))
        assert lines[2].startswith("    Space ▾   drop the disc")
        assert {
            line.index(word) for line in lines for word in ("resign", "this help") if word in line
        } == {14}
        assert "every command by name" in screen_text(pilot)


@pytest.mark.parametrize("size", [(30, 12), (40, 12), (60, 20), (120, 40), (200, 60)], ids=str)
async def test_cards_are_whole_in_every_window(size: tuple[int, int]) -> None:
    async with running(people(), size=size) as pilot:
        await press(pilot, ["question_mark"])
        page, seen = page_of(pilot), ""
        for _ in range(page.pages):
            assert {cell_len(line) for line in screen_lines(pilot)} == {size[0]}
            seen += screen_text(pilot)
            await press(pilot, ["pagedown"])
        assert "…" not in seen
        assert "twice: quit" in seen
        await resized(pilot, 80, 24)
        assert "page" in header(pilot)[1]


async def test_the_wheel_scrolls() -> None:
    async with running(size=(30, 12)) as pilot:
        await press(pilot, ["question_mark"])
        page = page_of(pilot)
        await pilot._post_mouse_events([events.MouseScrollDown], page)
        await pilot.pause()
        assert page.top == 2
        await pilot._post_mouse_events([events.MouseScrollUp], page)
        await pilot.pause()
        assert page.top == 0


@pytest.mark.parametrize("by_cell", [False, True])
def test_every_key_of_the_game_is_on_a_card(by_cell: bool) -> None:
    board = next(key_groups({}, by_cell=by_cell))
    keys = {key for card in board.cards for names, _text in card.rows for key in names.split(" ")}
    assert {action.keys for action in GAME if len(action.keys) == 1} <= keys
    assert (
        "choose a cell" in {text for card in board.cards for _keys, text in card.rows}
    ) is by_cell


@given(
    st.lists(st.integers(1, 20), min_size=1, max_size=12), st.integers(1, 4), st.integers(20, 60)
)
def test_cards_never_overlap_nor_leave_their_page(
    heights: list[int], columns: int, lines: int
) -> None:
    found = place_cards(heights, columns, lines)
    taken: set[tuple[int, int, int]] = set()
    for place, height in zip(found, heights, strict=True):
        assert 0 <= place.column < columns
        assert place.line + height <= lines
        cells = {
            (place.page, place.column, line) for line in range(place.line, place.line + height)
        }
        assert not cells & taken
        taken |= cells
    assert found == sorted(found)


async def test_right_and_left_turn_the_pages_of_the_manual() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark"])
        for number, topic in enumerate(TOPICS, 1):
            await press(pilot, ["right"])
            assert region_lines(pilot, page_of(pilot))[0].strip() == title(topic, "en")
            assert header(pilot) == (title(topic, "en"), f"manual {number} of {len(TOPICS)}")
        await press(pilot, ["right"])
        assert header(pilot)[0] == "Keys on the board"
        await press(pilot, ["left"])
        assert header(pilot)[0] == title(TOPICS[-1], "en")
        await press(pilot, ["q"])
        assert shown(pilot) is MenuScreen


async def test_a_page_begins_at_its_top() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark", "right", "end", "right"])
        assert region_lines(pilot, page_of(pilot))[0].strip() == title(TOPICS[1], "en")


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
async def test_a_page_has_tables_with_the_keys_of_the_settings(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await press(pilot, ["question_mark", *["right"] * (TOPICS.index("levels") + 1)])
        assert "random" in screen_text(pilot)
        assert all(len(line) <= size[0] for line in screen_lines(pilot))


async def test_a_page_is_shown_in_the_language_that_is_chosen() -> None:
    async with running() as pilot:
        await press(pilot, ["question_mark", "right", "colon", *"francais", "enter"])
        assert region_lines(pilot, page_of(pilot))[0].strip() == title(TOPICS[0], "fr")


@pytest.mark.parametrize("rows", range(1, 8))
def test_no_part_of_a_card_is_a_title_alone(rows: int) -> None:
    card = KeyCard("Play", [("u", "undo")] * rows)
    parts = split(card, 36, 4)
    assert sum(len(part) - 1 for part in parts) in {rows, rows + 1}
    assert all("undo" in "".join(span.text for span in part[1]) for part in parts)
