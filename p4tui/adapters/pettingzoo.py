"""The levels as policies of PettingZoo's `connect_four_v3`: `env.step(policy(observation))`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p4tui.adapters.opponent import EMPTY, FIRST, SECOND, Opponent, position_of
from p4tui.core.geometry import Geometry

Policy = Callable[[Mapping[str, Any]], int]
"""A function of the observation of the agent to move to a column, counted from 0."""

_BOARD = Geometry()
"""The only board of `connect_four_v3`."""


def level(
    level_id: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Policy:
    """Return a level as a policy of what `env.last()` and `env.observe(agent)` return.

    Args:
        level_id: the id of the level, such as `club`.
        seed: decides its random choices; None for others each time.
        seconds, nodes: the limit for a move; if both are None, the level's own. With nodes and a seed the moves do not
            depend on the clock.

    Raises:
        UnknownLevelError: there is no such level.
    """
    opponent = Opponent(level_id, seed, seconds, nodes)

    def policy(observation: Mapping[str, Any]) -> int:
        if not any(observation["action_mask"]):
            raise ValueError("it is the other player's turn")
        return opponent.column(position_of(cells_of(observation["observation"]), _BOARD))

    return policy


def cells_of(planes: Any) -> list[int]:
    """Return the cells of an observation of 6 rows, 7 columns and 2 planes: the own discs, and the other side's."""
    pairs = [(bool(own), bool(other)) for row in planes for own, other in row]
    # The side to move has moved second if it has fewer discs.
    moved_first = sum(own for own, _ in pairs) == sum(other for _, other in pairs)
    mine, theirs = (FIRST, SECOND) if moved_first else (SECOND, FIRST)
    return [mine if own else theirs if other else EMPTY for own, other in pairs]
