"""Help: the rules, and the keys of the screen that it was called from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.i18n import N_, _
from p4tui.tui.actions import (
    EVERYWHERE,
    GAME,
    LIBRARY,
    MENU,
    PAGE,
    REPLAY,
    RESULTS,
    Action,
    bindings,
    key_names,
    keys_of,
)
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import Paragraph, TextPage

RULES = (
    N_(
        "Two players drop discs in turn into the columns of an upright grid. A disc falls to the lowest free cell."
    ),
    N_(
        "Four discs in line (or as many as were chosen) win at once, in any direction. A full grid without a line is a draw."
    ),
    N_("Boards have 4 to 32 columns and rows; a line has 3 discs or more, as chosen in the menu."),
    N_(
        "With a clock, whoever runs out of time loses. It begins with the first disc; taking back a move gives the time back."
    ),
    N_("Player 1 is red, player 2 yellow. Who starts changes from game to game."),
)
"""The rules, to be translated."""

TYPED_KEYS = (
    (
        N_("1-9"),
        N_("Drop in that column; on wide boards type both digits, or one and Enter"),
    ),
    (N_("A-W"), N_("On wide boards, with Shift: drop in column 10 (A), 11 (B) and so on")),
)
COLUMN_KEYS = (
    (N_("Left Right"), N_("Choose a column")),
    (N_("Down Enter Space"), N_("Drop a disc in the chosen column")),
    *TYPED_KEYS,
    (N_("Mouse"), N_("Point to choose, click to drop")),
    (
        N_("Up Down"),
        N_(
            "With the cell cursor (see the settings): choose a row; Enter plays the cell, Esc cancels"
        ),
    ),
)
"""The keys of the board, to be translated."""
CELL_KEYS = (
    (N_("Left Right Up Down"), N_("Choose a cell")),
    (N_("Enter Space"), N_("Play the chosen cell, if a disc dropped there would land in it")),
    (N_("Esc"), N_("Cancel the choice of a cell")),
    *TYPED_KEYS,
    (N_("Mouse"), N_("Point to choose a cell, click to drop in its column")),
)
"""The same with the cell cursor."""


class HelpScreen(P4Screen[None]):
    """Rules and keys."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE)]

    def compose(self) -> ComposeResult:
        """The text, a line on scrolling, the keys."""
        yield TextPage(self.paragraphs, id="text")
        yield StatusLine(most=1, id="status")
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
        board_keys = CELL_KEYS if self.services.cursor_kind == "cell" else COLUMN_KEYS
        return [
            ("#", _("Rules")),
            *(("", _(rule)) for rule in RULES),
            ("#", _("On the board")),
            *((_(keys), _(text)) for keys, text in board_keys),
            *self._keys(GAME),
            ("#", _("After a game")),
            *self._keys(RESULTS),
            ("#", _("In the menu")),
            (_("Up Down"), _("Choose a row")),
            (_("Left Right"), _("Change its value")),
            (_("Enter"), _("Play, or do what the row says")),
            *self._keys(MENU),
            ("#", _("Among the saved games")),
            (_("Up Down"), _("Choose a game; Page Up and Page Down, Home and End go further")),
            (_("Enter"), _("Look at it")),
            *self._keys(LIBRARY),
            ("#", _("At a saved game")),
            *self._keys(REPLAY),
            ("#", _("Anywhere")),
            *self._lines(EVERYWHERE),
            ("Ctrl+C", _("Twice: quit")),
            ("Ctrl+Z", _("Suspend; fg comes back")),
        ]

    def _keys(self, actions: Sequence[Action]) -> list[Paragraph]:
        """Return the lines of a screen's own actions that can have keys."""
        return self._lines(action for action in actions if action.keys and action not in EVERYWHERE)

    def _lines(self, actions: Iterable[Action]) -> list[Paragraph]:
        """Return a line for each action, with its keys; a blank in their place if it has none."""
        keymap = self.services.settings.keys
        return [
            (key_names(keys_of(action, keymap)) or " ", _(action.description)) for action in actions
        ]

    def action_back(self) -> None:
        """Back to the screen before."""
        self.dismiss(None)
