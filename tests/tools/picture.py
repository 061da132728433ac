"""Draws the picture of the README with the app: `python -m tests.tools.picture [FILE]`."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from p4tui import i18n
from p4tui.options import Options
from p4tui.play.seats import Person
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.tui.app import P4App

PICTURE = Path(__file__).parents[2] / ".github" / "game.svg"
MOVES = "4434352536"
"""A game in the middle: both have built, nobody has won."""
SIZE = (80, 24)


async def picture() -> str:
    """Return the game after `MOVES`, as SVG."""
    setup = Setup(red=Person("Alice"), yellow=Person("Bob"))
    app = P4App(setup, Options(language="en", animation=False), Settings())
    async with app.run_test(size=SIZE) as pilot:
        for move in MOVES:
            await pilot.press(move)
        await pilot.pause()
        return app.export_screenshot(title="p4tui")


def main(arguments: list[str]) -> None:
    """Write the picture to a file, by default to that of the README."""
    for name in ("NO_COLOR", "SSH_CONNECTION", "SSH_TTY"):
        os.environ.pop(name, None)
    os.environ |= {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
    i18n.activate("en")
    path = Path(arguments[0]) if arguments else PICTURE
    path.write_text(asyncio.run(picture()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
