"""`Notices`: sentences that must be read in full, shown over any screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App
from textual.screen import Screen

from p4tui.settings import SettingsNotSavedError, load
from p4tui.storage.events import Event, GameLost, SavingFailed, SavingRecovered
from p4tui.tui.navigation import screen_class

if TYPE_CHECKING:
    from pathlib import Path


class Notices:
    """The notices of an app: on settings, opening books and saved games."""

    def __init__(self, app: App[None]) -> None:
        """Show notices in an app."""
        self._app = app
        self._saving_fails: Screen[object] | None = None
        self._books_reported = 0
        self._settings_reported = False

    def show(self, sentence: str) -> Screen[object]:
        """Show a sentence of any length; return its screen."""
        notice: Screen[object] = screen_class("notice")(sentence)
        self._app.push_screen(notice)
        return notice

    def report_settings_file(self, path: Path | None) -> None:
        """Show the problems of the settings file, if there are any."""
        if problems := load(path)[1]:
            self.show("\n".join(problem.sentence() for problem in problems))

    def report_unsaved_settings(self, error: Exception) -> None:
        """Show once why settings are not saved.

        Raises:
            Exception: `error`, if it is a bug.
        """
        if not isinstance(error, SettingsNotSavedError):
            raise error
        if not self._settings_reported:
            self._settings_reported = True
            self.show(error.sentence())

    def report_books(self) -> None:
        """Show the new problems of opening books since the last report."""
        from p4tui.engine.solver import BOOKS
        from p4tui.words.errors import book_sentence

        news = BOOKS.refused[self._books_reported :]
        self._books_reported += len(news)
        for error in news:
            self.show(book_sentence(error))

    def report_storage(self, event: Event) -> None:
        """Show an event of the saved games. A lost game is one that was left before."""
        from p4tui.words.saved import event_sentence, left_game_sentence

        if isinstance(event, GameLost):
            sentence = left_game_sentence(event.error)
        else:
            sentence = event_sentence(event)
        if sentence is not None:
            if isinstance(event, SavingRecovered) and self._app.screen is self._saving_fails:
                self._app.pop_screen()
            notice = self.show(sentence)
            self._saving_fails = notice if isinstance(event, SavingFailed) else None
