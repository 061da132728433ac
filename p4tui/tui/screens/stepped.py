"""`SteppedScreen`: a game to step through, with a list beside or below its board."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.look.cells import fit_frame
from p4tui.tui.look.layout import (
    CHOICE_LINES,
    MIN_WINDOW,
    NARROW_WINDOW,
    SCREEN_LINES,
    Arrangement,
    status_lines,
)
from p4tui.tui.match_forms import forms_of, with_short_names
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.match import brief_moment, moment_sentence

Result = TypeVar("Result")


class SteppedScreen(BoardScreen[Result]):
    """A game move by move, without moves taken back, and a list of choices.

    Attributes:
        match: the match with the game.
        shown: the number of moves before the shown position.
    """

    FIRST_ROW = ""
    """The id of the row selected at first."""

    def __init__(self, match: Match, *, scores_enabled: bool = False) -> None:
        super().__init__()
        self.match = match
        self.scores_enabled = scores_enabled
        self.shown = match.game.cursor
        self._list_width = MIN_WINDOW[0]

    def compose(self) -> ComposeResult:
        """Yield the board, the list, the status line and the key bar."""
        ascii_only = self.services.ascii_only
        with Container(id="field"):
            yield Grid(art=self.services.art, interactive=False, id="board")
            yield ChoiceList(self.rows(), ascii_only=ascii_only, ends=False, id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Show the last position."""
        self.show_position()
        self.place_board()
        choices = self.query_one(ChoiceList)
        choices.select(self.FIRST_ROW)
        choices.focus()

    @abstractmethod
    def rows(self) -> list[Row]:
        """Return the facts of the game as headings, then the choices."""

    @abstractmethod
    def last_forms(self) -> tuple[str, ...]:
        """Return the words on the last position, the longest form first."""

    @abstractmethod
    def action_choose(self, choice: str) -> None:
        """Run the action of a row."""

    @property
    def narrow(self) -> bool:
        """Whether the window is narrow: the list uses brief words."""
        return self.app.size.width < NARROW_WINDOW

    @property
    def named(self) -> Match:
        """The match with names that fit into the list; those of levels stay whole and wrap."""
        if not self.narrow:
            return self.match
        return with_short_names(self.match, max(self._list_width - 3, 1), levels=False)

    @property
    def has_two_lines(self) -> bool:
        """Whether the status line has two lines."""
        lines = self.query("#status").results(StatusLine)
        max_lines = next((line.max_lines for line in lines), 2)
        return status_lines(*self.app.size, max_lines) == 2

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.match.geometry

    @property
    def open_position(self) -> Position | None:
        """The shown position, or None if the game ended in it."""
        position = self.match.game.positions[self.shown]
        return position if position.outcome is None else None

    def place_board(self) -> Arrangement:
        """Place the board and the list; a board above the list leaves it some lines."""
        plan = super().place_board()
        width, height = self.app.size
        choices = self.query_one(ChoiceList)
        self._list_width = plan.panel[0] if plan.beside else self.app.size.width
        if list(choices.rows) != (rows := self.rows()):
            # The words depend on the width, and on how much the status line says.
            chosen = choices.row.id
            choices.rows = rows
            choices.select(chosen)
        # A window without room for both shows the list.
        self.grid.display = width >= MIN_WINDOW[0] and height >= MIN_WINDOW[1]
        choices.styles.width = plan.panel[0] if plan.beside else "1fr"
        if not plan.beside:
            room = max(self.app.size.height - SCREEN_LINES - CHOICE_LINES, 4)
            if plan.board[1] > room:
                columns = self.geometry.columns
                frame = fit_frame(columns, self.geometry.rows, width, room, self.services.art)
                self.grid.frame = frame
                self.grid.styles.width = min(frame.cell.width(columns), width)
                self.grid.styles.height = room
        return plan

    def refresh_words(self) -> None:
        """Show rows and status line in the current language."""
        self.query_one(ChoiceList).rows = self.rows()
        self.show_position()

    def show_position(self) -> None:
        """Show the position, and words on it."""
        game = self.match.game
        grid = self.grid
        grid.starter = self.match.starter
        grid.position = game.positions[self.shown]
        grid.last = game.cell_of_move(self.shown)
        self.follow_scores()
        last = self.shown == game.cursor
        self.say(*(self.last_forms() if last else self.forms_at(self.shown)))

    def forms_at(self, shown: int) -> tuple[str, ...]:
        """Return which position is shown and who moved, the longest form first."""
        named = forms_of(self.match, partial(moment_sentence, shown=shown))
        return (*named, brief_moment(self.match, shown))

    def action_step(self, step: int) -> None:
        """Go some moves forward, or back."""
        self.shown = min(max(self.shown + step, 0), self.match.game.cursor)
        self.show_position()

    def action_scores(self) -> None:
        """Show or hide the scores of the columns."""
        super().action_scores()
        self.explain_scores()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Run the action of a row."""
        self.action_choose(message.row.id)

    def copy_moves(self) -> None:
        """Copy the moves of the game."""
        moves = format_moves(self.match.game.played)
        self.app.copy_to_clipboard(moves)
        self.say(_("Copied: {moves}").format(moves=moves))
