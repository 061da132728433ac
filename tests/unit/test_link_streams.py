"""The streams of a game between terminals: what a place means, the relay behind SSH, and visitors who misbehave."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from p4tui.link import places, server, streams
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.frames import encode
from p4tui.link.loop_thread import LoopThread
from p4tui.link.meeting import HOST, Meeting
from p4tui.link.relay import relay
from p4tui.link.streams import (
    Local,
    Network,
    Secure,
    open_streams,
    parse_where,
)
from tests.unit.link_sides import SECONDS, HostSide


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)


# Where a game is


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("club", Local("club")),
        ("alice/club", Local("alice/club")),
        ("10.0.0.7:4444", Network("10.0.0.7", 4444)),
        ("[::1]:4444", Network("::1", 4444)),
        ("host.example:1", Network("host.example", 1)),
        ("ssh://host/club", Secure("host", "", "club")),
        (
            "ssh://bob@host.example:2222/alice/club",
            Secure("bob@host.example", "2222", "alice/club"),
        ),
    ],
)
def test_a_text_says_where_a_game_is(text: str, where: object) -> None:
    assert parse_where(text) == where


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "a b", "/club", "alice/", "a/b/c", "host:", "host:0", "host:65536", "::1:4444"),
        *("ssh://", "ssh://host", "ssh://host/", "ssh://-oProxyCommand=x/y", "ssh://a@-b/y"),
        *("ssh://host/a b", "ssh://host:x/y", "\x1b[31m"),
    ],
)
def test_a_text_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(LinkError) as caught:
        parse_where(text)
    assert caught.value.problem is LinkProblem.WHERE


def problem_of(text: str) -> LinkError:
    """Return why a game cannot be reached."""

    async def visit() -> None:
        async with open_streams(text, may_ask=False):
            pass

    with pytest.raises(LinkError) as caught:
        asyncio.run(visit())
    return caught.value


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problem_of("club").problem is LinkProblem.NO_GAME
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        refused = problem_of(f"127.0.0.1:{closed.getsockname()[1]}")
    assert (refused.problem, "refused" in refused.detail) == (LinkProblem.UNREACHABLE, True)
    assert problem_of(f"{'x' * 64}.example:1").problem is LinkProblem.UNREACHABLE

    async def never(*_words: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncio, "open_connection", never)
    monkeypatch.setattr(streams, "CONNECT_SECONDS", 0.0)
    silent = problem_of("host.example:1")
    assert (silent.problem, silent.detail) == (LinkProblem.UNREACHABLE, "host.example:1")


def test_the_network_is_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as host:

        async def talk() -> bytes:
            where = f"127.0.0.1:{host.getsockname()[1]}"
            async with open_streams(where, may_ask=False) as (reader, _writer):
                other, _address = host.accept()
                with other:
                    other.sendall(b"hello\n")
                    return await reader.readline()

        assert asyncio.run(talk()) == b"hello\n"


# SSH, in whose place a small program stands


def ssh(folder: Path, body: str) -> None:
    """Put a program in the place of ssh, which writes its arguments down first."""
    program = folder / "ssh"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{folder}/words\n{body}\n')
    program.chmod(0o755)


@pytest.mark.parametrize("may_ask", [True, False])
def test_ssh_carries_the_stream(
    may_ask: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ssh(tmp_path, "exec cat")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    async def talk() -> tuple[bytes, bytes]:
        where = "ssh://bob@host:2222/alice/club"
        async with open_streams(where, may_ask=may_ask) as (reader, writer):
            writer.write(b"hello\n")
            await writer.drain()
            line = await reader.readline()
        return line, await reader.read()

    assert asyncio.run(talk()) == (b"hello\n", b"")
    batch = [] if may_ask else ["-o", "BatchMode=yes"]
    rest = ["-p", "2222", "--", "bob@host", "p4tui", "relay", "alice/club"]
    assert (tmp_path / "words").read_text().split() == ["-T", *batch, *rest]


def test_an_ssh_that_ends_is_a_stream_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ssh(tmp_path, "exit 255")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    async def talk() -> bytes:
        async with open_streams("ssh://host/club", may_ask=False) as (reader, _writer):
            return await reader.read()

    assert asyncio.run(talk()) == b""
    assert (tmp_path / "words").read_text().split()[-2:] == ["relay", "club"]


def test_without_ssh_nobody_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert problem_of("ssh://host/club").problem is LinkProblem.NO_SSH


# The relay


class Relayed:
    """A relay in a thread, between a host and the two ends of an SSH client; all three are the test's."""

    def __init__(self, host: socket.socket) -> None:
        self._source, self.near = os.pipe()
        self.far, self._sink = os.pipe()
        self.near_is_open = True
        self._thread = threading.Thread(target=relay, args=("club", self._source, self._sink))
        self._thread.start()
        probe, _ = host.accept()  # whether anybody answers
        probe.close()
        self.host, _ = host.accept()
        self.host.settimeout(SECONDS)

    def ends(self) -> bool:
        """Return whether the relay ends by itself."""
        self._thread.join(SECONDS)
        return not self._thread.is_alive()

    def hang_up(self) -> None:
        """End what comes from the client."""
        if self.near_is_open:
            self.near_is_open = False
            os.close(self.near)

    def close(self) -> None:
        self.hang_up()
        self.host.close()
        self._thread.join()
        for each in (self._source, self._sink, self.far):
            with suppress(OSError):
                os.close(each)


