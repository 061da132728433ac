"""Converts a saved game to a JSON object, and back. Objects are checked: they are data from outside."""

from __future__ import annotations

import json
from contextlib import suppress

from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import GameOverError, P4Error
from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE, Geometry
from p4tui.core.notation import format_moves, parse_game, parse_moves
from p4tui.core.position import Termination
from p4tui.play.clock import MAX_INCREMENT, MAX_MINUTES
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat, level_of
from p4tui.players.levels import UnknownLevelError, level
from p4tui.storage import records
from p4tui.storage.errors import RecordError
from p4tui.storage.exchange.fields import Fields
from p4tui.storage.exchange.line_errors import Fault, FaultKind, LineError, LineProblem
from p4tui.storage.records import SavedGame

VERSION = 1
"""The version of written JSON objects, under the key `p4tui`, and the default for objects without it."""
ImportedGame = SavedGame | tuple[Match, float | None]
"""A game for `Library.add`: a saved one, or a match and its date."""

_COLOURS = {"red": Colour.RED, "yellow": Colour.YELLOW}
_NAMES = {colour: name for name, colour in _COLOURS.items()}
_BOARD = ("board_columns", "board_rows", "connect")
_DRAW = "draw"
_ENDS = [termination.value for termination in Termination]
_LETTERS = {"red": "r", "yellow": "y", _DRAW: "d"}


def to_json(game: SavedGame) -> str:
    """Format a game as one JSON object of ASCII characters, from which `games_of_line` returns the same game."""
    match = game.match
    played = match.game.played
    outcome = match.outcome
    fields: dict[str, object] = {
        "p4tui": VERSION,
        "number": game.number,
        "started": game.started,
        "changed": game.changed,
        "columns": match.geometry.columns,
        "rows": match.geometry.rows,
        "connect": match.geometry.connect,
        "first": _NAMES[match.starter],
        "red": _seat_fields(match.red),
        "yellow": _seat_fields(match.yellow),
        "moves": format_moves(played),
        "end": outcome and outcome.termination.value,
        "winner": match.winner and _NAMES[match.winner],
    }
    if game.imported:
        fields["imported"] = True
    if match.game.start.ply:
        fields["start"] = records.format_start(match.game.start)
    if len(played) < len(match.game.moves):
        fields["taken_back"] = format_moves(match.game.moves[len(played) :])
    if match.results:
        fields["results"] = [_DRAW if each is None else _NAMES[each] for each in match.results]
    if match.clock is not None:
        control = match.clock.control
        fields["clock"] = {
            "base": control.base,
            "increment": control.increment,
            "left": match.clock.times,
            "spent": match.clock.spent,
            "begin": match.clock.begin,
        }
    return json.dumps(fields)


def game_from_json(value: object) -> ImportedGame:
    """Return the game of a JSON object; one that `to_json` wrote is imported only if the original was.

    Raises:
        LineError: the object is invalid.
    """
    fields = Fields(value)
    if fields.number("p4tui", 1, 999_999, VERSION) > VERSION:
        raise LineError(LineProblem.NEWER)
    try:
        row = _row_of(fields)
    except UnknownLevelError as error:
        raise LineError from error
    try:
        match = records.from_row(row)
    except RecordError as error:
        cause = error.__cause__ or error
        raise _caused(cause, row) from cause
    started = fields.date("started")
    if started is None:
        return match, None
    changed = fields.date("changed")
    imported = "p4tui" not in fields or fields.flag("imported")
    changed = started if changed is None else changed
    return SavedGame(_number_of(value), match, started, changed, imported)


def _number_of(value: object) -> int:
    """Return the game's number in the exporting database, or 0 if it is missing or invalid."""
    number = value.get("number") if isinstance(value, dict) else None
    known = isinstance(number, int) and not isinstance(number, bool) and 0 < number < 1 << 63
    return int(number) if known and number is not None else 0


def _row_of(fields: Fields) -> dict[str, object]:
    """Return the row of a game's fields; each value is checked, the whole is not."""
    starter = _COLOURS[fields.one_of("first", _COLOURS, "red") or "red"]
    moves = fields.text("moves")
    standing = sum(not symbol.isspace() for symbol in moves)
    row: dict[str, object] = {
        "board_columns": fields.number("columns", MIN_SIZE, MAX_SIZE, 7),
        "board_rows": fields.number("rows", MIN_SIZE, MAX_SIZE, 6),
        "connect": fields.number("connect", MIN_CONNECT, MAX_SIZE, 4),
        "start": fields.text("start", ""),
        "starter": starter.value,
        "moves": moves + fields.text("taken_back", ""),
        "cursor": standing,
        "results": "".join(_LETTERS[each] for each in fields.list_of("results", _LETTERS)),
    }
    for name in _COLOURS:
        row |= _seat_of(name, fields.inner(name))
    _check_start(row)
    return row | _clock_of(fields, row) | _end_of(fields, row, starter)


