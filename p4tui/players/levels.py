"""The ladder: the only list of levels. What a level is called on the screen is up to the front ends, by its id."""

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
"""The players of the source exercises, and the ones that get ever stronger."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of the computer.

    Attributes:
        id: its name in settings, saved games and on the command line.
        group: which part of the list it belongs to.
        make: from a generator of random numbers a new player of this level.
        limit: what the player may use up for a move.
    """

    id: str
    group: Group
    make: Callable[[Random], Player]
    limit: Limit = Limit()


class UnknownLevelError(ValueError):
    """No level has this id.

    Attributes:
        name: what was asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"no level {name!r}: there are {', '.join(each.id for each in LEVELS)}")
        self.name = name


EXPERT_SOLVERS, PERFECT_SOLVERS = SolverPool(partial(Solver, books=None)), SolverPool()
"""What each of the two has learnt: apart, so that they do not help each other when they play each other.

`expert` plays the opening from its own head: with a book it would be `perfect` on 7x6, and nobody could beat it.
"""


def expert(rng: Random) -> ProvingPlayer:
    """`expert`: proves what it can within its limit."""
    return ProvingPlayer(rng, EXPERT_SOLVERS, PROVABLE_IN_A_SECOND)


def perfect(rng: Random) -> ProvingPlayer:
    """`perfect`: without a fault on 7x6."""
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
"""Every level, the weaker first within its group; the order of the exercises' five was measured on 7x6."""


def level(name: str) -> Level:
    """The level with an id.

    Raises:
        UnknownLevelError: there is none.
    """
    for each in LEVELS:
        if each.id == name:
            return each
    raise UnknownLevelError(name)
