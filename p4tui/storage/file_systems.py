"""Whether a file lies on a disk of this machine. SQLite's write-ahead log wants memory that all who use a file share."""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
"""Where Linux tells what is mounted where, see proc(5)."""

NETWORKED = frozenset(
    {
        *(
            "9p",
            "acfs",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "coda",
            "davfs",
            "glusterfs",
            "gpfs",
            "gfs2",
        ),
        *("lustre", "ncp", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "pvfs2", "smb3", "smbfs"),
        # Folders of the machine around a virtual one.
        *("prl_fs", "vboxsf", "virtiofs", "vmhgfs"),
        # In user space.
        *(
            "curlftpfs",
            "davfs2",
            "gvfsd-fuse",
            "rclone",
            "s3fs",
            "smbnetfs",
            "sshfs",
            "vmhgfs-fuse",
        ),
    }
)
"""The kinds of file systems whose files other machines may change; those of FUSE without what stands before the dot."""

_ESCAPED = re.compile(rb"\\([0-7]{3})")


def is_networked(path: Path) -> bool:
    """Whether a file is on a file system that other machines may use, too; False where nobody knows."""
    try:
        mounts = MOUNTS.read_bytes()
        place = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    kind = kind_at(place, mounts)
    return kind is not None and kind.removeprefix("fuse.") in NETWORKED


def kind_at(place: str, mounts: bytes) -> str | None:
    """The kind of the file system at a place, None where it is not told.

    Args:
        place: an absolute path without links.
        mounts: what is mounted, as in `MOUNTS`; of two file systems at one place the later one covers the other.
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
