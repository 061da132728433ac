"""Converts a match to a row of the database, and back. Rows are checked: they are data from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves, parse_moves
from p4tui.core.position import Position, Side, Termination
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Program, Remote, Seat, seat_data, seat_from
from p4tui.storage.errors import RecordError

Row = Mapping[str, object]
"""The values of a row by the names of its columns."""

FIRST_DATE, LAST_DATE = -62_135_000_000.0, 253_402_000_000.0
"""The range of dates, in seconds since 1970: the years 1 to 9999 in every time zone."""
MAX_TIME = 10**12
"""The largest time of a clock in milliseconds, 31 years. Files may have negative times, which count as 0."""
_LETTERS: dict[Colour | None, str] = {Colour.RED: "r", Colour.YELLOW: "y", None: "d"}
_WINNERS = {letter: winner for winner, letter in _LETTERS.items()}
_SIDES = {Side.FIRST: "1", Side.SECOND: "2"}


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game.

    Attributes:
        number: its number, from 1.
        match: the match at this game.
        started, changed: seconds since 1970, UTC.
        imported: whether it comes from a file.
    """

    number: int
    match: Match
    started: float
    changed: float
    imported: bool = False


def to_row(match: Match) -> dict[str, object]:
    """Return a match's row, without number, dates and origin."""
    game, outcome, clock = match.game, match.outcome, match.clock
    return {
        "board_columns": match.geometry.columns,
        "board_rows": match.geometry.rows,
        "connect": match.geometry.connect,
        "start": format_start(game.start),
        "starter": int(match.starter),
        **_seat_values("red", match.red),
        **_seat_values("yellow", match.yellow),
        "moves": format_moves(game.moves),
        "cursor": game.cursor,
        "resigned": game.resigned,
        "timed_out": game.timed_out,
        "termination": None if outcome is None else outcome.termination.value,
        "winner": match.winner,
        "results": "".join(_LETTERS[winner] for winner in match.results),
        "control": clock and f"{clock.control.base}+{clock.control.increment}",
        "times": clock and ";".join(f"{first},{second}" for first, second in clock.times),
        "spent": clock.spent if clock else 0,
        "clock_begin": clock.begin if clock else 0,
        "swaps": ",".join(map(str, match.swaps)),
    }


def from_row(row: Row) -> Match:
    """Return the match of a row.

    Raises:
        RecordError: the row is invalid.
    """
    try:
        return _match(row)
    except (P4Error, KeyError, TypeError, ValueError, OverflowError) as error:
        raise RecordError(str(error)) from error


def saved_game(row: sqlite3.Row) -> SavedGame:
    """Return the game of a row with all columns.

    Raises:
        RecordError: the row is invalid.
    """
    try:
        dates = date(row["started"]), date(row["changed"])
        return SavedGame(row["id"], from_row(upgraded_row(row)), *dates, bool(row["imported"]))
    except RecordError as error:
        error.number = row["id"]
        raise


def game_or_error(row: sqlite3.Row) -> SavedGame | RecordError:
    """Return the game of a row with all columns, or the error of an invalid one."""
    try:
        return saved_game(row)
    except RecordError as error:
        return error


def encode_text(text: str) -> str | bytes:
    """Return a text for SQLite, as bytes if it has characters that SQLite's texts cannot hold."""
    data = text.encode("utf-8", "surrogatepass")
    return data if "\0" in text or data.decode(errors="replace") != text else text


def decode_text(value: object) -> str:
    """Return the text that `encode_text` encoded.

    Raises:
        RecordError: the value is no text.
    """
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogatepass")
    return _text(value)


def format_start(position: Position) -> str:
    """Format a start: each column's discs from below, 1 for the first side, joined by slashes; '' for an empty board."""
    if not position.ply:
        return ""
    geometry = position.geometry
    columns = (
        "".join(
            _SIDES[side]
            for row in range(position.height(column))
            if (side := position.at(column, row)) is not None
        )
        for column in range(geometry.columns)
    )
    return "/".join(columns)


def parse_start(text: str, geometry: Geometry) -> Position:
    """Parse a start that `format_start` formatted.

    Raises:
        RecordError: no game can begin there.
    """
    discs = {"1": 0, "2": 0}
    columns = text.split("/") if text else []
    if columns and len(columns) != geometry.columns:
        raise RecordError("wrong number of columns in the start")
    for column, symbols in enumerate(columns):
        if len(symbols) > geometry.rows or not set(symbols) <= set(discs):
            raise RecordError("invalid column in the start")
        for row, symbol in enumerate(symbols):
            discs[symbol] |= geometry.bit(column, row)
    position = Position(geometry, discs["1"], discs["2"])
    if not position.counts_fit() or not position.lines_fit():
        raise RecordError("unreachable start")
    return position


