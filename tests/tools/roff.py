"""Markdown as man-page source, for the pages of the manual."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

Tables = Callable[[str], Sequence[Sequence[str]]]
"""Returns the rows of a generated table by its name, such as `keys:board`."""

MAX_LENGTH = 79
"""Of a line of text in the source of a man page."""

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_PLACEHOLDER = re.compile(r"\{([a-z:-]+)\}")
_PROSE = str.maketrans({"\\": r"\e", "-": r"\-", "^": r"\(ha", "~": r"\(ti"})
_CODE = _PROSE | str.maketrans({"'": r"\(aq", "`": r"\(ga"})


def roff(markdown: str, tables: Tables) -> list[str]:
    """Return the lines of Markdown text as man-page source."""
    return list(_lines(_MARKDOWN.parse(markdown), tables))


def wrapped(text: str) -> list[str]:
    """Return escaped text as source lines; the first character of none makes a command of it."""
    lines = textwrap.wrap(text, MAX_LENGTH, break_long_words=False, break_on_hyphens=False)
    return [_literal(line) for line in lines]


def term(name: str, text: str) -> list[str]:
    """Return an escaped term and the text that explains it."""
    return [".TP", rf"\fB{name}\fR", *wrapped(text)]


def prose(text: str) -> str:
    """Return text in which every character stands for itself."""
    return text.translate(_PROSE)


def code(text: str) -> str:
    """Return code in which every character stands for itself, quotation marks too."""
    return text.translate(_CODE)


def _lines(tokens: Sequence[Token], tables: Tables) -> Iterator[str]:
    """Yield the source of blocks."""
    start = item = ""
    cells: list[str] = []
    for token in tokens:
        match token.type:
            case "heading_open":
                start = ".SS"
            case "list_item_open":
                item = f".IP {token.info}. 4" if token.info else r".IP \(bu 2"
            case "paragraph_open":
                start, item = item or ".PP", ""
            case "th_open" | "td_open":
                start = ""
            case "tr_close":
                yield from _row(cells)
                cells = []
            case "fence":
                lines = [_literal(code(line)) for line in token.content.splitlines()]
                yield from (".PP", ".RS 4", ".EX", *lines, ".EE", ".RE")
            case "inline" if not start:
                cells.append(_inline(token))
            case "inline" if placeholder := _PLACEHOLDER.fullmatch(token.content):
                for row in tables(placeholder[1]):
                    yield from _row([prose(cell) for cell in row])
            case "inline" if start == ".SS":
                yield f".SS {_inline(token)}"
            case "inline":
                yield from (start, *wrapped(_inline(token)))


def _row(cells: Sequence[str]) -> list[str]:
    """Return a row of a table: the first cell is the term."""
    first, *others = cells
    return term(re.sub(r"\\f[BR]", "", first), r" \(en ".join(others)) if any(cells) else []


def _literal(line: str) -> str:
    """Return a line of text, kept from being read as a command."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


def _inline(token: Token) -> str:
    """Return running text; a link to a page becomes the command that shows it."""
    parts: list[str] = []
    target = ""
    for child in token.children or ():
        match child.type:
            case "code_inline":
                parts.append(rf"\fB{code(child.content)}\fR")
            case "link_open":
                target = re.sub(r"(.+)\.md", r"p4tui help \1", str(child.attrs["href"]))
            case "link_close":
                parts.append(rf" (\fB{code(target)}\fR)")
            case "softbreak":
                parts.append(" ")
            case _:
                parts.append(prose(child.content))
    return "".join(parts)
