"""A saved game, move by move, and how play goes on from it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import format_moves, parse_game
from p4tui.core.position import Position
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.library import LibraryScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.replay import ReplayScreen, match_from
from p4tui.tui.screens.results import ResultsScreen
from tests.tools.scorers import FakeSolver
from tests.tui.archives import Games, HeldArchive
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    STILL,
    alert,
    app_of,
    choices_of,
    click_row,
    game_of,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    running,
    screen_text,
    settled,
    shown,
    status,
)
from tests.tui.saving import (
    add_many,
    match,
    numbers_in,
    repository,
    running_on,
    save,
)

fake_solver = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="who has a lock is told"
)
MIDDLE = "4434352536"
"""Ten moves, nobody has won."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are."""
    return tmp_path / "games.sqlite3"


async def opened(pilot: Pilot[None], *keys: str) -> None:
    """Open the game that was changed last, then press keys."""
    for key in ("l", "enter", *keys):
        await press(pilot, [key])
        await settled(pilot)


def replay_of(pilot: Pilot[None]) -> ReplayScreen:
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen


def labels(pilot: Pilot[None]) -> list[str]:
    return [row.label for row in choices_of(pilot).rows]


def kept(path: Path, number: int) -> tuple[str, bool]:
    """The moves that stand of a game, and whether it has ended."""
    with repository(path) as games:
        found = games.load(number).match
    return format_moves(found.game.played), found.outcome is not None


# Looking at it


async def test_a_finished_game_says_who_played_and_how_it_ended(path: Path) -> None:
    save(path, [match(RED_WINS, "Alice", LevelSeat("club", "Deep"))])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert labels(pilot) == [
            "This game",
            "Play from here",
            "Copy moves",
            "Delete",
            "Back",
        ]
        assert choices_of(pilot).row.id == "play"
        header = screen_text(pilot).split("\n")[0]
        assert header.startswith(" ● ○  Connect Four  Alice – Deep (Club player)  ")
        assert header.endswith("  Game 1, 2026-09-21 14:13 ")
        assert "● Alice wins: four in line, move 7" in screen_text(pilot)
        assert status(pilot) == "Move 7 of 7: Alice, column 1"
        assert grid_of(pilot).position == parse_game(RED_WINS).position
        assert grid_of(pilot).last == Cell(0, 3)
        assert not grid_of(pilot).can_focus


async def test_the_moves_stand_below_the_choices_and_the_winner_is_one_at_the_end(
    path: Path,
) -> None:
    save(path, [match(RED_WINS)])
    async with running_on(path) as pilot:
        await opened(pilot)
        lines = screen_text(pilot).split("\n")
        assert [line[63:].split() for line in lines[17:21]] == [
            ["Moves"],
            ["1", "1", "2", "4", "1"],
            ["2", "1", "2"],
            ["3", "1", "2"],
        ]
        assert "★ winner" in screen_text(pilot)
        await press(pilot, ["left"])
        assert "★" not in screen_text(pilot)


async def test_an_unfinished_game_says_whose_turn_it_is(path: Path) -> None:
    save(path, [match("4453", "", LevelSeat("perfect"))])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert "Resume" in labels(pilot)
        assert status(pilot) == "Move 4 of 4: Perfect, column 3. Red: choose a column"


async def test_a_draw_and_a_game_given_up(path: Path) -> None:
    given_up = parse_game("44").resign()
    save(path, [match(DRAWN), match("", game=given_up)])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert "○ Bob wins: Alice has resigned" in screen_text(pilot)
        # A list that is being fetched goes back to the game that was chosen before.
        for key in ("q", "down", "enter"):
            await press(pilot, [key])
            await settled(pilot)
        assert "Draw: the board is full" in screen_text(pilot)


async def test_the_moves_one_by_one(path: Path) -> None:
    save(path, [match("4453", starter=Colour.YELLOW)])
    game = parse_game("4453")
    async with running_on(path) as pilot:
        await opened(pilot)
        screen = replay_of(pilot)
        for key, number, said in (
            ("left", 3, "Move 3 of 4: Bob, column 5"),
            ("left", 2, "Move 2 of 4: Alice, column 4"),
            ("home", 0, "Start of the game (4 moves follow)"),
            ("left", 0, "Start of the game (4 moves follow)"),
            ("right", 1, "Move 1 of 4: Bob, column 4"),
            ("end", 4, "Move 4 of 4: Alice, column 3. Bob: choose a column"),
            ("right", 4, "Move 4 of 4: Alice, column 3. Bob: choose a column"),
        ):
            await press(pilot, [key])
            assert (screen.shown, status(pilot)) == (number, said)
            assert grid_of(pilot).position == game.positions[number]
            assert grid_of(pilot).starter is Colour.YELLOW


