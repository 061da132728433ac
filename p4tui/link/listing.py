"""The open games of this machine, as their hosts greet."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from p4tui.link.frames import Frame, FrameError, LineBuffer, clean_text, decode
from p4tui.link.places import default_word, open_games, user_name
from p4tui.link.streams import READ_SIZE

GREETING_SECONDS = 1.0
"""Seconds to wait for the greeting of a game."""
MOST_GAMES = 200
"""The most games that are listed."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that somebody has opened here.

    Attributes:
        user: who has opened it, as the system knows them.
        word: its name.
        host: the name of its host in the game; cleaned.
        board: its columns, rows and length of a line.
        free: whether nobody has joined it.
        watchers: the number of its spectators.
    """

    user: str
    word: str
    host: str
    board: tuple[int, int, int]
    free: bool
    watchers: int

    @property
    def where(self) -> str:
        """How to name it to `join`, whatever else is open."""
        return f"{self.user}/{self.word}"


def list_games() -> list[OpenGame]:
    """Return the games of this machine whose hosts answer; this may take seconds."""
    return list(_greeted())


def _greeted() -> Iterator[OpenGame]:
    for user, word, path in open_games()[:MOST_GAMES]:
        with suppress(OSError, FrameError, ValueError):
            yield _open_game(user, word, _greeting(path))


def own_word() -> str:
    """Return a word for a game of this user's that none of the open ones has."""
    import os

    taken = {word for user, word, _path in open_games() if user == user_name(os.getuid())}
    first = default_word()
    numbers = (f"{first[:29]}{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (first, *numbers) if each not in taken)


def _greeting(path: Path) -> Frame:
    """Return what a host says first.

    Raises:
        OSError: nobody answers.
        FrameError: it is no greeting.
    """
    lines, end = LineBuffer(), time.monotonic() + GREETING_SECONDS
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(GREETING_SECONDS)
        stream.connect(str(path))
        while time.monotonic() < end and (data := stream.recv(READ_SIZE)):
            if found := lines.feed(data):
                return decode(found[0])
    raise FrameError("no greeting")


def _open_game(user: str, word: str, greeting: Frame) -> OpenGame:
    """Return the game of a greeting.

    Raises:
        ValueError: it contradicts itself.
    """
    board = greeting.get("board")
    sizes = [_count(each) for each in board] if isinstance(board, list) else []
    if len(sizes) != 3:
        raise ValueError("no board")
    columns, rows, connect = sizes
    host = clean_text(greeting.get("host"))
    free, watchers = greeting.get("free") is True, _count(greeting.get("watchers"))
    return OpenGame(user, word, host, (columns, rows, connect), free, watchers)


def _count(value: object) -> int:
    """Return a number that can be told of.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not int or not 0 <= value < 1000:
        raise ValueError("no number")
    return value
