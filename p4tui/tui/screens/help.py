"""Help: the rules, and the keys of the screen that it was called from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.i18n import _
from p4tui.tui.actions import GAME, MENU, PAGE, RESULTS, Action, bindings, key_name, keys_of
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import Paragraph, TextPage


class HelpScreen(P4Screen[None]):
    """Rules and keys."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE)]

    def compose(self) -> ComposeResult:
        """The text, a line on scrolling, the keys."""
        yield TextPage(self.paragraphs, id="text")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Ready to scroll."""
        self.query_one(TextPage).focus()
        self.refresh_words()

    def refresh_words(self) -> None:
        """The line in the language that is spoken now."""
        self.say(_("Up and Down scroll"))

    def paragraphs(self) -> list[Paragraph]:
        """The rules, then the keys."""
        return [
            ("#", _("Rules")),
            (
                "",
                _(
                    "Two players drop discs in turn into the columns of an upright grid. A disc falls to the lowest free cell."
                ),
            ),
            (
                "",
                _(
                    "Four discs in line, across, up or on a diagonal, win at once. A full grid without a line is a draw."
                ),
            ),
            (
                "",
                _(
                    "Boards have 4 to 32 columns and rows; a line has 3 discs or more, as chosen in the menu."
                ),
            ),
            ("", _("Player 1 is red, player 2 yellow. Who starts changes from game to game.")),
            ("#", _("On the board")),
            (_("Left Right"), _("Choose a column")),
            (_("Down Enter Space"), _("Drop a disc in the chosen column")),
            ("1-9", _("Drop in that column; on wide boards type two digits within a second")),
            (_("Mouse"), _("Point to choose, click to drop")),
            *self._keys(GAME),
            ("#", _("After a game")),
            *self._keys(RESULTS),
            ("#", _("In the menu")),
            (_("Up Down"), _("Choose a row")),
            (_("Left Right"), _("Change its value")),
            (_("Enter"), _("Play, or do what the row says")),
            *self._keys(MENU),
            ("#", _("Anywhere")),
            ("Ctrl+C", _("Twice: quit")),
            ("Ctrl+Z", _("Suspend; fg comes back")),
        ]

    def _keys(self, actions: Sequence[Action]) -> list[Paragraph]:
        """A line for each action with a key."""
        keymap = self.p4app.settings.keys
        return [
            (key_name(keys_of(action, keymap)), _(action.description))
            for action in actions
            if action.keys
        ]

    def action_back(self) -> None:
        """Back to the screen before."""
        self.dismiss(None)