async def test_only_the_moves_that_stand_are_shown(path: Path) -> None:
    save(path, [match("", game=parse_game("445312").undo().undo())])
    async with running_on(path) as pilot:
        await opened(pilot, "right", "end")
        assert replay_of(pilot).shown == 4
        assert status(pilot).startswith("Move 4 of 4")


async def test_row_keys_and_palette_name_alike_what_would_go_on(path: Path) -> None:
    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot)
        for keys, name in (("", "Resume"), ("left", "Play from here"), ("end", "Resume")):
            await press(pilot, [keys] if keys else [])
            assert choices_of(pilot).row.label == name
            assert f" p {name} " in screen_text(pilot).split("\n")[-1]
            await press(pilot, ":")
            assert name in screen_text(pilot)
            await press(pilot, ["escape"])


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12)], ids=str)
async def test_the_name_of_playing_from_here_is_whole(size: tuple[int, int], path: Path) -> None:
    save(path, [match("4453")])
    async with running_on(path, size=size) as pilot:
        await opened(pilot, "left")
        words = [line.split() for line in region_lines(pilot, choices_of(pilot))]
        assert any("here" in line for line in words)


async def test_scores_and_copied_moves(path: Path, fake_solver: FakeSolver) -> None:
    save(path, [match(MIDDLE)])
    position = parse_game(MIDDLE[:-1]).position
    fake_solver.set_scores(
        position, {column + 1: 0 for column in position.legal_columns()} | {3: 4}
    )
    async with running_on(path) as pilot:
        await opened(pilot, "left", "s")
        assert grid_of(pilot).scores is not None
        assert "+4" in screen_text(pilot)
        await press(pilot, ["s", "c"])
        assert grid_of(pilot).scores is None
        assert status(pilot) == f"Copied: {MIDDLE}"
        assert pilot.app.clipboard == MIDDLE


async def test_in_french_and_changed_meanwhile(path: Path) -> None:
    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot, "left")
        app_of(pilot).change_language("fr")
        await pilot.pause()
        assert "Jouer d'ici" in labels(pilot)
        assert status(pilot) == "Coup 3 sur 4\N{NO-BREAK SPACE}: Alice, colonne 5"
    i18n.activate("en")


@pytest.mark.parametrize("size", [(1, 1), (30, 12), (40, 12), (200, 60)])
async def test_any_window(path: Path, size: tuple[int, int]) -> None:
    save(path, [match(MIDDLE, "A name that is longer than any window is wide" * 9, "\x1b[31m")])
    async with running_on(path, size=size) as pilot:
        await opened(pilot, "left", "down", "down", "up")
        assert replay_of(pilot).shown == 9


async def test_the_start_of_a_game_of_one_move(path: Path) -> None:
    save(path, [match("4")])
    async with running_on(path) as pilot:
        await opened(pilot, "home")
        assert status(pilot) == "Start of the game (1 move follows)"


async def test_a_board_larger_than_the_window(path: Path) -> None:
    game = Game.new(Position(Geometry(32, 32, 5)))
    for column in (0, 31, 16):
        game = game.play(column)
    save(path, [match("", game=game)])
    async with running_on(path, size=(40, 12)) as pilot:
        await opened(pilot, "left", "home")
        assert status(pilot) == "Start of the game (3 moves follow)"


# Going on


@pytest.mark.parametrize("key", ["enter", "p"])
async def test_an_unfinished_game_goes_on_as_itself(path: Path, key: str) -> None:
    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot, key)
        assert shown(pilot) is GameScreen
        assert len(pilot.app.screen_stack) == 2
        assert moves(pilot) == "4 4 5 3"
        await press(pilot, ["1"])
        await settled(pilot)
        assert kept(path, 1) == ("44531", False)
        assert numbers_in(path) == [1]


async def test_moves_that_were_taken_back_can_be_made_again_where_the_game_itself_goes_on(
    path: Path,
) -> None:
    save(path, [match("", game=parse_game("445312").undo())])
    async with running_on(path) as pilot:
        await opened(pilot, "p")
        await press(pilot, ["r"])
        await settled(pilot)
        assert kept(path, 1) == ("445312", False)


