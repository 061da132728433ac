"""The thread that has the saved games: what it saves and when, what it tells, and how it ends."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.play.match import Change, Match
from p4tui.storage import archive as archive_module
from p4tui.storage.archive import Archive
from p4tui.storage.errors import GameDeletedError, GameTakenError, StorageError, StorageProblem
from p4tui.storage.events import (
    DatabaseRestored,
    Event,
    GameLost,
    GameSaved,
    ResultUnsaved,
    SavingFailed,
    SavingRecovered,
)
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.storage.recorder import Recorder
from tests.unit.stored import (
    change_rows,
    match_of,
    moves_in,
    owned_by,
    repository_of,
    saved,
    session_of_people,
)

PATIENCE = 300.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


class Stepped:
    """An archive without its thread: what the thread does is done step by step, at times that a test sets."""

    def __init__(self, games: GameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.problem: StorageProblem | None = None
        self.tried: list[str] = []
        self.events: list[Event] = []
        self.games = games
        self.archive = Archive(lambda: games, lambda: self.now)
        self.archive._thread = threading.Thread()
        self.archive.listener = self.events.append
        save = games.save

        def try_to(match: Match, owned: Ownership, *, by_player: bool = True) -> int:
            self.tried.append(moves_of(match))
            if self.problem is not None:
                raise StorageError(self.problem, games.path)
            return save(match, owned, by_player=by_player)

        monkeypatch.setattr(games, "save", try_to)

    def save(self, moves: str, owned: Ownership) -> None:
        """Hand a game over, and have the thread take it."""
        self.archive.save(owned, match_of(moves))
        self.take()

    def take(self) -> None:
        """Take what was handed over, and do what is due."""
        self.archive._take(self.games, 0.0)
        self.step()

    def step(self, seconds: float = 0.0) -> float | None:
        """Do what is due after some seconds."""
        self.now += seconds
        return self.archive._run_due_tasks(self.games)

    def told(self) -> list[type[Event]]:
        """What was told since this was last asked."""
        found = [type(event) for event in self.events]
        self.events.clear()
        return found


def moves_of(match: Match) -> str:
    return "".join(str(column + 1) for column in match.game.played)


@pytest.fixture
def stepped(games: GameRepository, monkeypatch: pytest.MonkeyPatch) -> Stepped:
    return Stepped(games, monkeypatch)


# -- saved -----------------------------------------------------------------------------------------------------------


def test_a_waiting_save_is_replaced_by_a_newer_one_of_the_same_game_only(
    path: Path, stepped: Stepped
) -> None:
    finished, new = Ownership(), Ownership()
    for moves, owned in (("1", finished), ("12", finished), ("4", new), ("45", new)):
        stepped.archive.save(owned, match_of(moves))
    stepped.take()
    assert stepped.tried == ["12", "45"]
    assert moves_in(path) == {1: "12", 2: "45"}
    assert [event.match for event in stepped.events if isinstance(event, GameSaved)] == [
        match_of("12"),
        match_of("45"),
    ]


def test_a_waiting_move_stays_a_players_when_only_time_passes_after_it(
    path: Path, stepped: Stepped
) -> None:
    mine, owned = Ownership(), Ownership()
    stepped.save("1", mine)
    stepped.save("2", owned)
    stepped.archive.save(mine, match_of("11"))
    stepped.archive.save(mine, match_of("11"), by_player=False)
    stepped.take()
    assert [each.number for each in stepped.games.unfinished()] == [1, 2]
    stepped.archive.save(owned, match_of("2"), by_player=False)
    stepped.take()
    assert [each.number for each in stepped.games.unfinished()] == [1, 2]


def test_a_game_without_a_move_is_not_saved(stepped: Stepped) -> None:
    stepped.save("", Ownership())
    assert stepped.games.count() == 0
    assert stepped.told() == []


def test_a_failed_save_is_tried_again_after_1_2_4_and_at_most_30_seconds(
    path: Path, stepped: Stepped
) -> None:
    stepped.problem = StorageProblem.FULL
    stepped.save("4", Ownership())
    for pause in (1, 2, 4, 8, 16, 30, 30, 30):
        tried = len(stepped.tried)
        assert stepped.step(pause - 0.25) == pytest.approx(0.25)
        assert len(stepped.tried) == tried
        stepped.step(0.25)
        assert len(stepped.tried) == tried + 1
    stepped.problem = None
    stepped.step(30)
    assert moves_in(path) == {1: "4"}
    assert stepped.told() == [SavingFailed, GameSaved, SavingRecovered]


def test_a_failed_save_is_tried_again_at_each_change(path: Path, stepped: Stepped) -> None:
    owned = Ownership()
    stepped.problem = StorageProblem.FULL
    stepped.save("4", owned)
    stepped.save("44", owned)
    assert stepped.tried == ["4", "44"]
    stepped.problem = None
    stepped.save("445", owned)
    assert moves_in(path) == {1: "445"}


def test_a_disk_that_is_full_a_second_time_is_reported_again(stepped: Stepped) -> None:
    """Fault 18: a notice that was given once was never given again."""
    owned = Ownership()
    for moves in ("4", "44"):
        stepped.problem = StorageProblem.FULL
        stepped.save(moves, owned)
        stepped.step(1)
        assert stepped.told() == [SavingFailed]
        assert stepped.archive.error is not None
        stepped.problem = None
        stepped.step(2)
        assert stepped.told() == [GameSaved, SavingRecovered]
        assert stepped.archive.error is None


def test_a_finished_game_that_failed_is_saved_before_the_next_one(
    path: Path, stepped: Stepped
) -> None:
    finished, new = Ownership(), Ownership()
    stepped.problem = StorageProblem.DISK
    stepped.save("1212121", finished)
    stepped.save("4", new)
    stepped.problem = None
    stepped.save("44", new)
    assert moves_in(path) == {1: "1212121", 2: "44"}


def test_a_bug_in_saving_one_game_costs_no_other_game(
    path: Path, stepped: Stepped, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = stepped.games.save

    def fail(match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        if moves_of(match) == "4":
            raise ZeroDivisionError
        return save(match, owned, by_player=by_player)

    monkeypatch.setattr(stepped.games, "save", fail)
    stepped.archive.save(Ownership(), match_of("4"))
    stepped.save("5", Ownership())
    assert moves_in(path) == {1: "5"}
    assert isinstance(stepped.archive.failure, ZeroDivisionError)


# -- watched ---------------------------------------------------------------------------------------------------------


def test_a_taken_over_game_is_reported_when_it_is_saved(path: Path, stepped: Stepped) -> None:
    owned = Ownership()
    stepped.save("44", owned)
    with repository_of(path) as others:
        others.open(1)
    stepped.told()
    stepped.save("445", owned)
    (event,) = stepped.events
    assert isinstance(event, GameLost) and event.ownership is owned
    assert isinstance(event.error, GameTakenError) and event.error.copy == 2
    assert stepped.archive.unsaved == [] and stepped.archive.error is None


def test_the_token_is_checked_every_five_seconds_while_the_game_is_on_screen(
    path: Path, stepped: Stepped, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned = owned_by(stepped.games)
    looked: list[float] = []
    check = stepped.games.check

    def look(watched: Ownership) -> None:
        looked.append(stepped.now)
        check(watched)

    monkeypatch.setattr(stepped.games, "check", look)
    stepped.step(1)
    assert not looked
    stepped.archive.watch(owned)
    for _ in range(11):
        stepped.step(1)
    assert [later - looked[0] for later in looked] == [0, 5, 10]
    with repository_of(path) as others:
        others.delete(1)
    stepped.told()
    stepped.step(5)
    (event,) = stepped.events
    assert isinstance(event, GameLost) and isinstance(event.error, GameDeletedError)
    stepped.archive.unwatch(owned)
    stepped.step(60)
    assert len(looked) == 4


def test_a_failed_check_is_not_reported(stepped: Stepped, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(watched: Ownership) -> None:
        raise StorageError(StorageProblem.BUSY)

    monkeypatch.setattr(stepped.games, "check", fail)
    stepped.archive.watch(owned_by(stepped.games))
    stepped.step()
    assert stepped.told() == []


# -- backups ---------------------------------------------------------------------------------------------------------


def test_a_backup_is_made_when_idle_and_never_at_the_end(
    stepped: Stepped, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[float] = []
    monkeypatch.setattr(stepped.games, "back_up", lambda: made.append(stepped.now))
    for moves in ("4", "44", "444"):
        stepped.save(moves, Ownership())
        stepped.step(archive_module.IDLE_SECONDS - 1)
    assert not made
    stepped.step(1)
    assert len(made) == 1
    assert stepped.step(1e6) is None, "nothing is due, and so nothing wakes the thread"
    assert len(made) == 1
    stepped.save("4", Ownership())
    stepped.step(archive_module.IDLE_SECONDS)
    assert len(made) == 2
    stepped.save("4", Ownership())
    stepped.archive._finish(stepped.games)
    assert len(made) == 2


def test_the_log_is_emptied_into_the_file_when_idle(path: Path, stepped: Stepped) -> None:
    """A copy of the file alone had none of it, and a file that was copied over it was overwritten by it."""
    stepped.save("4", Ownership())
    log = path.with_name(path.name + "-wal")
    assert log.stat().st_size
    stepped.step(archive_module.IDLE_SECONDS)
    assert not log.stat().st_size
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    assert moves_in(copy) == {1: "4"}


def test_a_failed_backup_is_not_reported(stepped: Stepped, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise StorageError(StorageProblem.FULL)

    monkeypatch.setattr(stepped.games, "back_up", fail)
    stepped.step(60)
    assert stepped.told() == [] and stepped.archive.failure is None


def test_a_result_that_cannot_be_saved_is_reported_to_whoever_listens_by_then(
    path: Path, stepped: Stepped
) -> None:
    archive = stepped.archive
    archive.keep(lambda training: training.solve_lesson("lines", "4"))
    stepped.take()
    change_rows(path, "DROP TABLE solved_lessons")
    archive.keep(lambda training: training.solve_lesson("lines", "44"))
    archive.listener = lambda event: later.append(type(event))
    later: list[type[Event]] = []
    stepped.take()
    assert (stepped.told(), later) == ([], [ResultUnsaved])


def test_the_restoration_of_a_damaged_file_is_reported(path: Path) -> None:
    path.write_bytes(b"no database at all, but a text that is longer than a header: " * 100)
    events: list[Event] = []
    archive = Archive(lambda: GameRepository(path))
    archive.listener = events.append
    archive.save(Ownership(), match_of("4"))
    assert archive.close(PATIENCE)
    assert [type(event) for event in events] == [DatabaseRestored, GameSaved]


# -- the end ---------------------------------------------------------------------------------------------------------


def test_two_changes_wait_the_first_write_fails_and_the_last_is_saved_at_the_end(
    path: Path, stepped: Stepped, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 1: the last one was lost."""
    owned, other = Ownership(), Ownership()
    save = stepped.games.save

    def fail_once(match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        monkeypatch.setattr(stepped.games, "save", save)
        raise StorageError(StorageProblem.DISK)

    monkeypatch.setattr(stepped.games, "save", fail_once)
    for moves, each in (("1", other), ("4", owned), ("44", owned)):
        stepped.archive.save(each, match_of(moves))
    stepped.archive.begin_closing(7)
    assert not stepped.archive._take(stepped.games, 0.0)
    stepped.archive._finish(stepped.games)
    assert moves_in(path) == {1: "1", 2: "44"}
    assert stepped.archive.unsaved == []


def test_at_the_end_a_busy_file_is_tried_until_the_deadline(stepped: Stepped) -> None:
    stepped.problem = StorageProblem.BUSY
    stepped.archive.save(Ownership(), match_of("4"))
    stepped.archive.begin_closing(7)
    stepped.archive._take(stepped.games, 0.0)
    save = stepped.games.save

    def wait(match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        stepped.now += 5
        return save(match, owned, by_player=by_player)

    stepped.games.save = wait  # type: ignore[method-assign]  # for this test
    stepped.archive._finish(stepped.games)
    assert stepped.now == 1010
    assert stepped.archive.unsaved == [match_of("4")]
    assert stepped.archive.error is not None


def test_quitting_while_another_program_has_the_file_loses_nothing(path: Path) -> None:
    """Fault 1: after four seconds of another program's lock moves that were seen were gone, with status 0."""
    with repository_of(path) as games:
        saved(games)
    begun = threading.Event()
    events: list[Event] = []

    class Told(GameRepository):
        def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
            begun.set()
            return super().save(match, owned, by_player=by_player)

    archive = Archive(lambda: Told(path))
    archive.listener = events.append
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        archive.save(Ownership(), match_of("44"))
        assert begun.wait(PATIENCE)
        archive.begin_closing(PATIENCE)
        assert not archive.wait_closed(0)
        other.execute("COMMIT")
        assert archive.close(PATIENCE)
    assert moves_in(path) == {1: "4453", 2: "44"}
    assert [type(event) for event in events] == [GameSaved]


def test_games_that_cannot_be_saved_at_the_end_are_reported(path: Path) -> None:
    path.mkdir()
    archive = Archive(lambda: GameRepository(path))
    archive.save(Ownership(), match_of("44"))
    assert not archive.close(PATIENCE)
    assert archive.unsaved == [match_of("44")]
    assert archive.error is not None and archive.error.problem is StorageProblem.UNREADABLE


def test_the_end_does_not_wait_for_a_disk_that_hangs(path: Path) -> None:
    archive = Archive(lambda: GameRepository(path))
    go_on = threading.Event()
    done: list[int] = []
    archive.submit(lambda games: go_on.wait(PATIENCE))
    archive.submit(lambda games: done.append(1))
    assert not archive.close(0.0)
    go_on.set()
    assert archive.wait_closed(PATIENCE)
    assert done == [1], "what was handed over is done before the end"


def test_without_anything_to_do_there_is_no_thread(path: Path) -> None:
    threads = threading.active_count()
    archive = Archive(lambda: GameRepository(path))
    assert archive.settle(0)
    assert archive.close(0.0)
    assert threading.active_count() == threads


# -- questions -------------------------------------------------------------------------------------------------------


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    archive = Archive(lambda: GameRepository(path))
    yield archive
    assert archive.close(PATIENCE)


async def test_requests_are_answered_by_the_thread_in_order(archive: Archive) -> None:
    archive.save(Ownership(), match_of("44"))
    found, thread = await archive.ask(lambda games: (games.count(), threading.current_thread()))
    assert found == 1
    assert thread is not threading.current_thread()


async def test_an_error_of_a_request_is_raised_here_and_the_thread_works_on(
    archive: Archive,
) -> None:
    with pytest.raises(ZeroDivisionError):
        await archive.ask(lambda games: 1 // 0)
    assert await archive.ask(lambda games: 1) == 1


async def test_a_cancelled_request_is_not_run(archive: Archive) -> None:
    go_on = threading.Event()
    archive.submit(lambda games: go_on.wait(PATIENCE))
    done: list[int] = []
    question = asyncio.ensure_future(archive.ask(lambda games: done.append(1)))
    await asyncio.wait([question], timeout=0)
    question.cancel()
    with pytest.raises(asyncio.CancelledError):
        await question
    go_on.set()
    assert archive.settle(PATIENCE)
    assert not done


def test_settle_waits_for_all_work_but_not_for_long(archive: Archive) -> None:
    go_on = threading.Event()
    done: list[int] = []
    archive.submit(lambda games: go_on.wait(PATIENCE))
    archive.submit(lambda games: done.append(1))
    assert not archive.settle(0)
    go_on.set()
    assert archive.settle(PATIENCE)
    assert done == [1]


def test_a_bug_in_a_submitted_job_costs_no_other_job(archive: Archive) -> None:
    done: list[int] = []
    archive.submit(lambda games: 1 // 0)
    archive.submit(lambda games: int("x"))
    archive.submit(lambda games: done.append(1))
    assert archive.settle(PATIENCE)
    assert done == [1]
    assert isinstance(archive.failure, ZeroDivisionError)


# -- the recorder ----------------------------------------------------------------------------------------------------


def record(stepped: Stepped, act: Callable[[], object]) -> None:
    act()
    stepped.take()


def test_every_change_of_a_session_is_saved_game_by_game(path: Path, stepped: Stepped) -> None:
    session = session_of_people()
    recorder = Recorder(stepped.archive)
    session.subscribe(recorder.record)
    for column in (3, 3, 4):
        record(stepped, lambda column=column: session.move(session.match.to_move, column))  # type: ignore[misc]  # of the loop
        assert stepped.games.load(1).match == session.match
    for change in (session.undo, session.undo, session.redo, session.swap_sides):
        record(stepped, change)
        assert stepped.games.load(1).match == session.match
    record(stepped, session.new_game)
    assert stepped.archive._watched is recorder.ownership
    record(stepped, lambda: session.resign(session.match.to_move))
    assert recorder.number == 2
    assert stepped.games.load(2).match == session.match
    recorder.close()
    record(stepped, session.undo)
    assert stepped.games.load(2).match != session.match
    assert stepped.archive._watched is None


def test_passing_time_makes_a_game_no_newer(stepped: Stepped) -> None:
    first, second = Recorder(stepped.archive), Recorder(stepped.archive)
    for recorder, change in (
        (first, Change.MOVE),
        (second, Change.MOVE),
        (first, Change.CLOCK),
        (first, Change.PAUSE),
    ):
        recorder.record(change, match_of("4"))
        stepped.take()
    assert stepped.tried == ["4", "4", "4"]
    assert [each.number for each in stepped.games.unfinished()] == [2, 1]


def test_a_resumed_game_is_saved_in_its_row(path: Path, stepped: Stepped) -> None:
    saved(stepped.games, match_of("4"))
    recorder = Recorder(stepped.archive, stepped.games.open(1).ownership)
    assert recorder.number == 1
    recorder.record(Change.MOVE, match_of("44"))
    recorder.record(Change.NEW_GAME, match_of(""))
    recorder.record(Change.MOVE, match_of("1"))
    stepped.take()
    assert moves_in(path) == {1: "44", 2: "1"}


def test_without_an_archive_nothing_is_saved() -> None:
    recorder = Recorder(None)
    recorder.record(Change.MOVE, match_of("4"))
    assert not recorder.is_saving and recorder.number is None


def test_a_bug_in_a_check_costs_no_save_and_is_a_failure(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(lambda: games)
    owned = Ownership()

    def fail(watched: Ownership) -> None:
        raise MemoryError

    monkeypatch.setattr(games, "check", fail)
    archive.watch(owned)
    archive.save(owned, match_of("4"))
    assert archive.settle(PATIENCE)
    archive.save(owned, match_of("44"))
    assert archive.close(PATIENCE)
    assert isinstance(archive.failure, MemoryError)
    assert games.path is not None
    assert moves_in(games.path) == {1: "44"}


def test_games_are_unsaved_if_the_repository_cannot_be_opened() -> None:
    def fail() -> GameRepository:
        raise MemoryError

    archive = Archive(fail)
    archive.save(Ownership(), match_of("4"))
    assert not archive.close(PATIENCE)
    assert isinstance(archive.failure, MemoryError)
    assert archive.unsaved == [match_of("4")]
