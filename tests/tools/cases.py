"""Parameters of tests of which a few are always tried."""

from __future__ import annotations

import pytest


def exhaustive(*cases: object) -> list[object]:
    """Mark values of one argument that only .ci/run tries."""
    return [pytest.param(case, marks=pytest.mark.exhaustive) for case in cases]
