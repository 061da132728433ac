"""What all screens have in common."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events, messages
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker

from p4tui.i18n import language
from p4tui.tui.actions import Action, key_hints
from p4tui.tui.terminal.compositor import DiffCompositor
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.tui.widgets.line_widget import LineWidget
from p4tui.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.tui.app import P4App

Answer = TypeVar("Answer")
Result = TypeVar("Result")

_LAST_MESSAGES = (events.Unmount, events.Callback, messages.Prune, messages.CloseMessages)
"""What a screen that is being removed still has to hear; others may wait for what they have it call."""

_BUTTONS = (events.MouseDown, events.MouseUp, events.Click)
LEFT_BUTTON = 1
"""Textual's number of the button that chooses."""


class TightScreen(Screen[Result]):
    """A screen that sends only what changed, and keeps the terminal's own cursor at what has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = DiffCompositor(lambda: self.p4app.picture)

    @property
    def p4app(self) -> P4App:
        """The app, by its own type."""
        return cast("P4App", self.app)

    @property
    def leaving(self) -> bool:
        """Whether the screen, or the whole app, is being closed: its widgets are gone, or will never be made."""
        app = self.app
        return self._closing or self._pruning or not app.is_running or app.return_code is not None

    async def _dispatch_message(self, message: Message) -> None:
        """Handle a message; a screen that is leaving only hears what it needs for that."""
        if not self.leaving or isinstance(message, _LAST_MESSAGES):
            await super()._dispatch_message(message)

    def _forward_event(self, event: events.Event) -> None:
        """Give an event to the widget that it is for; of the mouse's buttons only the left one does anything."""
        if not isinstance(event, _BUTTONS) or event.button == LEFT_BUTTON:
            super()._forward_event(event)

    async def _message_loop_exit(self) -> None:
        """Go for good, and have nothing keep what was shown; `tests/benchmarks/memory.py` finds what does.

        A signal of the app keeps who subscribed to it until it is sent, which may be never. And Textual's
        `StylesCache.get_inner_outer` keeps the last 1,024 caches, 0.3 MB a game: they are emptied.
        """
        app, widgets = self.app, [self, *self.walk_children(Widget)]
        await super()._message_loop_exit()
        for signal in (app.app_suspend_signal, app.app_resume_signal):
            signal.unsubscribe(self)
        for widget in widgets:
            widget._styles_cache.clear()  # noqa: SLF001 - Textual has no public way to it
            widget._styles_cache._simple_strip = None  # noqa: SLF001

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do nothing before there is something to see, nor after: keys may come before their screen."""
        return self.is_mounted and not self.leaving

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen with a result; once it is closed nothing happens: Textual would close the one under it."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_screen_resume(self) -> None:
        """Another screen had the terminal's cursor."""
        self.call_after_refresh(self.place_cursor)

    def on_resize(self, event: events.Resize) -> None:
        """What has the focus may have another place, though its size is the same."""
        self.call_after_refresh(self.place_cursor)

    def place_cursor(self) -> None:
        """Put the terminal's cursor where the widget with the focus wants it."""
        place_cursor = getattr(self.focused, "place_cursor", None)
        if self.is_active and place_cursor is not None:
            place_cursor(at_once=True)


class P4Screen(TightScreen[Result]):
    """A screen with a status line and a key bar."""

    ACTIONS: ClassVar[Sequence[Action]] = ()
    """What can be done here."""

    def __init__(self) -> None:
        super().__init__()
        self._painted_for: object = None

    def work(
        self,
        job: Callable[[], Coroutine[None, None, None]],
        *,
        group: str = "default",
        exclusive: bool = False,
    ) -> Worker[None]:
        """Run a coroutine function in a worker: where the screen goes before it is begun, no coroutine is left behind."""
        worker: Worker[None] = self.run_worker(job, group=group, exclusive=exclusive)
        return worker

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here now: the key bar and the palette list it."""
        return self.ACTIONS

    def hints(self) -> list[KeyHint]:
        """What the key bar shows now."""
        return key_hints(self.actions, self.p4app.settings.keys)

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence on the status line, where there is one by now, or the first of the shorter ones that fits."""
        for line in self.query("#status").results(StatusLine):
            line.say(text, *shorter, alert=alert)

    def on_mount(self) -> None:
        """Note for which words and settings the screen was made."""
        self._painted_for = self._choices()

    def leave(self) -> None:
        """The screen is about to go for good; what it keeps is given back here."""

    def person_is_here(self) -> None:
        """Somebody pressed a key, or a button of the mouse, while this screen is seen."""

    @property
    def stands(self) -> bool:
        """Whether the screen has not been left: what comes late would not find its widgets any more."""
        return self.is_attached and self.app.is_running and self in self.app.screen_stack

    async def ask_games(self, work: Callable[[GameRepository], Answer]) -> Answer:
        """Have something done with the saved games; the worker that asks ends here if the screen was left meanwhile.

        Raises:
            StorageError: also where nothing is saved.
            Whatever `work` raises.
        """
        try:
            return await self.p4app.ask_games(work)
        finally:
            if not self.stands:
                raise CancelledError

    def _choices(self) -> object:
        """All that a person can choose elsewhere and that is seen here."""
        app = self.p4app
        return language(), app.settings, app.options

    def retranslate(self) -> None:
        """Show everything in the language that is spoken now."""
        self._painted_for = self._choices()
        self.refresh_words()
        for widget in self.query(LineWidget):
            widget.repaint_all()

    def refresh_words(self) -> None:
        """Set what was made of words anew; screens that hold such text override it."""

    def on_screen_resume(self) -> None:
        """Words and settings may have changed meanwhile."""
        if self.is_mounted and self._painted_for != self._choices():
            self.retranslate()
