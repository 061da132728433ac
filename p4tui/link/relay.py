"""The relay: joins the standard streams to a game of this machine, for a guest who comes by SSH."""

from __future__ import annotations

import contextlib
import os
import select
import socket

from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.places import find_game
from p4tui.link.streams import READ_SIZE


def relay(where: str, source: int, sink: int) -> None:
    """Copy bytes between two file descriptors and a game until either side ends.

    Raises:
        LinkError: there is no such game.
    """
    with socket.socket(socket.AF_UNIX) as host:
        try:
            host.connect(str(find_game(where)))
        except OSError as error:
            raise LinkError(LinkProblem.NO_GAME, where) from error
        with contextlib.suppress(OSError):
            _copy(host, source, sink)


def _copy(host: socket.socket, source: int, sink: int) -> None:
    while True:
        streams: list[socket.socket | int] = [host, source]
        ready, _, _ = select.select(streams, [], [])
        if source in ready:
            data = os.read(source, READ_SIZE)
            if not data:
                return
            host.sendall(data)
        if host in ready:
            data = host.recv(READ_SIZE)
            if not data:
                return
            _write(sink, data)


def _write(sink: int, data: bytes) -> None:
    while data:
        data = data[os.write(sink, data) :]
