"""The screen of a game: the board, the players, the moves, the message and the keys."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.game import GAME
from p4tui.actions.keymap import given_keys
from p4tui.i18n import _
from p4tui.play.match import Change, Match
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.bindings import bindings
from p4tui.tui.game import possible, presenter
from p4tui.tui.game.actions import GameActions
from p4tui.tui.game.clock_face import Times
from p4tui.tui.game.controller import GameController
from p4tui.tui.game.ending import GameEnding
from p4tui.tui.game.look_back import LookBack
from p4tui.tui.game.message import GameMessage
from p4tui.tui.look.layout import is_too_small
from p4tui.tui.look.places import GameLayout
from p4tui.tui.match_forms import number_forms
from p4tui.tui.messages import AdviceFound, ReplyReceived
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.window_page import WindowPage
from p4tui.words.match import cell_sentence


class GameScreen(GameActions, BoardScreen[None]):
    """A match being played."""

    ACTIONS: ClassVar[Sequence[Action]] = GAME
    BINDINGS: ClassVar[list[BindingType]] = bindings(GAME)
    LAST_RESORT = "too-small"
    AUTO_FOCUS = ""
    CONTROLLER: type[GameController] = GameController
    ENDING: type[GameEnding] = GameEnding
    MESSAGE: type[GameMessage] = GameMessage
    """Its parts, of which a game with another terminal has its own kinds."""

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        opened: OpenedGame | None = None,
        choose_levels: Callable[[Match], Match] = lambda match: match,
    ) -> None:
        """Play a match.

        Args:
            match: the match as it stands.
            rng: makes the computers' random choices.
            opened: the saved game that is resumed; None for a new match.
            choose_levels: chooses the levels of automatic seats before a game.
        """
        super().__init__()
        self.controller = self.CONTROLLER(
            self, match, rng, opened, choose_levels, self._follow, self.show_match
        )
        self.session, self.recorder = self.controller.session, self.controller.recorder
        self.session.subscribe(self._show)
        self.handle_loss = self.controller.loss.handle_loss
        self.look_back = LookBack(self.session, self._show_look_back)
        self.ending = self.ENDING(self, self.controller)
        self.message = self.MESSAGE(self, self.controller, opened)
        self.confirm_leaving = self.ending.confirm_leaving
        self._before = match
        self._is_small = False

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets around it, and the text for a window that is too small."""
        yield from super().compose()
        yield WindowPage(id="too-small")

    @property
    def current(self) -> Match:
        """The match being played."""
        return self.session.match

    @property
    def shown(self) -> int:
        """The number of moves before the shown position: of an earlier one while somebody looks back."""
        earlier = self.look_back.shown
        return self.current.game.cursor if earlier is None else earlier

    @property
    def times(self) -> Times | None:
        """The seconds left to both players."""
        return self.controller.clock_face.times

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is at its move."""
        return self.controller.searches.searching

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here now."""
        return presenter.actions(self.controller.situation)

    def can_run(self, action: Action) -> bool:
        """Return whether an action would not be refused."""
        return possible.can_run(self.controller.situation, action.id)

    def on_mount(self) -> None:
        """Show the match and start its first search."""
        suspended, back = self.app.app_suspend_signal, self.app.app_resume_signal
        suspended.subscribe(self, lambda _: self.controller.clock_face.suspend(), immediate=True)
        back.subscribe(self, lambda _: self.controller.clock_face.resume(), immediate=True)
        self.place_board()
        self._follow()
        self.watch(self.grid, "cursor", self._cursor_moved, init=False)
        if not self._is_small:  # keys must not play on a hidden board
            self.set_focus(self.grid)  # at once: keys may have been typed ahead
        if (archive := self.services.archive) is not None:
            # Open the database now, so that the first move does not wait for it.
            self.call_after_refresh(archive.request, lambda games: games.unfinished(limit=1))
        if self.session.match.outcome is not None:
            self.call_after_refresh(self.ending.show_results)

    def note_input(self) -> None:
        """Start the clock of a resumed game at the first key."""
        self.controller.clock_face.release()

    def on_unmount(self) -> None:
        """End the session."""
        self.controller.close()

    leave = on_unmount

    def on_screen_resume(self) -> None:
        """Show the results of a game that ended behind another screen."""
        self.ending.show_pending_results()

    def place_board(self) -> GameLayout:
        """Place everything, or say that the window is too small."""
        small = is_too_small(*self.app.size)
        if not small and (self._is_small or self.focused is None):
            # The board lost the focus while it was hidden.
            self.call_after_refresh(self.grid.focus)
            self.call_after_refresh(self.place_cursor)
        self._is_small = small
        preferences = self.services.preferences
        self.grid.by_cell = preferences.cursor == "cell"
        self.grid.reserved = given_keys(preferences.settings.keymap)
        layout = super().place_board()
        self.message.refresh()
        return layout

    def _show(self, change: Change, match: Match) -> None:
        """Show a change of the match."""
        if change is Change.CLOCK or not self.is_attached:
            return
        grid, before, self._before = self.grid, self._before, match
        animated = self.services.preferences.animated and self.is_active
        grid.hint = None
        if change is not Change.PAUSE:
            self.message.note(change, before, match)
        if change is Change.MOVE:
            seen = self.look_back.shown is None
            if animated and seen and match.game.last_cell is not None:
                self.grid.animate_drop(match.game.last_cell, match.to_move.other)
        elif change not in {Change.FAILURE, Change.PAUSE}:
            self.look_back.shown = None
            self.grid.end_animation()
            if change is Change.NEW_GAME and animated and before.position.ply:
                self.grid.animate_emptying(before.position, before.starter)
        self._follow()
        if match.outcome is not None and not self.grid.falling:
            self.ending.show_results()

    def _follow(self) -> None:
        """Synchronize all widgets with the match, and start the session's turn."""
        self._show_position()
        self.controller.searches.follow()
        self.query_one(KeyBar).repaint()
        self.controller.clock_face.follow()
        self.follow_scores()
        if not self.explain_scores():
            self.message.say()

    def _show_position(self) -> None:
        """Show the position on the board: a person plays on the current one alone."""
        match, grid = self.current, self.grid
        grid.starter, grid.position = match.starter, self.shown_position
        grid.last = match.game.cell_of_move(self.shown)
        grid.browsing = self.look_back.shown is not None
        grid.live = self.controller.person_to_move and not grid.browsing

    def _show_look_back(self) -> None:
        """Show an earlier position, or the current one again."""
        self.grid.end_animation()
        self.grid.hint = None
        self.message.forget_news()
        self._show_position()
        self.query_one(KeyBar).repaint()
        self.follow_scores()
        self.message.say()

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        """Look at the position after a move."""
        self.look_back.go_to(message.shown)

    def refresh_words(self) -> None:
        """Say whose turn it is in the new language."""
        self.message.forget_news()
        self.place_board()
        self.message.say()

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence, and discard a typed digit."""
        for grid in self.query(Grid):
            grid.forget_number()
        super().say(text, *shorter, alert=alert)

    def may_analyse(self) -> bool:
        """Return whether the game goes on and the processor is free: no computer is at its move."""
        return not self.controller.searches.searching and self.current.outcome is None

    def _cursor_moved(self) -> None:
        """Say the score of the column that is chosen now."""
        if self.controller.announces_score:
            self.message.forget_news()
            self.message.say()

    def scores_changed(self) -> None:
        """Update the message, if it says whose turn it is."""
        self.message.refresh()

    def on_advice_found(self, message: AdviceFound) -> None:
        """Show the best column."""
        if self.analyst.accept_advice(message):
            self.controller.show_advice(message.advice)
            self.follow_scores()
            self.services.notices.report_books()

    def action_scores(self) -> None:
        """Show the columns' scores, or hide them."""
        self.message.forget_news()
        super().action_scores()
        if self.scores_enabled and self.controller.searches.searching:
            self.controller.refuse(
                _("The scores appear on a person's turn"), _("Only on your turn")
            )
        elif not self.explain_scores():
            self.message.say()

    def action_drop(self) -> None:
        """Drop a disc in the chosen column."""
        self.grid.action_drop()

    def on_reply_received(self, message: ReplyReceived) -> None:
        """Make a computer's move, after the disc before it has landed."""
        self.controller.searches.receive(message.reply, ready=not self.grid.falling)
        self.controller.clock_face.follow()
        self.services.notices.report_books()

    def on_grid_settled(self, message: Grid.Settled) -> None:
        """Make the move that waited for the disc to land, or show the results."""
        if self.grid.falling or self.controller.searches.deliver_waiting_move():
            return
        if self.session.match.outcome is not None:
            self.show_match()
            self.ending.show_results()

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Make a person's move, or return from an earlier position."""
        if not self.look_back.end():
            self.controller.move(message.column)

    def on_grid_cell_refused(self, message: Grid.CellRefused) -> None:
        """Report the landing cell of the column, or why the column cannot be played."""
        if self.look_back.end():
            return
        if not self.session.match.person_to_move or message.landing is None:
            self.controller.move(message.cell.column)
        else:
            self.say(cell_sentence(message.cell, message.landing), alert=True)

    def on_grid_number_begun(self, message: Grid.NumberBegun) -> None:
        """Ask for the second digit, or return from an earlier position."""
        if not self.look_back.end():
            super().say(*number_forms(message.number))

    def on_grid_choice_cancelled(self, message: Grid.ChoiceCancelled) -> None:
        """Report the cancellation, and whose turn it is."""
        self.controller.answer(_("Choice cancelled"))
