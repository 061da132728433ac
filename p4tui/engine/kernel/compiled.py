"""The compiled kernel: the exact search in C for the boards that it supports, all else as the reference.

The import fails if p4tui was installed without a C compiler, or if the extension was built from other sources: one left
over from an earlier build may not fit the rest of p4tui.
"""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.engine.kernel import native, reference
from p4tui.engine.kernel.contract import ExactSearch, OtherSourcesError
from p4tui.engine.kernel.native import NativeSolver
from p4tui.engine.kernel.reference import search

__all__ = ["NAME", "exact", "search"]

NAME = "native"
"""The kernel's name."""
STAMP = "5874daddfbb5df90"
"""A digest of the C and Cython sources; ``python -m tests.tools.stamp`` writes it here and into them."""

if getattr(native, "STAMP", None) != STAMP:
    raise OtherSourcesError


def exact(geometry: Geometry) -> type[ExactSearch]:
    """Return the exact search: compiled for four in line on boards of at most 128 bits (see `contract.Kernel.exact`)."""
    return NativeSolver if NativeSolver.solves(geometry) else reference.exact(geometry)
