"""The kernels, as parameters of tests."""

from __future__ import annotations

import pytest

from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import KernelUnavailableError, kernel
from p4tui.engine.kernel.contract import Kernel


def compiled_kernel() -> Kernel | None:
    """Return the compiled kernel, None if this installation has none."""
    try:
        return kernel({"P4TUI_KERNEL": "native"})
    except KernelUnavailableError:
        return None


NATIVE = compiled_kernel()
needs_native = pytest.mark.skipif(NATIVE is None, reason="p4tui was built without a C compiler")

KERNELS = [
    pytest.param(reference, id="python"),
    pytest.param(NATIVE, id="native", marks=needs_native),
]
"""Parameters: both kernels; tests with the compiled one are skipped if it was not built."""
