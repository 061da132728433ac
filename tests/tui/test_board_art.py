"""The pictures of a cell in every size, state and variant: pure functions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import product

import pytest

from p4tui.core.colour import Colour
from p4tui.tui.look.art import Art, Variant
from p4tui.tui.look.board_art import cell_line, column_label, label_column
from p4tui.tui.look.board_picture import disc_icon
from p4tui.tui.look.board_window import PIXELS
from p4tui.tui.look.cell_letters import Glyphs
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.discs import REGIONS, WHOLE, region
from p4tui.tui.look.flat_art import flat_lines
from p4tui.tui.look.glyphs import BLOCKS
from p4tui.tui.look.looks import EMPTY, Look, Threat
from p4tui.tui.look.oklch import luminance, parse_hex
from p4tui.tui.look.rich_art import rich_lines
from p4tui.tui.look.span import Ink
from p4tui.tui.look.themes import own_themes, palette

RED, YELLOW = Colour.RED, Colour.YELLOW
NIGHT = next(theme for theme in own_themes() if theme.name == "night")
PALETTE = palette(NIGHT, "truecolor")
ARTS = {
    "local": Art(),
    "flat": Art(kind="flat"),
    "256": Art("256", lean=True),
    "16": Art("16", lean=True),
    "neutral": Art(glyphs="neutral"),
    "ascii": Art(glyphs="ascii"),
    "no colour": Art("none", lean=True),
    "no colour, neutral": Art("none", "neutral", lean=True),
    "no colour, ascii": Art("none", "ascii", lean=True),
}
SIZES = PIXELS
LOOKS = {
    "empty": EMPTY,
    "red": Look(RED),
    "yellow": Look(YELLOW),
    "last red": Look(RED, last=True),
    "last yellow": Look(YELLOW, last=True),
    "winning red": Look(RED, won=True),
    "winning yellow": Look(YELLOW, won=True),
    "landing red": Look(ghost=RED),
    "landing yellow": Look(ghost=YELLOW),
    "hint": Look(hint=True),
    "threat of red": Look(threat=Threat((RED,))),
    "threat of yellow": Look(threat=Threat((YELLOW,))),
    "threat of both": Look(threat=Threat((RED, YELLOW))),
    "even threat of red": Look(threat=Threat((RED,), even=True)),
    "even threat of yellow": Look(threat=Threat((YELLOW,), even=True)),
    "even threat of both": Look(threat=Threat((RED, YELLOW), even=True)),
    "chosen": Look(chosen=True),
    "chosen red": Look(RED, chosen=True),
    "chosen yellow": Look(YELLOW, chosen=True),
}

DISCS = tuple(
    colour
    for colours in ("truecolor", "256", "16")
    for each in [palette(NIGHT, colours)]
    for colour in (each.red, each.yellow)
)
"""The colours of discs."""

Character = tuple[str, Ink]


def cases() -> Iterator[tuple[Art, CellSize, int]]:
    """Every art, with the sizes of cells that it draws, and the pixels above their first line."""
    for art, pixels in product(ARTS.values(), SIZES):
        if pixels % 2 == 0 or art.glyphs == "blocks":
            for start in range(1 + pixels % 2):
                yield art, CellSize(pixels), start


def drawn(look: Look, art: Art, cell: CellSize, start: int = 0) -> list[list[Character]]:
    """Return the characters of a cell with their inks, a list a line."""
    colours = palette(NIGHT, art.palette_colours) if art.colours != "none" else PALETTE
    board = "" if art.colours == "none" else colours.board
    lines = range(cell.first_line(start), cell.first_line(start + 1))
    found = []
    for line in lines:
        spans = cell_line(look, cell, start, line - lines[0], art, colours, board)
        found.append([(char, span.style) for span in spans for char in span.text])
    return [[(char, ink) for char, ink in line if isinstance(ink, Ink)] for line in found]


def seen(picture: list[list[Character]]) -> list[list[tuple[str, object]]]:
    """Return what is seen of characters: of blanks and full blocks one colour."""
    found: list[list[tuple[str, object]]] = []
    for line in picture:
        found.append([])
        for char, ink in line:
            flag = (ink.reverse, ink.underline)
            if char == "█":
                found[-1].append((" ", (ink.letters, not ink.reverse, ink.underline)))
            elif char == " ":
                found[-1].append((" ", (ink.ground, *flag)))
            else:
                found[-1].append((char, ink))
    return found


def name(value: object) -> str:
    if isinstance(value, CellSize):
        return str(value.pixels)
    return next((key for key, art in ARTS.items() if art == value), str(value))


CASES = pytest.mark.parametrize(("art", "cell", "start"), list(cases()), ids=name)


@CASES
def test_every_look_fills_its_cell_with_narrow_glyphs(art: Art, cell: CellSize, start: int) -> None:
    wide = {"neutral": set(), "ascii": set()}.get(art.glyphs, {"A"})
    for look in (*LOOKS.values(), Look(RED, last=True, won=True), Look(RED, dimmed=True)):
        for line in drawn(look, art, cell, start):
            assert len(line) == cell.pixels
            for char, _ in line:
                assert char.isascii() or (
                    art.glyphs != "ascii" and ("\u2580" <= char <= "\u259f" or char in "·◂")
                )
                assert unicodedata.east_asian_width(char) in {"N", "Na", "H", *wide}, char


@CASES
def test_all_looks_differ_from_each_other(art: Art, cell: CellSize, start: int) -> None:
    pictures = [(key, seen(drawn(look, art, cell, start))) for key, look in LOOKS.items()]
    for index, (key, picture) in enumerate(pictures):
        for other, another in pictures[:index]:
            assert picture != another, (key, other)


@CASES
def test_the_players_differ_by_shape(art: Art, cell: CellSize, start: int) -> None:
    """On a screen that shows both colours alike."""
    for look in (EMPTY, Look(last=True)):
        flat = art._replace(kind="flat")
        red, yellow = (
            [
                [(char, ink.reverse, ink.ground in DISCS) for char, ink in line]
                for line in drawn(look._replace(disc=colour), flat, cell, start)
            ]
            for colour in Colour
        )
        assert red != yellow


@pytest.mark.parametrize("size", [*PIXELS[:-1], 7])
def test_shapes_are_symmetric_to_both_sides(size: int) -> None:
    for shape in ("body", "opening", "ring", "hint", "cross", "row-bar"):
        assert shape in REGIONS
        for line in region(shape, size, 0):
            bits = "".join(f"{row:08b}"[::-1] for row in _rows(line, 3)).rstrip("0")
            left = len(bits) - len(bits.lstrip("0"))
            assert bits.strip("0") == bits.strip("0")[::-1], shape
            assert left >= 0


def _rows(line: tuple[int, ...], row: int) -> list[int]:
    """Return a row of samples of a line, a byte a character."""
    return [mask >> 8 * row & 0xFF for mask in line]


PICTURES = {
    3: (" ▄▄  ▄▄ ", "█▄▄ █▟▙"),
    4: (" ▗▄▖  ▗▄▖", "█▖ ▗ █▖▀▗"),
    5: (" ▗▄▄▖  ▗▄▄▖", " ████  █  █", "█▙▄▄▟ █▙▄▄▟"),
    6: (" ▄▆▆▄   ▄▆▆▄ ", "▐████▌ ▐█  █▌", "█▄▂▂▄█ █▄▂▂▄█"),
    8: (" ▗▄▆▆▄▖   ▗▄▆▆▄▖ ", "▗██████▖ ▗█▛▅▅▜█▖", "▙      ▟ ▙ ▝▃▃▘ ▟", "█▙▄▂▂▄▟█ █▙▄▂▂▄▟█"),
    10: (
        "  ▂▄▅▅▄▂     ▂▄▅▅▄▂  ",
        " ▟██████▙   ▟██▃▃██▙ ",
        "▐████████▌ ▐██▌  ▐██▌",
        "█▖      ▗█ █▖  ▅▅  ▗█",
        "██▆▄▃▃▄▆██ ██▆▄▃▃▄▆██",
    ),
}
"""Red and yellow discs of the design."""


@pytest.mark.parametrize("size", PICTURES)
def test_flat_discs_are_those_of_the_design(size: int) -> None:
    red, yellow = (flat_lines(Look(colour), size, 0, "blocks", mono=False) for colour in Colour)
    found = tuple(
        "".join(text for text, _ in one) + " " + "".join(text for text, _ in other)
        for one, other in zip(red, yellow, strict=True)
    )
    assert [line.rstrip() for line in found] == [line.rstrip() for line in PICTURES[size]]


@pytest.mark.parametrize("size", [6, 8, 10, 12, 14, 16, 24])
def test_a_line_of_a_disc_is_one_run(size: int) -> None:
    for line, runs in enumerate(flat_lines(Look(RED), size, 0, "blocks", mono=False)):
        assert len(runs) == 1
        assert runs[0][1] == (
            Ink("disc", "board") if 2 * line + 1 <= size / 2 else Ink("board", "disc")
        )


def test_where_bytes_are_cheap_no_letter_is_a_full_block() -> None:
    """Fonts leave hairlines around it."""
    for look, size in product(LOOKS.values(), SIZES[:-1]):
        for start in range(1 + size % 2):
            assert all(
                char != "█"
                for line in drawn(look, Art(), CellSize(size), start)
                for char, _ in line
            )


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("size", [3, 5])
def test_small_winning_discs_are_marked_alike_in_odd_and_even_rows(
    colour: Colour, size: int
) -> None:
    even, odd = (white_samples(Look(colour, won=True), size, start) for start in (0, 1))
    assert even == odd > 0


def white_samples(look: Look, size: int, start: int) -> int:
    """Return the white samples of a cell."""
    glyphs = {glyph: mask.bit_count() for mask, glyph in BLOCKS.items()}
    count = 0
    for line in drawn(look, Art(), CellSize(size), start):
        for char, ink in line:
            letters = glyphs[char]
            count += letters * (ink.letters == PALETTE.white)
            count += (WHOLE.bit_count() - letters) * (ink.ground == PALETTE.white)
    return count


@pytest.mark.parametrize("size", [size for size in PIXELS if size >= 8])
def test_the_colours_of_different_surfaces_are_never_mixed(size: int) -> None:
    """The white dot in a ring is white, its hole is the hole's colour, and the rest is disc or board."""
    for line in drawn(Look(YELLOW, last=True), Art(), CellSize(size)):
        for _, ink in line:
            for tone in (ink.letters, ink.ground):
                red, green, blue = parse_hex(tone)
                assert (
                    tone in {PALETTE.white, PALETTE.hole, PALETTE.board}
                    or min(red, green) > blue + 40
                )


