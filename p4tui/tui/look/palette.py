"""The colours of a theme, and how they follow from a few given ones. Pure, no Textual.

The numbers of this module are those of the design: players differ from the board by 3 to 1 and from the holes by 6 to 1, yellow
is lighter than red, and every letter has the contrast that WCAG 2.2 asks of text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from p4tui.tui.look.oklch import (
    RGB,
    clamp_hue,
    contrast,
    ensure_contrast,
    luminance,
    mix,
    shaded,
    to_hex,
    to_oklch,
    with_luminance,
)

CARD_CONTRAST, BAR_CONTRAST = 1.06, 1.12
"""Contrast of a card, and of a bar, to the page."""
TEXT_CONTRAST = 7.0
"""Contrast of text to its grounds: page, card, bar, selected row."""
SMALL_CONTRAST = 4.5
"""Contrast of muted text, accent, hint and the players' letters (WCAG 2.2, 1.4.3)."""
DISC_CONTRAST = 3.0
"""Contrast of a disc to the board and to a hole (WCAG 2.2, 1.4.11)."""
RED_LUMINANCE, YELLOW_LUMINANCE, HOLE_LUMINANCE = 0.285, 0.66, 0.0035
RED_HUES, YELLOW_HUES, BOARD_HUES = (14, 32), (84, 98), (165, 305)
"""Arcs of OKLCH: red to vermilion, yellow, and green to violet."""
GREY_CHROMA, GREY_HUE = 0.03, 262
"""Below this chroma a primary is grey, and the board blue."""
BOARD_RATIO = 3.1
"""Contrast of red to a derived board."""
MUTED_SHARE, FAINT_SHARE = 0.42, 0.72
"""Shares of the page in muted and faint text."""
SELECTED_SHARE = 0.22
"""Share of the accent in the ground of the selected row."""


class Palette(NamedTuple):
    """The colours of a theme on one terminal, as `#rrggbb` or a name of the terminal's own colours, `ansi_blue`.

    Attributes:
        page, card, bar: grounds of the window, of a card, and of header, titles and key bar.
        text, muted, faint: letters; faint only for what may be missed.
        accent, on_accent, sel: keys and choices, letters on the accent, and the ground of the selected row.
        alert: refusals and low clocks.
        lane: the ground above the board, where the pointer is.
        board, hole, red, yellow: the board; `_hi` and `_lo` are lighter and darker tones.
        red_text, yellow_text: letters in the players' colours.
        white, ink: marks on discs, and letters on the players' colours.
        hint: the advised cell.
    """

    page: str
    card: str
    bar: str
    text: str
    muted: str
    faint: str
    accent: str
    on_accent: str
    sel: str
    alert: str
    lane: str
    board: str
    board_hi: str
    board_lo: str
    hole: str
    hole_lo: str
    red: str
    red_hi: str
    red_lo: str
    red_text: str
    yellow: str
    yellow_hi: str
    yellow_lo: str
    yellow_text: str
    white: str
    ink: str
    hint: str

    @property
    def mixes(self) -> bool:
        """Whether the colours can be mixed; terminal colours cannot."""
        return self.board.startswith("#")


TOKENS = Palette._fields
"""The names of the colours."""


class Base(NamedTuple):
    """The colours from which a palette is derived.

    Attributes:
        error, warning, primary: give red, yellow and the board their hues, unless these are given.
    """

    dark: bool
    page: RGB
    card: RGB
    bar: RGB
    text: RGB
    accent: RGB
    error: RGB
    warning: RGB
    primary: RGB
    muted: RGB | None = None
    faint: RGB | None = None
    red: RGB | None = None
    yellow: RGB | None = None
    board: RGB | None = None
    hole: RGB | None = None


def separated(base: Base) -> Base:
    """Return the base with a card and a bar that differ from the page."""
    edge = (255, 255, 255) if base.dark else (0, 0, 0)
    page = base.page
    card = base.card if contrast(page, base.card) >= CARD_CONTRAST else mix(page, edge, 0.06)
    bar = base.bar if contrast(page, base.bar) >= BAR_CONTRAST else mix(page, edge, 0.10)
    return base._replace(card=card, bar=bar)


def _letters(base: Base) -> dict[str, RGB]:
    """Return the colours of letters, readable on all grounds, and the ground of the selected row."""
    sel = mix(base.page, base.accent, SELECTED_SHARE)
    grounds = (base.page, base.card, base.bar, sel)

    def readable(colour: RGB, ratio: float = SMALL_CONTRAST) -> RGB:
        return ensure_contrast(colour, grounds, ratio, lighter=base.dark)

    red, yellow = _players(base)
    text = readable(base.text, TEXT_CONTRAST)
    return {
        "text": text,
        "muted": readable(base.muted or mix(text, base.page, MUTED_SHARE)),
        "faint": base.faint or mix(text, base.page, FAINT_SHARE),
        "accent": readable(base.accent),
        "sel": sel,
        "alert": readable(yellow),
        "red_text": readable(red),
        "yellow_text": readable(yellow),
    }


def _players(base: Base) -> tuple[RGB, RGB]:
    """Return red and yellow, with the hues of error and warning clamped to red and yellow."""
    _, chroma, hue = to_oklch(base.error)
    red = base.red or with_luminance(
        clamp_hue(hue, *RED_HUES), min(max(chroma, 0.17), 0.24), RED_LUMINANCE
    )
    _, chroma, hue = to_oklch(base.warning)
    yellow = base.yellow or with_luminance(
        clamp_hue(hue, *YELLOW_HUES), min(max(chroma, 0.13), 0.18), YELLOW_LUMINANCE
    )
    return red, yellow


def _board(base: Base, red: RGB) -> tuple[RGB, RGB]:
    """Return board and hole; the hue is clamped to green-violet."""
    _, chroma, hue = to_oklch(base.primary)
    hue = clamp_hue(hue if chroma >= GREY_CHROMA else GREY_HUE, *BOARD_HUES)
    board = base.board
    if board is None:
        target = (luminance(red) + 0.05) / BOARD_RATIO - 0.05
        board = with_luminance(hue, min(max(chroma, 0.08), 0.15), target)
        while contrast(red, board) < DISC_CONTRAST:
            board = mix(board, (0, 0, 0), 0.03)
    hole = base.hole or with_luminance(to_oklch(board).hue, 0.02, HOLE_LUMINANCE)
    return board, hole


@lru_cache(64)
def derive(base: Base) -> Palette:
    """Return the palette that follows from a base."""
    red, yellow = _players(base)
    board, hole = _board(base, red)
    (red_hi, red_lo), (yellow_hi, yellow_lo) = shaded(red, 0.10, 0.12), shaded(yellow, 0.07, 0.15)
    board_hi, board_lo = shaded(board, 0.13, 0.09)
    colours = {
        "page": base.page,
        "card": base.card,
        "bar": base.bar,
        **_letters(base),
        "on_accent": base.page,
        # Yellow's ring would be invisible on a light page.
        "lane": base.page if base.dark else hole,
        "board": board,
        "board_hi": board_hi,
        "board_lo": board_lo,
        "hole": hole,
        "hole_lo": mix(hole, (0, 0, 0), 0.75),
        "red": red,
        "red_hi": red_hi,
        "red_lo": red_lo,
        "yellow": yellow,
        "yellow_hi": yellow_hi,
        "yellow_lo": yellow_lo,
        "white": (255, 255, 255),
        "ink": hole,
        "hint": ensure_contrast(base.accent, (hole,), SMALL_CONTRAST, lighter=True),
    }
    return Palette(**{name: to_hex(colour) for name, colour in colours.items()})
