"""The division of a solver's limit between the exact search and the heuristic one."""

from __future__ import annotations

from p4tui.core.position import Position
from p4tui.engine.limit import Limit

EXACT_SHARE, HOPELESS_SHARE = 0.8, 0.1
"""The exact search's share of a limit, if it may succeed and if it hardly can. The heuristic search has the rest."""
NODES_A_SECOND = {"native": 2_500_000, "python": 25_000}
"""Approximate nodes a second of each kernel's exact search."""
USUAL_NODES, USUAL_EMPTY, USUAL_FACTOR = 4e6, 34, 1.8
"""The approximate nodes of an exact search with this many empty cells, and the factor for each additional one.

Measured on 7x6: about 4 million nodes with 34 empty cells, 150 million from the empty board.
"""
HOPELESS = 100
"""An exact search gets `HOPELESS_SHARE` if its expected nodes are over this many times its limit.

Some positions take a hundredth of the expected nodes.
"""


def exact_share(position: Position, kernel_name: str, limit: Limit, parts: int = 1) -> float:
    """Return the exact search's share of a limit.

    Args:
        position: the position to solve.
        kernel_name: the kernel of the exact search.
        limit: the whole limit.
        parts: how many positions of about this length share it.
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
    """Return a share of a limit's time and nodes, less `used` nodes."""
    seconds, nodes = limit.seconds, limit.nodes
    if seconds is None and nodes is None:
        return limit
    return Limit(
        None if seconds is None else seconds * share,
        None if nodes is None else max(0, int(nodes * share) - used),
    )
