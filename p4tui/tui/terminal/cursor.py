"""The terminal's own cursor, which screen readers and braille lines follow.

Textual hides it, and moves it only with an update of the screen. tests/terminal/test_cursor.py holds its place.
"""

from __future__ import annotations

from typing import Any, Final

from textual.app import App
from textual.geometry import Offset

SHOW_CURSOR: Final = "\x1b[?25h"
HIDE_CURSOR: Final = "\x1b[?25l"


def show_terminal_cursor(
    app: App[Any], position: tuple[int, int] | None, *, at_once: bool = False
) -> None:
    """Show the terminal's own cursor in a cell, or hide it.

    Textual moves the cursor there after the next update of the screen. Without a terminal (tests) only the position is set.

    Args:
        app: the running app.
        position: column and line on the screen, from 0; None hides the cursor.
        at_once: whether to move it now, as no update is due.
    """
    driver = app._driver  # noqa: SLF001  Textual has no public way to its driver
    if position is not None:
        app.cursor_position = Offset(*position)
        place = app.cursor_position  # the app may clamp it to the screen
        # Compare with where Textual left the cursor: the last position may never have been sent.
        if at_once and driver is not None and place != app._previous_cursor_position:  # noqa: SLF001
            driver.write(f"\x1b[{place.y + 1};{place.x + 1}H")
            app._previous_cursor_position = place  # noqa: SLF001
    show = getattr(driver, "show_cursor", None)
    if show is not None:
        show(position is not None)
    elif driver is not None:  # Windows
        driver.write(SHOW_CURSOR if position is not None else HIDE_CURSOR)
