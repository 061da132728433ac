"""tmux, as most people on servers use it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.terminal.harness import LOOK_SECONDS, TIMEOUT


class Tmux:
    """A tmux server of its own with one window, and the program in it.

    Args:
        folder: where its socket is.
        command: the program and its arguments.
        columns: width of the window.
        lines: height of the window.
        environ: the environment of the server and the program; by default that of the tests.
        runner: what starts tmux, such as a command that changes the user.
    """

    def __init__(
        self,
        folder: Path,
        *command: str,
        columns: int = 80,
        lines: int = 24,
        environ: Mapping[str, str] | None = None,
        runner: Sequence[str] = (),
    ) -> None:
        self._tmux = (*runner, "tmux", "-u", "-S", str(folder / "socket"))
        known = os.environ if environ is None else environ
        self._environ = {name: value for name, value in known.items() if name != "TMUX"}
        self._columns = columns
        size = ("-x", str(columns), "-y", str(lines))
        self.run("-f", "/dev/null", "new-session", "-d", "-s", "game", *size, *command)

    def run(self, *arguments: str) -> str:
        """Ask tmux for something and give its answer."""
        return subprocess.run(
            (*self._tmux, *arguments), check=True, capture_output=True, text=True, env=self._environ
        ).stdout

    def keys(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self.run("send-keys", "-t", "game", *keys)

    def lines(self) -> list[str]:
        """Return the lines of the screen, each as wide as the window."""
        shown = self.run("capture-pane", "-p", "-t", "game").split("\n")
        return [line.ljust(self._columns) for line in shown]

    def wait_for(self, text: str) -> None:
        """Read the screen until a text is on it."""
        self.wait_until(lambda lines: any(text in line for line in lines), repr(text))

    def wait_until(self, condition: Callable[[list[str]], bool], what: str) -> None:
        """Read the screen until a condition on its lines is true."""
        deadline = time.monotonic() + TIMEOUT
        while not condition(lines := self.lines()):
            assert time.monotonic() < deadline, "\n".join((f"{what} is not shown:", *lines))
            select.select([], [], [], LOOK_SECONDS)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program, as `kill` does."""
        os.kill(int(self.run("display-message", "-p", "-t", "game", "#{pane_pid}")), number)

    def close(self) -> None:
        """End the server and what runs in it."""
        self.run("kill-server")