def test_small_rings_are_those_of_half_lines_too() -> None:
    lines = flat_lines(Look(YELLOW), 3, 1, "blocks", mono=False)
    assert ["".join(text for text, _ in line) for line in lines] == [" ▛▜"]
    lines = flat_lines(Look(YELLOW), 5, 1, "blocks", mono=False)
    assert ["".join(text for text, _ in line) for line in lines] == [" ▟▀▀▙", "█▖▀▀▗"]


def test_letters_are_those_of_the_design() -> None:
    def text(look: Look, size: int) -> list[str]:
        lines = flat_lines(look, size, 0, "ascii", mono=True)
        return ["".join(text for text, _ in line) for line in lines]

    assert text(Look(RED), 6) == ["  XX  ", " XXXX ", "  XX  "]
    assert text(Look(YELLOW), 6) == ["  OO  ", " O  O ", "  OO  "]
    assert text(Look(YELLOW), 8) == ["  OOOO  ", " OO  OO ", " OO  OO ", "  OOOO  "]
    assert text(Look(RED, last=True), 6)[1] == "[XXXX]"
    assert text(Look(YELLOW, last=True), 6)[1] == "[O  O]"
    assert text(Look(YELLOW, won=True), 6)[1] == " O**O "
    assert text(Look(ghost=RED), 6)[1] == "  xx  "
    assert text(EMPTY, 6) == ["      ", "  ..  ", "      "]


