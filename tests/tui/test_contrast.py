"""Contrasts of the colours that are sent, and discs as the colour-blind see them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from rich.style import Style
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.tui.look import themes
from tests.tools.cases import exhaustive
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
    people,
    press,
    running,
    settled,
    strips,
    until,
)

DESIGNED = [name for name in themes.NAMES if name != "ansi"]
"""The themes with colours of their own; `ansi` has the terminal's, which nobody knows here."""
TERMS = {"16": "xterm", "256": "xterm-256color"}
OUTSIDE = frozenset("▘▝▖▗▚▞▛▜▙▟")
"""What discs and holes are cut out with; marks on discs are of it as well, in ink."""
HALF = "4434352536"
LATE = "442761225377252342545563"

BOARDS = (
    (RED_WINS, (80, 24), False),
    (YELLOW_WINS, (80, 24), False),
    (RED_WINS, (40, 12), False),
    (YELLOW_WINS, (40, 12), False),
    (HALF, (40, 12), False),
    (YELLOW_WINS, (80, 24), True),
)
"""Boards to look at: moves, the window, whether in ASCII."""

Pair = tuple[str, RGB, RGB]
"""Characters, their colour, the colour behind them."""


def colours(style: Style) -> tuple[RGB, RGB]:
    """Return the visible foreground and background."""
    assert style.color is not None and style.bgcolor is not None
    front, back = (colour.get_truecolor() for colour in (style.color, style.bgcolor))
    pair = tuple(front), tuple(back)
    return pair[::-1] if style.reverse else pair  # type: ignore[return-value]


def drawn(pilot: Pilot[None]) -> set[Pair]:
    """Return all pairs of colours on the screen in which there is text."""
    found = set()
    for line in strips(pilot):
        for segment in line:
            assert segment.style is not None
            text = "".join(sorted(set(segment.text) - {" "}))
            if text:
                found.add((text, *colours(segment.style)))
    return found


async def pictures(theme: str) -> AsyncIterator[tuple[str, set[Pair]]]:
    """Yield every screen in a theme, in the states that have colours of their own."""
    options = replace(STILL, theme=theme)
    async with running(options=options, settings=PEOPLE) as pilot:
        yield "menu", drawn(pilot)
        for name, keys in (
            ("help", ["?"]),
            ("palette", ["q", ":"]),
            ("name", ["escape", "down", "down", "enter", *"Ann"]),
        ):
            await press(pilot, keys)
            yield name, drawn(pilot)
        await press(pilot, ["escape", ":", *"edit the set", "enter"])
        yield "settings", drawn(pilot)
    for moves, size, ascii_only in BOARDS:
        looks = replace(options, ascii_only=ascii_only)
        async with running(people(game=parse_game(moves)), options=looks, size=size) as pilot:
            await pilot.pause()
            yield "board", drawn(pilot)
    async with running(people(game=parse_game(HALF)), options=options) as pilot:
        yield "game", drawn(pilot)
        await press(pilot, ["h"])
        await settled(pilot)
        yield "hint", drawn(pilot)
        await press(pilot, ["8"])
        yield "refusal", drawn(pilot)
        await press(pilot, ["q"])
        yield "question", drawn(pilot)
    async with running(people(game=parse_game(LATE)), options=options) as pilot:
        await press(pilot, ["s"])
        await settled(pilot)
        await until(pilot, lambda: bool(drawn(pilot)))
        yield "scores", drawn(pilot)
    cells = replace(options, cursor="cell")
    async with running(people(game=parse_game(HALF)), options=cells) as pilot:
        await press(pilot, ["up", "up"])
        yield "cell", drawn(pilot)


@pytest.mark.parametrize("support", ["256", *exhaustive("16")])
@pytest.mark.parametrize("theme", [DESIGNED[0], *exhaustive(*DESIGNED[1:])])
async def test_whatever_is_written_can_be_read(
    theme: str, support: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", TERMS[support])
    palette = {
        role: rgb(colour)
        for role, colour in themes.palette(theme, support).items()  # type: ignore[arg-type]
    }
    discs, board = {palette["red"], palette["yellow"]}, palette["board"]
    faint = []
    names = set()
    async for name, pairs in pictures(theme):
        names.add(name)
        for text, front, back in pairs:
            outline = front == board and back in {*discs, palette["hole"]}
            if outline and back not in discs:
                continue  # what is no hole is the board, and a hole is known by what is not in it
            minimum = SHAPE_CONTRAST if outline else TEXT_CONTRAST
            if contrast(front, back) < minimum:
                faint.append(f"{name}: {text} {front} on {back}: {contrast(front, back):.2f}")
    assert len(names) == 12
    assert not faint


@pytest.mark.parametrize("support", TERMS)
@pytest.mark.parametrize("theme", DESIGNED)
def test_discs_stand_out_from_the_board_and_from_empty_holes(theme: str, support: str) -> None:
    palette = themes.palette(theme, support)  # type: ignore[arg-type]
    for disc in ("red", "yellow"):
        for behind in ("board", "hole"):
            assert contrast(rgb(palette[disc]), rgb(palette[behind])) >= SHAPE_CONTRAST, behind


@pytest.mark.parametrize("blindness", [None, *BLINDNESSES])
@pytest.mark.parametrize("support", TERMS)
@pytest.mark.parametrize("theme", DESIGNED)
def test_the_colour_blind_tell_the_discs_apart(
    theme: str, support: str, blindness: str | None
) -> None:
    palette = themes.palette(theme, support)  # type: ignore[arg-type]
    pairs = [("red", "yellow"), *((d, b) for d in ("red", "yellow") for b in ("board", "hole"))]
    for one, other in pairs:
        apart = difference(rgb(palette[one]), rgb(palette[other]), blindness)
        assert apart >= TELLING_APART, (one, other)


@pytest.mark.parametrize(("moves", "winner"), [(RED_WINS, "red"), (YELLOW_WINS, "yellow")])
async def test_a_winning_line_is_marked_on_the_smallest_board_too(moves: str, winner: str) -> None:
    palette = themes.palette("p4tui", "256")
    async with running(people(game=parse_game(moves)), size=(40, 12)) as pilot:
        await pilot.pause()
        assert (rgb(palette[winner]), rgb(palette["ink"])) in {pair[1:] for pair in drawn(pilot)}


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
