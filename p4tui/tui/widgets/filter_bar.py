"""`FilterBar`: which saved games are listed, as chips, and the text to find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from p4tui.i18n import N_, _
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import LineWidget

FILTERS = {None: N_("all"), False: N_("unfinished"), True: N_("finished")}
"""The names of the filters, in the order of the key; to be translated."""
MAX_FIELD = 24
"""The greatest width of the text to find."""


class Counts(NamedTuple):
    """How many games there are, by filter, and whether some can be restored."""

    all: int
    unfinished: int
    has_deleted: bool = False

    def of(self, finished: bool | None) -> int:
        """Return the number of games of a filter."""
        if finished is None:
            return self.all
        return self.all - self.unfinished if finished else self.unfinished


class _Piece(NamedTuple):
    """A part of the line, and the message of a click on it."""

    span: Span
    message: Callable[[], Message] | None = None


class FilterBar(LineWidget):
    """A line with a chip for each filter, and the text to find.

    Reactive attributes:
        counts: how many games there are, or None while that is unknown.
        finished: the filter that is chosen, one of `FILTERS`.
        typed: the text to find; empty for all games.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "filter--text",
        "filter--chip",
        "filter--chosen",
        "filter--key",
        "filter--field",
        "filter--typed",
    }

    counts: reactive[Counts | None] = reactive(None, repaint=False)
    finished: reactive[bool | None] = reactive(None, repaint=False)
    typed: reactive[str] = reactive("", repaint=False)

    @dataclass
    class Chosen(Message):
        """A chip was clicked."""

        finished: bool | None

    class Finding(Message):
        """The text to find was clicked."""

    def __init__(self, keys: Callable[[], tuple[str, str]], *, id: str | None = None) -> None:
        """Make the line; `keys` returns the names of the keys that change the filter and the text."""
        super().__init__(id=id)
        self._keys = keys

    def watch_counts(self) -> None:
        """Redraw."""
        self.repaint()

    watch_finished = watch_typed = watch_counts

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the chips and the text to find, in the longest form that fits."""
        del height
        return [[piece.span for piece in self._pieces(width)]]

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked filter, or edit the text."""
        column = 0
        for span, message in self._pieces(self.size.width):
            column += cell_len(span.text)
            if event.x < column:
                if message is not None:
                    self.post_message(message())
                return

    def _pieces(self, width: int) -> list[_Piece]:
        """Return the line, in the longest form that fits."""
        show, find = self._keys()
        chosen = [self._chip(self.finished, counted=True)]
        field = self._field(find, MAX_FIELD)
        key = [_Piece(Span(f"  {show}", "filter--key"))] if show else []
        chips = self._chips(counted=True)
        forms: Sequence[list[_Piece]] = [
            [*chips, *key, *field],
            *([] if self.typed else [chips, self._chips(counted=False)]),
            [*chosen, *field],
        ]
        if self.typed:
            room = max(width - _width(chosen) - _width(field[:1]), 1)
            forms = [*forms, [*chosen, *self._field(find, room)]]
        return next((form for form in forms if _width(form) <= width), chosen)

    def _chips(self, *, counted: bool) -> list[_Piece]:
        """Return the chips with blanks between them."""
        gap = _Piece(Span(" ", "filter--text"))
        chips = (self._chip(each, counted=counted) for each in FILTERS)
        return [piece for chip in chips for piece in (chip, gap)][:-1]

    def _chip(self, finished: bool | None, *, counted: bool) -> _Piece:
        """Return the chip of a filter."""
        name = _(FILTERS[finished]).capitalize()
        count = f" {self.counts.of(finished)}" if counted and self.counts is not None else ""
        style = "filter--chosen" if finished == self.finished else "filter--chip"
        return _Piece(Span(f" {name}{count} ", style), partial(self.Chosen, finished))

    def _field(self, key: str, width: int) -> list[_Piece]:
        """Return the key and the text to find."""
        text, style = _("find a player"), "filter--field"
        if self.typed:
            text, style = self.typed, "filter--typed"
        return [
            _Piece(Span(f"  {key} " if key else "  ", "filter--key")),
            _Piece(Span(f" {cut(text, max(width - 2, 1))} ", style), self.Finding),
        ]


def _width(pieces: Sequence[_Piece]) -> int:
    """Return the width of pieces in cells."""
    return sum(cell_len(piece.span.text) for piece in pieces)
