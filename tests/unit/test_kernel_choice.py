"""The choice of the kernel, and the errors of a kernel that is not available."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from p4tui.cli import main
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import (
    VARIABLE,
    KernelError,
    KernelUnavailableError,
    UnknownKernelError,
    has_outdated_build,
    kernel,
    kernel_name,
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
def test_plain_python_serves_without_a_build(uncompiled: None, environ: dict[str, str]) -> None:
    assert kernel(environ) is reference


@needs_native
@pytest.mark.parametrize("environ", [*AUTO, {VARIABLE: "native"}])
def test_the_compiled_kernel_comes_first(environ: dict[str, str]) -> None:
    assert kernel_name(environ) == "native"


def test_the_stamp_is_that_of_the_sources() -> None:
    # After a change in C or Cython: python -m tests.tools.stamp, and install anew.
    assert stamp.written() == [stamp.digest()] * 2


@pytest.fixture(params=[{"STAMP": "0123456789abcdef"}, {}], ids=["another stamp", "no stamp"])
def outdated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extension left over from an earlier build."""
    monkeypatch.delitem(sys.modules, "p4tui.engine.kernel.compiled", raising=False)
    monkeypatch.delattr("p4tui.engine.kernel.compiled", raising=False)
    native = ModuleType("p4tui.engine.kernel.native")
    vars(native).update(NativeSolver=None, **request.param)
    monkeypatch.setitem(sys.modules, native.__name__, native)
    monkeypatch.setattr("p4tui.engine.kernel.native", native, raising=False)


def test_a_build_of_other_sources_is_not_used(outdated: None) -> None:
    assert kernel({}) is reference
    assert has_outdated_build()
    with pytest.raises(KernelUnavailableError):
        kernel({VARIABLE: "native"})


def test_an_installation_without_a_build_has_no_outdated_one(uncompiled: None) -> None:
    assert not has_outdated_build()


@needs_native
def test_a_build_in_use_is_not_outdated() -> None:
    assert not has_outdated_build()


def test_the_doctor_reports_an_outdated_build(
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
    assert caught.value.requested == "native"


def test_an_unknown_value_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownKernelError, match="auto, python, native") as caught:
        kernel({VARIABLE: "fast"})
    assert caught.value.requested == "fast"
    assert isinstance(caught.value, KernelError)


def test_the_environment_of_the_process_decides(
    uncompiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "native")
    with pytest.raises(KernelUnavailableError):
        kernel()
    monkeypatch.delenv(VARIABLE)
    assert kernel_name() == "python"
