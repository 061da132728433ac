"""p4tui with clocks that can be put forward: ``python -m tests.terminal.leaping FILE ARGUMENT...``.

The file says by how many seconds. So time passes, as much as a test wants, and no machine is too slow for what it does before.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from p4tui.cli import main


def leap(file: Path, seconds: float) -> None:
    """Put the clocks forward by so many seconds since the start."""
    file.write_text(str(seconds), encoding="utf-8")


def _run(file: Path, arguments: list[str]) -> int:
    def now() -> float:
        return time.monotonic() + float(file.read_text(encoding="utf-8"))

    from p4tui.plain.game import PlainGame
    from p4tui.tui.game.clock_face import AwakeTime

    # Both have the time of the system by default.
    assert AwakeTime.__init__.__defaults__ == (time.monotonic,)
    AwakeTime.__init__.__defaults__ = (now,)
    defaults = PlainGame.__init__.__kwdefaults__
    assert defaults is not None and defaults["now"] is time.monotonic
    defaults["now"] = now
    return main(arguments)


if __name__ == "__main__":
    sys.exit(_run(Path(sys.argv[1]), sys.argv[2:]))
