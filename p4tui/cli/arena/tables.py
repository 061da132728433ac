"""The table of a tournament: text, JSON, CSV or Markdown."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from p4tui.cli.table import aligned, cut, table_or_sentences, terminal_width
from p4tui.words.arena import row_sentence, short_table_rows, table_rows
from p4tui.words.text import printable
from p4tui.words.wrapping import cells

if TYPE_CHECKING:
    from p4tui.arena.standings import Row

MAX_NAME_LENGTH = 24
"""The width of a name in the table of a terminal."""


def print_table(rows: Sequence[Row], kind: str) -> None:
    """Print the table as `text`, `json`, `csv` or `markdown`."""
    {"text": _print_text, "json": _print_json, "csv": _print_csv, "markdown": _print_markdown}[
        kind
    ](rows)


def _print_text(rows: Sequence[Row]) -> None:
    """Print the lines of the table."""
    for line in text_lines(rows):
        print(line)


def text_lines(rows: Sequence[Row]) -> list[str]:
    """Return aligned lines: a shorter table if the terminal is narrow, sentences if it is narrower."""
    width = terminal_width()
    lines = _aligned(table_rows(rows))
    if width is not None and max(map(cells, lines)) > width:
        lines = _aligned(short_table_rows(rows))
    return table_or_sentences(lines, lambda: map(row_sentence, rows))


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as aligned lines, their names cut."""
    short = [(cut(name, MAX_NAME_LENGTH), *rest) for name, *rest in table]
    return aligned(short, range(1, len(table[0])))


def _print_json(rows: Sequence[Row]) -> None:
    """Print an object for each player."""
    for row in rows:
        print(json.dumps(row._asdict()))


def _print_csv(rows: Sequence[Row]) -> None:
    """Print a line for each player, after one of the names of the fields."""
    from p4tui.arena.standings import Row

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows((printable(row.player), *row[1:]) for row in rows)


def _print_markdown(rows: Sequence[Row]) -> None:
    """Print a table for a web page."""
    headings, *lines = table_rows(rows)
    for line in (headings, ("---", *["---:"] * (len(headings) - 1)), *lines):
        print(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |")
