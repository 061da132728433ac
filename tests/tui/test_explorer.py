"""The explorer: in and out of columns by keys and mouse, with exact scores and one's own games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves, parse_game
from p4tui.core.position import Position
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen
from p4tui.tui.screens.explorer import ExplorerScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.replay import ReplayScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.screens.review import ReviewScreen
from p4tui.tui.widgets.column_table import ColumnRow, ColumnTable
from p4tui.tui.widgets.header import Header
from tests.tools.cases import exhaustive
from tests.tools.scorers import FakeSolver
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    against,
    alert,
    app_of,
    click_column,
    game_of,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_text,
    settled,
    shown,
    status,
    until,
)
from tests.tui.saving import match, running_on, save

BEGUN = "4435"
"""Red is to move, nobody threatens to win."""

pytestmark = pytest.mark.usefixtures("fake_solver")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are."""
    return tmp_path / "games.sqlite3"


def explorer_of(pilot: Pilot[None]) -> ExplorerScreen:
    """Return the explorer, which must be shown."""
    assert isinstance(pilot.app.screen, ExplorerScreen)
    return pilot.app.screen


def walked(pilot: Pilot[None]) -> str:
    """Return the moves up to the shown position."""
    return format_moves(explorer_of(pilot).game.played)


def table_of(pilot: Pilot[None]) -> ColumnTable:
    return pilot.app.screen.query_one(ColumnTable)


