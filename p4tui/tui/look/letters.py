"""Letters of pixels for the title of the menu: six pixels high, in three lines of half blocks. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

LETTER_LINES = 3
"""The height of a letter in lines."""
DISC_PIXELS = 6
"""Width and height of a disc among the letters."""
GAP, BLANK = 1, 2
"""Pixels between two letters, and of a blank between two gaps."""

_LETTERS = {
    "4": ("##..##", "##..##", "######", "....##", "....##", "....##"),
    "A": (".####.", "##..##", "##..##", "######", "##..##", "##..##"),
    "C": (".####", "##...", "##...", "##...", "##...", ".####"),
    "E": ("#####", "##...", "####.", "##...", "##...", "#####"),
    "F": ("#####", "##...", "####.", "##...", "##...", "##..."),
    "I": ("##", "##", "##", "##", "##", "##"),
    "N": ("##..##", "###.##", "######", "##.###", "##..##", "##..##"),
    "P": ("#####.", "##..##", "##..##", "#####.", "##....", "##...."),
    "R": ("#####.", "##..##", "##..##", "#####.", "##.##.", "##..##"),
    "S": (".####", "##...", ".###.", "...##", "...##", "####."),
    "T": ("######", "..##..", "..##..", "..##..", "..##..", "..##.."),
    "U": ("##..##", "##..##", "##..##", "##..##", "##..##", ".####."),
    " ": ("." * BLANK,) * 6,
}
"""The letters that the titles of our languages need, by their rows from the top."""

_HALVES = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


class Title(NamedTuple):
    """A text in letters and discs.

    Attributes:
        letters: the columns of the runs of letters, each with its three lines.
        discs: the columns of the discs, red and yellow in turn.
        width: in characters.
    """

    letters: Sequence[tuple[int, Sequence[str]]]
    discs: Sequence[int]
    width: int


def title_of(text: str) -> Title | None:
    """Return a title with discs for the letters O, or else at both ends; None if a letter has no pixels."""
    if not set(text) <= {*_LETTERS, "O"}:
        return None
    letters, discs, x = [], [], 0
    for is_disc, run in groupby(text if "O" in text else f"O{text}O", lambda letter: letter == "O"):
        if is_disc:
            for _ in run:
                discs.append(x)
                x += DISC_PIXELS + GAP
        else:
            lines = letter_lines("".join(run))
            letters.append((x, lines))
            x += len(lines[0]) + GAP
    return Title(letters, discs, x - GAP)


def letter_lines(text: str) -> Sequence[str]:
    """Return the three lines of a text.

    Raises:
        KeyError: a letter has no pixels.
    """
    gap = "." * GAP
    rows = [gap.join(_LETTERS[letter][row] for letter in text) for row in range(6)]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]