@pytest.mark.parametrize("size", range(4, 25, 2))
def test_letters_leave_a_gap_to_those_of_the_neighbour(size: int) -> None:
    for colour, art in product(Colour, (ARTS["ascii"], ARTS["no colour, ascii"])):
        for line in drawn(Look(colour), art, CellSize(size)):
            letters = "".join(char for char, _ in line)
            assert letters.startswith(" ")
            assert size == 4 or letters.endswith(" ")


def test_letters_of_discs_are_bright_on_a_hole() -> None:
    """The kernel's console draws bright grounds dark, and bold black letters grey."""
    colours = palette(NIGHT, "16")
    for look in (Look(RED), Look(RED, won=True), Look(YELLOW), Look(YELLOW, won=True)):
        line = drawn(look, Art("16", "ascii", lean=True), CellSize(6))[1]
        assert {ink.ground for char, ink in line if char != " "} == {colours.hole}
        letters = colours.red if look.disc is RED else colours.yellow
        assert line[1][1] == Ink(letters, colours.hole)


def test_toned_discs_are_lit_from_above() -> None:
    for colour, base in ((RED, "red"), (YELLOW, "yellow")):
        picture = drawn(Look(colour), Art(), CellSize(6))
        top, bottom = picture[0][2][1].letters, picture[2][2][1].ground
        assert Art().variant(6) is Variant.TONED
        assert picture[1][1][1].letters == getattr(PALETTE, base)
        tones = [luminance(parse_hex(tone)) for tone in (bottom, getattr(PALETTE, base), top)]
        assert tones == sorted(tones)
        assert len(set(tones)) == 3


