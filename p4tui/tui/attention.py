"""`Attention`: calls a person back to a window that has no focus."""

from __future__ import annotations

from p4tui.tui.preferences import Preferences
from p4tui.tui.terminal.app import TerminalApp


class Attention:
    """The terminal's bell, for a person who looks at another window."""

    def __init__(self, app: TerminalApp, preferences: Preferences) -> None:
        """Ring the bell of an app that has not begun yet, if the settings say so."""
        self._app = app
        self._preferences = preferences
        app.wants_focus_reports = preferences.settings.bell

    def change(self, bell: bool) -> None:
        """Switch the bell on or off."""
        self._preferences.change(bell=bell)
        self._app.report_focus(bell)

    def call(self) -> None:
        """Ring the bell, if it is on and the window has no focus."""
        if self._preferences.settings.bell and not self._app.has_focus:
            self._app.bell()
