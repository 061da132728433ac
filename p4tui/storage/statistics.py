"""Who has won how often: counted from the results of the finished games, in the order in which they ended."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from p4tui.core.colour import Colour
from p4tui.play.match import Seat
from p4tui.players.levels import LEVELS
from p4tui.storage.records import Row, is_over

Opponent = str | None
"""Against whom: the id of a level, None for people."""

COLUMNS = "imported, red_name, red_level, yellow_name, yellow_level, termination, winner"
"""The columns of the rows that `count_games` reads."""

_LEVELS = {level.id: place for place, level in enumerate(LEVELS)}


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games ended for a player.

    Attributes:
        games: how many: `wins`, `draws` and `losses` together.
        streak: wins in a row up to the last game; below 0: losses in a row; 0 after a draw, or without a game.
        best: the most wins in a row there ever were.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What a player has played.

    Attributes:
        name: a person's, as it was written last, without the blanks around it; empty for people without a name, who are
            one player, and for computers.
        level: a computer's, whatever it was called; None for people.
        total: all games against others.
        against: the same for each opponent: people first, then the levels as `LEVELS` has them.
        against_itself: games in which this player had both colours, which nobody wins; they are in no tally.
    """

    name: str
    level: str | None
    total: Tally
    against: tuple[tuple[Opponent, Tally], ...]
    against_itself: int = 0


@dataclass(slots=True)
class _Count:
    """A `Tally` that grows."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0
    best: int = 0

    def add(self, won: bool | None) -> None:
        """One more game; None: a draw."""
        if won is None:
            self.draws += 1
            self.streak = 0
        elif won:
            self.wins += 1
            self.streak = max(self.streak, 0) + 1
            self.best = max(self.best, self.streak)
        else:
            self.losses += 1
            self.streak = min(self.streak, 0) - 1

    def tally(self) -> Tally:
        """As it stands."""
        games = self.wins + self.draws + self.losses
        return Tally(games, self.wins, self.draws, self.losses, self.streak, self.best)


@dataclass(slots=True)
class _Player:
    """A `PlayerStatistics` that grows."""

    name: str
    level: str | None
    total: _Count = field(default_factory=_Count)
    against: dict[Opponent, _Count] = field(default_factory=dict)
    against_itself: int = 0

    def statistics(self) -> PlayerStatistics:
        """As they stand."""
        opponents = sorted(self.against, key=_opponent_order)
        against = tuple((opponent, self.against[opponent].tally()) for opponent in opponents)
        total = self.total.tally()
        return PlayerStatistics(self.name, self.level, total, against, self.against_itself)


def count_games(rows: Iterable[Row]) -> list[PlayerStatistics]:
    """The statistics of games.

    People are told apart by their names, without regard to capitals and the blanks around them; computers by their level.
    A game that was read from a file counts if it says of one of the two who it was. A row that cannot be that of a
    finished game counts for nobody.

    Args:
        rows: the values of `COLUMNS` of finished games, in the order in which they ended.

    Returns:
        People first, who has played most at the top, then the levels from the weakest.
    """
    players: dict[tuple[str, str | None], _Player] = {}
    for row in rows:
        seats = _seats(row)
        winner = row["winner"]
        if seats is None or winner not in {None, *Colour} or not is_over(row["termination"]):
            continue
        if row["imported"] and not any(seat.name or seat.level for seat in seats):
            continue
        red, yellow = (_player(players, seat) for seat in seats)
        if red is yellow:
            red.against_itself += 1
            continue
        _count(red, yellow, None if winner is None else winner == Colour.RED)
        _count(yellow, red, None if winner is None else winner == Colour.YELLOW)
    return [player.statistics() for player in sorted(players.values(), key=_player_order)]


def same_name(name: str) -> str:
    """What the names of one person have in common."""
    return unicodedata.normalize("NFC", name).casefold().strip()


def _seats(row: Mapping[str, object]) -> tuple[Seat, Seat] | None:
    """Who played, red first; None where that cannot be said."""
    seats = []
    for colour in ("red", "yellow"):
        name, level = row[f"{colour}_name"], row[f"{colour}_level"]
        if not isinstance(name, str) or not (level is None or level in _LEVELS):
            return None
        seats.append(Seat(name.strip(), None if level is None else str(level)))
    return seats[0], seats[1]


def _player(players: dict[tuple[str, str | None], _Player], seat: Seat) -> _Player:
    """The player of a seat; a new one the first time."""
    name = seat.name if seat.is_human else ""
    player = players.setdefault((same_name(name), seat.level), _Player(name, seat.level))
    player.name = name
    return player


def _count(player: _Player, opponent: _Player, won: bool | None) -> None:
    """Count a game for one of its players."""
    player.total.add(won)
    player.against.setdefault(opponent.level, _Count()).add(won)


def _opponent_order(opponent: Opponent) -> int:
    return -1 if opponent is None else _LEVELS[opponent]


def _player_order(player: _Player) -> tuple[int, int, str]:
    games = player.total.wins + player.total.draws + player.total.losses
    people = player.level is None
    return (_opponent_order(player.level), -games if people else 0, same_name(player.name))
