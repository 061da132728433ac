"""How a solver divides its limit between the exact search and the heuristic one."""

from __future__ import annotations

from p4tui.core.position import Position
from p4tui.engine.limit import Limit

EXACT_SHARE, HOPELESS_SHARE = 0.8, 0.1
"""How much of a limit the exact search may use up: where it may succeed, and where there is hardly a chance. The rest is
left for the heuristic one, should that be needed."""
NODES_A_SECOND = {"native": 2_500_000, "python": 25_000}
"""What the exact search of a kernel visits in a second, roughly."""
USUAL_NODES, USUAL_EMPTY, USUAL_FACTOR = 4e6, 34, 1.8
"""What an exact search takes, roughly: so many nodes where so many cells are empty, and times the factor for each more.

Measured on 7x6: about 4 million nodes with 34 empty cells, 150 million from the empty board.
"""
HOPELESS = 100
"""An exact search that would take this many times its limit is hardly worth a try: some positions take a hundredth."""


def exact_share(position: Position, kernel_name: str, limit: Limit, parts: int = 1) -> float:
    """How much of a limit the exact search of a position may use up, or those of so many that follow from it.

    Args:
        position: that is to be solved.
        kernel_name: the kernel whose exact search does it.
        limit: of all of it.
        parts: how many positions share it.
    """
    nodes = limit.nodes
    if limit.seconds is not None:
        in_time = limit.seconds * NODES_A_SECOND[kernel_name]
        nodes = int(in_time if nodes is None else min(in_time, nodes))
    if nodes is None:
        return EXACT_SHARE
    empty = position.geometry.cells - position.ply
    needed = USUAL_NODES * USUAL_FACTOR ** (empty - USUAL_EMPTY)
    return EXACT_SHARE if needed * parts <= HOPELESS * nodes else HOPELESS_SHARE


def part_of(limit: Limit, share: float, used: int) -> Limit:
    """A share of a limit's time and nodes, of which some were searched already."""
    seconds, nodes = limit.seconds, limit.nodes
    if seconds is None and nodes is None:
        return limit
    return Limit(
        None if seconds is None else seconds * share,
        None if nodes is None else max(0, int(nodes * share) - used),
    )
