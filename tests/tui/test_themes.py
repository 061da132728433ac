"""The palettes of all themes: the colours of the design, contrasts, and discs as the colour-blind see them."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import ANSI_COLOR_NAMES, ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from p4tui.core.position import Position
from p4tui.settings.themes import THEMES
from p4tui.tui.look import themes
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_state import BoardState
from p4tui.tui.look.cells import CellSize, Frame
from p4tui.tui.look.margins import number_line
from p4tui.tui.look.oklch import to_oklch
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.scene import Scene
from p4tui.tui.look.span import Ink
from p4tui.tui.look.viewport import Viewport
from p4tui.tui.look.xterm import snapped
from p4tui.tui.terminal.detection import ColourSupport
from tests.tools.contrast_table import (
    DISCS,
    EXAMPLE,
    LETTERS,
    SUPPORTS,
    Limit,
    coloured_themes,
    lines,
    lowest,
    ratio,
)
from tests.tui.colour_science import (
    BLINDNESSES,
    TELLING_APART,
    TEXT_CONTRAST,
    contrast,
    difference,
    rgb,
)

OWN = {theme.name: theme for theme in themes.own_themes()}
ALL = {theme.name: theme for theme in (*OWN.values(), *BUILTIN_THEMES.values(), *EXAMPLE)}
XTERM = {tuple(EIGHT_BIT_PALETTE[number]) for number in range(16, 256)}
STANDARD = {tuple(STANDARD_PALETTE[number]) for number in range(16)}
ROUNDING = 0.01

DESIGN = """
night                #0d1119 #1b4195 #080d19 #ff5c50 #ffd23f  3.08 6.5 6.4 2.07
paper                #f4f5f8 #1b4195 #080d19 #ff5c50 #ffd23f  3.08 6.5 6.4 2.07
contrast             #000000 #1f58c4 #000000 #ff9a8f #ffff5f  3.16 6.1 10.3 3.25
colour-blind         #101318 #0a3d86 #070a10 #ff8a33 #fff8c8  4.41 9.6 8.4 1.91
textual-dark         #121212 #004681 #060c14 #ee6478 #fece67  3.07 6.5 6.3 2.05
textual-light        #e0e0e0 #02477a #060c14 #ee6478 #fece67  3.08 6.5 6.3 2.04
nord                 #2e3440 #004c5c #030e11 #ee6475 #fdce69  3.07 6.5 6.2 2.04
gruvbox              #282828 #004f3a #030e09 #fc5b45 #fece6a  3.08 6.5 6.3 2.04
dracula              #282a36 #5a2d8b #0e0a13 #fc5a58 #fdce69  3.09 6.5 6.3 2.04
tokyo-night          #1a1b26 #543285 #0d0a14 #ee6478 #fdce69  3.10 6.5 6.3 2.03
monokai              #272822 #552e8e #0d0a14 #fd5572 #fece67  3.10 6.6 6.3 2.02
flexoki              #100f0f #004489 #060c14 #ee675a #fbcf69  3.07 6.5 6.3 2.04
catppuccin-mocha     #181825 #513b69 #0e0a13 #ee6478 #fbcf69  3.09 6.5 6.3 2.03
solarized-light      #fdf6e3 #004875 #050d14 #fc5b51 #fece69  3.09 6.5 6.3 2.03
rose-pine            #191724 #533970 #0e0a13 #ee6478 #fdce69  3.08 6.5 6.3 2.04
atom-one-dark        #282c34 #004875 #050d14 #f16362 #fdce69  3.07 6.5 6.2 2.03
atom-one-light       #fafafa #183f96 #070c14 #fc5a54 #f2d428  3.07 6.5 6.3 2.04
"""
"""The design's table: page, board, hole, red, yellow; red to board, yellow to board, red to hole, board to hole."""

OTHERS_APART = 20.0
"""The least difference of discs in a theme that is not ours; the shape tells them as well."""


def palette_of(name: str, support: ColourSupport = "truecolor") -> Palette:
    return themes.palette(ALL[name], support)


def name_of(theme: Theme) -> str:
    return theme.name


