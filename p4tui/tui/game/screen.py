"""The screen of a game: the board, the players, the status line and the keys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from p4tui.actions.action import Action
from p4tui.actions.game import GAME
from p4tui.actions.keymap import given_keys
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Change, Match
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.bindings import bindings
from p4tui.tui.game import possible, presenter
from p4tui.tui.game.clock_face import Times
from p4tui.tui.game.controller import GameController
from p4tui.tui.game.ending import GameEnding
from p4tui.tui.look.board_art import has_numbers
from p4tui.tui.look.layout import MIN_WINDOW, Arrangement
from p4tui.tui.messages import AdviceFound, ReplyReceived
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.player_panel import PlayerPanel, short_times
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import TextPage


class GameScreen(BoardScreen[None]):
    """A match being played."""

    ACTIONS = GAME
    BINDINGS: ClassVar[list[BindingType]] = bindings(GAME)
    AUTO_FOCUS = ""

    def __init__(self, match: Match, rng: random.Random, opened: OpenedGame | None = None) -> None:
        """Play a match.

        Args:
            match: the match as it stands.
            rng: makes the computers' random choices.
            opened: the saved game that is resumed; None for a new match.
        """
        super().__init__()
        self.controller = GameController(self, match, rng, opened, self._follow, self._show_times)
        self.session, self.recorder = self.controller.session, self.controller.recorder
        self.session.subscribe(self._show)
        self.handle_loss = self.controller.loss.handle_loss
        self.ending = GameEnding(self, self.controller)
        self.confirm_leaving = self.ending.confirm_leaving
        self._bind_actions()
        today = self.services.today()
        self._news = presenter.resume_news(opened, today) if opened else presenter.NO_NEWS
        self._turn_text = ""

    def _bind_actions(self) -> None:
        """Bind the actions of the keys to the controller and the ending."""
        controller, ending, session = self.controller, self.ending, self.session
        self.action_undo = partial(controller.attempt, session.undo)
        self.action_redo = partial(controller.attempt, session.redo)
        self.action_swap = partial(controller.attempt, session.swap_sides)
        self.action_hint = partial(controller.attempt, controller.hint)
        self.action_move_now = partial(controller.attempt, controller.move_now)
        self.action_level = partial(controller.attempt, controller.change_level)
        self.action_pause = partial(controller.attempt, controller.pause)
        self.action_step = partial(controller.attempt, controller.step)
        self.action_speed = controller.change_speed
        self.action_new_game = ending.new_game
        self.action_resign = ending.resign
        self.action_back = ending.show_menu

    def compose(self) -> ComposeResult:
        """Make the board and the panel, the status line and the key bar."""
        services = self.services
        grid = Grid(art=services.art, id="board")
        grid.by_cell = services.preferences.cursor == "cell"
        with Container(id="field"):
            yield grid
            yield PlayerPanel(ascii_only=services.ascii_only, id="panel")
        yield TextPage(presenter.window_page, id="too-small")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.session.match.geometry

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
        if not self.has_class("-too-small"):  # keys must not play on a hidden board
            self.grid.focus()
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
        self.leave()

    def leave(self) -> None:
        """End the session."""
        self.controller.close()

    def on_screen_resume(self) -> None:
        """Show the results of a game that ended behind another screen."""
        self.ending.show_pending_results()

    def place_board(self) -> Arrangement:
        """Place the board and the panel, or say that the window is too small."""
        width, height = self.app.size
        small = width < MIN_WINDOW[0] or height < MIN_WINDOW[1]
        if not small and (self.has_class("-too-small") or self.focused is None):
            self.call_after_refresh(self._board_is_back)
        self.set_class(small, "-too-small")
        plan = super().place_board()
        panel = self.query_one(PlayerPanel)
        panel.styles.width, panel.styles.height = plan.panel
        panel.display = plan.panel[1] > 0
        panel.numbers = has_numbers(self.geometry.columns, plan.frame.cell)
        self.grid.reserved = given_keys(self.services.preferences.settings.keymap)
        self._show_times(self.controller.clock_face.times)
        if self._turn_text:
            self.scores_changed()
        field = self.query_one("#field")
        order = [self.grid, panel] if plan.beside else [panel, self.grid]
        if list(field.children) != order:
            field.move_child(order[0], before=order[1])
        return plan

    def _board_is_back(self) -> None:
        """Focus the board, which lost the focus while it was hidden, and place the terminal's cursor."""
        self.grid.focus()
        self.call_after_refresh(self.place_cursor)

    def _show(self, change: Change, match: Match) -> None:
        """Show a change of the match."""
        if change is Change.CLOCK or not self.is_attached:
            return
        grid, before = self.grid, self.query_one(PlayerPanel).match or match
        animated = self.services.preferences.animated and self.is_active
        grid.hint = None
        if change is not Change.PAUSE:
            unproven, earlier = self.session.unproven, self._news
            self._news = presenter.news_of(change, before, match, earlier, unproven=unproven)
        if change is Change.MOVE:
            if animated and match.game.last_cell is not None:
                self.grid.animate_drop(match.game.last_cell, match.to_move.other)
        elif change not in {Change.FAILURE, Change.PAUSE}:
            self.grid.end_animation()
            if change is Change.NEW_GAME and animated and before.position.ply:
                self.grid.animate_emptying(before.position, before.starter)
        self._follow()
        if match.outcome is not None and not self.grid.falling:
            self.ending.show_results()

    def _follow(self) -> None:
        """Synchronize all widgets with the match, and start the session's turn."""
        match, grid = self.session.match, self.grid
        self.query_one(PlayerPanel).match = match
        grid.starter, grid.position, grid.last = match.starter, match.position, match.game.last_cell
        grid.live = self.controller.person_to_move
        self.controller.searches.follow()
        self.query_one(KeyBar).repaint()
        self.controller.clock_face.follow()
        self.follow_scores()
        self._say_turn()

    def _show_times(self, times: Times | None) -> None:
        """Show the times on the panel or, without one, on the status line."""
        panel = self.query_one(PlayerPanel)
        panel.times = times
        hidden = times is not None and not panel.display
        self.query_one("#status", StatusLine).aside = short_times(times) if hidden else ""

    @property
    def has_clock(self) -> bool:
        """Whether the match has a clock."""
        return self.session.match.clock is not None

    def refresh_words(self) -> None:
        """Say whose turn it is in the new language."""
        self.grid.by_cell = self.services.preferences.cursor == "cell"
        self._news = presenter.NO_NEWS
        self.place_board()
        self._say_turn()

    def _say_turn(self) -> None:
        """Report the last event, if there is room, and whose turn it is."""
        forms = presenter.status_forms(self.controller.situation, self._news)
        fits = self.query_one("#status", StatusLine).fits
        self._turn_text = next(filter(fits, forms), forms[-1])
        self.say(self._turn_text, alert=self.session.failure is not None)

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence, and discard a typed digit."""
        for grid in self.query(Grid):
            grid.forget_number()
        super().say(text, *shorter, alert=alert)

    @property
    def open_position(self) -> Position | None:
        """The position, None after the game."""
        match = self.session.match
        return match.position if match.outcome is None else None

    def may_analyse(self) -> bool:
        """Return whether the processor is free: no computer is at its move."""
        return not self.controller.searches.searching

    def _cursor_moved(self) -> None:
        """Say the score of the column that is chosen now."""
        if self.controller.announces_score:
            self._news = presenter.NO_NEWS
            self._say_turn()

    def scores_changed(self) -> None:
        """Update the status line, if it says whose turn it is."""
        if self.query_one("#status", StatusLine).text == self._turn_text:
            self._say_turn()

    def on_advice_found(self, message: AdviceFound) -> None:
        """Show the best column."""
        if self.analyst.accept_advice(message):
            self.controller.show_advice(message.advice)
            self.follow_scores()
            self.services.notices.report_books()

    def action_scores(self) -> None:
        """Show the columns' scores, or hide them."""
        self._news = presenter.NO_NEWS
        super().action_scores()
        if self.scores_enabled and self.controller.searches.searching:
            self.controller.refuse(
                _("The scores appear on a person's turn"), _("Only on your turn")
            )
        elif not self.explain_scores():
            self._say_turn()

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
            self.ending.show_results()

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Make a person's move."""
        self.controller.move(message.column)

    def on_grid_cell_refused(self, message: Grid.CellRefused) -> None:
        """Report the landing cell of the column, or why the column cannot be played."""
        if not self.session.match.person_to_move or message.landing is None:
            self.controller.move(message.cell.column)
        else:
            self.say(presenter.cell_sentence(message.cell, message.landing), alert=True)

    def on_grid_number_begun(self, message: Grid.NumberBegun) -> None:
        """Ask for the second digit."""
        super().say(*presenter.number_forms(message.number))

    def on_grid_choice_cancelled(self, message: Grid.ChoiceCancelled) -> None:
        """Report the cancellation, and whose turn it is."""
        self.controller.answer(_("Choice cancelled"))

    def action_drop(self) -> None:
        """Drop a disc in the chosen column."""
        self.grid.action_drop()
