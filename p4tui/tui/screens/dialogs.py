"""Small questions: yes or no, and a text to edit."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from p4tui.i18n import _
from p4tui.settings.rules import LONGEST_NAME
from p4tui.tui.actions import REDRAW, bindings
from p4tui.tui.look.layout import NOTICE_MARGIN
from p4tui.tui.screens.base import TightScreen
from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.text import beginning, is_continuation
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.words.text import JOINER, ends_in_emoji, printable

LINE_LIMIT = LONGEST_NAME
"""The longest line that can be typed, characters: Textual takes seconds for each change of one of a few thousand."""


class TextLine(Input):
    """A line to type in, with the terminal's own cursor in it from the start; its own cursor does not blink."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, max_length=LINE_LIMIT)
        self.cursor_blink = False

    class Replaced(Message):
        """Something in what was typed or pasted is shown, and kept, as another sign: the line has no such characters."""

    def on_paste(self, event: events.Paste) -> None:
        """As much of the first line as there is room for; Textual would take nothing of a longer one."""
        event.stop()
        event.prevent_default()
        line = next(iter(event.text.splitlines()), "")
        self._insert(beginning(line, LINE_LIMIT - len(self.value)))

    def on_key(self, event: events.Key) -> None:
        """What Textual would drop: joiners, which come one by one where a terminal brackets no paste, other blanks, new emoji."""
        char = event.character
        if char and not event.is_printable and unicodedata.category(char) != "Cc":
            event.stop()
            event.prevent_default()
            self._insert(char)

    def _insert(self, text: str) -> None:
        """Put a text where the cursor is, as it may be shown; a joiner at its end may still get what it joins."""
        before = self.value[: self.cursor_position]
        shown = printable(text)
        if text.endswith(JOINER) and ends_in_emoji(before + text[:-1]):
            shown += JOINER
        self.insert_text_at_cursor(shown)
        if "\N{REPLACEMENT CHARACTER}" in shown:
            self.post_message(self.Replaced())

    def action_delete_left(self) -> None:
        """Delete the character before the cursor with all that belongs to it: half of an emoji would be another one."""
        if self.selection.is_empty and self.cursor_position:
            self.delete(self._whole(self.cursor_position - 1, -1), self.cursor_position)
        else:
            super().action_delete_left()

    def action_delete_right(self) -> None:
        """Delete the character after the cursor with all that belongs to it."""
        if self.selection.is_empty:
            self.delete(self.cursor_position, self._whole(self.cursor_position + 1, 1))
        else:
            super().action_delete_right()

    def action_cursor_left(self, select: bool = False) -> None:
        """Before the character before the cursor, all of it."""
        super().action_cursor_left(select)
        self._leave_character(-1, select=select)

    def action_cursor_right(self, select: bool = False) -> None:
        """Behind the character after the cursor, all of it."""
        super().action_cursor_right(select)
        self._leave_character(1, select=select)

    def _leave_character(self, step: int, *, select: bool) -> None:
        """Go on with the cursor, and the end of what is selected, while it is inside a character."""
        start, end = self.selection
        end = self._whole(end, step)
        self.selection = Selection(start if select else end, end)

    def _whole(self, place: int, step: int) -> int:
        """A place in the line, or the next one in a direction that is not inside a character."""
        while 0 < place < len(self.value) and is_continuation(self.value, place):
            place += step
        return place

    def place_cursor(self, *, at_once: bool = False) -> None:
        """Put the terminal's cursor where the next character goes."""
        show_terminal_cursor(self.app, self.cursor_screen_offset, at_once=at_once)


class DialogScreen(TightScreen[object], ModalScreen[object]):
    """A question over the screen that asks it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)", ""),
        *bindings((REDRAW,)),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question over whatever answers it."""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            yield from self.compose_answer()

    def compose_answer(self) -> ComposeResult:
        """What the question is answered with."""
        raise NotImplementedError


