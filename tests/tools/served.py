"""Runs `p4tui serve` in a home of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.terminal.harness import REPOSITORY, built_environment

END_SECONDS = 60.0


class Served(NamedTuple):
    """A running server.

    Attributes:
        address: the printed one, with the token.
        process: the server.
        home: where its games are.
    """

    address: str
    process: asyncio.subprocess.Process
    home: Path

    @property
    def origin(self) -> str:
        """What the browser says of its pages."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    def moves(self) -> list[str]:
        """Return the moves of every saved game."""
        listed = self._run("games", "list").splitlines()[1:]
        return [self._run("games", "export", line.split()[0]).strip() for line in listed]

    def _run(self, *words: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "p4tui", *words],
            cwd=REPOSITORY,
            env=environment(self.home),
            capture_output=True,
            text=True,
            check=True,
        ).stdout


def environment(home: Path) -> dict[str, str]:
    """Return the environment of the server, which is told nothing of a browser's terminal."""
    return built_environment(home) | {"TERM": "dumb", "SSH_CONNECTION": "somewhere"}


@asynccontextmanager
async def served(home: Path, *options: str, settings: str = "") -> AsyncIterator[Served]:
    """Run a server on a free port. At the end it must end by SIGTERM, and all its programs with it."""
    folder = home / "config" / "p4tui"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "p4tui", "serve", "--port", "0", *options),
        cwd=REPOSITORY,
        env=environment(home),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        address = (await process.stdout.readline()).decode().strip()
        yield Served(address, process, home)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    assert not programs_of(home)


def programs_of(home: Path) -> list[int]:
    """Return the processes whose home this is."""
    wanted, found = f"HOME={home}\0".encode(), []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]