def _seat_fields(seat: Seat) -> dict[str, object]:
    """Return a seat as a JSON object; `level` is for older readers."""
    return {"name": seat.name, "kind": seat.kind, "id": seat.id, "level": level_of(seat)}


def _seat_of(colour: str, fields: Fields) -> dict[str, object]:
    """Return a seat's values for a row. Without a kind it is a person, or a level if it has one.

    Raises:
        UnknownLevelError: it has no kind, and an unknown level.
    """
    chosen = fields.text_or_none("level")
    kind = fields.text("kind", Person.kind if chosen is None else LevelSeat.kind)
    identity = fields.text_or_none("id")
    identity = chosen if identity is None else identity
    if kind == LevelSeat.kind:
        identity = fields.text("level") if identity is None else identity
        # With a kind it comes from a program, perhaps a newer one; without, it may be a typing error.
        if "kind" not in fields:
            level(identity)
    elif kind == Person.kind:
        identity = None
    elif identity is None:
        identity = ""
    return {
        f"{colour}_name": fields.text("name", ""),
        f"{colour}_kind": kind,
        f"{colour}_id": identity,
    }


def _check_start(row: dict[str, object]) -> None:
    """Check the start of a row, if the row's board is valid."""
    with suppress(P4Error):
        geometry = Geometry(*(_int(row[name]) for name in _BOARD))
        try:
            records.parse_start(str(row["start"]), geometry)
        except RecordError as error:
            raise LineError(fault=Fault(FaultKind.START, "start")) from error


def _end_of(fields: Fields, row: dict[str, object], starter: Colour) -> dict[str, object]:
    """Return the values of a game's end, from its fields or else from its moves."""
    if "end" not in fields:
        end, winner = _found_end(row, starter)
    else:
        end = fields.one_of("end", _ENDS, None)
        named = fields.one_of("winner", _COLOURS, None)
        winner = None if named is None else _COLOURS[named]
    loser = None if winner is None else winner.other.side(starter)
    resignation, time = end == Termination.RESIGNATION.value, end == Termination.TIME.value
    if (resignation or time) and loser is None:
        raise LineError(fault=Fault(FaultKind.WINNER, "winner", choices=(str(end),)))
    return {
        "resigned": loser if resignation else None,
        "timed_out": loser if time else None,
        "termination": end,
        "winner": winner,
    }


def _found_end(row: dict[str, object], starter: Colour) -> tuple[str | None, Colour | None]:
    """Return the end and the winner according to a row's moves."""
    try:
        geometry = Geometry(*(_int(row[name]) for name in _BOARD))
        start = records.parse_start(str(row["start"]), geometry)
        moves = parse_moves(str(row["moves"]))[: _int(row["cursor"])]
        outcome = parse_game(format_moves(moves), start).outcome
    except (P4Error, RecordError):
        return None, None  # found again when the row is read
    if outcome is None:
        return None, None
    winner = None if outcome.winner is None else colour_of(outcome.winner, starter)
    return outcome.termination.value, winner


def _int(value: object) -> int:
    """Return an integer of a row."""
    assert isinstance(value, int)
    return value


def _clock_of(fields: Fields, row: dict[str, object]) -> dict[str, object]:
    """Return the values of the clock for a row."""
    try:
        count = len(parse_moves(str(row["moves"]))) + 1
    except P4Error:
        count = 0  # the error is found again when the row is read
    if fields.get("clock", None) is None or not count:
        return {"control": None, "times": None, "spent": 0, "clock_begin": 0}
    clock = fields.inner("clock")
    base = clock.number("base", 1000, MAX_MINUTES * 60_000)
    increment = clock.number("increment", 0, MAX_INCREMENT * 1000)
    left = _times_of(clock, count)
    return {
        "control": f"{base}+{increment}",
        "times": ";".join(f"{first},{second}" for first, second in left),
        "spent": clock.number("spent", 0, records.MAX_TIME, 0),
        "clock_begin": clock.number("begin", 0, count - 1, 0),
    }


def _times_of(clock: Fields, count: int) -> list[list[int]]:
    """Return the times of both sides, for so many positions."""
    left = clock.get("left", None)
    if not isinstance(left, list) or len(left) != count or not all(_is_pair(pair) for pair in left):
        raise LineError(fault=Fault(FaultKind.TIMES, "clock.left", count=count))
    return left


def _is_pair(value: object) -> bool:
    """Return whether a value is a pair of times."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) is int and abs(each) <= records.MAX_TIME for each in value)
    )


def _caused(error: BaseException, row: dict[str, object]) -> LineError:
    """Return the error of a line for an error in its row; an error of the rules is explained by its cause."""
    if isinstance(error, GameOverError) and (row["resigned"], row["timed_out"]) != (None, None):
        starter = Colour(_int(row["starter"]))
        if _found_end(row, starter)[0] is not None:
            return LineError(fault=Fault(FaultKind.RESULT, "end"))
    if isinstance(error, P4Error):
        return LineError()
    # All other values were checked one by one.
    return LineError(fault=Fault(FaultKind.RESULT, "end"))
