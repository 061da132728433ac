"""`p4tui host`, `join`, `watch`, `relay` and `games --open`: what they say and refuse, with hosts in this process."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p4tui.link import places
from p4tui.link.meeting import HOST, Meeting
from p4tui.link.places import user_name
from tests.plain.driving import p4tui
from tests.unit.link_sides import RED, HostSide, a_game

ME = user_name(os.getuid())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)


@contextmanager
def played(play: Callable[[], bool]) -> Iterator[None]:
    """Call `play` again and again in a thread until it is over, or the command has ended."""
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set() and play():
            pass

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def hosting(
    word: str = "club", moves: tuple[int, ...] = (), code: str = "", listen: str = ""
) -> Iterator[None]:
    """Open a game whose host makes these moves, each as soon as it is its turn."""
    side = HostSide(Meeting(HOST, word, "g1", code=code, listen=listen))
    waiting = list(moves)

    def play() -> bool:
        side.step(0.02)
        match = side.session.match
        turn = side.link.shared.joined and match.to_move is RED and match.outcome is None
        if waiting and turn:
            side.session.move(RED, waiting.pop(0))
        return True

    try:
        with played(play):
            yield
    finally:
        side.link.close()


def test_a_game_is_joined_and_played_through_a_pipe() -> None:
    with hosting(moves=(0, 0, 0, 0)):
        answer = p4tui("join", "club", "--as", "Bob", "--style", "spoken", typed="2\n2\n2\n")
    assert answer.status == 0
    assert "Alice plays column 1" in answer.out
    assert "column 2: three yellow" in answer.out
    assert "Alice has won" in answer.out


def test_a_game_is_watched() -> None:
    """Both players wait for the spectator, who has no input, and sees the game to its end."""
    waiting = [0, 1, 0, 1, 0, 1, 0]
    with a_game("club") as (host, guest):

        def play() -> bool:
            if waiting and host.link.shared.watchers and host.moves == guest.moves:
                side = (host, guest)[len(host.moves) % 2]
                side.session.move(side.session.match.to_move, waiting.pop(0))
            return host.step(0.01) or guest.step(0.01) or True

        with played(play):
            answer = p4tui("watch", "club", "--as", "Carol", "--style", "spoken", typed="")
    assert answer.status == 0
    assert "Alice has won" in answer.out
    assert "last move: column 1, row 4" in answer.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("join", "nobody"), "Nobody has opened a game called nobody here."),
        (("watch", "nobody"), "Nobody has opened a game called nobody here."),
        (("join", f"{ME}/nobody"), f"Nobody has opened a game called {ME}/nobody here."),
        (("join", "a b"), "a b does not say where a game is"),
        (("join", "ssh://-oProxyCommand=x/y"), "does not say where a game is"),
        (("join", "ssh://host/"), "does not say where a game is"),
        (("join", "host:0"), "does not say where a game is"),
        (("join", "host:70000"), "does not say where a game is"),
        (("join", "x\x1b[31m"), "does not say where a game is"),
        (("join", "../../etc/passwd"), "does not say where a game is"),
        (("join", "127.0.0.1:9"), "Nobody answers at 127.0.0.1:9"),
    ],
)
def test_a_game_that_cannot_be_joined(words: tuple[str, ...], complaint: str) -> None:
    answer = p4tui(*words, "--lang", "en", typed="")
    assert answer.status == 1
    assert complaint in answer.err
    assert "\x1b" not in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("host", "--game", ""), "cannot be the word of a game"),
        (("host", "--game", "a/b"), "cannot be the word of a game"),
        (("host", "--game", "x" * 33), "cannot be the word of a game"),
        (("host", "--listen", "x"), "is no port"),
        (("host", "--listen", "99999"), "is no port"),
        (("host", "--listen", "1.2.3.4:0"), "is no port"),
        (("host", "--as", ""), "is no name"),
        (("host", "--as", "x" * 61), "is no name"),
        (("host", "--as", "\x1b\x07"), "is no name"),
        (("host", "--colour", "blue"), "blue"),
        (("host", "--away", "never"), "never"),
        (("join",), "WHERE"),
    ],
)
def test_arguments_that_are_refused(words: tuple[str, ...], complaint: str) -> None:
    answer = p4tui(*words, typed="")
    assert answer.status == 2
    assert complaint in answer.err
    assert "\x1b" not in answer.err


def test_a_word_is_taken_once() -> None:
    with hosting("mine"):
        answer = p4tui("host", "--game", "mine", "--plain", typed="")
    assert answer.status == 1
    assert "You have opened a game called mine already" in answer.err


def test_an_address_that_cannot_be_listened_on() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = p4tui("host", "--listen", f"127.0.0.1:{port}", "--plain", typed="")
    assert answer.status == 1
    assert f"p4tui cannot listen there: 127.0.0.1:{port}" in answer.err
    assert not list(places.open_games())


@pytest.mark.parametrize("kind", ["file", "writable", "link"])
def test_a_folder_that_others_made_is_not_used(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / f"p4tui-{os.getuid()}"
    if kind == "file":
        folder.write_text("")
    elif kind == "writable":
        folder.mkdir()
        folder.chmod(0o777)
    else:
        (tmp_path / "elsewhere").mkdir()
        folder.symlink_to(tmp_path / "elsewhere")
    answer = p4tui("host", "--plain", typed="")
    assert answer.status == 1
    assert "Games cannot be opened here" in answer.err


def test_a_host_invites_and_ends_with_its_input() -> None:
    answer = p4tui("host", "--game", "t", "--as", "Alice", "--plain", typed="")
    assert "p4tui join t" in answer.out
    assert not list(places.open_games())


def test_the_socket_of_a_killed_host_is_no_game_and_is_taken_over(tmp_path: Path) -> None:
    folder = tmp_path / f"p4tui-{os.getuid()}"
    folder.mkdir(mode=0o755)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(folder / "club.game"))
    assert p4tui("games", "--open").lines == [
        "Nobody has opened a game here. p4tui host opens one."
    ]
    with hosting("club"):
        assert len(p4tui("games", "--open").lines) == 2


def test_open_games_are_listed() -> None:
    with hosting("club"), hosting("school"):
        table = p4tui("games", "--open")
        data = [json.loads(line) for line in p4tui("games", "--open", "--json").lines]
    assert [line.split()[0] for line in table.lines[1:]] == [f"{ME}/club", f"{ME}/school"]
    assert data[0]["where"] == f"{ME}/club"
    assert data[0]["word"] == "club"
    assert p4tui("games", "--open", "--json").lines == []


def test_without_ssh_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = p4tui("join", "ssh://host/club", typed="")
    assert (answer.status, answer.err) == (1, "p4tui: The program ssh is not installed.\n")


def test_ssh_runs_the_relay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program in place of ssh, which writes its arguments down and ends at once."""
    (tmp_path / "ssh").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{tmp_path}/words\nexit 255\n')
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    answer = p4tui("join", "ssh://bob@host.example:2222/alice/club", typed="")
    assert answer.status == 1
    assert "Nobody answers at ssh://bob@host.example:2222/alice/club" in answer.err
    words = (tmp_path / "words").read_text().split()
    assert words == ["-T", "-p", "2222", "--", "bob@host.example", "p4tui", "relay", "alice/club"]


def test_a_wrong_code_is_refused_and_a_right_one_is_not() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = f"127.0.0.1:{port}"
    with hosting("club", (0, 0, 0, 0), code="AAAA-BBBB", listen=where):
        for code in ((), ("--code", "WRONG")):
            answer = p4tui("join", where, *code, "--plain", typed="")
            assert (answer.status, answer.err.count("\n")) == (1, 1)
            assert "code is wrong or missing" in answer.err
        answer = p4tui("join", where, "--code", "aaaa bbbb", "--plain", typed="2\n2\n2\n")
    assert answer.status == 0
    assert "Alice has won" in answer.out
