"""`ReviewedMoves`: the moves of a reviewed game in numbered pairs, with their marks and their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.reactive import reactive

from p4tui.core.colour import colour_of
from p4tui.engine.score import format_score
from p4tui.i18n import _
from p4tui.review.moves import ReviewedMove
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.card import aside_beside
from p4tui.tui.widgets.move_list import MoveList, PlacedText, column_names

MARK_WIDTH, SCORE_WIDTH = 2, 4
"""The width of a mark, and of a score with the blank before it."""
GAP, MAX_GAP = 1, 6
"""The fewest and the most blanks between two columns of pairs."""
UNPROVEN = "-"
"""Stands for a score that is not proven."""


class ReviewedMoves(MoveList):
    """The moves in pairs. The one that is spoken of is marked.

    Reactive attributes:
        moves: the reviewed moves by their ply.
        ply: the move that is spoken of, 0 for none.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"card--mistake-{name}" for name in COLOUR_NAMES.values()),
    }

    moves: reactive[Mapping[int, ReviewedMove]] = reactive(dict, repaint=False)
    ply: reactive[int] = reactive(0, repaint=False)

    def watch_moves(self) -> None:
        """Redraw."""
        self.repaint()

    watch_ply = watch_moves

    def aside(self) -> str:
        """Return what the signs of scores mean, here and below the board: they are the mover's."""
        return aside_beside(self.title(), _("of who moves: + win, - loss"), self.size.width)

    def _placed(self, width: int, height: int) -> Iterator[PlacedText]:
        """Yield numbers, moves, marks and scores, column by column."""
        view = self.view
        if view is None or height < 1:
            return
        names = column_names(view)
        size, digits = len(names[0]) if names else 1, max(len(str(len(names) // 2 + 1)), 2)
        entry, pair, across, scored = 0, 0, 1, False
        for scored in (True, False):
            entry = size + MARK_WIDTH + (SCORE_WIDTH if scored else 0)
            pair = digits + 2 * (1 + entry)
            across = max((width + GAP) // (pair + GAP), 1)
            # Scores give way before moves do.
            if pair <= width and len(names) <= 2 * across * height:
                break
        across = min(across, max(-(-len(names) // (2 * height)), 2))
        step = min((width + GAP) // across, pair + MAX_GAP)
        first = self._first_pair_at(max(self.ply, 1), len(names), height, across)
        for index in range(2 * first, min(len(names), 2 * (first + height * across))):
            column, y = divmod(index // 2 - first, height)
            x = column * step
            if index % 2 == 0:
                yield PlacedText(x, y, f"{index // 2 + 1:>{digits}}", "card--muted")
            x += digits + 1 + (index % 2) * (entry + 1)
            yield from self._entry(view, index, names[index], x, y, scored=scored)

    def _entry(
        self, view: MatchView, index: int, name: str, x: int, y: int, *, scored: bool
    ) -> Iterator[PlacedText]:
        """Yield a move, counted from 0, with its mark and score."""
        colour = colour_of(view.match.game.positions[index].to_move, view.match.starter)
        move, shown = self.moves.get(index + 1), index + 1
        named = COLOUR_NAMES[colour]
        mark = move.mark.value if move else ""
        style = f"card--mistake-{named}" if move and move.mark.loses_result else f"card--{named}"
        if shown == self.ply and not view.art.lean:
            style = "card--shown"
        yield PlacedText(x, y, f"{name}{mark:<{MARK_WIDTH}}", style, shown)
        if scored and move is not None:
            x += len(name) + MARK_WIDTH
            yield PlacedText(x, y, self._score(move), "card--muted", shown)

    @staticmethod
    def _score(move: ReviewedMove) -> str:
        """Return the score of a move for who made it, at the right end of its room."""
        text = UNPROVEN if move.score is None else format_score(move.score)
        return f"{text:>{SCORE_WIDTH}}"

    @staticmethod
    def _first_pair_at(ply: int, moves: int, height: int, across: int) -> int:
        """Return the first pair that is seen: whole columns are scrolled, and a single one by half of its height."""
        count, wanted = (moves + 1) // 2, (ply - 1) // 2
        if count <= height * across:
            return 0
        if across > 1:
            return min(wanted // height, -(-count // height) - across) * height
        return min(max(wanted - height // 2, 0), count - height)
