"""`P4App`: what only an app can do; the rest is done by its preferences, its navigation and its notices."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePath
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
from p4tui.tui.bindings import bindings, textual_keymap
from p4tui.tui.look import themes
from p4tui.tui.navigation import Navigation, screen_class
from p4tui.tui.notices import Notices
from p4tui.tui.preferences import Preferences
from p4tui.tui.screens.base import DiffScreen, P4Screen
from p4tui.tui.terminal.app import run_app, terminal_driver
from p4tui.tui.terminal.detection import (
    colour_support,
    drop_empty_no_colour,
    no_colour,
    wants_ascii,
    writes_utf8,
)
from p4tui.tui.terminal.drawing import DrawingApp
from p4tui.tui.terminal.encoding import AsciiFilter
from p4tui.tui.terminal.redraw import install_resume_repaint, repaint

if TYPE_CHECKING:
    from p4tui.play.analysis import Desk
    from p4tui.storage.archive import Archive
    from p4tui.storage.events import Event
    from p4tui.storage.ownership import OpenedGame
    from p4tui.tui.messages import ArchiveEvent, SettingsUnsaved

STYLES = Path(__file__).parent / "styles"
QUIT_SECONDS = 3.0
"""Within how long Ctrl+C must come a second time."""
SAVING_SECONDS = 3.0
"""How long a suspension waits for games that are still being saved, and the end of the program for settings."""


class P4App(DrawingApp, inherit_bindings=False):
    """The app; Textual's own Ctrl+Q is not inherited: it would leave a game without a question.

    Attributes:
        preferences: the settings and the options of this run.
        navigation: the way from screen to screen.
        notices: sentences over the screen that is seen.
        archive: the saved games, or None if nothing is saved.
        ascii_only: whether the board is drawn with plain ASCII.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        STYLES / "app.tcss",
        STYLES / "game.tcss",
        STYLES / "library.tcss",
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(SYSTEM, priority=True),
        *bindings(EVERYWHERE),
    ]
    ENABLE_COMMAND_PALETTE = False  # Textual's own way in; ours is `action_commands`
    ALLOW_SELECT = False  # selecting with the mouse repaints a whole widget at every report
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
    ) -> None:
        """Make the app.

        Args:
            setup: the match to play at once; None for the menu.
            options: what the command line decided.
            settings: what lasts.
            resumed: a saved game to play on at once.
            archive: the saved games; None: nothing is saved.
        """
        options = options or Options()
        colourless = no_colour(os.environ)
        super().__init__(driver_class=terminal_driver(), ansi_color=True if colourless else None)
        self.preferences = Preferences(
            settings or Settings(), options, setup, self._post_unsaved_settings
        )
        self.navigation = Navigation(self, options.seed)
        self.notices = Notices(self)
        self.archive = archive
        if archive is not None:
            archive.listener = self._post_event
        self._setup = setup
        self._resumed = resumed
        self._interrupted = 0.0
        written = getattr(sys.__stderr__, "encoding", None)
        self.ascii_only = options.ascii_only or wants_ascii(os.environ, written)
        letters = not writes_utf8(os.environ, written)
        self._spelling = [AsciiFilter(letters=letters)] if self.ascii_only else []
        for theme in themes.make_themes(colour_support(os.environ)):
            self.register_theme(theme)
        self._begin_with(self.preferences.theme)
        self.set_class(colourless, "-mono")
        self.set_keymap(textual_keymap(self.preferences.settings.keys))

    def _begin_with(self, theme: str) -> None:
        """Take a theme before the style sheets are read: set later, all of them would be parsed a second time."""
        self.set_reactive(P4App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, then the one for terminals that do not speak UTF-8."""
        return [*super().get_line_filters(), *self._spelling]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The style sheets' own variables, while no theme of ours is chosen yet."""
        return themes.variables(themes.DEFAULT_PALETTE)

    def get_default_screen(self) -> DiffScreen[None]:
        """The screen under all others, which shows nothing."""
        return DiffScreen()

    def on_mount(self) -> None:
        """Open the menu, or go straight to the board."""
        install_resume_repaint(self)
        if self._resumed is not None:
            self.navigation.resume(self._resumed)
        elif self._setup is not None:
            self.navigation.start(self._setup)
        else:
            self.navigation.show_menu()
        self.notices.report_settings_file(self.preferences.path)

    @cached_property
    def desk(self) -> Desk:
        """The solver that the screens share."""
        from p4tui.play.analysis import Desk

        return Desk()

    def change_language(self, language: str) -> None:
        """Change the language of all screens at once."""
        i18n.activate(language)
        self.preferences.change(language=language)
        for screen in self.screen_stack:
            if isinstance(screen, P4Screen):
                screen.retranslate()

    def change_theme(self, theme: str) -> None:
        """Change the colours."""
        self.theme = theme
        self.preferences.change(theme=theme)

    def _post_event(self, event: Event) -> None:
        """Take an event of the saved games, in their thread."""
        from p4tui.storage.events import GameSaved
        from p4tui.tui.messages import ArchiveEvent

        if isinstance(event, GameSaved):
            return
        with suppress(RuntimeError):  # the loop has ended
            self.post_message(ArchiveEvent(event))

    def on_archive_event(self, message: ArchiveEvent) -> None:
        """Report what has happened to the saved games; tell the game being played of its own loss."""
        from p4tui.storage.events import GameLost, SavingCrashed

        event, game = message.event, self.navigation.game
        if isinstance(event, SavingCrashed):
            raise event.error
        if (
            isinstance(event, GameLost)
            and game is not None
            and game.recorder.ownership is event.ownership
        ):
            game.lose(event.error)
        else:
            self.notices.report_storage(event)

    def _post_unsaved_settings(self, error: Exception) -> None:
        """Have it said that settings are not saved; called in the thread that saves them."""
        from p4tui.tui.messages import SettingsUnsaved

        with suppress(RuntimeError):  # the loop has ended
            self.post_message(SettingsUnsaved(error))

    def on_settings_unsaved(self, message: SettingsUnsaved) -> None:
        """Report that settings are not saved; they still count for now."""
        self.notices.report_unsaved_settings(message.error)

    async def on_event(self, event: events.Event) -> None:
        """Whatever a person does is first of all a sign that somebody is there."""
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
        """Draw everything again."""
        repaint(self)

    def action_interrupt(self) -> None:
        """Ctrl+C: the second one within a few seconds quits."""
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
            self.screen.say(_("Ctrl+C once more quits"), alert=True)

    def action_commands(self) -> None:
        """Search among the commands."""
        from p4tui.tui.screens.palette import Command, PaletteScreen, commands

        if not isinstance(self.screen, P4Screen):
            return

        def run(chosen: object) -> None:
            if isinstance(chosen, Command):
                self.call_later(chosen.run)

        self.push_screen(PaletteScreen(list(commands(self, self.screen))), run)

    def before_suspension(self) -> None:
        """The process is about to be stopped: not in the middle of a save, for whose end other programs would wait."""
        self.preferences.saver.settle(SAVING_SECONDS)
        if self.archive is not None:
            self.archive.settle(SAVING_SECONDS)

    def end(self) -> None:
        """Leave all screens, also after an exception, so that what was played is handed to the archive."""
        self.navigation.leave_all()
        self.preferences.saver.close(SAVING_SECONDS)


def run(
    setup: Setup | None,
    options: Options,
    settings: Settings,
    *,
    resumed: OpenedGame | None = None,
    archive: Archive | None = None,
) -> int:
    """Run the app to its end, with the arguments of `P4App`; return the exit status."""
    drop_empty_no_colour(os.environ)
    app = P4App(setup, options, settings, resumed=resumed, archive=archive)
    try:
        return run_app(app, mouse=options.mouse)
    finally:
        app.end()
