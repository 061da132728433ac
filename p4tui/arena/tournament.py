"""A tournament: its games, those that are finished, and the pairs of games that are played next."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random
from typing import NamedTuple

from p4tui.arena.exact_mistakes import count_mistakes
from p4tui.arena.news import report
from p4tui.arena.players import MAX_CRASHES, ArenaPlayer, open_player
from p4tui.arena.records import GameRecord
from p4tui.arena.referee import Pace, forfeit, play_game
from p4tui.arena.schedule import ScheduledGame, unfinished
from p4tui.arena.sprt import pair_counts
from p4tui.arena.standings import CRASHES, Standings
from p4tui.core.game import Game
from p4tui.core.notation import parse_moves
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import RESOURCES
from p4tui.engine.solver import Solver
from p4tui.play.seats import is_program

Keep = Callable[[GameRecord], object]
"""Keeps a finished game, or raises an exception."""


class Task(NamedTuple):
    """Games for one process: those of an opening between two players that are not finished.

    Attributes:
        games: one or two.
        texts: the texts of players by their names, for those whose name is not their text.
        pace: the time of the players.
        seed: with the game it makes the random choices of the levels.
        memory_mib: the most memory of a program, in mebibytes, or None.
    """

    games: tuple[ScheduledGame, ...]
    texts: Mapping[str, str]
    pace: Pace = Pace()
    seed: int = 0
    memory_mib: int | None = None


class Tournament:
    """The games of a tournament, finished ones and others.

    Attributes:
        players: all players.
        games: all games, in order.
        standings: the table so far.
        done: how many games are finished.
        foreign: how many of the records it began with belong to another tournament.
    """

    def __init__(
        self,
        players: Sequence[str],
        games: Sequence[ScheduledGame],
        records: Iterable[GameRecord] = (),
    ) -> None:
        """Begin, or go on after some records; those of games that are not in the schedule count for nothing."""
        self.players, self.games = players, games
        self.standings = Standings(players)
        self.foreign = 0
        self._finished: set[ScheduledGame] = set()
        self._crashes: Counter[tuple[frozenset[str], str]] = Counter()
        scheduled = set(games)
        for record in records:
            if record.game in scheduled and record.game not in self._finished:
                self.add(record)
            else:
                self.foreign += 1

    @property
    def done(self) -> int:
        """How many games are finished."""
        return len(self._finished)

    def is_finished(self, game: ScheduledGame) -> bool:
        """Return whether a game is finished."""
        return game in self._finished

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self._finished.add(record.game)
        self.standings.add(record)
        if record.loser is not None and record.reason in CRASHES:
            self._crashes[_match(record.game), record.loser] += 1

    def first_counts(self) -> tuple[int, ...]:
        """Return how many pairs of games of the first player brought it 0, 0.5, 1, 1.5 and 2 points."""
        return pair_counts(self.standings.pair_points(self.players[0]))

    def out(self, game: ScheduledGame) -> str | None:
        """Return a player of a game that has crashed too often in this match to play on, or None."""
        for player in (game.first, game.second):
            if self._crashes[_match(game), player] >= MAX_CRASHES:
                return player
        return None

    def pairs(self) -> Iterator[tuple[ScheduledGame, ...]]:
        """Yield the games that are not finished now, those of an opening between two players together."""
        rest = unfinished(self.games, frozenset(self._finished))
        for _key, games in groupby(rest, key=lambda game: (_match(game), game.round)):
            yield tuple(games)

    def play(
        self,
        executor: Executor,
        jobs: int,
        task: Task,
        keep: Keep | None = None,
    ) -> Iterator[GameRecord]:
        """Play the rest; keep every game as it ends, count it, and yield it.

        Args:
            executor: runs `play_task`.
            jobs: how many pairs are played at once.
            task: has everything but the games.
            keep: called with each game before it counts: one that cannot be kept counts for nothing.
        """
        running: set[Future[list[GameRecord]]] = set()
        # The games of a match count in their order: who is out of it does not depend on which pair ends first.
        matches: dict[frozenset[str], deque[Future[list[GameRecord]]]] = {}
        pairs = self.pairs()
        while True:
            while len(running) < jobs and (games := next(pairs, ())):
                if loser := self.out(games[0]):
                    yield from self._counted((forfeit(game, loser) for game in games), keep)
                    continue
                future = executor.submit(play_task, task._replace(games=games))
                running.add(future)
                matches.setdefault(_match(games[0]), deque()).append(future)
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for match in [match for match, queue in matches.items() if finished & set(queue)]:
                while matches[match] and matches[match][0].done():
                    yield from self._counted(matches[match].popleft().result(), keep)

    def _counted(self, records: Iterable[GameRecord], keep: Keep | None) -> Iterator[GameRecord]:
        """Yield records, each kept and counted before; the games of a player that is out are forfeited."""
        for record in records:
            loser = self.out(record.game)
            counted = forfeit(record.game, loser) if loser else record
            if keep is not None:
                keep(counted)
            self.add(counted)
            yield counted


def _match(game: ScheduledGame) -> frozenset[str]:
    """Return the match that a game belongs to: its players."""
    return frozenset((game.first, game.second))


_OWN = threading.local()
"""The solver of each thread that plays, made by its first task; a worker of a cluster may have several."""


def play_task(task: Task) -> list[GameRecord]:
    """Play the games of a task, and count their mistakes. Other tasks have the other cores."""
    RESOURCES.threads = 1
    if not hasattr(_OWN, "solver"):
        _OWN.solver = Solver(threads=1)
    stop = StopFlag()
    records = []
    with ExitStack() as opened:
        programs: dict[str, ArenaPlayer] = {}
        for game in task.games:
            first, second = (
                _player(name, task, game, programs, opened) for name in (game.first, game.second)
            )
            show = partial(report, game, (first, second))
            record = play_game(game, (first, second), task.pace, stop, show=show)
            records.append(_reviewed(record, stop))
    return records


def _player(
    name: str,
    task: Task,
    game: ScheduledGame,
    programs: dict[str, ArenaPlayer],
    opened: ExitStack,
) -> ArenaPlayer:
    """Return a player. A program plays all games of the task, so that it starts once; a level begins anew."""
    if name in programs:
        return programs[name]
    text = task.texts.get(name, name)
    # A file's name may hold what UTF-8 cannot, which the seed of a generator must not.
    player = open_player(text, Random(f"{task.seed} {game} {name!r}"), memory_mib=task.memory_mib)
    opened.enter_context(closing(player))
    if is_program(text):
        programs[name] = player
    return player


def _reviewed(record: GameRecord, stop: StopFlag) -> GameRecord:
    """Return a record with its mistakes."""
    game = Game.new(Position())
    for column in record.moves:
        game = game.play(column)
    opening = len(parse_moves(record.game.opening))
    return replace(record, mistakes=count_mistakes(game, opening, _OWN.solver, stop))
