"""Starts programs: their commands with absolute paths, their limits and their environment."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

OPEN_FILES = 256
"""The most files that a program may have open."""

_KEPT_VARIABLES = (
    *("PATH", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ"),
    *("JAVA_HOME", "VIRTUAL_ENV"),
)
_LIMITS = f'ulimit -c 0; ulimit -n {OPEN_FILES}; {{memory}}exec "$@"'
"""A shell sets the limits: a function between fork and exec is not safe in a process with threads."""


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
    path = Path(word).expanduser() if word.startswith("~") else Path(word)
    if word.startswith("-") or not path.exists():
        return word
    return os.path.abspath(path)  # noqa: PTH100  unlike resolve(), it keeps links such as .venv/bin/python


def start_process(
    command: Sequence[str], folder: str, memory_mib: int | None
) -> subprocess.Popen[bytes]:
    """Start a command with pipes and limits, in a session of its own, so without a terminal.

    Args:
        command: its words.
        folder: where it runs; removed if the command cannot be started.
        memory_mib: the most memory, in mebibytes, or None.

    Raises:
        OSError: it cannot be started.
    """
    memory = "" if memory_mib is None else f"ulimit -v {memory_mib * 1024}; "
    try:
        return subprocess.Popen(  # noqa: S603  the user names the program
            ["/bin/sh", "-c", _LIMITS.format(memory=memory), "sh", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=clean_environment(os.environ, folder),
            start_new_session=True,
            bufsize=0,
        )
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def kill_strays(folder: str) -> None:
    """Kill the processes whose temporary folder this is: a program may have started some in groups of their own.

    Only Linux tells the environment of processes.
    """
    mark = f"TMPDIR={folder}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)


def clean_environment(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return what programs need of an environment; temporary files go into their own folder."""
    kept = {name: environ[name] for name in _KEPT_VARIABLES if name in environ}
    return {**kept, "TMPDIR": folder}
