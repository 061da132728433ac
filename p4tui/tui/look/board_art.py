"""The pictures of a cell: spans of text for every state and size. Pure, no Textual.

The colours also differ in shape: red is solid and marked with an X, yellow is a ring and marked with a diamond.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from p4tui.core.colour import Colour
from p4tui.core.notation import column_symbol
from p4tui.tui.look.discs import disc_centre, disc_lines
from p4tui.tui.look.layout import CellSize
from p4tui.tui.look.span import Span


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs around the board, each one cell wide in every terminal.

    Attributes:
        pointer: marks the chosen column.
        hint: marks the advised column.
        more: mark hidden columns and rows: left, right, above, below.
    """

    pointer: str = "▾"
    hint: str = "*"
    more: tuple[str, str, str, str] = ("◂", "▸", "▴", "▾")


UNICODE = Glyphs()
ASCII = Glyphs(pointer="v", more=("<", ">", "^", "v"))


@dataclass(frozen=True, slots=True)
class Look:
    """The visible state of a cell.

    Attributes:
        disc: the colour of its disc.
        last: whether the last move was played here.
        won: whether the cell is part of a winning line.
        ghost: the colour of the disc that would land here.
        chosen: whether the cell cursor is here.
    """

    disc: Colour | None = None
    last: bool = False
    won: bool = False
    ghost: Colour | None = None
    chosen: bool = False


EMPTY = Look()

_LETTERS = {None: ".", Colour.RED: "X", Colour.YELLOW: "O"}
_PAIRS = {None: "..", Colour.RED: "><", Colour.YELLOW: "()"}
_NAMES = {Colour.RED: "red", Colour.YELLOW: "yellow"}
_LAST = {Colour.RED: ("▚▞", "▞▚"), Colour.YELLOW: ("▞▚", "▚▞")}
_WON = {Colour.RED: ("\\/", "/\\"), Colour.YELLOW: ("/\\", "\\/")}
_GHOST = {Colour.RED: "><", Colour.YELLOW: "<>"}
_SMALL_GHOST = {Colour.RED: "x", Colour.YELLOW: "o"}


@cache
def cell_line(look: Look, cell: CellSize, line: int, *, ascii_only: bool) -> tuple[Span, ...]:
    """Return one line of a cell, counted from the top, `cell.width` characters wide."""
    shape = disc_lines(cell.width, cell.height)[line]
    if not shape.outside:
        return (Span(" " * cell.width, "grid--board"),)
    if cell.height <= 2:
        before, after = (
            Span(" " * shape.before, "grid--board"),
            Span(" " * shape.after, "grid--board"),
        )
        return tuple(
            span for span in (before, _small(look, len(shape.outside)), after) if span.text
        )
    component = _disc_component(look)
    outline = shape.ring if look.disc is Colour.YELLOW else shape.outside
    if ascii_only:
        outline = (" " if look.disc is None else _LETTERS[look.disc]) * len(outline)
    chars = [(" ", "grid--board") if char == "#" else (char, component) for char in outline]
    marks, mark_component = _marks(look, cell, line, ascii_only=ascii_only)
    start = disc_centre(cell.width, cell.height)[0] - shape.before
    chars[start : start + len(marks)] = [(mark, mark_component) for mark in marks]
    board = (" ", "grid--board")
    return tuple(_join([board] * shape.before + chars + [board] * shape.after))


def _disc_component(look: Look) -> str:
    """Return the component class of a disc or hole."""
    if look.disc is None:
        return "grid--hole"
    return f"grid--{_NAMES[look.disc]}" + ("-won" if look.won else "")


def _small(look: Look, width: int) -> Span:
    """Return the one or two characters of a low cell: letters show the colour, the style the rest."""
    texts = _LETTERS if width == 1 else _PAIRS
    if look.chosen:
        return Span("+" * width if look.disc is None else texts[look.disc], "grid--chosen")
    if look.disc is not None:
        state = "won-mark" if look.won else "mark-last" if look.last else "mark"
        return Span(texts[look.disc], f"grid--{_NAMES[look.disc]}-{state}")
    if look.ghost is not None:
        ghosts = _SMALL_GHOST if width == 1 else _GHOST
        return Span(ghosts[look.ghost], f"grid--{_NAMES[look.ghost]}-ghost")
    return Span(texts[None], "grid--hole")


def _marks(look: Look, cell: CellSize, line: int, *, ascii_only: bool) -> tuple[str, str]:
    """Return the marks on the two middle characters of a line of a cell, and their component class."""
    place = line - disc_centre(cell.width, cell.height)[1]
    if place not in (0, 1):
        return "", ""
    if look.chosen:
        return "++", "grid--chosen"
    if look.disc is None:
        if look.ghost is None:
            return ("..", "grid--hole") if ascii_only and not place else ("", "")
        if place:
            return "", ""
        return _GHOST[look.ghost], f"grid--{_NAMES[look.ghost]}-ghost"
    if look.won:
        return _WON[look.disc][place], _disc_component(look)
    if not look.last:
        return "", ""
    if ascii_only:
        return "[]", _disc_component(look)
    return _LAST[look.disc][place], _disc_component(look)


def _join(chars: list[tuple[str, str]]) -> list[Span]:
    """Join neighbouring characters of the same component."""
    spans: list[Span] = []
    for char, component in chars:
        if spans and spans[-1].style == component:
            spans[-1] = Span(spans[-1].text + char, component)
        else:
            spans.append(Span(char, component))
    return spans


def has_numbers(columns: int, cell: CellSize) -> bool:
    """Return whether the columns have room for their numbers: numbers of two digits need wide cells."""
    return columns <= 9 or cell.width >= 4


def column_label(column: int, columns: int, cell: CellSize) -> str:
    """Return the number of a column, centred under its disc, or its symbol in move strings if numbers have no room."""
    text = str(column + 1) if has_numbers(columns, cell) else column_symbol(column)
    before = disc_centre(cell.width, cell.height)[0]
    return (" " * before + text).ljust(cell.width)[: cell.width]
