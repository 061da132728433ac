"""Names of any kind: shown literally, shortened, aligned by cell width."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.text import ELLIPSIS
from p4tui.tui.widgets.text_line import LINE_LIMIT, TextLine
from tests.tools.cases import exhaustive
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    app_of,
    click_row,
    people,
    press,
    region_lines,
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


@pytest.mark.parametrize("size", [*exhaustive((80, 24)), (40, 12)], ids=str)
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
        assert f"{name} wins" in screen_text(pilot)
        assert status(pilot).startswith(f"{name} 1 : 0 Bob")


async def test_control_characters_are_replaced_one_for_one() -> None:
    async with running(people("\x1b[31mA\nB", "Bob")) as pilot:
        assert "\N{REPLACEMENT CHARACTER}[31mA\N{REPLACEMENT CHARACTER}B" in screen_text(pilot)


@pytest.mark.parametrize("name", ["x" * 10_000, "日" * 10_000])
async def test_a_long_name_is_cut_with_an_ellipsis_and_moves_nothing(name: str) -> None:
    async with running(people(name, "Bob")) as pilot:
        card = pilot.app.screen.query_one("#red").region
        line = next(line for line in screen_lines(pilot) if name[:5] in line)
        assert ELLIPSIS in line
        long = [_cells(line)[card.x : card.right] for line in screen_lines(pilot)]
    async with running(people("A", "Bob")) as pilot:
        short = [_cells(line)[card.x : card.right] for line in screen_lines(pilot)]
    row = next(index for index, cells in enumerate(short) if "".join(cells).strip() == "▌A")
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
        assert app_of(pilot).preferences.settings.red_name == name.strip()


async def test_a_name_pasted_with_control_characters_is_saved_and_harmless() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        pilot.app.screen.query_one(TextLine).post_message(events.Paste("\x1b[31m田\x07"))
        await pilot.pause()
        assert "\x1b" not in screen_text(pilot)
        await press(pilot, ["enter"])
        assert_whole_screen(screen_lines(pilot), 80)
        await press(pilot, ["home", "enter"])
        assert_whole_screen(screen_lines(pilot), 80)


JOINED = [
    "👩\u200d🚀",
    "❤\ufe0f\u200d🔥",
    "🧔🏽\u200d♂\ufe0f",
    "👩\u200d👩\u200d👧",
    "e\u0301",
    "\U0001fa77",
]
REPLACED = "A character not allowed in names was replaced."


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type into the line: a key for each character, as terminals send them; Textual's own pilot drops some."""
    line = pilot.app.screen.query_one(TextLine)
    for char in text:
        line.post_message(events.Key(char, char))
    await pilot.pause()


@pytest.mark.parametrize("name", JOINED)
@pytest.mark.parametrize("pasted", [False, True], ids=["typed", "pasted"])
async def test_a_sign_of_several_characters_is_kept_as_it_was_typed_or_pasted(
    name: str, pasted: bool
) -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        if pasted:
            pilot.app.screen.query_one(TextLine).post_message(events.Paste(f"Zoé {name}!"))
        else:
            await typed(pilot, f"Zoé {name}!")
        await pilot.pause()
        assert name in screen_text(pilot)
        assert REPLACED not in screen_text(pilot)
        assert_whole_screen(screen_lines(pilot), 80)
        await press(pilot, ["enter"])
        assert app_of(pilot).preferences.settings.red_name == f"Zoé {name}!"
        assert f"Zoé {name}!" in screen_text(pilot)


@pytest.mark.parametrize("harmful", ["\u202e", "\u2066", "\ufeff"])
@pytest.mark.parametrize("pasted", [False, True], ids=["typed", "pasted"])
async def test_what_could_hide_or_turn_text_is_replaced_and_the_dialog_says_so(
    harmful: str, pasted: bool
) -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        if pasted:
            pilot.app.screen.query_one(TextLine).post_message(events.Paste(f"A{harmful}B"))
        else:
            await typed(pilot, f"A{harmful}B")
        await pilot.pause()
        assert harmful not in screen_text(pilot)
        question = pilot.app.screen.query_one("#question")
        assert REPLACED in " ".join(" ".join(region_lines(pilot, question)).split())
        await press(pilot, ["enter"])
        assert app_of(pilot).preferences.settings.red_name == "A\N{REPLACEMENT CHARACTER}B"


async def test_a_joiner_that_joins_nothing_is_not_kept() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        await typed(pilot, "A\u200dB👩\u200d")
        await press(pilot, ["enter"])
        assert app_of(pilot).preferences.settings.red_name == "AB👩"


@pytest.mark.parametrize("sign", [*JOINED, "a", "日"])
async def test_backspace_takes_a_whole_sign(sign: str) -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        await typed(pilot, f"x{sign}")
        await press(pilot, ["backspace"])
        line = pilot.app.screen.query_one(TextLine)
        assert line.value == "x"
        await press(pilot, ["backspace", "backspace"])
        assert line.value == ""


@pytest.mark.parametrize("sign", [*JOINED, "a", "日"])
async def test_delete_and_the_arrows_take_a_whole_sign(sign: str) -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        line = pilot.app.screen.query_one(TextLine)
        await typed(pilot, f"x{sign}y")
        await press(pilot, ["left", "left"])
        assert line.cursor_position == 1
        await press(pilot, ["right"])
        assert line.cursor_position == 1 + len(sign)
        await press(pilot, ["shift+left"])
        assert line.selected_text == sign
        await press(pilot, ["left", "delete"])
        assert line.value == "xy"
        await press(pilot, ["delete", "delete"])
        assert line.value == "x"
        await press(pilot, ["left", "shift+right", "delete"])
        assert line.value == ""


async def test_backspace_takes_what_is_selected() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        await press(pilot, "abc")
        await press(pilot, ["shift+left", "shift+left", "backspace"])
        assert pilot.app.screen.query_one(TextLine).value == "a"


async def test_a_paste_that_is_too_long_ends_with_a_whole_sign() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        line = pilot.app.screen.query_one(TextLine)
        line.post_message(events.Paste("x" * (LINE_LIMIT - 2) + "👩\u200d🚀"))
        await pilot.pause()
        assert line.value == "x" * (LINE_LIMIT - 2)
        line.post_message(events.Paste("yz👩\u200d🚀"))
        await pilot.pause()
        assert line.value == "x" * (LINE_LIMIT - 2) + "yz"
