"""The menu: who plays, on what board, and the way to everything else. One list, a line for each choice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE, Geometry
from p4tui.engine.kernel import kernel_name, reference
from p4tui.i18n import LANGUAGES, _, language
from p4tui.play.seats import level_of, seat_of
from p4tui.play.setup import FIRST_CHOICES, Setup, control_of
from p4tui.players.levels import LEVELS, level
from p4tui.settings import Settings
from p4tui.storage.errors import StorageError
from p4tui.tui.actions import MENU, bindings
from p4tui.tui.look.themes import NAMES
from p4tui.tui.match_forms import forms_of
from p4tui.tui.resuming import (
    brief_game_words,
    find_game,
    game_words,
    open_game,
    players_of,
)
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.banner import BESIDE, Banner
from p4tui.tui.widgets.choice_list import AROUND, ChoiceList, Row
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.players import level_forms, level_name
from p4tui.words.text import printable
from p4tui.words.time import last_change_phrase

if TYPE_CHECKING:
    from p4tui.storage.archive import Archive
    from p4tui.storage.ownership import OpenedGame
    from p4tui.storage.records import SavedGame

Choice = TypeVar("Choice")

BANNER_WINDOW = 24
"""Lines of a window from which the banner is shown: its own four, up to eighteen rows, the line of text and the keys."""

SEATS: tuple[str | None, ...] = (
    None,
    *(each.id for each in LEVELS if each.group == "ladder"),
    *(each.id for each in LEVELS if each.group == "exercise"),
)
"""Who can sit at the board: a person, the ladder, the computers of the exercises."""


CLOCKS = (None, "1+0", "3+2", "5+3", "10+5", "15+10")
"""The clocks to choose from; one that the settings file has is kept among them."""


def next_of(choices: Sequence[Choice], now: Choice, step: int) -> Choice:
    """The choice after (or before) the one that is made, round and round."""
    index = choices.index(now) if now in choices else 0
    return choices[(index + step) % len(choices)]


def choices_of(setup: Setup) -> dict[str, object]:
    """Return the menu's choices, by the names of the settings, that describe a match."""
    return {
        "red_name": setup.red.name,
        "red_level": level_of(setup.red),
        "yellow_name": setup.yellow.name,
        "yellow_level": level_of(setup.yellow),
        "columns": setup.geometry.columns,
        "rows": setup.geometry.rows,
        "connect": setup.geometry.connect,
        "first": setup.first,
        "clock": None if setup.control is None else str(setup.control),
    }


def seat_word(level_id: str | None) -> str:
    """Who sits there, in words; the exercises' computers say that they are such."""
    if level_id is None:
        return _("Person")
    name = level_name(level_id)
    return _("{name} (exercise)").format(name=name) if level(level_id).group == "exercise" else name


