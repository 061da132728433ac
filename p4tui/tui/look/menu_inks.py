"""The inks of the menu's page by their names. Pure, no Textual.

The page has more styles than any other widget. As component classes they would cost more of the launch than its picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.span import Ink


@lru_cache(8)
def menu_inks(palette: Palette, art: Art) -> Mapping[str, Ink]:
    """Return the inks for a palette; without colours focus is reversed, and a field underlined.

    The edges of the seats are letters in ASCII, and have the contrast of letters.
    """
    mono = art.colours == "none"
    red, yellow = palette.red, palette.yellow
    if art.glyphs == "ascii":
        red, yellow = palette.red_text, palette.yellow_text
    page, card, bar, accent = palette.page, palette.card, palette.bar, palette.accent
    focus = Ink(palette.on_accent, accent, bold=True, reverse=mono)
    return {
        "title": Ink(palette.text, page),
        "warning": Ink(palette.alert, page, bold=True),
        "text": Ink(palette.text, page),
        "muted": Ink(palette.muted, page),
        "value": Ink(palette.text, page, bold=True),
        "key": Ink(accent, page, bold=True),
        "arrow": Ink(palette.faint, page),
        "focus": focus,
        "focus-aside": focus._replace(bold=False),
        "pill": Ink(accent, page),
        "button": Ink(palette.text, bar, bold=True),
        "button-key": Ink(palette.muted, bar),
        "button-edge": Ink(bar, page),
        "strip": Ink(palette.text, bar, bold=True),
        "strip-aside": Ink(palette.muted, bar),
        "strip-red": Ink(red, bar),
        "strip-yellow": Ink(yellow, bar),
        "card": Ink(palette.text, card),
        "card-muted": Ink(palette.muted, card),
        "card-value": Ink(palette.text, card, bold=True),
        "card-accent": Ink(accent, card, bold=True),
        "card-arrow": Ink(palette.faint, card),
        "card-red": Ink(red, card),
        "card-yellow": Ink(yellow, card),
        "field": Ink(palette.text, bar, underline=mono),
        "caption": Ink(palette.white, palette.board),
        "caption-toned": Ink(palette.white, palette.board_lo),
    }
