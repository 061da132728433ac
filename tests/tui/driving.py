"""Drives the app in this process: keys and mouse in, the text of the screen out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from rich.segment import Segment
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from p4tui import paths
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.options import Options
from p4tui.play.participants import Turn
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.storage.archive import Archive
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.app import P4App
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.cells import RIM
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets.answer_bar import AnswerBar
from p4tui.tui.widgets.choice_list import ChoiceList
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar, fit_hints
from p4tui.tui.widgets.menu_page import MenuPage
from p4tui.tui.widgets.status import StatusLine

ROUNDS = 3
"""How often one after the other nothing is on its way, where all is settled."""
STILL = Options(animation=False, seed=1)
"""No animation, and always the same random numbers."""
PEOPLE = Settings(yellow_level="human", explain_scores=False)
"""The menu's choices for two people."""
RED_WINS = "1212121"
"""Red makes four in the first column."""
YELLOW_WINS = "71213141"
"""Yellow makes four in the first column."""
DRAWN = "442761225377252342545563474175371666631311"
"""A full 7x6 board without a line."""


def people(
    red: str = "Alice",
    yellow: str = "Bob",
    *,
    geometry: Geometry | None = None,
    first: str = "red",
    game: Game | None = None,
) -> Setup:
    """Return the setup of two people at one keyboard."""
    return Setup(Person(red), Person(yellow), geometry or Geometry(), first, game)


def against(level: str, *, first: str = "red") -> Setup:
    """Return the setup of Alice, red, against a level."""
    return Setup(Person("Alice"), LevelSeat(level), first=first)


def computers(red: str = "random", yellow: str = "random") -> Setup:
    """Return the setup of two computers."""
    return Setup(LevelSeat(red), LevelSeat(yellow))


@asynccontextmanager
async def running(
    setup: Setup | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    options: Options = STILL,
    settings: Settings = PEOPLE,
    archive: Archive | None = None,
    resumed: OpenedGame | None = None,
) -> AsyncIterator[Pilot[None]]:
    """Run the app in a window, at the menu or a match. Nothing is saved without an archive."""
    app = P4App(setup, options, settings, resumed=resumed, archive=archive)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def app_of(pilot: Pilot[None]) -> P4App:
    """Return the app, by its own type."""
    return cast("P4App", pilot.app)


def game_of(pilot: Pilot[None]) -> GameScreen:
    """Return the game's screen, from any place in the stack."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, GameScreen))


def results_of(pilot: Pilot[None]) -> ResultsScreen:
    """Return the results, which must be shown."""
    assert isinstance(pilot.app.screen, ResultsScreen)
    return pilot.app.screen


def menu_of(pilot: Pilot[None]) -> MenuScreen:
    """Return the menu, which must be shown."""
    assert isinstance(pilot.app.screen, MenuScreen)
    return pilot.app.screen


def grid_of(pilot: Pilot[None]) -> Grid:
    """Return the board on screen."""
    return pilot.app.screen.query_one(Grid)


def choices_of(pilot: Pilot[None]) -> ChoiceList:
    """Return the list on screen."""
    return pilot.app.screen.query_one(ChoiceList)


def page_of(pilot: Pilot[None]) -> MenuPage:
    """Return the choices of the menu, which must be shown."""
    return pilot.app.screen.query_one(MenuPage)


def shown(pilot: Pilot[None]) -> type[Screen[object]]:
    """Return the class of the current screen."""
    return type(pilot.app.screen)


def moves(pilot: Pilot[None]) -> str:
    """Return the moves not undone: columns counted from 1, separated by blanks."""
    return " ".join(str(column + 1) for column in game_of(pilot).session.match.game.played)


def position(pilot: Pilot[None]) -> Position:
    """Return the current position."""
    return game_of(pilot).session.match.position


def status(pilot: Pilot[None]) -> str:
    """Return the status line of the current screen."""
    return pilot.app.screen.query_one("#status", StatusLine).text


def alert(pilot: Pilot[None]) -> bool:
    """Return whether the status line is a refusal."""
    return pilot.app.screen.query_one("#status", StatusLine).alert


async def press(pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Press keys, one after the other; a text stands for its characters."""
    await pilot.press(*keys)
    await pilot.pause()


async def settled(pilot: Pilot[None]) -> None:
    """Wait for the computer's answer with its effects, and for the archive's saves."""
    app = app_of(pilot)
    async with asyncio.timeout(60):
        # What one job or answer brings about may be the next one.
        rest = ROUNDS
        while rest:
            await app.workers.wait_for_complete()
            if type(app.archive) is Archive and app.archive._thread is not None:
                await app.archive.ask(
                    lambda _games: None
                )  # answered after all that was asked before
            await pilot.pause()
            rest = rest - 1 if all(worker.is_finished for worker in app.workers) else ROUNDS
            if getattr(app.archive, "waiting", False):  # the test itself is to have it done
                break


async def until(pilot: Pilot[None], done: Callable[[], bool], what: str = "") -> None:
    """Run the app until a condition is met, for a limited time."""
    for _ in range(4000):
        if done():
            return
        await pilot.pause(0.005)
    raise AssertionError(what or "it never came")


