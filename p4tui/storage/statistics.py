"""Statistics: each player's wins, draws and losses, counted from the finished games."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from p4tui.core.colour import Colour
from p4tui.core.position import Termination
from p4tui.play.seats import LevelSeat, Person, Program, Remote, seat_from
from p4tui.players.levels import LEVELS
from p4tui.players.rating import MOST_RESULTS, RATINGS, Result
from p4tui.storage.records import decode_text, encode_text

Kind = tuple[str, str | None]
"""A seat's kind and id, as in `play.seats`; always `PEOPLE` for a person."""

PEOPLE: Kind = (Person.kind, None)

_FINISHED = (
    "SELECT imported, red_name, red_kind, red_id, yellow_name, yellow_kind, yellow_id, termination, winner"
    " FROM games WHERE termination IS NOT NULL AND deleted = 0"
)
# An imported game was saved long after its end.
_IN_ORDER = " ORDER BY CASE WHEN imported THEN started ELSE changed END, id"

QUERY = _FINISHED + _IN_ORDER
"""Selects the rows for `count_games`: finished games, in the order of their ends."""


def _played_as(own: str, other: str) -> str:
    """Return the condition that a person has one colour and an opponent the other; a remote person is a person."""
    is_person = "{0}_kind IN (:person, :remote)"
    return (
        f"{own}_name = :name AND {is_person.format(own)}"
        f" AND (:kind = :person AND {is_person.format(other)} AND {other}_name = :other"
        f" OR {other}_kind = :kind AND {other}_id = :id)"
    )


BETWEEN = (
    f"{_FINISHED} AND ({_played_as('red', 'yellow')} OR {_played_as('yellow', 'red')}){_IN_ORDER}"
)
"""Selects a person's finished games against a level, a program or another person."""

OF_PEOPLE_AND_LEVELS = _FINISHED + " AND red_kind <> yellow_kind" + _IN_ORDER
"""Selects the finished games of people against levels, among a few others."""

_WINNERS = {None, *(colour.value for colour in Colour)}
_ENDS = {termination.value for termination in Termination}
_LEVELS = {level.id: place for place, level in enumerate(LEVELS)}


@dataclass(slots=True)
class Tally:
    """A player's results.

    Attributes:
        games: `wins`, `draws` and `losses` together.
        streak: the number of wins in a row up to the last game, negative for losses, 0 after a draw or without a game.
        best: the most wins in a row.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0
    best: int = 0

    def add(self, won: bool | None) -> None:
        """Count one more game, None for a draw."""
        self.games += 1
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


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """A player's statistics.

    Attributes:
        name: a person's name as written last, stripped; empty for nameless people, who count as one player, and for
            all others.
        kind: the player's kind.
        total: all games against others.
        against: the games against each opponent: people first, then levels in the order of `LEVELS`, then all others.
        against_itself: the number of games in which this player had both colours; no tally counts them.
        results: a person's results against levels, the oldest first, at most the latest `MOST_RESULTS`.
    """

    name: str
    kind: Kind
    total: Tally
    against: tuple[tuple[Kind, Tally], ...]
    against_itself: int = 0
    results: tuple[Result, ...] = ()


@dataclass(slots=True)
class _Player:
    """The statistics of a player while they are counted; `known` is False for a nameless person."""

    name: str
    kind: Kind
    known: bool
    total: Tally = field(default_factory=Tally)
    against: dict[Kind, Tally] = field(default_factory=dict)
    against_itself: int = 0
    results: deque[Result] = field(default_factory=partial(deque, maxlen=MOST_RESULTS))

    def rename(self, name: object) -> None:
        """Use a person's name as a row has it; it is a valid one."""
        if self.kind == PEOPLE:
            self.name = decode_text(name).strip()

    def add(self, opponent: _Player, won: bool | None) -> None:
        """Count one more game, None for a draw."""
        self.total.add(won)
        self.against.setdefault(opponent.kind, Tally()).add(won)
        kind, identity = opponent.kind
        if self.kind == PEOPLE and kind == LevelSeat.kind and identity and identity in RATINGS:
            self.results.append(Result(identity, 0.5 if won is None else float(won)))

    def statistics(self) -> PlayerStatistics:
        """Return the result."""
        opponents = sorted(self.against, key=_kind_order)
        against = tuple((opponent, self.against[opponent]) for opponent in opponents)
        counts = self.total, against, self.against_itself
        return PlayerStatistics(self.name, self.kind, *counts, tuple(self.results))


