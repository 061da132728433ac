"""Small questions: yes or no, and a text to edit."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from p4tui.i18n import _
from p4tui.tui.compositor import TightCompositor
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.words import printable

NAME_LIMIT = 200
"""The longest name that can be typed, characters."""


class DialogScreen(ModalScreen[object]):
    """A question over the screen that asks it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._compositor = TightCompositor()
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

    def compose_answer(self) -> ComposeResult:
        """No comes first: Enter alone loses nothing."""
        yield ChoiceList(
            [Row("no", _("No, go on (n)")), Row("yes", _("Yes (y)"))],
            ascii_only=getattr(self.app, "ascii_only", False),
        )

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """The answer."""
        self.dismiss(message.row.id == "yes")


class NoticeScreen(DialogScreen):
    """Says something that must be read in full, whatever its length; has no answer."""

    def compose_answer(self) -> ComposeResult:
        """The way on."""
        yield ChoiceList([Row("on", _("Go on"))], ascii_only=getattr(self.app, "ascii_only", False))

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """It was read."""
        self.dismiss(None)


class TextScreen(DialogScreen):
    """Asks for a line of text; the answer is the text, None if cancelled."""

    def __init__(self, question: str, text: str) -> None:
        super().__init__(question)
        self.text = text

    def compose_answer(self) -> ComposeResult:
        """A line to edit, with what it is now."""
        line = Input(printable(self.text), max_length=NAME_LIMIT)
        line.cursor_blink = False
        yield line

    def on_input_changed(self, event: Input.Changed) -> None:
        """What was pasted may hold control characters, which the line would send to the terminal."""
        if event.value != printable(event.value):
            event.input.value = printable(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes it; what was not edited stays as it is."""
        self.dismiss(self.text if event.value == printable(self.text) else event.value)
