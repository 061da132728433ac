"""The picture of a game's course: red's score above a zero line, yellow's below it, and marks of mistakes. Pure, no Textual.

A move takes one column of characters. Of a long game two moves share one, drawn in dots of braille, and what still has no room
is left and right of the part that is shown. Where blocks may be two cells wide, all bars are of dots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.review.graph import sign_of
from p4tui.tui.look.cell_letters import Glyphs
from p4tui.tui.look.span import Line, Span

POWER = 0.6
"""The height of a score is its share of the largest one to this power: small scores are frequent."""
DOTS = 4
"""The rows of dots in a character of braille."""
_BRAILLE = 0x2800
_LEFT, _RIGHT = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
_EIGHTHS = "▁▂▃▄▅▆▇█"
_HALF_CURSORS = "⡇⢸"
"""The cursor below the first or the second move of a column."""


@dataclass(frozen=True, slots=True)
class GraphMove:
    """A move in the graph.

    Attributes:
        mover: the colour that made it.
        score: for red after the move, None if it is not proven or not known yet.
        known: whether the move is reviewed.
        mistake: 0 for none, 1 for a mistake, 2 for a blunder.
    """

    mover: Colour
    score: int | None = None
    known: bool = False
    mistake: int = 0


@dataclass(frozen=True, slots=True)
class Graph:
    """The course of a game.

    Attributes:
        moves: all moves of the game.
        cursor: the ply that is spoken of, 0 for none.
        largest: the largest score on the board.
        letters: the letters of red and yellow, for a graph of letters.
    """

    moves: Sequence[GraphMove]
    cursor: int
    largest: int
    letters: str = "RY"


@dataclass(frozen=True, slots=True)
class Scale:
    """The moves that are shown, and their columns of characters.

    Attributes:
        first: the first ply, from 1.
        count: the number of moves.
        packed: the moves in a column, 1 or 2.
    """

    first: int
    count: int
    packed: int

    @property
    def columns(self) -> int:
        """The columns that the moves take."""
        return -(-self.count // self.packed)

    def plies(self, x: int) -> range:
        """Return the plies of a column."""
        start = self.first + x * self.packed
        return range(start, min(start + self.packed, self.first + self.count))

    def ply_at(self, x: int) -> int | None:
        """Return the first ply of a column, or None beside the moves."""
        return self.plies(x)[0] if 0 <= x < self.columns else None


def scale_of(graph: Graph, width: int, *, dots: bool) -> Scale:
    """Return the moves that a width shows; among more than fit, the part with the cursor."""
    total = len(graph.moves)
    packed = 2 if dots and total > width else 1
    room = max(width, 1) * packed
    if total <= room:
        return Scale(1, total, packed)
    # The parts overlap by half, so that the cursor seldom stands at an edge.
    step = max(room // 2, 1)
    start = min(max((graph.cursor - 1) // step * step - step // 2, 0), total - room)
    return Scale(start - start % packed + 1, room, packed)


def graph_lines(graph: Graph, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the lines of a graph; the last one has the marks and the cursor."""
    if glyphs == "ascii":
        scale = scale_of(graph, width, dots=False)
        return [*([[]] * (height - 2)), _letter_line(graph, scale), _mark_line(graph, scale, "^")]
    scale = scale_of(graph, width, dots=True)
    rows = height - 1
    if scale.packed == 1 and glyphs == "blocks":
        lines = _block_lines(graph, scale, width, rows)
    else:
        lines = _dot_lines(graph, scale, width, rows)
    return [*lines, _mark_line(graph, scale, "▴" if glyphs == "blocks" else "^")]


def _share(graph: Graph, score: int) -> float:
    """Return the height of a score, at most 1."""
    return float(min(abs(score) / max(graph.largest, 1), 1) ** POWER)


def _style(score: int) -> str:
    """Return the component class of a score that is no draw."""
    return "graph--red" if score > 0 else "graph--yellow"