async def test_from_another_move_a_new_game_begins_and_the_old_one_stays(path: Path) -> None:
    save(path, [match("4453", "Chloé", "Dédé", starter=Colour.YELLOW)])
    async with running_on(path) as pilot:
        await opened(pilot, "left", "left", "p")
        assert shown(pilot) is GameScreen
        assert moves(pilot) == "4 4"
        match_now = game_of(pilot).session.match
        assert (match_now.red.name, match_now.yellow.name) == ("Chloé", "Dédé")
        assert match_now.starter is Colour.YELLOW
        await press(pilot, ["7"])
        await settled(pilot)
        assert kept(path, 2) == ("447", False)
        assert kept(path, 1) == ("4453", False)


async def test_from_the_start_of_a_finished_game(path: Path) -> None:
    save(path, [match(RED_WINS)])
    async with running_on(path) as pilot:
        await opened(pilot, "home", "p")
        assert moves(pilot) == ""
        await press(pilot, ["7"])
        await settled(pilot)
        assert kept(path, 2) == ("7", False)
        assert kept(path, 1) == (RED_WINS, True)


async def test_a_game_that_was_given_up_goes_on_as_a_new_one(path: Path) -> None:
    save(path, [match("", game=parse_game("4453").resign())])
    async with running_on(path) as pilot:
        await opened(pilot, "p")
        assert moves(pilot) == "4 4 5 3"
        assert game_of(pilot).session.match.outcome is None
        await press(pilot, ["7"])
        await settled(pilot)
        assert kept(path, 1) == ("4453", True)


@pytest.mark.parametrize("end", [RED_WINS, DRAWN])
async def test_nothing_goes_on_from_the_end(path: Path, end: str) -> None:
    save(path, [match(end)])
    async with running_on(path) as pilot:
        await opened(pilot, "p")
        assert shown(pilot) is ReplayScreen
        assert status(pilot) == "The game is over here: go back to an earlier move"
        assert alert(pilot)
        await press(pilot, ["left", "p"])
        await settled(pilot)
        assert shown(pilot) is GameScreen


async def test_a_game_from_a_file_stays_as_it_is(path: Path) -> None:
    with repository(path) as games:
        games.add([(match("4453"), None)])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert choices_of(pilot).row.label == "Play from here"
        await press(pilot, ["p", "1"])
        await settled(pilot)
        assert kept(path, 1) == ("4453", False)
        assert kept(path, 2) == ("44531", False)


async def test_a_game_against_a_computer_goes_on_with_its_move(path: Path) -> None:
    save(path, [match("4", "Alice", LevelSeat("random"))])
    async with running_on(path) as pilot:
        await opened(pilot, "p")
        await settled(pilot)
        assert len(moves(pilot).split()) == 2


def test_a_new_game_has_its_clock_anew_and_no_games_before() -> None:
    control = TimeControl(60_000, 2_000)
    clock = Clock(control, ((60_000, 60_000), (50_000, 60_000), (50_000, 40_000)), 7)
    before = Match(
        Person("A"), Person("B"), parse_game("44").play(2).undo(), Colour.RED, (Colour.RED,), None
    )
    with_clock = replace(before, game=parse_game("44"), clock=clock)
    new = match_from(with_clock, 1)
    assert new.clock == Clock.new(control, 2)
    assert (new.game, new.results) == (parse_game("4"), ())
    assert match_from(before, 2).clock is None


async def test_a_game_that_comes_when_something_else_is_seen_is_not_played(path: Path) -> None:
    save(path, [match("4453")])
    archive = HeldArchive(Games(path))
    async with running(settings=PEOPLE, options=STILL, archive=archive) as pilot:
        for key in ("l", "enter", "p", "question_mark"):
            if key in {"enter", "p"}:
                archive.work()
                await settled(pilot)
            await press(pilot, [key])
        archive.work()
        await settled(pilot)
        assert shown(pilot) is HelpScreen


async def test_a_game_that_got_further_elsewhere_goes_on_from_there(path: Path) -> None:
    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot)
        with repository(path) as games:
            games.save(match("445311"), games.open(1).ownership)
        await press(pilot, ["p"])
        await settled(pilot)
        assert moves(pilot) == "4 4 5 3 1 1"


async def test_a_game_that_ended_elsewhere_shows_its_results(path: Path) -> None:
    save(path, [match(RED_WINS[:-1])])
    async with running_on(path) as pilot:
        await opened(pilot)
        with repository(path) as games:
            games.save(match(RED_WINS), games.open(1).ownership)
        await press(pilot, ["p"])
        await settled(pilot)
        assert shown(pilot) is ResultsScreen


