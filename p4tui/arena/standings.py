"""The table of a tournament: every player's results, rating, failures, mistakes and time."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from p4tui.arena import verdicts
from p4tui.arena.ratings import PairResult, ratings
from p4tui.arena.records import GameRecord
from p4tui.arena.verdicts import Verdict
from p4tui.core.notation import parse_moves
from p4tui.core.position import Side

ILLEGAL = frozenset(
    each.value for each in (Verdict.ILLEGAL, Verdict.UNREADABLE, Verdict.UNSUPPORTED)
)
"""The reasons of games lost by an answer that is no legal move, a refusal included."""
TIMEOUTS = frozenset({Verdict.LATE.value})
"""The reasons of games lost by a late answer."""
CRASHES = frozenset(each.value for each in verdicts.CRASHES)
"""The reasons of games lost by a program that did not start, ended, or raised an exception."""


class Row(NamedTuple):
    """A player in the table; the names are those of JSON and CSV.

    Attributes:
        player: its name.
        games, wins, draws, losses: how many.
        points: 1 for a win, half for a draw.
        elo, elo_low, elo_high: the rating and the ends of its 95 % interval; None without a game.
        illegal, timeouts, crashes: the games lost by each.
        mistakes_per_game: the mean of the games in which it moved and whose mistakes are proven, or None without one.
        seconds_per_move: the mean of all its answers, or None without one.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    illegal: int
    timeouts: int
    crashes: int
    mistakes_per_game: float | None
    seconds_per_move: float | None


@dataclass(slots=True)
class _Totals:
    """The sums of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    illegal: int = 0
    timeouts: int = 0
    crashes: int = 0
    mistakes: int = 0
    reviewed: int = 0
    seconds: float = 0.0
    answers: int = 0

    @property
    def games(self) -> int:
        """How many games it has finished."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Its points."""
        return self.wins + self.draws / 2

    def add(self, record: GameRecord, side: Side) -> None:
        """Count a game that it played on a side."""
        self.wins += record.winner is side
        self.draws += record.winner is None
        if record.winner is side.other:
            self.losses += 1
            self.illegal += record.reason in ILLEGAL
            self.timeouts += record.reason in TIMEOUTS
            self.crashes += record.reason in CRASHES
        if record.mistakes is not None and has_moved(record, side):
            self.mistakes += record.mistakes[side]
            self.reviewed += 1
        times = record.seconds_of(side)
        self.seconds += sum(times)
        self.answers += len(times)


def has_moved(record: GameRecord, side: Side) -> bool:
    """Return whether a side has made a move after the opening."""
    opening = len(parse_moves(record.game.opening))
    return len(record.moves) > opening + ((opening & 1) ^ side)


class Standings:
    """The standings of a tournament, which grow game by game. Any thread may ask for the rows."""

    def __init__(self, players: Sequence[str]) -> None:
        """Begin without games; `players` are all players, each once."""
        self._changing = threading.Lock()
        self._totals = {player: _Totals() for player in players}
        self._pairs: dict[tuple[str, str, int], list[float]] = {}

    def add(self, record: GameRecord) -> None:
        """Count a finished game between two of the players."""
        one, other = sorted((record.game.first, record.game.second))
        points = 0.5 if record.winner is None else float(record.player(record.winner) == one)
        with self._changing:
            for side in Side:
                self._totals[record.player(side)].add(record, side)
            self._pairs.setdefault((one, other, record.game.round), []).append(points)

    def pair_points(self, player: str) -> list[float]:
        """Return the points of a player in each pair of games of an opening that is finished."""
        return [
            sum(points) if player == one else len(points) - sum(points)
            for (one, other, _round), points in self._pairs.items()
            if player in (one, other) and len(points) == 2
        ]

    def rows(self) -> list[Row]:
        """Return the rows, the strongest player first; players without a game come last, in their order."""
        with self._changing:
            every = {player: replace(totals) for player, totals in self._totals.items()}
            pairs = [
                PairResult(one, other, sum(points), len(points))
                for (one, other, _round), points in self._pairs.items()
            ]
        played = [player for player, totals in every.items() if totals.games]
        found = ratings(played, pairs)
        played.sort(key=lambda player: -found[player].elo)
        absent = [player for player in every if player not in found]
        return [
            _row(player, every[player], found.get(player, (None, None, None)))
            for player in (*played, *absent)
        ]


def _row(player: str, totals: _Totals, rating: tuple[float | None, ...]) -> Row:
    """Return the row of a player."""
    elo, low, high = (None if each is None else round(each, 1) for each in rating)
    reviewed, answers = totals.reviewed, totals.answers
    return Row(
        player=player,
        games=totals.games,
        wins=totals.wins,
        draws=totals.draws,
        losses=totals.losses,
        points=totals.points,
        elo=elo,
        elo_low=low,
        elo_high=high,
        illegal=totals.illegal,
        timeouts=totals.timeouts,
        crashes=totals.crashes,
        mistakes_per_game=round(totals.mistakes / reviewed, 3) if reviewed else None,
        seconds_per_move=round(totals.seconds / answers, 4) if answers else None,
    )
