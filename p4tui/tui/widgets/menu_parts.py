"""The parts of the menu's page as lines: cards of seats, the button that plays, links to other screens, options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from p4tui.core.geometry import Geometry
from p4tui.tui.look.menu_layout import CARD_TEXT, Box
from p4tui.tui.look.signs import Signs
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap

NAME_LINE = 4
"""The line of a card with the name."""
DISC_LINE = 2
"""The first line of a card's disc."""


def value_place(values: Iterable[str], disc: int) -> tuple[int, int]:
    """Return the place of the kinds of players on both cards: beside the discs, or above them if one is too long."""
    fit = all(cell_len(value) + 4 <= CARD_TEXT for value in values)
    return (3 + disc, DISC_LINE) if fit else (2, DISC_LINE - 1)


class SeatFacts(NamedTuple):
    """The facts on a seat's card, apart from the kind of player and the name.

    Attributes:
        title: the colour, with the name of a computer that was given one.
        aside: a word if the colour begins, or empty.
        level: the place in the ladder of levels and its length, or None for a person.
        rank: the same in words, or the word over a person's name.
        about: how the level plays, or the results of a person.
    """

    title: str
    aside: str = ""
    level: tuple[int, int] | None = None
    rank: str = ""
    about: str = ""


class Link(NamedTuple):
    """A link to another screen: its key, its name and a line about it."""

    key: str = ""
    name: str = ""
    detail: str = ""


class MenuFacts(NamedTuple):
    """What the page shows beside the rows.

    Attributes:
        title: the name of the game in letters that can be drawn.
        warning: a line under the title, or empty.
        red, yellow: the seats.
        geometry: the chosen board.
        caption: the line under the board.
        resume, library: the links to saved games.
        play_key: the key that plays.
    """

    title: str
    warning: str
    red: SeatFacts
    yellow: SeatFacts
    geometry: Geometry
    caption: str
    resume: Link
    library: Link
    play_key: str


def value_line(row: Row, signs: Signs, width: int, *, focused: bool) -> Line:
    """Return a value between its arrows, not padded."""
    arrows = "card-accent" if focused else "card-arrow"
    return [
        Span(f"{signs.left} ", arrows),
        Span(cut(row.value, width - 4), "card-value"),
        Span(f" {signs.right}", arrows),
    ]


def padded(line: Line, width: int, style: str) -> Line:
    """Return a line filled up with blanks to a width."""
    room = width - sum(cell_len(span.text) for span in line)
    return [*line, Span(" " * max(room, 0), style)]


def seat_card(
    facts: SeatFacts,
    rows: tuple[Row, Row | None],
    box: Box,
    disc: Sequence[Line],
    signs: Signs,
    *,
    focus: str,
    left: bool,
    value_y: int,
) -> list[Line]:
    """Return the card of a seat.

    Args:
        facts: what it shows beside the rows.
        rows: the kind of player, and the name if there is one.
        box: its place.
        disc: the picture of a disc.
        signs: the signs of the page.
        focus: the id of the focused row.
        left: whether the edge in the colour of the player is the left one.
        value_y: the line of the kind of player, see `value_place`.
    """
    # Text begins in the third column of both cards: the left edge is one of these columns.
    inner, before = box.width - 1, 1 if left else 2
    lead = Span(" " * before, "card")
    width = inner - before
    value = value_line(rows[0], signs, width, focused=focus == rows[0].id)
    above = value_y < DISC_LINE
    beside = [[] if above else value, *_beside_disc(facts, rows[1], signs, focus)]
    about = wrap(facts.about, width - 1) if facts.about else []
    first_about = DISC_LINE + max(len(disc), len(beside)) + 1
    lines = [_strip(facts, inner, before, signs, focused=focus == rows[0].id)]
    for y in range(1, box.height):
        line: Line = []
        at = y - DISC_LINE
        if 0 <= at < len(disc):
            text = beside[at] if at < len(beside) else []
            line = [lead, *disc[at], Span(" ", "card"), *text]
        elif at == -1 and above:
            line = [lead, *value]
        elif 0 <= y - first_about < len(about):
            line = [lead, Span(about[y - first_about], "card-muted")]
        lines.append(padded(line, inner, "card"))
    colour = "red" if left else "yellow"
    sign = signs.left_edge if left else signs.right_edge
    edges = [Span(sign, f"strip-{colour}"), *[Span(sign, f"card-{colour}")] * (box.height - 1)]
    sides = zip(edges, lines, strict=True)
    return [[edge, *line] if left else [*line, edge] for edge, line in sides]


def _strip(facts: SeatFacts, width: int, before: int, signs: Signs, *, focused: bool) -> Line:
    """Return the title strip of a card: on the accent, with a mark, if the kind of player is in focus."""
    title, aside = ("focus", "focus") if focused else ("strip", "strip-aside")
    mark = f"{signs.right} " if focused else " " * before
    room = width - len(mark) - (cell_len(facts.aside) + 2 if facts.aside else 1)
    return [
        Span(mark, title),
        fit(cut(facts.title, room), title, room),
        Span(f" {facts.aside} " if facts.aside else " ", aside),
    ]


def _beside_disc(facts: SeatFacts, name: Row | None, signs: Signs, focus: str) -> list[Line]:
    """Return the lines beside the disc under the kind of player: the name, or the place in the ladder of levels."""
    lines: list[Line] = [[Span(cut(facts.rank, CARD_TEXT), "card-muted")]]
    if name is not None:
        focused = focus == name.id
        mark = f"{signs.right} " if focused else " "
        style = "focus" if focused else "field"
        return [*lines, [fit(mark + name.value, style, CARD_TEXT)]]
    if facts.level is None:
        return lines
    number, count = facts.level
    steps = [
        Span(signs.full * number, "card-accent"),
        Span(signs.empty * (count - number), "card-arrow"),
    ]
    return [*lines, steps]


def play_start(name: str, key: str, width: int) -> int:
    """Return the column of the button's mark, two before its label."""
    return max((width - cell_len(name) - cell_len(key) - 5) // 2, 0)


def play_button(
    name: str, key: str, box: Box, signs: Signs, *, focused: bool, ground: bool
) -> list[Line]:
    """Return the Play button: on the accent in focus, else on `ground` if there are colours."""
    edge, text = ("pill", "focus") if focused else ("button-edge", "button")
    label = f"{signs.right if focused else ' '} {name}"
    tail = "focus-aside" if focused else "button-key"
    used = cell_len(label) + 3 + cell_len(key)
    before = play_start(name, key, box.width)
    above, below = (signs.above, signs.below) if focused or ground else (" ", " ")
    return [
        [Span(above * box.width, edge)],
        [
            Span(" " * before + label, text),
            Span(f"   {key}" + " " * max(box.width - before - used, 0), tail),
        ],
        [Span(below * box.width, edge)],
    ]


def link_lines(link: Link, width: int, signs: Signs, *, focused: bool) -> list[Line]:
    """Return a link to another screen: its key and name, and a muted line."""
    name = cut(link.name, width - 2)
    detail = Span("  " + cut(link.detail, width - 2), "muted")
    if focused:
        return [[Span(f"{signs.right} {name}", "focus")], [detail]]
    return [
        [Span(fit(link.key, "", 1).text + " ", "key"), Span(name, "text")],
        [detail],
    ]
