"""The colours of a theme, and how they follow from a few given ones. Pure, no Textual.

The numbers of this module are those of the design: players differ from the board by 3 to 1 and from the holes by 6 to 1, yellow
is lighter than red, and every letter has the contrast that WCAG 2.2 asks of text.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import cos, dist, radians, sin

from p4tui.tui.look.oklch import (
    RGB,
    clamp_hue,
    contrast,
    ensure_contrast,
    luminance,
    mix,
    parse_hex,
    shaded,
    to_hex,
    to_oklch,
    with_luminance,
)

TEXT_CONTRAST = 7.0
"""Of text to page, card and bar."""
SMALL_CONTRAST = 4.5
"""Of muted text, accent, hint and the players' letters (WCAG 2.2, 1.4.3)."""
DISC_CONTRAST = 3.0
"""Of a disc to the board and to a hole (WCAG 2.2, 1.4.11)."""
RED_LUMINANCE, YELLOW_LUMINANCE, HOLE_LUMINANCE = 0.285, 0.66, 0.0035
BOARD_RATIO = 3.1
"""Of red to the board that is derived."""
MUTED_SHARE, FAINT_SHARE = 0.42, 0.72
"""Shares of the page in muted and faint text."""


@dataclass(frozen=True, slots=True)
class Palette:
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
        """Whether colours can be mixed: those of the terminal cannot."""
        return self.board.startswith("#")


TOKENS = tuple(field.name for field in fields(Palette))
"""The names of the colours."""


@dataclass(frozen=True, slots=True)
class Base:
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


def _readable(base: Base) -> Base:
    """Return the base with grounds that can be told apart, and letters that can be read on them."""
    edge = (255, 255, 255) if base.dark else (0, 0, 0)
    page = base.page
    card = base.card if contrast(page, base.card) >= 1.06 else mix(page, edge, 0.06)
    bar = base.bar if contrast(page, base.bar) >= 1.12 else mix(page, edge, 0.10)
    grounds = (page, card, bar)
    text = ensure_contrast(base.text, grounds, TEXT_CONTRAST, lighter=base.dark)
    muted = base.muted or mix(text, page, MUTED_SHARE)
    return replace(
        base,
        card=card,
        bar=bar,
        text=text,
        muted=ensure_contrast(muted, grounds, SMALL_CONTRAST, lighter=base.dark),
        faint=base.faint or mix(text, page, FAINT_SHARE),
        accent=ensure_contrast(base.accent, grounds, SMALL_CONTRAST, lighter=base.dark),
    )


def _players(base: Base) -> tuple[RGB, RGB]:
    """Return red and yellow, with the hues of error and warning as far as they are red and yellow."""
    _, chroma, hue = to_oklch(base.error)
    red = base.red or with_luminance(
        clamp_hue(hue, 14, 32), min(max(chroma, 0.17), 0.24), RED_LUMINANCE
    )
    _, chroma, hue = to_oklch(base.warning)
    yellow = base.yellow or with_luminance(
        clamp_hue(hue, 84, 98), min(max(chroma, 0.13), 0.18), YELLOW_LUMINANCE
    )
    return red, yellow