def _match(row: Row) -> Match:
    geometry = Geometry(
        _number(row["board_columns"]), _number(row["board_rows"]), _number(row["connect"])
    )
    game = _game(row, parse_start(_text(row["start"]), geometry))
    match = Match(
        seat_of_row(row, "red"),
        seat_of_row(row, "yellow"),
        game,
        Colour(_number(row["starter"])),
        tuple(_WINNERS[letter] for letter in _text(row["results"])),
        _clock(row, game),
        _swaps(_text(row["swaps"]), game),
    )
    saved_result, outcome = (row["termination"], row["winner"]), match.outcome
    if saved_result != (
        (None, None) if outcome is None else (outcome.termination.value, match.winner)
    ):
        raise RecordError("wrong result")
    return match


def _game(row: Row, start: Position) -> Game:
    """Return the game with all its moves, including those taken back."""
    game = Game.new(start)
    for column in parse_moves(_text(row["moves"])):
        game = game.play(column)
    cursor = _number(row["cursor"])
    if not 0 <= cursor <= len(game.moves):
        raise RecordError("cursor out of range")
    resigned, timed_out = (
        None if row[name] is None else Side(_number(row[name]))
        for name in ("resigned", "timed_out")
    )
    game = game.after(cursor)
    if resigned is not None:
        game = game.resign(resigned)
    if row["termination"] == Termination.AGREEMENT.value:
        game = game.agree_draw()
    return game if timed_out is None else game.time_out(timed_out)


def _clock(row: Row, game: Game) -> Clock | None:
    if row["control"] is None:
        return None
    base, increment = _text(row["control"]).split("+")
    times = []
    for pair in _text(row["times"]).split(";"):
        first, second = pair.split(",")
        times.append((int(first), int(second)))
    spent, begin = _number(row["spent"]), _number(row["clock_begin"])
    if len(times) != len(game.positions) or spent < 0 or not 0 <= begin < len(times):
        raise RecordError("wrong clock")
    if max(spent, *(abs(time) for pair in times for time in pair)) > MAX_TIME:
        raise RecordError("time out of range")
    return Clock(TimeControl(int(base), int(increment)), tuple(times), spent, begin)


def _swaps(text: str, game: Game) -> tuple[int, ...]:
    swaps = tuple(int(each) for each in text.split(",")) if text else ()
    if swaps != tuple(sorted(set(swaps) & {*range(1, game.cursor + 1)})):
        raise RecordError("wrong exchanges of seats")
    return swaps


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise RecordError("not a number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise RecordError("not a text")
    return value


def seat_of_row(row: Row, colour: str) -> Seat:
    """Return the seat of a colour, an `UnknownSeat` if this version does not know it.

    Raises:
        ValueError, TypeError: the row is invalid.
    """
    name, kind, identity = (row[f"{colour}_{part}"] for part in ("name", "kind", "id"))
    person = (kind, identity) == (Person.kind, None)
    return seat_from(
        decode_text(kind), None if person else decode_text(identity), decode_text(name)
    )


def _seat_values(colour: str, seat: Seat) -> dict[str, object]:
    return {
        f"{colour}_{key}": None if value is None else encode_text(value)
        for key, value in seat_data(seat).items()
    }


def upgraded_row(row: sqlite3.Row) -> dict[str, object]:
    """Return the values of a row of any version, completed with this version's."""
    values: dict[str, object] = dict(row)
    if "owner" not in values:
        for colour in ("red", "yellow"):
            level = values[f"{colour}_level"]
            values[f"{colour}_kind"] = Person.kind if level is None else LevelSeat.kind
            values[f"{colour}_id"] = level
        values |= {"owner": None, "sequence": 0}
    return {"swaps": ""} | values


def date(value: object) -> float:
    """Return a date of a row, in seconds since 1970.

    Raises:
        RecordError: it is no date of the years 1 to 9999.
    """
    if not isinstance(value, int | float) or not FIRST_DATE <= value <= LAST_DATE:
        raise RecordError("not a date")
    return float(value)


def nearest_date(seconds: float) -> float:
    """Return the nearest valid date."""
    return min(max(float(seconds), FIRST_DATE), LAST_DATE)


def imported_row(game: SavedGame | tuple[Match, float | None], now: float) -> dict[str, object]:
    """Return the row of an imported game; `now` is the default date."""
    if isinstance(game, SavedGame):
        match, started, changed = game.match, game.started, nearest_date(game.changed)
        # Such a file may come from anybody: `GameRepository.open` starts none of its programs and connections.
        has_command = any(isinstance(seat, Program | Remote) for seat in (match.red, match.yellow))
        imported = game.imported or has_command
    else:
        (match, start_date), changed, imported = game, now, True
        started = now if start_date is None else start_date
    dates = {"started": nearest_date(started), "changed": changed}
    return to_row(match) | dates | {"imported": int(imported)}
