"""`BoardScreen`: the largest board that fits the window, with other widgets beside or above it."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TypeVar

from textual import events

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.analysis import ColumnScores
from p4tui.tui.analyst import Analyst
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.look.layout import SCREEN_LINES, Arrangement, arrange, status_lines
from p4tui.tui.messages import ScoresFound
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.advice import column_score, score_legend_forms

Result = TypeVar("Result")

PENDING = "."
"""The label of a column with an unknown score."""


def score_labels(position: Position, scores: ColumnScores) -> tuple[ScoreLabel, ...]:
    """Return the labels under the columns of a position; the best are marked once all are proven."""
    legal = position.legal_columns()
    known = [found for column in legal if scores and (found := scores[column]) is not None]
    done = len(known) == len(legal) and all(found.proven for found in known)
    best = max((found.score for found in known), default=None)
    labels = [ScoreLabel("")] * position.geometry.columns
    for column in legal:
        found = scores[column] if scores else None
        labels[column] = (
            ScoreLabel(PENDING)
            if found is None
            else ScoreLabel(column_score(found), best=done and found.score == best)
        )
    return tuple(labels)


def _spares_line(plan: Arrangement, brief: Arrangement) -> bool:
    """Return whether the panel stays in place, and keeps two lines, in a window one line lower."""
    return plan.beside == brief.beside and brief.panel[1] >= min(plan.panel[1], 2)


class BoardScreen(P4Screen[Result]):
    """A screen with a `Grid` of id `board` in a container of id `field`."""

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.query_one("#board", Grid)

    scores_enabled = False
    """Whether the columns' scores are shown."""

    @property
    def has_clock(self) -> bool:
        """Whether the players' times are shown."""
        return False

    @cached_property
    def analyst(self) -> Analyst:
        """The analyst who finds the scores."""
        return Analyst(self, self.services.desk)

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """The size of the board that is shown."""

    @property
    @abstractmethod
    def open_position(self) -> Position | None:
        """The shown position, or None if the game is over in it."""

    def may_analyse(self) -> bool:
        """Return whether the position may be analysed now."""
        return True

    def follow_scores(self) -> None:
        """Analyse the position if scores are enabled, and show the known scores."""
        is_enabled = self.scores_enabled and self.may_analyse()
        self.analyst.follow(self.open_position if is_enabled else None)
        self.show_scores()

    def show_scores(self) -> None:
        """Show the known scores under the columns."""
        position, were_shown = self.open_position, self.grid.scores is not None
        if not self.scores_enabled:
            self.grid.scores = None
        elif position is None or not self.may_analyse():
            self.grid.scores = (ScoreLabel(""),) * self.geometry.columns
        else:
            self.grid.scores = score_labels(position, self.analyst.scores)
        if were_shown != self.scores_enabled and self.is_mounted:
            self.place_board()

    def on_scores_found(self, message: ScoresFound) -> None:
        """Show scores that the analyst has found."""
        if self.analyst.accept_scores(message):
            self.show_scores()
            self.scores_changed()
            self.services.notices.report_books()

    def scores_changed(self) -> None:
        """Update other places that show scores; a subclass overrides this."""

    def action_scores(self) -> None:
        """Show or hide the scores of the columns."""
        self.scores_enabled = not self.scores_enabled
        if self.analyst.question is None:
            self.follow_scores()
        else:
            # The analysis waits for advice that was asked for.
            self.show_scores()

    def explain_scores(self) -> bool:
        """Say what scores mean, the first time that they are shown; return whether it was said."""
        preferences = self.services.preferences
        if not (self.scores_enabled and preferences.settings.explain_scores):
            return False
        self.say(*score_legend_forms())
        preferences.change(explain_scores=False)
        return True

    def on_unmount(self) -> None:
        """Stop the analysis."""
        self.analyst.close()

    def on_resize(self, event: events.Resize) -> None:
        """Arrange everything for the new window."""
        self.place_board()

    def _plan(self, reserved_lines: int) -> Arrangement:
        """Return the arrangement for the window less some reserved lines."""
        width, height = self.app.size
        return arrange(
            self.geometry.columns,
            self.geometry.rows,
            width,
            height - SCREEN_LINES - reserved_lines,
            self.services.art,
            scores=self.grid.scores is not None,
            clock=self.has_clock,
        )

    def place_board(self) -> Arrangement:
        """Place the board; a subclass places its other widgets."""
        plan = self._plan(0)
        brief = self._plan(1)
        status = self.query_one("#status", StatusLine)
        # The second line of the status costs neither board cells nor one of the panel's two lines.
        max_lines = 2 if plan.board == brief.board and _spares_line(plan, brief) else 1
        if max_lines != status.max_lines:
            status.max_lines = max_lines
            status.refresh(layout=True)
        if status_lines(*self.app.size, max_lines) == 2:
            plan = brief
        self.set_class(plan.beside, "-beside")
        self.set_class(not plan.beside, "-above")
        self.grid.frame = plan.frame
        self.grid.styles.width, self.grid.styles.height = plan.board
        return plan
