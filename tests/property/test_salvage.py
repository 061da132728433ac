"""Small databases with damage of any kind anywhere: what is not damaged goes on, and nothing ends in an error."""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from tests.unit.salvaging import PAGE, filled, salvaged
from tests.unit.stored import match_of

COUNT = 30
_WRITABLE = 18
"""The byte of the header that says who may write the file."""
_WHOSE = slice(60, 72)
"""The bytes of the header with the version of the tables and the program's mark."""
UNTOUCHED = {StorageProblem.NEWER, StorageProblem.FOREIGN, StorageProblem.DAMAGED}


@cache
def database(seed: int) -> tuple[bytes, dict[int, SavedGame]]:
    """A database, and its games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        games = filled(path, COUNT, random.Random(seed))
        return path.read_bytes(), games


@st.composite
def damaged(draw: st.DrawFn) -> tuple[int, bytes, set[int]]:
    """Which database it was, its bytes after damage, and the pages that are not as they were."""
    seed = draw(st.integers(1, 3))
    data, _ = database(seed)
    new = bytearray(data)
    kind = draw(st.sampled_from(["flip", "flips", "zeros", "noise", "cut", "swap"]))
    page = draw(st.integers(0, len(data) // PAGE - 1)) * PAGE
    if kind in {"flip", "flips"}:
        for _ in range(1 if kind == "flip" else draw(st.integers(2, 40))):
            place = draw(st.integers(0, len(data) - 1))
            new[place] ^= 1 << draw(st.integers(0, 7))
    elif kind == "cut":
        del new[draw(st.integers(0, len(data) - 1)) :]
    elif kind == "swap":
        other = draw(st.integers(0, len(data) // PAGE - 1)) * PAGE
        new[page : page + PAGE], new[other : other + PAGE] = (
            data[other : other + PAGE],
            data[page : page + PAGE],
        )
    else:
        noise = random.Random(draw(st.integers(0, 99))).randbytes(PAGE)
        new[page : page + PAGE] = bytes(PAGE) if kind == "zeros" else noise
    touched = {
        begin // PAGE
        for begin in range(0, len(data), PAGE)
        if new[begin : begin + PAGE] != data[begin : begin + PAGE]
    }
    return seed, bytes(new), touched


@cache
def games_of_page(seed: int) -> dict[int, set[int]]:
    """Which games are lost where a page is: those that lie on it, or go on there."""
    data, games = database(seed)
    lost = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        for page in range(len(data) // PAGE):
            path.write_bytes(data[: page * PAGE] + bytes(PAGE) + data[(page + 1) * PAGE :])
            lost[page] = set(games) - set(salvaged(path))
    return lost


def kept_in(repository: GameRepository) -> dict[int, SavedGame]:
    return {each.number: each for each in repository.all_games() if isinstance(each, SavedGame)}


@given(damaged())
@settings(deadline=None, max_examples=60)
@pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")
def test_whatever_is_damaged_the_other_games_go_on(
    case: tuple[int, bytes, set[int]],
) -> None:
    seed, data, touched = case
    original, games = database(seed)
    on_touched = set().union(*(games_of_page(seed)[page] for page in touched))
    dates = itertools.count(10_000_000.0)
    problem: StorageProblem | None = None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        path.write_bytes(data)
        with closing(GameRepository(path, lambda: next(dates))) as repository:
            try:
                list(repository.all_games())
                repository.unfinished()
            except StorageError as error:
                problem = error.problem
            if data[_WRITABLE : _WRITABLE + 1] > original[_WRITABLE : _WRITABLE + 1]:
                return  # SQLite takes it for one of a later version of its own, and writes nothing
            if problem is not None:
                # It says that it is somebody else's.
                assert data[_WHOSE] != original[_WHOSE]
                assert problem in UNTOUCHED
                assert path.read_bytes() == data
                return
            # Not all damage is in the way of reading, but all is found where it is looked for.
            assert repository._database is not None
            repository._database.mend()
            found = kept_in(repository)
            assert all(found[number] == games[number] for number in set(games) - on_touched)
            if repository.moved is not None:
                assert repository.moved.place.read_bytes() == data
                assert repository.count() == repository.moved.kept
            new = repository.save(match_of("4"))
            assert new not in found
            assert repository.load(new).match == match_of("4")


@given(
    st.binary(max_size=3 * PAGE)
    | st.builds(lambda seed: random.Random(seed).randbytes(PAGE * 3), st.integers(0, 999))
)
@settings(deadline=None, max_examples=40)
def test_garbage_holds_no_game_and_ends_nothing(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        for garbage in (data, b"SQLite format 3\0" + data, data[:1] + b"SQLite format 3\0" + data):
            path.write_bytes(garbage)
            assert salvaged(path) == {}
