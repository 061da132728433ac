"""p4tui at the far end of a line: a real sshd on the loopback interface, with keys that are thrown away.

The daemon runs as whoever runs the tests, listens on a free port of 127.0.0.1 and reads nothing but its own temporary
folder. What runs at the far end carries a mark in its environment, so that the process table can be asked for it after the
line has been cut, whoever has adopted it by then.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from tests.terminal.harness import REPOSITORY, TIMEOUT, TerminalProgram, built_environment
from tests.tools.programs import program_path

_MARK = "P4TUI_TEST_LINE"
_PASSED_ON = ("LANG", "LC_*", "NO_COLOR", "COLORTERM")
_ATTEMPTS = 5

_SERVER = """\
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
AcceptEnv {passed_on}
PidFile none
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
PrintMotd no
PrintLastLog no
MaxStartups 100
"""


class Sshd:
    """A daemon of its own; use it as a context manager.

    Args:
        environ: variables that it sets for what runs at its end.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self._environ = environ or {}
        self._folder = tempfile.TemporaryDirectory(prefix="p4tui-ssh-")
        self.folder = Path(self._folder.name)
        for name in ("host", "user"):
            self._tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name))
        self._daemon, self.port = self._started()
        host = (self.folder / "host.pub").read_text()
        (self.folder / "known").write_text(f"[127.0.0.1]:{self.port} {host}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in (*self.sessions(), self._daemon.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._daemon.wait()
        self._folder.cleanup()

    def _tool(self, name: str, *arguments: str) -> None:
        path = program_path(name)
        assert path is not None, f"{name} is not installed"
        subprocess.run((path, *arguments), check=True, capture_output=True)

    def _started(self) -> tuple[subprocess.Popen[bytes], int]:
        """The daemon and its port. A port that somebody takes before the daemon does costs another attempt."""
        path = program_path("sshd")
        assert path is not None, "sshd is not installed"
        if os.geteuid() == 0:
            # What the service of the distribution makes at boot; without it root's daemon does not start.
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        log = self.folder / "log"
        for _ in range(_ATTEMPTS):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port: int = free.getsockname()[1]
            (self.folder / "config").write_text(
                _SERVER.format(port=port, folder=self.folder, passed_on=" ".join(_PASSED_ON))
                + self._setting()
            )
            command = (path, "-D", "-f", str(self.folder / "config"), "-E", str(log))
            daemon = subprocess.Popen(command, stdin=subprocess.DEVNULL)
            if _listens(daemon, log, port):
                return daemon, port
            daemon.kill()
            daemon.wait()
        raise AssertionError(f"sshd does not start:\n{log.read_text()}")

    def _setting(self) -> str:
        """The line of the configuration that sets variables: of several the daemon reads the first."""
        variables = " ".join(f'"{name}={value}"' for name, value in self._environ.items())
        return f"SetEnv {variables}\n" if variables else ""

    def sessions(self) -> list[int]:
        """The daemon's processes that serve a line."""
        parents = _parents()
        family = [self._daemon.pid]
        for pid in family:
            family += (
                child
                for child, parent in parents.items()
                if parent == pid and _command(child).startswith("sshd")
            )
        return family[1:]

    def wait_hung_up(self, seconds: float) -> bool:
        """Wait until the daemon serves no line; tell whether it came to that."""
        deadline = time.monotonic() + seconds
        while sessions := self.sessions():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            _wait_for_end(sessions[0], left)
        return True

    def allow(self, key: str, options: str) -> None:
        """Make a key and let its owner in, with the options of a line of `authorized_keys`."""
        self._tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / key))
        with (self.folder / "user.pub").open("a") as allowed:
            allowed.write(f"{options} {(self.folder / key).with_suffix('.pub').read_text()}")

    def ssh(self, *options: str, environ: Mapping[str, str] | None = None) -> list[str]:
        """The command that opens a line; what is to be run at its far end is to follow.

        Args:
            options: for ssh.
            environ: the variables that are to be passed on, by the name of those that the daemon accepts.
        """
        return [*self.client("user", environ), "-p", str(self.port), *options, "127.0.0.1"]

    def client(self, key: str, environ: Mapping[str, str] | None = None) -> list[str]:
        """The ssh that has a key and knows the daemon; its host is to follow."""
        path = program_path("ssh")
        assert path is not None, "ssh is not installed"
        settings = {
            "IdentitiesOnly": "yes",
            "IdentityFile": f"{self.folder}/{key}",
            "UserKnownHostsFile": f"{self.folder}/known",
            "StrictHostKeyChecking": "yes",
            "BatchMode": "yes",
            "EscapeChar": "none",
            "LogLevel": "ERROR",
            "SendEnv": " ".join(environ or ("LANG",)),
        }
        set_so = (part for name, value in settings.items() for part in ("-o", f"{name}={value}"))
        return [path, "-F", "none", *set_so]


