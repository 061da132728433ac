"""The compiled kernel: exact searches in C where they are made for the board, the rest as the reference.

Importing it fails where p4tui was installed without a C compiler, and where what was compiled are other sources than those
that came along: an extension left over from an earlier build may search otherwise than the rest of p4tui expects.
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
STAMP = "0eb5699dab0ac502"
"""A digest of the sources that belong to this p4tui; ``python -m tests.tools.stamp`` writes it here and into them."""

if getattr(native, "STAMP", None) != STAMP:
    raise OtherSourcesError


def exact(geometry: Geometry) -> type[ExactSearch]:
    """The exact search: compiled for four in line on boards of 128 bits at most (see `contract.Kernel.exact`)."""
    return NativeSolver if NativeSolver.solves(geometry) else reference.exact(geometry)
