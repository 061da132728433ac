"""Pages as lines of plain text.

The pages use a subset of Markdown: headings, paragraphs, lists, fenced code and tables, separated by blank lines. A line
such as `{keys:board}` alone stands for a table that the caller makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from p4tui.manual.pages import page
from p4tui.words.wrapping import cells, wrapped

Row = Sequence[str]
"""The cells of a row of a table, from the left."""
Tables = Callable[[str], Sequence[Row]]
"""Returns the rows of a generated table by its name, such as `keys:board`."""

INDENT = "  "
"""Before everything that is no heading."""
CODE_INDENT = "    "
"""Before fenced code."""
GAP = "  "
"""Between the columns of a table."""
MIN_LAST_COLUMN_WIDTH = 10
"""The minimum width of a table's last column."""

_FENCE = "```"
_PLACEHOLDER = re.compile(r"\{([a-z:-]+)\}")
_ITEM = re.compile(r"- |\d+\. ")
_LINK = re.compile(r"\[([^]]+)\]\(([^)]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_BORDER = re.compile(r"(?<!\\)\|")


class PageLine(NamedTuple):
    """A line of a page.

    Attributes:
        text: the line.
        is_heading: whether it belongs to a heading.
    """

    text: str
    is_heading: bool = False


def manual_lines(topic: str, language: str, width: int, tables: Tables) -> list[PageLine]:
    """Return a page as lines of at most `width` cells; a longer word stays whole.

    Raises:
        KeyError: there is no such topic.
    """
    return render(page(topic, language), width, tables)


def render(text: str, width: int, tables: Tables) -> list[PageLine]:
    """Return Markdown text as lines; see `manual_lines`."""
    lines: list[PageLine] = []
    for block in _blocks(text):
        lines += [PageLine("")] if lines and not lines[-1].is_heading else []
        is_heading = block[0].startswith("#")
        lines += [PageLine(line, is_heading) for line in _block_lines(block, width, tables)]
    return lines


def table_lines(rows: Sequence[Row], width: int) -> list[str]:
    """Return a table as lines. Where a row's first cells take too much room, its last one begins on the next line."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)][:-1]
    heads = [
        INDENT + "".join(_padded(cell, size) + GAP for cell, size in zip(row, widths, strict=False))
        for row in rows
    ]
    short = [size for head in heads if (size := cells(head.rstrip()) + len(GAP)) <= width // 2]
    indent = max(short, default=len(CODE_INDENT))
    lines = []
    for head, row in zip(heads, rows, strict=True):
        first, *rest = wrapped(row[-1], max(width - indent, MIN_LAST_COLUMN_WIDTH))
        if cells(head.rstrip()) + len(GAP) <= indent:
            lines.append(_padded(head.rstrip(), indent) + first)
        else:
            lines += [*wrapped(head.rstrip(), width, INDENT), " " * indent + first]
        lines += [" " * indent + line for line in rest]
    return lines


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block; fenced code keeps its blank lines."""
    block: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fenced ^= line.startswith(_FENCE)
        if line or fenced:
            block.append(line)
        elif block:
            yield block
            block = []


def _block_lines(block: list[str], width: int, tables: Tables) -> list[str]:
    """Return one block as lines."""
    first = block[0]
    if first.startswith("#"):
        return wrapped(_plain(first.lstrip("# ")), width)
    if first.startswith(_FENCE):
        return [part for line in block[1:-1] for part in _code_lines(line, width)]
    if first.startswith("|"):
        rows = [_cells_of(line) for line in block]
        return table_lines([row for row in (rows[0], *rows[2:]) if any(row)], width)
    if _ITEM.match(first):
        items = re.split(r"\n(?! )", "\n".join(block))
        return [part for item in items for part in _item_lines(item, width)]
    if placeholder := _PLACEHOLDER.fullmatch(first):
        return table_lines(tables(placeholder[1]), width)
    return wrapped(INDENT + _plain(" ".join(block)), width, INDENT)


def _item_lines(item: str, width: int) -> list[str]:
    """Return an item of a list as lines."""
    text = _plain(" ".join(line.strip() for line in item.split("\n")))
    marker = text.partition(" ")[0]
    return wrapped(INDENT + text, width, INDENT + " " * (len(marker) + 1))


def _code_lines(line: str, width: int) -> list[str]:
    """Return a line of code; one that is too long loses its alignment and is broken."""
    if len(line) + len(CODE_INDENT) <= width:
        return [(CODE_INDENT + line).rstrip()]
    return wrapped(CODE_INDENT + " ".join(line.split()), width, CODE_INDENT + INDENT)


def _cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [_plain(cell.strip().replace(r"\|", "|")) for cell in _BORDER.split(line.strip())[1:-1]]


def _plain(text: str) -> str:
    """Return text without its marks; a link to a page becomes the command that shows it."""
    return _CODE.sub(_code_text, _LINK.sub(_link_text, text))


def _code_text(code: re.Match[str]) -> str:
    """Return inline code as text, in quotes if it has only punctuation."""
    return code[1] if re.search(r"\w", code[1]) else f'"{code[1]}"'


def _link_text(link: re.Match[str]) -> str:
    """Return the text of a link with its target."""
    target = link[2]
    if target.endswith(".md"):
        target = f"p4tui help {target.removesuffix('.md')}"
    return f"{link[1]} ({target})"


def _padded(text: str, width: int) -> str:
    """Return text filled with blanks to a width in cells."""
    return text + " " * (width - cells(text))
