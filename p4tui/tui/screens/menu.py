"""The menu: who plays, on which board, and the way to all other screens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, assert_never

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from p4tui.actions.everywhere import OPENING
from p4tui.actions.lists import MENU
from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import kernel_name
from p4tui.i18n import _
from p4tui.play.seats import SEAT_TEXTS, LevelSeat, Person, seat_of_text
from p4tui.play.setup import FIRST_CHOICES, parse_control
from p4tui.players.levels import LEVELS
from p4tui.storage.errors import StorageError
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import BANNER_WINDOW
from p4tui.tui.match_forms import forms_of
from p4tui.tui.screens.choices import Choice, ChoicesScreen, next_of
from p4tui.tui.screens.resuming import (
    brief_progress,
    find_unfinished,
    open_game,
    players_text,
    progress_text,
)
from p4tui.tui.widgets.banner import DISCS_WIDTH, Banner
from p4tui.tui.widgets.choice_list import ROW_PADDING, Row
from p4tui.words.players import level_forms, level_name
from p4tui.words.saved import problem_sentence
from p4tui.words.text import printable
from p4tui.words.time import last_change_phrase

if TYPE_CHECKING:
    from p4tui.storage.archive import Archive
    from p4tui.storage.ownership import OpenedGame
    from p4tui.storage.records import SavedGame

_EXERCISES = {each.id for each in LEVELS if each.group == "exercise"}
SEATS = tuple(sorted(SEAT_TEXTS, key=lambda text: text in _EXERCISES))
"""The texts of who can play: a person, the strong levels, the simple ones."""

CLOCKS = (None, "1+0", "3+2", "5+3", "10+5", "15+10")
"""The clocks to choose from; another one of the settings file is added."""


class MenuScreen(ChoicesScreen):
    """The first screen.

    Attributes:
        unfinished: the game that can be resumed, or None if none is known.
    """

    ACTIONS = MENU
    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)

    def __init__(self, row: str = "resume") -> None:
        """Start at a row; `resume` means Play until an unfinished game is found."""
        super().__init__()
        self._first_row = row
        self.unfinished: SavedGame | None = None
        self._touched = False
        self._clocks: tuple[str | None, ...] = CLOCKS

    def compose(self) -> ComposeResult:
        """Yield the banner and the list."""
        if (own := self.services.preferences.choices.clock) not in CLOCKS:
            self._clocks = (*CLOCKS, own)
        # Set before the widgets are made, which saves a second lookup of their styles.
        self.set_class(self._is_roomy(self.app.size), "-roomy")
        yield Banner(self._title, art=self.services.art, id="banner")
        yield from super().compose()

    def on_mount(self) -> None:
        """Select the initial row; the row that resumes a game does not exist yet."""
        self.begin("play" if self._first_row == "resume" else self._first_row)

    def on_resize(self, event: events.Resize) -> None:
        """Show the banner in a large window, else the title as a row."""
        self._follow_size(event.size)

    def refresh_words(self) -> None:
        """Show banner, rows and status line in the current language."""
        self._follow_size(self.app.size)
        super().refresh_words()

    def _is_roomy(self, window: Size) -> bool:
        """Return whether a window has room for the banner and its title."""
        return window.height >= BANNER_WINDOW and window.width >= DISCS_WIDTH + cell_len(
            self._title()
        )

    def _follow_size(self, window: Size) -> None:
        """Show the banner, or the title as a row."""
        roomy = self._is_roomy(window)
        if roomy != self.has_class("-roomy"):
            self.set_class(roomy, "-roomy")
            self.show_choices()

    @staticmethod
    def _title() -> str:
        """Return the game's name, with a warning if the plain-Python search is used."""
        if kernel_name() == reference.NAME:
            return _("Connect Four (slow: see p4tui doctor)")
        return _("Connect Four")

    # -- the choices ------------------------------------------------------------------------------------------------

    def choices(self) -> list[Choice]:
        """Return the rows of the menu as they are now."""
        now = self.services.preferences.choices
        firsts = {"red": _("Red"), "yellow": _("Yellow"), "random": _("At random")}
        title = Choice(Row("title", self._title(), heading=True))
        return [
            *([] if self.has_class("-roomy") else [title]),
            *self._resume_choices(),
            Choice(Row("play", _("Play")), activate=self.action_play),
            self._seat_choice("red_level", _("Red"), now.red_level),
            self._name_choice("red_name", _("Red's name"), now.red_name),
            self._seat_choice("yellow_level", _("Yellow"), now.yellow_level),
            self._name_choice("yellow_name", _("Yellow's name"), now.yellow_name),
            Choice(
                Row("first", _("First to play"), firsts[now.first]),
                lambda step: self._change(first=next_of(FIRST_CHOICES, now.first, step)),
            ),
            self._size_choice("columns", _("Columns"), now.columns),
            self._size_choice("rows", _("Rows"), now.rows),
            self._size_choice("connect", _("In line"), now.connect),
            Choice(
                Row("clock", _("Clock"), str(parse_control(now.clock) or _("none"))),
                lambda step: self._change(clock=next_of(self._clocks, now.clock, step)),
                explain=lambda: (
                    _("Minutes for each player, and seconds added for each move"),
                    _("Minutes per player, seconds per move"),
                ),
            ),
            self.language_choice(),
            self.theme_choice(),
            *(self._screen_choice(each, _(action.label)) for each, action in OPENING.items()),
            self._screen_choice("help", _("Help")),
            Choice(Row("quit", _("Quit")), activate=self.app.exit),
        ]

    def _resume_choices(self) -> list[Choice]:
        """Return the row of the unfinished game, if there is one."""
        if self.unfinished is None:
            return []
        match = self.unfinished.match
        row = Row("resume", _("Resume"), progress_text(match), brief_value=brief_progress(match))
        return [
            Choice(
                row,
                activate=self.action_resume,
                explain=partial(self._resume_forms, row, self.unfinished),
            )
        ]

    def _resume_forms(self, row: Row, saved: SavedGame) -> Sequence[str]:
        """Describe Enter, with the players if their row is cut; the longest form first."""
        text = _("Enter: resume this game")
        ago = last_change_phrase(self.services.today() - saved.changed)
        when = _("{text} (last move {ago})").format(text=text, ago=ago) if ago else text
        if row.fit(self.app.size.width - ROW_PADDING)[1] == row.value:
            return (when, text)
        both = _("{sentence}: {game}")
        names = forms_of(saved.match, players_text)
        return (*(both.format(sentence=text, game=words) for words in names), when, text)

    def _seat_choice(self, id: str, label: str, text: str) -> Choice:
        """Return the row for who plays a colour, with a mark on the levels of the exercises."""
        seat = seat_of_text(text)
        match seat:
            case LevelSeat(level_id):
                brief, forms = level_name(level_id), level_forms(level_id)
                value = _("{name} (exercise)").format(name=brief) if text in _EXERCISES else brief
            case Person():
                value, brief, forms = _("Person"), "", (_("a person at this keyboard"),)
            case _:
                assert_never(seat)
        return Choice(
            Row(id, label, value, brief_value=brief),
            lambda step: self._change(**{id: next_of(SEATS, text, step)}),
            explain=lambda: forms,
        )

    def _name_choice(self, id: str, label: str, name: str) -> Choice:
        """Return the row for the name of a colour."""

        def take(new: object) -> None:
            if isinstance(new, str):
                self._change(**{id: new.strip()})

        def ask() -> None:
            from p4tui.tui.screens.dialogs import TextScreen

            self.app.push_screen(TextScreen(label, name), take)

        row = Row(id, label, printable(name) or "-")
        return Choice(row, activate=ask, explain=lambda: (_("Enter: change the name"),))

    def _size_choice(self, id: str, label: str, value: int) -> Choice:
        """Return the row for a length of the board; the line stays within the board."""

        def change(step: int) -> None:
            now = self.services.preferences.choices
            sizes = {"columns": now.columns, "rows": now.rows, "connect": now.connect}
            sizes[id] += step
            for side in ("columns", "rows"):
                sizes[side] = min(max(sizes[side], MIN_SIZE), MAX_SIZE)
            longer = max(sizes["columns"], sizes["rows"])
            sizes["connect"] = min(max(sizes["connect"], MIN_CONNECT), longer)
            self._change(**sizes)

        return Choice(
            Row(id, label, str(value)),
            change,
            explain=lambda: (
                _("4 to 32 columns and rows; lines from 3 to the longer side"),
                _("4 to 32; in line: 3 to the longer side"),
            ),
        )

    def _screen_choice(self, id: str, label: str) -> Choice:
        """Return the row that opens a screen of the registry."""
        return Choice(Row(id, label), activate=partial(self.services.navigation.open, id))

    def _change(self, **changes: object) -> None:
        self.services.preferences.change(**changes)

    # -- playing ----------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Start a game with the chosen settings."""
        self.services.navigation.start(self.services.preferences.choices.setup())

    def on_screen_resume(self) -> None:
        """Look for a game to resume after the first picture."""
        self.call_after_refresh(self._look_for_game)

    def note_input(self) -> None:
        """Stop moving the cursor after the first input."""
        self._touched = True

    def _look_for_game(self) -> None:
        """Start the search for the unfinished game."""
        if (archive := self.services.archive) is not None:
            self.work(partial(self._find_game, archive), group="unfinished", exclusive=True)

    async def _find_game(self, archive: Archive) -> None:
        """Show the row of the unfinished game, or remove it.

        The cursor moves to a new row if the menu begins there and has had no input yet.
        """
        found = await find_unfinished(archive)
        if found != self.unfinished and self.is_open:
            new = self.unfinished is None
            self.unfinished = found
            self.show_choices()
            if new and not self._touched and self._first_row == "resume":
                self.choice_list.select("resume")
                self.explain()

    def action_resume(self) -> None:
        """Resume the unfinished game."""
        if (archive := self.services.archive) is None:
            self.say(_("There is no unfinished game"), alert=True)
        else:
            self.work(partial(self._open_game, archive), group="resume", exclusive=True)

    async def _open_game(self, archive: Archive) -> None:
        """Open the game of the row or, without a row, the last changed unfinished one."""
        found = await open_game(archive, self.unfinished)
        if isinstance(found, StorageError):
            self.services.notices.show(problem_sentence(found))
        elif isinstance(found, str):
            self.say(found, alert=True)
            self._look_for_game()
        else:
            self.call_later(self._play_on, found)

    def _play_on(self, opened: OpenedGame) -> None:
        """Resume an opened game, unless another screen was opened meanwhile."""
        if self.is_active:
            self.services.navigation.resume(opened)
