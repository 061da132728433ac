"""The choice between the kernels: the fastest there is, or the one that `P4TUI_KERNEL` forces."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module

from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import Kernel, OtherSourcesError

VARIABLE = "P4TUI_KERNEL"
"""The environment variable that chooses: `auto` (also where it is empty or not set), `python` or `native`."""
CHOICES = ("auto", "python", "native")
"""The values that `P4TUI_KERNEL` may have."""


class KernelError(ValueError):
    """The kernel that was asked for cannot be had; its text is for developers and `p4tui doctor`.

    Attributes:
        asked: the value of `P4TUI_KERNEL`.
    """

    def __init__(self, asked: str, reason: str) -> None:
        super().__init__(f"{VARIABLE}={asked}: {reason}")
        self.asked = asked


class UnknownKernelError(KernelError):
    """`P4TUI_KERNEL` has a value that is none of `CHOICES`."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked, f"there is no such kernel; the choices are {', '.join(CHOICES)}")


class KernelUnavailableError(KernelError):
    """`P4TUI_KERNEL` forces a kernel that this installation does not have."""

    def __init__(self, asked: str) -> None:
        super().__init__(
            asked, f"this installation has no {asked} kernel; auto takes the fastest one there is"
        )


def kernel(environ: Mapping[str, str] | None = None) -> Kernel:
    """The kernel to use: the one that `P4TUI_KERNEL` forces, else the fastest there is.

    A program asks once where it starts, so that a wrong value shows there and not in the middle of a game.

    Args:
        environ: the environment, the process's own unless given.

    Raises:
        UnknownKernelError: `P4TUI_KERNEL` has a value that is none of `CHOICES`.
        KernelUnavailableError: it forces a kernel that this installation does not have.
    """
    asked = (os.environ if environ is None else environ).get(VARIABLE) or "auto"
    if asked not in CHOICES:
        raise UnknownKernelError(asked)
    if asked == reference.NAME:
        return reference
    found = _compiled()
    if found is None and asked != "auto":
        raise KernelUnavailableError(asked)
    return found or reference


def _compiled() -> Kernel | None:
    """The compiled kernel, None where this installation has none."""
    try:
        from p4tui.engine.kernel import compiled
    except ImportError:
        return None
    return compiled


def has_outdated_build() -> bool:
    """Whether there is a compiled kernel that was made from other sources, and is not used."""
    try:
        import_module("p4tui.engine.kernel.compiled")
    except ImportError as error:
        return isinstance(error, OtherSourcesError)
    return False


def kernel_name(environ: Mapping[str, str] | None = None) -> str:
    """The name of the kernel to use, for `p4tui doctor`; raises what `kernel` raises."""
    return kernel(environ).NAME