async def resized(pilot: Pilot[None], width: int, height: int) -> None:
    """Resize the terminal, and wait for the new layout."""
    await pilot.resize_terminal(width, height)

    def placed() -> bool:
        screen = pilot.app.screen
        return screen._compositor.size == (width, height) and not screen._layout_required

    # A screen that hears of its size may arrange things anew.
    for _ in range(2):
        await until(pilot, placed, "the screen kept its size")
        await pilot.pause()


def strips(pilot: Pilot[None]) -> list[list[Segment]]:
    """Return the lines of the whole screen, with filters applied."""
    return [list(strip) for strip in pilot.app.screen._compositor.render_strips()]


def screen_lines(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the whole screen as text."""
    return ["".join(segment.text for segment in line) for line in strips(pilot)]


def screen_text(pilot: Pilot[None]) -> str:
    """Return the text of the whole screen in one string."""
    return "\n".join(screen_lines(pilot))


def region_lines(pilot: Pilot[None], widget: Widget) -> list[str]:
    """Return the text of a widget with only one-cell characters."""
    region = widget.region
    return [line[region.x : region.right] for line in screen_lines(pilot)[region.y : region.bottom]]


def dialog_text(pilot: Pilot[None]) -> str:
    """Return the words of the dialog on screen, without its frame."""
    lines = region_lines(pilot, pilot.app.screen.query_one("#dialog"))
    return " ".join(" ".join(line.strip("│ ") for line in lines).split())


def question(pilot: Pilot[None]) -> str:
    """Return the text of the dialog that is shown, without its title and answers."""
    lines = region_lines(pilot, pilot.app.screen.query_one("#question"))
    return " ".join(" ".join(lines).split())


async def click_column(pilot: Pilot[None], column: int) -> None:
    """Click on a column of the board, counted from 1."""
    grid = grid_of(pilot)
    await pilot.click(grid, offset=(_x_of(grid, column), 2))
    await pilot.pause()


async def point_at(pilot: Pilot[None], column: int, y: int = 2) -> None:
    """Move the mouse over a column of the board, counted from 1."""
    grid = grid_of(pilot)
    await pilot.hover(grid, offset=(_x_of(grid, column), y))
    await pilot.pause()


def _x_of(grid: Grid, column: int) -> int:
    return RIM + (column - 1 - grid.viewport.column) * grid.cell.pixels + grid.cell.pixels // 2


async def click_row(pilot: Pilot[None], row_id: str) -> None:
    """Click on the label of a row of the list; on the menu's page on a part, or on the key that opens a screen."""
    choices = choices_of(pilot)
    parts = choices.parts() if isinstance(choices, MenuPage) else {}
    if row_id in parts:
        await pilot.click(choices, offset=parts[row_id].text)
    elif parts:
        bar = pilot.app.screen.query_one(KeyBar)
        (column,) = (
            column
            for column, hint in fit_hints(bar._hints(), bar.size.width)
            if hint.action == f"app.open({row_id!r})"
        )
        await pilot.click(bar, offset=(column, 0))
    else:
        index = [row.id for row in choices.rows].index(row_id)
        await pilot.click(choices, offset=(5, index - choices._top))
    await pilot.pause()


async def click_answer(pilot: Pilot[None], answer_id: str) -> None:
    """Click on an answer of a dialog."""
    bar = pilot.app.screen.query_one(AnswerBar)
    index = [answer.id for answer in bar.answers].index(answer_id)
    await pilot.click(bar, offset=bar.place_of(index) + Offset(2, 0))
    await pilot.pause()


def settings_text() -> str:
    """Return the text of the settings file; empty without a file."""
    path = settings_path()
    return path.read_text(encoding="utf-8") if path.exists() else ""


def write_settings(text: str) -> None:
    """Edit the settings file by hand."""
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(text, encoding="utf-8")


def settings_path() -> Path:
    """Return the path of the settings file."""
    path = paths.settings_file()
    assert path is not None
    return path


@dataclass
class Thinker:
    """A player that thinks until it gets its column or is stopped.

    Attributes:
        column: the column to play, counted from 0.
        asked: the number of its searches.
        stopped: the number of stopped searches.
        unproven: see `Player`.
    """

    column: int = 0
    asked: int = 0
    stopped: int = 0
    unproven: bool = False
    _answers: threading.Event = field(default_factory=threading.Event)

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """As `Player`."""
        self.asked += 1
        while not self._answers.wait(0.002):
            if stop.is_set():
                self.stopped += 1
                break
        return self.column

    def answer(self, column: int) -> None:
        """Make it play a column, counted from 1, now and at every later turn at once."""
        self.column = column - 1
        self._answers.set()

    def think(self) -> None:
        """Make it think again at its next turn."""
        self._answers.clear()


FAST = replace(PEOPLE, speed=0.0)
SLOW = replace(PEOPLE, speed=3600.0)


async def thinking(pilot: Pilot[None], thinker: Thinker) -> Turn:
    """Wait until the computer is asked; return its turn."""
    await until(pilot, lambda: thinker.asked > 0, "the computer was not asked")
    turn = game_of(pilot).session.turn
    assert turn is not None
    return turn


async def answered(pilot: Pilot[None], thinker: Thinker, column: int) -> None:
    """Make the computer play a column, counted from 1, and think again at its next turn."""
    thinker.answer(column)
    await settled(pilot)
    thinker.think()
