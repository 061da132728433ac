"""A change is seen once it is on the disk, and play goes on where it cannot get there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.clock import TimeControl
from p4tui.play.session import Change
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.tui import keeping
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen
from p4tui.tui.screens.game import GameScreen
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
    moves,
    people,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
    thinking,
    until,
)


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path / "games.sqlite3")


@pytest.fixture
def archive(games: Games) -> HeldArchive:
    return HeldArchive(games)


def seen(screen: GameScreen) -> str:
    """The moves on the board that is seen, columns counted from 1."""
    return "".join(str(column + 1) for column in screen.shown.game.played)


async def test_a_move_is_seen_once_it_is_kept(games: Games, archive: HeldArchive) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        game = game_of(pilot)
        assert (moves(pilot), seen(game), games.moves()) == ("4", "", [])
        assert status(pilot) == "Alice: choose a column"
        assert "21 discs" in screen_text(pilot)
        archive.work()
        assert games.moves() == ["4"]
        assert seen(game) == ""
        await pilot.pause()
        assert seen(game) == "4"
        assert game.grid.position == game.shown.position == game.session.match.position
        assert status(pilot) == "Bob: choose a column"
        assert "20 discs" in screen_text(pilot)


async def test_keys_act_at_once_and_are_seen_in_their_order(archive: HeldArchive) -> None:
    async with running(people(), archive=archive) as pilot:
        game = game_of(pilot)
        await press(pilot, "44")
        await press(pilot, "u")
        await press(pilot, "x")
        assert moves(pilot) == "4"
        found: list[tuple[str, str]] = []
        game.watch(
            game, "match", lambda: found.append((seen(game), game.shown.red.name)), init=False
        )
        archive.work()
        await pilot.pause()
        assert found == [("4", "Alice"), ("44", "Alice"), ("4", "Alice"), ("4", "Bob")]


async def test_a_computer_begins_once_the_move_before_is_seen(
    archive: HeldArchive, thinker: Thinker
) -> None:
    async with running(against("club"), archive=archive) as pilot:
        await press(pilot, "4")
        assert thinker.asked == 0
        archive.work()
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 3)
        assert (moves(pilot), seen(game_of(pilot))) == ("4 3", "4")
        archive.work()
        await pilot.pause()
        assert status(pilot) == "Club player: column 3. Alice: choose a column"


async def test_a_level_is_said_when_it_is_kept(archive: HeldArchive) -> None:
    async with running(against("club"), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        await settled(pilot)
        await press(pilot, ["right_square_bracket"])
        assert "Level" not in status(pilot)
        archive.work()
        await pilot.pause()
        assert status(pilot).startswith("Level: Expert. ")


async def test_the_results_come_once_the_end_is_kept(games: Games, archive: HeldArchive) -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), archive=archive) as pilot:
        await press(pilot, RED_WINS[-1])
        assert shown(pilot) is GameScreen
        archive.work()
        await pilot.pause()
        assert shown(pilot) is ResultsScreen
        await press(pilot, "n")
        archive.work()
        await pilot.pause()
        await press(pilot, "2")
        archive.work()
        assert games.moves() == [RED_WINS, "2"]


async def test_an_end_that_was_taken_back_at_once_has_no_results(archive: HeldArchive) -> None:
    async with running(people(game=parse_game(RED_WINS[:-1])), archive=archive) as pilot:
        await press(pilot, RED_WINS[-1])
        await press(pilot, "u")
        archive.work()
        await pilot.pause()
        assert shown(pilot) is GameScreen
        assert seen(game_of(pilot)) == RED_WINS[:-1]


async def test_advice_waits_for_the_board_that_it_is_for(archive: HeldArchive) -> None:
    game = parse_game("121213")
    async with running(people(game=game), archive=archive) as pilot:
        await press(pilot, "5")
        await press(pilot, "h")
        assert game_of(pilot).grid.hint is None
        archive.work()
        await settled(pilot)
        await until(pilot, lambda: game_of(pilot).grid.hint is not None)


async def test_a_pause_is_seen_after_the_moves_before_it(
    games: Games, archive: HeldArchive, thinker: Thinker
) -> None:
    async with running(computers(), archive=archive) as pilot:
        await press(pilot, "p")
        assert not status(pilot).startswith("Paused")
        archive.work()
        await pilot.pause()
        assert status(pilot).startswith("Paused")
        assert games.saves == []


async def test_used_time_is_kept_without_a_picture(games: Games, archive: HeldArchive) -> None:
    setup = people(game=parse_game("44"))
    async with running(
        type(setup)(setup.red, setup.yellow, game=setup.game, control=TimeControl(60_000)),
        archive=archive,
    ) as pilot:
        game = game_of(pilot)
        game.session.play(0)  # the clock runs from here on
        archive.work()
        await pilot.pause()
        before = screen_text(pilot)
        game.session.check_clock()
        assert not game.keeping.waiting
        archive.work()
        await pilot.pause()
        assert len(games.saves) == 2
        assert screen_text(pilot) == before


# -- trouble --------------------------------------------------------------------------------------------------------


async def test_play_goes_on_where_nothing_can_be_kept(games: Games, archive: HeldArchive) -> None:
    games.fail(StorageProblem.FULL)
    async with running(people(), archive=archive) as pilot:
        game = game_of(pilot)
        archive.work()
        await press(pilot, "443")
        archive.work(1)
        await pilot.pause()
        assert seen(game) == "443"
        assert shown(pilot) is NoticeScreen
        assert "the disk is full" in screen_text(pilot)
        await press(pilot, ["enter"])
        await press(pilot, "3")
        assert seen(game) == "4433", "a move that cannot be kept waits for nothing"
        archive.work()
        await pilot.pause()
        assert shown(pilot) is GameScreen, "it is told once"
        games.fail(StorageProblem.READ_ONLY)
        await press(pilot, "u")
        archive.work()
        await pilot.pause()
        assert "cannot be written" in " ".join(screen_text(pilot).split())


async def test_all_is_kept_as_soon_as_it_can_be(games: Games, archive: HeldArchive) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(game=parse_game(RED_WINS[:-1])), archive=archive) as pilot:
        await press(pilot, RED_WINS[-1])
        archive.work()
        await pilot.pause()
        await press(pilot, ["enter"])
        await press(pilot, "n")
        assert seen(game_of(pilot)) == ""
        await press(pilot, "56")
        assert games.moves() == []
        games.trouble = None
        await press(pilot, "7")
        archive.work()
        assert games.moves() == [RED_WINS, "567"]
        await pilot.pause()
        await press(pilot, "1")
        assert seen(game_of(pilot)) == "567", "what is kept again is waited for again"


async def test_a_slow_disk_is_not_tried_for_every_move(games: Games, archive: HeldArchive) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        await press(pilot, ["enter"])
        await press(pilot, "123")
        archive.work()
        assert [len(match.game.moves) for match in games.saves] == [1, 4]


async def test_moves_that_come_while_one_is_written_are_all_kept(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        await press(pilot, ["enter"])
        session, save = game_of(pilot).session, games.save

        def slow(*arguments: object, **options: object) -> int:
            monkeypatch.setattr(games, "save", save)
            games.trouble = None
            session.play(1)
            session.undo()
            session.new_game()
            session.play(2)
            return save(*arguments, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(games, "save", slow)
        await press(pilot, "5")
        archive.work()
        assert games.moves() == ["45", "3"]
        assert [match.game.cursor for match in games.saves] == [1, 2, 2, 1]


async def test_it_is_said_that_the_disk_takes_its_time(
    archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SLOW_SECONDS", 0.0)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        assert status(pilot) == "Saving the game"
        archive.work()
        await pilot.pause()
        assert status(pilot) == "Bob: choose a column"


async def test_a_disk_that_hangs_is_not_waited_for(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PATIENCE_SECONDS", 0.0)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await pilot.pause()
        assert shown(pilot) is NoticeScreen
        assert seen(game_of(pilot)) == "4"
        archive.work()
        await pilot.pause()
        assert games.moves() == ["4"]
        assert game_of(pilot).keeping.works


async def test_what_should_not_happen_ends_the_program_with_the_game_saved(
    games: Games, archive: HeldArchive
) -> None:
    with pytest.raises(ZeroDivisionError):
        async with running(people(), archive=archive) as pilot:
            await press(pilot, "4")
            archive.work()
            await pilot.pause()
            games.trouble = ZeroDivisionError()
            await press(pilot, "3")
            archive.work()
            await pilot.pause()
    games.trouble = None
    app_of(pilot).end()
    assert games.moves() == ["43"]


async def test_a_damaged_database_is_moved_aside_and_that_is_said_once(
    games: Games, archive: HeldArchive
) -> None:
    games.place.write_bytes(b"no database, but the only one there was" * 100)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        assert shown(pilot) is NoticeScreen
        assert "were damaged" in screen_text(pilot)
        await press(pilot, ["enter"])
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        assert shown(pilot) is GameScreen
        assert games.moves() == ["44"]


def no_match(games: Games, monkeypatch: pytest.MonkeyPatch) -> list[StorageError]:
    """What keeps a game's match from being looked up, for as long as it is in the list."""
    trouble = [StorageError(StorageProblem.BUSY, games.place)]
    look_up = games.match_of

    def fail(number: int) -> int | None:
        if trouble:
            raise trouble[0]
        return look_up(number)

    monkeypatch.setattr(games, "match_of", fail)
    return trouble


