"""News of the games that are being played: processes tell it to whoever looks on."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from p4tui.arena.participants import Output
from p4tui.arena.players import ArenaPlayer, ProgramPlayer
from p4tui.arena.schedule import ScheduledGame
from p4tui.core.game import Game

MAX_LINES = 40
"""How many of the last lines of a program are told."""
MAX_LINE = 200
"""How many characters of each."""


class GameNews(NamedTuple):
    """A game as far as it is played.

    Attributes:
        source: the process and the thread that play it.
        game: which game of the tournament.
        moves: all columns from the empty board, from 0, those of the opening included.
        outputs: what the programs of both sides have written last; None for a level.
    """

    source: tuple[int, int]
    game: ScheduledGame
    moves: tuple[int, ...]
    outputs: tuple[Output | None, Output | None] = (None, None)


class Listener(Protocol):
    """Takes news; a queue between processes is one."""

    def put(self, news: GameNews, /) -> object:
        """Take news at once."""


_LISTENERS: list[Listener] = []
"""Who is told of all games of this process."""


def tell(listener: Listener) -> None:
    """Tell a listener of every move that this process sees from now on."""
    _LISTENERS[:] = [listener]


def report(scheduled: ScheduledGame, players: Sequence[ArenaPlayer], game: Game) -> None:
    """Tell of a game, after its start and after each move."""
    if not _LISTENERS:
        return
    first, second = map(_output, players)
    source = os.getpid(), threading.get_ident()
    news = GameNews(source, scheduled, game.played, (first, second))
    for listener in _LISTENERS:
        with suppress(OSError):  # nobody looks on any more
            listener.put(news)


def _output(player: ArenaPlayer) -> Output | None:
    """Return the last lines of a program."""
    if not isinstance(player, ProgramPlayer):
        return None
    said = tuple(line[:MAX_LINE] for line in list(player.said)[-MAX_LINES:])
    return Output(said, player.errors())
