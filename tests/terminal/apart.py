"""p4tui with a folder of its own for open games: ``python -m tests.terminal.apart FOLDER ARGUMENTS``."""

from __future__ import annotations

import sys
from pathlib import Path

from p4tui.cli import main
from p4tui.link import places

if __name__ == "__main__":
    places.BASE = Path(sys.argv.pop(1))
    sys.exit(main())
