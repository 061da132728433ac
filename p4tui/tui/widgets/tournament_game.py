"""`TournamentGame`: the card of a game of a tournament, with its board and its players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.reactive import reactive

from p4tui.core.colour import Colour
from p4tui.play.match import Match
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_picture import mini_board
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.card import Card, line_width
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap


class ShownGame(NamedTuple):
    """A game of a tournament, as it is shown.

    Attributes:
        title: which one it is.
        match: the game.
        names: the names of both players, safe to print.
        points: the points of both; empty while it is played.
        words: what else there is to say.
    """

    title: str
    match: Match
    names: tuple[str, str]
    points: tuple[str, str] = ("", "")
    words: str = ""


class TournamentGame(Card):
    """A card with a game; empty before the first one.

    Reactive attributes:
        shown: the game, or None.
        pixels: the size of a cell of its board.
    """

    art: Art
    shown: reactive[ShownGame | None] = reactive(None, repaint=False)
    pixels: reactive[int] = reactive(2, repaint=False)

    def __init__(self, art: Art, palette: Callable[[], Palette], *, id: str | None = None) -> None:
        """Make a card; `palette` returns the colours of the current theme."""
        super().__init__(id=id)
        self.art = art
        self._palette = palette

    def watch_shown(self) -> None:
        """Redraw."""
        self.repaint()

    watch_pixels = watch_shown

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return nothing: the board is wider than the margins allow."""
        del width, height
        return []

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the title, the board, the players and the words, with blank lines where there is room."""
        shown = self.shown
        if shown is None:
            return []
        margin = self.margin(width)
        room = max(width - 2 * margin, 1)
        board = self._board(shown.match, width)
        words = [[Span(line, "card--muted")] for line in wrap(shown.words, room) if line]
        players = [self._player(shown, colour, room) for colour in Colour]
        spare = height - 1 - len(board) - len(players) - max(len(words), 1)
        gap: list[Line] = [[]]
        between, above, below = (gap if spare >= least else [] for least in (1, 2, 3))
        blank = Span(" " * margin, "card--text")
        text = [*between, *players, *below, *words]
        lines = [self._title_strip(shown.title, width, margin), *above, *board]
        return [*lines, *([blank, *line] for line in text)][:height]

    def _board(self, match: Match, width: int) -> list[Line]:
        """Return the position in the middle of the card."""
        game = match.game
        lines = mini_board(
            game.position,
            match.starter,
            CellSize(self.pixels),
            self.art,
            self._palette(),
            last=game.last_cell,
        )
        return [
            [Span(" " * ((width - line_width(line)) // 2), "card--text"), *line] for line in lines
        ]

    def _player(self, shown: ShownGame, colour: Colour, width: int) -> Line:
        """Return a player's disc, name and points; who is to move stands out, or who has won."""
        match, signs = shown.match, signs_of(self.art)
        sign = signs.red if colour is Colour.RED else signs.yellow
        side = colour.side(match.starter)
        points = shown.points[side]
        stands_out = match.winner if points or match.outcome else match.to_move
        name = cut(shown.names[side], max(width - 3 - cell_len(points), 1))
        style = "card--strong" if stands_out is colour else "card--text"
        return [
            Span(f"{sign} ", f"card--{COLOUR_NAMES[colour]}"),
            fit(name, style, max(width - 2 - cell_len(points), 1)),
            Span(points, "card--strong"),
        ]
