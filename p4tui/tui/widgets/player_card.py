"""`PlayerCard`: a player with disc, time, discs left, games won, and turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.tui.look.board_picture import disc_icon
from p4tui.tui.look.layout import LOW_CARD
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.text import first_fitting
from p4tui.tui.widgets.card import NARROW_CARD, line_width
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.match_widget import MatchWidget, name_beside_disc
from p4tui.tui.widgets.text_page import wrap
from p4tui.words.match import discs_left_forms, games_won_forms
from p4tui.words.players import player_name
from p4tui.words.time import LOW_SECONDS, marked_time


def state_of(view: MatchView, colour: Colour) -> tuple[str, str]:
    """Return the sign and the words for a player's turn or victory; empty if neither."""
    if view.winner is colour:
        return "winner", _("winner")
    if view.to_move is not colour:
        return "", ""
    return "turn", _("thinking") if view.thinking else _("to move")


class PlayerCard(MatchWidget):
    """The card of one player, with a bar of the player's colour at its outer edge."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card--edge-red",
        "card--edge-yellow",
        "card--resting",
        "card--low",
    }

    def __init__(self, colour: Colour, *, id: str) -> None:
        super().__init__(id=id)
        self.colour = colour
        self.disc = 6
        self.edge_left = colour is Colour.RED

    def lines(self, view: MatchView, width: int, height: int) -> list[Line]:
        """Return the card: low ones have the disc beside all lines."""
        edge_left = self.edge_left
        indent = 2 if edge_left and (width > NARROW_CARD or height <= LOW_CARD) else 1
        room = max(width - indent - 1, 0)
        body = self._low(view, room) if height <= LOW_CARD else self._tall(view, room, height)
        edge = self.signs.left_edge if edge_left else self.signs.right_edge
        # In ASCII the edge is a letter, and needs the contrast of letters.
        role = "card--" if view.art.glyphs == "ascii" else "card--edge-"
        bar = Span(edge, f"{role}{COLOUR_NAMES[self.colour]}")
        left = [bar, _blank(indent - 1)] if edge_left else [_blank(indent)]
        right = [_blank(1) if edge_left else bar]
        return [[*left, *line, _blank(room - line_width(line)), *right] for line in body]

    def _low(self, view: MatchView, room: int) -> list[Line]:
        """Return three lines: name, time, and turn or discs, right of the disc."""
        width = max(room - self.disc - 1, 0)
        rows = [self._name_line(view, width), *self._facts(view, width)]
        state = self._state(view, width)
        if state:
            del rows[2:]
            rows = [*rows[:2], state]
        icon = self._icon(view)
        return [
            [*icon[index], _blank(1), *(rows[index] if index < len(rows) else [])]
            for index in range(LOW_CARD)
        ]

    def _tall(self, view: MatchView, room: int, height: int) -> list[Line]:
        """Return the name, the disc with facts beside it, and the state."""
        icon = self._icon(view)
        facts = list(self._facts(view, max(room - self.disc - 1, 0)))
        start = max((len(icon) - 3) // 2, 0)
        lines = self._name_lines(view, room)
        for index, picture in enumerate(icon):
            fact = facts[index - start] if 0 <= index - start < len(facts) else []
            lines.append([*picture, _blank(1), *fact])
        lines += [[]] * (height - 2 - len(lines))
        return [*lines, self._state(view, room), []]

    def _name_lines(self, view: MatchView, width: int) -> list[Line]:
        """Return two lines: the first one is blank, unless a long name needs both."""
        name = player_name(view.match, self.colour)
        parts = [name] if cell_len(name) <= width else wrap(name, width)
        if len(parts) != 2 or any(cell_len(part) > width for part in parts):
            return [[], self._name_line(view, width)]
        style = self._name_line(view, width)[0].style
        return [[fit(part, style, width)] for part in parts]

    def _name_line(self, view: MatchView, width: int) -> Line:
        """Return the name, bright for the player to move and the winner. Slow lines always have it bright, to save bytes."""
        bright = view.art.lean or self.colour in {view.to_move, view.winner}
        name = name_beside_disc(view.match, self.colour, width)
        return [fit(name, "card--strong" if bright else "card--resting", width)]

    def _facts(self, view: MatchView, width: int) -> Iterator[Line]:
        """Yield the time, the discs left and the games won."""
        seconds = view.seconds(self.colour)
        if seconds is not None:
            style = "card--low" if seconds <= LOW_SECONDS else "card--strong"
            yield [fit(marked_time(seconds), style, width)]
        left, won = view.discs_left(self.colour), view.match.wins(self.colour)
        trophies = f"{self.signs.winner} {won}"
        for forms in ((*discs_left_forms(left), str(left)), (*games_won_forms(won), trophies)):
            yield [fit(first_fitting(forms, width), "card--muted", width)]

    def _state(self, view: MatchView, width: int) -> Line:
        """Return the turn or the victory in a sign and words; a narrow card has only the sign."""
        sign, words = state_of(view, self.colour)
        if not words:
            return []
        mark = {"turn": self.signs.right, "winner": self.signs.winner}[sign]
        return [Span(first_fitting((f"{mark} {words}", mark), width), "card--accent")]

    def _icon(self, view: MatchView) -> list[Line]:
        """Return the disc on a piece of the board."""
        return disc_icon(self.colour, self.disc, view.art, view.palette)


def _blank(width: int) -> Span:
    return Span(" " * max(width, 0), "card--text")