def _board(base: Base, red: RGB) -> tuple[RGB, RGB]:
    """Return the board and its holes, with the hue of primary as far as it is green to violet."""
    _, chroma, hue = to_oklch(base.primary)
    hue = clamp_hue(hue if chroma >= 0.03 else 262, 165, 305)
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
    given = base.muted is not None and base.faint is not None
    base = base if given else _readable(base)
    assert base.muted is not None
    assert base.faint is not None
    red, yellow = _players(base)
    board, hole = _board(base, red)
    (red_hi, red_lo), (yellow_hi, yellow_lo) = shaded(red, 0.10, 0.12), shaded(yellow, 0.07, 0.15)
    board_hi, board_lo = shaded(board, 0.13, 0.09)
    grounds = (base.page, base.card)
    red_text, yellow_text = (
        ensure_contrast(colour, grounds, SMALL_CONTRAST, lighter=base.dark)
        for colour in (red, yellow)
    )
    colours = {
        "page": base.page,
        "card": base.card,
        "bar": base.bar,
        "text": base.text,
        "muted": base.muted,
        "faint": base.faint,
        "accent": base.accent,
        "on_accent": base.page,
        "sel": mix(base.page, base.accent, 0.22 if base.dark else 0.20),
        "alert": yellow_text,
        # On a light page the ring of yellow would not be seen.
        "lane": base.page if base.dark else hole,
        "board": board,
        "board_hi": board_hi,
        "board_lo": board_lo,
        "hole": hole,
        "hole_lo": mix(hole, (0, 0, 0), 0.75),
        "red": red,
        "red_hi": red_hi,
        "red_lo": red_lo,
        "red_text": red_text,
        "yellow": yellow,
        "yellow_hi": yellow_hi,
        "yellow_lo": yellow_lo,
        "yellow_text": yellow_text,
        "white": (255, 255, 255),
        "ink": hole,
        "hint": ensure_contrast(base.accent, (hole,), SMALL_CONTRAST, lighter=True),
    }
    return Palette(**{name: to_hex(colour) for name, colour in colours.items()})


# -- the 256 colours of xterm -------------------------------------------------------------------------------------------

_LEVELS = (0, 95, 135, 175, 215, 255)
XTERM: tuple[RGB, ...] = (
    *((red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS),
    *((8 + 10 * step,) * 3 for step in range(24)),
)
"""Colours 16 to 255 of xterm; the first sixteen are the terminal's own."""

_PAIRS = {
    "text": (("page", "card", "bar"), TEXT_CONTRAST),
    "muted": (("page", "card", "bar"), SMALL_CONTRAST),
    "accent": (("page", "card", "bar"), SMALL_CONTRAST),
    "on_accent": (("accent",), SMALL_CONTRAST),
    "alert": (("page", "card"), SMALL_CONTRAST),
    "hole": ((), 0),
    "red": (("board", "hole"), DISC_CONTRAST),
    "yellow": (("board", "hole"), DISC_CONTRAST),
    "red_text": (("page", "card"), SMALL_CONTRAST),
    "yellow_text": (("page", "card"), SMALL_CONTRAST),
    "hint": (("hole",), SMALL_CONTRAST),
}
"""The contrasts to keep: a colour, those it is seen on, the ratio."""


def _distance(one: RGB, other: RGB) -> float:
    """Return how different two colours look, in OKLab."""
    (l1, c1, h1), (l2, c2, h2) = to_oklch(one), to_oklch(other)
    return dist(
        (l1, c1 * cos(radians(h1)), c1 * sin(radians(h1))),
        (l2, c2 * cos(radians(h2)), c2 * sin(radians(h2))),
    )


@lru_cache(512)
def nearest(colour: RGB, against: tuple[RGB, ...], ratio: float) -> RGB:
    """Return the colour of xterm's 256 that looks nearest among those with a contrast to some others."""
    fitting = [each for each in XTERM if all(contrast(each, other) >= ratio for other in against)]
    return min(fitting or XTERM, key=lambda each: _distance(each, colour))


@lru_cache(64)
def snapped(palette: Palette) -> Palette:
    """Return a palette in xterm's 256 colours: each the nearest one that keeps the contrasts."""
    grounds = [name for name in TOKENS if name not in _PAIRS]
    found: dict[str, RGB] = {}
    for name in (*grounds, *_PAIRS):
        against, ratio = _PAIRS.get(name, ((), 0))
        others = tuple(found[other] for other in against)
        found[name] = nearest(parse_hex(getattr(palette, name)), others, ratio)
    return Palette(**{name: to_hex(found[name]) for name in TOKENS})
