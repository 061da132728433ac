"""Which kernel searches, and what is said where it cannot."""

from __future__ import annotations

import pytest

from p4tui.engine.kernel import (
    VARIABLE,
    KernelError,
    KernelUnavailableError,
    UnknownKernelError,
    kernel,
    kernel_name,
    reference,
)


@pytest.mark.parametrize("environ", [{}, {VARIABLE: ""}, {VARIABLE: "auto"}, {VARIABLE: "python"}])
def test_plain_python_is_there_always(environ: dict[str, str]) -> None:
    assert kernel(environ) is reference
    assert kernel_name(environ) == "python"


def test_a_kernel_that_is_not_installed_is_refused_not_replaced() -> None:
    with pytest.raises(
        KernelUnavailableError, match="P4TUI_KERNEL=native: this installation has no native"
    ) as caught:
        kernel_name({VARIABLE: "native"})
    assert caught.value.asked == "native"


def test_a_value_that_means_nothing_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownKernelError, match="auto, python, native") as caught:
        kernel({VARIABLE: "fast"})
    assert caught.value.asked == "fast"
    assert isinstance(caught.value, KernelError)


def test_the_environment_of_the_process_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "native")
    with pytest.raises(KernelUnavailableError):
        kernel()
    monkeypatch.delenv(VARIABLE)
    assert kernel_name() == "python"
