"""`AnswerBar`: the answers of a dialog, as pills beside each other; under each other where that is too wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive

from p4tui.actions.widgets import ANSWERS
from p4tui.tui.bindings import bindings
from p4tui.tui.look.dialogs import PILL_GAP, PILL_LINES, answer_lines, pill_width
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import LineWidget, fit

MAX_INDENT = 4
"""The most columns of a pill before the mark and after the key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer.

    Attributes:
        id: its name in messages.
        label: the translated word.
        key: the name of the key that gives it, or empty.
    """

    id: str
    label: str
    key: str = ""

    @property
    def width(self) -> int:
        """The least width: a mark, the label and the key, with a blank before each and one at the end."""
        return cell_len(self.label) + 4 + (cell_len(self.key) + 1 if self.key else 0)


class AnswerBar(LineWidget, can_focus=True):
    """The answers of a dialog.

    Reactive attributes:
        selected: the index of the answer that Enter gives.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "answers--gap",
        "answers--edge",
        "answers--text",
        "answers--key",
        "answers--selected-edge",
        "answers--selected",
    }

    BINDINGS: ClassVar[list[BindingType]] = bindings(ANSWERS)

    selected: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Given(Message):
        """An answer was given."""

        answer: Answer

    def __init__(
        self, answers: Sequence[Answer], *, ascii_only: bool = False, round_edges: bool = True
    ) -> None:
        """Show answers, the safe one first; `round_edges` need half blocks and three times the bytes."""
        super().__init__(id="answers")
        self.answers = answers
        self._mark = ">" if ascii_only else "▸"
        self._round_edges = round_edges

    def validate_selected(self, selected: int) -> int:
        """Return the answer, the first one after the last."""
        return selected % len(self.answers)

    def watch_selected(self) -> None:
        """Redraw."""
        self.place_cursor()
        self.repaint()

    def get_content_height(self, _container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the answers in a window."""
        if not self._beside(width):
            return len(self.answers)
        return answer_lines(viewport.height, round_edges=self._round_edges)

    def action_go(self, step: int) -> None:
        """Select the next answer in a direction."""
        self.selected += step

    action_change = action_go

    def action_activate(self) -> None:
        """Give the selected answer."""
        self.post_message(self.Given(self.answers[self.selected]))

    def on_click(self, event: events.Click) -> None:
        """Give the clicked answer."""
        for index in range(len(self.answers)):
            place, width = self.place_of(index), self._width
            lines = self.size.height if self._beside(self.size.width) else 1
            if 0 <= event.x - place.x < width and 0 <= event.y - place.y < lines:
                self.selected = index
                self.action_activate()

    def _pill(self, width: int) -> int:
        """Return the width of an answer beside the others."""
        widest = max(answer.width for answer in self.answers)
        return pill_width(width, len(self.answers), widest)

    def _beside(self, width: int) -> bool:
        """Return whether the answers have room beside each other."""
        room = self._pill(width)
        return all(answer.width <= room for answer in self.answers)

    @property
    def _width(self) -> int:
        """The width of an answer."""
        width = self.size.width
        return self._pill(width) if self._beside(width) else width

    def place_of(self, index: int) -> Offset:
        """Return the upper left corner of an answer."""
        if self._beside(self.size.width):
            return Offset(index * (self._width + PILL_GAP), 0)
        return Offset(0, index)

    def _indent(self, width: int) -> int:
        """Return the columns before the mark and after the key, the same in all answers."""
        spare = width - max(answer.width for answer in self.answers)
        return min(1 + max(spare, 0) // 2, MAX_INDENT)

    def cursor_place(self) -> Offset:
        """Return the place of the selected answer's first letter."""
        start = self._indent(self._width) + 2
        middle = (self.size.height - 1) // 2 if self._beside(self.size.width) else 0
        return self.place_of(self.selected) + Offset(start, middle)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the answers."""
        if not self._beside(width):
            return [self._text(index, width) for index in range(len(self.answers))]
        room = self._pill(width)
        texts = self._row([self._text(index, room) for index in range(len(self.answers))])
        if height < PILL_LINES:
            return [texts]
        top, bottom = (
            self._row([[Span(edge * room, style)] for style in self._edge_styles()])
            for edge in "▄▀"
        )
        return [top, texts, bottom]

    def _edge_styles(self) -> list[str]:
        """Return the component classes of the edges."""
        return [
            "answers--selected-edge" if index == self.selected else "answers--edge"
            for index in range(len(self.answers))
        ]

    @staticmethod
    def _row(pills: Sequence[Line]) -> Line:
        """Return pills beside each other."""
        gap = Span(" " * PILL_GAP, "answers--gap")
        return [
            span for index, pill in enumerate(pills) for span in ([gap] * (index > 0) + [*pill])
        ]

    def _text(self, index: int, width: int) -> Line:
        """Return the line of an answer with its words."""
        answer, chosen = self.answers[index], index == self.selected
        start = self._indent(width)
        style, key_style = (
            ("answers--selected", "answers--selected")
            if chosen
            else ("answers--text", "answers--key")
        )
        mark = f"{self._mark if chosen else ' '} "
        end = max(width - cell_len(answer.key) - start, 0)
        return [
            fit(" " * start + mark + cut(answer.label, max(end - start - 2, 0)), style, end),
            Span(answer.key, key_style),
            Span(" " * (width - end - cell_len(answer.key)), style),
        ]
