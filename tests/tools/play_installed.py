"""Play two whole games through an installed p4tui, as a user would: one by pipe in plain text, one in the full-screen app.

    python play_installed.py PATH_OF_P4TUI

Needs nothing but the standard library, so that it runs beside a p4tui that was installed without development dependencies.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

PATIENCE = 120.0
"""Seconds within which anything expected must happen."""

MOVES = "4343434"
"""The first player stands four discs on one another."""


def check(condition: object, what: str, output: str) -> None:
    """End the run, with the output that was seen, unless a condition holds."""
    if not condition:
        sys.exit(f"FAILED: {what}\n--- output ---\n{output}")
    print(f"ok: {what}")


def plain_game(program: str, environ: dict[str, str]) -> None:
    """Moves from a pipe; the exercise's sentence and status 0 at the end."""
    result = subprocess.run(
        [program, "play", "--plain", "Alice", "Bob"],
        input="".join(f"{move}\n" for move in MOVES),
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    output = result.stdout + result.stderr
    check("Alice has won" in result.stdout.splitlines(), "the plain game names the winner", output)
    check(result.returncode == 0, "the plain game ends with status 0", output)


class Screen:
    """The program in a pseudo-terminal of 80 x 24."""

    def __init__(self, arguments: list[str], environ: dict[str, str]) -> None:
        self.text = ""
        self._process, self._terminal = pty.fork()
        if not self._process:
            os.execve(arguments[0], arguments, environ)  # noqa: S606 - the program under test, no shell wanted
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def wait_for(self, pattern: str) -> bool:
        """Read until the text without its escape sequences contains a pattern; False if it does not come, or the program ends."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            if not self._read(deadline):
                return False
        return True

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, deadline - time.monotonic()))
        try:
            data = os.read(self._terminal, 65536) if ready else b""
        except OSError:  # the program has ended
            data = b""
        self.text += re.sub(
            r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[^\[])", "", data.decode("utf-8", "replace")
        )
        return bool(data)

    def press(self, keys: str) -> None:
        """Type keys, and drop the output before them."""
        self.text = ""
        os.write(self._terminal, keys.encode())

    def end(self) -> int:
        """Read until the program has ended.

        Returns:
            its status.
        """
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        if time.monotonic() >= deadline:
            os.kill(self._process, 9)
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


def full_screen_game(program: str, environ: dict[str, str]) -> None:
    """Seven keys win the game; the results name the winner; q leaves, by way of the menu."""
    screen = Screen([program, "--animation", "off", "Alice", "Bob"], environ)
    check(screen.wait_for("Alice: choose a column"), "the app opens on the board", screen.text)
    for number, move in enumerate(MOVES, 1):
        screen.press(move)
        last = number == len(MOVES)
        expected = "Alice wins" if last else ("Alice" if number % 2 == 0 else "Bob")
        check(screen.wait_for(expected), f"move {number} is answered", screen.text)
    screen.press("q")
    check(screen.wait_for("."), "q leaves the results", screen.text)
    screen.press("q")
    check(screen.end() == 0, "the app ends with status 0", screen.text)


def main(arguments: list[str]) -> None:
    """Play the games with the program named by the only argument."""
    (program,) = arguments
    with tempfile.TemporaryDirectory() as home:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": home,
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        plain_game(program, environ)
        full_screen_game(program, environ)


if __name__ == "__main__":
    main(sys.argv[1:])
