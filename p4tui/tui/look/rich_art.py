"""The pictures of a cell in many colours: rims, shadows and figures, lit from above and a little from the left. Pure, no Textual.

A cell is painted in samples. Each character is then the glyph, with two colours, whose error is the least.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from math import dist, hypot
from typing import NamedTuple

from p4tui.core.colour import Colour
from p4tui.tui.look.cell_letters import chosen_letter, middle
from p4tui.tui.look.discs import ACROSS, DOWN, WHOLE, Masks, Shape, circle, disc, masks, region
from p4tui.tui.look.glyphs import BLOCKS
from p4tui.tui.look.looks import COLOUR_NAMES, Look, Threat
from p4tui.tui.look.oklch import RGB, parse_hex
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.tones import BOARD, Tone, mean

LIGHT = (-0.5, -0.86)
"""The direction of the light."""
LEVELS = 3
"""Steps of light, and of shadow."""
COMMON_SHARE = 0.5
"""Share from which a colour fills its whole side of a glyph."""
HALF_PENALTY, PENALTY = 6.0, 9.0
"""Error per sample that a half block, or another glyph, must save."""
GHOST_SHARE = 0.72
"""The share of the disc's colour in that of the landing cell."""
DIMMED_SHARE = 0.62
"""The share of the board's colour in that of a disc beside a winning line."""
PRESSED_SHARE = 0.9
"""The share of the darker tone in the ring that is pressed into a red disc."""
RIM = 0.82
"""Inner radius of a winning disc's rim, as a share of the disc's. The rim is at least a pixel wide."""
LIP, LIP_LIGHT = 0.45, 1.15
"""Width of the edge of a hole in pixels, and the strength of its light."""
SHADOW_RADIUS, DETAIL_RADIUS = 4, 5
"""Radii from which a hole has a shadow, and from which holes and openings have edges."""

Character = tuple[str, Tone, Tone]
"""A glyph, the tone of its letters and that of its ground."""


class Paint(NamedTuple):
    """What an area is painted with.

    Attributes:
        surface: `board`, `hole`, `disc` or `mark`; tones of different surfaces are never mixed, which would look like dirt.
        tone: the colour.
    """

    surface: str
    tone: Tone


GROUND = Paint("board", BOARD)
Layer = tuple[Paint, Masks]

_GLYPHS = tuple(
    (mask, mask.bit_count(), glyph, HALF_PENALTY if glyph in "▀▄▌▐" else PENALTY)
    for mask, glyph in BLOCKS.items()
    if 0 < mask < WHOLE and (mask & 1 == 0 or BLOCKS.get(mask ^ WHOLE) is None)
)
"""One glyph of each complementary pair: mask, sample count, glyph, penalty."""
_INVERSE = {glyph: BLOCKS[mask ^ WHOLE] for mask, glyph in BLOCKS.items() if mask ^ WHOLE in BLOCKS}
"""The complement of each glyph that has one."""
_TOP = {glyph: mask & (1 << ACROSS) - 1 for mask, glyph in BLOCKS.items()}
"""The first row of samples of each glyph."""


def _shifted(shape: Shape, down: float) -> Shape:
    """Return a shape that is further down."""
    return lambda y: shape(y - down)


@cache
def _ring(size: int, start: float, outer: float, inner: float, down: float = 0.0) -> Masks:
    """Return a ring; its hole may be shifted down. Radii are shares of the disc's."""
    radius = disc(size).radius
    whole = masks(circle(outer * radius), size, start)
    less = masks(_shifted(circle(inner * radius), down * radius), size, start)
    return _both(whole, less, lambda one, other: one & ~other)


def _both(one: Masks, other: Masks, join: Callable[[int, int], int]) -> Masks:
    """Combine two pictures mask by mask."""
    return tuple(tuple(map(join, line, others)) for line, others in zip(one, other, strict=True))


