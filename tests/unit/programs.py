"""Programs for tests: a good one, and small ones that break every rule. Each is the source of a Python file."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

PRELUDE = """\
import os, signal, sys, time
moves = []
def say(text):
    print(text, flush=True)
def turns(answer):
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            say("ugiok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            moves[:] = map(int, words[3:])
        elif words[0] == "go":
            answer()
        elif words[0] == "quit":
            break
def good():
    say(f"bestmove {next(c for c in range(1, 8) if moves.count(c) < 6)}")
"""
"""What the programs share: `turns` answers everything but `go`."""

GOOD = "turns(good)"
ECHO = "turns(lambda: say(f'bestmove {len(moves) + 1}'))"
"""Answers with the number of the move."""

ANSWERS: dict[str, tuple[str, int | None]] = {
    "a full column": ("bestmove 4", 3),
    "a column off the board": ("bestmove 8", 7),
    "zero": ("bestmove 0", -1),
    "a negative number": ("bestmove -1", None),
    "a huge number": ("bestmove " + "9" * 100, None),
    "a word": ("bestmove four", None),
    "digits of another script": ("bestmove \\u0664", None),
    "wide digits": ("bestmove \\uff14", None),
    "nothing": ("bestmove", None),
}
"""Wrong answers, each with the column, counted from 0, that it names."""

SILENT = "time.sleep(60)"
NO_ANSWER = "turns(lambda: None)"
BUSY = "turns(lambda: [None for _ in iter(int, 1)])"
STOPPED = "turns(lambda: os.kill(os.getpid(), signal.SIGSTOP))"
FLOOD = "turns(lambda: [os.write(1, b'x' * 65536) for _ in iter(int, 1)])"
FLOOD_OF_LINES = "turns(lambda: [os.write(1, b'info\\n' * 9999) for _ in iter(int, 1)])"
FLOOD_OF_ERRORS = "turns(lambda: [os.write(2, b'x' * 65536) for _ in iter(int, 1)])"
NO_END = "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]\nturns(good)\nwhile True: time.sleep(60)"
CLOSED = "turns(lambda: (os.close(1), time.sleep(60)))"
EXIT = "turns(lambda: (print('out of ideas', file=sys.stderr), os._exit(3)))"
KILLED = "turns(lambda: os.kill(os.getpid(), 9))"
EXIT_BETWEEN = "turns(lambda: (good(), os._exit(0)))"
FORK = "turns(lambda: os._exit(0) if os.fork() else time.sleep(60))"
DAEMON = """\
def answer():
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.setsid()
        os.write(writing, b"x")
        time.sleep(60)
    os.read(reading, 1)
    say(f"info {pid}")
    good()
turns(answer)
"""
STRANGER = DAEMON.replace(
    'os.write(writing, b"x")', "os.execve('/bin/sleep', ['sleep', '60'], {})"
).replace("os.read", "os.close(writing)\n    os.read")
"""Starts a process in a session of its own, which has another environment by the time of the answer."""
TERMINAL = """\
def answer():
    try:
        os.open("/dev/tty", os.O_RDWR)
        say("info string has a terminal")
    except OSError as error:
        say("info string none")
    say("info string \\x1b[2J\\x1b]0;title\\x07")
    good()
turns(answer)
"""
TWO_ANSWERS = "turns(lambda: say('bestmove 4\\nbestmove 5'))"
LONG_LINE = "turns(lambda: (say('x' * 500_000), good()))"
LOUD = "turns(lambda: (os.write(2, b'x' * 50_000 + b' end'), good()))"
PROMPT = "turns(lambda: say(f'Your move: bestmove {len(moves) + 1}'))"


def source(body: str) -> str:
    """Return the whole source of a program."""
    return PRELUDE + body + "\n"


def program(folder: Path, body: str, prefix: str = "ugi") -> str:
    """Write a program into a folder; return the text of its player."""
    path = folder / "bot.py"
    path.write_text(source(body), encoding="utf-8")
    return f"{prefix}:'{sys.executable}' -IS '{path}'"


def group_of(pid: int, seconds: float = 5.0) -> list[str]:
    """Return the states of the living processes of a group, once none is left or some seconds have passed."""
    deadline = time.monotonic() + seconds
    while (found := _states(pid)) and time.monotonic() < deadline:
        pass
    return found


def is_gone(path: Path, seconds: float = 5.0) -> bool:
    """Return whether a file is gone before some seconds have passed."""
    deadline = time.monotonic() + seconds
    while path.exists() and time.monotonic() < deadline:
        pass
    return not path.exists()


def _states(pid: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split() for line in listed.splitlines())
    return [state for group, state in rows if int(group) == pid and not state.startswith("Z")]