def test_the_settings_know_the_same_themes() -> None:
    assert tuple(themes.NAMES) == tuple(OWN) == THEMES[: len(OWN)]
    assert set(THEMES[len(OWN) :]) == set(BUILTIN_THEMES)
    assert THEMES[0] == themes.DEFAULT


# The design


@pytest.mark.parametrize("line", DESIGN.split("\n")[1:-1])
def test_the_palettes_have_the_colours_and_contrasts_of_the_design(line: str) -> None:
    name, *found = line.split()
    palette = palette_of(name)
    assert found[:5] == [palette.page, palette.board, palette.hole, palette.red, palette.yellow]
    pairs = (("red", "board"), ("yellow", "board"), ("red", "hole"), ("board", "hole"))
    for number, pair in zip(found[5:], pairs, strict=True):
        decimals = len(number.partition(".")[2])
        assert ratio(palette, *pair) == pytest.approx(float(number), abs=0.6 * 10**-decimals)


def test_night_in_256_colours_has_the_board_of_the_design() -> None:
    palette = palette_of("night", "256")
    found = (palette.page, palette.board, palette.hole, palette.red, palette.yellow)
    assert found == ("#121212", "#0000af", "#080808", "#ff5f5f", "#ffd700")


# Contrasts


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_discs_and_letters_have_their_contrasts(theme: Theme, support: ColourSupport) -> None:
    palette = themes.palette(theme, support)
    for limit in (*DISCS, *LETTERS):
        assert lowest(palette, limit) >= least(limit, support) - ROUNDING, limit
    hole = {"truecolor": 1.9, "256": 1.5, "16": 1.5}[support]
    strong = theme.name == "contrast" and support != "16"
    assert ratio(palette, "board", "hole") >= (3 if strong else hole)
    assert ratio(palette, "yellow", "red") >= 1.6


def least(limit: Limit, support: ColourSupport) -> float:
    """Return the least contrast; of the standard sixteen colours, bright red on the blue of a selected row has 4.2."""
    if support == "16":
        return min(limit.least, 4.2 if limit.colour == "red_text" else 4.5)
    return limit.least


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_the_grounds_differ(theme: Theme, support: ColourSupport) -> None:
    palette = themes.palette(theme, support)
    assert palette.sel not in {palette.page, palette.card}
    if support != "16":
        assert palette.bar != palette.page
        assert palette.card != palette.page or theme.name == "contrast"
    assert palette.lane == (palette.page if theme.dark else palette.hole)
    assert ratio(palette, "yellow", "lane") >= 3


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_the_number_of_the_chosen_column_stands_out(theme: Theme, support: ColourSupport) -> None:
    palette = themes.palette(theme, support)
    state = BoardState(Position(), pointer=3, choosing=True)
    for lean, pixels in ((True, 6), (True, 4), (False, 6), (False, 5)):
        art, frame = Art(support, lean=lean), Frame(CellSize(pixels))
        line = number_line(Scene(state, frame, Viewport(), art, palette))
        (ink,) = (ink for text, ink in line if "4" in text)
        assert isinstance(ink, Ink)
        assert contrast(rgb(ink.letters), rgb(ink.ground)) >= TEXT_CONTRAST
        assert contrast(rgb(ink.ground), rgb(palette.board)) >= 2


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("blindness", BLINDNESSES)
@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_the_colour_blind_tell_discs_from_each_other_and_from_holes(
    theme: Theme, blindness: str, support: ColourSupport
) -> None:
    palette = themes.palette(theme, support)
    red, yellow, board, hole = map(rgb, (palette.red, palette.yellow, palette.board, palette.hole))
    apart = TELLING_APART if theme.name in OWN else OTHERS_APART
    pairs = [(red, yellow), (red, hole), (yellow, hole), (yellow, board), (red, board)]
    for one, other in pairs:
        assert difference(one, other, blindness) >= apart


def test_the_theme_for_the_colour_blind_is_the_clearest_to_them() -> None:
    for blindness in ("protanopia", "deuteranopia"):
        apart = [
            difference(rgb(palette.red), rgb(palette.board), blindness)
            for palette in map(palette_of, ("colour-blind", "night"))
        ]
        assert apart[0] > apart[1]


