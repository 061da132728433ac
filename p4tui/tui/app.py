"""`P4App`: themes, style sheets, and the way from the menu to a game and its results."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path, PurePath
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import RenderableType
from textual import events
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen

from p4tui import i18n, paths
from p4tui.i18n import _
from p4tui.options import Options
from p4tui.play.setup import Setup
from p4tui.settings import Settings, SettingsNotSavedError, load
from p4tui.settings.saver import SettingsSaver
from p4tui.tui.actions import EVERYWHERE, SYSTEM, bindings, textual_keymap
from p4tui.tui.look import themes
from p4tui.tui.screens.base import P4Screen, TightScreen
from p4tui.tui.screens.menu import MenuScreen, choices_of
from p4tui.tui.terminal.compositor import Picture, TightUpdate
from p4tui.tui.terminal.detection import (
    colour_support,
    drop_empty_no_colour,
    no_colour,
    over_ssh,
    terminal_encoding,
    wants_ascii,
)
from p4tui.tui.terminal.driver import (
    check_size,
    install_resume_repaint,
    repaint,
    run_app,
    terminal_driver,
)
from p4tui.tui.terminal.encoding import EncodingFilter
from p4tui.tui.terminal.sturdy import SturdyApp

if TYPE_CHECKING:
    from p4tui.play.analysis import Desk
    from p4tui.play.match import Match
    from p4tui.settings.loading import Fault
    from p4tui.storage.archive import Archive
    from p4tui.storage.errors import StorageError
    from p4tui.storage.events import Event
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame
    from p4tui.tui.game.screen import GameScreen
    from p4tui.tui.messages import ArchiveEvent, SettingsUnsaved
    from p4tui.tui.screens.dialogs import NoticeScreen

Answer = TypeVar("Answer")

STYLES = Path(__file__).parent / "styles"
SETTLED_SECONDS = 0.25
"""How long after a resize the size of the terminal is looked at once more."""
QUIT_SECONDS = 3.0
"""Within how long Ctrl+C must come a second time."""
SAVING_SECONDS = 3.0
"""How long a suspension waits for games that are still being saved, and the end of the program for settings."""


class P4App(SturdyApp, inherit_bindings=False):
    """The app; Textual's own Ctrl+Q is not inherited: it would leave a game without a question.

    Attributes:
        settings: what lasts; change it through `change_settings`.
        settings_path: where it is saved, None where this machine has no such place.
        ascii_only: whether the board is drawn with plain ASCII.
        picture: what the terminal shows.
        archive: the saved games; None where nothing is saved.
        saver: writes changed settings.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        STYLES / "app.tcss",
        STYLES / "game.tcss",
        STYLES / "library.tcss",
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        *SYSTEM,
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
        self.options = options or Options()
        self.picture = Picture()
        colourless = no_colour(os.environ)
        super().__init__(driver_class=terminal_driver(), ansi_color=True if colourless else None)
        self.settings, self._key_faults = _with_good_keys(settings or Settings())
        self.settings_path = paths.settings_file()
        self.archive = archive
        if archive is not None:
            archive.listener = self._post_event
        self._setup = setup
        self._resumed = resumed
        self._given: dict[str, Any] = {} if setup is None else choices_of(setup)
        self._trouble: NoticeScreen | None = None
        self._interrupted = 0.0
        self._warned = False
        self.saver = SettingsSaver(self._post_unsaved)
        self._books_told = 0
        written = getattr(sys.__stderr__, "encoding", None)
        self.ascii_only = self.options.ascii_only or wants_ascii(os.environ, written)
        self._spelling = EncodingFilter(
            terminal_encoding(os.environ, written), ascii_drawing=self.ascii_only
        )
        for theme in themes.make_themes(colour_support(os.environ)):
            self.register_theme(theme)
        chosen = self.options.theme or self.settings.theme
        self._begin_with(chosen if chosen in themes.NAMES else themes.DEFAULT)
        self.set_class(colourless, "-mono")
        self.set_keymap(textual_keymap(self.settings.keys))

    def _begin_with(self, theme: str) -> None:
        """Take a theme before the style sheets are read: set later, all of them would be parsed a second time."""
        self.set_reactive(P4App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, then the one for terminals that do not speak UTF-8."""
        return [*super().get_line_filters(), self._spelling]

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show an update, but of a screen that has no widgets yet.

        One of a few characters goes without the brackets that keep a large one together: they would be a third of what a
        clock costs every second.
        """
        if not screen.children or self._is_shown(renderable):
            return
        bracketed = self._sync_available
        small = isinstance(renderable, TightUpdate) and renderable.is_small
        self._sync_available = bracketed and not small
        super()._display(screen, renderable)
        self._sync_available = bracketed

    def _is_shown(self, renderable: RenderableType | None) -> bool:
        """Whether an update that would be written changes neither the picture nor the place of the terminal's cursor."""
        written = self._running and not (self._closed or self.is_headless or self._batch_count)
        return (
            written
            and self._driver is not None
            and isinstance(renderable, TightUpdate)
            and not renderable.render_segments(self.console)
            and self._previous_cursor_position == self.cursor_position
        )

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The style sheets' own variables, while no theme of ours is chosen yet."""
        return themes.variables(themes.DEFAULT_PALETTE)

    def get_default_screen(self) -> TightScreen[None]:
        """The screen under all others, which shows nothing."""
        return TightScreen()

    def on_mount(self) -> None:
        """The menu, or straight to the board."""
        install_resume_repaint(self)
        if self._resumed is not None:
            self.resume(self._resumed)
        elif self._setup is None:
            self.push_screen(MenuScreen())
        else:
            self.start(self._setup, random.Random(self.options.seed))
        self._report_settings()

    @cached_property
    def desk(self) -> Desk:
        """The solver that the screens share."""
        from p4tui.play.analysis import Desk

        return Desk()

    async def ask_games(self, work: Callable[[GameRepository], Answer]) -> Answer:
        """Have something done with the saved games; see `Archive.ask`.

        Raises:
            StorageError: also where nothing is saved.
        """
        from p4tui.storage.errors import StorageError, StorageProblem

        if self.archive is None:
            raise StorageError(StorageProblem.NO_PLACE)
        return await self.archive.ask(work)

    def _report_settings(self) -> None:
        """Say what is wrong with the settings file, once, where it is seen."""
        problems = load(self.settings_path)[1]
        if self._key_faults and self.settings_path is not None:
            from p4tui.tui.keymap import key_problems

            problems += key_problems(self.settings_path, self._key_faults)
        if problems:
            self._notify("\n".join(problem.sentence() for problem in problems))

    def _notify(self, sentence: str) -> NoticeScreen:
        """Show a sentence that may be too long for a line; return the notice."""
        from p4tui.tui.screens.dialogs import NoticeScreen

        notice = NoticeScreen(sentence)
        self.push_screen(notice)
        return notice

    def tell_of_books(self) -> None:
        """Show what is wrong with opening books that a search has come upon since this was last asked."""
        from p4tui.engine.solver import BOOKS
        from p4tui.words.errors import book_sentence

        news = BOOKS.refused[self._books_told :]
        self._books_told += len(news)
        for error in news:
            self._notify(book_sentence(error))

    def _post_event(self, event: Event) -> None:
        """Take an event of the saved games, in their thread."""
        from p4tui.storage.events import Saved
        from p4tui.tui.messages import ArchiveEvent

        if isinstance(event, Saved):
            return
        with suppress(RuntimeError):  # the loop has ended
            self.post_message(ArchiveEvent(event))

    def on_archive_event(self, message: ArchiveEvent) -> None:
        """Say what has happened to the saved games; the game that is played hears of itself."""
        from p4tui.storage.events import GameLost, SavingCrashed, SavingFails, SavingWorks
        from p4tui.words.saved import event_sentence, left_game_sentence

        event, game = message.event, self._game
        if isinstance(event, SavingCrashed):
            raise event.error
        if not isinstance(event, GameLost):
            sentence = event_sentence(event)
        elif game is not None and game.recorder.ownership is event.ownership:
            game.handle_loss(event.error)
            return
        else:
            sentence = left_game_sentence(event.error)
        if sentence is not None:
            if isinstance(event, SavingWorks) and self.screen is self._trouble:
                self.pop_screen()
            notice = self._notify(sentence)
            self._trouble = notice if isinstance(event, SavingFails) else None

    def tell_of_storage(self, error: StorageError) -> None:
        """Show why games cannot be read, or opened."""
        from p4tui.words.saved import problem_sentence

        self._notify(problem_sentence(error))

    def _tell(self, sentence: str) -> None:
        """Show a sentence on the screen that is seen."""
        if isinstance(self.screen, P4Screen):
            self.screen.say(sentence, alert=True)

    async def on_event(self, event: events.Event) -> None:
        """Whatever a person does is first of all a sign that somebody is there."""
        if isinstance(event, (events.Key, events.MouseDown)) and self.screen_stack:
            screen = self.screen
            if isinstance(screen, P4Screen):
                screen.person_is_here()
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything, also where the size is what it was: in between it may have been another, which cut the picture.

        And look again a moment later, when a storm of resizes may be over.
        """
        self.picture.forget()
        self.screen.refresh()
        self.set_timer(SETTLED_SECONDS, self._settled)

    def _settled(self) -> None:
        """The window has its size: so must the picture, and the cursor its place in it."""
        check_size(self)
        if self.screen_stack and isinstance(self.screen, TightScreen):
            self.screen.place_cursor()

    # -- from screen to screen --------------------------------------------------------------------------------------

    def start(self, setup: Setup, rng: random.Random) -> None:
        """Play a match."""
        from p4tui.tui.game.screen import GameScreen

        self._go(GameScreen(setup.new_match(rng), rng))

    def resume(self, opened: OpenedGame) -> None:
        """Play a saved game on."""
        self.play_on(opened.saved.match, opened)

    def play_on(
        self, match: Match, opened: OpenedGame | None = None, *, save_now: bool = False
    ) -> None:
        """Play a match as it stands; all that was shown is left.

        Args:
            match: the match.
            opened: the saved game that is played on; None for a new one.
            save_now: whether a new one is saved at once, and not with the first move.
        """
        from p4tui.tui.game.screen import GameScreen

        # What is left gives its game back before another is recorded.
        self._leave_all()
        game = GameScreen(match, random.Random(self.options.seed), opened)
        self._go(game)
        if save_now:
            game.recorder.save(match)

    @property
    def _game(self) -> GameScreen | None:
        """The screen with the game that is played, also under others; None where none is."""
        from p4tui.tui.game.screen import GameScreen

        return next((each for each in self.screen_stack if isinstance(each, GameScreen)), None)

    @property
    def played_here(self) -> int | None:
        """The number of the game that is played on one of the screens; None where none is, or nothing is kept of it."""
        return None if self._game is None else self._game.recorder.number

    def ask_to_leave(self, act: Callable[[], object]) -> None:
        """Do something that leaves the game that is played, if any: after its question while it goes on."""
        if self._game is None:
            act()
        else:
            self._game.ask_to_leave(act)

    def back_to_game(self) -> None:
        """Close what lies over the game that is played."""
        from p4tui.tui.game.screen import GameScreen

        while len(self.screen_stack) > 2 and not isinstance(self.screen, GameScreen):
            self.pop_screen()

    def show_menu(self, row: str) -> None:
        """Back to the menu, at one of its rows (see `MenuScreen`); whatever was played is left."""
        self._go(MenuScreen(row))

    def _go(self, screen: P4Screen[None]) -> None:
        """Put a screen in the place of all that was shown."""
        self._leave_all()
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def action_help(self) -> None:
        """Show the rules and the keys."""
        from p4tui.tui.screens.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.action_back()
        else:
            self.push_screen(HelpScreen())

    def action_settings(self) -> None:
        """Edit the settings."""
        from p4tui.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_library(self) -> None:
        """List the saved games."""
        from p4tui.tui.screens.library import LibraryScreen

        if not any(isinstance(screen, LibraryScreen) for screen in self.screen_stack):
            self.push_screen(LibraryScreen())

    def action_statistics(self) -> None:
        """Show who has won how often."""
        from p4tui.tui.screens.statistics import StatisticsScreen

        if not isinstance(self.screen, StatisticsScreen):
            self.push_screen(StatisticsScreen())

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
        self.call_after_refresh(lambda: self._tell(_("Ctrl+C once more quits")))

    def action_commands(self) -> None:
        """Search among the commands."""
        from p4tui.tui.screens.palette import Command, PaletteScreen, commands

        if not isinstance(self.screen, P4Screen):
            return

        def run(chosen: object) -> None:
            if isinstance(chosen, Command):
                self.call_later(chosen.run)

        self.push_screen(PaletteScreen(list(commands(self, self.screen))), run)

    # -- settings ---------------------------------------------------------------------------------------------------

    @property
    def animated(self) -> bool:
        """Whether discs are seen falling: by option, by setting, else not over SSH."""
        if self.options.animation is not None:
            return self.options.animation
        if self.settings.animation is not None:
            return self.settings.animation
        return not over_ssh(os.environ)

    @property
    def cursor_kind(self) -> str:
        """What the arrows choose: `column` or `cell`."""
        return self.options.cursor or self.settings.cursor

    @property
    def choices(self) -> Settings:
        """The menu's choices: those of the command line for this run, else those that last."""
        return replace(self.settings, **self._given)

    def change_choices(self, **changes: Any) -> None:
        """Change choices of the menu; from now on they come before those of the command line."""
        self._given = {name: given for name, given in self._given.items() if name not in changes}
        self.change_settings(**changes)

    @property
    def advice(self) -> str:
        """What a hint goes by."""
        return self.options.advice or self.settings.advice

    def speak(self, language: str) -> None:
        """Change the language of all screens at once."""
        i18n.activate(language)
        self.change_settings(language=language)
        for screen in self.screen_stack:
            if isinstance(screen, P4Screen):
                screen.retranslate()

    def change_theme(self, theme: str) -> None:
        """Change the colours."""
        self.theme = theme
        self.options = replace(self.options, theme=None)
        self.change_settings(theme=theme)

    def change_cursor(self, cursor: str) -> None:
        """Change what the arrows choose."""
        self.options = replace(self.options, cursor=None)
        self.change_settings(cursor=cursor)

    def change_advice(self, advice: str) -> None:
        """Change what a hint goes by."""
        self.options = replace(self.options, advice=None)
        self.change_settings(advice=advice)

    def change_animation(self, animation: bool | None) -> None:
        """Change whether discs are seen falling."""
        self.options = replace(self.options, animation=None)
        self.change_settings(animation=animation)

    def change_settings(self, **changes: Any) -> None:
        """Change settings, which counts at once, and have what is another value now saved."""
        new = {
            name: value for name, value in changes.items() if getattr(self.settings, name) != value
        }
        self.settings = replace(self.settings, **new)
        if self.settings_path is not None:
            self.saver.save(new, self.settings_path)

    def _post_unsaved(self, error: Exception) -> None:
        """Have it said that settings are not saved; called in the thread that saves them."""
        from p4tui.tui.messages import SettingsUnsaved

        with suppress(RuntimeError):  # the loop has ended
            self.post_message(SettingsUnsaved(error))

    def on_settings_unsaved(self, message: SettingsUnsaved) -> None:
        """Say once why settings are not saved; they still count for now."""
        if not isinstance(message.error, SettingsNotSavedError):
            raise message.error
        if not self._warned:
            self._warned = True
            self._notify(message.error.sentence())

    def before_suspension(self) -> None:
        """The process is about to be stopped: not in the middle of a save, for whose end other programs would wait."""
        self.saver.settle(SAVING_SECONDS)
        if self.archive is not None:
            self.archive.settle(SAVING_SECONDS)

    def end(self) -> None:
        """Leave all screens, also after an exception, so that what was played is handed to the archive."""
        self._leave_all()
        self.saver.close(SAVING_SECONDS)

    def _leave_all(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, P4Screen):
                screen.leave()


def _with_good_keys(settings: Settings) -> tuple[Settings, list[Fault]]:
    """Return settings with the keys that can be used, and what is wrong with the others."""
    if not settings.keys:
        return settings, []
    from p4tui.tui.keymap import check_keys

    keys, faults = check_keys(settings.keys)
    return replace(settings, keys=keys), faults


def run(
    setup: Setup | None,
    options: Options,
    settings: Settings,
    *,
    resumed: OpenedGame | None = None,
    archive: Archive | None = None,
) -> int:
    """Run the app to its end.

    Args:
        setup: the match to play at once; None for the menu.
        options: what the command line decided.
        settings: what lasts.
        resumed: a saved game to play on at once.
        archive: the saved games; None: nothing is saved. Whoever made it closes it.

    Returns:
        The exit status.
    """
    drop_empty_no_colour(os.environ)
    app = P4App(setup, options, settings, resumed=resumed, archive=archive)
    try:
        return run_app(app, mouse=options.mouse)
    finally:
        app.end()
