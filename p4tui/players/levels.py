"""The list of levels. The front ends have their names, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from p4tui.engine.limit import Limit
from p4tui.engine.solver import Solver
from p4tui.players import simple
from p4tui.players.base import Player
from p4tui.players.human_like import SKILLS, HumanLikePlayer
from p4tui.players.proving import (
    PROVABLE_IN_A_SECOND,
    PROVABLE_IN_TEN_SECONDS,
    ProvingPlayer,
    SolverPool,
)
from p4tui.players.search import SearchPlayer


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of the computer.

    Attributes:
        id: its name in settings, in saved games and on the command line.
        make: creates a player of this level from a random generator.
        limit: the player's limit for a move.
    """

    id: str
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
    Level("random", simple.random_player),
    Level("winner", simple.winner),
    Level("aligner", simple.aligner),
    Level("tactician", simple.tactician),
    Level("careful", simple.careful),
    *(
        Level(name, partial(HumanLikePlayer, skill), limit)
        for name, (skill, limit) in SKILLS.items()
    ),
    Level("club", SearchPlayer, Limit(seconds=0.8)),
    Level("expert", expert, Limit(seconds=0.9)),
    Level("perfect", perfect, Limit(seconds=10)),
)
"""All levels, the weaker first; the order was measured on 7x6."""

FIRST_LEVEL = "careful"
"""The level for a person of whom nothing is known."""


def level(name: str) -> Level:
    """Return the level with an id.

    Raises:
        UnknownLevelError: there is no such level.
    """
    for each in LEVELS:
        if each.id == name:
            return each
    raise UnknownLevelError(name)


def level_number(level_id: str) -> int:
    """Return the place of a level in the ladder of `LEVELS`: 1 for the weakest.

    Raises:
        UnknownLevelError: there is no such level.
    """
    return LEVELS.index(level(level_id)) + 1
