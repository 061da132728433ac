"""`State`: the whole of a game as the host sends it after every change, and its frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4tui.core.colour import Colour
from p4tui.link.frames import Frame, FrameError, clean_text
from p4tui.link.orders import PROTOCOL
from p4tui.link.shared import MOST_MESSAGES, Message, Request, RequestKind, Shared
from p4tui.play.match import Change, Match
from p4tui.play.seats import Person
from p4tui.storage.exchange.fields import Fields
from p4tui.storage.exchange.game_json import game_from_json, game_object
from p4tui.storage.exchange.line_errors import LineError
from p4tui.storage.records import SavedGame

_NAMES = {Colour.RED: "red", Colour.YELLOW: "yellow"}
_COLOURS = {name: colour for colour, name in _NAMES.items()}
_GAME_KEYS = (
    *("columns", "rows", "connect", "first", "start", "moves", "end", "winner"),
    *("results", "clock", "swaps"),
)
_MOST = 2**53
"""The largest number of a state: what every language's JSON holds."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole of a game at one moment.

    Attributes:
        number: grows from state to state while the host's program runs.
        match: as the host has it, its seats as people.
        shared: what is known beside it.
        clock_runs: whether the clock runs.
        you: the colour of whom the state is sent to, None for a spectator.
        undone: whether the last moves were taken back.
    """

    number: int
    match: Match
    shared: Shared
    clock_runs: bool
    you: Colour | None = None
    undone: bool = False


def greeting_frame(
    word: str, version: str, host: Colour, match: Match, shared: Shared, challenge: str | None
) -> Frame:
    """Return the frame that every stream begins with."""
    geometry = match.geometry
    return {
        "p4tui": PROTOCOL,
        "version": version,
        "word": word,
        "host": shared.names[host - 1],
        "board": [geometry.columns, geometry.rows, geometry.connect],
        "free": not shared.joined,
        "watchers": shared.watchers,
        **({} if challenge is None else {"challenge": challenge}),
    }


def state_frame(state: State) -> Frame:
    """Return the frame of a state."""
    shared = state.shared
    saved = game_object(SavedGame(0, _without_undone(state.match), 0.0, 0.0))
    fields = {key: saved[key] for key in _GAME_KEYS if key in saved}
    request = shared.request
    fields |= {
        "number": state.number,
        "game": shared.game,
        "you": None if state.you is None else _NAMES[state.you],
        "running": state.clock_runs,
        "undone": state.undone,
        "joined": shared.joined,
        "watchers": shared.watchers,
        "request": request
        and {"number": request.number, "kind": request.kind.value, "by": _NAMES[request.by]},
        "refused": shared.refused,
        "hints": shared.hints,
        "clock_stops": shared.clock_stops,
        "messages": [
            {
                "number": each.number,
                "name": each.name,
                "text": each.text,
                "by": each.by and _NAMES[each.by],
            }
            for each in shared.messages
        ],
    }
    for colour, name in _NAMES.items():
        place = colour - 1
        fields[name] = {
            "name": shared.names[place],
            "here": shared.here[place],
            "hints": shared.hints_used[place],
        }
    return {"state": fields}


def _without_undone(match: Match) -> Match:
    """Return a match without the moves that were taken back."""
    game, clock = match.game, match.clock
    positions = game.positions[: game.cursor + 1]
    if clock is not None:
        clock = replace(clock, times=clock.times[: len(positions)])
    kept = replace(game, positions=positions, moves=game.played)
    return replace(match, game=kept, clock=clock)


def state_of(value: object) -> State:
    """Return the state in a frame.

    Raises:
        FrameError: it contradicts itself or the rules.
    """
    try:
        return _state(value)
    except LineError as error:
        raise FrameError(f"no game: {error.problem} {error.fault}") from error


def _state(value: object) -> State:
    fields = Fields(value)
    game = game_from_json({key: fields.get(key, None) for key in _GAME_KEYS if key in fields})
    match = game.match if isinstance(game, SavedGame) else game[0]
    seats = {colour: fields.inner(name) for colour, name in _NAMES.items()}
    red, yellow = (clean_text(seats[colour].get("name", "")) for colour in Colour)
    you = fields.one_of("you", _COLOURS, None)
    if not (game_id := clean_text(fields.text("game"), 64)):
        raise FrameError("no id")
    shared = Shared(
        game_id,
        (red, yellow),
        (seats[Colour.RED].flag("here"), seats[Colour.YELLOW].flag("here")),
        joined=fields.flag("joined"),
        watchers=fields.number("watchers", 0, _MOST, 0),
        request=_request_of(fields),
        refused=fields.number("refused", 0, _MOST, 0),
        hints=fields.flag("hints"),
        hints_used=(
            seats[Colour.RED].number("hints", 0, _MOST, 0),
            seats[Colour.YELLOW].number("hints", 0, _MOST, 0),
        ),
        messages=tuple(_message_of(each) for each in _list(fields, "messages")[-MOST_MESSAGES:]),
        clock_stops=fields.flag("clock_stops"),
    )
    match = replace(match, red=Person(red), yellow=Person(yellow))
    number = fields.number("number", 0, _MOST)
    colour = None if you is None else _COLOURS[you]
    return State(number, match, shared, fields.flag("running"), colour, fields.flag("undone"))


def _request_of(fields: Fields) -> Request | None:
    if fields.get("request", None) is None:
        return None
    inner = fields.inner("request")
    kind = inner.one_of("kind", [each.value for each in RequestKind], None)
    by = inner.one_of("by", _COLOURS, None)
    if kind is None or by is None:  # a newer version's request cannot be answered here
        return None
    return Request(inner.number("number", 0, _MOST), RequestKind(kind), _COLOURS[by])


def _message_of(value: object) -> Message:
    inner = Fields(value, "messages")
    by = inner.one_of("by", _COLOURS, None)
    name, text = clean_text(inner.get("name", "")), clean_text(inner.get("text", ""))
    return Message(
        inner.number("number", 0, _MOST), name, text, None if by is None else _COLOURS[by]
    )


def _list(fields: Fields, name: str) -> list[object]:
    value = fields.get(name, [])
    if not isinstance(value, list):
        raise FrameError(f"{name} is no list")
    return value


def change_between(before: Match, after: Match, *, same_game: bool) -> Change:
    """Return in what a match differs from the one before; of several changes, the largest."""
    old, new = before.game, after.game
    if not same_game or old.start != new.start:
        return Change.NEW_GAME
    if new.cursor < old.cursor or (old.forfeited and not new.forfeited):
        return Change.UNDO
    if old.played != new.played[: old.cursor]:
        return Change.UNDO
    if new.resigned is not old.resigned:
        return Change.RESIGNATION
    if new.timed_out is not old.timed_out:
        return Change.FLAG
    if new.agreed is not old.agreed:
        return Change.AGREEMENT
    if new.cursor > old.cursor:
        return Change.MOVE
    return (
        Change.SEATS if (before.red, before.yellow) != (after.red, after.yellow) else Change.CLOCK
    )
