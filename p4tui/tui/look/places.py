"""`GameLayout`: the places of everything on a screen with a board. Pure, no Textual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from p4tui.tui.look.board_window import BoardWindow, Place


class ListSize(NamedTuple):
    """The space for a list of choices: its width and its number of rows."""

    width: int
    rows: int


@dataclass(frozen=True, slots=True)
class GameLayout:
    """The places of a screen with a board; None if a part is hidden.

    Attributes:
        window: the window and the lines of the board.
        board: from the lane to the scores.
        message, keys: the last two lines.
        header: the first line.
        red, yellow: the cards of the players.
        disc: the pixels of the disc on such a card.
        match, exact, moves: the cards of the match, of the exact scores, and of the moves.
        panel: the text that takes the place of all cards.
        bar, evaluation: the score bar, and the score below it.
        choices: a list of choices.
        banner: the lines that say the result.
        table: the explorer's table of columns.
        graph: the graph of a review.
        sentence: the lines that say what a review has found.
    """

    window: BoardWindow
    board: Place
    message: Place
    keys: Place
    banner: Place | None = None
    header: Place | None = None
    red: Place | None = None
    yellow: Place | None = None
    disc: int = 6
    match: Place | None = None
    exact: Place | None = None
    moves: Place | None = None
    panel: Place | None = None
    bar: Place | None = None
    evaluation: Place | None = None
    choices: Place | None = None
    table: Place | None = None
    graph: Place | None = None
    sentence: Place | None = None

    @property
    def pixels(self) -> int:
        """The size of a cell."""
        return self.window.pixels

    @property
    def has_one_column(self) -> bool:
        """Whether the cards of both players stand in one column."""
        return self.red is not None and self.yellow is not None and self.red.x == self.yellow.x

    @property
    def places(self) -> dict[str, Place | None]:
        """The places by the ids of widgets."""
        cards = {"red": self.red, "yellow": self.yellow, "match": self.match, "exact": self.exact}
        beside = {"panel": self.panel, "bar": self.bar, "evaluation": self.evaluation}
        lists = {"moves": self.moves, "choices": self.choices, "table": self.table}
        review = {"graph": self.graph, "sentence": self.sentence, "banner": self.banner}
        lines = {"header": self.header, "status": self.message, "keys": self.keys}
        return {"board": self.board, **cards, **beside, **lists, **review, **lines}