async def typed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after all that the one before has brought about."""
    for key in keys:
        await press(pilot, [key])
        await settled(pilot)


async def test_a_position_has_scores_and_games_and_enter_goes_in(
    fake_solver: FakeSolver, path: Path
) -> None:
    fake_solver.set_scores(parse_game(BEGUN).position, {1: -2, 2: 3, 3: -11}, unproven=[1])
    save(path, [match("44352222"), match("4435121212"), match("5344" + "111")])
    save(path, [match("4435" + "2").resign(Colour.YELLOW), match("4453" + "6").resign(Colour.RED)])
    async with running_on(path, people(game=parse_game(BEGUN))) as pilot:
        await typed(pilot, "e", "left", "left")
        table = table_of(pilot)
        assert table.rows[:3] == [
            ColumnRow(0, "1", ScoreLabel("-?"), (0, 0, 0)),
            ColumnRow(1, "2", ScoreLabel("+3"), (1, 0, 1)),  # one of them in the mirror
            ColumnRow(2, "3", ScoreLabel("-11"), (0, 0, 0)),
        ]
        assert table.total == "2"
        assert status(pilot) == "Red, column 2: wins in 17 moves; 2 games: 1 won, 0 drawn, 1 lost"
        lines = region_lines(pilot, table)
        assert lines[0].split() == ["Columns", "2"]
        assert lines[2].split() == ["▸2", "+3", "1", "0", "1"]
        assert moves(pilot) == "4 4 3 5"
        await resized(pilot, 40, 12)
        assert pilot.app.screen.query_one(Header).facts == "Moves: 4435"
        await typed(pilot, "enter")
        assert walked(pilot) == "44352"
        assert table.total == "2"
        assert status(pilot) == "Yellow, column 2: draw; no games"
        await typed(pilot, "backspace")
        assert walked(pilot) == BEGUN
        assert table.rows[1].score == ScoreLabel("+3")
        assert moves(pilot) == "4 4 3 5"  # the game itself is where it was


async def test_every_key_that_drops_goes_in_and_every_way_out_leads_back() -> None:
    async with running(people(game=parse_game(BEGUN))) as pilot:
        await typed(pilot, "e", "enter", "space", "down", "7")
        assert walked(pilot) == "44354447"
        for count, key in enumerate(("backspace", "b", "B", "pageup", "b"), 1):
            await typed(pilot, key)
            assert walked(pilot) == "44354447"[:-count]


async def test_f_leads_in_again() -> None:
    async with running(people(game=parse_game(BEGUN))) as pilot:
        await typed(pilot, "e", "1", "7", "b", "b", "f", "pagedown")
        assert walked(pilot) == "443517"
        await typed(pilot, "f")
        assert alert(pilot)
        assert status(pilot) == "Nothing to redo"


async def test_before_the_game_began_there_is_no_way_out() -> None:
    async with running(people()) as pilot:
        await typed(pilot, "e", "b")
        assert alert(pilot)
        assert walked(pilot) == ""


async def test_a_click_on_the_board_on_a_row_and_on_a_move_leads_there() -> None:
    async with running(people(), size=(100, 40)) as pilot:
        await typed(pilot, "e")
        await click_column(pilot, 2)
        await settled(pilot)
        assert walked(pilot) == "2"
        await pilot.click(table_of(pilot), offset=(3, 6))
        await settled(pilot)
        assert walked(pilot) == "26"
        moves_card = pilot.app.screen.query_one("#moves")
        lines = region_lines(pilot, moves_card)
        await pilot.click(moves_card, offset=(lines[1].index("2"), 1))
        await settled(pilot)
        assert walked(pilot) == "2"


async def test_a_full_column_and_the_end_of_a_game_are_told() -> None:
    async with running(people(game=parse_game("444444"))) as pilot:
        await typed(pilot, "e")
        assert status(pilot) == "Red, column 4: full"
        assert [row.name for row in table_of(pilot).rows] == list("123567")
        await typed(pilot, "4")
        assert alert(pilot)
        assert walked(pilot) == "444444"
        await typed(pilot, "9")
        assert alert(pilot)
        await typed(pilot, *"1717171")
        assert status(pilot) == "Red wins: four in line, move 13"
        assert table_of(pilot).rows == []
        await typed(pilot, "p")
        assert status(pilot) == "The game is over here: go back to an earlier move"
        assert not explorer_of(pilot).can_run(explorer_of(pilot).actions[0])


async def test_threats_and_copies_are_those_of_the_position() -> None:
    async with running(people(game=parse_game("121212"))) as pilot:
        await typed(pilot, "e", "7", "o")
        assert len(grid_of(pilot).threats) == 2
        await typed(pilot, "b")
        assert status(pilot).startswith("Red, column")
        await typed(pilot, "c")
        assert pilot.app.clipboard == "121212"
        assert status(pilot) == "Copied: 121212"
        await typed(pilot, "q")
        assert len(grid_of(pilot).threats) == 2


async def test_p_plays_on_against_the_level_of_the_game_with_the_same_colours() -> None:
    async with running(against("club")) as pilot:
        await typed(pilot, "e", *"4435", "1", "b", "p")
        assert shown(pilot) is GameScreen
        played = game_of(pilot).current
        assert moves(pilot) == "4 4 3 5"
        assert (played.red, played.yellow) == (Person("Alice"), LevelSeat("club"))
        assert not played.game.can_redo


async def test_p_asks_before_a_game_in_progress_is_left() -> None:
    async with running(people(game=parse_game(BEGUN))) as pilot:
        await typed(pilot, "e", "b", "b", "f", "p")
        assert shown(pilot) is ConfirmScreen
        await typed(pilot, "y")
        assert shown(pilot) is GameScreen
        assert moves(pilot).startswith("4 4 3")
        played = game_of(pilot).current
        assert played.yellow == Person("Bob")
        assert isinstance(played.red, LevelSeat)
        assert played.red.auto


async def test_it_opens_from_results_replay_and_menu_and_goes_back_there(path: Path) -> None:
    save(path, [match(RED_WINS)])
    async with running_on(path) as pilot:
        await typed(pilot, "e")
        assert walked(pilot) == ""
        assert table_of(pilot).total == "1"
        await typed(pilot, "escape")
        assert shown(pilot) is MenuScreen
        await typed(pilot, "l", "enter", "left", "e")
        assert walked(pilot) == RED_WINS[:-1]
        await typed(pilot, "q")
        assert shown(pilot) is ReplayScreen
    async with running(people(game=parse_game(RED_WINS[:-1]))) as pilot:
        await typed(pilot, "1", "left", "e")
        assert walked(pilot) == RED_WINS[:-1]
        await typed(pilot, "q")
        assert shown(pilot) is ResultsScreen


async def test_the_menu_explores_its_own_board() -> None:
    settings = replace(PEOPLE, columns=12, rows=7)
    async with running(settings=settings, size=(100, 30)) as pilot:
        await typed(pilot, "e")
        assert grid_of(pilot).position == Position(Geometry(12, 7))
        await typed(pilot, "B", "1")
        assert walked(pilot) == "B"
        assert status(pilot) == "Column 1: another digit, or Enter"
        await typed(pilot, "2", "b")
        assert walked(pilot) == "B"


async def test_the_scores_of_a_game_are_followed_again_when_it_comes_back(
    fake_solver: FakeSolver,
) -> None:
    async with running(people(game=parse_game(BEGUN))) as pilot:
        await typed(pilot, "s", "e", "1", "q")
        assert [label.text for label in grid_of(pilot).scores or ()] == ["0"] * 7


async def test_unknown_scores_are_pending_and_games_come_first(
    fake_solver: FakeSolver, path: Path
) -> None:
    save(path, [match(RED_WINS)])
    fake_solver.block()
    async with running_on(path, people()) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: bool(table_of(pilot).total), "the games were not counted")
        assert [row.score.text for row in table_of(pilot).rows] == ["."] * 7
        assert status(pilot) == "Red, column 4: not known yet; no games"
        fake_solver.release()
        await settled(pilot)
        assert [row.score.text for row in table_of(pilot).rows] == ["0"] * 7


async def test_games_that_cannot_be_read_are_told_once_and_scores_stay(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise StorageError(StorageProblem.DAMAGED, path)

    monkeypatch.setattr(GameRepository, "played_games", fail)
    async with running_on(path, people()) as pilot:
        await typed(pilot, "e")
        assert shown(pilot) is NoticeScreen
        assert "damaged" in screen_text(pilot)
        await typed(pilot, "enter", "right", "enter")
        assert shown(pilot) is ExplorerScreen
        assert table_of(pilot).total == ""
        assert [row.score.text for row in table_of(pilot).rows] == ["0"] * 7


SIZES = [(30, 12), (40, 12), (60, 20), (80, 24), (100, 30), (120, 40)]


@pytest.mark.parametrize("language", ["fr", *exhaustive("en")])
async def test_sentence_and_table_are_whole_in_every_window(language: str, path: Path) -> None:
    save(path, [match(RED_WINS)])
    i18n.activate(language)
    async with running_on(path, people()) as pilot:
        await typed(pilot, "e", "left", "left", "left")
        for size in SIZES:
            await resized(pilot, *size)
            (line,) = region_lines(pilot, pilot.app.screen.query_one("#status"))
            assert "1" in line and "…" not in line
            (row,) = (each for each in region_lines(pilot, table_of(pilot)) if "▸1" in each)
            assert "1" in row.split("▸1")[1]


async def test_a_window_that_is_too_small_says_so_and_comes_back() -> None:
    async with running(people()) as pilot:
        await typed(pilot, "e")
        await resized(pilot, 20, 8)
        assert "Window too small" in " ".join(screen_text(pilot).split())
        await resized(pilot, 80, 24)
        await typed(pilot, "1")
        assert walked(pilot) == "1"


async def test_the_language_and_help_of_the_screen(path: Path) -> None:
    async with running_on(path, people()) as pilot:
        await typed(pilot, "e", "question_mark")
        assert shown(pilot) is HelpScreen
        await typed(pilot, "q")
        app_of(pilot).change_language("fr")
        await settled(pilot)
        assert "Rouge" in status(pilot)


async def test_the_review_is_explored_where_it_stands_and_has_threats() -> None:
    async with running(people(game=parse_game(RED_WINS[:-1]))) as pilot:
        await typed(pilot, "1", "v", "left", "o")
        assert len(grid_of(pilot).threats) == 2
        await typed(pilot, "e")
        assert walked(pilot) == RED_WINS[:-1]
        await typed(pilot, "7", "q")
        assert shown(pilot) is ReviewScreen
        assert len(grid_of(pilot).threats) == 2