@cache
def _light(size: int, start: float) -> dict[int, Masks]:
    """Return the samples of a dome by their level of light, from -`LEVELS` (shadow) to `LEVELS`."""
    centre = disc(size).centre
    lines = [[[0] * size for _ in region("body", size, start)] for _ in range(2 * LEVELS + 1)]
    for sample in range(len(lines[0]) * DOWN):
        line, row = divmod(sample, DOWN)
        y = start + (sample + 0.5) * 2 / DOWN - centre
        for place in range(size * ACROSS):
            x = (place + 0.5) / ACROSS - centre
            level = round(LEVELS * (x * LIGHT[0] + y * LIGHT[1]) / hypot(x, y))
            column, bit = divmod(place, ACROSS)
            lines[level + LEVELS][line][column] |= 1 << row * ACROSS + bit
    return {level - LEVELS: tuple(map(tuple, picture)) for level, picture in enumerate(lines)}


def _lit(
    area: Masks, size: int, start: float, base: Paint, lit: Tone, dark: Tone, strength: float = 1.0
) -> Iterator[Layer]:
    """Yield an area in the tones of a dome."""
    for level, picture in _light(size, start).items():
        if level:
            share = min(abs(level) / LEVELS * strength, 1.0)
            tone = base.tone.mixed(lit if level > 0 else dark, share)
            yield base._replace(tone=tone), _both(area, picture, int.__and__)


@lru_cache(2048)
def rich_lines(
    look: Look, size: int, start: float, palette: Palette
) -> tuple[tuple[Character, ...], ...]:
    """Return the characters of a cell, a tuple a line; see `flat_lines`."""
    layers = list(_layers(look, size, start, palette))
    board = parse_hex(palette.board)
    lines = []
    above = [{GROUND: WHOLE}] * size
    for line in range(len(region("body", size, start))):
        characters = []
        for column in range(size):
            parts = {GROUND: WHOLE}
            for paint, picture in layers:
                mask = picture[line][column]
                if mask:
                    parts = {
                        other: rest for other, samples in parts.items() if (rest := samples & ~mask)
                    }
                    parts[paint] = parts.get(paint, 0) | mask
            character = _character(tuple(parts.items()), board)
            characters.append(_turned(character, above[column], board))
            above[column] = parts
        lines.append(characters)
    if look.chosen:
        line, column = middle(size, start)
        chosen = (chosen_letter(look), Tone.of(palette.ink), Tone.of(palette.white))
        lines[line][column : column + 2] = [chosen, chosen]
    return tuple(map(tuple, lines))


def _layers(look: Look, size: int, start: float, palette: Palette) -> Iterator[Layer]:
    """Yield the areas of a cell over its board, each with its tone."""
    if look.disc is None:
        yield from _hole_layers(look, size, start, palette)
        return
    name = COLOUR_NAMES[look.disc]
    base, lit, dark = (Tone.of(getattr(palette, name + end)) for end in ("", "_hi", "_lo"))
    if look.dimmed:
        base, lit, dark = (tone.mixed(BOARD, DIMMED_SHARE) for tone in (base, lit, dark))
    radius = disc(size).radius
    disc_paint, white = Paint("disc", base), Paint("mark", Tone.of(palette.white))
    yield disc_paint, region("body", size, start)
    yield from _lit(_ring(size, start, 1, 0.80), size, start, disc_paint, lit, dark)
    if look.disc is Colour.RED:
        half = max(0.055, 0.21 / radius)
        pressed = Paint("disc", base.mixed(dark, PRESSED_SHARE))
        yield pressed, _ring(size, start, 0.56 + half, 0.56 - half)
    else:
        yield Paint("hole", Tone.of(palette.hole)), region("rich-opening", size, start)
        if radius >= DETAIL_RADIUS:
            wall = _ring(size, start, 0.49, 0.40)
            yield from _lit(wall, size, start, disc_paint, dark, lit)
    if look.last:
        yield white, region("dot", size, start)
    if look.won:
        yield white, _ring(size, start, 1, min(RIM, 1 - 1 / radius))


