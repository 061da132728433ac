"""Pages of cards with rows of keys and texts, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from p4tui.tui.look.flow import (
    KEY_GAP,
    KEY_MARGIN,
    KEY_WIDTH,
    CardPlace,
    Columns,
    columns_of,
    place_cards,
)
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A card: its title, and rows of a key with a text. A row without a key is a paragraph."""

    title: str
    rows: Sequence[tuple[str, str]]


def card_lines(card: KeyCard, width: int) -> list[Line]:
    """Return the lines of a card at a width, with its title and a blank line at the end."""
    titles = wrap(card.title, max(width - 2 * KEY_MARGIN, 1))
    lines: list[Line] = [[fit(" " * KEY_MARGIN + title, "card--title", width)] for title in titles]
    for key, text in card.rows:
        lines += _row_lines(key, text, width)
    return [*lines, [fit("", "card--text", width)]]


def _row_lines(key: str, text: str, width: int) -> Iterator[list[Span]]:
    """Yield the lines of a row: the key at the right end of its column, the text beside it."""
    indent = KEY_MARGIN + KEY_WIDTH + KEY_GAP if key else KEY_MARGIN
    keys = wrap(key, KEY_WIDTH) if key else []
    texts = wrap(text, max(width - indent - 1, 1))
    for at in range(max(len(keys), len(texts))):
        name = keys[at] if at < len(keys) else ""
        words = texts[at] if at < len(texts) else ""
        before = " " * (KEY_MARGIN + KEY_WIDTH - cell_len(name)) if key else " " * KEY_MARGIN
        after = " " * KEY_GAP if key else ""
        start = [Span(before + name, "card--accent")] if name else [Span(before, "card--text")]
        yield [*start, fit(after + words, "card--text", width - cell_len(before + name))]


def split(card: KeyCard, width: int, lines: int) -> list[list[Line]]:
    """Return the lines of a card, in parts that a page can hold."""
    found = card_lines(card, width)
    title, *rest = found
    room = max(lines - 1, 1)
    # The blank line at the end alone is no part.
    return [[title, *rest[at : at + room]] for at in range(0, max(len(rest) - 1, 1), room)]


def page_lines(groups: Sequence[Sequence[KeyCard]], width: int, height: int) -> list[list[Line]]:
    """Return the lines of every page; each group of cards begins a page."""
    columns = columns_of(width)
    pages: list[list[Line]] = []
    for cards in groups:
        parts = [part for card in cards for part in split(card, columns.width, height)]
        found = place_cards([len(part) for part in parts], columns.number, height)
        for page in range(found[-1].page + 1 if found else 0):
            shown = [
                (place, part)
                for place, part in zip(found, parts, strict=True)
                if place.page == page
            ]
            pages.append(_page(shown, columns, height))
    return pages


def _page(
    shown: Sequence[tuple[CardPlace, list[Line]]], columns: Columns, height: int
) -> list[Line]:
    """Return the lines of a page with its cards."""
    lines: list[list[Span]] = [[] for _line in range(height)]
    ends = [0] * height
    for place, part in sorted(shown, key=lambda each: each[0].column):
        start = columns.start(place.column)
        for at, line in enumerate(part, place.line):
            lines[at] += [Span(" " * (start - ends[at]), "page--text"), *line]
            ends[at] = start + columns.width
    return list(lines)
