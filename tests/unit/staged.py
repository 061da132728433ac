"""A tournament on a stage: its games begin, go on and end when a test says so."""

from __future__ import annotations

import queue
from collections.abc import Iterator

from p4tui.arena.live import LiveTournament
from p4tui.arena.news import GameNews
from p4tui.arena.participants import Output
from p4tui.arena.records import GameRecord
from p4tui.arena.schedule import ScheduledGame, round_robin, schedule
from p4tui.arena.tournament import Tournament
from p4tui.core.notation import parse_moves
from p4tui.core.position import Side

PROGRAM = "ugi:./bot.py"


class Stage:
    """A round robin of `careful`, `winner` and a program, with two games a pairing.

    Attributes:
        tournament: the games.
        live: the tournament as a screen sees it; it has begun.
    """

    def __init__(self, *, file: str | None = None) -> None:
        players = ("careful", "winner", PROGRAM)
        games = schedule(round_robin(players), [()], 2)
        self.tournament = Tournament(players, games)
        self._records: queue.SimpleQueue[GameRecord | BaseException | None] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[GameNews] = queue.SimpleQueue()
        self.live = LiveTournament(self.tournament, {}, self._course(), self._news, file)
        self.live.start()

    def _course(self) -> Iterator[GameRecord]:
        while (found := self._records.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            self.tournament.add(found)
            yield found

    @property
    def games(self) -> list[ScheduledGame]:
        """All games, in order."""
        return list(self.tournament.games)

    def move(self, number: int, moves: str, *, source: int = 0, said: str = "") -> None:
        """Tell of a game, by its place in the order: its moves so far."""
        game = self.games[number]
        outputs = [
            Output((said,), "") if name == PROGRAM else None for name in (game.first, game.second)
        ]
        self._news.put(GameNews((source, 0), game, parse_moves(moves), (outputs[0], outputs[1])))

    def end(
        self, number: int, moves: str, winner: Side | None, reason: str = "line", detail: str = ""
    ) -> None:
        """End a game."""
        game = self.games[number]
        self._records.put(
            GameRecord(game, parse_moves(moves), winner, reason, detail, mistakes=(0, 1))
        )

    def close(self, failure: BaseException | None = None) -> None:
        """End the tournament."""
        self._records.put(failure)
        self.live.join(5)
