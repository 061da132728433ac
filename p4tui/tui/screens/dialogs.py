"""Dialogs over a screen: questions, notices and a line of text to edit."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from p4tui.actions.lists import CONFIRM, DIALOG, LOSS, NOTICE
from p4tui.i18n import _
from p4tui.settings.rules import MAX_NAME_LENGTH
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import NOTICE_MARGIN
from p4tui.tui.screens.base import DiffScreen
from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.text import beginning, is_continuation
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.words.text import JOINER, ends_in_emoji, printable

LINE_LIMIT = MAX_NAME_LENGTH
"""The most characters of a line: with a few thousand, Textual takes seconds for each change."""


class TextLine(Input):
    """A line to type in, with the terminal's cursor in it."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, max_length=LINE_LIMIT)
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


class DialogScreen(DiffScreen[object], ModalScreen[object]):
    """A dialog over another screen."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(DIALOG)

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """Yield the question and its answers."""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            yield from self.compose_answer()

    def compose_answer(self) -> ComposeResult:
        """Yield the widgets that answer the question."""
        raise NotImplementedError


class ConfirmScreen(DialogScreen):
    """A confirmation before a loss. It returns True for yes."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CONFIRM)

    def compose_answer(self) -> ComposeResult:
        """Yield no before yes, so that Enter alone is safe."""
        yield ChoiceList(
            [Row("no", _("No (n)")), Row("yes", _("Yes (y)"))],
            ascii_only=self.services.ascii_only,
        )

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Return the answer."""
        self.dismiss(message.row.id == "yes")


class LossScreen(DialogScreen):
    """A notice that another window has the game. It returns True to take the game back or keep it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LOSS)

    def __init__(self, sentence: str, again: str) -> None:
        """Show a sentence; `again` is the row that keeps the game."""
        super().__init__(sentence)
        self._again = again

    def show_sentence(self, sentence: str) -> None:
        """Show another sentence: more is known now."""
        self.question = sentence
        for line in self.query("#question").results(Static):
            line.update(sentence)

    def compose_answer(self) -> ComposeResult:
        """Yield the choices."""
        yield ChoiceList(
            [Row("yes", self._again), Row("no", _("Menu (m)"))],
            ascii_only=self.services.ascii_only,
        )

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Return the answer."""
        self.dismiss(message.row.id == "yes")


class NoticeScreen(DialogScreen):
    """A text to be read in full; it scrolls if the window is too small."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(NOTICE, priority=True)

    def compose(self) -> ComposeResult:
        """Yield the text in a scrolling area, and the row that closes it."""
        with Vertical(id="dialog"):
            with VerticalScroll(can_focus=False, id="paper"):
                yield Static(self.question, id="question", markup=False)
            yield from self.compose_answer()

    def on_mount(self) -> None:
        """Fit the text to the window."""
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the text to the window."""
        self._fit()

    def _fit(self) -> None:
        self.query_one("#paper").styles.max_height = max(self.app.size.height - NOTICE_MARGIN, 1)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one("#paper").scroll_relative(y=lines, animate=False, force=True)

    def compose_answer(self) -> ComposeResult:
        """Yield the row that closes the notice."""
        yield ChoiceList([Row("on", _("OK"))], ascii_only=self.services.ascii_only)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Close the notice."""
        self.dismiss(None)


class TextScreen(DialogScreen):
    """A line of text to edit. It returns the text, or None if cancelled."""

    def __init__(self, question: str, text: str) -> None:
        super().__init__(question)
        self.text = text

    def compose_answer(self) -> ComposeResult:
        """Yield the line, and rows that replace Enter and Esc for the mouse."""
        yield TextLine(printable(self.text))
        rows = [Row("on", _("OK")), Row("back", _("Cancel"))]
        choices = ChoiceList(rows, ascii_only=self.services.ascii_only)
        choices.can_focus = False
        yield choices

    def on_text_line_replaced(self) -> None:
        """Report that a character was replaced."""
        note = _("A character not allowed in names was replaced.")
        self.query_one("#question", Static).update(f"{self.question}\n{note}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the text."""
        self._take(event.value)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Return the text, or cancel."""
        if message.row.id == "on":
            self._take(self.query_one(TextLine).value)
        else:
            self.dismiss(None)

    def _take(self, text: str) -> None:
        """Return a text; one that was not edited keeps its unprintable characters."""
        text = printable(text)
        self.dismiss(self.text if text == printable(self.text) else text)
