"""The results: who won and how, the final board, the moves one by one, and what comes next."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.actions import RESULTS, bindings
from p4tui.tui.layout import LEAST_WINDOW, SCREEN_LINES, Arrangement
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.text import cut
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words import how_it_ended, player_name, result_sentence

CHOICE_LINES = 6
"""Lines of the choices that a board above them leaves."""
NAME_WIDTH = 14
"""Cells that a name may take in the score."""


class ResultsScreen(BoardScreen[str]):
    """The end of a game. Its result is what was chosen: `rematch`, `swap`, `undo`, `players` or `menu`."""

    ACTIONS = RESULTS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RESULTS)]

    def __init__(self, match: Match, *, scores_wanted: bool = False) -> None:
        super().__init__()
        self.match = match
        self.scores_wanted = scores_wanted
        self.shown = match.game.cursor

    def compose(self) -> ComposeResult:
        """The board, what there is to choose, a line of text, the keys."""
        ascii_only = self.p4app.ascii_only
        with Container(id="field"):
            yield Grid(ascii_only=ascii_only, interactive=False, id="board")
            yield ChoiceList(self._rows(), ascii_only=ascii_only, ends=False, id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Show the final position."""
        self._show()
        self.place_board()
        choices = self.query_one(ChoiceList)
        choices.select("rematch")
        choices.focus()

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
        # Where there is no room for both, what there is to choose comes first.
        self.grid.display = width >= LEAST_WINDOW[0] and height >= LEAST_WINDOW[1]
        self.query_one(ChoiceList).styles.width = plan.panel[0] if plan.beside else "1fr"
        if not plan.beside:
            most = self.app.size.height - SCREEN_LINES - CHOICE_LINES
            self.grid.styles.height = max(min(plan.board[1], most), 4)
        return plan

    def refresh_words(self) -> None:
        """The rows in the language that is spoken now."""
        self.query_one(ChoiceList).rows = self._rows()
        self._show()

    def _rows(self) -> list[Row]:
        """The result and what can be chosen."""
        match = self.match
        return [
            Row("result", result_sentence(match), heading=True),
            Row("how", how_it_ended(match), heading=True),
            Row("score", self._score(), heading=True),
            Row("rematch", _("Rematch")),
            Row("swap", _("Rematch with sides swapped")),
            Row("undo", _("Take back the last move")),
            Row("copy", _("Copy the moves")),
            Row("players", _("Change players")),
            Row("menu", _("Menu")),
            Row("quit", _("Quit")),
        ]

    def _score(self) -> str:
        """Games won by each, and drawn ones."""
        match = self.match
        red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
        score = f"{red} {match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)} {yellow}"
        if match.draws:
            score += ", " + _("drawn: {count}").format(count=match.draws)
        return score

    def _show(self) -> None:
        """Show the position after so many moves."""
        game = self.match.game
        grid = self.grid
        position = game.positions[self.shown]
        grid.starter = self.match.starter
        grid.position = position
        grid.last = game.cell_of_move(self.shown)
        self.follow_scores()
        if self.shown == game.cursor:
            result = result_sentence(self.match)
            self.say(f"{result}. {how_it_ended(self.match)}", result)
        else:
            self.say(_("Move {number} of {total}").format(number=self.shown, total=game.cursor))

    def action_step(self, step: int) -> None:
        """Another position of the game."""
        self.shown = min(max(self.shown + step, 0), self.match.game.cursor)
        self._show()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """A row was chosen."""
        self.action_choose(message.row.id)

    def action_choose(self, choice: str) -> None:
        """Copy, quit, or leave with a choice for the game."""
        if choice == "copy":
            moves = format_moves(self.match.game.played)
            self.app.copy_to_clipboard(moves)
            self.say(_("Copied: {moves}").format(moves=moves))
        elif choice == "quit":
            self.app.exit()
        else:
            self.dismiss(choice)