# 256, 16, and the terminal's own colours


@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_256_colours_are_xterms_without_the_sixteen_that_are_the_terminals(theme: Theme) -> None:
    for colour in tuple(themes.palette(theme, "256")):
        assert rgb(colour) in XTERM


@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_in_256_colours_red_stays_red_and_the_board_coloured(theme: Theme) -> None:
    full, near = themes.palette(theme, "truecolor"), themes.palette(theme, "256")
    hues = [to_oklch(rgb(each.red)).hue for each in (full, near)]
    assert abs(hues[0] - hues[1]) < 25
    assert to_oklch(rgb(near.board)).chroma >= 0.05


@pytest.mark.parametrize("theme", coloured_themes(), ids=name_of)
def test_16_colours_are_standard(theme: Theme) -> None:
    for colour in tuple(themes.palette(theme, "16")):
        parsed = Color.parse(colour)
        assert parsed.rgb in STANDARD
        number = parsed.rich_color.downgrade(ColorSystem.STANDARD).number
        assert number is not None
        assert tuple(STANDARD_PALETTE[number]) == parsed.rgb


@pytest.mark.parametrize("name", ["ansi", "ansi-dark", "ansi-light"])
def test_the_terminals_own_palette_names_its_colours(name: str) -> None:
    for support in SUPPORTS:
        palette = palette_of(name, support)
        assert not palette.mixes
        for colour in palette:
            plain = colour.removeprefix("ansi_")
            assert colour.startswith("ansi_")
            assert plain == "default" or plain in ANSI_COLOR_NAMES
        assert len({palette.red, palette.yellow, palette.hole, palette.board}) == 4


# Themes


@pytest.mark.parametrize("support", SUPPORTS)
def test_our_themes_are_pairwise_different(support: ColourSupport) -> None:
    for one, other in combinations(OWN, 2):
        assert palette_of(one, support) != palette_of(other, support)


def test_a_theme_may_set_colours_of_the_palette_itself() -> None:
    colours = {"primary": "#8a5cf6", "variables": {"p4-red": "#f33", "p4-board-hi": "#123456"}}
    plain, mine = themes.user_themes({"plain": {"primary": "#8a5cf6"}, "mine": colours})
    expected = themes.palette(plain, "truecolor")._replace(red="#ff3333", board_hi="#123456")
    assert themes.palette(mine, "truecolor") == expected
    assert rgb(themes.palette(mine, "256").red) in XTERM
    assert themes.variables(expected)["p4-board-hi"] == "#123456"


@pytest.mark.parametrize(
    ("table", "dark"),
    [
        ({}, True),
        ({"background": "#fdf6e3"}, False),
        ({"background": "#20242c"}, True),
        ({"background": "#20242c", "variables": {"p4-page": "#fff"}}, False),
        ({"background": "#fdf6e3", "dark": True}, True),
    ],
)
def test_a_theme_is_dark_or_light_as_it_says_or_by_its_page(
    table: dict[str, object], dark: bool
) -> None:
    (mine,) = themes.user_themes({"mine": {"primary": "#8a5cf6", **table}})
    assert mine.dark is dark


def test_letters_are_readable_even_on_a_page_that_is_wrongly_called_dark() -> None:
    table = {
        "primary": "#996600",
        "background": "#fdf6e3",
        "foreground": "#333333",
        "dark": True,
    }
    palette = themes.palette(themes.user_themes({"mine": table})[0], "truecolor")
    assert ratio(palette, "text", "page") >= 7
    assert ratio(palette, "muted", "page") >= 4.5


def test_the_table_has_a_line_for_each_theme() -> None:
    for support in SUPPORTS:
        assert len(lines(support)) == 1 + len(coloured_themes())


def test_the_default_theme_in_256_colours_is_what_the_search_finds() -> None:
    night = next(theme for theme in themes.own_themes() if theme.name == themes.DEFAULT)
    found = snapped(themes.palette(night, "truecolor"))
    assert themes.palette(night, "256") == found._replace(**themes._BOARD_256)
