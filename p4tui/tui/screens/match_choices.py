"""`MatchChoices`: the rows of the menu that describe the next match."""

from __future__ import annotations

from typing import assert_never

from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE
from p4tui.i18n import _
from p4tui.play.seats import HUMAN, SEAT_TEXTS, LevelSeat, Person, Program, seat_of_text
from p4tui.play.setup import FIRST_CHOICES, parse_control
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.choices import Choice, next_of
from p4tui.tui.widgets.choice_list import Row
from p4tui.words.players import (
    auto_forms,
    auto_name,
    level_forms,
    level_name,
    seat_kind_name,
)
from p4tui.words.text import printable

CLOCKS = (None, "1+0", "3+2", "5+3", "10+5", "15+10")
"""The clocks to choose from; another one of the settings file is added."""


class MatchChoices:
    """The choices of players, board and clock."""

    def __init__(self, screen: P4Screen[None]) -> None:
        self._screen = screen
        self._preferences = screen.services.preferences
        own = self._preferences.choices.clock
        self._clocks = CLOCKS if own in CLOCKS else (*CLOCKS, own)

    def seats(self) -> list[Choice]:
        """Return the rows of who plays; people have names."""
        now = self._preferences.choices
        rows = [self._seat("red_level", _("Red"), now.red_level)]
        if now.red_level == HUMAN:
            rows.append(self._name("red_name", _("Red's name"), now.red_name))
        rows.append(self._seat("yellow_level", _("Yellow"), now.yellow_level))
        if now.yellow_level == HUMAN:
            rows.append(self._name("yellow_name", _("Yellow's name"), now.yellow_name))
        return rows

    def options(self) -> list[Choice]:
        """Return the rows of the starter, the board and the clock."""
        now, change = self._preferences.choices, self._preferences.change
        firsts = {"red": _("Red"), "yellow": _("Yellow"), "random": _("At random")}
        return [
            Choice(
                Row("first", _("First"), firsts[now.first]),
                lambda step: change(first=next_of(FIRST_CHOICES, now.first, step)),
                explain=lambda: (_("Who begins the first game"),),
            ),
            self._size(
                "columns", _("Columns"), now.columns, _("Width of the board: 4 to 32 columns")
            ),
            self._size("rows", _("Rows"), now.rows, _("Height of the board: 4 to 32 rows")),
            self._size("connect", _("In line"), now.connect, _("How many discs in a line win")),
            Choice(
                Row("clock", _("Clock"), str(parse_control(now.clock) or _("none"))),
                lambda step: change(clock=next_of(self._clocks, now.clock, step)),
                explain=lambda: (_("Minutes per player, seconds per move"),),
            ),
        ]

    def _seat(self, id: str, label: str, text: str) -> Choice:
        """Return the row for who plays a colour."""
        seat = seat_of_text(text)
        match seat:
            case LevelSeat(auto=True):
                value, forms = auto_name(), auto_forms()
            case LevelSeat(level_id):
                value, forms = level_name(level_id), level_forms(level_id)
            case Program():
                name = printable(self._preferences.settings.program_name(text))
                value = name or seat_kind_name(seat)
                forms = (_("program {command}").format(command=printable(text)),)
            case Person():
                value, forms = _("Person"), (_("a person at this keyboard"),)
            case _:
                assert_never(seat)
        programs = self._preferences.settings.programs.values()
        texts = tuple(dict.fromkeys((*SEAT_TEXTS, *programs, text)))
        return Choice(
            Row(id, label, value),
            lambda step: self._preferences.change(**{id: next_of(texts, text, step)}),
            explain=lambda: forms,
        )

    def _name(self, id: str, label: str, name: str) -> Choice:
        """Return the row for the name of a person."""

        def take(new: object) -> None:
            if isinstance(new, str):
                self._preferences.change(**{id: new.strip()})

        def ask() -> None:
            from p4tui.tui.screens.dialogs import TextScreen

            self._screen.app.push_screen(TextScreen(label, name), take)

        row = Row(id, label, printable(name) or "-")
        return Choice(row, activate=ask, explain=lambda: (_("Enter: change the name"),))

    def _size(self, id: str, label: str, value: int, sentence: str) -> Choice:
        """Return the row for a length of the board; the line stays within the board."""

        def change(step: int) -> None:
            now = self._preferences.choices
            sizes = {"columns": now.columns, "rows": now.rows, "connect": now.connect}
            sizes[id] += step
            for side in ("columns", "rows"):
                sizes[side] = min(max(sizes[side], MIN_SIZE), MAX_SIZE)
            longer = max(sizes["columns"], sizes["rows"])
            sizes["connect"] = min(max(sizes["connect"], MIN_CONNECT), longer)
            self._preferences.change(**sizes)

        return Choice(
            Row(id, label, str(value)),
            change,
            explain=lambda: (sentence,),
        )
