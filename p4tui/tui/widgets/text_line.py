"""`TextLine`: a line to type in."""

from __future__ import annotations

import unicodedata

from textual import events
from textual.message import Message
from textual.widgets import Input
from textual.widgets.input import Selection

from p4tui.settings.rules import MAX_NAME_LENGTH
from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.text import beginning, is_continuation
from p4tui.words.text import JOINER, ends_in_emoji, printable

LINE_LIMIT = MAX_NAME_LENGTH
"""The most characters of a line: with a few thousand, Textual takes seconds for each change."""


class TextLine(Input):
    """A line to type in, with the terminal's cursor in it."""

    def __init__(self, text: str = "", *, placeholder: str = "") -> None:
        super().__init__(text, placeholder, max_length=LINE_LIMIT)
        self.cursor_blink = False

    class Replaced(Message):
        """A typed or pasted character was replaced: a name cannot have it."""

    def on_paste(self, event: events.Paste) -> None:
        """Insert as much of the first line as fits. Textual would reject a longer line."""
        event.stop()
        event.prevent_default()
        line = next(iter(event.text.splitlines()), "")
        self._insert(beginning(line, LINE_LIMIT - len(self.value)))

    def on_key(self, event: events.Key) -> None:
        """Insert characters that Textual drops: joiners of an unbracketed paste, rare blanks, new emoji."""
        char = event.character
        if char and not event.is_printable and unicodedata.category(char) != "Cc":
            event.stop()
            event.prevent_default()
            self._insert(char)

    def _insert(self, text: str) -> None:
        """Insert the printable form of a text; a joiner at its end waits for the emoji that it joins."""
        before = self.value[: self.cursor_position]
        shown = printable(text)
        if text.endswith(JOINER) and ends_in_emoji(before + text[:-1]):
            shown += JOINER
        self.insert_text_at_cursor(shown)
        if "\N{REPLACEMENT CHARACTER}" in shown:
            self.post_message(self.Replaced())

    def action_delete_left(self) -> None:
        """Delete the whole character before the cursor; half an emoji would be another emoji."""
        if self.selection.is_empty and self.cursor_position:
            self.delete(self._boundary(self.cursor_position - 1, -1), self.cursor_position)
        else:
            super().action_delete_left()

    def action_delete_right(self) -> None:
        """Delete the whole character after the cursor."""
        if self.selection.is_empty:
            self.delete(self.cursor_position, self._boundary(self.cursor_position + 1, 1))
        else:
            super().action_delete_right()

    def action_cursor_left(self, select: bool = False) -> None:
        """Move before the whole character on the left."""
        super().action_cursor_left(select)
        self._leave_character(-1, select=select)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move behind the whole character on the right."""
        super().action_cursor_right(select)
        self._leave_character(1, select=select)

    def _leave_character(self, step: int, *, select: bool) -> None:
        """Move the cursor out of a character, in a direction."""
        start, end = self.selection
        end = self._boundary(end, step)
        self.selection = Selection(start if select else end, end)

    def _boundary(self, place: int, step: int) -> int:
        """Return a place, or the next one in a direction that is not inside a character."""
        while 0 < place < len(self.value) and is_continuation(self.value, place):
            place += step
        return place

    def place_cursor(self, *, at_once: bool = False) -> None:
        """Put the terminal's cursor at the place of the next character."""
        show_terminal_cursor(self.app, self.cursor_screen_offset, at_once=at_once)
