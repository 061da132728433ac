"""`PRESETS`: sets of keys to choose from in the settings."""

from __future__ import annotations

from collections.abc import Mapping

PRESETS: Mapping[str, Mapping[str, str]] = {
    "usual": {},
    "vim": {
        "board.left": "left,h",
        "board.down": "down,j",
        "board.up": "up,k",
        "board.right": "right,l",
        "list.left": "left,h",
        "list.down": "down,j",
        "list.up": "up,k",
        "list.right": "right,l",
        "text.down": "down,j",
        "text.up": "up,k",
        "help.previous": "left,h",
        "help.next": "right,l",
        "results.previous": "left,h",
        "results.next": "right,l",
        "replay.previous": "left,h",
        "replay.next": "right,l",
        # Their own keys are taken.
        "game.hint": "H",
        "lesson.hint": "H",
        "lesson.line": "L",
        "menu.library": "L",
        "puzzle.hint": "H",
        "together.host": "H",
    },
}
"""The keys of actions that each preset changes, the usual one first."""
