"""`WindowPage`: the text of a window that is too small for a board."""

from __future__ import annotations

from p4tui.i18n import _
from p4tui.tui.look.layout import MIN_WINDOW
from p4tui.tui.widgets.text_page import Paragraph, TextPage


def window_page() -> list[Paragraph]:
    """Return the text of a window that is too small."""
    needs = _("Window too small: p4tui needs at least {columns} x {lines} characters.")
    return [("", needs.format(columns=MIN_WINDOW[0], lines=MIN_WINDOW[1]))]


class WindowPage(TextPage):
    """The text of a window that is too small."""

    def __init__(self, *, id: str) -> None:
        super().__init__(window_page, id=id)
