"""The reader of screens finds the parts of a game among those beside them."""

from __future__ import annotations

import pytest

from tests.terminal.reading import moves, numbers, scores

SCREEN = """\
|  Board    7 × 6 ▐ █▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄█   Moves        5  |
|                 ▐  ▄▆▆▄  ▄▆▆▄  ▄▆▆▄  ▄▆▆▄  ▄▆▆▄  ▄▆▆▄  ▄▆▆▄     1 4 4  9 5 4   |
|  Best   1 2 3 4 ▐ █▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄██▄▂▂▄█    2 2 7 10 6     |
|                -2▜  1     2     3     4     5     6     7   ▛   3 6 1          |
| Best   1 2 3 4     -9          +2     .    -9     0?   -9                      |
"""


def lines(text: str) -> list[str]:
    """Return the lines of a screen."""
    return [line[1:-1] for line in text.splitlines()]


def test_the_numbers_are_those_of_the_board() -> None:
    found = numbers(lines(SCREEN))
    assert found is not None
    assert (found.line, found.places) == (3, tuple(range(21, 58, 6)))


def test_the_scores_are_those_below_the_columns() -> None:
    assert scores(lines(SCREEN)) == ["-9", "+2", ".", "-9", "0?", "-9"]


@pytest.mark.parametrize(
    ("drawn", "places"),
    [
        ("|  1  2  3  4  5  6  7   ● Alice|", range(2, 21, 3)),
        ("| 1 2 3 4 5 6 7   |  OOOO  Bob|", range(1, 14, 2)),
        ("|-2   1     2     3     4    10 5 4|", range(5, 24, 6)),
        ("| -2 -1  0 +1  0 -1 -2|", None),
    ],
)
def test_the_numbers_are_found_in_every_drawing(drawn: str, places: range | None) -> None:
    found = numbers(lines(drawn))
    assert (found and found.places) == (places and tuple(places))


@pytest.mark.parametrize(
    ("drawn", "found"),
    [
        (
            "|  Moves             9 |\n|   1 4 4  4 5 5       |\n|   2 2 7  5 6         |\n|   3 3 3              |",
            "442733556",
        ),
        ("|▄▄  Moves   443     |\n| Bob: choose a column |", "443"),
        ("|  Moves               |", ""),
        ("|  Moves             0 |\n|                      |", ""),
        ("|  Moves             3 |\n|   1  4  4            |\n|   2  3               |", "443"),
        ("|  Moves            45 |\n|  22 4 4 23 3         |", "?" * 42 + "443"),
    ],
)
def test_the_moves_are_read_from_pairs_and_from_a_row(drawn: str, found: str) -> None:
    assert moves(lines(drawn)) == found