def test_a_rich_disc_darkens_with_the_board_at_its_edge_alone() -> None:
    colours = Look(RED), CellSize(10), 0
    upper, lower = (
        cell_line(*colours, 0, Art(), PALETTE, board) for board in (PALETTE.board, PALETTE.board_lo)
    )
    assert upper[0].style != lower[0].style
    middle = [cell_line(*colours, 2, Art(), PALETTE, board)[4] for board in ("#000000", "#ffffff")]
    assert middle[0] == middle[1]


def test_a_picture_of_many_colours_has_few_of_them() -> None:
    """Each line is sent as a few runs, and most colours are those of the theme."""
    for look in LOOKS.values():
        lines = rich_lines(look, 10, 0, PALETTE)
        assert len({tone for line in lines for _, *tones in line for tone in tones}) <= 40


def test_colours_of_the_terminal_are_never_mixed() -> None:
    theme = next(theme for theme in own_themes() if theme.name == "ansi")
    colours = palette(theme, "truecolor")
    for look, pixels in product((*LOOKS.values(), Look(RED, dimmed=True)), (4, 6, 10)):
        for line in range(pixels // 2):
            for span in cell_line(look, CellSize(pixels), 0, line, Art(), colours, colours.board):
                assert isinstance(span.style, Ink)
                assert span.style.letters.startswith("ansi_")
                assert span.style.ground.startswith("ansi_")


def test_an_icon_is_a_piece_of_board_with_a_disc() -> None:
    for pixels in (3, 4, 5, 6, 8, 10):
        lines = disc_icon(YELLOW, pixels, Art(), PALETTE)
        assert len(lines) == (pixels + 1) // 2
        assert {sum(len(span.text) for span in line) for line in lines} == {pixels}


def test_column_numbers_stand_under_their_discs() -> None:
    assert [label_column(CellSize(pixels)) for pixels in (2, 3, 4, 5, 6, 8, 10)] == [
        *(0, 1, 2, 2),
        *(2, 3, 4),
    ]
    assert [column_label(9, 12, CellSize(pixels)) for pixels in (2, 4)] == ["A", "10"]


@pytest.mark.parametrize("glyphs", ["blocks", "neutral", "ascii"])
def test_the_smallest_empty_cells_are_holes_in_a_board_and_no_stripes(glyphs: Glyphs) -> None:
    colours = palette(NIGHT, "truecolor")
    letter, gap = drawn(EMPTY, Art("truecolor", glyphs), CellSize(2))[0]
    assert letter[0].strip()
    assert (letter[1].ground, gap[1].ground) == (colours.board, colours.board)


@pytest.mark.parametrize("size", range(8, 25, 2))
def test_rings_of_quadrants_are_on_whole_lines_inside_and_outside(size: int) -> None:
    for name in ("quadrant-body", "quadrant-opening"):
        for line in region(name, size, 0):
            upper, lower = (
                sum((mask >> half & (1 << 64) - 1).bit_count() for mask in line) // 8
                for half in (0, 64)
            )
            # Half a character at each side, of eight samples in a row.
            assert abs(upper - lower) <= 8, name


@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_disc_of_quadrants_fills_its_piece_of_board_alike_on_all_sides(size: int) -> None:
    colours = palette(NIGHT, "truecolor")
    lines = disc_icon(RED, size, Art("truecolor", "neutral"), colours)
    assert [sum(len(span.text) for span in line) for line in lines] == [size] * (size // 2)
    text = ["".join(span.text for span in line) for line in lines]
    turned = str.maketrans("▖▗▘▝▙▟▛▜▌▐", "▗▖▝▘▟▙▜▛▐▌")
    upside = str.maketrans("▖▗▘▝▙▟▛▜", "▘▝▖▗▛▜▙▟")
    assert text == [line[::-1].translate(turned) for line in text]
    assert text == [line.translate(upside) for line in text[::-1]]