def _block_lines(graph: Graph, scale: Scale, width: int, rows: int) -> list[Line]:
    """Return bars of blocks above and below the zero line."""
    middle = rows // 2
    lines: list[list[Span]] = [[] for _row in range(rows)]
    for x in range(width):
        plies = scale.plies(x)
        move = graph.moves[plies[0] - 1] if plies else None
        score = move.score if move else None
        for row, line in enumerate(lines):
            if row == middle:
                line.append(_zero_span(move))
                continue
            bar = middle if score and score > 0 else rows - 1 - middle
            eighths = max(round(_share(graph, score) * bar * 8), 1) if score else 0
            away = abs(row - middle) - 1
            on_side = (row < middle) == ((score or 0) > 0)
            line.append(_bar_span(score or 0, min(eighths - 8 * away, 8) if on_side else 0))
    return [*map(_joined, lines)]


def _bar_span(score: int, eighths: int) -> Span:
    """Return a character of a bar, filled from the zero line so many eighths; there is no upper part but in reverse."""
    if eighths <= 0:
        return Span(" ", "card--text")
    if eighths == 8 or score > 0:
        return Span(_EIGHTHS[eighths - 1], _style(score))
    return Span(_EIGHTHS[7 - eighths], "graph--hanging")


def _zero_span(move: GraphMove | None) -> Span:
    """Return the zero line at a move; it has a gap where the score is unknown."""
    unknown = move is not None and move.score is None
    return Span(
        "·" if unknown and move is not None and move.known else " " if unknown else "─",
        "graph--zero",
    )


def _dot_lines(graph: Graph, scale: Scale, width: int, rows: int) -> list[Line]:
    """Return bars of dots above and below the zero line."""
    zero = DOTS * rows // 2
    lines: list[list[Span]] = [[] for _row in range(rows)]
    for x in range(width):
        plies = scale.plies(x)
        moves = [graph.moves[ply - 1] for ply in plies] if plies else []
        if len(moves) == 1 and scale.packed == 1:
            moves *= 2
        scores = [move.score for move in moves]
        for row, line in enumerate(lines):
            dots, styles = 0, set()
            for place, bits in enumerate((_LEFT, _RIGHT)):
                score = scores[place] if place < len(scores) else 0
                for dot in range(DOTS):
                    y = DOTS * row + dot
                    if _has_dot(graph, score, y, zero, DOTS * rows):
                        dots |= bits[dot]
                        if score and y != zero:
                            styles.add(_style(score))
            style = styles.pop() if len(styles) == 1 else "card--text" if styles else "graph--zero"
            line.append(Span(chr(_BRAILLE + dots) if dots else " ", style))
    return [*map(_joined, lines)]


def _has_dot(graph: Graph, score: int | None, y: int, zero: int, height: int) -> bool:
    """Return whether a dot is set; where the score is unknown the zero line has a gap."""
    if score is None:
        return False
    if y == zero:
        return True
    if score > 0 and y < zero:
        return zero - y <= max(round(_share(graph, score) * zero), 1)
    return (
        score < 0
        and y > zero
        and y - zero <= max(round(_share(graph, score) * (height - 1 - zero)), 1)
    )


def _letter_line(graph: Graph, scale: Scale) -> Line:
    """Return who wins after each move."""
    spans = []
    for x in range(scale.columns):
        move = graph.moves[scale.plies(x)[0] - 1]
        sign = sign_of(move.score, graph.letters, known=move.known)
        spans.append(Span(sign, _style(move.score) if move.score else "graph--zero"))
    return _joined(spans)


def _mark_line(graph: Graph, scale: Scale, cursor_sign: str) -> Line:
    """Return the marks of mistakes and the cursor below the columns."""
    spans = []
    for x in range(scale.columns):
        plies = scale.plies(x)
        move = max((graph.moves[ply - 1] for ply in plies), key=lambda each: each.mistake)
        text, style = " ", "card--text"
        if move.mistake:
            name = "red" if move.mover is Colour.RED else "yellow"
            text, style = "?", f"graph--{'blunder' if move.mistake > 1 else 'mistake'}-{name}"
        if graph.cursor in plies:
            if not move.mistake:
                text = _HALF_CURSORS[graph.cursor - plies[0]] if scale.packed > 1 else cursor_sign
            style = "card--shown" if move.mistake else "card--accent"
        spans.append(Span(text, style))
    return _joined(spans)


def _joined(spans: Sequence[Span]) -> Line:
    """Return a line with neighbours of the same style in one span."""
    line: list[Span] = []
    for span in spans:
        if line and line[-1].style == span.style:
            line[-1] = Span(line[-1].text + span.text, span.style)
        else:
            line.append(span)
    return line
