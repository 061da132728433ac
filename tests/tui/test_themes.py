"""The themes are complete, pairwise different, and of colours that every terminal knows."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import ANSI_COLOR_NAMES, ColorSystem
from textual.color import Color

from p4tui.settings.rules import THEMES
from p4tui.tui.look import themes
from p4tui.tui.terminal.detection import ColourSupport

SUPPORTS: tuple[ColourSupport, ...] = get_args(ColourSupport)
ROLES = set(themes.DEFAULT_PALETTE)
XTERM = {tuple(EIGHT_BIT_PALETTE[number]) for number in range(16, 256)}
STANDARD = {tuple(STANDARD_PALETTE[number]) for number in range(16)}
DESIGNED = [name for name in themes.NAMES if name != "ansi"]


def test_the_settings_know_the_same_themes() -> None:
    assert tuple(themes.NAMES) == THEMES
    assert THEMES[0] == themes.DEFAULT


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("name", themes.NAMES)
def test_every_palette_is_complete(name: str, support: ColourSupport) -> None:
    assert set(themes.palette(name, support)) == ROLES


@pytest.mark.parametrize("support", SUPPORTS)
def test_the_themes_are_pairwise_different(support: ColourSupport) -> None:
    for one, other in combinations(themes.NAMES, 2):
        assert themes.palette(one, support) != themes.palette(other, support)


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("name", themes.NAMES)
def test_discs_differ_from_each_other_and_from_the_holes(name: str, support: ColourSupport) -> None:
    palette = themes.palette(name, support)
    assert len({palette["red"], palette["yellow"], palette["hole"]}) == 3
    assert palette["text"] != palette["background"] or palette["text"] == "ansi_default"


@pytest.mark.parametrize("name", DESIGNED)
def test_24_bit_colours_are_xterms(name: str) -> None:
    for role, colour in themes.palette(name, "truecolor").items():
        assert Color.parse(colour).rgb in XTERM, role


@pytest.mark.parametrize("name", DESIGNED)
def test_16_colour_palettes_hold_standard_colours_alone(name: str) -> None:
    for role, colour in themes.palette(name, "16").items():
        parsed = Color.parse(colour)
        assert parsed.rgb in STANDARD, role
        number = parsed.rich_color.downgrade(ColorSystem.STANDARD).number
        assert number is not None
        assert tuple(STANDARD_PALETTE[number]) == parsed.rgb, role


def test_the_terminals_own_palette_names_its_colours() -> None:
    for colour in themes.palette("ansi", "truecolor").values():
        name = colour.removeprefix("ansi_")
        assert colour.startswith("ansi_")
        assert name == "default" or name in ANSI_COLOR_NAMES


@pytest.mark.parametrize("support", SUPPORTS)
def test_a_textual_theme_is_made_of_each(support: ColourSupport) -> None:
    made = themes.make_themes(support)
    assert [theme.name for theme in made] == list(themes.NAMES)
    for theme in made:
        assert {f"p4-{role}" for role in ROLES} <= set(theme.variables)
        assert theme.ansi is (theme.name == "ansi")
