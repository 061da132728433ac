"""Converts a saved game to a JSON object, and back. Objects are checked: they are data from outside."""

from __future__ import annotations

import json

from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import P4Error
from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE, Geometry
from p4tui.core.notation import format_moves, parse_game, parse_moves
from p4tui.core.position import Outcome, Position, Termination
from p4tui.play.clock import MAX_INCREMENT, MAX_MINUTES
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, seat_data
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
_DRAW = "draw"
_ENDS = [termination.value for termination in Termination]
_LETTERS = {"red": "r", "yellow": "y", _DRAW: "d"}


def to_json(game: SavedGame) -> str:
    """Format a game as one JSON object of ASCII characters, from which `games_of_line` returns the same game."""
    return json.dumps(game_object(game))


def game_object(game: SavedGame) -> dict[str, object]:
    """Return a game as an object for JSON; keys that are added to it are ignored by `game_from_json`."""
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
        "red": seat_data(match.red),
        "yellow": seat_data(match.yellow),
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
    if match.swaps:
        fields["swaps"] = match.swaps
    if match.clock is not None:
        control = match.clock.control
        fields["clock"] = {
            "base": control.base,
            "increment": control.increment,
            "left": match.clock.times,
            "spent": match.clock.spent,
            "begin": match.clock.begin,
        }
    return fields


def game_from_json(value: object) -> ImportedGame:
    """Return the game of a JSON object; one that `to_json` wrote is imported only if the original was.

    Raises:
        LineError: the object is invalid.
    """
    fields = Fields(value)
    if fields.number("p4tui", 1, 999_999, VERSION) > VERSION:
        raise LineError(LineProblem.NEWER)
    try:
        match = records.from_row(_row_of(fields))
    except (P4Error, UnknownLevelError) as error:
        raise LineError from error
    except RecordError as error:
        if isinstance(error.__cause__, P4Error):
            raise LineError from error.__cause__
        # All other values were checked one by one.
        raise LineError(fault=Fault(FaultKind.RESULT, "end")) from error
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
    """Return the row of a game's fields; each value is checked, the whole is not.

    Raises:
        P4Error, UnknownLevelError: there is no such board or level.
    """
    starter = _COLOURS[fields.one_of("first", _COLOURS, "red") or "red"]
    moves = fields.text("moves")
    columns = fields.number("columns", MIN_SIZE, MAX_SIZE, 7)
    rows = fields.number("rows", MIN_SIZE, MAX_SIZE, 6)
    connect = fields.number("connect", MIN_CONNECT, MAX_SIZE, 4)
    row: dict[str, object] = {
        "board_columns": columns,
        "board_rows": rows,
        "connect": connect,
        "start": fields.text("start", ""),
        "starter": starter.value,
        "moves": moves + fields.text("taken_back", ""),
        "cursor": (cursor := sum(not symbol.isspace() for symbol in moves)),
        "swaps": ",".join(map(str, fields.numbers("swaps", 1, cursor))),
        "results": "".join(_LETTERS[each] for each in fields.list_of("results", _LETTERS)),
    }
    for name in _COLOURS:
        row |= _seat_of(name, fields.inner(name))
    try:
        start = records.parse_start(str(row["start"]), Geometry(columns, rows, connect))
    except RecordError as error:
        raise LineError(fault=Fault(FaultKind.START, "start")) from error
    return row | _clock_of(fields, str(row["moves"])) | _end_of(fields, start, moves, starter)


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


def _end_of(fields: Fields, start: Position, moves: str, starter: Colour) -> dict[str, object]:
    """Return the values of a game's end, from its fields or else from its moves."""
    played = _outcome_of(start, moves)
    end = None if played is None else played.termination.value
    side = None if played is None else played.winner
    if "end" in fields:
        end = fields.one_of("end", _ENDS, None)
        named = fields.one_of("winner", _COLOURS, None)
        side = None if named is None else _COLOURS[named].side(starter)
    resignation, time = end == Termination.RESIGNATION.value, end == Termination.TIME.value
    off_board = resignation or time or end == Termination.AGREEMENT.value
    if (resignation or time) and side is None:
        raise LineError(fault=Fault(FaultKind.WINNER, "winner", choices=(str(end),)))
    if off_board and played is not None:
        raise LineError(fault=Fault(FaultKind.RESULT, "end"))
    return {
        "resigned": side.other if side is not None and resignation else None,
        "timed_out": side.other if side is not None and time else None,
        "termination": end,
        "winner": None if side is None else colour_of(side, starter),
    }


def _outcome_of(start: Position, moves: str) -> Outcome | None:
    """Return how moves end a game, if they do."""
    try:
        return parse_game(moves, start).outcome
    except P4Error:
        return None  # found again when the row is read


def _clock_of(fields: Fields, moves: str) -> dict[str, object]:
    """Return the values of the clock for a row."""
    try:
        count = len(parse_moves(moves)) + 1
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
