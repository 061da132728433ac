"""p4tui on a disk where each write of a saved game takes half a second: ``python -m tests.terminal.slow_disk ARGUMENT...``."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from p4tui.cli import main
from p4tui.storage import connections

WRITE_SECONDS = 0.5
"""How long a write takes."""

_to_disk = connections.sync_to_disk


def to_disk_slowly(path: Path) -> None:
    """As `connections.sync_to_disk`, after which a save is done."""
    threading.Event().wait(WRITE_SECONDS)
    _to_disk(path)


if __name__ == "__main__":
    connections.sync_to_disk = to_disk_slowly
    sys.exit(main(sys.argv[1:]))
