"""`Speaking`: a line for messages in the place of the message line, so that the board stays in sight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from p4tui.actions.action import Action, fixed
from p4tui.actions.linked import SAY
from p4tui.i18n import _
from p4tui.tui.bindings import bindings
from p4tui.tui.look.places import GameLayout
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint
from p4tui.tui.widgets.text_line import TextLine

Result = TypeVar("Result")


def speaking_bindings(actions: Sequence[Action]) -> list[BindingType]:
    """Return the bindings of a screen: the key for a message comes first, or what is typed after it would be keys too."""
    first = [action for action in actions if action.id == SAY.id]
    others = [action for action in actions if action.id != SAY.id]
    return [*bindings(others), *bindings(first, priority=True)]


class MessageLine(TextLine):
    """A message to write."""

    BINDINGS: ClassVar[list[BindingType]] = bindings([fixed("escape", "close")])

    class Closed(Message):
        """The message is not to be sent."""

    def action_close(self) -> None:
        """Send nothing."""
        self.post_message(self.Closed())


class Speaking(BoardScreen[Result]):
    """A screen on which messages are written to another terminal."""

    _back_to: Widget | None = None

    @abstractmethod
    def send(self, text: str) -> None:
        """Send a message."""

    @property
    def is_writing(self) -> bool:
        """Whether a message is being written."""
        return self._back_to is not None

    def compose(self) -> ComposeResult:
        """Yield the line for messages with everything else."""
        yield from super().compose()
        line = MessageLine(placeholder=_("Your message"))
        line.id = "say"
        line.display = False
        yield line

    def hints(self) -> list[KeyHint]:
        """Return the keys of the line while a message is written."""
        if not self.is_writing:
            return super().hints()
        return [
            KeyHint(_("Enter"), _("Send"), "send_message"),
            KeyHint(_("Esc"), _("Close"), "close_message", pinned=True),
        ]

    def place_board(self) -> GameLayout:
        """Place everything; the line for messages hides the message line."""
        layout = super().place_board()
        place = self._places.get("status")
        for line in self.query(MessageLine):
            line.display = self.is_writing and place is not None
            if place is not None:
                line.styles.offset = place.x, place.y
                line.styles.width, line.styles.height = place.width, place.height
            self.status.display = place is not None and not line.display
        return layout

    def action_say(self) -> None:
        """Open the line for a message."""
        if self.is_writing:
            raise SkipAction  # the key is part of the message
        line = self.query_one(MessageLine)
        self._back_to = self.focused or self.grid
        line.value = ""
        self._change_line()
        self.set_focus(line)  # at once: keys may have been typed ahead

    def action_send_message(self) -> None:
        """Send what is written: a click on the key bar."""
        self._finish(self.query_one(MessageLine).value)

    def action_close_message(self) -> None:
        """Send nothing: a click on the key bar."""
        self._finish("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the message."""
        event.stop()
        self._finish(event.value)

    def on_message_line_closed(self) -> None:
        """Send nothing."""
        self._finish("")

    def _finish(self, text: str) -> None:
        """Close the line; send a text that is not empty."""
        back, self._back_to = self._back_to, None
        if back is not None:
            self._change_line()
            self.set_focus(back)
            if text.strip():
                self.send(text)

    def _change_line(self) -> None:
        """Show the line for messages, or the message line again."""
        writes = self.is_writing
        self.status.display, self.query_one(MessageLine).display = not writes, writes
        self.query_one(KeyBar).repaint()
