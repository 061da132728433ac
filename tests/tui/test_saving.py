"""A change is seen at once and saved behind; play goes on where it cannot be saved."""

from __future__ import annotations

import errno
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p4tui.cli.play import start
from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.plain import saving
from p4tui.play.clock import TimeControl
from p4tui.play.match import Match
from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from tests.tui.archives import Games, HeldArchive
from tests.tui.driving import (
    RED_WINS,
    Thinker,
    against,
    answered,
    app_of,
    computers,
    game_of,
    grid_of,
    moves,
    people,
    position,
    press,
    running,
    screen_text,
    shown,
    status,
    thinking,
)


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path / "games.sqlite3")


@pytest.fixture
def archive(games: Games) -> HeldArchive:
    return HeldArchive(games)


async def test_a_move_is_seen_before_it_is_saved(games: Games, archive: HeldArchive) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        assert grid_of(pilot).position == position(pilot)
        assert moves(pilot) == "4"
        assert status(pilot) == "Bob: choose a column"
        assert "20 left" in screen_text(pilot)
        assert games.moves() == []
        archive.work()
        assert games.moves() == ["4"]


async def test_of_what_waits_only_the_newest_state_of_each_game_is_written(
    games: Games, archive: HeldArchive
) -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), archive=archive) as pilot:
        await press(pilot, RED_WINS[-1])
        assert shown(pilot) is ResultsScreen
        await press(pilot, "n")
        await press(pilot, "567uu")
        archive.work()
        assert games.moves() == [RED_WINS, "5"]
        assert len(games.saves) == 2


async def test_a_computer_does_not_wait_for_the_disk(
    games: Games, archive: HeldArchive, thinker: Thinker
) -> None:
    async with running(against("club"), archive=archive) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 3)
        assert moves(pilot) == "4 3"
        assert status(pilot) == "Club player: column 3. Alice: choose a column"
        assert not games.saves


async def test_a_pause_is_not_saved(games: Games, archive: HeldArchive, thinker: Thinker) -> None:
    async with running(computers(), archive=archive) as pilot:
        await press(pilot, "p")
        assert status(pilot).startswith("Paused")
        archive.work()
        assert games.saves == []


async def test_used_time_is_saved_without_a_picture(games: Games, archive: HeldArchive) -> None:
    setup = people(game=parse_game("44"))
    setup = type(setup)(setup.red, setup.yellow, game=setup.game, control=TimeControl(60_000))
    async with running(setup, archive=archive) as pilot:
        await press(pilot, "1")  # the clock runs from here on
        archive.work()
        before = screen_text(pilot)
        game_of(pilot).session.check_clock()
        archive.work()
        await pilot.pause()
        assert len(games.saves) == 2
        assert screen_text(pilot) == before


# -- a disk that takes its time -------------------------------------------------------------------------------------


class Disk(GameRepository):
    """Saved games on a disk where nothing is written before the test says so."""

    def __init__(self, path: Path, go_on: threading.Event, writes: threading.Event) -> None:
        super().__init__(path)
        self.go_on, self.writes = go_on, writes

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        """As `GameRepository`."""
        self.writes.set()
        assert self.go_on.wait(60)
        return super().save(match, owned, by_player=by_player)


@pytest.fixture
def go_on() -> Iterator[threading.Event]:
    """Lets the disk write."""
    event = threading.Event()
    yield event
    event.set()


async def test_all_keys_answer_while_a_write_hangs_and_all_is_saved_once_it_ends(
    tmp_path: Path, go_on: threading.Event
) -> None:
    """With the real thread."""
    path, writes = tmp_path / "games.sqlite3", threading.Event()
    archive = Archive(lambda: Disk(path, go_on, writes))
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        assert writes.wait(60)
        await press(pilot, "453")
        assert moves(pilot) == "4 4 5 3"
        await press(pilot, "u")
        assert moves(pilot) == "4 4 5"
        assert grid_of(pilot).position == position(pilot)
        await press(pilot, "r")
        await press(pilot, "627")
        assert shown(pilot) is ResultsScreen
        await press(pilot, "n")
        await press(pilot, "77")
        await press(pilot, "?")
        await press(pilot, "q")
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        go_on.set()
    app_of(pilot).end()
    assert archive.close(60)
    games = Games(path)
    assert games.moves() == ["4453627", "77"]
    games.close()