@pytest.fixture
def relayed() -> Iterator[Relayed]:
    with places.bind("club") as host:
        found = Relayed(host)
        yield found
        found.close()


def test_a_relay_copies_both_ways_until_the_host_ends(relayed: Relayed) -> None:
    os.write(relayed.near, b"from the guest\n")
    assert relayed.host.recv(100) == b"from the guest\n"
    sent = bytes(range(256)) * 1500  # more than a pipe holds
    sender = threading.Thread(target=relayed.host.sendall, args=(sent,))
    sender.start()
    got = b""
    while len(got) < len(sent):
        got += os.read(relayed.far, 65_536)
    sender.join()
    assert got == sent
    relayed.host.close()
    assert relayed.ends()


def test_a_relay_ends_with_the_client(relayed: Relayed) -> None:
    relayed.hang_up()
    assert relayed.ends()
    assert relayed.host.recv(100) == b""


def test_a_relay_ends_with_a_client_that_takes_nothing_more(relayed: Relayed) -> None:
    os.close(relayed.far)
    relayed.host.sendall(b"hello\n")
    assert relayed.ends()


def test_there_is_no_game_to_relay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(LinkError) as caught:
        relay("club", 0, 1)
    assert caught.value.problem is LinkProblem.NO_GAME
    monkeypatch.setattr("p4tui.link.relay.find_game", lambda _where: tmp_path / "gone.game")
    with pytest.raises(LinkError) as caught:
        relay("club", 0, 1)
    assert caught.value.problem is LinkProblem.NO_GAME


# Visitors who misbehave


