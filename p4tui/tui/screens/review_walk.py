"""`WalkScreen`: a place in a reviewed game: the board, the graph, the list of moves and the sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual.widget import Widget

from p4tui.actions.stepped import NEXT_MOVE, PREVIOUS_MOVE
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.review.kinds import Reason
from p4tui.review.moves import ReviewedMove
from p4tui.review.summary import summarise
from p4tui.review.walk import Walk
from p4tui.tui.look.places import GameLayout
from p4tui.tui.look.review_layout import review_layout
from p4tui.tui.match_view import MatchView
from p4tui.tui.screens.review_facts import (
    badge_of,
    cells_of,
    comments_on,
    evaluation_of_walk,
    graph_of,
    labels_of,
    person_side,
    walked_match,
)
from p4tui.tui.screens.stepped import SteppedScreen
from p4tui.tui.text import first_fitting
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


class WalkScreen(SteppedScreen[None]):
    """A place in a reviewed game. The review may still be running.

    Attributes:
        walk: the place in the game that is shown, or one beside it.
        finished: whether all moves are reviewed.
        explains: whether reasons are asked for.
        known_reasons: the reasons found so far.
    """

    LAST_RESORT = "sentence"

    def __init__(self, match: Match, about: str = "") -> None:
        """Show a game with at least one move; `about` names it in the header."""
        super().__init__(match, scores_enabled=True)
        self.walk = Walk(match.game, side=person_side(match))
        self.walk.go_to(match.game.cursor)
        self.finished = self.explains = False
        self.known_reasons: dict[ReviewedMove, tuple[Reason, ...]] = {}
        self._about = about

    def surroundings(self) -> Iterable[Widget]:
        """Yield the graph, the list of moves, the score bar and the sentence."""
        yield ReviewGraph(id="graph")
        yield ReviewedMoves(id="moves")
        yield ScoreBar(id="bar")
        yield EvaluationText(id="evaluation")
        yield ReviewText(id="sentence")

    def layout_in(self, width: int, height: int) -> GameLayout:
        """Return the places of everything in a window."""
        size, halves = self.geometry, self.services.art.glyphs == "blocks"
        return review_layout(size.columns, size.rows, width, height, halves=halves)

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
        """Return the keys, the steps first and by their arrows."""
        keymap = self.services.preferences.settings.keymap
        arrows = "<>" if self.services.ascii_only else "◂▸"
        step = pair_hint((PREVIOUS_MOVE, NEXT_MOVE), arrows, _("Step"), "step(1)", keymap)
        return [step, *super().hints()]

    def last_forms(self) -> tuple[str, ...]:
        """Return the words of the status line."""
        return self.forms_at(self.shown)

    def forms_at(self, shown: int) -> tuple[str, ...]:
        """Return which mistake is asked for, else the progress of the review, or what it found."""
        if self.walk.asking and self.walk.ply in self.walk.mistakes():
            return mistake_forms(self.match, self.walk, finished=self.finished)
        if not self.finished:
            return (progress_sentence(len(self.walk.root.moves), self.match.game.cursor),)
        return tally_forms(self.match, summarise(self.walk.root.moves.values()))

    def show_position(self) -> None:
        """Show the position, and everything about it."""
        walk, grid = self.walk, self.grid
        super().show_position()
        grid.last = walk.last_cell
        self.show_threats()
        if not self.services.art.lean:
            grid.hint, grid.badge = walk.better_column, badge_of(walk)
        self.query_one(ReviewText).comments = comments_on(
            walk, self.match, self.reasons, brief=self.services.art.lean
        )
        moves = self.query_one(ReviewedMoves)
        root = walk.root
        moves.moves, moves.ply = dict(root.moves), root.ply
        self.query_one(ReviewGraph).graph = graph_of(root, self.match)
        self.query_one(KeyBar).repaint()

    def follow_scores(self) -> None:
        """Show the scores that the review has found."""
        self.show_scores()

    def show_scores(self) -> None:
        """Show the scores of all columns before the move, or those of the tried columns."""
        # Where scores take the place of the numbers, a question needs these.
        hidden = self.walk.is_open_question and not self.plan.window.score_line
        shows = self.scores_enabled and not hidden
        self.grid.scores = labels_of(self.walk) if shows else None
        self.show_match()

    @property
    def tells_why(self) -> bool:
        """Whether an answer to a question comes with its reasons; where bytes are dear, these are asked for."""
        return self.walk.attempt is not None and not self.services.art.lean

    @property
    def to_explain(self) -> ReviewedMove | None:
        """The move whose reasons are shown, as far as they are known."""
        return self.walk.explained if self.explains or self.tells_why else None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons that are shown; those about other columns wait for a right answer."""
        move = self.to_explain
        if move is None:
            return ()
        found = self.known_reasons.get(move, ())
        if self.walk.is_open_question:
            return tuple(reason for reason in found if reason.column == move.column)
        return found

    def show_threats(self) -> None:
        """Mark the cells that the shown reasons name, else the threats if they are wanted."""
        cells = cells_of(self.reasons, self.walk.position, self.match)
        if cells:
            self.grid.threats = cells
        else:
            super().show_threats()
