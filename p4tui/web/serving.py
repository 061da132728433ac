"""Runs the server until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import signal
import socket
from collections.abc import Callable, Mapping
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from p4tui.web.gate import Gate
from p4tui.web.server import GameServer
from p4tui.web.sessions import Sessions
from p4tui.web.terminal import Size, TerminalProgram

KEEP_SECONDS: Final = 15 * 60.0
"""How long a game is kept whose page is closed, unless its place is needed."""
_END_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_FORGOTTEN: Final = frozenset({"COLUMNS", "LINES", "STY", "WT_SESSION"})
_FORGOTTEN_PREFIXES: Final = ("SSH_", "TERM_PROGRAM", "TMUX")


class Listener:
    """The socket on which the server listens.

    Attributes:
        socket: the socket.
        is_local: whether only this machine reaches it.
    """

    def __init__(self, host: str, port: int) -> None:
        """Listen on a port of one address; 0 takes any free port.

        Raises:
            OSError: there is no such address, or the port is not free.
            UnicodeError: the name is none.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _kind, _protocol, _name, address = found[0]
        self.socket = socket.create_server(address, family=family)
        bound = ipaddress.ip_address(address[0])
        self.is_local = bound.is_loopback
        name = socket.gethostname() if bound.is_unspecified else host
        self._host = f"[{name}]" if ":" in name else name
        self.names = (host, socket.gethostname())
        """The names under which browsers may reach the server."""

    @property
    def address(self) -> str:
        """The address of the server in a browser, without the token."""
        return f"http://{self._host}:{self.socket.getsockname()[1]}/"


def serve(
    listener: Listener,
    command: list[str],
    environ: Mapping[str, str],
    *,
    limit: int,
    announce: Callable[[str], object],
) -> int:
    """Serve a program to browsers until a signal comes; return the number of the signal.

    Args:
        listener: where to listen.
        command: the program and its arguments.
        environ: the environment of this process; the program's is made of it.
        limit: how many programs run at once.
        announce: is told the address to open.
    """
    return asyncio.run(_serve(listener, command, terminal_environment(environ), limit, announce))


async def _serve(
    listener: Listener,
    command: list[str],
    environ: Mapping[str, str],
    limit: int,
    announce: Callable[[str], object],
) -> int:
    def start(size: Size) -> TerminalProgram:
        return TerminalProgram(command, environ, size)

    gate = Gate(listener.names)
    sessions = Sessions(start, limit=limit, keep_seconds=KEEP_SECONDS)
    signals: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGCHLD, sessions.check)
    for number in _END_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, signals.put_nowait, int(number))
    logging.getLogger("aiohttp.server").addFilter(_is_ours)
    runner = web.AppRunner(
        GameServer(gate, sessions).application(), access_log=None, shutdown_timeout=1.0
    )
    await runner.setup()
    try:
        await web.SockSite(runner, listener.socket).start()
        announce(f"{listener.address}?token={gate.token}")
        ended_by = await signals.get()
        await _close(sessions, signals)
    finally:
        await runner.cleanup()
    return ended_by


async def _close(sessions: Sessions, signals: asyncio.Queue[int]) -> None:
    """End all programs. A second signal waits for none of them: they lose their terminals, save and end by themselves."""
    closing, again = asyncio.ensure_future(sessions.close()), asyncio.ensure_future(signals.get())
    _done, pending = await asyncio.wait({closing, again}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _is_ours(record: logging.LogRecord) -> bool:
    """Return whether a report is about this program. What others send is their mistake, and may hold a token."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError)


def terminal_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program in the terminal of a browser, which reads UTF-8 and shows 24-bit colours."""
    kept = {
        name: value
        for name, value in environ.items()
        if name not in _FORGOTTEN and not name.startswith(_FORGOTTEN_PREFIXES)
    }
    # The language is a setting of the user; the encoding is the terminal's.
    if everything := kept.pop("LC_ALL", ""):
        kept["LC_MESSAGES"] = everything
    return kept | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_CTYPE": "C.utf8",
        "PYTHONUTF8": "1",
    }
