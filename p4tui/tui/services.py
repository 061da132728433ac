"""`Services`: the app's interface for its screens. They import this module, never the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen

from p4tui.tui.attention import Attention
from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import Palette
from p4tui.tui.navigation import Navigation
from p4tui.tui.notices import Notices
from p4tui.tui.preferences import Preferences
from p4tui.tui.terminal.compositor import Picture

if TYPE_CHECKING:
    from p4tui.play.analysis import Desk
    from p4tui.storage.archive import Archive
    from p4tui.tui.reviewer import Reviews


class Services(Protocol):
    """The services of the app for its screens.

    Attributes:
        preferences: the settings and the options of this run.
        attention: calls a person back to a window without focus.
        navigation: the way from screen to screen.
        notices: sentences over the screen that is seen.
        archive: the saved games, or None if nothing is saved.
        ascii_only: whether the board is drawn with plain ASCII.
        art: how discs are drawn on this terminal.
        picture: the current content of the terminal.
    """

    preferences: Preferences
    attention: Attention
    navigation: Navigation
    notices: Notices
    archive: Archive | None
    ascii_only: bool
    art: Art
    picture: Picture

    @property
    def reviews(self) -> Reviews:
        """The finished reviews of this run."""

    @property
    def desk(self) -> Desk:
        """The solver that the screens share."""

    @property
    def palette(self) -> Palette:
        """The colours of the theme on this terminal."""

    @property
    def theme(self) -> str:
        """The name of the theme."""

    def today(self) -> float:
        """Return the date, in seconds since 1970."""

    def change_language(self, language: str) -> None:
        """Change the language of all screens at once."""

    def change_theme(self, theme: str) -> None:
        """Change the colours."""

    def follow_theme(self, screen: Screen[Any]) -> None:
        """Apply the theme to a screen that has not followed it."""

    def change_art(self, kind: str) -> None:
        """Draw the discs of all screens another way."""

    def change_keys(self, preset: str) -> None:
        """Change the preset of keys."""