async def test_a_game_that_was_deleted_elsewhere(path: Path) -> None:
    save(path, [match("44"), match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot)
        with repository(path) as games:
            games.delete(2)
        await press(pilot, ["p"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        assert status(pilot) == "There is no game 2."


async def test_the_disk_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> None:
        raise StorageError(StorageProblem.DISK, path)

    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot)
        monkeypatch.setattr(GameRepository, "open", fails)
        monkeypatch.setattr(GameRepository, "delete", fails)
        await press(pilot, ["p"])
        await settled(pilot)
        assert "the disk reports an error" in status(pilot)
        await press(pilot, ["d", "y"])
        await settled(pilot)
        assert shown(pilot) is ReplayScreen
        assert "the disk reports an error" in status(pilot)


# From within a game


async def test_the_game_that_is_played_here_is_gone_back_to(path: Path) -> None:
    async with running_on(path, people()) as pilot:
        await press(pilot, ["4", "4"])
        await settled(pilot)
        playing = game_of(pilot)
        app_of(pilot).navigation.open("library")
        await settled(pilot)
        await press(pilot, ["enter"])
        await settled(pilot)
        await press(pilot, ["p"])
        await settled(pilot)
        assert pilot.app.screen is playing
        await press(pilot, ["1"])
        await settled(pilot)
        assert kept(path, 1) == ("441", False)


@pytest.mark.parametrize(
    ("steps", "after"),
    [
        ([], {("77771", False)}),
        (["left"], {("7777", False), ("7771", False)}),
    ],
)
async def test_another_game_takes_the_place_of_the_one_that_is_played(
    path: Path, steps: list[str], after: set[tuple[str, bool]]
) -> None:
    save(path, [match("7777", "Chloé", "Dédé")])
    async with running_on(path, people()) as pilot:
        await press(pilot, ["4", "4"])
        await settled(pilot)
        app_of(pilot).navigation.open("library")
        await settled(pilot)
        await press(pilot, ["end", "enter"])
        await settled(pilot)
        await press(pilot, [*steps, "p"])
        await settled(pilot)
        assert "This game is saved." in screen_text(pilot)
        await press(pilot, ["n"])
        await settled(pilot)
        assert shown(pilot) is ReplayScreen
        await press(pilot, ["p", "y"])
        await settled(pilot)
        assert len(pilot.app.screen_stack) == 2
        assert moves(pilot) == "7 7 7 7"[: 7 - 2 * len(steps)]
        await press(pilot, ["1", "q", "y"])
        await settled(pilot)
        assert shown(pilot) is MenuScreen
    assert {kept(path, 1), kept(path, 3 if steps else 1)} == after
    assert kept(path, 2) == ("44", False)


# Deleting and leaving


async def test_a_game_is_deleted_and_comes_back_in_the_list(path: Path) -> None:
    save(path, [match("44"), match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot, "d")
        assert shown(pilot) is ConfirmScreen
        await press(pilot, ["n", "d", "y"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        assert status(pilot) == "Game 2 was deleted; u restores it"
        assert numbers_in(path) == [1]
        await press(pilot, ["u"])
        await settled(pilot)
        assert numbers_in(path) == [2, 1]


async def test_rows_can_be_clicked(path: Path) -> None:
    save(path, [match("4453")])
    async with running_on(path) as pilot:
        await opened(pilot)
        await click_row(pilot, "copy")
        assert status(pilot) == "Copied: 4453"
        await click_row(pilot, "back")
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        await press(pilot, ["enter"])
        await settled(pilot)
        await click_row(pilot, "play")
        await settled(pilot)
        assert shown(pilot) is GameScreen


async def test_other_keys_by_the_settings(path: Path) -> None:
    save(path, [match("4453")])
    keys = {"replay.previous": "b", "replay.play": "g"}
    async with running_on(path, settings=replace(PEOPLE, keys=keys)) as pilot:
        await opened(pilot, "b", "left")
        assert replay_of(pilot).shown == 3
        await press(pilot, ["g"])
        assert shown(pilot) is GameScreen


async def test_replays_of_many_games_one_after_the_other(path: Path) -> None:
    add_many(path, 20, seed=3)
    async with running_on(path, options=replace(STILL, ascii_only=True)) as pilot:
        await press(pilot, ["l"])
        await settled(pilot)
        for _ in range(20):
            await press(pilot, ["enter"])
            await settled(pilot)
            assert shown(pilot) is ReplayScreen
            await press(pilot, ["home", "end", "left", "q"])
            await settled(pilot)
            await press(pilot, ["down"])
