"""Who plays which game: locks that end with the process that holds them, however it ends.

One file beside the database, one byte for each game. Record locks belong to a process, and the system takes them all
back as soon as the process closes any descriptor of the file: so a process opens each lock file once, however many
`Claims` it makes, and remembers itself which of them has what.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from p4tui.storage.holders import ask_to_end, holder_of

WHOLE = 0
"""The byte that stands for the database as a whole: game numbers begin at 1."""
PATIENCE = 10.0
"""Seconds to wait for the database as a whole; whoever has it makes tables, which takes milliseconds."""
_POLL = 0.02
_TRIES = 10
_MOMENT = 0.002
"""Seconds between two tries: another process that only looks whether a game is taken has it for some microseconds."""
END_PATIENCE = 8.0
"""Seconds for another program to save everything and end; it waits at most five for its disk."""

Identity = tuple[int, int]
"""What tells a file from every other one that is there at the same time: its device and its number on it."""


def identity_of(path: Path) -> Identity | None:
    """Which file has this name now, links followed; None where none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int, byte: int) -> bool:
        os.lseek(descriptor, byte, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _give(descriptor: int, byte: int) -> None:
        os.lseek(descriptor, byte, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(descriptor: int, byte: int) -> bool:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:  # a file system without locks
            return True
        return True

    def _give(descriptor: int, byte: int) -> None:
        with contextlib.suppress(OSError):
            fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, byte)


class _LockFile:
    """A lock file that this process has open.

    Attributes:
        owners: who of this process has a byte.
        users: who of this process uses the file; the last one closes it.
    """

    def __init__(self, descriptor: int, identity: Identity) -> None:
        self.identity = identity
        self.descriptors = [descriptor]
        self.owners: dict[int, Claims] = {}
        self.users: set[Claims] = set()

    def take(self, byte: int, claims: Claims) -> bool:
        """A byte for somebody; whether it is theirs."""
        if byte not in self.owners and _take(self.descriptors[0], byte):
            self.owners[byte] = claims
        return self.owners.get(byte) is claims

    def give(self, byte: int, claims: Claims) -> None:
        """Give a byte back, if it is theirs."""
        if self.owners.get(byte) is claims:
            del self.owners[byte]
            _give(self.descriptors[0], byte)


class _Process:
    """The lock files that this process has open. A process that forks hands no lock on: the child begins without any."""

    def __init__(self) -> None:
        self.guard = threading.RLock()
        self.files: dict[Identity, _LockFile] = {}

    def forget(self) -> None:
        """Begin anew, in the child of a fork. Closing what the parent has open takes nothing from the parent."""
        files, self.guard, self.files = self.files, threading.RLock(), {}
        for file in files.values():
            for claims in file.users:
                claims.forget()
            for descriptor in file.descriptors:
                os.close(descriptor)

    def join(self, path: Path) -> _LockFile | None:
        """The lock file of this name, made if need be; None where there can be none."""
        identity = identity_of(path)
        file = None if identity is None else self.files.get(identity)
        if file is not None:
            return file
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        found = os.fstat(descriptor)
        identity = (found.st_dev, found.st_ino)
        if identity in self.files:  # it got this name just now
            self.files[identity].descriptors.append(descriptor)
        else:
            self.files[identity] = _LockFile(descriptor, identity)
        return self.files[identity]

    def leave(self, file: _LockFile, claims: Claims) -> None:
        """Use a lock file no longer."""
        for byte in [byte for byte, owner in file.owners.items() if owner is claims]:
            file.give(byte, claims)
        file.users.discard(claims)
        if not file.users and self.files.pop(file.identity, None) is not None:
            for descriptor in file.descriptors:
                os.close(descriptor)


_PROCESS = _Process()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_PROCESS.forget)


class Claims:
    """The games that are played by whoever holds this. Where there can be no lock file, every claim is granted."""

    def __init__(self, path: Path) -> None:
        """Claims in a lock file, made when it is first needed, and anew if somebody deletes it."""
        self._path = path
        self._file: _LockFile | None = None
        self._held: set[int] = set()

    def claim(self, number: int) -> bool:
        """Take a game; False if another process, or another one of these, has it."""
        for tried in range(_TRIES):
            if tried:
                time.sleep(_MOMENT)
            if self._lock(number):
                return True
        return False

    def release(self, number: int) -> None:
        """Give a game back."""
        with _PROCESS.guard:
            self._held.discard(number)
            if self._file is not None:
                self._file.give(number, self)

    def taken(self, number: int) -> bool:
        """Whether somebody else has a game."""
        with _PROCESS.guard:
            if number in self._held:
                return False
            granted = self._lock(number)
            if granted:
                self.release(number)
            return not granted

    def holder(self, number: int) -> int | None:
        """The process that has a game, None where that is unknown, this one itself, or none at all."""
        with _PROCESS.guard:
            file = self._joined()
            if file is None or number in file.owners:
                return None
            return holder_of(file.descriptors[0], number)

    def take_over(self, number: int, patience: float = END_PATIENCE) -> bool:
        """Take a game, also from another program: that is made to end, and is waited for. Whether the game was had in time.

        Only the process that has the game is ever told to end, and none where it is unknown.
        """
        process = self.holder(number)
        if self.claim(number):
            return True
        # Whoever only looked at the game for a moment does not have it before and after those tries.
        if process is None or process != self.holder(number) or not ask_to_end(process):
            return self.claim(number)
        now = time.monotonic()
        until, firmly = now + patience, now + patience / 2
        while not (granted := self._lock(number)) and (now := time.monotonic()) < until:
            if now > firmly:
                firmly = until
                if process == self.holder(number):
                    ask_to_end(process, firmly=True)
            time.sleep(_POLL)
        return granted

    @contextlib.contextmanager
    def whole(self, patience: float | None = None) -> Iterator[bool]:
        """Keep everybody else from making, mending or moving the database; False if it could not be had in time.

        Args:
            patience: seconds to wait for it; `PATIENCE` unless given.
        """
        until = time.monotonic() + (PATIENCE if patience is None else patience)
        while not (granted := self._lock(WHOLE)) and time.monotonic() < until:
            time.sleep(_POLL)
        try:
            yield granted
        finally:
            if granted:
                self.release(WHOLE)

    def close(self) -> None:
        """Give everything back."""
        with _PROCESS.guard:
            self._held.clear()
            if self._file is not None:
                _PROCESS.leave(self._file, self)
                self._file = None

    def forget(self) -> None:
        """Nothing is held any more: this is the child of a fork."""
        self._held.clear()
        self._file = None

    def _lock(self, number: int) -> bool:
        with _PROCESS.guard:
            file = self._joined()
            granted = file is None or file.take(number, self)
            if granted:
                self._held.add(number)
            return granted

    def _joined(self) -> _LockFile | None:
        """The lock file that has the name now. Where it is another one than before, what is held is taken again in it."""
        if self._file is not None and self._file.identity == identity_of(self._path):
            return self._file
        file = _PROCESS.join(self._path)
        if self._file is not None:
            _PROCESS.leave(self._file, self)
        self._file = file
        if file is not None:
            file.users.add(self)
            self._held = {number for number in self._held if file.take(number, self)}
        return file