async def test_a_game_whose_match_cannot_be_looked_up_is_played_on(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = games.save(people(game=parse_game("44")).new_match(random.Random(1)))
    saved = games.open(number)
    trouble = no_match(games, monkeypatch)
    async with running(resume=saved, archive=archive) as pilot:
        await press(pilot, "3")
        archive.work()
        await pilot.pause()
        assert seen(game_of(pilot)) == "443"
        trouble.clear()
        await press(pilot, "3")
        archive.work()
        assert games.moves() == ["4433"]
        await press(pilot, "ny")
        archive.work()
        assert games.moves() == ["4433"]


async def test_a_new_game_never_takes_the_place_of_the_one_that_was_gone_on_with(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = games.save(people(game=parse_game("44")).new_match(random.Random(1)))
    saved = games.open(number)
    trouble = no_match(games, monkeypatch)
    async with running(resume=saved, archive=archive) as pilot:
        await press(pilot, "ny")
        archive.work()
        await pilot.pause()
        trouble.clear()
        await press(pilot, "3")
        archive.work()
        assert games.moves() == ["44", "3"]


# -- the end of a game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "kept", "lost"),
    [
        ("q", "Leave this game? It stays saved.", "Leave this game? It will be lost."),
        (
            "n",
            "Start a new game? This one stays saved.",
            "Start a new game? This one will be lost.",
        ),
    ],
)
async def test_the_question_says_whether_the_game_is_lost(
    games: Games, archive: HeldArchive, key: str, kept: str, lost: str
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        await press(pilot, key)
        assert shown(pilot) is ConfirmScreen
        assert kept in screen_text(pilot)
        await press(pilot, "n")
        games.fail(StorageProblem.FULL)
        await press(pilot, "4")
        archive.work()
        await pilot.pause()
        await press(pilot, ["enter"])
        await press(pilot, key)
        assert lost in screen_text(pilot)


@pytest.mark.parametrize("key", ["q", "n"])
async def test_a_game_from_a_position_is_lost_until_something_is_played(
    games: Games, archive: HeldArchive, key: str
) -> None:
    async with running(people(game=parse_game("44")), archive=archive) as pilot:
        archive.work()
        await press(pilot, key)
        assert "will be lost." in screen_text(pilot)
        await press(pilot, ["n", "3"])
        archive.work()
        await pilot.pause()
        assert games.moves() == ["443"]
        await press(pilot, key)
        assert "stays saved." in screen_text(pilot)


async def test_a_game_that_was_left_can_be_had_by_others_with_all_that_waited(
    games: Games, archive: HeldArchive, tmp_path: Path
) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        archive.work()
        assert games.unfinished()
        await press(pilot, "43")
        await press(pilot, "qy")
        archive.work()
        assert shown(pilot) is MenuScreen
        assert games.moves() == ["443"]
        assert not games._mine


async def test_what_could_not_be_kept_is_tried_once_more_at_the_end(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.BUSY)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "44")
        archive.work()
        await pilot.pause()
        await press(pilot, ["enter"])
        games.trouble = None
        app_of(pilot).end()
        assert games.moves() == ["44"]
        app_of(pilot).end()
        assert len(games.saves) == 2


async def test_trouble_is_told_when_the_game_is_left_already(
    games: Games, archive: HeldArchive
) -> None:
    games.fail(StorageProblem.FULL)
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        archive.work()
        await pilot.pause()
        assert "the disk is full" in screen_text(pilot)


async def test_a_time_that_runs_out_as_the_game_is_left_is_kept_and_not_shown(
    games: Games, archive: HeldArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = people(game=parse_game("44"))
    setup = type(setup)(setup.red, setup.yellow, game=setup.game, control=TimeControl(1000))
    async with running(setup, archive=archive) as pilot:
        session = game_of(pilot).session
        session.play(0)  # the clock runs from here on
        now = session._now()
        monkeypatch.setattr(session, "_now", lambda: now + 5)
        app_of(pilot).end()
        assert shown(pilot) is GameScreen
        (game,) = games.all_games()
        assert not isinstance(game, Exception)
        # The flag falls when the game goes on.
        assert (game.match.time_left(Colour.YELLOW), game.match.outcome) == (0, None)


# -- several at once ------------------------------------------------------------------------------------------------


def test_of_two_changes_the_one_counts_that_needs_more() -> None:
    heavier: Callable[[Change, Change], Change] = keeping._heavier
    assert heavier(Change.PAUSE, Change.CLOCK) is Change.CLOCK
    assert heavier(Change.MOVE, Change.CLOCK) is Change.MOVE
    assert heavier(Change.MOVE, Change.UNDO) is Change.UNDO
    assert heavier(Change.NEW_GAME, Change.MOVE) is Change.NEW_GAME
