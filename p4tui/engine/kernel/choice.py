"""The choice between the kernels: the fastest there is, or the one that `P4TUI_KERNEL` forces."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module

from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import Kernel, OtherSourcesError

VARIABLE = "P4TUI_KERNEL"
"""The environment variable for the choice: `auto` (the default), `python` or `native`."""
CHOICES = ("auto", "python", "native")
"""The values of `P4TUI_KERNEL`."""


class KernelError(ValueError):
    """The kernel that `P4TUI_KERNEL` asks for is not available; the text is for developers.

    Attributes:
        requested: the value of `P4TUI_KERNEL`.
    """

    def __init__(self, requested: str, reason: str) -> None:
        super().__init__(f"{VARIABLE}={requested}: {reason}")
        self.requested = requested


class UnknownKernelError(KernelError):
    """The value of `P4TUI_KERNEL` is not one of `CHOICES`."""

    def __init__(self, requested: str) -> None:
        super().__init__(
            requested, f"there is no such kernel; the choices are {', '.join(CHOICES)}"
        )


class KernelUnavailableError(KernelError):
    """This installation does not have the kernel that `P4TUI_KERNEL` forces."""

    def __init__(self, requested: str) -> None:
        super().__init__(
            requested,
            f"this installation has no {requested} kernel; auto takes the fastest one there is",
        )


def kernel(environ: Mapping[str, str] | None = None) -> Kernel:
    """Return the kernel that `P4TUI_KERNEL` forces, else the fastest one.

    Front ends call this at their start, so that a wrong value shows before a game.

    Args:
        environ: the environment, by default that of the process.

    Raises:
        UnknownKernelError: the value is not one of `CHOICES`.
        KernelUnavailableError: this installation does not have the kernel.
    """
    requested = (os.environ if environ is None else environ).get(VARIABLE) or "auto"
    if requested not in CHOICES:
        raise UnknownKernelError(requested)
    if requested == reference.NAME:
        return reference
    found = _compiled()
    if found is None and requested != "auto":
        raise KernelUnavailableError(requested)
    return found or reference


def _compiled() -> Kernel | None:
    """Return the compiled kernel, None if this installation has none."""
    try:
        from p4tui.engine.kernel import compiled
    except ImportError:
        return None
    return compiled


def has_outdated_build() -> bool:
    """Return whether a compiled kernel exists but was built from other sources, and so is not used."""
    try:
        import_module("p4tui.engine.kernel.compiled")
    except ImportError as error:
        return isinstance(error, OtherSourcesError)
    return False


def kernel_name(environ: Mapping[str, str] | None = None) -> str:
    """Return the name of the kernel; raises the errors of `kernel`."""
    return kernel(environ).NAME
