"""The levels as agents of Kaggle's ConnectX: `env.run([level("club"), "random"])`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p4tui.adapters.opponent import Opponent, position_of, require_turn
from p4tui.core.geometry import Geometry
from p4tui.core.position import Side

Agent = Callable[[Mapping[str, Any], Mapping[str, Any]], int]
"""A function of the observation and the configuration to a column, counted from 0."""


def level(
    level_id: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Agent:
    """Return a level as an agent, for boards of any size that p4tui has.

    Args:
        level_id: the id of the level, such as `club`.
        seed: decides its random choices; None for others each time.
        seconds, nodes: the limit for a move; if both are None, the level's own. With nodes and a seed the moves do not
            depend on the clock.

    Raises:
        UnknownLevelError: there is no such level.
    """
    opponent = Opponent(level_id, seed, seconds, nodes)

    # Kaggle counts the arguments of a function: it takes two.
    def agent(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> int:
        geometry = Geometry(
            configuration["columns"], configuration["rows"], configuration["inarow"]
        )
        position = position_of(observation["board"], geometry)
        require_turn(position, Side(observation["mark"] - 1))
        return opponent.column(position)

    return agent
