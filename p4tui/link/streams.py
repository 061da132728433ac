"""Streams: opens the way to a host, by what the guest has typed."""

from __future__ import annotations

import asyncio
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

from p4tui.link.errors import LinkError, LinkProblem, system_reason
from p4tui.link.places import find_game

READ_SIZE = 65_536
"""The most bytes read at once."""
CONNECT_SECONDS = 15.0
"""Seconds to wait for a connection of the network."""
END_SECONDS = 1.0
"""Seconds that an SSH client has to end."""

_SSH = re.compile(
    r"ssh://((?:[A-Za-z0-9_.][A-Za-z0-9_.-]*@)?[A-Za-z0-9_.][A-Za-z0-9_.-]*)(?::([0-9]{1,5}))?/(\S{1,65})",
    re.ASCII,
)
_TCP = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9_.-]+)):([0-9]{1,5})", re.ASCII)
_LOCAL = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9][A-Za-z0-9_.-]*)?", re.ASCII)


class Writer(Protocol):
    """Where bytes go."""

    def write(self, data: bytes) -> None:
        """Queue bytes."""
        ...

    async def drain(self) -> None:
        """Wait until most are sent."""
        ...

    def close(self) -> None:
        """Send the rest, and end."""
        ...


@dataclass(frozen=True, slots=True)
class Secure:
    """A host behind SSH: `ssh://[user@]host[:port]/game`."""

    host: str
    port: str
    word: str


@dataclass(frozen=True, slots=True)
class Network:
    """A host of the network: `host:port`."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Local:
    """A host of this machine: a word, a user, or `user/word`."""

    where: str


Where = Secure | Network | Local


def parse_where(text: str) -> Where:
    """Return where a text says that a game is.

    Raises:
        LinkError: it does not say so.
    """
    if (found := _SSH.fullmatch(text)) and _LOCAL.fullmatch(found[3]):
        return Secure(found[1], found[2] or "", found[3])
    if (found := _TCP.fullmatch(text)) and 0 < int(found[3]) < 65_536:
        return Network(found[1] or found[2], int(found[3]))
    if _LOCAL.fullmatch(text):
        return Local(text)
    raise LinkError(LinkProblem.WHERE, text)


@asynccontextmanager
async def open_streams(text: str, *, may_ask: bool) -> AsyncIterator[tuple[StreamReader, Writer]]:
    """Open the way to a host; it is closed with the context.

    Args:
        text: what the guest has typed.
        may_ask: whether SSH may ask for a password at the terminal.

    Raises:
        LinkError: the text is malformed, or nobody answers.
    """
    reader, writer = await _open(text, may_ask=may_ask)
    try:
        yield reader, writer
    finally:
        with suppress(OSError):
            writer.close()
        if isinstance(writer, _Pipe):
            await writer.wait_ended()


async def _open(text: str, *, may_ask: bool) -> tuple[StreamReader, Writer]:
    """Open the streams of `open_streams`.

    Raises:
        LinkError: the text is malformed, or nobody answers.
    """
    where = parse_where(text)
    try:
        match where:
            case Local(name):
                return await asyncio.open_unix_connection(find_game(name))
            case Network(host, port):
                opened = asyncio.open_connection(host, port)
                return await asyncio.wait_for(opened, CONNECT_SECONDS)
            case Secure():
                return await _open_ssh(where, may_ask=may_ask)
    except (OSError, TimeoutError, UnicodeError) as error:
        reason = system_reason(error)
        raise LinkError(LinkProblem.UNREACHABLE, f"{text}: {reason}" if reason else text) from error


class _Pipe:
    """The standard input of an SSH client; closing it ends the client."""

    def __init__(self, process: asyncio.subprocess.Process, writer: StreamWriter) -> None:
        self._process = process
        self._writer = writer
        self.write, self.drain = writer.write, writer.drain

    def close(self) -> None:
        """End the client."""
        self._writer.close()
        if self._process.returncode is None:
            self._process.terminate()

    async def wait_ended(self) -> None:
        """Wait until the client has ended; kill it if it does not."""
        try:
            await asyncio.wait_for(self._process.communicate(), END_SECONDS)
        except TimeoutError:
            self._process.kill()
            await self._process.communicate()


async def _open_ssh(where: Secure, *, may_ask: bool) -> tuple[StreamReader, Writer]:
    """Start an SSH client that runs `p4tui relay` at the host."""
    options = [] if may_ask else ["-o", "BatchMode=yes"]
    port = ["-p", where.port] if where.port else []
    command = ["ssh", "-T", *options, *port, "--", where.host, "p4tui", "relay", where.word]
    pipe, quiet = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=None if may_ask else quiet
        )
    except FileNotFoundError as error:
        raise LinkError(LinkProblem.NO_SSH) from error
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdout, _Pipe(process, process.stdin)
