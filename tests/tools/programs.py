"""Finds the programs that tests need besides Python."""

from __future__ import annotations

import grp
import os
import shutil

NEEDED = {"ssh": ("ssh", "ssh-keygen", "sshd"), "tmux": ("tmux",)}
"""By the marker of the tests that need them."""

_FOLDERS = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))


def program_path(name: str) -> str | None:
    """Return the path of a program, even in administrators' folders, or None."""
    return shutil.which(name, path=_FOLDERS)


def missing(marker: str) -> list[str]:
    """Return the missing requirements of tests with a marker."""
    lacking = [name for name in NEEDED[marker] if program_path(name) is None]
    if marker == "ssh" and not _sshd_can_open_terminals():
        lacking.append("terminals of the group tty")
    return lacking


def _sshd_can_open_terminals() -> bool:
    """Whether a daemon of whoever runs the tests can: only root may give a terminal to the group tty, if it is not its own."""
    if os.geteuid() == 0:
        return True
    ends = os.openpty()
    try:
        return os.fstat(ends[1]).st_gid == grp.getgrnam("tty").gr_gid
    except KeyError:
        return True
    finally:
        for end in ends:
            os.close(end)
