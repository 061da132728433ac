"""Names of any kind: shown literally, shortened, aligned by cell width."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len

from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.text import ELLIPSIS
from p4tui.tui.widgets.player_panel import PlayerPanel
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    app_of,
    click_row,
    people,
    press,
    running,
    screen_lines,
    screen_text,
    shown,
    status,
    strips,
)

NAMES = {
    "markup": "[b]x[/b]",
    "broken markup": "[/red][link=",
    "braces": "{name} {0} %s %(x)d",
    "French": "Zoé L’Étoile",
    "Chinese": "田中さん",
    "emoji": "👩‍👩‍👧 🇫🇷 ❤️",
    "combining": "e\u0301a\u0300\u0302",
    "right to left": "אבג دانيال",
    "long": "x" * 10_000,
    "long and wide": "日" * 10_000,
    "only combining": "\u0301" * 50,
    "blanks": "   ",
}
UNSAFE = {
    "escape": "\x1b[31mRed\x1b[0m",
    "newline": "a\nb\r\tc",
    "bell and NUL": "\x07\x00\x9b",
    "override": "\u202eevil\u2066",
    "line separator": "a\u2028b\u2029c",
    "surrogate": "\ud800x",
}


def assert_whole_screen(lines: list[str], width: int) -> None:
    """Every line is as wide as the window and holds nothing that a terminal would act on."""
    for line in lines:
        assert cell_len(line) == width, line
        assert not any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in line), (
            line
        )


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
@pytest.mark.parametrize("name", [*NAMES.values(), *UNSAFE.values()], ids=[*NAMES, *UNSAFE])
async def test_a_game_is_played_under_any_name(name: str, size: tuple[int, int]) -> None:
    async with running(people(name, "Bob"), size=size) as pilot:
        assert_whole_screen(screen_lines(pilot), size[0])
        await press(pilot, RED_WINS)
        assert shown(pilot) is ResultsScreen
        assert_whole_screen(screen_lines(pilot), size[0])


@pytest.mark.parametrize("name", ["[b]x[/b]", "{name} %s", "Zoé", "田中さん", "אבג"])
async def test_a_name_is_shown_literally(name: str) -> None:
    async with running(people(name, "Bob")) as pilot:
        assert name in screen_text(pilot)
        assert status(pilot) == f"{name}: choose a column"
        await press(pilot, RED_WINS)
        assert f"{name} has won" in screen_text(pilot)
        assert f"{name} 1 : 0 Bob" in screen_text(pilot)


async def test_control_characters_are_replaced_one_for_one() -> None:
    async with running(people("\x1b[31mA\nB", "Bob")) as pilot:
        assert "\N{REPLACEMENT CHARACTER}[31mA\N{REPLACEMENT CHARACTER}B" in screen_text(pilot)


@pytest.mark.parametrize("name", ["x" * 10_000, "日" * 10_000])
async def test_a_long_name_is_cut_with_an_ellipsis_and_moves_nothing(name: str) -> None:
    async with running(people(name, "Bob")) as pilot:
        panel = pilot.app.screen.query_one(PlayerPanel).region
        line = next(line for line in screen_lines(pilot) if name[:5] in line)
        assert ELLIPSIS in line
        long = [_cells(line)[panel.x : panel.right] for line in screen_lines(pilot)]
    async with running(people("A", "Bob")) as pilot:
        short = [_cells(line)[panel.x : panel.right] for line in screen_lines(pilot)]
    row = next(index for index, cells in enumerate(short) if "".join(cells).strip() == "▸X A")
    assert short[row + 1 : -2] == long[row + 1 : -2]


def _cells(line: str) -> list[str]:
    """A line by its cells; the second cell of a wide character is empty."""
    return [cell for char in line for cell in ([char, ""] if cell_len(char) == 2 else [char])]


async def test_without_names_the_colours_are_the_names() -> None:
    async with running(people("", " ")) as pilot:
        assert status(pilot) == "Red: choose a column"
        await press(pilot, "4")
        assert status(pilot) == "Yellow: choose a column"


@pytest.mark.parametrize(
    "name", [*NAMES.values(), *(name for key, name in UNSAFE.items() if key != "surrogate")]
)
async def test_menu_and_name_dialog_show_any_name(name: str) -> None:
    async with running(settings=replace(PEOPLE, red_name=name)) as pilot:
        assert_whole_screen(screen_lines(pilot), 80)
        await click_row(pilot, "red_name")
        for line in strips(pilot):
            for segment in line:
                assert not any(unicodedata.category(char) == "Cc" for char in segment.text), segment
        await press(pilot, ["enter"])
        assert app_of(pilot).settings.red_name == name.strip()


async def test_a_name_pasted_with_control_characters_is_saved_and_harmless() -> None:
    from textual import events
    from textual.widgets import Input

    async with running() as pilot:
        await click_row(pilot, "red_name")
        pilot.app.screen.query_one(Input).post_message(events.Paste("\x1b[31m田\x07"))
        await pilot.pause()
        assert "\x1b" not in screen_text(pilot)
        await press(pilot, ["enter"])
        assert_whole_screen(screen_lines(pilot), 80)
        await press(pilot, ["home", "enter"])
        assert_whole_screen(screen_lines(pilot), 80)
