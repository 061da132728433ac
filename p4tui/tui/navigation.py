"""`AppNavigation`: from screen to screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from textual.app import App
from textual.screen import Screen

from p4tui.actions.screens import SCREENS
from p4tui.play.setup import Setup
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.menu import MenuScreen

if TYPE_CHECKING:
    from p4tui.play.match import Match
    from p4tui.storage.ownership import OpenedGame
    from p4tui.tui.game.screen import GameScreen


def screen_class(screen_id: str) -> type[Screen[Any]]:
    """Import the class of a screen of the registry."""
    module, _, name = SCREENS[screen_id].path.rpartition(".")
    return cast("type[Screen[Any]]", getattr(import_module(f"p4tui.tui.{module}"), name))


class AppNavigation:
    """The navigation of an app: at most one game is on its screens."""

    def __init__(self, app: App[None], seed: int | None) -> None:
        """Start with nothing on the screen.

        Args:
            app: the app.
            seed: where the random numbers of every match start, if given.
        """
        self._app = app
        self._seed = seed

    @property
    def game(self) -> GameScreen | None:
        """Return the screen of the game being played, also under others, or None."""
        from p4tui.tui.game.screen import GameScreen

        return next((each for each in self._app.screen_stack if isinstance(each, GameScreen)), None)

    @property
    def game_number(self) -> int | None:
        """Return the number of the game being played, or None if there is none or it is not saved."""
        return None if self.game is None else self.game.recorder.number

    def open(self, screen_id: str) -> None:
        """Open a screen of the registry, unless it is on top; the saved games open once only."""
        kind = screen_class(screen_id)
        screens = self._app.screen_stack if screen_id == "library" else [self._app.screen]
        if not any(isinstance(screen, kind) for screen in screens):
            self._app.push_screen(kind())

    def show_menu(self, row: str = "resume") -> None:
        """Leave everything for the menu, at one of its rows; see `MenuScreen`."""
        self._replace_all(MenuScreen(row))

    def start(self, setup: Setup) -> None:
        """Play a new match."""
        self._play(setup.new_match)

    def play_on(
        self, match: Match, opened: OpenedGame | None = None, *, save_now: bool = False
    ) -> None:
        """Play a match as it stands.

        Args:
            match: the match.
            opened: its saved game; None for a new one.
            save_now: whether a new one is saved at once, and not with the first move.
        """
        game = self._play(lambda _rng: match, opened)
        if save_now:
            game.recorder.save(match)

    def resume(self, opened: OpenedGame) -> None:
        """Play a saved game on."""
        self.play_on(opened.saved.match, opened)

    def leave_game(self, act: Callable[[], object]) -> None:
        """Do something that leaves the game being played, if any; ask first if it is in progress."""
        if self.game is None:
            act()
        else:
            self.game.ask_to_leave(act)

    def back_to_game(self) -> None:
        """Close the screens over the game being played."""
        while len(self._app.screen_stack) > 2 and self._app.screen is not self.game:
            self._app.pop_screen()

    def leave_all(self) -> None:
        """Have every screen give back what it keeps."""
        for screen in self._app.screen_stack:
            if isinstance(screen, P4Screen):
                screen.leave()

    def _play(
        self, new_match: Callable[[random.Random], Match], opened: OpenedGame | None = None
    ) -> GameScreen:
        """Put a game in the place of everything; return its screen."""
        from p4tui.tui.game.screen import GameScreen

        # The game that is left is given back before another one is recorded.
        self.leave_all()
        rng = random.Random(self._seed)
        screen = GameScreen(new_match(rng), rng, opened)
        self._replace_all(screen)
        return screen

    def _replace_all(self, screen: P4Screen[None]) -> None:
        """Put a screen in the place of all others."""
        self.leave_all()
        while len(self._app.screen_stack) > 2:
            self._app.pop_screen()
        if len(self._app.screen_stack) > 1:
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)
