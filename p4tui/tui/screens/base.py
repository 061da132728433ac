"""What all screens have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.screen import Screen

from p4tui.tui.actions import Action, key_hints
from p4tui.tui.compositor import TightCompositor
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.tui.widgets.painted import Painted
from p4tui.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from p4tui.tui.app import P4App

Result = TypeVar("Result")


class P4Screen(Screen[Result]):
    """A screen with a status line and a key bar, which sends only what changed."""

    ACTIONS: ClassVar[Sequence[Action]] = ()
    """What can be done here: the key bar, help and palette list it."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = TightCompositor()

    @property
    def p4app(self) -> P4App:
        """The app, by its own type."""
        return cast("P4App", self.app)

    def hints(self) -> list[KeyHint]:
        """What the key bar shows now."""
        return key_hints(self.ACTIONS, self.p4app.settings.keys)

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a sentence on the status line."""
        self.query_one("#status", StatusLine).say(text, alert=alert)

    def retranslate(self) -> None:
        """Show everything in the language that is spoken now."""
        self.refresh_words()
        for widget in self.query(Painted):
            widget.repaint_all()

    def refresh_words(self) -> None:
        """Set what was made of words anew; screens that hold such text override it."""

    def on_screen_resume(self) -> None:
        """Words and settings may have changed meanwhile."""
        if self.is_mounted:
            self.retranslate()
