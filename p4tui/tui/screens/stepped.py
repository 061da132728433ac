"""What results and replay have in common: a game to step through, and a list beside or under its board."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.game_words import with_short_names
from p4tui.tui.look.layout import (
    CHOICE_LINES,
    MIN_WINDOW,
    NARROW_WINDOW,
    SCREEN_LINES,
    Arrangement,
    status_lines,
)
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine

Result = TypeVar("Result")


class SteppedScreen(BoardScreen[Result]):
    """The moves that stand of a game, one by one, and a list of what can be done.

    Attributes:
        match: the match at that game.
        shown: after how many moves the position is that is shown.
    """

    FIRST_ROW = ""
    """The id of the row that is chosen at first."""

    def __init__(self, match: Match, *, scores_wanted: bool = False) -> None:
        super().__init__()
        self.match = match
        self.scores_wanted = scores_wanted
        self.shown = match.game.cursor
        self._list_width = MIN_WINDOW[0]

    def compose(self) -> ComposeResult:
        """The board, what there is to choose, a line of text, the keys."""
        ascii_only = self.p4app.ascii_only
        with Container(id="field"):
            yield Grid(ascii_only=ascii_only, interactive=False, id="board")
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
        """What is known of the game, as headings, and what can be done."""

    @abstractmethod
    def last_words(self) -> tuple[str, ...]:
        """What is said of the last position, then the same in fewer words."""

    @abstractmethod
    def action_choose(self, choice: str) -> None:
        """Do what the row of an id says."""

    @property
    def narrow(self) -> bool:
        """Whether the list has room for little."""
        return self.app.size.width < NARROW_WINDOW

    @property
    def named(self) -> Match:
        """The match with names that are no longer than a line of the list; those of levels are broken at their blanks."""
        if not self.narrow:
            return self.match
        return with_short_names(self.match, max(self._list_width - 3, 1), levels=False)

    @property
    def two_lines(self) -> bool:
        """Whether the line of text has room for a longer sentence."""
        lines = self.query("#status").results(StatusLine)
        most = next((line.most for line in lines), 2)
        return status_lines(*self.app.size, most) == 2

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.match.geometry

    @property
    def open_position(self) -> Position | None:
        """The position that is shown, None for one that ended the game."""
        position = self.match.game.positions[self.shown]
        return position if position.outcome is None else None

    def place_board(self) -> Arrangement:
        """Give the board its place; above the choices it leaves them some lines."""
        plan = super().place_board()
        width, height = self.app.size
        choices = self.query_one(ChoiceList)
        self._list_width = plan.panel[0] if plan.beside else self.app.size.width
        if list(choices.rows) != (rows := self.rows()):
            # Others are shown in a narrow list, or the line of text says more or less than before.
            chosen = choices.row.id
            choices.rows = rows
            choices.select(chosen)
        # Where there is no room for both, what there is to choose comes first.
        self.grid.display = width >= MIN_WINDOW[0] and height >= MIN_WINDOW[1]
        choices.styles.width = plan.panel[0] if plan.beside else "1fr"
        if not plan.beside:
            most = self.app.size.height - SCREEN_LINES - CHOICE_LINES
            self.grid.styles.height = max(min(plan.board[1], most), 4)
        return plan

    def refresh_words(self) -> None:
        """The rows in the language that is spoken now."""
        self.query_one(ChoiceList).rows = self.rows()
        self.show_position()

    def show_position(self) -> None:
        """Show the position after so many moves."""
        game = self.match.game
        grid = self.grid
        grid.starter = self.match.starter
        grid.position = game.positions[self.shown]
        grid.last = game.cell_of_move(self.shown)
        self.follow_scores()
        last = self.shown == game.cursor
        self.say(*(self.last_words() if last else self.words_at(self.shown)))

    def words_at(self, shown: int) -> tuple[str, ...]:
        """What is said of a position before the last one, then the same in fewer words."""
        total = self.match.game.cursor
        return (_("Move {number} of {total}").format(number=shown, total=total),)

    def action_step(self, step: int) -> None:
        """Another position of the game."""
        self.shown = min(max(self.shown + step, 0), self.match.game.cursor)
        self.show_position()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """A row was chosen."""
        self.action_choose(message.row.id)

    def copy_moves(self) -> None:
        """Copy the moves that stand."""
        moves = format_moves(self.match.game.played)
        self.app.copy_to_clipboard(moves)
        self.say(_("Copied: {moves}").format(moves=moves))
