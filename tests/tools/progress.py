"""The progress of tests on several cores: a line that is rewritten at a terminal, elsewhere a line for each tenth."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Protocol

import pytest


class _Worker(Protocol):
    workeroutput: dict[str, int]


class Progress:
    """A plugin of pytest in place of its dots: counts the tests and names a failure at once."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter
        reporter._show_progress_info = False  # a percentage at the end of each line of dots
        self._steps = 100 if reporter.isatty else 10
        self._start = time.monotonic()
        self._total = self._done = 0

    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Record the number of tests."""
        self._total = len(ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """Count a test without writing its letter."""
        category, _, word = yield
        return category, "", word

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Name a test that failed."""
        if report.failed:
            self._reporter.write_line(f"FAILED {report.nodeid}", red=True)

    def pytest_runtest_logfinish(self) -> None:
        """Write the line when the next step is reached."""
        before = self._done * self._steps // self._total
        self._done += 1
        if self._done * self._steps // self._total == before:
            return
        minutes, seconds = divmod(int(time.monotonic() - self._start), 60)
        percent = 100 * self._done // self._total
        line = f"{percent:3} %  {self._done} of {self._total} tests  {minutes}:{seconds:02}"
        if self._reporter.isatty:
            self._reporter.rewrite(line, erase=True)
            self._reporter.currentfspath = -2  # what comes next begins a new line
        else:
            self._reporter.write_line(line)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: _Worker) -> None:
        """Add the number of deselected tests to pytest's last line; it is the same for every worker."""
        left_out = getattr(node, "workeroutput", {}).get("deselected", 0)
        self._reporter.stats["deselected"] = [node] * left_out
