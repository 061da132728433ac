"""Recognizes network file systems: SQLite's write-ahead log needs memory shared by all programs that use a file."""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
"""Linux's list of mounts, see proc(5)."""

NETWORKED = frozenset(
    {
        *("9p", "acfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "gfs2"),
        *("gpfs", "lustre", "ncp", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "pvfs2"),
        *("smb3", "smbfs"),
        # Folders of a virtual machine's host.
        *("prl_fs", "vboxsf", "virtiofs", "vmhgfs"),
        # FUSE.
        *("curlftpfs", "davfs2", "gvfsd-fuse", "rclone", "s3fs", "smbnetfs", "sshfs"),
        "vmhgfs-fuse",
    }
)
"""The types of file systems that other machines may change; FUSE types without their prefix."""

_ESCAPED = re.compile(rb"\\([0-7]{3})")


def is_networked(path: Path) -> bool:
    """Return whether a file is on a network file system, False if that is unknown."""
    try:
        mounts = MOUNTS.read_bytes()
        place = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    kind = kind_at(place, mounts)
    return kind is not None and kind.removeprefix("fuse.") in NETWORKED


def kind_at(place: str, mounts: bytes) -> str | None:
    """Return the type of the file system at a path, or None if it is unknown.

    Args:
        place: an absolute path without links.
        mounts: the content of `MOUNTS`; of two mounts at one place the later one counts.
    """
    wanted = os.fsencode(place)
    longest, kind = -1, None
    for line in mounts.splitlines():
        mount, _, rest = line.partition(b" - ")
        fields, described = mount.split(b" "), rest.split(b" ")
        if len(fields) < 5 or not described[0]:
            continue
        point = _ESCAPED.sub(lambda found: bytes([int(found[1], 8) & 0xFF]), fields[4])
        within = wanted == point or wanted.startswith(point.rstrip(b"/") + b"/")
        if within and len(point) >= longest:
            longest, kind = len(point), os.fsdecode(described[0])
    return kind
