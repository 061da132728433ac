"""Which kernel searches, and what is said where it cannot."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from p4tui.cli import main
from p4tui.engine.kernel import (
    VARIABLE,
    KernelError,
    KernelUnavailableError,
    UnknownKernelError,
    kernel,
    kernel_name,
    left_over,
    reference,
)
from tests.tools import stamp
from tests.tools.kernels import needs_native

AUTO = [{}, {VARIABLE: ""}, {VARIABLE: "auto"}]


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the compiled kernel."""
    monkeypatch.delitem(sys.modules, "p4tui.engine.kernel.compiled", raising=False)
    monkeypatch.delattr("p4tui.engine.kernel.compiled", raising=False)
    monkeypatch.setitem(sys.modules, "p4tui.engine.kernel.native", None)


def test_plain_python_is_there_always() -> None:
    assert kernel({VARIABLE: "python"}) is reference
    assert kernel_name({VARIABLE: "python"}) == "python"


@pytest.mark.parametrize("environ", AUTO)
def test_plain_python_serves_where_nothing_was_compiled(
    uncompiled: None, environ: dict[str, str]
) -> None:
    assert kernel(environ) is reference


@needs_native
@pytest.mark.parametrize("environ", [*AUTO, {VARIABLE: "native"}])
def test_what_was_compiled_is_taken_first(environ: dict[str, str]) -> None:
    assert kernel_name(environ) == "native"


@needs_native
def test_both_kernels_guess_alike() -> None:
    assert kernel({VARIABLE: "native"}).search is reference.search


def test_the_stamp_is_that_of_the_sources() -> None:
    # After a change in C or Cython: python -m tests.tools.stamp, and install anew.
    assert stamp.written() == [stamp.digest()] * 2


@pytest.fixture(params=[{"STAMP": "0123456789abcdef"}, {}], ids=["another stamp", "no stamp"])
def outdated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extension that an earlier build has left."""
    monkeypatch.delitem(sys.modules, "p4tui.engine.kernel.compiled", raising=False)
    monkeypatch.delattr("p4tui.engine.kernel.compiled", raising=False)
    native = ModuleType("p4tui.engine.kernel.native")
    vars(native).update(NativeSolver=None, **request.param)
    monkeypatch.setitem(sys.modules, native.__name__, native)
    monkeypatch.setattr("p4tui.engine.kernel.native", native, raising=False)


def test_what_was_compiled_from_other_sources_is_not_used(outdated: None) -> None:
    assert kernel({}) is reference
    assert left_over()
    with pytest.raises(KernelUnavailableError):
        kernel({VARIABLE: "native"})


def test_nothing_is_left_over_where_nothing_was_compiled(uncompiled: None) -> None:
    assert not left_over()


@needs_native
def test_nothing_is_left_over_where_what_was_compiled_is_used() -> None:
    assert not left_over()


def test_the_doctor_tells_what_is_left_over(
    outdated: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "kernel  python" in told
    assert "out of date, not used" in told


def test_a_kernel_that_is_not_installed_is_refused_not_replaced(uncompiled: None) -> None:
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


def test_the_environment_of_the_process_decides(
    uncompiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "native")
    with pytest.raises(KernelUnavailableError):
        kernel()
    monkeypatch.delenv(VARIABLE)
    assert kernel_name() == "python"
