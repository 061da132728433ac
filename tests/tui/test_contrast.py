"""Contrasts of the letters that are shown, on every screen in every theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path

import pytest
from rich.style import Style
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.options import Options
from p4tui.settings.themes import THEMES
from p4tui.tui.screens.dialogs import DialogScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.colour_science import (
    BLINDNESSES,
    RGB,
    SHAPE_CONTRAST,
    TELLING_APART,
    TEXT_CONTRAST,
    contrast,
    difference,
    rgb,
)
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    STILL,
    YELLOW_WINS,
    app_of,
    people,
    press,
    running,
    settled,
    shown,
    strips,
)
from tests.tui.saving import match, running_on, save

TERMINALS = {
    "16": {"TERM": "xterm"},
    "256": {"TERM": "xterm-256color"},
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
}
HALF = "4434352536"
LATE = "442761225377252342545563"

Pair = tuple[str, RGB, RGB]
"""A character, its colour, the colour behind it."""


def colours(style: Style) -> tuple[RGB, RGB]:
    """Return the visible foreground and background."""
    assert style.color is not None and style.bgcolor is not None
    front, back = (colour.get_truecolor() for colour in (style.color, style.bgcolor))
    pair = tuple(front), tuple(back)
    return pair[::-1] if style.reverse else pair  # type: ignore[return-value]


def written(pilot: Pilot[None]) -> set[Pair]:
    """Return the letters, digits and signs on the screen, but for those in the faint colour."""
    faint = rgb(app_of(pilot).palette.faint)
    found = set()
    for y, line in enumerate(strips(pilot)):
        x = 0
        for segment in line:
            columns = range(x, x + segment.cell_length)
            x = columns.stop
            read = [
                char
                for column, char in zip(columns, segment.text, strict=False)
                if is_writing(char) and is_read(pilot, column, y)
            ]
            if read and segment.style is not None:
                front, back = colours(segment.style)
                found |= {(char, front, back) for char in read if front != faint}
    return found


def is_read(pilot: Pilot[None], x: int, y: int) -> bool:
    """Return whether a cell belongs to what is read: around a dialog is the dimmed picture of the screen below."""
    screen = pilot.app.screen
    if not isinstance(screen, DialogScreen) or screen.app.has_class("-lean"):
        return True
    widgets = [
        screen.query_one("#dialog"),
        *(each for each in screen.query(KeyBar) if each.display),
    ]
    return any(widget.region.contains(x, y) for widget in widgets)


def is_writing(char: str) -> bool:
    """Return whether a character is read: discs, frames and bars are seen."""
    return char.isalnum() or (char.isascii() and char.isprintable() and char != " ")


TEXTUALS = [name for name in THEMES[5:] if "ansi" not in name]
"""The themes of Textual with colours of their own."""


def rare_cases() -> Iterator[tuple[str, str]]:
    """Yield our themes in 16 colours, and some of Textual's: the palettes of all are tested in `test_themes.py`."""
    yield from product(THEMES[:4], ("16",))
    yield from zip(TEXTUALS[::4], cycle(("truecolor", "256", "16")), strict=False)


async def look_at_screens(
    path: Path, options: Options, look: Callable[[str, Pilot[None]], None]
) -> None:
    """Look at every screen, in the states that have colours of their own."""
    save(
        path, [match(RED_WINS, "Ann", "Ben"), match(HALF, "Ann", "Zoe"), match(LATE, "Zoe", "Ben")]
    )
    async with running_on(path, options=options, settings=PEOPLE) as pilot:
        look("menu", pilot)
        await press(pilot, ["down", "down"])
        look("menu, another row", pilot)
        for screen in ("help", "settings", "statistics", "library"):
            app_of(pilot).navigation.open(screen)
            await settled(pilot)
            look(screen, pilot)
            await press(pilot, ["enter"] if screen == "library" else ["q"])
        await settled(pilot)
        look("replay", pilot)
        await press(pilot, [":"])
        look("palette", pilot)
    async with running(people(game=parse_game(HALF)), options=options) as pilot:
        look("game", pilot)
        for name, key in (("hint", "h"), ("scores", "s"), ("refusal", "8"), ("question", "q")):
            await press(pilot, [key])
            await settled(pilot)
            look(name, pilot)
    for moves, size in ((RED_WINS, (80, 24)), (YELLOW_WINS, (40, 12)), (LATE, (120, 40))):
        async with running(people(game=parse_game(moves)), options=options, size=size) as pilot:
            await settled(pilot)
            look(f"{shown(pilot).__name__} {size}", pilot)
    async with running(
        people(game=parse_game(HALF)), options=replace(options, cursor="cell")
    ) as pilot:
        await press(pilot, ["up", "up"])
        look("cell", pilot)
    ascii_only = replace(options, ascii_only=True)
    async with running(people(game=parse_game(HALF)), options=ascii_only) as pilot:
        look("ascii", pilot)
    async with running(options=ascii_only) as pilot:
        look("menu in ascii", pilot)


@pytest.mark.parametrize(
    ("theme", "support"),
    [
        *product(THEMES[:4], ("256", "truecolor")),
        *(pytest.param(*case, marks=pytest.mark.exhaustive) for case in rare_cases()),
    ],
)
async def test_whatever_is_written_can_be_read(
    theme: str, support: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in TERMINALS[support].items():
        monkeypatch.setenv(name, value)
    faint = []
    seen = set()

    def look(name: str, pilot: Pilot[None]) -> None:
        seen.add(name)
        palette = app_of(pilot).palette
        board = {rgb(each) for each in (palette.board, palette.hole, palette.board_lo)}
        for char, front, back in sorted(written(pilot)):
            if char == "." and back == rgb(palette.hole):
                continue  # an empty hole in ASCII
            # Marks on the board are shapes, and discs in ASCII; 16 colours know no better red on blue.
            shape = {front, back} & board and not char.isdigit()
            minimum = SHAPE_CONTRAST if shape else 4.2 if support == "16" else TEXT_CONTRAST
            if contrast(front, back) < minimum - 0.01:
                faint.append(f"{name}: {char} {front} on {back}: {contrast(front, back):.2f}")

    await look_at_screens(tmp_path / "games", replace(STILL, theme=theme), look)
    assert len(seen) == 19
    assert not faint


# The science itself


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ff0000", 1.0)],
)
def test_contrasts_are_those_of_the_standard(one: str, other: str, expected: float) -> None:
    assert contrast(rgb(one), rgb(other)) == pytest.approx(expected, abs=0.005)
    assert contrast(rgb(other), rgb(one)) == contrast(rgb(one), rgb(other))


def test_differences_are_those_of_cielab() -> None:
    assert difference((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.05)
    assert difference((255, 0, 0), (0, 255, 0)) == pytest.approx(170.6, abs=0.1)


@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_the_colour_blind_see_greys_as_everybody_does(blindness: str) -> None:
    for value in (0, 90, 255):
        assert difference((value,) * 3, (0, 0, 0), blindness) == pytest.approx(
            difference((value,) * 3, (0, 0, 0)), abs=0.1
        )


def test_red_and_green_of_one_brightness_are_one_colour_to_many() -> None:
    red, green = (180, 60, 60), (92, 112, 60)
    assert difference(red, green) > 2 * TELLING_APART
    assert difference(red, green, "deuteranopia") < TELLING_APART
