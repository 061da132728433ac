"""Who plays which game, told apart between processes and within one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui.storage import claims as module
from p4tui.storage.claims import Claims, identity_of
from tests.unit.stored import Peer, claims_of

posix = pytest.mark.skipif(sys.platform == "win32", reason="forks and files removed while open")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def first(path: Path) -> Iterator[Claims]:
    claims = claims_of(path)
    yield claims
    claims.close()


@pytest.fixture
def second(path: Path) -> Iterator[Claims]:
    claims = claims_of(path)
    yield claims
    claims.close()


def test_a_game_has_one_player(first: Claims, second: Claims) -> None:
    assert first.claim(3)
    assert first.claim(3)
    assert not second.claim(3)
    assert second.taken(3) and not first.taken(3)
    assert second.claim(4)
    first.release(3)
    assert not second.taken(3)
    assert second.claim(3)


def test_releasing_what_somebody_else_has_changes_nothing(first: Claims, second: Claims) -> None:
    assert first.claim(3)
    second.release(3)
    assert not second.claim(3)


def test_looking_takes_nothing(first: Claims, second: Claims) -> None:
    assert not first.taken(5)
    assert second.claim(5)


def test_another_process_gets_nothing_that_is_held_here(path: Path, first: Claims) -> None:
    assert first.claim(7)
    with Peer(path) as peer:
        assert peer("claim", 7) == "False"
        assert peer("claim", 8) == "True"
        assert not first.claim(8)
        first.release(7)
        assert peer("claim", 7) == "True"


def test_what_a_process_held_is_free_when_it_has_been_killed(path: Path, first: Claims) -> None:
    with Peer(path) as peer:
        assert peer("claim", 8) == "True"
        assert first.taken(8)
    assert first.claim(8)


def test_one_of_two_in_a_process_that_is_closed_leaves_the_other_its_locks(
    path: Path, first: Claims
) -> None:
    """A record lock ends when its process closes any descriptor of the file."""
    assert first.claim(7)
    other = claims_of(path)
    assert other.claim(8)
    other.close()
    with Peer(path) as peer:
        assert peer("claim", 7) == "False"
        assert peer("claim", 8) == "True"


def test_two_names_of_one_lock_file_are_one(tmp_path: Path, path: Path, first: Claims) -> None:
    assert first.claim(7)
    link = tmp_path / "link"
    link.symlink_to(path.with_name(path.name + ".lock"))
    other = Claims(link)
    assert not other.claim(7)
    other.close()
    with Peer(path) as peer:
        assert peer("claim", 7) == "False"


@posix
def test_what_is_held_is_taken_again_when_somebody_deletes_the_lock_file(
    path: Path, first: Claims
) -> None:
    lock = path.with_name(path.name + ".lock")
    assert first.claim(7) and first.claim(8)
    lock.unlink()
    with Peer(path) as peer:
        assert peer("claim", 8) == "True"
        assert first.claim(9)  # notices
        assert not first.claim(8)
        assert peer("claim", 7) == "False"


@posix
def test_a_folder_that_comes_late_gets_its_lock_file(tmp_path: Path) -> None:
    path = tmp_path / "later" / "games.sqlite3"
    claims = claims_of(path)
    assert claims.claim(7)
    path.parent.mkdir()
    assert not claims.taken(8)
    with Peer(path) as peer:
        assert peer("claim", 7) == "False"
    claims.close()


def test_where_there_can_be_no_lock_file_everything_is_granted(
    path: Path, first: Claims, second: Claims
) -> None:
    path.with_name(path.name + ".lock").mkdir()
    assert first.claim(7) and second.claim(7)
    with first.whole() as granted, second.whole() as also:
        assert granted and also


def test_the_whole_database_is_for_one_at_a_time(
    first: Claims, second: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with first.whole() as granted:
        assert granted
        with second.whole() as also:
            assert not also
        assert second.claim(1)
    with second.whole() as granted:
        assert granted


def test_another_process_waits_for_the_whole(
    path: Path, first: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with Peer(path) as peer:
        assert peer("whole") == "True"
        with first.whole() as granted:
            assert not granted


def test_numbers_of_any_size_can_be_claimed(first: Claims, second: Claims) -> None:
    assert first.claim((1 << 63) - 1)
    assert second.claim((1 << 63) - 2)
    assert not second.claim((1 << 63) - 1)


@posix
def test_a_file_system_without_locks_grants_everything(
    first: Claims, second: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(38, "no locks")

    import fcntl

    monkeypatch.setattr(fcntl, "lockf", refuse)
    assert first.claim(3)
    first.release(3)
    assert second.claim(3)


@posix
def test_a_lock_file_that_gets_its_name_while_it_is_opened_is_opened_for_good(
    tmp_path: Path, path: Path, first: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing the second descriptor would take the first one's locks away."""
    assert first.claim(7)
    link = tmp_path / "link"
    link.symlink_to(path.with_name(path.name + ".lock"))
    other = Claims(link)
    monkeypatch.setattr(
        module, "identity_of", lambda file: None if file == link else identity_of(file)
    )
    assert not other.claim(7)
    with Peer(path) as peer:
        assert peer("claim", 7) == "False"
        other.close()
        assert peer("claim", 7) == "False"


@posix
def test_a_child_of_a_fork_holds_nothing_and_takes_nothing_from_its_parent(path: Path) -> None:
    with Peer(path) as peer:
        assert peer("fork") == "False 2 in use, then True 2"


def test_the_identity_of_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert identity_of(tmp_path / "nothing") is None
    assert identity_of(tmp_path) == (tmp_path.stat().st_dev, tmp_path.stat().st_ino)