async def test_a_disk_that_hangs_for_ever_does_not_keep_the_app_and_nothing_is_forgotten(
    tmp_path: Path, go_on: threading.Event
) -> None:
    writes = threading.Event()
    archive = Archive(lambda: Disk(tmp_path / "games.sqlite3", go_on, writes))
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        assert writes.wait(60)
        await press(pilot, "4533")
        app_of(pilot).exit()
    app_of(pilot).end()
    assert not archive.close(0)
    assert [len(match.game.played) for match in archive.unsaved] == [5]


def test_a_terminal_that_is_gone_does_not_end_the_wait_for_the_last_save(
    tmp_path: Path, go_on: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "SLOW_SECONDS", 0.0)
    path, said = tmp_path / "games.sqlite3", []
    archive = Archive(lambda: Disk(path, go_on, threading.Event()))

    def say(sentence: str) -> None:
        said.append(sentence)
        go_on.set()
        raise OSError(errno.EIO, "the terminal is gone")

    def play() -> int:
        match = people(game=parse_game("44")).new_match(random.Random(1))
        archive.save(Ownership(), match)
        return 0

    assert start.play_saved(play, archive, say) == 0
    assert said == ["Saving..."]
    assert archive.close(0)
    games = Games(path)
    assert games.moves() == ["44"]
    games.close()


# -- trouble --------------------------------------------------------------------------------------------------------


async def worked(pilot: Any, archive: HeldArchive, seconds: float = 0.0) -> None:
    """Have the archive work, and what it tells shown."""
    archive.work(seconds)
    await pilot.pause()


async def test_one_notice_each_time_saving_begins_to_fail_and_one_when_it_works_again(
    games: Games, archive: HeldArchive
) -> None:
    async with running(people(), archive=archive) as pilot:
        for _time in range(2):
            games.fail(StorageProblem.FULL)
            await press(pilot, "4")
            await worked(pilot, archive)
            assert shown(pilot) is NoticeScreen
            assert "the disk is full" in screen_text(pilot)
            await press(pilot, ["enter"])
            await press(pilot, "3")
            await worked(pilot, archive, 60)
            assert shown(pilot) is GameScreen, "it is told once"
            games.trouble = None
            await press(pilot, "2")
            await worked(pilot, archive)
            assert "Games are saved again." in screen_text(pilot)
            await press(pilot, ["enter"])
            await press(pilot, "1")
            await worked(pilot, archive)
            assert shown(pilot) is GameScreen
        assert games.moves() == ["43214321"]


async def test_that_it_works_again_takes_the_place_of_what_it_did_not(
    games: Games, archive: HeldArchive
) -> None:
    """The older notice came up beneath it, as the last word."""
    async with running(people(), archive=archive) as pilot:
        games.fail(StorageProblem.FULL)
        await press(pilot, "4")
        await worked(pilot, archive)
        assert "the disk is full" in screen_text(pilot)
        games.trouble = None
        await worked(pilot, archive, 60)
        assert "Games are saved again." in screen_text(pilot)
        await press(pilot, ["enter"])
        assert shown(pilot) is GameScreen
        assert games.moves() == ["4"]


