"""`MatchText`: the players and the moves as text, where cards have no room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.text import first_fitting
from p4tui.tui.widgets.card import line_width
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.match_widget import MatchWidget, name_beside_disc
from p4tui.tui.widgets.move_list import column_names
from p4tui.tui.widgets.player_card import state_of
from p4tui.words.match import discs_left_forms
from p4tui.words.time import LOW_SECONDS, marked_time

PAIRS_WIDTH = 14
"""The width that three pairs of moves take, with the sign for those before them."""
SIDE_BY_SIDE = 26
"""The width from which the players stand side by side."""
NAMED_WIDTH = 10
"""The width from which a player has a name beside the disc."""
FACT_LINE, MOVES_LINE = 6, 8
"""The lines of the games won and of the moves, below two players of three lines."""


def last_pairs(view: MatchView, width: int) -> str:
    """Return the last moves in pairs, as many as fit into a width: `…3 4  1 1  6 7`."""
    names = column_names(view)
    pairs = [" ".join(names[start : start + 2]) for start in range(0, len(names), 2)]
    more = "" if view.art.glyphs == "ascii" else "…"
    texts = (
        (more if first else "") + "  ".join(pairs[first:]).strip() for first in range(len(pairs))
    )
    return first_fitting(tuple(texts) or ("",), width)


class MatchText(MatchWidget):
    """Both players with disc, name, time and discs left, the games won, and the last moves."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "text--name",
        "text--resting",
        "text--muted",
        "text--text",
        "text--turn",
        "text--low",
        *(f"text--{name}" for name in COLOUR_NAMES.values()),
    }

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the players, the games won and the moves, as far as they fit."""
        if width >= SIDE_BY_SIDE and height <= FACT_LINE:
            return self._side_by_side(view, width, height)
        lines: list[Line] = []
        tall = height >= FACT_LINE - 1
        for colour in Colour:
            lines += self._player(view, colour, width, 2 if tall else 1)
            if tall:
                lines.append([])
        if height <= FACT_LINE or width < NAMED_WIDTH:
            return lines[:height]
        match = view.match
        wins = f"{match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)}"
        lines.append(self._fact(_("Match"), wins, width))
        if height > MOVES_LINE:
            lines += [[], *self._moves(view, width, height - MOVES_LINE)]
        return lines

    def _side_by_side(self, view: MatchView, width: int, height: int) -> list[Line]:
        """Return red at the left, yellow at the right, and the moves below them."""
        half = width // 2
        red, yellow = (self._player(view, colour, half, min(height, 2)) for colour in Colour)
        lines: list[Line] = [
            [*left, Span(" " * (half - line_width(left)), "text--text"), *right]
            for left, right in zip(red, yellow, strict=True)
        ]
        if height > len(lines) + 1:
            lines += [[], *self._moves(view, width, 1)]
        return lines

    def _player(self, view: MatchView, colour: Colour, width: int, height: int) -> list[Line]:
        """Return one line or two about a player."""
        sign, _words = state_of(view, colour)
        mark = {"": " ", "turn": self.signs.right, "winner": self.signs.winner}[sign]
        disc = self.signs.red if colour is Colour.RED else self.signs.yellow
        start: Line = [
            Span(mark, "text--turn"),
            Span(disc, f"text--{COLOUR_NAMES[colour]}"),
            Span(" ", "text--text"),
        ]
        room = width - 4
        time = self._time(view, colour)
        if width < NAMED_WIDTH:
            indent = min(2, max(width - line_width(time), 0))
            return [start, [Span(" " * indent, "text--text"), *time]][:height]
        name = name_beside_disc(view.match, colour, room)
        bright = view.art.lean or colour in {view.to_move, view.winner}
        style = "text--name" if bright else "text--resting"
        if height == 1:
            taken = line_width(time) + 1 if time else 0
            gap = [Span(" ", "text--text")] if time else []
            return [[*start, fit(name, style, max(room - taken, 1)), *gap, *time]]
        forms = discs_left_forms(view.discs_left(colour))
        left = room - line_width(time) - (1 if time else 0)
        left_words = first_fitting(forms, left)
        facts = [Span(left_words, "text--muted")] if cell_len(left_words) <= left else []
        between = [Span(" ", "text--text")] if time else []
        return [
            [*start, fit(name, style, room)],
            [Span(" " * 3, "text--text"), *time, *between, *facts],
        ]

    @staticmethod
    def _time(view: MatchView, colour: Colour) -> list[Span]:
        """Return the time of a player; empty without a clock."""
        seconds = view.seconds(colour)
        if seconds is None:
            return []
        return [Span(marked_time(seconds), "text--low" if seconds <= LOW_SECONDS else "text--name")]

    @classmethod
    def _moves(cls, view: MatchView, width: int, height: int) -> list[Line]:
        """Return the last moves beside their name, or below it if that leaves them too little room."""
        room = width - cls._name_width() - 2
        if height > 1 and room < PAIRS_WIDTH:
            name = [Span(" ", "text--text"), fit(_("Moves"), "text--muted", width - 1)]
            return [name, [fit(f" {last_pairs(view, width - 2)}", "text--name", width)]]
        return [cls._fact(_("Moves"), last_pairs(view, room), width)]

    @staticmethod
    def _name_width() -> int:
        """Return the width of the names of facts, with the gap after them."""
        return max(cell_len(_("Match")), cell_len(_("Moves"))) + 3

    @classmethod
    def _fact(cls, name: str, value: str, width: int) -> Line:
        """Return a name and a value, which stand in columns."""
        room = cls._name_width()
        if room + cell_len(value) + 2 > width:
            return [fit(f" {value}", "text--name", width)]
        return [
            Span(" ", "text--text"),
            fit(name, "text--muted", room),
            fit(value, "text--name", max(width - 2 - room, 0)),
        ]
