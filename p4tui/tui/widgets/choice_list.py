"""`ChoiceList`: the list of rows in menus, settings and questions.

The screen sets `rows`; the list posts `Changed` and `Activated`. Up and Down select a row, Left and Right change its value,
Enter or Space activates it. A click selects a row and activates it; a click on an arrow changes its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.binding import BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive

from p4tui.actions.widgets import CHOICES
from p4tui.i18n import _
from p4tui.tui.bindings import bindings
from p4tui.tui.look.signs import BLOCKS, Signs
from p4tui.tui.look.span import Line
from p4tui.tui.widgets.choice_lines import (
    LABEL_START,
    heading_lines,
    label_end,
    row_start,
    value_end,
    with_mark,
)
from p4tui.tui.widgets.line_widget import LineWidget

ROW_PADDING = 8
"""Cells of a line around label and value: the marks of the selected row, two arrows, and blanks."""
MIN_VALUE = 6
"""The minimum width of a value beside a long label."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list.

    Attributes:
        id: the name of the row in messages.
        label: the translated name.
        value: the current value; empty for an action.
        changes: whether Left and Right change the value.
        heading: whether the row is the title of a card, which cannot be selected; without a label, the gap before it.
        brief: a shorter label for narrow windows, or empty.
        brief_value: a shorter value, or empty.
        key: the name of a key that does the same, for the list to show; or empty.
    """

    id: str
    label: str
    value: str = ""
    changes: bool = False
    heading: bool = False
    brief: str = ""
    brief_value: str = ""
    key: str = ""

    def fit(self, width: int) -> tuple[str, str]:
        """Return label and value that fit into a width together: first the value is shortened, then the label."""
        labels, values = (
            (self.label, self.brief or self.label),
            (self.value, self.brief_value or self.value),
        )
        pairs = [(label, value) for label in labels for value in values]
        return next((pair for pair in pairs if sum(map(cell_len, pair)) <= width), pairs[-1])


class ChoiceList(LineWidget, can_focus=True):
    """A list of rows.

    Reactive attributes:
        rows: the rows, from the top.
        selected: the index of the selected row.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "choice--gap",
        "choice--title",
        "choice--label",
        "choice--key",
        "choice--value",
        "choice--more",
        "choice--mark",
        "choice--selected",
        "choice--selected-key",
        "choice--selected-value",
        "choice--selected-more",
        "choice--selected-about",
        "choice--scroll",
    }

    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOICES)

    rows: reactive[Sequence[Row]] = reactive((), repaint=False)
    selected: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Changed(Message):
        """A row is to take its next (1) or previous (-1) value."""

        row: Row
        step: int

    @dataclass
    class Activated(Message):
        """A row was activated."""

        row: Row

    @dataclass
    class Selected(Message):
        """Another row was selected."""

        row: Row

    def __init__(
        self,
        rows: Sequence[Row] = (),
        *,
        signs: Signs = BLOCKS,
        ends: bool = True,
        id: str | None = None,
    ) -> None:
        """Make a list; without `ends`, Home and End are left to the screen."""
        super().__init__(id=id)
        self._ends = ends
        self.set_reactive(ChoiceList.rows, rows)
        self._signs = signs
        self._top = 0

    @property
    def row(self) -> Row:
        """The selected row."""
        return self.rows[self.selected]

    def select(self, row_id: str) -> None:
        """Select a row by its id, if it exists."""
        for index, row in enumerate(self.rows):
            if row.id == row_id:
                self.selected = index

    def validate_selected(self, selected: int) -> int:
        """Return the nearest row that can be selected: past headings, or back from the ends of the list."""
        last = len(self.rows) - 1
        if last < 0:
            return 0
        start = min(max(selected, 0), last)
        directions = (range(start, -1, -1), range(start, last + 1))
        ahead, back = directions if selected < self.selected else reversed(directions)
        return next(
            (index for index in (*ahead, *back) if not self.rows[index].heading), self.selected
        )

    def watch_rows(self) -> None:
        """Show the new rows."""
        self.selected = min(self.selected, len(self.rows) - 1)
        self._scroll()
        self.repaint()

    def watch_selected(self) -> None:
        """Show the selection and post it."""
        self._scroll()
        self.place_cursor()
        self.repaint()
        if self.is_mounted and self.rows:
            self.post_message(self.Selected(self.row))

    def get_content_height(self, *_: object) -> int:
        """Return a line for each row."""
        return len(self.rows)

    def action_go(self, step: int) -> None:
        """Select the next row in a direction, or the first or last one."""
        if abs(step) > 1 and not self._ends:
            raise SkipAction
        self.selected = self.selected + step

    def action_change(self, step: int) -> None:
        """Ask for the next or previous value."""
        if not self.row.changes:
            raise SkipAction
        self.post_message(self.Changed(self.row, step))

    def action_activate(self) -> None:
        """Activate the row, or ask for its next value."""
        if self.row.changes:
            self.action_change(1)
        else:
            self.post_message(self.Activated(self.row))

    def on_click(self, event: events.Click) -> None:
        """Select and activate the row under the mouse; on the left arrow, ask for the previous value."""
        index = self._row_at(event.y)
        if index is None or self.rows[index].heading:
            return
        self.selected = index
        start = self._value_start(self.size.width)
        if self.row.changes and start <= event.x <= start + 1:
            self.action_change(-1)
        else:
            self.action_activate()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Select the next row."""
        event.stop()
        self.action_go(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Select the previous row."""
        event.stop()
        self.action_go(-1)

    @property
    def key_width(self) -> int:
        """The width of the column of keys, with a blank; 0 without keys."""
        widest = max((cell_len(row.key) for row in self.rows), default=0)
        return widest + 1 if widest else 0

    def _value_start(self, width: int, row: Row | None = None) -> int:
        """Return the column of a row's value: below the others if it fits, otherwise next to its label."""
        row = row or self.row
        keys = self.key_width
        widest = max((cell_len(each.label) for each in self.rows if each.value), default=0)
        label, value = row.fit(width - ROW_PADDING - self.key_width)
        longest = max((cell_len(each.value) for each in self.rows), default=0)
        limit = max(width * 3 // 5, width - 4 - longest)
        column, nearest = min(widest + 4 + keys, limit), cell_len(label) + 4 + keys
        if nearest + cell_len(value) + 4 > width:
            return nearest if nearest + 4 + MIN_VALUE <= width else min(nearest, column)
        return max(nearest, min(column, width - 4 - cell_len(value)))

    def _lines_of(self, row: Row) -> int:
        """Return the height of a row."""
        return len(heading_lines(row.label, self.size.width)) if row.heading else 1

    def _above(self, index: int) -> int:
        """Return the height of all rows above one."""
        return sum(self._lines_of(row) for row in self.rows[:index])

    def _row_at(self, y: int) -> int | None:
        """Return the row at a line of the widget, or None."""
        y += self._top
        for index, row in enumerate(self.rows):
            y -= self._lines_of(row)
            if y < 0:
                return index
        return None

    def cursor_place(self) -> Offset:
        """Return the place of the first letter of the selected row."""
        start = LABEL_START + self.key_width
        return Offset(start, self._above(self.selected) - self._top)

    def _scroll(self) -> None:
        """Scroll to the selected row, with the headings above the first one."""
        height, chosen = self.size.height, self._above(self.selected)
        self._top = min(self._top, chosen)
        self._top = max(self._top, chosen - height + 1)
        self._top = max(min(self._top, self._above(len(self.rows)) - height), 0)
        if height > chosen and all(row.heading for row in self.rows[: self.selected]):
            self._top = 0

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines around the selected row that fit, with marks where rows are hidden."""
        self._scroll()
        lines: list[Line] = []
        for index, row in enumerate(self.rows):
            if row.heading:
                lines += heading_lines(row.label, width)
            else:
                lines.append(self._line(row, width, chosen=index == self.selected))
        seen = lines[self._top : self._top + height]
        more, signs = _("more"), self._signs
        above, below = ([f"{more} {mark}", mark] for mark in (signs.up, signs.down))
        if seen and width and self._top:
            seen[0] = with_mark(seen[0], above)
        if seen and width and self._top + height < len(lines):
            seen[-1] = with_mark(seen[-1], below)
        return seen

    def _line(self, row: Row, width: int, *, chosen: bool) -> Line:
        """Return the line of a row."""
        before = row_start(self._signs, row.key, self.key_width, chosen=chosen)
        indent = LABEL_START + self.key_width
        if not row.value:
            label = row.label if cell_len(row.label) <= width - indent else row.brief or row.label
            return [*before, *label_end(label, max(width - indent, 0), chosen=chosen)]
        start = self._value_start(width, row)
        label, value = row.fit(width - ROW_PADDING - self.key_width)
        arrows = (self._signs.left, self._signs.right) if row.changes else (" ", " ")
        widths = (start - 1 - indent, width - start + 1)
        return [*before, *value_end(label, value, widths, arrows, chosen=chosen)]
