"""The base classes of all screens."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events, messages
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker

from p4tui.actions.action import Action
from p4tui.i18n import language
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.tui.look.board_window import Place
from p4tui.tui.look.layout import is_too_small
from p4tui.tui.services import Services
from p4tui.tui.terminal.app import OPENER
from p4tui.tui.terminal.compositor import DiffCompositor
from p4tui.tui.widgets.key_bar import KeyHint, key_hints
from p4tui.tui.widgets.line_widget import LineWidget
from p4tui.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.training import Training

Answer = TypeVar("Answer")
Result = TypeVar("Result")

_LAST_MESSAGES = (events.Unmount, events.Callback, messages.Prune, messages.CloseMessages)
"""The messages that end a screen: they are handled while it is being removed."""

_BUTTONS = (events.MouseDown, events.MouseUp, events.Click)
LEFT_BUTTON = 1
"""Textual's number of the left mouse button."""


STYLES = Path(__file__).parents[1] / "styles"
"""The style sheets. That of the app is read at its start, those of other screens with the first of their kind."""


class DiffScreen(Screen[Result]):
    """A screen that sends only what changed, and keeps the terminal's cursor at the focused widget."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = DiffCompositor(lambda: self.services.picture)

    @property
    def services(self) -> Services:
        """The app, as screens know it."""
        return cast("Services", self.app)

    @property
    def leaving(self) -> bool:
        """Whether the screen or the app is closing: its widgets are gone, or will never be made."""
        app = self.app
        return self._closing or self._pruning or not app.is_running or app.return_code is not None

    async def _dispatch_message(self, message: Message) -> None:
        """Handle a message; while the screen is leaving, only those that end it."""
        if not self.leaving or isinstance(message, _LAST_MESSAGES):
            await super()._dispatch_message(message)

    def _forward_event(self, event: events.Event) -> None:
        """Pass an event to its widget, but of mouse buttons only the left one."""
        if not isinstance(event, _BUTTONS) or event.button == LEFT_BUTTON:
            super()._forward_event(event)

    async def _message_loop_exit(self) -> None:
        """End, and release all memory: `tests/benchmarks/memory.py` measures it.

        A signal of the app keeps its subscribers until it is sent, which may be never. Textual's
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
        """Allow actions only while the screen is shown; keys may arrive earlier."""
        return self.is_mounted and not self.leaving

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen with a result, once. A second call would close the screen below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_screen_resume(self) -> None:
        """Take the terminal's cursor back from another screen, and follow a change of the theme there."""
        self.services.follow_theme(self)
        self.call_after_refresh(self.place_cursor)

    def on_resize(self, event: events.Resize) -> None:
        """Move the terminal's cursor along with the focused widget."""
        self.call_after_refresh(self.place_cursor)

    def place_cursor(self) -> None:
        """Move the terminal's cursor to the focused widget."""
        place_cursor = getattr(self.focused, "place_cursor", None)
        if self.is_active and place_cursor is not None:
            place_cursor(at_once=True)


class P4Screen(DiffScreen[Result]):
    """A screen with a status line and a key bar."""

    ACTIONS: ClassVar[Sequence[Action]] = ()
    """Every action of the screen."""
    LAST_RESORT: ClassVar[str] = ""
    """The id of the widget that a window too small for a board shows."""

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
        """Run a coroutine function in a worker. A coroutine would be left behind if the screen closed before its start."""
        worker: Worker[None] = self.run_worker(job, group=group, exclusive=exclusive)
        return worker

    def open_by(self, job: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run a coroutine function that opens a screen, for which the next input is meant."""
        self.work(job, group=OPENER, exclusive=True)

    @property
    def actions(self) -> Sequence[Action]:
        """The actions listed now by the key bar and the palette."""
        return self.ACTIONS

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now; the palette lists only these."""
        del action
        return True

    def hints(self) -> list[KeyHint]:
        """Return the current hints of the key bar."""
        return key_hints(self.actions, self.services.preferences.settings.keymap)

    def place_widgets(self, places: Mapping[str, Place | None]) -> Mapping[str, Place | None]:
        """Give every widget its place in the window, by its id, and hide those without; return the places."""
        size = self.app.size
        if is_too_small(*size):
            places = {self.LAST_RESORT: Place(0, 0, *size)}
        for widget in self.children:
            place = places.get(widget.id or "")
            widget.display = place is not None
            if place is not None:
                widget.styles.offset = place.x, place.y
                widget.styles.width, widget.styles.height = place.width, place.height
        return places

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show the first sentence that fits on the status line, if it is mounted."""
        for line in self.query("#status").results(StatusLine):
            line.say(text, *shorter, alert=alert)

    def on_mount(self) -> None:
        """Remember the language and the settings that are shown."""
        self._painted_for = self._choices()

    def leave(self) -> None:
        """Release the screen's resources before its removal."""

    def note_input(self) -> None:
        """Note that a person pressed a key or a mouse button on this screen."""

    @property
    def is_open(self) -> bool:
        """Whether the screen is still in the stack, with its widgets. Late answers check it."""
        return self.is_attached and not self.leaving and self in self.app.screen_stack

    def keep_result(self, work: Callable[[Training], object]) -> None:
        """Save a result of an exercise, if there is a place for it."""
        if (archive := self.services.archive) is not None:
            archive.keep(work)

    async def ask_games(self, work: Callable[[GameRepository], Answer]) -> Answer:
        """Ask the archive to do some work; end the calling worker if the screen was left meanwhile.

        Raises:
            StorageError: the work failed, or nothing is saved.
            Exception: whatever else `work` raises.
        """
        if (archive := self.services.archive) is None:
            raise StorageError(StorageProblem.NO_PLACE)
        try:
            return await archive.ask(work)
        finally:
            if not self.is_open:
                raise CancelledError

    def _choices(self) -> object:
        """Return the language and settings on which this screen depends."""
        services = self.services
        return language(), services.preferences.settings, services.preferences.options

    def retranslate(self) -> None:
        """Show everything in the current language and settings."""
        self._painted_for = self._choices()
        self.refresh_words()
        for widget in self.query(LineWidget):
            widget.repaint_all()

    def refresh_words(self) -> None:
        """Set all texts again; a screen that keeps texts overrides this."""

    def on_screen_resume(self) -> None:
        """Show a language or settings that changed on another screen."""
        if self.is_mounted and self._painted_for != self._choices():
            self.retranslate()
