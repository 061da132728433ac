"""The lines above and below the cells of a board: the pointer, the column numbers and the scores. Pure, no Textual."""

from __future__ import annotations

from p4tui.core.colour import Colour
from p4tui.tui.look.board_art import cell_line, column_label, label_column, mixed
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.look.cells import RIM
from p4tui.tui.look.discs import disc
from p4tui.tui.look.looks import Look
from p4tui.tui.look.oklch import contrast, parse_hex
from p4tui.tui.look.palette import SMALL_CONTRAST
from p4tui.tui.look.scene import Scene
from p4tui.tui.look.span import Ink, Line, Span

NUMBER_SHARE = 0.62
"""The share of white in the numbers of the columns."""
CHOSEN_CONTRAST, MAX_CONTRAST = 2.0, 21.0
"""Least contrast of the chosen number's ground to the board; highest possible contrast."""
PLAYER_NUMBER_PIXELS = 6
"""The size of cells from which the chosen column's number is on the player's colour."""
SIGNS = ("+", "-")
"""The first characters of scores other than 0."""


class _Canvas:
    """A line on which texts are put from the left."""

    def __init__(self, ground: Ink) -> None:
        self._ground = ground
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
            self.spans.append(Span(" " * (end - self.end), self._ground))
            self.end = end


# -- numbers and scores -------------------------------------------------------------------------------------------------


def number_line(scene: Scene) -> Line:
    """Return the line of the column numbers, or of the scores where those have no line of their own."""
    base = scene.foot
    quiet = _quiet_ink(scene)
    best = scene.ink(scene.palette.white, base, bold=True, underline=True)
    canvas = _Canvas(quiet)
    corner = scene.ink(base, scene.palette.page)
    if scene.rounded:
        canvas.put(0, "▜", corner)
    scores = None if scene.frame.score_lines or scene.cell.is_plain else scene.state.scores
    if not any(score.text for score in scores or ()):
        scores = None
    for column in scene.columns:
        start, ink = scene.left(column) + label_column(scene.cell), quiet
        text = column_label(column, scene.view.total_columns, scene.cell)
        if scores is not None:
            # Neighbours have a blank between them.
            text = _score_text(scores[column], scene.cell.pixels - 1)
            start -= text[:1] in SIGNS and len(text) > 1
            ink = best if scores[column].best else quiet
        if column == scene.state.pointer and scene.state.chooser is not None:
            _put_chosen(canvas, scene, column, start, text, underline=ink.underline)
        else:
            canvas.put(start, text, ink)
    if scene.rounded and canvas.end < scene.width:
        canvas.put(scene.width - RIM, "▛", corner)
    canvas.fill(scene.width)
    return canvas.spans


def _quiet_ink(scene: Scene) -> Ink:
    """Return the ink of the other numbers; white if a quieter one would be hard to read."""
    base, white = scene.foot, scene.palette.white
    quiet = mixed(base, white, NUMBER_SHARE, scene.art)
    return scene.ink(quiet if _contrast(quiet, base) >= SMALL_CONTRAST else white, base)


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours; the terminal's own are unknown and count as the highest."""
    known = one.startswith("#") and other.startswith("#")
    return contrast(parse_hex(one), parse_hex(other)) if known else MAX_CONTRAST


def _put_chosen(
    canvas: _Canvas, scene: Scene, column: int, start: int, text: str, *, underline: bool
) -> None:
    """Put the number of the chosen column, with a blank left and right if its cell has room."""
    if not scene.cell.is_plain:
        first = max(start - 1, canvas.end)
        room = scene.left(column + 1) - start - len(text)
        text = " " * (start - first) + text + " " * min(room, 1)
        start = first
    canvas.put(start, text, _chosen_ink(scene)._replace(underline=underline))


