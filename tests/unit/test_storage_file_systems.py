"""Which file systems are of a network, and that no write-ahead log is made on them."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.storage import connections, file_systems
from p4tui.storage.file_systems import is_networked, kind_at
from tests.unit.stored import ask, match_of, owned_by, repository_of, saved

MOUNTS = b"""\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 252:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,discard
40 27 0:35 / /data rw,relatime shared:20 master:3 - nfs4 server:/data rw,vers=4.2,addr=10.0.0.1
41 40 0:36 / /data/local rw,relatime - xfs /dev/sdb1 rw
42 27 0:37 / /mnt/my\\040disk\\134\\012 rw - cifs //server/share rw,username=someone
43 27 0:38 / /mnt/ssh rw,nosuid,nodev - fuse.sshfs someone@server:/ rw,user_id=1000
44 27 0:39 / /mnt/ntfs rw - fuseblk /dev/sdc1 rw
45 27 0:40 / /net rw,relatime - autofs /etc/auto.net rw
46 45 0:41 / /net rw,relatime - nfs server:/net rw
47 27 0:42 / /mnt/\xff rw - 9p host rw
48 27 0:43 / /mnt/dash rw - - strange rw

this is no mount
49 27 0:44 / /half rw
50 27 0:45 / /none rw -\x20
"""


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("/", "ext4"),
        ("/var/lib/x", "ext4"),
        ("/proc/self", "proc"),
        ("/data", "nfs4"),
        ("/data/someone/x", "nfs4"),
        ("/database/someone", "ext4"),
        ("/data/local/x", "xfs"),
        ("/data/locals", "nfs4"),
        ("/mnt/my disk\\\n/x", "cifs"),
        ("/mnt/my", "ext4"),
        ("/mnt/ssh/x", "fuse.sshfs"),
        ("/mnt/ntfs/x", "fuseblk"),
        ("/net/x", "nfs"),
        ("/mnt/\udcff/x", "9p"),
        ("/mnt/dash/x", "-"),
        ("/half/x", "ext4"),
        ("/none/x", "ext4"),
        ("relative", None),
    ],
)
def test_the_longest_mount_decides_the_file_system(place: str, kind: str | None) -> None:
    assert kind_at(place, MOUNTS) == kind


def test_without_mounts_the_file_system_is_unknown() -> None:
    assert kind_at("/data", b"") is None


@pytest.mark.parametrize(
    ("kind", "networked"),
    [
        *(("nfs", True), ("nfs4", True), ("cifs", True), ("smb3", True), ("9p", True)),
        *(("fuse.sshfs", True), ("fuse.rclone", True), ("virtiofs", True), ("ceph", True)),
        *(
            ("ext4", False),
            ("btrfs", False),
            ("tmpfs", False),
            ("overlay", False),
            ("fuseblk", False),
        ),
        *(("zfs", False), ("fuse.mergerfs", False)),
    ],
)
def test_network_file_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, networked: bool
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"27 1 252:1 / / rw - {kind} /dev/vda1 rw\n")
    monkeypatch.setattr(file_systems, "MOUNTS", mounts)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "there")
    assert is_networked(link / "games.sqlite3") is networked


def test_without_a_list_of_mounts_a_file_counts_as_local(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_systems, "MOUNTS", tmp_path / "not there")
    assert not is_networked(tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def networked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_bytes(b"27 1 0:1 / / rw - nfs4 server:/ rw\n")
    monkeypatch.setattr(file_systems, "MOUNTS", mounts)


@pytest.mark.usefixtures("networked")
def test_a_new_file_on_a_network_has_a_rollback_journal(path: Path) -> None:
    with repository_of(path) as games:
        saved(games, match_of("44"))
        assert games.journal() == "delete"
        assert not path.with_name(path.name + "-shm").exists()
    with repository_of(path) as games:
        assert games.count() == 1


def test_a_file_copied_to_a_network_gets_one(path: Path, request: pytest.FixtureRequest) -> None:
    with repository_of(path) as games:
        saved(games, match_of("44"))
        assert games.journal() == "wal"
    request.getfixturevalue("networked")
    with repository_of(path) as games:
        assert games.load(1).match == match_of("44")
        assert games.journal() == "delete"
    assert ask(path, "PRAGMA journal_mode") == [("delete",)]


def test_a_file_in_use_keeps_its_log(path: Path, request: pytest.FixtureRequest) -> None:
    with repository_of(path) as games:
        owned = owned_by(games, match_of("44"))
        request.getfixturevalue("networked")
        with repository_of(path) as others:
            assert others.load(1).match == match_of("44")
            assert others.journal() == "wal"
        assert games.save(match_of("445"), owned) == 1
    with closing(connections.connect(path, "mode=ro")) as connection:
        assert connection.execute("SELECT moves FROM games").fetchone()[0] == "445"


@pytest.mark.skipif(not file_systems.MOUNTS.exists(), reason="Linux tells")
def test_the_file_system_of_this_file_is_known() -> None:
    assert kind_at(os.path.realpath(__file__), file_systems.MOUNTS.read_bytes()) is not None
