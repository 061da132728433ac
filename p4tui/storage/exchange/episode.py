"""Reads episodes of Kaggle's ConnectX: what Kaggle offers to download, and `env.toJSON()` of kaggle-environments.

Each step has both agents: the first one has mark 1 and moves first. The agent whose turn it was has its column, counted from 0,
as its action. Whoever fails loses: here it resigns, or loses on time.
"""

from __future__ import annotations

from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT, MIN_SIZE, Geometry
from p4tui.core.position import Position, Side
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.exchange.fields import Fields
from p4tui.storage.exchange.line_errors import Fault, FaultKind, LineError, LineProblem

_GAME = "connectx"
_IN_ORDER = {"ACTIVE", "INACTIVE", "DONE"}
"""The statuses of an agent that has not failed; the others are such as ERROR and INVALID."""
_LATE = "TIMEOUT"


def is_episode(value: object) -> bool:
    """Return whether a value from JSON is an episode, of any game."""
    return isinstance(value, dict) and "steps" in value and "moves" not in value


def match_of_episode(value: object) -> Match:
    """Return the match of an episode; the players have the names of their teams.

    Raises:
        LineError: it is of another game, or invalid.
    """
    fields = Fields(value)
    if fields.text("name", _GAME) != _GAME:
        raise LineError(LineProblem.OTHER_GAME)
    try:
        game = _game(fields)
    except P4Error as error:
        raise LineError from error
    return Match(*_players(fields.inner("info").get("TeamNames", None)), game)


def _players(names: object) -> tuple[Person, Person]:
    """Return the players; those without a name where the names are none."""
    known = names if isinstance(names, list) and len(names) == 2 else ["", ""]
    first, second = (Person(name if isinstance(name, str) else "") for name in known)
    return first, second


def _game(fields: Fields) -> Game:
    """Return the game of an episode.

    Raises:
        LineError: a value is invalid.
        P4Error: there is no such board, or a move is illegal.
    """
    configuration = fields.inner("configuration")
    geometry = Geometry(
        configuration.number("columns", MIN_SIZE, MAX_SIZE, 7),
        configuration.number("rows", MIN_SIZE, MAX_SIZE, 6),
        configuration.number("inarow", MIN_CONNECT, MAX_SIZE, 4),
    )
    steps = fields.get("steps", None)
    if not isinstance(steps, list) or not steps:
        raise LineError(fault=Fault(FaultKind.STEPS, "steps"))
    game, agents = Game.new(Position(geometry)), _agents(steps[0], 0)
    for number, step in enumerate(steps[1:], 1):
        agents = _agents(step, number)
        mover = agents[game.position.to_move]
        if mover.text("status") not in _IN_ORDER:
            break
        game = game.play(mover.number("action", 0, geometry.columns - 1))
    _check_board(game.position, agents[0])
    return game if game.outcome is not None else _with_failure(game, agents)


def _agents(step: object, number: int) -> list[Fields]:
    """Return both agents at a step."""
    if not isinstance(step, list) or len(step) != len(Side):
        raise LineError(fault=Fault(FaultKind.STEPS, "steps"))
    return [Fields(agent, f"steps.{number}.{place}") for place, agent in enumerate(step)]


def _check_board(position: Position, agent: Fields) -> None:
    """Check that the board which the first agent saw last is that of the moves."""
    board = agent.inner("observation").get("board", None)
    columns, rows = position.geometry.columns, position.geometry.rows
    sides = (position.at(column, row) for row in reversed(range(rows)) for column in range(columns))
    if board and board != [0 if side is None else side + 1 for side in sides]:
        raise LineError(fault=Fault(FaultKind.BOARD, "board"))


def _with_failure(game: Game, agents: list[Fields]) -> Game:
    """Return a running game as lost by the agent that failed, if one did."""
    to_move = game.position.to_move
    for side in (to_move, to_move.other):
        status = agents[side].text("status")
        if status == _LATE:
            return game.time_out(side)
        if status not in _IN_ORDER:
            return game.resign(side)
    return game