def count_games(rows: Iterable[Iterable[object]]) -> list[PlayerStatistics]:
    """Return the statistics of all players: people first, those with most games at the top, then levels from the weakest.

    People, here or at another terminal, are distinguished by name, ignoring case and surrounding blanks, all others by kind.
    An imported game counts if it names one of its players. Invalid rows are skipped.

    Args:
        rows: those of `QUERY`.
    """
    players: dict[tuple[str, Kind], _Player] = {}
    find = cache(partial(_find, players))
    for (
        imported,
        red_name,
        red_kind,
        red_id,
        yellow_name,
        yellow_kind,
        yellow_id,
        end,
        winner,
    ) in rows:
        red = find(red_name, red_kind, red_id)
        yellow = find(yellow_name, yellow_kind, yellow_id)
        if red is None or yellow is None or winner not in _WINNERS or end not in _ENDS:
            continue
        if imported and not (red.known or yellow.known):
            continue
        red.rename(red_name)
        yellow.rename(yellow_name)
        if red is yellow:
            red.against_itself += 1
            continue
        red.add(yellow, None if winner is None else winner == Colour.RED)
        yellow.add(red, None if winner is None else winner == Colour.YELLOW)
    counted = [each for each in players.values() if each.against or each.against_itself]
    return [player.statistics() for player in sorted(counted, key=_player_order)]


def games_between(person: Person, other: Person | LevelSeat | Program) -> dict[str, object]:
    """Return the values for `BETWEEN`."""
    return {
        "name": encode_text(person.name),
        "person": person.kind,
        "remote": Remote.kind,
        "kind": other.kind,
        "id": other.id,
        "other": encode_text(other.name),
    }


def tally_of(name: str, players: Iterable[PlayerStatistics]) -> Tally:
    """Return the results of a person by name; empty if the person is not among the players."""
    player = _person(name, players)
    return Tally() if player is None else player.total


def results_of(name: str, players: Iterable[PlayerStatistics]) -> Sequence[Result]:
    """Return the results of a person by name against levels, the oldest first."""
    player = _person(name, players)
    return () if player is None else player.results


def _person(name: str, players: Iterable[PlayerStatistics]) -> PlayerStatistics | None:
    """Return the statistics of a person by name, or None."""
    key = name_key(name)
    found = (each for each in players if each.kind == PEOPLE and name_key(each.name) == key)
    return next(found, None)


def name_key(name: str) -> str:
    """Return a person's name in a form that ignores case and surrounding blanks."""
    return unicodedata.normalize("NFC", name).casefold().strip()


def _find(
    players: dict[tuple[str, Kind], _Player], name: object, kind: object, identity: object
) -> _Player | None:
    """Return the player of a name, a kind and an id, added if it is new, or None if they are invalid."""
    try:
        text = decode_text(name)
    except ValueError:  # also a `RecordError`
        return None
    if not isinstance(kind, str) or not isinstance(identity, str | None):
        return None
    if kind == Remote.kind:
        kind, identity = PEOPLE
    person = (kind, identity) == PEOPLE
    key = name_key(text) if person else ""
    new = _Player("", (kind, identity), known=bool(key) or not person)
    return players.setdefault((key, (kind, identity)), new)


def _kind_order(kind: Kind) -> tuple[int, Kind]:
    match seat_from(*kind):
        case Person():
            place = -1
        case LevelSeat(level_id):
            place = _LEVELS[level_id]
        case _:
            place = len(_LEVELS)
    return place, kind


def _player_order(player: _Player) -> tuple[tuple[int, Kind], int, str]:
    games = player.total.games if player.kind == PEOPLE else 0
    return (_kind_order(player.kind), -games, name_key(player.name))