class MenuScreen(P4Screen[None]):
    """The first screen.

    Attributes:
        unfinished: the game that can be gone on with, None as long as none is known.
    """

    ACTIONS = MENU
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    def __init__(self, row: str = "resume") -> None:
        """Begin at a row; at `resume`: at Play, until there is a game to go on with."""
        super().__init__()
        self._first_row = row
        self.unfinished: SavedGame | None = None
        self._touched = False
        self._clocks: tuple[str | None, ...] = CLOCKS

    def compose(self) -> ComposeResult:
        """The list, a line on the chosen row, the keys."""
        if (own := self.choices.clock) not in CLOCKS:
            self._clocks = (*CLOCKS, own)
        # Before there are widgets whose styles would be looked up once more.
        self.set_class(self._is_roomy(self.app.size), "-roomy")
        yield Banner(self._title, ascii_only=self.p4app.ascii_only, id="banner")
        yield ChoiceList(self._rows(), ascii_only=self.p4app.ascii_only, id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_resize(self, event: events.Resize) -> None:
        """A window with room to spare gets the banner instead of a line with the name."""
        self._follow_size(event.size)

    def _is_roomy(self, window: Size) -> bool:
        """Whether a window has room for the banner with all of its title."""
        return window.height >= BANNER_WINDOW and window.width >= BESIDE + cell_len(self._title())

    def _follow_size(self, window: Size) -> None:
        """Show the banner or the line with the name."""
        roomy = self._is_roomy(window)
        if roomy != self.has_class("-roomy"):
            self.set_class(roomy, "-roomy")
            self._show_rows()

    def on_mount(self) -> None:
        """At the row that was asked for; the one to go on with a game is not there yet."""
        choices = self.query_one(ChoiceList)
        choices.select("play" if self._first_row == "resume" else self._first_row)
        choices.focus()
        self._explain()

    def on_screen_resume(self) -> None:
        """Look for a game to go on with, once everything else is seen: also that takes nothing from the first picture."""
        self.call_after_refresh(self._look_for_game)

    def _look_for_game(self) -> None:
        """Find the game that was left last, in the archive's thread."""
        if (archive := self.p4app.archive) is not None:
            self.work(partial(self._find_game, archive), group="unfinished", exclusive=True)

    def person_is_here(self) -> None:
        """From the first key on nothing moves the cursor but keys."""
        self._touched = True

    async def _find_game(self, archive: Archive) -> None:
        """Show the row for the unfinished game, or take it away; what is chosen stays so.

        But as long as nobody has touched anything, the cursor of a menu that begins there goes to the game to go on with.
        """
        found = await find_game(archive)
        if found != self.unfinished and self.stands:
            new = self.unfinished is None
            self.unfinished = found
            self._show_rows()
            choices = self.query_one(ChoiceList)
            if new and not self._touched and self._first_row == "resume":
                choices.select("resume")
            self._explain()

    def _show_rows(self) -> None:
        """Show other rows than before; the chosen one stays so."""
        choices = self.query_one(ChoiceList)
        row = choices.row.id
        choices.rows = self._rows()
        choices.select(row)

    @property
    def choices(self) -> Settings:
        """What is chosen now."""
        return self.p4app.choices

    def refresh_words(self) -> None:
        """The rows and the line in the language that is spoken now."""
        self._follow_size(self.app.size)
        self.query_one(ChoiceList).rows = self._rows()
        self._explain()

    def _rows(self) -> list[Row]:
        """The rows for the choices as they are."""
        now = self.choices
        title = [] if self.has_class("-roomy") else [Row("title", self._title(), heading=True)]
        return [
            *title,
            *self._resume_rows(),
            Row("play", _("Play")),
            self._seat_row("red_level", _("Red"), now.red_level),
            Row("red_name", _("Red's name"), printable(now.red_name) or "-"),
            self._seat_row("yellow_level", _("Yellow"), now.yellow_level),
            Row("yellow_name", _("Yellow's name"), printable(now.yellow_name) or "-"),
            Row("first", _("First to play"), self._first_word(now.first), changes=True),
            Row("columns", _("Columns"), str(now.columns), changes=True),
            Row("rows", _("Rows"), str(now.rows), changes=True),
            Row("connect", _("In line"), str(now.connect), changes=True),
            Row("clock", _("Clock"), str(control_of(now.clock) or _("none")), changes=True),
            Row("language", _("Language"), LANGUAGES[language()], changes=True),
            Row("theme", _("Theme"), _(NAMES[self.p4app.theme]), changes=True),
            Row("library", _("Saved games")),
            Row("statistics", _("Statistics")),
            Row("settings", _("Settings")),
            Row("help", _("Help")),
            Row("quit", _("Quit")),
        ]

    @staticmethod
    def _seat_row(row: str, label: str, level_id: str | None) -> Row:
        """The row for who plays a colour."""
        brief = level_name(level_id) if level_id else ""
        return Row(row, label, seat_word(level_id), changes=True, brief_value=brief)

    def _resume_rows(self) -> list[Row]:
        """The row of the game that was left last, where there is one."""
        if self.unfinished is None:
            return []
        match = self.unfinished.match
        words = game_words(match)
        return [Row("resume", _("Resume"), words, brief_value=brief_game_words(match))]

    @staticmethod
    def _title() -> str:
        """The game's name; that the plain-Python search serves, where it does."""
        if kernel_name() == reference.NAME:
            return _("Connect Four (slow: see p4tui doctor)")
        return _("Connect Four")

    @staticmethod
    def _first_word(first: str) -> str:
        """Who starts, in words."""
        return {"red": _("Red"), "yellow": _("Yellow"), "random": _("At random")}[first]

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Say what the row is about."""
        self._explain()

    def _explain(self) -> None:
        """A sentence on the chosen row."""
        self.say(
            *(text[0].upper() + text[1:] for text in self._words_on(self.query_one(ChoiceList).row))
        )

    def _words_on(self, row: Row) -> Sequence[str]:
        """What there is to say of a row, the longest form first."""
        now = self.choices
        if row.id in ("red_level", "yellow_level"):
            chosen = now.red_level if row.id == "red_level" else now.yellow_level
            return level_forms(chosen) if chosen else (_("a person at this keyboard"),)
        if row.id == "resume":
            return self._resume_forms(row)
        if row.id in ("red_name", "yellow_name"):
            return (_("Enter to change the name"),)
        if row.id in ("columns", "rows", "connect"):
            return (
                _("4 to 32 columns and rows, lines of 3 to the longer side"),
                _("4 to 32; in line: 3 to the longer side"),
            )
        if row.id == "clock":
            return (
                _("Minutes for each player, and seconds that each move gives back"),
                _("Minutes a player, seconds back a move"),
            )
        return (_("Arrows choose and change, Enter goes on"),)

    def _resume_forms(self, row: Row) -> Sequence[str]:
        """What Enter does with the game that was left last; which game that is, where its row has no room for it."""
        text = _("Enter: resume this game")
        if self.unfinished is None:
            return (text,)
        ago = last_change_phrase(self.p4app.today() - self.unfinished.changed)
        when = _("{text} (last move {ago})").format(text=text, ago=ago) if ago else text
        if row.fitting(self.app.size.width - AROUND)[1] == row.value:
            return (when, text)
        both = _("{sentence}: {game}")
        games = [
            both.format(sentence=text, game=words)
            for words in forms_of(self.unfinished.match, players_of)
        ]
        return (*games, when, text)

    # -- changes ----------------------------------------------------------------------------------------------------

    def on_choice_list_changed(self, message: ChoiceList.Changed) -> None:
        """Another value for a row."""
        now, step, row = self.choices, message.step, message.row.id
        if row == "red_level":
            self._change(red_level=next_of(SEATS, now.red_level, step))
        elif row == "yellow_level":
            self._change(yellow_level=next_of(SEATS, now.yellow_level, step))
        elif row == "first":
            self._change(first=next_of(FIRST_CHOICES, now.first, step))
        elif row == "clock":
            self._change(clock=next_of(self._clocks, now.clock, step))
        elif row == "language":
            self.p4app.speak(next_of(tuple(LANGUAGES), language(), step))
        elif row == "theme":
            self.p4app.change_theme(next_of(tuple(NAMES), self.p4app.theme, step))
            self.refresh_words()
        else:
            self._change_size(row, step)

    def _change_size(self, row: str, step: int) -> None:
        """Another board; the line stays within it."""
        now = self.choices
        columns, rows, connect = now.columns, now.rows, now.connect
        if row == "columns":
            columns = min(max(columns + step, MIN_SIZE), MAX_SIZE)
        elif row == "rows":
            rows = min(max(rows + step, MIN_SIZE), MAX_SIZE)
        else:
            connect += step
        connect = min(max(connect, MIN_CONNECT), max(columns, rows))
        self._change(columns=columns, rows=rows, connect=connect)

    def _change(self, **changes: object) -> None:
        """Remember choices and show them."""
        self.p4app.change_choices(**changes)
        self.refresh_words()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Do what a row says."""
        row = message.row.id
        if row == "play":
            self.action_play()
        elif row == "resume":
            self.action_resume()
        elif row in ("red_name", "yellow_name"):
            self._edit_name(row)
        elif row == "library":
            self.p4app.action_library()
        elif row == "statistics":
            self.p4app.action_statistics()
        elif row == "settings":
            self.p4app.action_settings()
        elif row == "help":
            self.p4app.action_help()
        elif row == "quit":
            self.app.exit()

    def _edit_name(self, row: str) -> None:
        """Ask for a name."""
        from p4tui.tui.screens.dialogs import TextScreen

        question = _("Red's name") if row == "red_name" else _("Yellow's name")

        def take(name: object) -> None:
            if isinstance(name, str):
                self._change(**{row: name.strip()})

        self.app.push_screen(TextScreen(question, getattr(self.choices, row)), take)

    def setup(self) -> Setup:
        """The match that the choices describe."""
        now = self.choices
        return Setup(
            seat_of(now.red_level, now.red_name),
            seat_of(now.yellow_level, now.yellow_name),
            Geometry(now.columns, now.rows, now.connect),
            now.first,
            control=control_of(now.clock),
        )

    def action_play(self) -> None:
        """Play as chosen."""
        self.p4app.start(self.setup(), random.Random(self.p4app.options.seed))

    def action_resume(self) -> None:
        """Go on with the game that was left last."""
        if (archive := self.p4app.archive) is None:
            self.say(_("There is no unfinished game"), alert=True)
        else:
            self.work(partial(self._open_game, archive), group="resume", exclusive=True)

    async def _open_game(self, archive: Archive) -> None:
        """Have the archive open the game that the row shows, or the one played on last as long as none is shown."""
        found = await open_game(archive, self.unfinished)
        if isinstance(found, StorageError):
            self.p4app.tell_of_storage(found)
        elif isinstance(found, str):
            self.say(found, alert=True)
            self._look_for_game()
        else:
            self.call_later(self._play_on, found)

    def _play_on(self, opened: OpenedGame) -> None:
        """Play a game on that was opened, unless something else was chosen meanwhile."""
        if self.is_active:
            self.p4app.resume(opened)

    def action_quit(self) -> None:
        """Leave the program."""
        self.app.exit()
