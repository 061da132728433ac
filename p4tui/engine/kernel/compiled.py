"""The compiled kernel: exact searches in C where they are made for the board, the rest as the reference.

Importing it fails where p4tui was installed without a C compiler.
"""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import ExactSearch
from p4tui.engine.kernel.native import NativeSolver
from p4tui.engine.kernel.reference import search

__all__ = ["NAME", "exact", "search"]

NAME = "native"
"""The kernel's name."""


def exact(geometry: Geometry) -> type[ExactSearch]:
    """The exact search: compiled for four in line on boards of 128 bits at most (see `contract.Kernel.exact`)."""
    return NativeSolver if NativeSolver.solves(geometry) else reference.exact(geometry)
