"""Finished games of a tournament, one line of JSON each.

A line is the object that `p4tui games export` writes, so `p4tui games import` opens the file, and one more key, `arena`, with
what only a tournament knows. A game that ended by anything but its moves or the time counts there as resigned.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from p4tui.arena.schedule import ScheduledGame
from p4tui.arena.verdicts import Verdict
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_moves
from p4tui.core.position import Position, Side
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Program, Seat, seat_from
from p4tui.players.levels import LEVELS
from p4tui.storage.exchange.game_json import game_object
from p4tui.storage.records import SavedGame

VERSION = 1
"""The version of the object under `arena`."""
MAX_SECONDS = 1e12
"""The longest time and the latest date of a record, in seconds."""
_LEVELS = frozenset(level.id for level in LEVELS)
_WINNERS = {"first": Side.FIRST, "second": Side.SECOND, "draw": None}
_NAMES = {winner: name for name, winner in _WINNERS.items()}


class RecordLineError(ValueError):
    """A line of a file is not a tournament's game.

    Attributes:
        line: its number, from 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is no game of a tournament")
        self.line = line


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game of a tournament.

    Attributes:
        game: which game of the tournament; its players by their names.
        moves: all columns from the empty board, from 0, those of the opening included.
        winner: the side that won, or None for a draw.
        reason: the value of a `Termination` on the board, or of the `Verdict` by which the loser lost.
        detail: what the loser said or did instead, as it came.
        seconds: the time of each answer after the opening, in turn; the last one may be no move.
        mistakes: how many moves of each side threw the result away; None if they are not proven.
        started, ended: seconds since 1970, UTC.
    """

    game: ScheduledGame
    moves: tuple[int, ...]
    winner: Side | None
    reason: str
    detail: str = ""
    seconds: tuple[float, ...] = ()
    mistakes: tuple[int, int] | None = None
    started: float = 0.0
    ended: float = 0.0

    def player(self, side: Side) -> str:
        """Return the player of a side."""
        return self.game.second if side else self.game.first

    @property
    def loser(self) -> str | None:
        """The player that lost, or None for a draw."""
        return None if self.winner is None else self.player(self.winner.other)

    def seconds_of(self, side: Side) -> tuple[float, ...]:
        """Return the times of a side's answers."""
        begins = len(parse_moves(self.game.opening)) & 1
        return self.seconds[begins ^ side :: 2]


def saved_game(record: GameRecord, texts: Mapping[str, str]) -> SavedGame:
    """Return the game for the app, as an imported one.

    Args:
        record: the game.
        texts: the texts of players by their names, for those whose name is not their text.

    Raises:
        P4Error: the moves are illegal.
    """
    match = match_of(record.game, record.moves, texts)
    game = match.game
    if game.outcome is None and record.winner is not None:
        loser = record.winner.other
        late = record.reason == Verdict.LATE.value
        game = game.time_out(loser) if late else game.resign(loser)
    return SavedGame(0, replace(match, game=game), record.started, record.ended, imported=True)


def match_of(scheduled: ScheduledGame, moves: Iterable[int], texts: Mapping[str, str]) -> Match:
    """Return the match of a game after some moves; `texts` as for `saved_game`.

    Raises:
        P4Error: the moves are illegal.
    """
    game = Game.new(Position())
    for column in moves:
        game = game.play(column)
    red, yellow = (_seat(name, texts) for name in (scheduled.first, scheduled.second))
    return Match(red, yellow, game)


def _seat(name: str, texts: Mapping[str, str]) -> Seat:
    """Return the seat of a player; a program keeps its name."""
    text = texts.get(name, name)
    if text in _LEVELS:
        return LevelSeat(text)
    return seat_from(Program.kind, text, "" if name == text else name)


def to_line(record: GameRecord, texts: Mapping[str, str]) -> str:
    """Return a record as a line without its end, from which `record_of` returns the same record.

    Args:
        record: the game.
        texts: as for `saved_game`.
    """
    fields = game_object(saved_game(record, texts))
    fields["arena"] = {
        "version": VERSION,
        **record.game._asdict(),
        "result": _NAMES[record.winner],
        "reason": record.reason,
        "detail": record.detail,
        "seconds": [round(each, 4) for each in record.seconds],
        "mistakes": record.mistakes,
    }
    return json.dumps(fields)


def record_of(line: str) -> GameRecord:
    """Return the record of a line. The moves are not played: importing does that.

    Raises:
        ValueError: it has none.
    """
    try:
        fields = json.loads(line)
        arena = fields["arena"]
        game = ScheduledGame(*(arena[name] for name in ScheduledGame._fields))
        parse_moves(game.opening)
        record = GameRecord(
            game,
            parse_moves(fields["moves"]),
            _WINNERS[arena["result"]],
            arena["reason"],
            arena["detail"],
            tuple(map(_seconds, arena["seconds"])),
            _pair(arena["mistakes"]),
            _seconds(fields["started"]),
            _seconds(fields["changed"]),
        )
    except (P4Error, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError("no game of a tournament") from error
    texts = (game.first, game.second, record.reason, record.detail)
    if not all(isinstance(text, str) for text in texts) or type(game.round) is not int:
        raise ValueError("no game of a tournament")
    return record


def _seconds(value: object) -> float:
    """Return a number of seconds, at most `MAX_SECONDS`.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, int | float) or not 0 <= value <= MAX_SECONDS:
        raise TypeError
    return float(value)


def _pair(value: object) -> tuple[int, int] | None:
    """Return how many moves of each side threw the result away, or None.

    Raises:
        TypeError: it is something else.
    """
    if value is None:
        return None
    counts = range(Geometry().cells + 1)
    if not isinstance(value, list) or [type(each) for each in value] != [int, int]:
        raise TypeError
    if value[0] not in counts or value[1] not in counts:
        raise TypeError
    return value[0], value[1]


def read_lines(lines: Iterable[bytes]) -> Iterator[GameRecord]:
    """Yield the records of whole lines; a last line without its end was cut off and is left out.

    Raises:
        RecordLineError: a line has no record.
    """
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            return
        try:
            yield record_of(line.decode())
        except ValueError as error:
            raise RecordLineError(number) from error
