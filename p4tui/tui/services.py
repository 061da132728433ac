"""`Services`: what screens may ask of the app. They import this module, never the app."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from p4tui.play.setup import Setup
from p4tui.tui.preferences import Preferences
from p4tui.tui.terminal.compositor import Picture

if TYPE_CHECKING:
    from p4tui.play.analysis import Desk
    from p4tui.play.match import Match
    from p4tui.storage.archive import Archive
    from p4tui.storage.ownership import OpenedGame


class Navigation(Protocol):
    """The way from screen to screen. At most one game is being played."""

    @property
    def game_number(self) -> int | None:
        """Return the number of the game being played, or None if there is none or it is not saved."""

    def open(self, screen_id: str) -> None:
        """Open a screen of the registry, unless it is on top; the saved games open once only."""

    def show_menu(self, row: str = "resume") -> None:
        """Leave everything for the menu, at one of its rows."""

    def start(self, setup: Setup) -> None:
        """Play a new match."""

    def play_on(self, match: Match, *, save_now: bool = False) -> None:
        """Play a match as it stands as a new game, saved with its first move or now."""

    def resume(self, opened: OpenedGame) -> None:
        """Play a saved game on."""

    def leave_game(self, act: Callable[[], object]) -> None:
        """Do something that leaves the game being played, if any; ask first if it is in progress."""

    def back_to_game(self) -> None:
        """Close the screens over the game being played."""


class Notices(Protocol):
    """Sentences over whatever screen is seen."""

    def show(self, sentence: str) -> object:
        """Show a sentence of any length."""

    def report_books(self) -> None:
        """Show what is wrong with opening books that searches have met since the last report."""


class Services(Protocol):
    """What the app does for its screens.

    Attributes:
        preferences: the settings and the options of this run.
        archive: the saved games, or None if nothing is saved.
        ascii_only: whether the board is drawn with plain ASCII.
        picture: what the terminal shows.
    """

    preferences: Preferences
    archive: Archive | None
    ascii_only: bool
    picture: Picture

    @property
    def navigation(self) -> Navigation:
        """Return the way from screen to screen."""

    @property
    def notices(self) -> Notices:
        """Return what shows sentences over the screen that is seen."""

    @property
    def desk(self) -> Desk:
        """Return the solver that the screens share."""

    @property
    def theme(self) -> str:
        """Return the name of the theme."""

    def today(self) -> float:
        """Return the date, in seconds since 1970."""

    def change_language(self, language: str) -> None:
        """Change the language of all screens at once."""

    def change_theme(self, theme: str) -> None:
        """Change the colours."""
