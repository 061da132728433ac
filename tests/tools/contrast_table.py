"""The contrasts of every theme, as a table: `python -m tests.tools.contrast_table [truecolor|256|16]`.

The first columns are the colours of board and discs, the next their contrasts, the last the lowest contrasts of letters on
page, card, bar and the selected row.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from textual.theme import BUILTIN_THEMES, Theme

from p4tui.tui.look import themes
from p4tui.tui.look.oklch import contrast, parse_hex
from p4tui.tui.look.palette import Palette
from p4tui.tui.terminal.detection import ColourSupport

SUPPORTS: tuple[ColourSupport, ...] = ("truecolor", "256", "16")
GROUNDS = ("page", "card", "bar", "sel")

EXAMPLE = themes.user_themes(
    {
        "mine": {
            "primary": "#8a5cf6",
            "background": "#20242c",
            "dark": True,
            "variables": {"p4-hint": "#00ffff"},
        },
        "sand": {"primary": "#996600", "background": "#f2e8d0", "dark": False},
        "cream": {"primary": "#996600", "background": "#fdf6e3", "foreground": "#333333"},
    }
)
"""Some themes as a user may write them."""


class Limit(NamedTuple):
    """The least contrast of a colour to some others."""

    colour: str
    others: tuple[str, ...]
    least: float


DISCS = (
    Limit("red", ("board", "hole"), 3),
    Limit("yellow", ("board", "hole"), 3),
    Limit("white", ("board",), 3),
)
LETTERS = (
    Limit("text", GROUNDS, 7),
    Limit("muted", GROUNDS, 4.5),
    Limit("accent", GROUNDS, 4.5),
    Limit("alert", GROUNDS, 4.5),
    Limit("red_text", GROUNDS, 4.5),
    Limit("yellow_text", GROUNDS, 4.5),
    Limit("on_accent", ("accent",), 4.5),
    Limit("ink", ("red", "yellow", "white"), 4.5),
    Limit("hint", ("hole",), 4.5),
)


def coloured_themes() -> list[Theme]:
    """Return our own themes, Textual's and the examples, but for those with the terminal's colours."""
    every = [*themes.own_themes(), *BUILTIN_THEMES.values(), *EXAMPLE]
    return [theme for theme in every if not theme.ansi]


def ratio(palette: Palette, one: str, other: str) -> float:
    """Return the contrast of two colours of a palette."""
    return contrast(parse_hex(getattr(palette, one)), parse_hex(getattr(palette, other)))


def lowest(palette: Palette, limit: Limit) -> float:
    """Return the lowest contrast of a colour to its grounds."""
    return min(ratio(palette, limit.colour, other) for other in limit.others)


PAIRS = (("red", "board"), ("yellow", "board"), ("red", "hole"), ("yellow", "hole"))
PAIRS_TOO = (("board", "hole"), ("yellow", "red"))


def lines(support: ColourSupport) -> list[str]:
    """Return the table of a terminal."""
    pairs = (*PAIRS, *PAIRS_TOO)
    heads = [
        *(f"{one[0]}:{other[0]}" for one, other in pairs),
        *(limit.colour for limit in LETTERS),
    ]
    colours = ("page", "board", "hole", "red", "yellow")
    found = [f"{support:22}" + " ".join(f"{name:7}" for name in colours)]
    found[0] += " " + " ".join(f"{head:>6.6}" for head in heads)
    for theme in coloured_themes():
        palette = themes.palette(theme, support)
        numbers = [ratio(palette, *pair) for pair in pairs]
        numbers += [lowest(palette, limit) for limit in LETTERS]
        cells = " ".join(getattr(palette, name) for name in colours)
        found.append(f"{theme.name:22}{cells} " + " ".join(f"{each:6.2f}" for each in numbers))
    return found


if __name__ == "__main__":
    chosen = [each for each in SUPPORTS if each in sys.argv[1:]] or list(SUPPORTS)
    print("\n\n".join("\n".join(lines(each)) for each in chosen))
