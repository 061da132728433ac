"""The lines above and below the cells of a board: the pointer, the column numbers and the scores. Pure, no Textual."""

from __future__ import annotations

from p4tui.core.colour import Colour
from p4tui.tui.look.art import RICH_PIXELS, Art, Variant
from p4tui.tui.look.board_art import cell_line, column_label, label_column, mixed
from p4tui.tui.look.board_state import BoardState, ScoreLabel
from p4tui.tui.look.cells import RIM, Frame
from p4tui.tui.look.discs import disc
from p4tui.tui.look.looks import Look
from p4tui.tui.look.oklch import contrast, parse_hex
from p4tui.tui.look.palette import SMALL_CONTRAST, Palette
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.look.viewport import Viewport

NUMBER_SHARE = 0.62
"""The share of white in the numbers of the columns."""
CHOSEN_CONTRAST, MAX_CONTRAST = 2.0, 21.0
"""Of the ground of the chosen number to the board, else it is white; and the highest that there is."""
PLAYER_NUMBER_PIXELS = 6
"""The size of cells from which the chosen column's number is on the player's colour."""
SIGNS = ("+", "-")
"""The first characters of scores other than 0."""


def _start_of(column: int, frame: Frame, view: Viewport) -> int:
    """Return the place of a column's number in a line."""
    return RIM + (column - view.column) * frame.cell.pixels + label_column(frame.cell)


class _Canvas:
    """A line of spans with one ground, on which others are put from the left."""

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self.spans: list[Span] = []
        self.end = 0

    def put(self, start: int, text: str, ink: Ink) -> None:
        """Put a text at a place, or directly after the last one."""
        self.fill(start)
        self.spans.append(Span(text, ink))
        self.end += len(text)

    def fill(self, end: int) -> None:
        """Fill with blanks up to a place."""
        if end > self.end:
            self.spans.append(Span(" " * (end - self.end), self._ink))
            self.end = end


def number_line(
    state: BoardState, frame: Frame, view: Viewport, art: Art, palette: Palette
) -> Line:
    """Return the line of the column numbers, or of the scores where those have no line of their own."""
    mono, cell = art.colours == "none", frame.cell
    flat = art.variant(RICH_PIXELS) is Variant.FLAT or frame.numbers_above
    base = "" if mono else palette.board if flat else palette.board_lo
    quiet = "" if mono else _quiet(base, palette)
    canvas = _Canvas(Ink(quiet, base))
    width = cell.width(view.columns)
    rounded = not mono and art.glyphs != "ascii" and not cell.is_plain and not frame.numbers_above
    if rounded:
        canvas.put(0, "▜", Ink(base, palette.page))
    scores = state.scores if not frame.score_lines and not cell.is_plain else None
    if scores is not None and not any(score.text for score in scores):
        scores = None
    for column in range(view.column, view.column + view.columns):
        start, ink = _start_of(column, frame, view), Ink(quiet, base)
        text = column_label(column, view.total_columns, cell)
        if scores is not None:
            text, best = _score_text(scores[column], cell.pixels)
            start -= text[:1] in SIGNS
            ink = Ink(palette.white if best else quiet, base, bold=best, underline=best)
        if column == state.pointer and state.chooser is not None:
            ink = _chosen_ink(state, frame, art, palette)._replace(underline=ink.underline)
            if not cell.is_plain:
                first = max(start - 1, canvas.end)
                text = " " * (start - first) + text
                text = text + " " if first + len(text) < _cell_end(column, frame, view) else text
                start = first
        canvas.put(start, text, ink)
    if rounded and canvas.end < width:
        canvas.fill(width - RIM)
        canvas.put(width - RIM, "▛", Ink(base, palette.page))
    canvas.fill(width)
    return canvas.spans


def _quiet(base: str, palette: Palette) -> str:
    """Return the colour of numbers that are not chosen; white if a quieter one would be hard to read."""
    quiet = mixed(base, palette.white, NUMBER_SHARE)
    return quiet if _contrast(quiet, base) >= SMALL_CONTRAST else palette.white


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours; the highest for the terminal's own, which nobody knows."""
    known = one.startswith("#") and other.startswith("#")
    return contrast(parse_hex(one), parse_hex(other)) if known else MAX_CONTRAST


