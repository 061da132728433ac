"""A telephone's window: every screen and dialog, in both languages, says what it has to say whole, or in fewer words.

A text that is cut has an ellipsis, a widget's line that is too long is cropped, and what is below the window is not seen:
all three are looked for after every key. Only names of any length may be cut.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from p4tui import i18n
from p4tui.core.geometry import Geometry
from p4tui.engine.kernel.reference import NAME
from p4tui.i18n import LANGUAGES, _
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.play.setup import Setup, parse_control
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings
from p4tui.storage.errors import GameDeletedError, GameLostError, GameTakenError
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.dialogs import LossScreen, NoticeScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.text import ELLIPSIS
from p4tui.tui.widgets.choice_list import ChoiceList
from p4tui.tui.widgets.game_list import GameList
from p4tui.tui.widgets.line_widget import LineWidget
from p4tui.words.players import level_name
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    against,
    computers,
    game_of,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    settled,
    shown,
)
from tests.tui.saving import match, running_on, save

SIZES = [(40, 12), (30, 12)]
EARLIER_MOVES = re.compile(rf" {ELLIPSIS}(?=[1-9A-W]+ )")
"""Stands for the moves before the last ones."""
LONG = ("Bartholomew Featherstonehaugh", "Maximilienne-Marie-Isidore")
"""Names that no narrow window has room for."""


def timed(red: str, yellow: str) -> Setup:
    return Setup(Person(red), Person(yellow), control=parse_control("5+3"))


@dataclass(frozen=True)
class Walk:
    """A way through some screens; what is seen is looked at after every key.

    Attributes:
        keys: Textual's names of keys.
        setup: the match to begin with; None: the menu.
        settings: what lasts.
        saved: whether there are saved games.
        names: those that may be cut.
    """

    keys: Sequence[str]
    setup: Setup | None = None
    settings: Settings = PEOPLE
    saved: bool = False
    names: Sequence[str] = field(default=())


DOWN = ["down"]
IN_GAME = [*"4uurmp.hsssx", "left_square_bracket", "plus"]
WALKS = {
    "menu": Walk(DOWN * 18),
    "menu, computers": Walk(
        DOWN * 18, settings=Settings(red_level="tactician", yellow_level="perfect", clock="10+5")
    ),
    "settings": Walk(["end", "up", "up", "enter", *DOWN * 8, *["up", "right"] * 7]),
    "help": Walk(["question_mark", *["pagedown"] * 20]),
    "a name": Walk([*DOWN * 2, "enter", *"Zoé", "enter", *DOWN * 2, "enter", "escape"]),
    "the menu's commands": Walk(["colon", *DOWN * 18]),
    "the game's commands": Walk(["4", "colon", *DOWN * 28], people()),
    "the results' commands": Walk(["1", "colon", *DOWN * 20], people(game=None)),
    "commands that are looked for": Walk(["colon", *"a z", *DOWN * 3], people()),
    "statistics": Walk(["t", *["pagedown"] * 8], saved=True),
    "saved games": Walk(["l", *DOWN * 6, *"fff", "d", "n", *"dyu", "u"], saved=True),
    "games that are looked for": Walk(["l", "slash", *"zz", "enter", *"f", "slash"], saved=True),
    "the saved games' commands": Walk(["l", "colon", *DOWN * 16], saved=True),
    "a saved game": Walk(["l", "enter", *["left"] * 4, *DOWN * 3, *"c", "d", "n"], saved=True),
    "a game that was won": Walk(["l", *DOWN, "enter", *["left"] * 3, *DOWN * 4], saved=True),
    "a saved game's commands": Walk(["l", "enter", "colon", *DOWN * 18], saved=True),
    "a game": Walk([*IN_GAME, *"444444", "4"], people()),
    "a full column": Walk(list("4444444"), people()),
    "refusals under scores": Walk([*"surmphg", "n", *"n9", *"4444444", "f"], people()),
    "refusals at computers": Walk(
        [*"psghurm", *["left_square_bracket"] * 9], computers("aligner", "aligner")
    ),
    "questions": Walk([*"4gnnnqn"], people()),
    "a clock": Walk(IN_GAME, timed("Alice", "Bob")),
    "against a level": Walk(["4", "m", "u", "h", "4", "right_square_bracket"], against("winner")),
    "computers": Walk(
        [*"ppgh.", "plus", "minus", "minus", "minus", "n"],
        computers("aligner", "aligner"),
        replace(PEOPLE, speed=4.0),
    ),
    "a large board": Walk(
        ["1", "enter", "1", "6", "s"], people(geometry=Geometry(20, 15, 5)), names=()
    ),
    "a board of nine columns": Walk(
        [*RED_WINS, *DOWN * 7, *["left"] * 3, "s"], people(geometry=Geometry(9, 7))
    ),
    "a large board's results": Walk(
        [*"4gy", *DOWN * 7, "left", "s"], people(geometry=Geometry(20, 15, 5))
    ),
    "a cell": Walk(["4", *["up"] * 3, "enter", "escape"], people()),
    "a line": Walk([*RED_WINS, *DOWN * 7, "c", "s", *["left"] * 4], people()),
    "a full board": Walk([*DRAWN, *DOWN * 7], people()),
    "a resignation": Walk([*"4gy", *DOWN * 7], people()),
    "long names": Walk([*IN_GAME, *"4gn4gy", *DOWN * 7, "left"], people(*LONG), names=LONG),
    "long names and a line": Walk([*RED_WINS, *DOWN * 7, "u"], people(*LONG), names=LONG),
    "long names and a clock": Walk([*IN_GAME, *"4gy", *DOWN * 7], timed(*LONG), names=LONG),
    "long names in the menu": Walk(
        DOWN * 6, settings=replace(PEOPLE, red_name=LONG[0], yellow_name=LONG[1]), names=LONG
    ),
}


@asynccontextmanager
async def at(walk: Walk, size: tuple[int, int], folder: Path) -> AsyncIterator[Pilot[None]]:
    """The app where a walk begins."""
    if not walk.saved:
        async with running(walk.setup, size=size, settings=walk.settings) as pilot:
            yield pilot
        return
    path = folder / "games.sqlite3"
    players: list[tuple[Seat | str, Seat | str]] = [
        ("Alice", "Bob"),
        ("Chloé", LevelSeat("club")),
        ("", ""),
        (LevelSeat("perfect"), LevelSeat("perfect")),
    ]
    save(path, [match(RED_WINS, *each) for each in players])
    save(path, [match(DRAWN, "Alice", "Bob"), match(RED_WINS), match("4434352536", *players[1])])
    async with running_on(path, walk.setup, size=size, settings=walk.settings) as pilot:
        yield pilot


def all_painted(pilot: Pilot[None]) -> Iterator[LineWidget]:
    """The widgets that are seen, of all screens that are seen."""
    for widget in pilot.app.screen.query(LineWidget):
        if widget.display and widget.region.height:
            yield widget


def assert_whole(pilot: Pilot[None], names: Iterable[str]) -> None:
    """Nothing is cut, cropped or below the window."""
    picture = "\n".join(screen_lines(pilot))
    picture = EARLIER_MOVES.sub(" ", picture)
    for part in picture.split(ELLIPSIS)[:-1]:
        joined = " ".join(part.split())
        known = any(joined.endswith(name[:end].rstrip()) for name in names for end in range(2, 40))
        assert known, f"{part.splitlines()[-1]}{ELLIPSIS} in\n{picture}"
    for widget in all_painted(pilot):
        lines = widget.paint(*widget.size)
        for line in lines:
            text = "".join(span.text for span in line)
            assert cell_len(text.rstrip()) <= widget.size.width, f"{text}\n{picture}"
    screen = pilot.app.screen
    for question in screen.query("#question").results(Static):
        assert question.region.bottom <= screen.size.height, picture
        shown = " ".join(" ".join(region_lines(pilot, question)).split())
        assert str(question.content).split() == shown.split(), picture
        answers = screen.query_one("#dialog").children[-1].region
        assert answers.height > 0 and answers.bottom <= screen.size.height, picture
    if isinstance(screen, P4Screen):
        for hint in screen.hints():
            assert not hint.pinned or f" {hint.key} {hint.label} " in screen_lines(pilot)[-1] + " "
    for choices in screen.query(ChoiceList):
        if choices.rows:
            row = choices.row
            assert row.label in picture or (row.brief and row.brief in picture), picture


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(*case, marks=[pytest.mark.exhaustive] * (case != ((30, 12), "fr")))
        for case in product(SIZES, LANGUAGES)
    ],
    ids=lambda part: part if isinstance(part, str) else "x".join(map(str, part)),
)
@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
async def test_no_text_is_cut_in_a_narrow_window(
    walk: Walk, size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    i18n.activate(language)
    levels = [level_name(level.id) for level in LEVELS]
    colours = (_("Red"), _("Yellow"))
    names = [*walk.names, *(f"{level} ({each})" for level in levels for each in colours)]
    async with at(walk, size, tmp_path) as pilot:
        await settled(pilot)
        assert_whole(pilot, names)
        for key in walk.keys:
            await press(pilot, [key])
            await settled(pilot)
            # The line below the list has the whole name.
            columns = levels if pilot.app.screen.query(GameList) else []
            assert_whole(pilot, [*names, *columns])


@pytest.mark.parametrize("size", [*SIZES, (80, 24)], ids=str)
async def test_a_long_notice_scrolls_and_leaves_the_way_on_in_sight(size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(90 if size[0] < 80 else 300)]
    async with running(size=size) as pilot:
        pilot.app.push_screen(NoticeScreen(" ".join(words)))
        await pilot.pause()
        seen: set[str] = set()
        for _step in range(40):
            assert " OK" in screen_text(pilot)
            seen |= set(screen_text(pilot).split())
            await press(pilot, ["down"])
        assert seen >= set(words)
        for _step in range(40):
            await press(pilot, ["up"])
        assert "word0" in screen_text(pilot).split()
        await resized(pilot, 40, 12)
        assert " OK" in screen_text(pilot)
        await press(pilot, ["enter"])
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", [GameTakenError(12345, 12346), GameDeletedError(12345)])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_is_said_of_a_lost_game_is_whole(
    size: tuple[int, int], error: GameLostError, language: str
) -> None:
    i18n.activate(language)
    async with running(people(), size=size) as pilot:
        game_of(pilot).handle_loss(error)
        await pilot.pause()
        assert shown(pilot) is LossScreen
        assert_whole(pilot, [])


async def test_a_short_notice_is_as_high_as_its_words() -> None:
    async with running(size=(40, 12)) as pilot:
        pilot.app.push_screen(NoticeScreen("Something happened."))
        await pilot.pause()
        assert pilot.app.screen.query_one("#dialog").region.height == 5
        assert_whole(pilot, [])


@pytest.mark.parametrize("kernel", ["native", NAME])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(30, 12), (30, 24), (40, 24), (80, 24)], ids=str)
async def test_the_name_of_the_game_is_whole_with_and_without_a_header(
    size: tuple[int, int], language: str, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.tui.screens.menu_facts.kernel_name", lambda: kernel)
    i18n.activate(language)
    async with running(size=size) as pilot:
        assert_whole(pilot, [])
        assert (_("Connect Four") in screen_text(pilot)) is (size[0] < 80)
        assert ("p4tui doctor" in screen_text(pilot)) is (kernel == NAME)
