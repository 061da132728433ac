"""`PlayerPanel`: both players with their disc, time, discs left and games won, the turn, and the moves."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.reactive import reactive

from p4tui.core.colour import Colour
from p4tui.core.notation import format_moves
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.tui.look.layout import MIN_NAME, PANEL_COUNTS, PANEL_LONG_NAMES, PANEL_PAIRS
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import LineWidget, fit
from p4tui.tui.widgets.text_page import wrap
from p4tui.words.players import player_name
from p4tui.words.time import LOW_SECONDS, marked_time

_DISCS = {Colour.RED: ("X", "panel--red"), Colour.YELLOW: ("O", "panel--yellow")}


def short_times(times: tuple[int, int] | None) -> str:
    """Return the times of red and yellow in short, `X 4:59 O 5:00`; empty without a clock."""
    if times is None:
        return ""
    return " ".join(
        f"{_DISCS[colour][0]} {marked_time(seconds)}"
        for colour, seconds in zip(Colour, times, strict=True)
    )


def _name_lines(name: str, width: int) -> list[str]:
    """Return a name in one line, or in two if these show all of it."""
    lines = [name] if cell_len(name) <= width else wrap(name, width)
    whole = len(lines) <= 2 and all(cell_len(word) <= width for word in name.split())
    return lines if whole else [name]


class PlayerPanel(LineWidget):
    """The facts of a match beside its board.

    Reactive attributes:
        match: the current match, or None before it starts.
        times: the seconds left to red and yellow, or None without a clock.
        numbers: whether moves are listed as column numbers, like the labels of the board, and not as symbols.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "panel--name",
        "panel--facts",
        "panel--red",
        "panel--yellow",
        "panel--turn",
        "panel--time",
        "panel--time-low",
    }

    match: reactive[Match | None] = reactive(None, repaint=False)
    times: reactive[tuple[int, int] | None] = reactive(None, repaint=False)
    numbers: reactive[bool] = reactive(True, repaint=False)

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turn_mark = ">" if ascii_only else "▸"

    def watch_match(self) -> None:
        """Redraw."""
        self.repaint()

    watch_times = watch_numbers = watch_match

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the players, then the last moves that fit."""
        match = self.match
        if match is None:
            return []
        if height == 1 and self.times is not None:
            half = width // 2
            red, yellow = (self._briefly(match, colour, half) for colour in Colour)
            return [[*red, *yellow]]
        lines: list[Line] = []
        for colour in Colour:
            lines += self._player(match, colour, width, height)
        if height >= PANEL_PAIRS and (match.draws or width < PANEL_COUNTS):
            lines.append([fit("   " + self._score(match, width), "panel--facts", width)])
        room = height - len(lines)
        if room > 1 and height >= PANEL_PAIRS:
            lines.append([])
            room -= 1
        return lines + self._moves(match, width, room)

    def _player(self, match: Match, colour: Colour, width: int, height: int) -> list[Line]:
        """Return the lines of one player."""
        start = self._start(match, colour)
        name = player_name(match, colour)
        left = match.discs_left(colour)
        wins = match.wins(colour)
        discs = ngettext("{count} disc", "{count} discs", left).format(count=left)
        games = ngettext("{count} win", "{count} wins", wins).format(count=wins)
        time = self._time(colour)
        if height >= PANEL_PAIRS:
            facts = f"   {discs}, {games}" if width >= PANEL_COUNTS else f"   {discs}"
            first, *more = _name_lines(name, width - 3) if height >= PANEL_LONG_NAMES else [name]
            return [
                [*start, fit(first, "panel--name", width - 3)],
                *([fit("   " + line, "panel--name", width)] for line in more),
                *([[Span("   ", "panel--name"), *time]] if time else []),
                [fit(facts, "panel--facts", width)],
            ]
        if time:
            time = [Span(" ", "panel--name"), *time]
        taken = 3 + sum(len(span.text) for span in time)
        facts = f" {discs}, {games}"
        if time and width - taken - len(facts) < MIN_NAME:
            facts = f" {discs}"
        room = max(width - taken - len(facts), MIN_NAME)
        return [[*start, fit(name, "panel--name", room), *time, Span(facts, "panel--facts")]]

    def _start(self, match: Match, colour: Colour) -> list[Span]:
        """Return the mark of the turn, and the disc."""
        turn = match.outcome is None and match.to_move is colour
        mark = Span(self._turn_mark if turn else " ", "panel--turn")
        return [mark, Span(*_DISCS[colour]), Span(" ", "panel--name")]

    def _briefly(self, match: Match, colour: Colour, width: int) -> list[Span]:
        """Return a player and the time in half a line."""
        time = self._time(colour)
        room = width - 5 - sum(len(span.text) for span in time)
        name = fit(player_name(match, colour), "panel--name", room)
        return [*self._start(match, colour), name, Span(" ", "panel--name"), *time, Span(" ", "")]

    def _time(self, colour: Colour) -> list[Span]:
        """Return the time of a player; empty without a clock."""
        if self.times is None:
            return []
        seconds = self.times[colour is Colour.YELLOW]
        low = seconds <= LOW_SECONDS
        return [Span(marked_time(seconds), "panel--time-low" if low else "panel--time")]

    def _score(self, match: Match, width: int) -> str:
        """Return the drawn games; on a narrow panel also the games won, which the players' lines omit."""
        draws = match.draws
        drawn = ngettext("{count} draw", "{count} draws", draws).format(count=draws)
        if width >= PANEL_COUNTS:
            return drawn
        score = f"{match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)}"
        return f"{score}, {drawn}" if draws else score

    def _moves(self, match: Match, width: int, room: int) -> list[Line]:
        """Return the last moves that fit, in lines of ten or a multiple of ten."""
        moves = self._names(match)
        if not moves or room < 1:
            return []
        size = len(moves[0])
        if room == 1:
            title = _("Moves:") + " "
            keep = max((width - len(title)) // size, 1)
            return [[fit(title + "".join(moves[-keep:]), "panel--facts", width)]]
        per_line = max((width - 3) // size, 1)
        if per_line > 10:
            per_line -= per_line % 10
        rows = [moves[start : start + per_line] for start in range(0, len(moves), per_line)]
        # With a single line, show full ones: a line just begun holds a move or two.
        shown = rows[-(room - 1) :] if room > 2 else [moves[-per_line:]]
        heading = fit("   " + _("Moves"), "panel--name", width)
        lines = ("   " + "".join(row) for row in shown)
        return [[heading], *([fit(line, "panel--facts", width)] for line in lines)]

    def _names(self, match: Match) -> list[str]:
        """Return the moves as the board labels their columns: symbols, or numbers of equal width with a blank."""
        if self.numbers and match.geometry.columns > 9:
            return [f"{column + 1:>2} " for column in match.game.played]
        return list(format_moves(match.game.played))