def _cell_end(column: int, frame: Frame, view: Viewport) -> int:
    """Return the place after a column's cells."""
    return RIM + (column + 1 - view.column) * frame.cell.pixels


def _chosen_ink(state: BoardState, frame: Frame, art: Art, palette: Palette) -> Ink:
    """Return the ink of the chosen column's number."""
    if art.colours == "none":
        return Ink(reverse=True, bold=True)
    if art.lean and _contrast(palette.accent, palette.board) >= CHOSEN_CONTRAST:
        return Ink(palette.on_accent, palette.accent)
    if art.lean or frame.cell.pixels < PLAYER_NUMBER_PIXELS:
        return Ink(palette.ink, palette.white, bold=True)
    red = state.chooser is Colour.RED
    return Ink(palette.ink, palette.red if red else palette.yellow, bold=True)


def _score_text(score: ScoreLabel, room: int) -> tuple[str, bool]:
    """Return a score as far as it has room: its sign alone says who wins."""
    text, best = score
    return (text if len(text) <= room else text[0]), best


def score_lines(
    state: BoardState, frame: Frame, view: Viewport, art: Art, palette: Palette
) -> list[Line]:
    """Return the lines of scores, with their first digits under those of the numbers."""
    if state.scores is None:
        return []
    mono, steps = art.colours == "none", frame.score_lines
    room = frame.cell.pixels * steps - (steps - 1)
    lines: list[Line] = []
    for step in range(steps):
        canvas = _Canvas(Ink())
        for column in range(view.column, view.column + view.columns):
            if column % steps != step:
                continue
            text, best = _score_text(state.scores[column], room)
            letters = "" if mono else palette.accent if best else palette.muted
            start = _start_of(column, frame, view) - (text[:1] in SIGNS)
            canvas.put(start, text, Ink(letters, bold=best, underline=best))
        lines.append(canvas.spans)
    return lines


def lane_lines(
    state: BoardState, frame: Frame, view: Viewport, art: Art, palette: Palette
) -> list[Line]:
    """Return the lines above the board: the pointer, and signs for hidden columns on the left or right."""
    mono, cell = art.colours == "none", frame.cell
    lane = "" if mono else palette.lane
    letters = "" if mono else palette.white if palette.lane == palette.hole else palette.text
    lines: list[Line] = []
    more = "◂▸" if art.glyphs != "ascii" else "<>"
    for line in range(frame.lane):
        canvas = _Canvas(Ink("", lane))
        last = line == frame.lane - 1
        if view.column and last:
            canvas.put(0, more[0], Ink(letters, lane))
        if state.pointer is not None and view.column <= state.pointer < view.column + view.columns:
            for start, text, ink in _pointer(state, frame, view, art, palette, line):
                canvas.put(
                    start, text, ink if ink.ground else ink._replace(letters=letters, ground=lane)
                )
        width = cell.width(view.columns)
        canvas.fill(width - RIM)
        hidden = view.column + view.columns < view.total_columns and last
        canvas.put(width - RIM, more[1] if hidden else " ", Ink(letters, lane))
        lines.append(canvas.spans)
    return lines


def _pointer(
    state: BoardState, frame: Frame, view: Viewport, art: Art, palette: Palette, line: int
) -> list[tuple[int, str, Ink]]:
    """Return the parts of the pointer on a line of the lane: the disc that would fall, or a sign."""
    assert state.pointer is not None
    cell, colour = frame.cell, state.chooser
    left = RIM + (state.pointer - view.column) * cell.pixels
    signs = art.lean or art.colours == "none" or art.glyphs == "ascii" or cell.is_plain
    if signs or colour is None:
        if line < frame.lane - 1:
            return []
        plain = art.colours == "none" or art.glyphs == "ascii"
        return [(left + label_column(cell), "v" if plain else "▾", Ink())]
    shape = disc(cell.pixels)
    whole = frame.lane >= cell.high_lane > 1
    own = line - (frame.lane - cell.high_lane) if whole else line
    # In a low lane only the upper part is seen, from the first pixel of the disc.
    start = 0.0 if whole else shape.centre - shape.radius
    if own < 0:
        return []
    parts = []
    for text, ink in cell_line(Look(colour), cell, start, own, art, palette, palette.lane):
        assert isinstance(ink, Ink)
        parts.append((left, text, ink))
        left += len(text)
    return parts
