"""`LookBack`: an earlier position of a game that is being played, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from p4tui.play.session import Session


class LookBack:
    """The earlier position that is shown, if any. The session knows nothing of it.

    Attributes:
        shown: the number of moves before it; None while the current position is shown.
    """

    def __init__(self, session: Session, show: Callable[[], None]) -> None:
        """Look back on the game of a session; `show` is called after every change."""
        self.shown: int | None = None
        self._session = session
        self._show = show

    def step(self, step: int) -> None:
        """Go some moves forward, or back."""
        total = self._session.match.game.cursor
        self.go_to((total if self.shown is None else self.shown) + step)

    def go_to(self, shown: int) -> None:
        """Show the position after some moves; the last one is the current position."""
        shown = max(shown, 0)
        self.shown = shown if shown < self._session.match.game.cursor else None
        self._show()

    def end(self) -> bool:
        """Return to the current position; return whether another one was shown."""
        if self.shown is None:
            return False
        self.shown = None
        self._show()
        return True
