"""The explorer: a position is walked column by column, with exact scores and the results of the saved games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer

from p4tui.actions.action import Action
from p4tui.actions.explorer import EXPLORER
from p4tui.actions.keymap import given_keys
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.play.setup import against_level
from p4tui.tui.bindings import bindings
from p4tui.tui.evaluation import score_labels
from p4tui.tui.look.board_art import column_label
from p4tui.tui.look.explorer_layout import with_table
from p4tui.tui.look.layout import is_too_small
from p4tui.tui.look.places import GameLayout
from p4tui.tui.look.signs import signs_of
from p4tui.tui.match_forms import (
    banner_forms,
    brief_error,
    column_forms,
    number_forms,
    score_text,
)
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.screens.game_counter import GameCounter
from p4tui.tui.widgets.column_table import ColumnRow, ColumnTable
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.window_page import WindowPage
from p4tui.words.errors import error_sentence, storage_sentence
from p4tui.words.explorer import with_games
from p4tui.words.match import column_name
from p4tui.words.players import colour_name

PATIENCE_SECONDS = 0.25
"""Seconds until unknown scores are shown as such: what comes sooner is drawn once, for a third less bytes."""


class ExplorerScreen(BoardScreen[None]):
    """A position to walk. Its players have no names: whoever reached it is of no matter."""

    ACTIONS = EXPLORER
    BINDINGS: ClassVar[list[BindingType]] = bindings(EXPLORER)
    LAST_RESORT = "too-small"
    AUTO_FOCUS = ""

    def __init__(self, match: Match | None = None, shown: int = 0) -> None:
        """Explore the position after some moves of a match; without one, the empty board that the menu describes."""
        super().__init__()
        self.scores_enabled = True
        self._given, self._begun = match, shown
        self._game: Game | None = None
        self._counter = GameCounter(self, self._show_counted)
        self._patience: Timer | None = None

    @cached_property
    def origin(self) -> Match:
        """The match that the explorer was opened from."""
        if self._given is not None:
            return self._given
        setup = self.services.preferences.choices.setup()
        return Match(setup.red, setup.yellow, Game.new(Position(setup.geometry)))

    @property
    def game(self) -> Game:
        """The moves up to the shown position, and those that were gone back."""
        if self._game is None:
            self._game = self.origin.game.first(self._begun)
        return self._game

    @property
    def current(self) -> Match:
        """The match at the shown position."""
        return Match(Person(), Person(), self.game, self.origin.starter)

    @property
    def shown(self) -> int:
        """The number of moves before the shown position."""
        return self.game.cursor

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets around it, the table, and the text for a window that is too small."""
        yield from super().compose()
        yield ColumnTable(signs=signs_of(self.services.art), id="table")
        yield WindowPage(id="too-small")

    def on_mount(self) -> None:
        """Show the position."""
        self.place_board()
        self.watch(self.grid, "cursor", self._show_column, init=False)
        self._show_position()

    def on_unmount(self) -> None:
        """Stop counting games."""
        self._counter.close()

    def layout_in(self, width: int, height: int) -> GameLayout:
        """Return the places of everything in a window, with the table."""
        layout, columns = super().layout_in(width, height), self.geometry.columns
        return with_table(layout, columns, lean=self.services.art.lean)

    def place_board(self) -> GameLayout:
        """Place everything, or say that the window is too small."""
        layout, grid = super().place_board(), self.grid
        grid.reserved = given_keys(self.services.preferences.settings.keymap)
        if self.focused is None and not is_too_small(*self.app.size):
            self.set_focus(grid)  # at once: keys may have been typed ahead
            self.call_after_refresh(self.place_cursor)
        self._show_table()
        return layout

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        ended = self.open_position is None
        refused = {
            "enter": ended,
            "play": ended,
            "out": not self.game.can_undo,
            "again": not self.game.can_redo,
        }
        return not refused.get(action.run, False)

    def names(self) -> str:
        """Return the name of the screen for the header."""
        return _("Explorer")

    def facts(self) -> str:
        """Return the moves for the header, unless their list is shown."""
        if self.plan.moves is not None:
            return ""
        moves = format_moves(self.game.played)
        return _("Moves: {moves}").format(moves=moves) if moves else _("No moves yet")

    # -- what is seen -----------------------------------------------------------------------------------------------

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.place_board()
        self._show_column()

    def _go_to(self, game: Game) -> None:
        """Show the position of a game."""
        self._game = game
        self._show_position()

    def _show_position(self) -> None:
        """Show the position, and ask for its scores and games."""
        grid, position = self.grid, self.shown_position
        grid.starter, grid.position = self.origin.starter, position
        grid.last = self.game.last_cell
        grid.live = position.outcome is None
        self.query_one(KeyBar).repaint()
        self._counter.follow(position)
        if self._patience is None:
            self._patience = self.set_timer(PATIENCE_SECONDS, self._lose_patience)
        self.follow_scores()

    def _lose_patience(self) -> None:
        """Show what is known by now."""
        self._patience = None
        self.show_scores()

    def show_scores(self) -> None:
        """Show all that is known of the position; at first, wait for the rest of it."""
        if self._patience is not None:
            if not self._is_known():
                return
            self._patience.stop()
            self._patience = None
        super().show_scores()
        self._show_table()
        if self.services.art.lean and self.query_one(ColumnTable).shows_scores:
            self.grid.scores = None  # once is enough
        self._show_column()

    def _is_known(self) -> bool:
        """Return whether the scores of all columns and the games are known."""
        position = self.shown_position
        scores = self.analyst.scores_of(position)
        scored = all(scores and scores[column] for column in position.legal_columns())
        return scored and self._counter.is_done(position)

    def _show_counted(self) -> None:
        """Show what was counted, or why nothing is."""
        if (error := self._counter.error) is not None:
            self.services.notices.show(storage_sentence(error))
        self.show_scores()

    def _show_table(self) -> None:
        """Show the scores and the games of all columns."""
        position, table = self.shown_position, self.query_one(ColumnTable)
        reached = self._counter.reached(position)
        labels = score_labels(position, self.analyst.scores_of(position))
        columns, cell = position.geometry.columns, self.plan.window.frame.cell
        table.rows = [
            ColumnRow(
                column,
                column_label(column, columns, cell),
                labels[column],
                None if reached is None else reached.columns[column],
            )
            for column in position.legal_columns()
        ]
        table.total = "" if reached is None else str(reached.total.games)

    def _show_column(self) -> None:
        """Say the score and the games of the chosen column, or how the game ended."""
        column, position = self.grid.cursor, self.shown_position
        self.query_one(ColumnTable).chosen = column
        if position.outcome is not None:
            self.say(*banner_forms(self.current))
            return
        score = score_text(position, column, self.analyst.scores_of(position))
        reached = self._counter.reached(position)
        words = with_games(score, reached, column)
        name = colour_name(self.current.to_move)
        named = _("{name}, column {column}: {words}").format(
            name=name, column=column_name(column), words=words[0]
        )
        brief = [form for each in words for form in column_forms(column, each)[:2]]
        self.say(named, *brief)

    # -- what a person does -----------------------------------------------------------------------------------------

    def on_grid_column_selected(self, message: Grid.ColumnSelected | ColumnTable.Clicked) -> None:
        """Go into a column."""
        self._change(lambda: self.game.play(message.column))

    on_column_table_clicked = on_grid_column_selected

    def _change(self, change: Callable[[], Game]) -> None:
        """Show the position of a changed game, or say why it cannot be changed."""
        try:
            game = change()
        except P4Error as error:
            self.say(error_sentence(error), *brief_error(error), alert=True)
        else:
            self._go_to(game)

    def on_grid_number_begun(self, message: Grid.NumberBegun) -> None:
        """Ask for the second digit."""
        self.say(*number_forms(message.number))

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        """Go back to the position after a move."""
        self._go_to(replace(self.game, cursor=message.shown))

    def action_enter(self) -> None:
        """Go into the chosen column."""
        self.grid.action_drop()

    def action_out(self) -> None:
        """Go back one move."""
        self._change(self.game.undo)

    def action_again(self) -> None:
        """Make the move again that was gone back."""
        self._change(self.game.redo)

    def action_copy(self) -> None:
        """Copy the moves."""
        moves = format_moves(self.game.played)
        self.app.copy_to_clipboard(moves)
        self.say(_("Copied: {moves}").format(moves=moves))

    def action_play(self) -> None:
        """Play on from here against a level."""
        if self.open_position is None:
            self.say(
                _("The game is over here: go back to an earlier move"),
                _("The game is over here"),
                alert=True,
            )
            return
        setup = self.services.preferences.choices.setup()
        new = against_level(self.origin, self.game.first(self.shown), setup)
        navigation = self.services.navigation
        navigation.leave_game(lambda: navigation.play_on(new))

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
