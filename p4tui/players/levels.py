"""The list of levels. The front ends have their names, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Literal

from p4tui.engine.limit import Limit
from p4tui.engine.solver import Solver
from p4tui.players import simple
from p4tui.players.base import Player
from p4tui.players.proving import (
    PROVABLE_IN_A_SECOND,
    PROVABLE_IN_TEN_SECONDS,
    ProvingPlayer,
    SolverPool,
)
from p4tui.players.search import SearchPlayer

Group = Literal["exercise", "ladder"]
"""The levels of the source exercises, and those of increasing strength."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of the computer.

    Attributes:
        id: its name in settings, in saved games and on the command line.
        group: its part of the list.
        make: creates a player of this level from a random generator.
        limit: the player's limit for a move.
    """

    id: str
    group: Group
    make: Callable[[Random], Player]
    limit: Limit = Limit()


class UnknownLevelError(ValueError):
    """No level has this id.

    Attributes:
        name: the unknown id.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"no level {name!r}: there are {', '.join(each.id for each in LEVELS)}")
        self.name = name


EXPERT_SOLVERS, PERFECT_SOLVERS = SolverPool(partial(Solver, books=None)), SolverPool()
"""The solvers of `expert` and `perfect`, separate so that they do not share a table when they play each other.

`expert` has no book: with one it would be unbeatable on 7x6, as `perfect` is.
"""


def expert(rng: Random) -> ProvingPlayer:
    """Return a player of level `expert`: proves its moves if its limit allows."""
    return ProvingPlayer(rng, EXPERT_SOLVERS, PROVABLE_IN_A_SECOND)


def perfect(rng: Random) -> ProvingPlayer:
    """Return a player of level `perfect`: faultless on 7x6."""
    return ProvingPlayer(rng, PERFECT_SOLVERS, PROVABLE_IN_TEN_SECONDS, promises=True)


LEVELS: tuple[Level, ...] = (
    Level("random", "exercise", simple.random_player),
    Level("winner", "exercise", simple.winner),
    Level("aligner", "exercise", simple.aligner),
    Level("tactician", "exercise", simple.tactician),
    Level("careful", "exercise", simple.careful),
    Level("club", "ladder", SearchPlayer, Limit(seconds=0.8)),
    Level("expert", "ladder", expert, Limit(seconds=0.9)),
    Level("perfect", "ladder", perfect, Limit(seconds=10)),
)
"""All levels, the weaker first; the order was measured on 7x6."""


def level(name: str) -> Level:
    """Return the level with an id.

    Raises:
        UnknownLevelError: there is no such level.
    """
    for each in LEVELS:
        if each.id == name:
            return each
    raise UnknownLevelError(name)
