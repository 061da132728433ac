"""`CommandList`: the commands of the palette in columns: name, what it does, key."""

from __future__ import annotations

from rich.cells import cell_len

from p4tui.i18n import _
from p4tui.tui.look.dialogs import COMMAND_LIST, KEY_MARGIN, NAME_COLUMN
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.choice_lines import LABEL_START, row_start
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.line_widget import fit


class CommandList(ChoiceList):
    """A list of commands. The value of a row says what it does; narrow windows leave it out.

    Attributes:
        names: the width of the column of names.
    """

    names = NAME_COLUMN

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the visible commands, or that there are none."""
        if not self.rows:
            return [[fit("   " + _("No match"), "choice--more", width)]]
        return super().paint(width, height)

    def shows_all(self, row: Row) -> bool:
        """Return whether a row shows all of its description."""
        _names, about = self._widths(row, self.size.width)
        return cell_len(row.value) <= about

    def _widths(self, row: Row, width: int) -> tuple[int, int]:
        """Return the widths of the name and of the description."""
        room = max(width - LABEL_START - KEY_MARGIN - cell_len(row.key) - 1, 0)
        if width < COMMAND_LIST:
            return room, 0
        return self.names, max(room - self.names, 0)

    def _line(self, row: Row, width: int, *, chosen: bool) -> Line:
        """Return the line of a command."""
        names, about = self._widths(row, width)
        styles = "choice--selected", "choice--selected-about", "choice--selected-key"
        label, value, key = styles if chosen else ("choice--label", "choice--more", "choice--key")
        label_text = row.label if about else row.brief or row.label
        name = cut(label_text, max(names - 1, 0))
        return [
            *row_start(self._signs, "", 0, chosen=chosen),
            Span(name, label),
            fit(
                " " * (names - cell_len(name)) + cut(row.value, about),
                value,
                names - cell_len(name) + about + 1,
            ),
            Span(row.key, key),
            Span(" " * KEY_MARGIN, value),
        ]
