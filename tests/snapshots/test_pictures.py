"""Pictures of the screens, looked at by a person when they were taken, and compared since.

They are compared with the Textual that drew them; take them anew with `pytest tests/snapshots --snapshot-update`.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.play.seats import LevelSeat
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.tui.app import P4App
from p4tui.tui.look.themes import NAMES
from tests.tools.scorers import FakeSolver, fake_solver
from tests.tui.conftest import exact_pilot, frozen_clock
from tests.tui.driving import RED_WINS, STILL, people, press, settled
from tests.tui.saving import add_many, match, save

__all__ = ["exact_pilot", "fake_solver", "frozen_clock"]

DRAWN_BY = "8.2.8"
"""The Textual of the pictures."""
MIDDLE = "4434352536"
"""A game in the middle: both have built, nobody has won."""

pytestmark = pytest.mark.skipif(
    version("textual") != DRAWN_BY, reason=f"the pictures were drawn by Textual {DRAWN_BY}"
)

PLUG_IN_FOLDER = {"TEXTUAL_SNAPSHOT_TEMPDIR": os.environ.get("TEXTUAL_SNAPSHOT_TEMPDIR")}
"""What the snapshot plug-in keeps in the environment, which every test begins without."""

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def plug_in_folder(own_machine: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the plug-in its folder back."""
    for name, folder in PLUG_IN_FOLDER.items():
        if folder is not None:
            monkeypatch.setenv(name, folder)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu says nothing of the search, whether or not it was compiled here."""
    monkeypatch.setattr("p4tui.tui.screens.menu_facts.kernel_name", lambda: "native")


def app(setup: Setup | None = None, theme: str | None = None) -> P4App:
    """The app as every picture shows it."""
    return P4App(setup, replace(STILL, theme=theme), Settings(explain_scores=False))


def test_menu(snap_compare: Compare) -> None:
    """The menu as it is at the first start: Enter would play."""
    assert snap_compare(app())


@pytest.mark.parametrize("theme", NAMES)
def test_game(snap_compare: Compare, theme: str) -> None:
    """A game in the middle, red to move, the last disc marked."""
    assert snap_compare(app(people(game=parse_game(MIDDLE)), theme))


def test_results(snap_compare: Compare) -> None:
    """Alice has won: the line is marked, a rematch would follow."""
    assert snap_compare(app(people(game=parse_game("4433556"))), press=["1"])


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids="{0[0]}x{0[1]}".format)
def test_review(snap_compare: Compare, size: tuple[int, int]) -> None:
    """The board before the scores of all columns, the graph, the list with marks, and the sentence about a blunder."""
    game = parse_game("4435525244133277666")

    async def show_mistake(pilot: Pilot[None]) -> None:
        await press(pilot, "v")
        await settled(pilot)
        await press(pilot, ["n", "right"])

    assert snap_compare(app(people(game=game)), terminal_size=size, run_before=show_mistake)


def test_game_in_a_small_window(snap_compare: Compare) -> None:
    """The whole board, the line of text and help and quit at 40x12."""
    assert snap_compare(app(people(game=parse_game(MIDDLE))), terminal_size=(40, 12))


def test_game_without_colours(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: the discs differ by shape, what is coloured elsewhere is reversed, bold or underlined."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(app(people(game=parse_game(MIDDLE))))


def test_game_with_the_cell_cursor_and_advice(snap_compare: Compare) -> None:
    """The chosen cell, the landing cell, and the advised column, which wins at once."""
    with_cell = P4App(people(game=parse_game(MIDDLE)), replace(STILL, cursor="cell"), Settings())
    assert snap_compare(with_cell, press=["h", "up", "up", "up"])


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
def test_game_with_scores(
    snap_compare: Compare, fake_solver: FakeSolver, size: tuple[int, int]
) -> None:
    """Every column's score under it, the best ones marked; in words for the chosen column."""
    game = parse_game("4435443267")
    fake_solver.set_scores(game.position, {1: -3, 2: -3, 3: 2, 4: -2, 5: -2, 6: 2, 7: -2})

    async def scored(pilot: Pilot[None]) -> None:
        await press(pilot, "s")
        await settled(pilot)

    assert snap_compare(app(people(game=game)), terminal_size=size, run_before=scored)


@pytest.fixture
def saved(tmp_path: Path) -> Iterator[Archive]:
    """A dozen games, the last one unfinished."""
    path = tmp_path / "games.sqlite3"
    add_many(path, 9, seed=7)
    save(path, [match(RED_WINS), match(MIDDLE, "Chloé", LevelSeat("club"))])
    archive = Archive(lambda: GameRepository(path))
    yield archive
    archive.close(60)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
def test_saved_games(snap_compare: Compare, saved: Archive, size: tuple[int, int]) -> None:
    """The list, its second game chosen."""
    assert snap_compare(
        P4App(None, STILL, Settings(), archive=saved),
        terminal_size=size,
        run_before=after("l", "down"),
    )


def test_saved_games_without_colours(
    snap_compare: Compare, saved: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR: what is chosen is reversed, the headings are underlined."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(
        P4App(None, STILL, Settings(), archive=saved), run_before=after("l", "down")
    )


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
def test_a_saved_game(snap_compare: Compare, saved: Archive, size: tuple[int, int]) -> None:
    """An unfinished game, one move before its last one."""
    assert snap_compare(
        P4App(None, STILL, Settings(), archive=saved),
        terminal_size=size,
        run_before=after("l", "enter", "left"),
    )


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=["80x24", "40x12"])
def test_statistics(snap_compare: Compare, saved: Archive, size: tuple[int, int]) -> None:
    """Tables; in a narrow window sentences."""
    assert snap_compare(
        P4App(None, STILL, Settings(), archive=saved),
        terminal_size=size,
        run_before=after("t"),
    )


def after(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press keys, each once what was asked before is there."""

    async def pressed(pilot: Pilot[None]) -> None:
        for key in keys:
            await press(pilot, [key])
            await settled(pilot)

    return pressed
