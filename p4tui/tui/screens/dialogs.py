"""Small questions: yes or no, and a text to edit."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from p4tui.i18n import _
from p4tui.tui.actions import REDRAW, bindings
from p4tui.tui.driver import show_terminal_cursor
from p4tui.tui.screens.base import TightScreen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.words import printable

LINE_LIMIT = 200
"""The longest line that can be typed, characters: Textual takes seconds for each change of one of a few thousand."""


class TextLine(Input):
    """A line to type in, with the terminal's own cursor in it from the start; its own cursor does not blink."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, max_length=LINE_LIMIT)
        self.cursor_blink = False

    def on_paste(self, event: events.Paste) -> None:
        """As much of the first line as there is room for; Textual would take nothing of a longer one."""
        event.stop()
        event.prevent_default()
        line = next(iter(event.text.splitlines()), "")
        room = max(LINE_LIMIT - len(self.value), 0)
        self.insert_text_at_cursor(printable(line[:room]))

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


class NoticeScreen(DialogScreen):
    """Says something that must be read in full, whatever its length; has no answer."""

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

    def on_input_changed(self, event: Input.Changed) -> None:
        """What was pasted may hold control characters, which the line would send to the terminal."""
        if event.value != printable(event.value):
            event.input.value = printable(event.value)

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
        """The answer."""
        self.dismiss(self.text if text == printable(self.text) else text)
