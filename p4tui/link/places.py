"""Places: where the open games of this machine are. Each is a Unix socket in the folder of the user who opened it.

The folder depends on the user's number alone, so that everybody finds it. Who connects is known from the system and cannot
be forged; only the owner can write into the folder.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

from p4tui.link.errors import LinkError, LinkProblem

BASE = Path("/tmp")  # noqa: S108  the same for every user, and checked
"""The parent of all users' folders."""
_PREFIX = "p4tui-"
_SUFFIX = ".game"
_LOCK = "lock"
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}", re.ASCII)
_MODE, _SOCKET_MODE = 0o755, 0o666


def check_word(word: str) -> str:
    """Return a word that names a game.

    Raises:
        LinkError: it is none: letters, digits, and inside it `_`, `.`, `-`; at most 32.
    """
    if _WORD.fullmatch(word) is None:
        raise LinkError(LinkProblem.WORD, word)
    return word


def user_name(uid: int) -> str:
    """Return the name of a user, or the number of one without a name."""
    try:
        import pwd

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError):
        return str(uid)


def default_word() -> str:
    """Return the word of a game that has been given none: the user's name."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "", user_name(os.getuid())).lstrip("_.-")[:32]
    return name or "game"


def network_address() -> str:
    """Return this machine's address in the network, or that of the machine itself without a network.

    Nothing is sent: the system only says which address it would send from.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation, of no machine
        address: str = probe.getsockname()[0]
        return address
    return "127.0.0.1"


def own_folder() -> Path:
    """Return this user's folder, created where it is missing.

    Raises:
        LinkError: it is not safe to use.
    """
    if not hasattr(socket, "AF_UNIX"):
        raise LinkError(LinkProblem.NO_SOCKETS)
    folder = BASE / f"{_PREFIX}{os.getuid()}"
    try:
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=_MODE)
            folder.chmod(_MODE)  # whatever the umask is
        if not _is_safe(folder, os.getuid()):
            raise LinkError(LinkProblem.FOLDER, str(folder))
    except OSError as error:
        raise LinkError(LinkProblem.FOLDER, f"{folder}: {error.strerror}") from error
    return folder


def _is_safe(folder: Path, uid: int) -> bool:
    """Return whether a folder is a user's own, and nobody else can write into it."""
    found = folder.lstat()
    others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == uid and not others_write


def bind(word: str) -> socket.socket:
    """Open the socket of a game.

    Raises:
        LinkError: this user has opened one of this word already, or the folder is not safe.
    """
    path = own_folder() / f"{check_word(word)}{_SUFFIX}"
    with _alone(path.parent):
        if _answers(path):
            raise LinkError(LinkProblem.TAKEN, word)
        return _bind(path)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep this user's other programs from opening a game at the same moment."""
    import fcntl

    try:
        # Nobody else can open the file, and so hold it locked.
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise LinkError(LinkProblem.FOLDER, f"{folder}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _bind(path: Path) -> socket.socket:
    """Open a socket, in the place of one whose program was killed.

    Raises:
        LinkError: it cannot be opened.
    """
    found = socket.socket(socket.AF_UNIX)
    try:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        found.bind(str(path))
        path.chmod(_SOCKET_MODE)
        found.listen(64)
    except OSError as error:
        found.close()
        raise LinkError(LinkProblem.LISTEN, f"{path}: {error.strerror}") from error
    return found


def unbind(word: str) -> None:
    """Remove the socket of a game."""
    with contextlib.suppress(OSError):
        (BASE / f"{_PREFIX}{os.getuid()}" / f"{word}{_SUFFIX}").unlink()


def _answers(path: Path) -> bool:
    """Return whether a program listens at a socket."""
    with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
        probe.settimeout(1.0)
        probe.connect(str(path))
        return True
    return False


def open_games() -> list[tuple[str, str, Path]]:
    """Return the sockets of this machine, perhaps of programs that have ended: user, word, path; one's own first."""
    found = []
    for folder in BASE.glob(f"{_PREFIX}*"):
        number = folder.name.removeprefix(_PREFIX)
        with contextlib.suppress(OSError, ValueError):
            uid = int(number)
            if str(uid) == number and _is_safe(folder, uid):
                found += [
                    (uid != os.getuid(), user_name(uid), path.name.removesuffix(_SUFFIX), path)
                    for path in folder.glob(f"*{_SUFFIX}")
                    if _WORD.fullmatch(path.name.removesuffix(_SUFFIX))
                ]
    return [entry[1:] for entry in sorted(found)]


def find_game(where: str) -> Path:
    """Return the socket of a game by its word, its user, or `user/word`.

    Raises:
        LinkError: there is none, or there are several.
    """
    user, slash, word = where.partition("/")
    games = [game for game in open_games() if _answers(game[2])]
    if slash:
        paths = [path for name, each, path in games if (name, each) == (user, word)]
    else:
        paths = [path for _name, each, path in games if each == where]
        paths = paths or [path for name, _each, path in games if name == where]
    if not paths:
        raise LinkError(LinkProblem.NO_GAME, where)
    if len(paths) > 1:
        names = ", ".join(f"{name}/{each}" for name, each, path in games if path in paths)
        raise LinkError(LinkProblem.SEVERAL, names)
    return paths[0]


def user_of(connection: socket.socket) -> int:
    """Return the number of the user at the other end of a Unix socket, as the system has it.

    Raises:
        LinkError: the system does not say.
    """
    try:
        if hasattr(socket, "SO_PEERCRED"):
            data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            uid: int = struct.unpack("3i", data)[1]
        else:  # macOS and the BSDs: LOCAL_PEERCRED of SOL_LOCAL, a struct that begins with version and user
            data = connection.getsockopt(0, 1, 76)
            uid = struct.unpack("2I", data[:8])[1]
    except (OSError, struct.error) as error:
        raise LinkError(LinkProblem.NO_SOCKETS) from error
    return uid
