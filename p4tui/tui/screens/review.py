"""The review of a game: its mistakes, found by perfect play, to be understood and tried again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widget import Widget

from p4tui.actions.action import Action
from p4tui.actions.stepped import NEXT_MISTAKE, NEXT_MOVE, PREVIOUS_MISTAKE, PREVIOUS_MOVE, REVIEW
from p4tui.actions.widgets import DIGITS
from p4tui.core.colour import Colour
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.setup import against_level
from p4tui.review.summary import summarise
from p4tui.review.walk import Answer, Walk
from p4tui.tui.bindings import bindings
from p4tui.tui.look.places import GameLayout
from p4tui.tui.look.review_layout import review_layout
from p4tui.tui.match_view import MatchView
from p4tui.tui.reviewer import LineFound, MovesReviewed, Reviewer
from p4tui.tui.screens.review_facts import (
    badge_of,
    evaluation_of_walk,
    graph_of,
    labels_of,
    person_side,
    said_of,
    walked_match,
)
from p4tui.tui.screens.stepped import SteppedScreen
from p4tui.tui.text import first_fitting
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint, pair_hint
from p4tui.tui.widgets.review_graph import ReviewGraph
from p4tui.tui.widgets.review_text import ReviewText
from p4tui.tui.widgets.reviewed_moves import ReviewedMoves
from p4tui.tui.widgets.score_bar import EvaluationText, ScoreBar
from p4tui.words.walk import (
    game_forms,
    mistake_forms,
    progress_sentence,
    tally_forms,
)

FACTS_WIDTH = 34
"""The cells of the header beside the players and the result."""


class ReviewScreen(SteppedScreen[None]):
    """A game beside perfect play.

    Attributes:
        walk: the place in the game that is shown.
    """

    ACTIONS = REVIEW
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVIEW), *bindings(DIGITS)]
    LAST_RESORT = "sentence"

    def __init__(self, match: Match, about: str = "") -> None:
        """Review a game with at least one move; `about` names it in the header."""
        super().__init__(match, scores_enabled=True)
        self.walk = Walk(match.game, side=person_side(match))
        self.walk.go_to(match.game.cursor)
        self._about = about
        self._finished = False
        self._choosing = False
        self._reviewer = Reviewer(self)

    def surroundings(self) -> Iterable[Widget]:
        """Yield the graph, the list of moves, the score bar and the sentence."""
        yield ReviewGraph(id="graph")
        yield ReviewedMoves(id="moves")
        yield ScoreBar(id="bar")
        yield EvaluationText(id="evaluation")
        yield ReviewText(id="sentence")

    def on_mount(self) -> None:
        """Show what is known of the game, or start to review it."""
        self.walk.moves = self.services.reviews.find(self.match.game)
        self._finished = bool(self.walk.moves)
        self._choose(False)
        if not self._finished:
            self._reviewer.start(self.match.game)

    def on_unmount(self) -> None:
        """Stop the review."""
        self._reviewer.close()

    def leave(self) -> None:
        """Stop the review."""
        self._reviewer.close()

    def layout_in(self, width: int, height: int) -> GameLayout:
        """Return the places of everything in a window."""
        size, halves = self.geometry, self.services.art.glyphs == "blocks"
        return review_layout(size.columns, size.rows, width, height, halves=halves)

    # -- what is shown ----------------------------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """The number of moves of the game before the shown position."""
        return self.walk.shown

    @property
    def shown_position(self) -> Position:
        """The shown position, also beside the game."""
        return self.walk.position

    @property
    def explored(self) -> tuple[Match, int]:
        """The shown position for the explorer, also beside the game."""
        match = walked_match(self.match, self.walk)
        return match, match.game.cursor

    @property
    def open_position(self) -> Position | None:
        """The shown position: a finished one has a score too."""
        return self.walk.position

    @property
    def view(self) -> MatchView:
        """The match as the widgets around the board show it: as a game that somebody looks back at."""
        found = evaluation_of_walk(self.walk, self.match) if self.scores_enabled else None
        return replace(super().view, evaluation=found, looking_back=True, landed=False)

    def heading(self) -> str:
        """Return the name of the screen."""
        return _("Review")

    def names(self) -> str:
        """Return the players and the result for the header."""
        return first_fitting((*game_forms(self.match), ""), self.app.size.width - FACTS_WIDTH)

    def facts(self) -> str:
        """Return the number and the date of a saved game."""
        return self._about

    def hints(self) -> list[KeyHint]:
        """Return the keys: those of steps and of mistakes share a hint."""
        keymap = self.services.preferences.settings.keymap
        arrows = "<>" if self.services.ascii_only else "◂▸"
        step = pair_hint((PREVIOUS_MOVE, NEXT_MOVE), arrows, _("Step"), "step(1)", keymap)
        return [step, *super().hints()]

    def last_forms(self) -> tuple[str, ...]:
        """Return the words of the status line."""
        return self.forms_at(self.shown)

    def forms_at(self, shown: int) -> tuple[str, ...]:
        """Return the progress of the review, or what it found."""
        if not self._finished:
            return (progress_sentence(len(self.walk.moves), self.match.game.cursor),)
        return tally_forms(self.match, summarise(self.walk.moves.values()))

    def show_position(self) -> None:
        """Show the position, and everything about it."""
        walk, grid = self.walk, self.grid
        super().show_position()
        grid.last = walk.last_cell
        if not self.services.art.lean:
            grid.hint, grid.badge = walk.better_column, badge_of(walk)
        self.query_one(ReviewText).said = said_of(walk, self.match, brief=self.services.art.lean)
        moves = self.query_one(ReviewedMoves)
        moves.moves, moves.ply = dict(walk.moves), walk.ply
        self.query_one(ReviewGraph).graph = graph_of(walk, self.match)
        self.query_one(KeyBar).repaint()

    def follow_scores(self) -> None:
        """Show the scores that the review has found."""
        self.show_scores()

    def show_scores(self) -> None:
        """Show the scores of all columns before the move, or those of the tried columns."""
        self.grid.scores = labels_of(self.walk) if self.scores_enabled else None
        self.show_match()

    def on_moves_reviewed(self, message: MovesReviewed) -> None:
        """Show moves that the review has found."""
        if not self._reviewer.accepts(message):
            return
        self.walk.moves.update((move.ply, move) for move in message.moves)
        if message.finished:
            self._finished = True
            self.services.reviews.keep(self.match.game, self.walk.moves)
        self.show_position()

    # -- what a person does -----------------------------------------------------------------------------------------

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        if action in (NEXT_MISTAKE, PREVIOUS_MISTAKE):
            return bool(self.walk.mistakes())
        return super().can_run(action)

    def action_step(self, step: int) -> None:
        """Go some moves forward or back, in the line that is played out or in the game."""
        self.walk.step(step)
        self._choose(False)

    def _go_to(self, shown: int) -> None:
        """Show the position after some moves."""
        self.walk.go_to(shown)
        self._choose(False)

    def on_review_graph_chosen(self, message: ReviewGraph.Chosen) -> None:
        """Go to a move of the graph."""
        self._go_to(message.shown)

    def action_mistake(self, direction: int) -> None:
        """Go to the position before the next mistake in a direction."""
        if self.walk.ask_next(direction):
            self._choose(False)
        self._say_mistakes()

    def action_side(self) -> None:
        """Look for the mistakes of the next side, then of both."""
        walk, order = self.walk, [None, *(colour.side(self.match.starter) for colour in Colour)]
        walk.side = order[(order.index(walk.side) + 1) % len(order)]
        self._say_mistakes()

    def _say_mistakes(self) -> None:
        """Say which mistakes the keys go to."""
        walk = self.walk
        self.say(*mistake_forms(self.match, walk, finished=self._finished))

    def action_try_move(self) -> None:
        """Try other columns instead of the move; show the move again if they are being tried."""
        if self._choosing:
            self.walk.leave()
            self._choose(False)
        else:
            self._begin_trying()

    def _begin_trying(self) -> None:
        """Let the person choose a column instead of the move that is spoken of."""
        if not self.walk.is_open_question:
            self.walk.ask(max(self.walk.ply, 1))
        self._choose(True)

    def _choose(self, choosing: bool) -> None:
        """Give the keys to the board or to the screen, and show the position."""
        self._choosing, grid = choosing, self.grid
        grid.can_focus = grid.interactive = choosing
        self.show_position()
        grid.show_changes()
        (grid if choosing else self.query_one(ReviewText)).focus()

    def action_digit(self, digit: int) -> None:
        """Try a column by its number."""
        if digit:
            self._begin_trying()
            self.grid.action_digit(digit)

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Try a column, chosen with keys or mouse."""
        answer = self.walk.try_column(message.column)
        if answer is Answer.FULL:
            self.say(
                _("Column {column} cannot be played").format(column=message.column + 1), alert=True
            )
        else:
            self._choose(answer is not Answer.RIGHT)

    def on_click(self, event: events.Click) -> None:
        """Try a column of the board that was clicked, also before it has the keys."""
        if event.widget is self.grid and not self._choosing:
            column = self.grid.column_at(event.x)
            if column is not None:
                self._begin_trying()
                self.grid.post_message(Grid.ColumnSelected(column))

    def action_why(self) -> None:
        """Show or hide the reasons."""

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
        if self.walk.leave():
            self._choose(False)
        else:
            self.dismiss(None)