class FarEnd:
    """What runs at the far end of lines of one test: a home of its own, and a mark to find its processes by."""

    def __init__(self, sshd: Sshd) -> None:
        self._sshd = sshd
        self._home = tempfile.TemporaryDirectory(prefix="p4tui-far-")
        self.home = Path(self._home.name)
        """The home at the far end."""

    def line(
        self,
        *command: str,
        before: str = "exec",
        behind: str = "",
        columns: int = 80,
        lines: int = 24,
        environ: Mapping[str, str] | None = None,
    ) -> TerminalProgram:
        """Open a line with a terminal (`ssh -tt`) and run a command at its far end.

        Args:
            command: the program and its arguments.
            before: what the far shell is told before the command; by itself the command takes its place.
            behind: what it is told after it.
            columns: width of the terminal.
            lines: height of the terminal.
            environ: variables that are passed on by ssh itself, beside `LANG`.
        """
        sent = {"LANG": "C.UTF-8", **(environ or {})}
        far = {
            name: value
            for name, value in built_environment(self.home).items()
            if name not in {"LANG", "TERM"}
        }
        assignments = [f"{name}={value}" for name, value in far.items()]
        program = shlex.join(["env", *assignments, f"{_MARK}={self.home}", *command])
        script = f"cd {shlex.quote(str(REPOSITORY))} && {before} {program} {behind}"
        ssh = self._sshd.ssh("-tt", environ=sent)
        return TerminalProgram(
            [*ssh, script],
            columns=columns,
            lines=lines,
            environ=sent,
            others=lambda: [*self._sshd.sessions(), *self.processes()],
        )

    def processes(self) -> dict[int, str]:
        """What still runs at the far end, dead or orphaned lines included: process ids and command lines."""
        return processes(f"{_MARK}={self.home}")

    def the_game(self) -> int:
        """The process id of the one p4tui that runs."""
        found = self.processes()
        (pid,) = (pid for pid, command in found.items() if _is_p4tui(command))
        return pid

    def wait_gone(self, seconds: float) -> float:
        """Wait until nothing runs at the far end any more; return how long that took.

        Raises:
            AssertionError: something goes on; says what, and whether it keeps a processor busy.
        """
        started = time.monotonic()
        while found := self.processes():
            left = seconds - (time.monotonic() - started)
            assert left > 0, "still there: " + ", ".join(
                f"{pid} ({command}; {_cpu_seconds(pid):.2f} s)" for pid, command in found.items()
            )
            _wait_for_end(next(iter(found)), left)
        return time.monotonic() - started

    def wait_for_file(self, path: Path, seconds: float) -> None:
        """Wait until what writes a file at the far end has done so.

        Raises:
            AssertionError: there is no such file.
        """
        self._sshd.wait_hung_up(seconds)
        deadline = time.monotonic() + seconds
        while not (path.exists() and path.read_text()):
            assert time.monotonic() < deadline, f"there is no {path}"
            select.select([], [], [], 0.01)

    def close(self) -> None:
        """End what still runs, and take the home away."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(AssertionError):
            self.wait_gone(TIMEOUT)
        self._home.cleanup()


def processes(mark: str) -> dict[int, str]:
    """Return what runs with a variable in its environment, given as `NAME=VALUE`: process ids and command lines."""
    found = {}
    for pid in _parents():
        with contextlib.suppress(OSError):
            if mark.encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found[pid] = _command(pid)
    return found


def end_all(mark: str) -> None:
    """End what runs with a variable in its environment, and wait until it has ended."""
    while found := processes(mark):
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in found:
            _wait_for_end(pid, TIMEOUT)


def p4tui(*arguments: str) -> Sequence[str]:
    """The command that starts this tree's p4tui."""
    return (sys.executable, "-m", "p4tui", *arguments)


def _is_p4tui(command: str) -> bool:
    return " -m p4tui" in command and "python" in command.split(maxsplit=1)[0]


def _listens(daemon: subprocess.Popen[bytes], log: Path, port: int) -> bool:
    """Wait until the daemon says that it listens on its port, or has ended; what answers there may be another one."""
    deadline = time.monotonic() + TIMEOUT
    while daemon.poll() is None and time.monotonic() < deadline:
        if log.exists() and f"listening on 127.0.0.1 port {port}." in log.read_text():
            return True
        # Nothing can be waited for but the daemon's end; this gives it the processor.
        with contextlib.suppress(subprocess.TimeoutExpired):
            daemon.wait(0.01)
    return False


def _wait_for_end(pid: int, seconds: float) -> None:
    """Wait until a process has ended, at most so long."""
    try:
        end = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        select.select([end], [], [], seconds)
    finally:
        os.close(end)


def _parents() -> dict[int, int]:
    """Every process, and its parent."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                # The second field is a name in brackets, which may hold anything.
                fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
                found[int(folder.name)] = int(fields[1])
    return found


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return (
            Path(f"/proc/{pid}/cmdline")
            .read_bytes()
            .replace(b"\0", b" ")
            .decode(errors="replace")
            .strip()
        )
    return ""


def _cpu_seconds(pid: int) -> float:
    with contextlib.suppress(OSError):
        return time.clock_gettime((~pid << 3) | 2)
    return 0.0