def _chosen_ink(scene: Scene) -> Ink:
    """Return the ink of the chosen column's number."""
    colours = scene.palette
    if scene.art.colours == "none":
        return Ink(reverse=True, bold=True)
    if scene.art.lean and _contrast(colours.accent, colours.board) >= CHOSEN_CONTRAST:
        return Ink(colours.on_accent, colours.accent)
    if scene.art.lean or scene.cell.pixels < PLAYER_NUMBER_PIXELS:
        return Ink(colours.ink, colours.white, bold=True)
    red = scene.state.chooser is Colour.RED
    return Ink(colours.ink, colours.red if red else colours.yellow, bold=True)


def _score_text(score: ScoreLabel, room: int) -> str:
    """Return a score, or its sign if there is no room: the sign says who wins."""
    return score.text if len(score.text) <= room else score.text[0]


def score_lines(scene: Scene) -> list[Line]:
    """Return the lines of scores, with their first digits under those of the numbers."""
    scores, steps = scene.state.scores, scene.frame.score_lines
    if scores is None:
        return []
    # Neighbours in a line have a blank between them.
    room = scene.cell.pixels * steps - (steps - 1)
    lines: list[Line] = []
    for step in range(steps):
        canvas = _Canvas(Ink())
        for column in scene.columns[(step - scene.view.column) % steps :: steps]:
            text, best = _score_text(scores[column], room), scores[column].best
            letters = scene.palette.accent if best else scene.palette.muted
            start = scene.left(column) + label_column(scene.cell) - (text[:1] in SIGNS)
            canvas.put(start, text, scene.ink(letters, "", bold=best, underline=best))
        lines.append(canvas.spans)
    return lines


# -- the lane -----------------------------------------------------------------------------------------------------------


def lane_lines(scene: Scene) -> list[Line]:
    """Return the lines above the board: the pointer, and signs for hidden columns on the left or right."""
    colours, view = scene.palette, scene.view
    letters = colours.white if colours.lane == colours.hole else colours.text
    ink = scene.ink(letters, colours.lane)
    left, right = "<>" if scene.art.glyphs == "ascii" else "◂▸"
    lines: list[Line] = []
    for line in range(scene.frame.lane):
        canvas, last = _Canvas(ink), line == scene.frame.lane - 1
        if last and view.column:
            canvas.put(0, left, ink)
        _put_pointer(canvas, scene, line, ink)
        if last and scene.state.badge is not None:
            _put_badge(canvas, scene, *scene.state.badge, ink)
        if last and view.column + view.columns < view.total_columns:
            canvas.put(scene.width - RIM, right, ink)
        canvas.fill(scene.width)
        lines.append(canvas.spans)
    return lines


def _put_badge(canvas: _Canvas, scene: Scene, column: int, sign: str, ink: Ink) -> None:
    """Put a sign above a column."""
    if column in scene.columns:
        canvas.put(scene.left(column) + label_column(scene.cell), sign, ink._replace(bold=True))


def _put_pointer(canvas: _Canvas, scene: Scene, line: int, ink: Ink) -> None:
    """Put the disc that would fall, or a sign, on a line of the lane."""
    column, colour, cell = scene.state.pointer, scene.state.chooser, scene.cell
    hidden = column not in scene.columns or scene.state.position.outcome is not None
    if column is None or hidden:
        return
    left = scene.left(column)
    whole = scene.frame.lane >= cell.high_lane > 1
    # Quadrants draw no part of a disc.
    part = scene.art.glyphs == "blocks" or whole
    if scene.in_letters or scene.art.lean or cell.is_plain or not part or colour is None:
        if line == scene.frame.lane - 1:
            canvas.put(left + label_column(cell), "v" if scene.in_letters else "▾", ink)
        return
    # A low lane shows only the upper part, from the first pixel of the disc.
    own = line - (scene.frame.lane - cell.high_lane) if whole else line
    start = 0.0 if whole else disc(cell.pixels).centre - disc(cell.pixels).radius
    if own >= 0:
        colours = scene.palette
        canvas.fill(left)
        spans = cell_line(Look(colour), cell, start, own, scene.art, colours, colours.lane)
        canvas.spans += spans
        canvas.end += cell.pixels
