"""Draws the pictures of the README from a real terminal: `python -m tests.tools.picture [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from tests.tools.rasteriser import save
from tests.tools.terminal_picture import picture

FOLDER = Path(__file__).parents[2] / ".github"
MOVES = "2355435423315446663"
"""A game that red wins with a diagonal."""
MIDDLE = 14
"""The moves of the picture of a game: both have built, nobody has won."""
GAME = ("p4tui", "play", "Alice", "Bob", "--animation", "off")
PICTURES = {
    "menu": (("p4tui",), ()),
    "game": (GAME, (MOVES[:MIDDLE],)),
    "results": (GAME, (MOVES,)),
    "review": (GAME, (MOVES, "<Wait>", "v", "<Wait>", "<Run:1>", *["<Left>"] * 6, "<Wait>")),
}
"""Command and keys of each picture, by its name."""
SCALE = 2
COLOURS = 200


def main(arguments: list[str]) -> None:
    """Write the pictures to a folder, by default to that of the README."""
    folder = Path(arguments[0]) if arguments else FOLDER
    for name, (command, keys) in PICTURES.items():
        path = folder / f"{name}.png"
        image = picture(command, keys=keys, scale=SCALE)
        # The smoothed edges of letters have thousands of colours.
        save(image.quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB"), path)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
