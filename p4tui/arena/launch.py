"""Starts programs: their commands with absolute paths, their limits and their environment."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

OPEN_FILES = 256
"""The most files that a program may have open."""
GUARD_SECONDS = 2.0
"""Seconds to wait for the end of the guard."""

_KEPT_VARIABLES = (
    *("PATH", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ"),
    *("JAVA_HOME", "VIRTUAL_ENV"),
)
_LIMITS = f'read -r go || exit; ulimit -c 0; ulimit -n {OPEN_FILES}; {{memory}}exec "$@"'
"""A shell sets the limits: a function between fork and exec is not safe in a process with threads.

It waits for a line first, which is sent when the guard knows of it. If this process is killed before, the line never comes.
"""


def absolute_command(command: str) -> str:
    """Return a command in which every word that names a file here has its absolute path, but for the module after `-m`.

    Programs run in a folder of their own, and saved games are resumed from anywhere.

    Raises:
        ValueError: a quotation mark is not closed.
    """
    words = shlex.split(command)
    kept = {0} if words and "/" not in words[0] else set()
    kept |= {number + 1 for number, word in enumerate(words) if word == "-m"}
    return shlex.join(
        word if number in kept else absolute_word(word) for number, word in enumerate(words)
    )


def absolute_word(word: str) -> str:
    """Return the absolute path of a word that names a file; other words as they are."""
    # These functions take any word: a path would refuse a long one, or a home folder that is not there.
    path = os.path.expanduser(word)  # noqa: PTH111
    if word.startswith("-") or not os.path.exists(path):  # noqa: PTH110
        return word
    return os.path.abspath(path)  # noqa: PTH100  unlike resolve(), it keeps links such as .venv/bin/python


def start_process(
    command: Sequence[str], folder: str, memory_mib: int | None
) -> subprocess.Popen[bytes]:
    """Start a command with pipes and limits, in a session of its own, so without a terminal. It ends with this process.

    Args:
        command: its words.
        folder: where it runs.
        memory_mib: the most memory, in mebibytes, or None.

    Raises:
        OSError: it cannot be started.
        ValueError: a word has a NUL.
    """
    memory = "" if memory_mib is None else f"ulimit -v {memory_mib * 1024}; "
    process = subprocess.Popen(  # noqa: S603  the user names the program
        ["/bin/sh", "-c", _LIMITS.format(memory=memory), "sh", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=clean_environment(os.environ, folder),
        start_new_session=True,
        bufsize=0,
    )
    GUARDED.put(folder, process.pid)
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # the shell was killed
        process.stdin.write(b"\n")
    return process


class Guarded:
    """The folders and groups of processes that end with this process, however it ends: their guard has a list (see `guard`)."""

    def __init__(self) -> None:
        """Start no guard yet: the first folder does."""
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = threading.RLock()  # a signal may end the process while it is held

    def put(self, folder: str, group: int = 0) -> None:
        """Put a temporary folder on the list, with the group that runs in it, or without one."""
        with self._changing:
            if self._process is None:
                self._process = _start_guard()
            self._tell(f"{group} {folder}")

    def remove(self, folder: str) -> None:
        """Take a folder off the list that is no more."""
        with self._changing:
            self._tell(f"- {folder}")

    def close(self) -> None:
        """End the guard, and wait for it."""
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(timeout=GUARD_SECONDS)

    def _tell(self, line: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):  # somebody has killed it
                self._process.stdin.write(os.fsencode(f"{line}\n"))


GUARDED = Guarded()
"""The folders and groups of this process."""


def make_folder() -> str:
    """Make a temporary folder, which is on the list of the guard from before it is there; return it.

    Raises:
        OSError: it cannot be made.
    """
    folder = os.path.join(tempfile.gettempdir(), f"p4tui-program-{secrets.token_hex(8)}")  # noqa: PTH118
    GUARDED.put(folder)
    os.mkdir(folder, 0o700)  # noqa: PTH102
    return folder


def remove_folder(folder: str) -> None:
    """Remove a folder that `make_folder` has made."""
    shutil.rmtree(folder, ignore_errors=True)
    GUARDED.remove(folder)


def _start_guard() -> subprocess.Popen[bytes] | None:
    """Start the guard of this process, in a session of its own, which no Ctrl+C reaches."""
    with contextlib.suppress(OSError):
        return subprocess.Popen(  # noqa: S603  our own script
            [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            bufsize=0,
        )
    return None


def clean_environment(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return what programs need of an environment; temporary files go into their own folder."""
    kept = {name: environ[name] for name in _KEPT_VARIABLES if name in environ}
    return {**kept, "TMPDIR": folder}
