"""Several programs with one database, and programs that are killed: slices of `tests.benchmarks.sessions` and `kills`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from p4tui.storage.errors import RecordError
from tests.benchmarks import kills, sessions
from tests.unit.stored import Peer, match_of, repository_of, saved

posix = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")


@pytest.mark.exhaustive
def test_ten_sessions_at_once_lose_no_game(tmp_path: Path) -> None:
    report = sessions.run(tmp_path, 10, 10, 3)
    assert not report.errors
    assert (report.games, report.kept) == (30, 30)


@pytest.mark.exhaustive
@posix
def test_a_killed_program_loses_nothing_that_it_kept(tmp_path: Path) -> None:
    report = kills.run(tmp_path / "games.sqlite3", 5, seed=3)
    assert not report.errors
    assert report.kills == 5
    assert report.changes > 5
    assert report.resumed


def test_a_lost_change_would_be_noticed(tmp_path: Path) -> None:
    """The judge of the two tests above, judged."""
    path = tmp_path / "games.sqlite3"
    with repository_of(path) as games:
        number = saved(games, match_of("44"))
    row = {"what": "kept", "number": number, "row": _row("44")}
    assert kills.differences(path, [row]) == []
    lost = {"what": "kept", "number": number, "row": _row("445")}
    assert kills.differences(path, [lost]) == [f"game {number} is not as it was reported"]
    assert kills.differences(path, [row | {"row": _row("4")}, lost | {"what": "wanted"}])
    assert not kills.differences(path, [lost, row | {"what": "wanted"}])
    other = {"what": "kept", "number": 7, "row": _row("4")}
    assert kills.differences(path, [other]) == ["game 7 is not as it was reported"]


def _row(moves: str) -> dict[str, object]:
    from p4tui.storage.records import to_row

    return to_row(match_of(moves))


@posix
def test_several_programs_find_a_damaged_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(path)) for _ in range(4)]
        for peer in peers:
            peer("play", "1")
        damaged = tmp_path / "damaged"
        damaged.write_bytes(b"nothing that was a database" * 400)
        damaged.rename(path)
        for peer in peers:
            peer.begin("play", "23")
        numbers = [peer.answer() for peer in peers]
        assert len(set(numbers)) == 4
        for peer in peers:
            peer.begin("play", "4")
        assert [peer.answer() for peer in peers] == numbers
    aside = [file for file in tmp_path.iterdir() if ".damaged-" in file.name]
    assert len([file for file in aside if file.read_bytes().startswith(b"nothing")]) == 1
    with repository_of(path) as games:
        found = list(games.all_games())
        assert not any(isinstance(game, RecordError) for game in found)
        assert [game.match for game in found if not isinstance(game, RecordError)] == [
            match_of("1234")
        ] * 4
