"""Reads a game off the lines of a screen, wherever the window's size puts its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

UNSEEN = "?"
"""A move that the list has no room for."""


class Numbers(NamedTuple):
    """The line of the column numbers.

    Attributes:
        line: its number on the screen, from 0.
        places: where the number of each column stands, from the first column on; at most nine are read.
    """

    line: int
    places: tuple[int, ...]

    @property
    def step(self) -> int:
        """The width of a column."""
        return self.places[1] - self.places[0]

    def within(self, line: str) -> str:
        """Return what a line of the screen holds below or above the columns."""
        left = self.places[0] - (self.step - 1) // 2
        return line[max(left - 1, 0) : left + len(self.places) * self.step]


def numbers(lines: Sequence[str]) -> Numbers | None:
    """Return the column numbers: the widest row of numbers that counts from 1 in equal steps."""
    rows = [
        Numbers(number, places)
        for number, line in enumerate(lines)
        for start in re.finditer(r"(?<![^\s▜])1(?= +2 )", line)
        if len(places := _counted(line, start.start())) > 2
    ]
    return max(rows, key=lambda row: row.step, default=None)


def _counted(line: str, start: int) -> tuple[int, ...]:
    """Return the places of 1, 2, 3 and so on, as far as they follow each other in equal steps."""
    step = line.index("2", start) - start
    places = []
    for number in range(1, 10):
        place = start + (number - 1) * step
        if line[place - 1 : place + 2].strip() != str(number):
            break
        places.append(place)
    return tuple(places)


def scores(lines: Sequence[str]) -> list[str]:
    """Return the scores in the line below the column numbers."""
    row = numbers(lines)
    return row.within(lines[row.line + 1]).split() if row else []


def moves(lines: Sequence[str]) -> str:
    """Return the moves that the screen lists, in pairs or the last ones in a row; `?` for each that is out of sight."""
    found = next(
        (
            (number, heading)
            for number, line in enumerate(lines)
            if (heading := re.search(r"(?<= )Moves +(\d*) *$", line))
        ),
        None,
    )
    if found is None:
        return ""
    number, heading = found
    pairs: dict[int, str] = {}
    for line in lines[number + 1 :]:
        words = line[heading.start() - 2 :].split()
        if not words or not words[0].isdigit() or not all(map(str.isalnum, words)):
            break
        for index in range(0, len(words), 3):
            pairs[int(words[index])] = "".join(words[index + 1 : index + 3])
    if not pairs:
        return heading[1].strip("0")
    unseen = UNSEEN * (2 * (min(pairs) - 1))
    return unseen + "".join(pairs[number] for number in sorted(pairs))
