"""A game that is taken over, or deleted, by another window while it is on screen here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.clock import TimeControl
from p4tui.storage.errors import StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen, LossScreen, NoticeScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from tests.tools.cases import exhaustive
from tests.tui.archives import Games, HeldArchive
from tests.tui.driving import (
    RED_WINS,
    Thinker,
    against,
    app_of,
    game_of,
    moves,
    people,
    press,
    running,
    screen_text,
    settled,
    shown,
    thinking,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

TAKEN = "This game is now played in another window."
LOOK = 5.0


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path / "games.sqlite3")


@pytest.fixture
def archive(games: Games) -> HeldArchive:
    return HeldArchive(games)


@pytest.fixture
def other(games: Games) -> Iterator[GameRepository]:
    """Another window."""
    with closing(GameRepository(games.place, lambda: 2000.0)) as repository:
        yield repository


def taken(other: GameRepository, played: str, number: int = 1) -> OpenedGame:
    """Have another window play a game on."""
    opened = other.open(number)
    other.save(replace(opened.saved.match, game=parse_game(played)), opened.ownership)
    return opened


async def worked(pilot: Pilot[None], archive: HeldArchive, seconds: float = 0.0) -> None:
    """Have the archive work, and what it tells shown."""
    archive.work(seconds)
    await settled(pilot)


def said(pilot: Pilot[None]) -> str:
    """The text of the screen without the frames of dialogs, blanks joined."""
    return " ".join(screen_text(pilot).replace("│", " ").replace("|", " ").split())


async def test_a_game_that_was_taken_over_says_so_within_seconds_without_a_key(
    archive: HeldArchive, other: GameRepository
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        other.open(1)
        await worked(pilot, archive, LOOK)
        assert shown(pilot) is LossScreen
        assert TAKEN in said(pilot)
        assert "Resume it here" in said(pilot)
        assert "saved as game" not in said(pilot)
        await worked(pilot, archive, LOOK)
        assert len(pilot.app.screen_stack) == 3, "it is said once"


async def test_a_game_that_was_taken_over_is_taken_back_as_it_stands_there(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    setup = people()
    setup = type(setup)(setup.red, setup.yellow, control=TimeControl(60_000))
    async with running(setup, archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        opened = other.open(1)
        match = opened.saved.match
        assert match.clock is not None
        game = match.game.play(0)
        clock = match.clock.after_move(2, match.position.to_move, 20_000)
        clock = clock.after_move(3, game.position.to_move, 1_000)
        game = game.play(6).undo()
        other.save(replace(match, game=game, clock=clock), opened.ownership)
        await worked(pilot, archive, LOOK)
        await press(pilot, "y")
        await worked(pilot, archive)
        assert shown(pilot) is GameScreen
        assert len(pilot.app.screen_stack) == 2
        assert moves(pilot) == "4 4 1"
        session = game_of(pilot).session
        assert session.time_left(Colour.RED) == 40_000
        assert not session.clock_runs, "the clock waits for the first key"
        await press(pilot, "r3")
        archive.work()
        assert games.moves() == ["44173"]
        assert other.unfinished()[0].number == 1


async def test_the_clock_of_a_lost_game_stands_also_after_a_suspension(
    archive: HeldArchive, other: GameRepository
) -> None:
    setup = people()
    setup = type(setup)(setup.red, setup.yellow, control=TimeControl(60_000))
    async with running(setup, archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        assert game_of(pilot).session.clock_runs
        taken(other, "444")
        await worked(pilot, archive, LOOK)
        assert not game_of(pilot).session.clock_runs
        pilot.app.app_suspend_signal.publish(pilot.app)
        pilot.app.app_resume_signal.publish(pilot.app)
        await settled(pilot)
        assert not game_of(pilot).session.clock_runs


async def test_what_only_this_window_had_is_saved_as_another_game_and_its_number_told(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        taken(other, "445")
        await press(pilot, "33")
        await worked(pilot, archive)
        assert f"{TAKEN} Your moves here are saved as game 2." in said(pilot)
        assert games.moves() == ["445", "4433"]
        await press(pilot, "y")
        await worked(pilot, archive)
        assert moves(pilot) == "4 4 5"
        await press(pilot, "7")
        await worked(pilot, archive)
        assert games.moves() == ["4457", "4433"], "no game is there twice"


async def test_the_number_is_told_also_where_only_a_later_save_finds_what_is_missing_there(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        taken(other, "445")
        games.fail(StorageProblem.FULL)
        await press(pilot, "3")
        await worked(pilot, archive)
        await press(pilot, ["enter"])
        await worked(
            pilot, archive, LOOK
        )  # found when it was looked at, with the move still unsaved
        assert TAKEN in said(pilot)
        assert "saved as game" not in said(pilot)
        games.trouble = None
        await worked(pilot, archive, 60)
        await press(pilot, ["enter"])  # games are saved again
        assert shown(pilot) is LossScreen
        assert "saved as game 2." in said(pilot)
        assert games.moves() == ["445", "443"]


@pytest.mark.parametrize("key", ["m", "n", "escape"])
async def test_the_menu_leaves_a_game_that_was_taken_over(
    archive: HeldArchive, other: GameRepository, games: Games, key: str
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        taken(other, "445")
        await worked(pilot, archive, LOOK)
        await press(pilot, [key])
        await worked(pilot, archive)
        assert shown(pilot) is MenuScreen
        assert len(pilot.app.screen_stack) == 2
        assert games.moves() == ["445"]
        assert not archive.failure


@pytest.mark.parametrize(
    "key", ["5", "n", *exhaustive("u", "r", "g", "x", "h", "m", "right_square_bracket")]
)
async def test_keys_that_play_are_refused_while_the_game_is_taken_back(
    archive: HeldArchive, other: GameRepository, games: Games, key: str
) -> None:
    async with running(against("random"), archive=archive) as pilot:
        await press(pilot, "4")
        await settled(pilot)
        await worked(pilot, archive)
        before = moves(pilot)
        other.open(1)
        await worked(pilot, archive, LOOK)
        await press(pilot, "y")
        assert shown(pilot) is GameScreen
        await press(pilot, [key, *("y" if key in "ng" and shown(pilot) is ConfirmScreen else "")])
        assert moves(pilot) == before
        assert shown(pilot) is LossScreen
        await worked(pilot, archive)
        assert shown(pilot) is GameScreen
        assert moves(pilot) == before
        assert len(games.moves()) == 1


async def test_a_game_that_cannot_be_taken_back_says_why_and_can_be_tried_again(
    archive: HeldArchive,
    other: GameRepository,
    games: Games,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        games.fail(StorageProblem.DISK)
        assert games.trouble is not None
        raise games.trouble

    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        other.open(1)
        await worked(pilot, archive, LOOK)
        with monkeypatch.context() as broken:
            broken.setattr(games, "open", fails)
            await press(pilot, "y")
            await worked(pilot, archive)
        assert shown(pilot) is LossScreen
        assert "the disk reports an error" in said(pilot)
        games.trouble = None
        await press(pilot, "y")
        await worked(pilot, archive)
        assert moves(pilot) == "4 4"
        assert shown(pilot) is GameScreen


@pytest.mark.parametrize("again", [True, False])
async def test_a_game_that_was_deleted_is_kept_as_a_new_one_or_left(
    archive: HeldArchive, other: GameRepository, games: Games, again: bool
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        other.delete(1)
        await worked(pilot, archive, LOOK)
        assert "This game was deleted in another window." in said(pilot)
        assert "Keep as a new game" in said(pilot)
        await press(pilot, "y" if again else "m")
        await worked(pilot, archive)
        assert shown(pilot) is (GameScreen if again else MenuScreen)
        assert games.moves() == (["44"] if again else [])
        if again:
            await press(pilot, "q")
            assert "This game is saved." in said(pilot)


async def test_a_game_that_was_deleted_while_it_was_taken_back_can_be_kept(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        other.open(1)
        await worked(pilot, archive, LOOK)
        other.delete(1)
        await press(pilot, "y")
        await worked(pilot, archive)
        assert "deleted in another window" in said(pilot)
        await press(pilot, "y")
        await worked(pilot, archive)
        assert games.moves() == ["44"]


@pytest.mark.parametrize("keys", ["?", "q", "colon", "comma"])
@pytest.mark.parametrize("again", [True, False])
async def test_a_game_is_lost_behind_another_screen(
    archive: HeldArchive, other: GameRepository, games: Games, keys: str, again: bool
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        if keys == "comma":
            app_of(pilot).navigation.open("library")
            await worked(pilot, archive)
        else:
            await press(pilot, [keys])
        assert shown(pilot) is not GameScreen
        taken(other, "445")
        await worked(pilot, archive, LOOK)
        assert shown(pilot) is LossScreen
        await press(pilot, "y" if again else "m")
        await worked(pilot, archive)
        assert shown(pilot) is (GameScreen if again else MenuScreen)
        assert len(pilot.app.screen_stack) == 2
        if again:
            assert moves(pilot) == "4 4 5"
            await press(pilot, "1")
            await worked(pilot, archive)
            assert games.moves() == ["4451"]


@pytest.mark.parametrize("again", [True, False])
async def test_a_game_is_lost_behind_its_results(
    archive: HeldArchive, other: GameRepository, games: Games, again: bool
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, RED_WINS[:-1])
        await worked(pilot, archive)
        taken(other, RED_WINS[:-1] + "5")
        await press(pilot, RED_WINS[-1])
        assert shown(pilot) is ResultsScreen
        await worked(pilot, archive)
        assert "saved as game 2." in said(pilot)
        await press(pilot, "y" if again else "m")
        await worked(pilot, archive)
        assert shown(pilot) is (GameScreen if again else MenuScreen)
        assert len(pilot.app.screen_stack) == 2
        assert games.moves() == [RED_WINS[:-1] + "5", RED_WINS]


async def test_a_game_is_lost_while_a_computer_thinks(
    archive: HeldArchive, other: GameRepository, thinker: Thinker
) -> None:
    async with running(against("club"), archive=archive) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        archive.work()
        other.open(1)
        archive.work(LOOK)
        await pilot.pause()
        assert shown(pilot) is LossScreen
        assert turn.stop.is_set()
        thinker.answer(3)
        await settled(pilot)
        assert moves(pilot) == "4"
        await press(pilot, "y")
        await worked(pilot, archive)
        assert moves(pilot) == "4 3"


async def test_a_game_that_was_left_tells_what_became_of_its_last_moves(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        taken(other, "445")
        await press(pilot, "3")
        await press(pilot, "qy")
        await worked(pilot, archive)
        assert shown(pilot) is NoticeScreen
        assert (
            "Game 1 is now played in another window. Your moves here are saved as game 2."
        ) in said(pilot)
        assert games.moves() == ["445", "443"]


async def test_a_new_game_after_the_lost_one_is_not_lost(
    archive: HeldArchive, other: GameRepository, games: Games
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await worked(pilot, archive)
        other.open(1)
        await press(pilot, "ny7")
        await worked(pilot, archive, LOOK)
        assert shown(pilot) is GameScreen
        assert games.moves() == ["44", "7"]


async def test_help_is_seen_again_after_nothing_was_lost(archive: HeldArchive) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        await press(pilot, "?")
        await worked(pilot, archive, LOOK)
        assert shown(pilot) is HelpScreen
