"""What every test starts from: a machine of its own, English, and the same random numbers each time."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from p4tui import i18n
from p4tui.engine.solver import BOOKS
from tests.tools.programs import NEEDED, missing
from tests.tools.progress import Progress

# A shared machine may stop for a while at any point, so slow is no failure. Derandomized: a failure is there again in the next run.
settings.register_profile(
    "dev",
    derandomize=True,
    print_blob=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("dev"), max_examples=150)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)

_FORGOTTEN = {
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LANGUAGE",
    "LINES",
    "NO_COLOR",
    "STY",
    "TERM_PROGRAM",
    "TMUX",
    "TMUX_PANE",
    "WT_SESSION",
}
_KEPT = {"TEXTUAL_SNAPSHOT_TEMPDIR"}
"""pytest-textual-snapshot reads it at the end, also where a debugger was left in the middle of a test."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
COVERED_CASES = 1
"""The cases of a parametrized test that count for the coverage."""
YOUNG_OBJECTS = (20_000, 20, 20)
"""How seldom garbage is looked for: an app leaves thousands of objects in circles, and the tests run hundreds of apps."""
_FORGOTTEN_PREFIXES = ("LC_", "P4TUI_", "SSH_", "TEXTUAL", "XDG_")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run one test more at a time than there are cores: those of programs in a terminal wait half of their time.

    Budgets run one after the other, in this process: they measure the machine.
    """
    return 0 if config.option.markexpr == "budget" else CORES + 1


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Show the progress in one line where several cores run the tests, unless more is asked for."""
    if hasattr(config, "workerinput"):
        _leave_coverage_to_the_plugin()
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and config.option.dist != "no" and config.option.verbose == 0:
        config.pluginmanager.register(Progress(reporter))


def _leave_coverage_to_the_plugin() -> None:
    """Stop what counts coverage in this process so far: what begins in every program, and pytest-cov as if here were no worker.

    Once the session starts pytest-cov begins anew, and pauses for `no_cover` only that.
    """
    coverage = sys.modules.get("coverage")
    while coverage and (running := coverage.Coverage.current()):
        running.stop()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count in a worker what is left out."""
    output: dict[str, int] = getattr(items[0].config, "workeroutput", {})
    output["deselected"] = output.get("deselected", 0) + len(items)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs programs that are not there; an error where TESTS_SKIP_NOTHING is set, as .ci/run does.

    Coverage is that of the first cases of the tests which are always run: the others take half the time without it. Property
    tests, which come to the same lines hundreds of times, do without it, too.
    """
    cases: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        cases[test] += 1
        repeated = cases[test] > COVERED_CASES or test.startswith("tests/property/")
        if repeated or item.get_closest_marker("exhaustive"):
            item.add_marker("no_cover")
    for marker in NEEDED:
        lacking = missing(marker)
        concerned = [item for item in items if lacking and item.get_closest_marker(marker)]
        reason = "not there: " + ", ".join(lacking)
        if concerned and os.environ.get("TESTS_SKIP_NOTHING"):
            raise pytest.UsageError(f"{len(concerned)} tests cannot be run: {reason}")
        for item in concerned:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """Keep what was collected out of the search for garbage: looking through it again and again took a third of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG_OBJECTS)


@pytest.fixture(autouse=True)
def own_machine(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """An empty home, an English UTF-8 locale, a plain 256-colour terminal and UTC, for the test and the programs it starts.

    Yields:
        the home.
    """
    # Not by mktemp, which reads the names of all the homes before.
    home = Path(tempfile.mkdtemp(prefix="home-", dir=tmp_path_factory.getbasetemp()))
    for name in os.environ.keys() - _KEPT:
        if name in _FORGOTTEN or name.startswith(_FORGOTTEN_PREFIXES):
            monkeypatch.delenv(name)
    if request.node.get_closest_marker("no_cover"):
        monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TZ", "UTC")
    _follow_time_zone()
    yield home
    monkeypatch.undo()
    _follow_time_zone()


def _follow_time_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever language a test speaks, the next one starts in English."""
    i18n.activate("en")
    yield
    i18n.activate("en")


@pytest.fixture(autouse=True)
def nothing_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test finds wrong with opening books is not told in the next one."""
    monkeypatch.setattr(BOOKS, "refused", [])
