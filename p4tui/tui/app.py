"""`P4App`: the Textual app. Preferences, navigation and notices have their own modules."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.screen import ModalScreen

from p4tui import i18n
from p4tui.actions.everywhere import EVERYWHERE, SYSTEM
from p4tui.i18n import _
from p4tui.options import Options
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.tui.attention import Attention
from p4tui.tui.bindings import bindings, textual_keymap
from p4tui.tui.navigation import Navigation, screen_class
from p4tui.tui.notices import Notices
from p4tui.tui.preferences import Preferences
from p4tui.tui.screens.base import STYLES, DiffScreen, P4Screen
from p4tui.tui.terminal.app import run_app, terminal_driver
from p4tui.tui.terminal.detection import drop_empty_no_colour, wants_ascii, writes_utf8
from p4tui.tui.terminal.encoding import AsciiFilter
from p4tui.tui.terminal.redraw import install_resume_repaint, repaint
from p4tui.tui.theming import ThemedApp

if TYPE_CHECKING:
    from p4tui.link.opening import LinkedGame
    from p4tui.play.analysis import Desk
    from p4tui.storage.archive import Archive
    from p4tui.storage.events import Event
    from p4tui.storage.ownership import OpenedGame
    from p4tui.tui.messages import ArchiveEvent, SettingsUnsaved
    from p4tui.tui.reviewer import Reviews

QUIT_SECONDS = 3.0
"""Seconds in which a second Ctrl+C quits."""
SAVING_SECONDS = 3.0
"""Seconds that a suspension waits for saves, and the end of the program for settings."""


class P4App(ThemedApp, inherit_bindings=False):
    """The app. It does not inherit Textual's Ctrl+Q, which would leave a game without a question.

    Attributes:
        preferences: the settings and the options of this run.
        attention: calls a person back to a window without focus.
        navigation: the way from screen to screen.
        notices: sentences over the screen that is seen.
        archive: the saved games, or None if nothing is saved.
        ascii_only: whether the board is drawn with plain ASCII.
    """

    CSS_PATH = STYLES / "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(SYSTEM, priority=True),
        *bindings(EVERYWHERE),
    ]
    ENABLE_COMMAND_PALETTE = False  # ours is `action_commands`
    ALLOW_SELECT = False  # a selection repaints a whole widget at every movement of the mouse
    TITLE = "p4tui"

    @staticmethod
    def today() -> float:
        """Return the date, in seconds since 1970."""
        return time.time()

    def __init__(
        self,
        setup: Setup | None = None,
        options: Options | None = None,
        settings: Settings | None = None,
        *,
        resumed: OpenedGame | None = None,
        archive: Archive | None = None,
        linked: LinkedGame | None = None,
    ) -> None:
        """Make the app.

        Args:
            setup: the match to play at once; None for the menu.
            options: the options of the command line.
            settings: the settings of the user.
            resumed: a saved game to resume at once.
            archive: the saved games, which the caller closes; None to save nothing.
            linked: a game with another terminal to play at once.
        """
        options = options or Options()
        super().__init__(driver_class=terminal_driver())
        self.preferences = Preferences(
            settings or Settings(), options, setup, self._post_unsaved_settings
        )
        self.attention = Attention(self, self.preferences)
        self.navigation = Navigation(self, options.seed, archive)
        self.notices = Notices(self)
        self.archive = archive
        if archive is not None:
            archive.listener = self._post_event
        self._setup, self._resumed, self._linked = setup, resumed, linked
        self._interrupted = 0.0
        written = getattr(sys.__stderr__, "encoding", None)
        self.ascii_only = options.ascii_only or wants_ascii(os.environ, written)
        letters = not writes_utf8(os.environ, written)
        self._spelling: list[LineFilter] = []
        self.begin_with(self.preferences, ascii_only=self.ascii_only)
        if self.art.glyphs != "blocks":
            self._spelling.append(AsciiFilter(letters=letters))
        self.set_class(self.art.lean, "-lean")
        self.set_keymap(textual_keymap(self.preferences.settings.keymap))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, and the one for ASCII."""
        return [*super().get_line_filters(), *self._spelling]

    def get_default_screen(self) -> DiffScreen[None]:
        """Return the empty screen under all others."""
        return DiffScreen()

    def on_mount(self) -> None:
        """Open the menu, or go straight to the board."""
        install_resume_repaint(self)
        if self._linked is not None:
            self.navigation.play_linked(self._linked)
        elif self._resumed is not None:
            self.navigation.resume(self._resumed)
        elif self._setup is not None:
            self.navigation.start(self._setup)
        else:
            self.navigation.show_menu()
        self.notices.report_settings_file(self.preferences.path)
        self.call_after_refresh(gc.enable)

    @cached_property
    def desk(self) -> Desk:
        """The solver that the screens share."""
        from p4tui.play.analysis import Desk

        return Desk()

    @cached_property
    def reviews(self) -> Reviews:
        """The finished reviews of this run."""
        from p4tui.tui.reviewer import Reviews

        return Reviews()

    def change_language(self, language: str) -> None:
        """Change the language of all screens at once."""
        i18n.activate(language)
        self.preferences.change(language=language)
        self._redraw_screens()

    def change_theme(self, theme: str) -> None:
        """Change the colours."""
        self.theme = theme
        self.preferences.change(theme=theme)

    def change_art(self, kind: str) -> None:
        """Draw the discs of all screens another way."""
        self.set_art(kind)
        self.preferences.change(art=kind)
        self._redraw_screens()

    def _redraw_screens(self) -> None:
        """Show the current language, settings and colours on all screens."""
        for screen in self.screen_stack:
            if isinstance(screen, P4Screen):
                screen.retranslate()

    def change_keys(self, preset: str) -> None:
        """Change the preset of keys."""
        self.preferences.change(preset=preset)
        self.set_keymap(textual_keymap(self.preferences.settings.keymap))

    def _post_event(self, event: Event) -> None:
        """Pass an event of the saved games on; called in their thread."""
        from p4tui.storage.events import GameSaved
        from p4tui.tui.messages import ArchiveEvent

        if isinstance(event, GameSaved):
            return
        with suppress(RuntimeError):  # the loop has ended
            self.post_message(ArchiveEvent(event))

    def on_archive_event(self, message: ArchiveEvent) -> None:
        """Report an event of the saved games; the game being played handles its own loss."""
        from p4tui.storage.events import GameLost, SavingCrashed

        event, game = message.event, self.navigation.game
        if isinstance(event, SavingCrashed):
            raise event.error
        if (
            isinstance(event, GameLost)
            and game is not None
            and game.recorder.ownership is event.ownership
        ):
            game.handle_loss(event.error)
        else:
            self.notices.report_storage(event)

    def _post_unsaved_settings(self, error: Exception) -> None:
        """Pass a failure to save settings on; called in the thread that saves them."""
        from p4tui.tui.messages import SettingsUnsaved

        with suppress(RuntimeError):  # the loop has ended
            self.post_message(SettingsUnsaved(error))

    def on_settings_unsaved(self, message: SettingsUnsaved) -> None:
        """Report that settings are not saved; they apply for this run only."""
        self.notices.report_unsaved_settings(message.error)

    async def on_event(self, event: events.Event) -> None:
        """Notify the screen of a key or mouse button before it is handled."""
        by_person = isinstance(event, (events.Key, events.MouseDown)) and self.screen_stack
        if by_person and isinstance(self.screen, P4Screen):
            self.screen.note_input()
        await super().on_event(event)

    def action_open(self, screen_id: str) -> None:
        """Open a screen of the registry."""
        self.navigation.open(screen_id)

    def action_help(self) -> None:
        """Open help, or close it."""
        if isinstance(self.screen, screen_class("help")):
            self.screen.dismiss(None)
        else:
            self.navigation.open("help")

    def action_redraw(self) -> None:
        """Redraw everything."""
        repaint(self)

    def action_interrupt(self) -> None:
        """Quit at the second Ctrl+C within a few seconds."""
        now = monotonic()
        if self._interrupted and now - self._interrupted < QUIT_SECONDS:
            self.exit()
            return
        self._interrupted = now
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
        self.call_after_refresh(self._announce_quitting)

    def _announce_quitting(self) -> None:
        if isinstance(self.screen, P4Screen):
            self.screen.say(_("Press Ctrl+C again to quit"), alert=True)

    def action_commands(self) -> None:
        """Open the command palette."""
        from p4tui.tui.screens.palette import Command, PaletteScreen, commands

        if not isinstance(self.screen, P4Screen):
            return

        def run(chosen: object) -> None:
            if isinstance(chosen, Command):
                self.call_later(chosen.run)

        self.push_screen(PaletteScreen(list(commands(self, self.screen))), run)

    def before_suspension(self) -> None:
        """Finish the saves before the process is stopped, or other programs would wait for them."""
        self.preferences.saver.settle(SAVING_SECONDS)
        if self.archive is not None:
            self.archive.settle(SAVING_SECONDS)

    def end(self) -> None:
        """Leave all screens, even after an exception; each passes its game to the archive."""
        self.navigation.leave_all()
        self.preferences.saver.close(SAVING_SECONDS)


def run(
    setup: Setup | None,
    options: Options,
    settings: Settings,
    *,
    resumed: OpenedGame | None = None,
    archive: Archive | None = None,
    linked: LinkedGame | None = None,
) -> int:
    """Run the app to its end, with the arguments of `P4App`; return the exit status."""
    drop_empty_no_colour(os.environ)
    app = P4App(setup, options, settings, resumed=resumed, archive=archive, linked=linked)
    try:
        return run_app(app, mouse=options.mouse)
    finally:
        app.end()
