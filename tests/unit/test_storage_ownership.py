"""Who has a game: tokens, between two windows of one process and between two programs."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui.storage import connections
from p4tui.storage.errors import (
    GameDeletedError,
    GameTakenError,
    NoSuchGameError,
    StorageError,
)
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from tests.unit.stored import (
    Peer,
    ask,
    change_rows,
    match_of,
    moves_in,
    owned_by,
    repository_of,
    saved,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def first(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


@pytest.fixture
def second(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


def lost(games: GameRepository, moves: str, owned: Ownership) -> GameTakenError:
    """What a window is told that has lost a game and saves it with these moves."""
    with pytest.raises(GameTakenError) as caught:
        games.save(match_of(moves), owned)
    assert caught.value.number == owned.number
    return caught.value


# -- taken over ------------------------------------------------------------------------------------------------------


def test_opening_a_game_takes_it_over_and_the_former_owner_is_told(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first, match_of("44"))
    first.check(owned)
    opened = second.open(1)
    assert opened.saved.match == match_of("44")
    second.check(opened.ownership)
    with pytest.raises(GameTakenError):
        first.check(owned)
    assert second.save(match_of("445"), opened.ownership) == 1
    assert lost(first, "44", owned).copy is None
    assert moves_in(path) == {1: "445"}


def test_moves_that_only_the_loser_has_become_a_game_that_later_saves_update(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first, match_of("44"))
    opened = second.open(1)
    assert lost(first, "441", owned).copy == 2
    assert moves_in(path) == {1: "44", 2: "441"}
    assert lost(first, "4412", owned).copy == 2
    assert lost(first, "441", owned).copy == 2
    second.save(match_of("445"), opened.ownership)
    assert moves_in(path) == {1: "445", 2: "441"}


def test_moves_taken_back_in_the_other_window_become_no_other_game(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first, match_of("445"))
    opened = second.open(1)
    match = opened.saved.match
    second.save(match.with_game(match.game.undo()), opened.ownership)
    assert lost(first, "445", owned).copy is None
    assert moves_in(path) == {1: "44"}


def test_a_game_is_taken_over_back_and_forth(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    mine = owned_by(first, match_of("4"))
    theirs = second.open(1).ownership
    second.save(match_of("44"), theirs)
    assert lost(first, "4", mine).copy is None
    again = first.open(1)
    assert again.saved.match == match_of("44")
    first.save(match_of("441"), again.ownership)
    assert lost(second, "442", theirs).copy == 2
    assert moves_in(path) == {1: "441", 2: "442"}


def test_the_losers_copy_is_not_the_game_played_last(
    first: GameRepository, second: GameRepository
) -> None:
    mine = owned_by(first, match_of("4"))
    theirs = second.open(1).ownership
    second.save(match_of("44"), theirs)
    assert lost(first, "43", mine).copy == 2
    assert lost(first, "432", mine).copy == 2
    assert [each.number for each in second.unfinished()] == [1, 2]


def test_a_first_save_with_a_failed_flush_can_be_taken_over(
    path: Path, first: GameRepository, second: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = Ownership()
    with monkeypatch.context() as patch:
        patch.setattr(connections, "sync_to_disk", _disk_error)
        with pytest.raises(StorageError):
            first.save(match_of("44"), mine)
    theirs = second.open(1).ownership
    second.save(match_of("445"), theirs)
    assert lost(first, "44", mine).copy is None
    assert moves_in(path) == {1: "445"}


def _disk_error(file: Path) -> None:
    raise OSError(5, "an error of the disk")


def test_passing_time_makes_a_game_no_newer(path: Path, first: GameRepository) -> None:
    owned = owned_by(first, match_of("1"))
    saved(first, match_of("2"))
    before = ask(path, "SELECT sequence, changed FROM games ORDER BY id")
    first.save(match_of("1"), owned, by_player=False)
    assert ask(path, "SELECT sequence, changed FROM games ORDER BY id") == before


def test_a_copy_is_found_after_the_loser_s_transaction_failed(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    """Its number was that of a row that was rolled back."""
    owned = owned_by(first, match_of("44"))
    second.open(1)
    owned.copy = Ownership(number=7, started=1.0, generation=first.generation)
    assert lost(first, "441", owned).copy == 2
    assert moves_in(path) == {1: "44", 2: "441"}


def test_opening_changes_no_order_and_loading_takes_nothing_over(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first, match_of("1"))
    saved(first, match_of("2"))
    before = ask(path, "SELECT sequence, changed FROM games ORDER BY id")
    second.open(1)
    assert ask(path, "SELECT sequence, changed FROM games ORDER BY id") == before
    assert [each.number for each in second.unfinished()] == [2, 1]
    mine = first.open(1).ownership
    for look in (second.summaries, second.unfinished, lambda: list(second.all_games())):
        look()
    second.load(1)
    first.check(mine)
    with pytest.raises(GameTakenError):
        first.check(owned)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_game_of_another_program_is_taken_over_and_taken_back(
    path: Path, first: GameRepository, stopped: bool
) -> None:
    """Also while the other one is stopped, and goes on later."""
    if stopped and not hasattr(signal, "SIGSTOP"):
        pytest.skip("no signals to stop a program")
    with Peer(path) as peer:
        assert peer("play", "44") == "1"
        if stopped:
            peer.process.send_signal(signal.SIGSTOP)
        mine = first.open(1)
        first.save(match_of("441"), mine.ownership)
        if stopped:
            peer.process.send_signal(signal.SIGCONT)
        assert peer("play", "2") == "taken 2"
        assert moves_in(path) == {1: "441", 2: "442"}
        assert peer("play", "3") == "taken 2"
        assert peer("open", 1) == "1"
        assert lost(first, "441", mine.ownership).copy is None
        assert peer("play", "5") == "1"
    assert moves_in(path) == {1: "4415", 2: "4423"}


# -- deleted ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("for_good", [False, True])
def test_a_game_deleted_in_another_window_is_reported_and_not_saved(
    path: Path, first: GameRepository, second: GameRepository, for_good: bool
) -> None:
    owned = owned_by(first)
    other = saved(second, match_of("1"))
    second.delete(1)
    if for_good:
        second.delete(other)
    for act in (lambda: first.save(match_of("44531"), owned), lambda: first.check(owned)):
        with pytest.raises(GameDeletedError):
            act()
    assert moves_in(path) == ({} if for_good else {2: "1"})
    with pytest.raises(NoSuchGameError):
        first.open(1)
    assert first.save(match_of("44531"), Ownership()) == 3  # "keep it as a new game"


def test_an_undeleted_game_is_saved_again(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first)
    second.delete(1)
    second.undelete()
    assert first.save(match_of("44531"), owned) == 1
    assert moves_in(path) == {1: "44531"}


# -- another file under the name -------------------------------------------------------------------------------------


@posix
def test_in_another_file_it_is_a_new_game_whatever_its_number_is_there(
    path: Path, first: GameRepository, second: GameRepository
) -> None:
    owned = owned_by(first, match_of("1"))
    path.rename(path.with_name("elsewhere"))
    saved(second, match_of("2"))
    change_rows(path, "UPDATE games SET started = 5")
    assert first.save(match_of("11"), owned) == 2
    assert moves_in(path) == {1: "2", 2: "11"}
    first.check(owned)
    assert first.save(match_of("112"), owned) == 2
    assert moves_in(path.with_name("elsewhere")) == {1: "1"}


@posix
def test_in_a_file_that_was_deleted_it_is_a_new_game(path: Path, first: GameRepository) -> None:
    owned = owned_by(first, match_of("1"))
    path.unlink()
    first.check(owned)
    assert first.save(match_of("11"), owned) == 1
    assert moves_in(path) == {1: "11"}


@posix
def test_a_copy_of_the_file_in_its_place_has_the_same_game(
    path: Path, first: GameRepository
) -> None:
    owned = owned_by(first, match_of("1"))
    first.close()
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)
    assert first.save(match_of("11"), owned) == 1
    assert moves_in(path) == {1: "11"}


@posix
def test_a_new_file_at_the_same_place_on_the_disk_is_another_one(
    path: Path, tmp_path: Path, first: GameRepository
) -> None:
    """A file that is overwritten keeps its number on the disk."""
    owned = owned_by(first, match_of("1"))
    other = tmp_path / "other.sqlite3"
    with repository_of(other, lambda: 5.0) as repository:
        saved(repository, match_of("2"))
    first.close()
    path.write_bytes(other.read_bytes())
    with pytest.raises(GameDeletedError):
        first.save(match_of("11"), owned)
    assert moves_in(path) == {1: "2"}


@posix
def test_a_save_to_a_file_that_lost_its_name_is_repeated(path: Path, first: GameRepository) -> None:
    owned = owned_by(first, match_of("1"))
    hidden = path.with_name("hidden")
    database = first._database
    assert database is not None and database._connection is not None

    def hide(statement: str) -> None:
        """Between the look at the name and the end of the transaction."""
        if statement == "COMMIT" and not hidden.exists():
            path.rename(hidden)

    database._connection.set_trace_callback(hide)
    number = first.save(match_of("11"), owned)
    assert hidden.exists()
    assert moves_in(path) == {number: "11"}


def test_tokens_are_fresh_and_in_the_row_alone(path: Path, first: GameRepository) -> None:
    one, two = owned_by(first), owned_by(first)
    assert one.token != two.token
    assert ask(path, "SELECT owner FROM games ORDER BY id") == [(one.token,), (two.token,)]
    assert str(os.getpid()) not in {one.token, two.token}
