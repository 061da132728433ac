"""A club's host: a machine on which several Unix users have terminals, each in a tmux of their own.

The users are numbers without an account, for which nothing is made and nothing remains; the system knows who connects by the
number. They may read everything, for this tree, its Python and what that needs may lie in closed folders, such as root's home
or the temporary one of `.ci/run`; each writes only into a home of its own, and into the folder of open games.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.terminal.harness import REPOSITORY, built_environment
from tests.terminal.remote import end_all
from tests.terminal.tmux import Tmux
from tests.tools.programs import program_path

ALICE, BOB, CAROL = 60_991, 60_992, 60_993
"""Users of the club."""
ROOT = 0
"""Who runs the tests."""


def as_user(user: int) -> Sequence[str]:
    """Return the command that starts another one as a user who may read everything."""
    may_read = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    return (
        ()
        if user == ROOT
        else ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *may_read)
    )


def lacking() -> str:
    """Return why users cannot be changed here; empty if they can."""
    if os.geteuid() != ROOT:
        return "only root can be several users"
    if program_path("setpriv") is None:
        return "setpriv is not installed"
    tried = subprocess.run((*as_user(ALICE), "true"), capture_output=True, text=True, check=False)
    return tried.stderr.strip()


class Club:
    """A machine with users; use it as a context manager."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="club-", dir="/tmp")
        self.folder = Path(self._folder.name)
        self.folder.chmod(0o755)
        self._mark = f"P4TUI_TEST_CLUB={self.folder}"
        games = self.folder / "open"
        games.mkdir()
        games.chmod(0o1777)
        self.programs = self.folder / "bin"
        """The first folder in which all look for programs."""
        self.programs.mkdir()
        p4tui = shlex.join([sys.executable, "-m", "tests.terminal.apart", str(games)])
        self.install("p4tui", f'cd {shlex.quote(str(REPOSITORY))} && exec {p4tui} "$@"')
        self._terminals = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end_all(self._mark)  # what hangs up instead would still write into its home
        self._folder.cleanup()

    def install(self, name: str, script: str) -> None:
        """Give all users a program."""
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def environment(self, user: int) -> dict[str, str]:
        """Return the variables of a user. What counts the coverage cannot write as another user, and is left out."""
        home = self.folder / f"home-{user}"
        with contextlib.suppress(FileExistsError):
            home.mkdir(mode=0o700)
            os.chown(home, user, user)
        built = built_environment(home)
        plain = {name: value for name, value in built.items() if not name.startswith("COVERAGE_")}
        name, _assigned, value = self._mark.partition("=")
        path = f"{self.programs}:{plain['PATH']}"
        return plain | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", name: value}

    def run(self, user: int, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command as a user, without a terminal."""
        return subprocess.run(
            (*as_user(user), *command),
            env=self.environment(user),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def terminal(self, user: int, *command: str) -> Tmux:
        """Open a user's new terminal, and run a command in it."""
        environ = self.environment(user)
        place = Path(environ["HOME"]) / f"terminal-{self._terminals}"
        place.mkdir()
        os.chown(place, user, user)
        self._terminals += 1
        return Tmux(place, *command, environ=environ, runner=as_user(user))
