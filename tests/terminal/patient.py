"""p4tui that takes its time: ``python -m tests.terminal.patient ARGUMENT...``.

Its computers search until they are told to move, so that what is seen or measured while one of them thinks does not depend
on how far it gets on this machine. The second Ctrl+C quits however late it comes. A paste may come in pieces, however long
one of them is waited for; where a sequence may, too, the variable ESCDELAY says how long in milliseconds.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from p4tui.cli import main
from p4tui.engine.limit import Limit
from p4tui.players import levels
from p4tui.tui import app
from p4tui.tui.terminal import decoder

if __name__ == "__main__":
    app.QUIT_SECONDS = 3600.0
    vars(decoder)["PASTE_PAUSE"] = 3600.0
    levels.LEVELS = tuple(replace(level, limit=Limit()) for level in levels.LEVELS)
    sys.exit(main(sys.argv[1:]))
