"""`SteppedScreen`: a game to step through, and `SteppedChoices`: the same with a list of choices."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult

from p4tui.actions.action import Action, key_name, keys_of
from p4tui.core.notation import format_moves
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.look.places import GameLayout, ListSize
from p4tui.tui.look.signs import signs_of
from p4tui.tui.match_forms import forms_of
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.choice_lines import LABEL_START
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.move_list import MoveList
from p4tui.words.match import brief_moment, moment_sentence

Result = TypeVar("Result")

_STEP = re.compile(r"step\((-?\d+)\)")
"""The Textual action of a step through the game."""


class SteppedScreen(BoardScreen[Result]):
    """A game to step through, without undone moves.

    Attributes:
        match: the match with the game.
    """

    INTERACTIVE = False

    def __init__(self, match: Match, *, scores_enabled: bool = False) -> None:
        super().__init__()
        self.match = match
        self.scores_enabled = scores_enabled
        self._shown = match.game.cursor

    @property
    def current(self) -> Match:
        """The match with the game."""
        return self.match

    @property
    def shown(self) -> int:
        """The number of moves before the shown position."""
        return self._shown

    def on_mount(self) -> None:
        """Show the last position."""
        self.place_board()
        self.show_position()

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: there is no step before the start, or after the last move."""
        step = _STEP.fullmatch(action.run)
        if step is None:
            return True
        return self.shown > 0 if int(step[1]) < 0 else not self.at_end

    @abstractmethod
    def last_forms(self) -> tuple[str, ...]:
        """Return the words on the last position, the longest form first."""

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.place_board()
        self.show_position()

    def show_position(self) -> None:
        """Show the position, and words on it."""
        grid = self.grid
        grid.starter = self.match.starter
        grid.position = self.shown_position
        grid.last = self.match.game.cell_of_move(self.shown)
        self.follow_scores()
        self.say(*(self.last_forms() if self.at_end else self.forms_at(self.shown)))

    def forms_at(self, shown: int) -> tuple[str, ...]:
        """Return which position is shown and who moved, the longest form first."""
        named = forms_of(self.match, partial(moment_sentence, shown=shown))
        return (*named, brief_moment(self.match, shown))

    def action_step(self, step: int) -> None:
        """Go some moves forward, or back."""
        self._go_to(self.shown + step)

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        """Go to a move of the list."""
        self._go_to(message.shown)

    def _go_to(self, shown: int) -> None:
        """Show the position after some moves."""
        self._shown = min(max(shown, 0), self.match.game.cursor)
        self.show_position()

    def action_scores(self) -> None:
        """Show or hide the scores of the columns."""
        super().action_scores()
        self.explain_scores()

    def copy_moves(self) -> None:
        """Copy the moves of the game."""
        moves = format_moves(self.match.game.played)
        self.app.copy_to_clipboard(moves)
        self.say(_("Copied: {moves}").format(moves=moves))


class SteppedChoices(SteppedScreen[Result]):
    """A game to step through, and a list of choices."""

    LAST_RESORT = "choices"
    FIRST_ROW = ""
    """The id of the row selected at first."""

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets around it, and the list."""
        yield from super().compose()
        yield ChoiceList((), signs=signs_of(self.services.art), ends=False, id="choices")

    def on_mount(self) -> None:
        """Give the list the keys."""
        self.set_focus(self.query_one(ChoiceList))

    @abstractmethod
    def rows(self) -> list[Row]:
        """Return the choices."""

    @abstractmethod
    def list_title(self) -> str:
        """Return the title of the list."""

    @abstractmethod
    def action_choose(self, choice: str) -> None:
        """Run the action of a row."""

    @property
    def choices_space(self) -> ListSize | None:
        """The space for the list with its shortest labels."""
        rows = self._keyed(self.rows_anywhere())
        keys = max(cell_len(row.key) for row in rows)
        labels = max(cell_len(row.brief or row.label) for row in rows)
        return ListSize(LABEL_START + keys + 1 + labels, len(self.rows()))

    def rows_anywhere(self) -> list[Row]:
        """Return the choices at all positions: the list has room for each of them."""
        return self.rows()

    def _keyed(self, rows: list[Row]) -> list[Row]:
        """Return choices with their keys."""
        keymap = self.services.preferences.settings.keymap
        keys = {action.run: key_name(keys_of(action, keymap)) for action in self.ACTIONS}
        return [replace(row, key=keys.get(f"choose('{row.id}')", "")) for row in rows]

    def place_board(self) -> GameLayout:
        """Place everything."""
        layout = super().place_board()
        self._show_rows()
        return layout

    def _show_rows(self) -> None:
        """Show the choices, with a title if it fits."""
        choices, rows = self.query_one(ChoiceList), self._keyed(self.rows())
        place = self._places.get("choices")
        if place is not None and place.height > len(rows):
            rows.insert(0, Row("", self.list_title(), heading=True))
        if list(choices.rows) != rows:
            chosen = choices.row.id if choices.rows else self.FIRST_ROW
            choices.rows = rows
            choices.select(chosen)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Run the action of a row."""
        self.action_choose(message.row.id)
