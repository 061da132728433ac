"""Help: the rules and the keys of all screens, then the pages of the manual."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.lists import MANUAL
from p4tui.actions.screens import SCREENS
from p4tui.actions.tables import key_table
from p4tui.i18n import N_, _, language
from p4tui.manual.pages import TOPICS
from p4tui.tui.bindings import bindings
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import PREFORMATTED, TITLE, Paragraph, TextPage

RULES = (
    N_(
        "Two players take turns to drop a disc into a column of an upright board. A disc falls to the lowest free cell."
    ),
    N_(
        "Four discs in line (or as many as the menu says) win at once, in any direction. A full board without a line is a draw."
    ),
    N_("Boards have 4 to 32 columns and rows; a line has 3 discs or more, as chosen in the menu."),
    N_(
        "With a clock, you lose if your time runs out. The clock starts with the first disc; undo gives the time back."
    ),
    N_("Player 1 is red, player 2 yellow. The players take turns to start."),
)
"""The rules, to be translated."""


class HelpScreen(P4Screen[None]):
    """A page with the rules and the keys, and one for every topic of the manual.

    Attributes:
        page: the page that is shown; 0 for the rules and the keys.
    """

    ACTIONS = MANUAL
    BINDINGS: ClassVar[list[BindingType]] = bindings(MANUAL)

    def __init__(self) -> None:
        super().__init__()
        self.page = 0

    def compose(self) -> ComposeResult:
        """Yield the page, the status line and the key bar."""
        yield TextPage(self.paragraphs, id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Focus the page."""
        self.query_one(TextPage).focus()
        self.refresh_words()

    def refresh_words(self) -> None:
        """Show the status line in the current language."""
        page = _("Page {number} of {total}").format(number=self.page + 1, total=len(TOPICS) + 1)
        scroll = _("Up and Down scroll")
        self.say(f"{page}. {scroll}", page)

    def paragraphs(self) -> list[Paragraph]:
        """Return the page that is shown."""
        return self._topic_lines(TOPICS[self.page - 1]) if self.page else self._rules_and_keys()

    def _topic_lines(self, topic: str) -> list[Paragraph]:
        """Return a page of the manual."""
        from p4tui.manual.rendering import manual_lines
        from p4tui.manual.tables import table

        width = self.query_one(TextPage).size.width - 2
        tables = partial(table, self.services.preferences.settings.keymap)
        return [
            (TITLE if line.is_heading else PREFORMATTED, line.text)
            for line in manual_lines(topic, language(), width, tables)
        ]

    def _rules_and_keys(self) -> list[Paragraph]:
        """Return the rules, then the keys of every screen."""
        keymap = self.services.preferences.settings.keymap
        text = [(TITLE, _("Rules")), *(("", _(rule)) for rule in RULES)]
        for screen in SCREENS.values():
            if screen.heading:
                text.append((TITLE, _(screen.heading)))
                if screen.id == "game":
                    by_cell = self.services.preferences.cursor == "cell"
                    text += key_table("cells" if by_cell else "board", keymap)
                text += key_table(screen.id, keymap)
        return [*text, (TITLE, _("Anywhere")), *key_table("everywhere", keymap)]

    def action_turn(self, pages: int) -> None:
        """Turn pages; the last is followed by the first."""
        self.page = (self.page + pages) % (len(TOPICS) + 1)
        text = self.query_one(TextPage)
        text.top = 0
        text.repaint()
        self.refresh_words()

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
