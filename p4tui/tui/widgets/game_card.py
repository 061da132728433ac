"""`GameCard`: the selected saved game, with its last position and its facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.storage.records import SavedGame
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_picture import mini_board
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.lists import CARD_WIDTH, card_cell, has_card, side_margin
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.card import Card, fact, line_width
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap
from p4tui.words.match import how_it_ended
from p4tui.words.players import player_name
from p4tui.words.time import date_words


class GameCard(Card):
    """A card with a saved game; empty until one is shown."""

    art: Art

    def __init__(self, art: Art, palette: Callable[[], Palette], *, id: str | None = None) -> None:
        """Make a card; `palette` returns the colours of the current theme."""
        super().__init__(id=id)
        self.art = art
        self._palette = palette
        self._game: SavedGame | None = None

    @property
    def number(self) -> int | None:
        """The number of the game that is shown, or None."""
        return None if self._game is None else self._game.number

    def show(self, game: SavedGame | None) -> None:
        """Show a game, or nothing."""
        self._game = game
        self.repaint()

    def place(self, window: int) -> None:
        """Show the card in a window that is wide enough."""
        self.display = has_card(window)
        self.styles.width = CARD_WIDTH
        self.styles.margin = (0, 0, 0, side_margin(window))

    def title(self) -> str:
        """Return the number of the game."""
        return "" if self._game is None else _("Game {number}").format(number=self._game.number)

    def aside(self) -> str:
        """Return the time of the last change."""
        return "" if self._game is None else date_words(self._game.changed, "%H:%M")

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the title, the board, the players and the facts."""
        if self._game is None:
            return []
        match, margin = self._game.match, self.margin(width)
        blank = Span(" " * margin, "card--text")
        room = width - 2 * margin
        head = self._title_strip(self.title(), width, margin)
        head[0] = self._edge(match, margin)
        board = [
            [Span(" " * ((width - line_width(line)) // 2), "card--text"), *line]
            for line in self._board(match, width, height)
        ]
        facts = [[], *self._players(match, room), [], *self._facts(match, room)]
        return [head, [], *board, *([blank, *line] for line in facts)]

    def _edge(self, match: Match, width: int) -> Span:
        """Return the title's start: a bar in the winner's colour. A bar along the card would double the bytes."""
        if match.winner is None or self.art.glyphs == "ascii":
            return Span(" " * width, "card--title")
        return fit(
            signs_of(self.art).bar,
            "card--red" if match.winner is Colour.RED else "card--yellow",
            width,
        )

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return nothing: the board is wider than the margins allow."""
        del width, height
        return []

    def _board(self, match: Match, width: int, height: int) -> list[Line]:
        """Return the last position; empty if the board is too large for the card."""
        columns, rows = match.geometry.columns, match.geometry.rows
        pixels = card_cell(columns, rows, width, height)
        if pixels is None:
            return []
        game = match.game
        return mini_board(
            game.position,
            match.starter,
            CellSize(pixels),
            self.art,
            self._palette(),
            last=game.cell_of_move(game.cursor),
        )

    def _players(self, match: Match, width: int) -> list[Line]:
        """Return a line for each player; the winner stands out."""
        signs = signs_of(self.art)
        lines: list[Line] = []
        for colour, sign in zip(Colour, (signs.red, signs.yellow), strict=True):
            won = match.winner is colour
            word = _("won") if won else ""
            name = cut(player_name(match, colour), width - 3 - cell_len(word))
            role = "card--red" if colour is Colour.RED else "card--yellow"
            style = "card--strong" if won else "card--text"
            shown = fit(name, style, width - 2 - cell_len(word))
            lines.append([Span(f"{sign} ", role), shown, Span(word, "card--accent")])
        return lines

    def _facts(self, match: Match, width: int) -> list[Line]:
        """Return the moves, the board, the clock, and how the game ended."""
        geometry = match.geometry
        board = f"{geometry.columns}{signs_of(self.art).times}{geometry.rows}"
        clock = _("none") if match.clock is None else str(match.clock.control)
        lines = [
            fact(_("Moves"), str(match.game.cursor), width),
            fact(_("Board"), board, width),
            fact(_("In line"), str(geometry.connect), width),
            fact(_("Clock"), clock, width),
        ]
        if match.outcome is None:
            return lines
        words = wrap(how_it_ended(match), max(width, 1))
        return [*lines, [], *([Span(line, "card--muted")] for line in words)]
