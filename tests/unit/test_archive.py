"""The thread that has the saved games."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from p4tui import paths
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.games import GameRepository
from p4tui.tui.app import P4App
from p4tui.tui.archive import Archive


async def test_what_is_asked_is_answered_from_another_thread_in_order(tmp_path: Path) -> None:
    games = GameRepository(tmp_path / "games.sqlite3")
    archive = Archive(games)
    order: list[int] = []
    archive.submit(lambda _: order.append(1))
    found, thread, before = await archive.ask(
        lambda mine: (mine, threading.current_thread(), list(order))
    )
    assert found is games
    assert thread is not threading.current_thread()
    assert before == [1]
    assert archive.close(300)


async def test_what_fails_there_fails_here_and_the_thread_goes_on(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    with pytest.raises(ZeroDivisionError):
        await archive.ask(lambda games: 1 // 0)
    assert await archive.ask(lambda games: 1) == 1
    assert archive.close(300)


async def test_nobody_waits_for_an_answer_any_more(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    go_on = threading.Event()
    archive.submit(lambda games: go_on.wait(300))
    done: list[int] = []
    question = asyncio.ensure_future(archive.ask(lambda games: done.append(1)))
    await asyncio.wait([question], timeout=0)
    question.cancel()
    with pytest.raises(asyncio.CancelledError):
        await question
    go_on.set()
    assert archive.close(300)
    assert not done


def test_what_was_handed_over_is_waited_for_but_not_for_long(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    assert archive.settle(0)  # nothing was handed over
    go_on = threading.Event()
    done: list[int] = []
    archive.submit(lambda games: go_on.wait(300))
    archive.submit(lambda games: done.append(1))
    assert not archive.settle(0)
    go_on.set()
    assert archive.settle(300)
    assert done == [1]
    assert archive.close(300)


def test_the_end_does_not_wait_for_a_disk_that_hangs(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    go_on = threading.Event()
    done: list[int] = []
    archive.submit(lambda games: go_on.wait(300))
    archive.submit(lambda games: done.append(1))
    assert not archive.close(0.0)
    go_on.set()
    assert archive.close(300)
    assert done == [1], "what was handed over is done before the end"


def test_a_mistake_in_a_job_that_nobody_waits_for_costs_no_other_job(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    done: list[int] = []
    archive.submit(lambda games: 1 // 0)
    archive.submit(lambda games: int("x"))
    archive.submit(lambda games: done.append(1))
    assert archive.close(300)
    assert done == [1]
    assert isinstance(archive.failure, ZeroDivisionError)


def test_a_mistake_in_what_is_saved_ends_the_program_as_one(tmp_path: Path) -> None:
    archive = Archive(GameRepository(tmp_path / "games.sqlite3"))
    archive.submit(lambda games: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        P4App(archive=archive).end()


def test_without_a_job_there_is_no_thread() -> None:
    threads = threading.active_count()
    assert Archive().close(0.0)
    assert threading.active_count() == threads


def test_a_repository_that_was_never_needed_is_closed_all_the_same(tmp_path: Path) -> None:
    games = GameRepository(tmp_path / "games.sqlite3")
    assert games.unfinished() == []
    assert Archive(games).close(0.0)


async def test_without_a_repository_it_is_the_users() -> None:
    place = paths.games_file()
    assert place is not None
    match = Match(Person(), Person(), parse_game("4"))
    archive = Archive()
    assert await archive.ask(lambda games: games.save(match)) == 1
    assert archive.close(300)
    assert place.exists()