def _hole_layers(look: Look, size: int, start: float, palette: Palette) -> Iterator[Layer]:
    """Yield the areas of a cell without a disc."""
    radius, hole = disc(size).radius, Paint("hole", Tone.of(palette.hole))
    yield hole, region("body", size, start)
    if radius >= SHADOW_RADIUS:
        yield Paint("hole", Tone.of(palette.hole_lo)), _ring(size, start, 1, 1, 0.16)
    if radius >= DETAIL_RADIUS:
        lip = _ring(size, start, 1 + LIP / radius, 1)
        lit, dark = Tone.of(palette.board_lo), Tone.of(palette.board_hi)
        yield from _lit(lip, size, start, GROUND, lit, dark, LIP_LIGHT)
    if look.ghost is not None and not look.hint:
        red = look.ghost is Colour.RED
        tone = hole.tone.mixed(Tone.of(palette.red if red else palette.yellow), GHOST_SHARE)
        if red:
            yield Paint("mark", tone), region("spot", size, start)
        else:
            yield Paint("mark", tone), region("ring", size, start)
            yield hole, region("ring-opening", size, start)
    if look.hint:
        yield Paint("mark", Tone.of(palette.hint)), region("hint", size, start)
    elif look.threat is not None:
        yield from _threat_layers(look.threat, size, start, palette)


def _threat_layers(threat: Threat, size: int, start: float, palette: Palette) -> Iterator[Layer]:
    """Yield a thin ring for yellow, a cross for red, and a bar below them in an even row."""
    if Colour.YELLOW in threat.colours:
        yield Paint("mark", Tone.of(palette.yellow)), _ring(size, start, 0.62, 0.46)
    if Colour.RED in threat.colours:
        yield Paint("mark", Tone.of(palette.red)), region("cross", size, start)
    if threat.even:
        yield Paint("mark", Tone.of(palette.white)), region("row-bar", size, start)


@lru_cache(1024)
def _character(parts: tuple[tuple[Paint, int], ...], board: RGB) -> Character:
    """Return the glyph and the two tones with the least squared error; a glyph must be worth its penalty.

    The places are for the cells of one theme, which share characters; `rich_lines` remembers whole cells.
    """
    if len(parts) == 1:
        tone = parts[0][0].tone
        return " ", tone, tone
    colours = [(*paint.tone.on(board), mask) for paint, mask in parts]
    red, green, blue = (
        sum(colour[index] * colour[3].bit_count() for colour in colours) for index in range(3)
    )
    samples = ACROSS * DOWN
    best = (red * red + green * green + blue * blue) / samples
    chosen, glyph = 0, " "
    for mask, count, own, penalty in _GLYPHS:
        r = g = b = 0.0
        for one, two, three, samples_of in colours:
            if weight := (samples_of & mask).bit_count():
                r += one * weight
                g += two * weight
                b += three * weight
        inside = (r * r + g * g + b * b) / count
        outside = ((red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2) / (samples - count)
        worth = inside + outside - penalty * samples
        if worth > best:
            best, chosen, glyph = worth, mask, own
    ground = _side(parts, WHOLE ^ chosen)
    letters = _side(parts, chosen) if chosen else ground
    return (" ", ground, ground) if letters == ground else (glyph, letters, ground)


def _turned(character: Character, above: Mapping[Paint, int], board: RGB) -> Character:
    """Swap letters and ground if that makes the seam above less visible.

    The glyphs of some fonts leave the first row of pixels blank: a line of the ground shows there.
    """
    glyph, letters, ground = character
    turned = _INVERSE.get(glyph)
    if turned is None:
        return character

    def seam(mask: int, tone: Tone) -> float:
        colour = tone.on(board)
        return sum(
            dist(colour, other.tone.on(board)) * (samples >> ACROSS * (DOWN - 1) & mask).bit_count()
            for other, samples in above.items()
        )

    exchanged = seam(_TOP[turned], letters) < seam(_TOP[glyph], ground)
    return (turned, ground, letters) if exchanged else character


def _side(parts: tuple[tuple[Paint, int], ...], mask: int) -> Tone:
    """Return the main tone of the largest surface, or the mean if none prevails."""
    surfaces: defaultdict[str, list[tuple[Tone, int]]] = defaultdict(list)
    for (surface, tone), own in parts:
        if weight := (own & mask).bit_count():
            surfaces[surface].append((tone, weight))
    areas = {surface: sum(weight for _, weight in found) for surface, found in surfaces.items()}
    largest = max(areas, key=areas.__getitem__)
    tone, weight = max(surfaces[largest], key=lambda pair: pair[1])
    return tone if weight >= COMMON_SHARE * areas[largest] else mean(surfaces[largest])
