"""Which programs tests need beside Python, and where they are."""

from __future__ import annotations

import os
import shutil

NEEDED = {"ssh": ("ssh", "ssh-keygen", "sshd"), "tmux": ("tmux",)}
"""By the marker of the tests that need them."""

_FOLDERS = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))


def program_path(name: str) -> str | None:
    """Where a program is, also one that only administrators have in their path; None where it is not installed."""
    return shutil.which(name, path=_FOLDERS)


def missing(marker: str) -> list[str]:
    """Which of the programs that tests with a marker need are not installed."""
    return [name for name in NEEDED[marker] if program_path(name) is None]
