"""Which other program has a game, and taking a game over from it."""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui.storage import claims as claims_module
from p4tui.storage import holders
from p4tui.storage.claims import Claims
from p4tui.storage.errors import GameInUseError, NoSuchGameError
from tests.unit.stored import Peer, claims_of, match_of, repository_of

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="told by Linux")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def claims(path: Path) -> Iterator[Claims]:
    claims = claims_of(path)
    yield claims
    claims.close()


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Who was told to end; nobody is."""
    asked: list[int] = []

    def ask(process: int) -> bool:
        asked.append(process)
        return True

    monkeypatch.setattr(claims_module, "ask_to_end", ask)
    return asked


def test_the_process_that_has_a_game_is_known(path: Path, claims: Claims) -> None:
    assert claims.holder(7) is None
    with Peer(path) as peer:
        assert peer("claim", 7) == "True"
        assert claims.holder(7) == peer.process.pid
        assert claims.holder(8) is None
    assert claims.holder(7) is None


def test_this_process_is_no_other_one(path: Path, claims: Claims) -> None:
    other = claims_of(path)
    assert other.claim(7)
    assert claims.holder(7) is None and other.holder(7) is None
    other.close()


def test_where_there_is_no_lock_file_nobody_has_a_game(tmp_path: Path) -> None:
    assert claims_of(tmp_path / "missing" / "games.sqlite3").holder(7) is None


@pytest.mark.parametrize("platform", ["freebsd14", "win32", "aix"])
def test_elsewhere_nobody_knows(
    path: Path, claims: Claims, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Peer(path) as peer:
        assert peer("claim", 7) == "True"
        with monkeypatch.context() as patch:
            patch.setattr(sys, "platform", platform)
            assert claims.holder(7) is None


@pytest.mark.parametrize("platform", ["linux", "darwin"])
@pytest.mark.parametrize(
    ("process", "known"),
    [("child", True), (-1, False), (0, False), (1, False), ("self", False), (2**22 + 5, False)],
)
def test_only_a_living_process_of_ours_counts(
    platform: str, process: int | str, known: bool, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    """What a network disk answers may be of another machine."""
    peer = Peer(path)
    number = {"child": peer.process.pid, "self": os.getpid()}.get(str(process), process)
    kind = fcntl.F_WRLCK
    answer = {
        "linux": struct.pack("@hhqqi0q", kind, 0, 7, 1, number),
        "darwin": struct.pack("@qqihh", 7, 1, number, kind, 0),
    }[platform]
    asked: list[bytes] = []

    def answered(_descriptor: int, _command: int, question: bytes) -> bytes:
        asked.append(question)
        return answer

    monkeypatch.setattr(fcntl, "fcntl", answered)
    monkeypatch.setattr(holders, "_has_open", lambda *_: True)
    monkeypatch.setattr(sys, "platform", platform)
    with peer:
        assert holders.holder_of(0, 7) == (number if known else None)
    assert len(asked[0]) == {"linux": 32, "darwin": 24}[platform]


def test_a_process_that_has_another_file_open_does_not_count(path: Path) -> None:
    with path.open("w") as file, Peer(path.with_name("other")) as peer:
        assert peer("claim", 7) == "True"
        assert not holders._has_open(peer.process.pid, file.fileno())
        assert holders._has_open(os.getpid(), file.fileno())


def test_a_system_that_refuses_to_say_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_arguments: object) -> bytes:
        raise OSError

    monkeypatch.setattr(fcntl, "fcntl", refuses)
    assert holders.holder_of(0, 7) is None


@pytest.mark.parametrize("suspended", [False, True])
def test_a_game_is_taken_over(path: Path, claims: Claims, suspended: bool) -> None:
    with Peer(path) as peer:
        assert peer("claim", 7) == "True"
        if suspended:
            peer.process.send_signal(signal.SIGSTOP)
        assert claims.take_over(7)
        assert peer.process.wait(60) == -signal.SIGHUP
    assert not claims.taken(7)


def test_a_free_game_is_just_taken(claims: Claims, ended: list[int]) -> None:
    assert claims.take_over(7)
    assert not ended


def test_who_does_not_end_keeps_the_game(path: Path, claims: Claims, ended: list[int]) -> None:
    with Peer(path) as peer:
        assert peer("claim", 7) == "True"
        assert not claims.take_over(7, patience=0)
        assert ended == [peer.process.pid]
        assert claims.taken(7)


def test_nobody_is_ended_where_the_holder_is_unknown_or_another_one_by_now(
    path: Path, claims: Claims, ended: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Peer(path) as peer:
        assert peer("claim", 7) == "True"
        for answers in ([None], [5, 6], [5, None]):
            told = iter(answers)
            monkeypatch.setattr(claims_module, "holder_of", lambda *_, told=told: next(told))
            assert not claims.take_over(7)
    assert not ended


def test_a_process_that_is_gone_is_not_asked() -> None:
    assert not holders.ask_to_end(2**22 + 5)


def test_a_game_of_another_program_is_opened_as_it_was_saved(path: Path) -> None:
    with repository_of(path) as games, Peer(path) as peer:
        number = int(peer("play", "4453"))
        with pytest.raises(GameInUseError):
            games.open(number)
        assert games.holder(number) == peer.process.pid
        assert games.taken(number)
        assert [game.number for game in games.unfinished(busy=True)] == [number]
        assert not games.unfinished()
        game = games.take_over(number)
        assert game.match.game.moves == match_of("4453").game.moves
        assert peer.process.wait(60) == -signal.SIGHUP


def test_a_number_that_is_none_has_no_holder(path: Path) -> None:
    with repository_of(path) as games:
        assert games.holder(2**70) is None
        for number in (2**70, 3):
            with pytest.raises(NoSuchGameError):
                games.take_over(number)
    with repository_of(None) as games:
        assert games.holder(1) is None