async def test_what_could_not_be_saved_is_saved_without_another_key(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        games.trouble = None
        await worked(pilot, archive, 1)
        assert games.moves() == ["44"]


async def test_a_finished_game_that_could_not_be_saved_keeps_its_end(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(game=parse_game(RED_WINS[:-1])), archive=archive) as pilot:
        await press(pilot, RED_WINS[-1])
        await worked(pilot, archive)
        await press(pilot, ["enter"])
        await press(pilot, "n")
        await press(pilot, "56")
        assert games.moves() == []
        games.trouble = None
        await press(pilot, "7")
        await worked(pilot, archive)
        assert games.moves() == [RED_WINS, "567"]


async def test_a_bug_in_the_thread_ends_the_program_and_later_games_are_saved(
    games: Games, archive: HeldArchive
) -> None:
    with pytest.raises(ZeroDivisionError):
        async with running(people(), archive=archive) as pilot:
            await press(pilot, "4")
            await worked(pilot, archive)
            games.trouble = ZeroDivisionError()
            await press(pilot, "3")
            await worked(pilot, archive)
    assert isinstance(archive.failure, ZeroDivisionError)
    games.trouble = None
    app_of(pilot).end()
    archive.close(0)
    assert games.moves() == ["4"]


async def test_a_damaged_database_is_moved_aside_and_that_is_said_once(
    games: Games, archive: HeldArchive
) -> None:
    games.place.write_bytes(b"no database, but the only one there was" * 100)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await worked(pilot, archive)
        assert shown(pilot) is NoticeScreen
        assert "were damaged" in screen_text(pilot)
        await press(pilot, ["enter"])
        await press(pilot, "4")
        await worked(pilot, archive)
        assert shown(pilot) is GameScreen
        assert games.moves() == ["44"]


# -- the end of a game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "question"), [("q", "Leave this game?"), ("n", "Start a new game?")]
)
async def test_the_question_says_whether_the_game_is_lost(
    games: Games, archive: HeldArchive, key: str, question: str
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await worked(pilot, archive)
        await press(pilot, key)
        assert shown(pilot) is ConfirmScreen
        assert question in screen_text(pilot)
        assert "This game is saved." in screen_text(pilot)
        await press(pilot, "n")
        games.fail(StorageProblem.FULL)
        await press(pilot, "4")
        await worked(pilot, archive)
        await press(pilot, ["enter"])
        await press(pilot, key)
        assert "This game is not saved: it will be lost." in screen_text(pilot)


@pytest.mark.parametrize("key", ["q", "n"])
async def test_a_game_from_a_position_is_lost_until_something_is_played(
    games: Games, archive: HeldArchive, key: str
) -> None:
    async with running(people(game=parse_game("44")), archive=archive) as pilot:
        archive.work()
        await press(pilot, key)
        assert "This game is not saved: it will be lost." in screen_text(pilot)
        await press(pilot, ["n", "3"])
        await worked(pilot, archive)
        assert games.moves() == ["443"]
        await press(pilot, key)
        assert "This game is saved." in screen_text(pilot)


async def test_a_game_that_was_left_is_saved_with_all_that_waited(
    games: Games, archive: HeldArchive
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "443")
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        archive.work()
        assert games.moves() == ["443"]


async def test_a_new_game_never_takes_the_place_of_the_one_that_was_resumed(
    games: Games, archive: HeldArchive
) -> None:
    number = games.save(people(game=parse_game("44")).new_match(random.Random(1)), Ownership())
    async with running(resumed=games.open(number), archive=archive) as pilot:
        await press(pilot, "nyu3")
        archive.work()
        assert games.moves() == ["44", "3"]


async def test_what_could_not_be_saved_is_tried_once_more_at_the_end(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        archive.work()
        games.trouble = None
        app_of(pilot).end()
    assert archive.close(0)
    games = Games(games.place)
    assert games.moves() == ["44"]
    games.close()


async def test_trouble_is_told_when_the_game_is_left_already(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.FULL)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        await worked(pilot, archive)
        assert "the disk is full" in screen_text(pilot)


async def test_a_time_that_runs_out_as_the_game_is_left_is_saved_and_not_shown(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("p4tui.tui.game.controller.AwakeTime", lambda: lambda: now[0])
    setup = people(game=parse_game("44"))
    setup = type(setup)(setup.red, setup.yellow, game=setup.game, control=TimeControl(1000))
    async with running(setup, archive=archive) as pilot:
        game_of(pilot).session.move(Colour.RED, 0)  # the clock runs from here on
        now[0] += 5
        app_of(pilot).end()
        assert shown(pilot) is GameScreen
        archive.work()
        (game,) = games.all_games()
        assert not isinstance(game, Exception)
        # The flag falls when the game goes on.
        assert (game.match.time_left(Colour.YELLOW), game.match.outcome) == (0, None)