class ConfirmScreen(DialogScreen):
    """Asks before something is lost; the answer is True for yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,o", "dismiss(True)", ""),
        ("n,q", "dismiss(False)", ""),
    ]

    def __init__(self, question: str, no: str | None = None) -> None:
        """Ask something; `no`: what the answer no means, with its key, where that is not to go on."""
        super().__init__(question)
        self._no = no or _("No, go on (n)")

    def compose_answer(self) -> ComposeResult:
        """No comes first: Enter alone loses nothing."""
        yield ChoiceList(
            [Row("no", self._no), Row("yes", _("Yes (y)"))],
            ascii_only=self.p4app.ascii_only,
        )

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """The answer."""
        self.dismiss(message.row.id == "yes")


class LossScreen(DialogScreen):
    """Says that a game is saved here no longer; the answer is True to go on with it all the same."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,o", "dismiss(True)", ""),
        ("n,q,m", "dismiss(False)", ""),
    ]

    def __init__(self, sentence: str, again: str) -> None:
        """Say a sentence; `again` says how to go on."""
        super().__init__(sentence)
        self._again = again

    def tell(self, sentence: str) -> None:
        """Say another sentence: more is known by now."""
        self.question = sentence
        for line in self.query("#question").results(Static):
            line.update(sentence)

    def compose_answer(self) -> ComposeResult:
        """What can be done."""
        yield ChoiceList(
            [Row("yes", self._again), Row("no", _("Menu (m)"))],
            ascii_only=self.p4app.ascii_only,
        )

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """The answer."""
        self.dismiss(message.row.id == "yes")


class NoticeScreen(DialogScreen):
    """Says something that must be read in full, whatever its length: it scrolls where it is too long for the window."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
    ]

    def compose(self) -> ComposeResult:
        """The text, as much of it as the window has room for, over the way on."""
        with Vertical(id="dialog"):
            with VerticalScroll(can_focus=False, id="paper"):
                yield Static(self.question, id="question", markup=False)
            yield from self.compose_answer()

    def on_mount(self) -> None:
        """Leave room for the way on."""
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        """Another window has more room, or less."""
        self._fit()

    def _fit(self) -> None:
        self.query_one("#paper").styles.max_height = max(self.app.size.height - NOTICE_MARGIN, 1)

    def action_scroll(self, lines: int) -> None:
        """So many lines on."""
        self.query_one("#paper").scroll_relative(y=lines, animate=False, force=True)

    def compose_answer(self) -> ComposeResult:
        """The way on."""
        yield ChoiceList([Row("on", _("Go on"))], ascii_only=self.p4app.ascii_only)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """It was read."""
        self.dismiss(None)


class TextScreen(DialogScreen):
    """Asks for a line of text; the answer is the text, None if cancelled."""

    def __init__(self, question: str, text: str) -> None:
        super().__init__(question)
        self.text = text

    def compose_answer(self) -> ComposeResult:
        """A line to edit, with what it is now; Enter and Esc have their likes for the mouse."""
        yield TextLine(printable(self.text))
        rows = [Row("on", _("Go on")), Row("back", _("Back"))]
        choices = ChoiceList(rows, ascii_only=self.p4app.ascii_only)
        choices.can_focus = False
        yield choices

    def on_text_line_replaced(self) -> None:
        """Say so: what is kept is what is seen."""
        note = _("A character that a name cannot have was replaced.")
        self.query_one("#question", Static).update(f"{self.question}\n{note}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes it; what was not edited stays as it is."""
        self._take(event.value)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """So does a click, and another one cancels."""
        if message.row.id == "on":
            self._take(self.query_one(TextLine).value)
        else:
            self.dismiss(None)

    def _take(self, text: str) -> None:
        """The answer; what was not edited stays as it was, whatever of it can be shown."""
        text = printable(text)
        self.dismiss(self.text if text == printable(self.text) else text)
