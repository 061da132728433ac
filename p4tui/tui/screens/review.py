"""The review of a game: its mistakes, found by perfect play, to be understood and tried again."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.stepped import NEXT_MISTAKE, PREVIOUS_MISTAKE, REVIEW, WHY
from p4tui.actions.widgets import DIGITS
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.setup import against_level
from p4tui.review.walk import Answer
from p4tui.tui.bindings import bindings
from p4tui.tui.reviewer import LineFound, MoveReviewed, MovesReviewed, ReasonsFound, Reviewer
from p4tui.tui.screens.review_facts import walked_match
from p4tui.tui.screens.review_walk import WalkScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.review_graph import ReviewGraph
from p4tui.tui.widgets.review_text import ReviewText
from p4tui.words.walk import (
    mistake_forms,
)


class ReviewScreen(WalkScreen):
    """A game beside perfect play, with the keys to walk through it."""

    ACTIONS = REVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVIEW), *bindings(DIGITS)]

    def __init__(self, match: Match, about: str = "") -> None:
        """Review a game with at least one move; `about` names it in the header."""
        super().__init__(match, about)
        self._choosing = False
        self._typed: int | None = None
        self._reviewer = Reviewer(self)

    def on_mount(self) -> None:
        """Show what is known of the game, or start to review it."""
        self.walk.moves = self.services.reviews.find(self.match.game)
        self.finished = bool(self.walk.moves)
        self._choose(False)
        if not self.finished:
            self._reviewer.start(self.match.game)

    def on_unmount(self) -> None:
        """Stop the review."""
        self._reviewer.close()

    def leave(self) -> None:
        """Stop the review."""
        self._reviewer.close()

    def show_position(self) -> None:
        """Show the position, and look for the reasons of its move."""
        super().show_position()
        move = self.to_explain
        if move is not None and move not in self.known_reasons:
            self._reviewer.find_reasons(move)

    def on_moves_reviewed(self, message: MovesReviewed) -> None:
        """Show moves that the review has found."""
        if not self._reviewer.accepts(message):
            return
        moves = self.walk.root.moves
        moves.update((move.ply, move) for move in message.moves)
        if message.finished:
            self.finished = True
            self.services.reviews.keep(self.match.game, moves)
        self.show_position()

    # -- what a person does -----------------------------------------------------------------------------------------

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        if action in (NEXT_MISTAKE, PREVIOUS_MISTAKE):
            return bool(self.walk.root.mistakes())
        if action is WHY:
            return not self.tells_why
        return super().can_run(action)

    def action_step(self, step: int) -> None:
        """Go some moves forward or back, in the line that is played out or in the game."""
        if self.walk.line is None and self.walk.parent is not None:
            self.walk = self.walk.parent
        self.walk.step(step)
        self._choose(False)

    def _go_to(self, shown: int) -> None:
        """Show the position after some moves."""
        self.walk = self.walk.root
        self.walk.go_to(shown)
        self._choose(False)

    def on_review_graph_chosen(self, message: ReviewGraph.Chosen) -> None:
        """Go to a move of the graph."""
        self._go_to(message.shown)

    def action_mistake(self, direction: int) -> None:
        """Go to the position before the next mistake in a direction."""
        self.walk = self.walk.root
        if self.walk.ask_next(direction):
            self._choose(False)
        else:
            self._say_mistakes()

    def action_side(self) -> None:
        """Look for the mistakes of the next side, then of both."""
        walk, order = (
            self.walk.root,
            [None, *(colour.side(self.match.starter) for colour in Colour)],
        )
        walk.side = order[(order.index(walk.side) + 1) % len(order)]
        self._say_mistakes()

    def _say_mistakes(self) -> None:
        """Say which mistakes the keys go to."""
        self.say(*mistake_forms(self.match, self.walk.root, finished=self.finished))

    def action_try_move(self) -> None:
        """Try other columns instead of the move; show the move again if they are being tried."""
        if self._choosing:
            self._step_out()
            self._choose(False)
        else:
            self._begin_trying()

    def _begin_trying(self) -> bool:
        """Let the person choose a column instead of the move that is spoken of, in a line at the shown position."""
        if self.walk.line is not None:
            aside = self.walk.aside()
            if aside is None:
                self.say(_("The game is over here"), alert=True)
                return False
            self.walk, self._typed = aside, None
            self._reviewer.review_move(aside.game)
        elif not self.walk.is_open_question:
            self.walk.ask(max(self.walk.ply, 1))
        self._choose(True)
        return True

    def on_move_reviewed(self, message: MoveReviewed) -> None:
        """Show the answer to the question beside the game, unless another one is asked by now."""
        if message.game is not self.walk.game:
            return
        self.walk.moves[message.move.ply] = message.move
        if self._typed is None:
            self.show_position()
        else:
            self._try(self._typed)

    def _step_out(self) -> bool:
        """Leave the line, else the question or the way aside; return False if there was none."""
        if self.walk.line is None and self.walk.parent is not None:
            self.walk = self.walk.parent
            return True
        return self.walk.leave()

    def _choose(self, choosing: bool) -> None:
        """Give the keys to the board or to the screen, and show the position, which may be another one."""
        self._reviewer.stop_line()
        self._choosing, grid = choosing, self.grid
        changed = grid.interactive is not choosing
        grid.can_focus = grid.interactive = choosing
        self.show_position()
        if changed:
            grid.show_changes()
        (grid if choosing else self.query_one(ReviewText)).focus()

    def action_digit(self, digit: int) -> None:
        """Try a column by its number."""
        if digit and self._begin_trying():
            self.grid.action_digit(digit)

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Try a column, chosen with keys or mouse."""
        self._try(message.column)

    def _try(self, column: int) -> None:
        """Try a column. Beside the game, one that is not reviewed yet is tried when it is."""
        answer = self.walk.try_column(column)
        if answer is Answer.FULL:
            self.say(_("Column {column} cannot be played").format(column=column + 1), alert=True)
            return
        self._typed = column if self.walk.move is None else None
        self._choose(answer is not Answer.RIGHT)

    def on_click(self, event: events.Click) -> None:
        """Try a column of the board that was clicked, also before it has the keys."""
        if event.widget is self.grid and not self._choosing:
            column = self.grid.column_at(event.x)
            if column is not None and self._begin_trying():
                self.grid.post_message(Grid.ColumnSelected(column))

    def action_why(self) -> None:
        """Show or hide the reasons for the move, or why a tried column is right or wrong if the answer does not tell it.

        Instead of an answer, they give the question up: the move of the game and what it did are shown.
        """
        if self.walk.is_open_question and not self.walk.tried:
            self.walk.go_to(self.walk.ply)
            self._choose(False)
            self.explains = True
            self.show_position()
            return
        if self.tells_why:
            told = _("The reasons are shown already")
            self.say(told if self.reasons else _("No reason is proven"), alert=True)
            return
        self.explains = not self.explains
        if self.explains and self.walk.explained is None:
            self.say(_("Nothing to explain here"), alert=True)
        else:
            self.show_position()

    def on_reasons_found(self, message: ReasonsFound) -> None:
        """Show the reasons for a move."""
        self.known_reasons[message.move] = message.reasons
        if message.move == self.walk.explained:
            self.show_position()
            if not message.reasons and self.explains:
                self.say(_("No reason is proven"), alert=True)

    def action_line(self) -> None:
        """Play out best play from the shown position, or from a wrong answer; at its end go back."""
        walk = self.walk
        if walk.line is not None:
            if walk.line.step < len(walk.line.columns):
                walk.step(1)
            else:
                walk.leave()
            self._choose(False)
            return
        start = walk.line_start
        if start.outcome is not None:
            self.say(_("The game is over here"), alert=True)
            return
        self._reviewer.find_line(start)

    def on_line_found(self, message: LineFound) -> None:
        """Begin to step through a line, unless another position is shown by now."""
        walk = self.walk
        if walk.line is not None or message.start != walk.line_start:
            return
        if message.columns:
            walk.begin_line(message.columns)
            self._choose(False)
        else:
            self.say(_("Best play is not proven here"), alert=True)

    def action_play(self) -> None:
        """Play on from the shown position against a level."""
        if self.walk.position.outcome is not None:
            self.say(_("The game is over here"), alert=True)
            return
        services = self.services
        game = walked_match(self.match, self.walk).game
        new = against_level(self.match, game, services.preferences.choices.setup())
        services.navigation.leave_game(partial(services.navigation.play_on, new))

    def action_copy(self) -> None:
        """Copy the moves of the game."""
        self.copy_moves()

    def action_back(self) -> None:
        """Go back to the game from a line or a question, else to the screen before."""
        if self._step_out():
            self._choose(False)
        else:
            self.dismiss(None)