@contextmanager
def visiting(host: HostSide, hello: bytes = b"") -> Iterator[socket.socket]:
    """Connect to a host by hand."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(SECONDS)
        stream.connect(str(places.find_game("club")))
        if hello:  # even an empty text has no way into a stream that is closed already
            stream.sendall(hello)
        yield stream


@pytest.fixture
def host() -> Iterator[HostSide]:
    side = HostSide(Meeting(HOST, "club", "g1"))
    yield side
    side.link.close()


def rest_of(stream: socket.socket) -> list[dict[str, object]]:
    """Return what a host says until it ends the stream."""
    data = b""
    with suppress(ConnectionResetError):
        while more := stream.recv(65_536):
            data += more
    return [json.loads(line) for line in data.splitlines() if line]


@pytest.mark.parametrize(
    "garbage",
    [b"\xff\n", b"[]\n", b"x" * 70_000, b"[" * 50_000 + b"\n", b"\x00" * 9 + b"\n"],
    ids=["bytes", "list", "long", "deep", "zeros"],
)
def test_a_visitor_who_sends_no_frames_is_refused(garbage: bytes, host: HostSide) -> None:
    with visiting(host, garbage) as stream:
        greeting, refusal = rest_of(stream)
    assert greeting["word"] == "club"
    assert refusal == {"refused": "garbage"}


def test_a_line_of_any_length_is_not_read_on(host: HostSide) -> None:
    """A gigabyte without a newline: the stream ends after the first part of it, whatever the visitor still sends."""
    sent = 0
    with visiting(host) as stream, suppress(OSError):
        while sent < 2**30:
            sent += stream.send(b"x" * 65_536)
    assert sent < 2**22


def watch(host: HostSide, stream: socket.socket, taken: threading.Event) -> server._Outlet:
    """Let a visitor watch who reads nothing, until the host cannot write any more; return its outlet."""
    link = host.link
    stream.sendall(encode({"p4tui": 1, "as": "Eve", "role": "watch"}))
    while not link._table.shared.watchers:
        host.step(0.01)

    async def fill() -> server._Outlet:
        (outlet,) = link._server._outlets.values()
        while not outlet._lines:  # what it has not written yet
            outlet.send(b"x" * 65_535 + b"\n", is_state=False)
            for _ in range(4):
                turned = asyncio.Event()
                asyncio.get_running_loop().call_soon(turned.set)
                await turned.wait()
        outlet.task.add_done_callback(lambda _task: taken.set())
        return outlet

    return link._thread.run(fill()).result(SECONDS)


def test_a_visitor_who_reads_nothing_is_cut_when_it_is_refused(
    host: HostSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FLUSH_SECONDS", 0.0)
    ended = threading.Event()
    with visiting(host) as stream:
        watch(host, stream, ended)

        def refuse() -> None:
            host.link._table.refuse(next(iter(host.link._table.visitors)))
            host.link._server.carry()

        host.link._thread.call(refuse)
        assert ended.wait(SECONDS)


def test_a_host_that_leaves_does_not_wait_for_who_reads_nothing(
    host: HostSide, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "FLUSH_SECONDS", 60.0)
    monkeypatch.setattr(server, "LAST_SECONDS", 0.0)
    with visiting(host) as stream, caplog.at_level(logging.WARNING):
        outlet = watch(host, stream, threading.Event())
        host.link.close()
        assert outlet.task.done()
    assert caplog.records == []


def test_whom_the_system_does_not_know_is_not_let_in(
    host: HostSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_connection: object) -> int:
        raise LinkError(LinkProblem.NO_SOCKETS)

    monkeypatch.setattr(places, "user_of", unknown)
    with visiting(host) as stream:
        assert rest_of(stream) == []


def test_a_silent_host_says_that_it_is_there(
    host: HostSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(host) as stream:
        assert stream.recv(65_536).endswith(b"}\n")
        monkeypatch.setattr(server, "ALIVE_SECONDS", 0.0)
        outlets = host.link._server._outlets

        def look() -> None:
            for outlet in outlets.values():
                outlet.keep_alive()

        host.link._thread.call(look)
        assert stream.recv(65_536) == b"\n"


def test_an_address_of_nobody_here_cannot_be_listened_on() -> None:
    for listen in ("192.0.2.1:4444", "127.0.0.1:x", "127.0.0.1:99999999"):
        with pytest.raises(LinkError) as caught:
            HostSide(Meeting(HOST, "club", "g1", code="AAAA-BBBB", listen=listen))
        assert caught.value.problem is LinkProblem.LISTEN
    assert places.open_games() == []


def test_a_broken_stream_is_not_reported_and_a_bug_is(caplog: pytest.LogCaptureFixture) -> None:
    thread = LoopThread("test")

    async def report(error: Exception) -> None:
        asyncio.get_running_loop().call_exception_handler({"message": "m", "exception": error})

    async def nothing() -> None:
        pass

    thread.run(report(BrokenPipeError())).result(SECONDS)
    assert caplog.records == []
    thread.run(report(KeyError())).result(SECONDS)
    assert [each.message for each in caplog.records] == ["m"]
    thread.close(nothing)
