"""The art of discs on a terminal: its colours and glyphs. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal, NamedTuple

from p4tui.tui.terminal.detection import (
    ColourSupport,
    colour_support,
    has_wide_blocks,
    over_ssh,
)

TONED_PIXELS, RICH_PIXELS = 6, 8
"""The smallest cells of the drawings with more colours."""


class Variant(Enum):
    """A drawing of discs."""

    FLAT = "flat"
    """Two colours a line."""
    TONED = "toned"
    """The same with light from above: a tone for each line."""
    RICH = "rich"
    """Full colour, with rims and shadows."""


class Art(NamedTuple):
    """The art of a terminal.

    Attributes:
        colours: what may be sent.
        glyphs: all block elements; those of neutral width alone; or letters.
        lean: whether bytes are dear: over SSH, and with 256 colours or fewer.
        kind: the choice of the user.
    """

    colours: ColourSupport = "truecolor"
    glyphs: Literal["blocks", "neutral", "ascii"] = "blocks"
    lean: bool = False
    kind: Literal["auto", "flat", "rich"] = "auto"

    @property
    def palette_colours(self) -> ColourSupport:
        """The colours of the palette: over SSH xterm's 256, which take fewer bytes."""
        return "256" if self.lean and self.colours == "truecolor" else self.colours

    def variant(self, pixels: int) -> Variant:
        """Return the drawing for cells of a size."""
        plain = self.colours != "truecolor" or self.glyphs != "blocks"
        if plain or self.kind == "flat" or (self.lean and self.kind == "auto"):
            return Variant.FLAT
        if pixels >= RICH_PIXELS:
            return Variant.RICH
        return Variant.TONED if pixels == TONED_PIXELS else Variant.FLAT


def with_kind(art: Art, kind: str) -> Art:
    """Return the art for a kind from the settings, one of `settings.rules.ART_KINDS`."""
    return art._replace(kind="flat" if kind == "flat" else "rich" if kind == "rich" else "auto")


def art_of(environ: Mapping[str, str], *, ascii_only: bool, kind: str = "auto") -> Art:
    """Return the art of the terminal of an environment."""
    colours = colour_support(environ)
    art = Art(
        colours,
        "ascii" if ascii_only else "neutral" if has_wide_blocks(environ) else "blocks",
        lean=colours != "truecolor" or over_ssh(environ),
    )
    return with_kind(art, kind)
