"""What the solver has proven about the exercises. `python -m tests.tools.lessons` writes the table anew.

A line has the moves of the position (`-` for none), the exact score of every column for the side to move (`x` for a full
one), and for every column the best play after it, where the exercise needs it: the answer to a wrong column, then more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

_TABLE = """
434643 | 4 4 6 18 6 6 4 | - - - - - - -
223355 | -4 -2 0 18 -3 -4 -6 | - - - - - - -
3424553245 | -4 -4 15 0 16 -5 -5 | - - - - - - -
6344324335 | 0 2 1 11 16 7 -2 | - - - - - - -
153525 | -18 -18 -18 18 2 -18 -18 | 5 5 5 - - 5 5
13141 | 3 -18 -18 -18 -18 -18 -18 | - 1 1 1 1 1 1
22524 | -18 -18 1 -18 -18 -18 -18 | 3 3 - 3 3 3 3
134344423 | -16 2 -16 -16 -16 -16 -16 | 2 - 2 2 2 2 2
41445 | -17 -17 0 -17 -17 0 -17 | 342 643 - 342 342 - 342
24454 | -4 -4 -6 -3 -5 18 -4 | 443 443 643 624 443 - 642
2755433547 | 0 -2 0 15 -6 -5 -6 | 421 553 443 - 446 443 445
254231412333 | 0 0 0 14 0 0 0 | 444 455 444 - 444 444 444
344534334 | -4 -15 0 0 0 16 0 | 634 245 544 634 644 - 644
5544544 | -16 -16 -16 -16 -16 0 -16 | 342 643 746 342 342 - 342
32452422 | -7 -7 -17 2 -2 -5 -4 | - - 3 - - - -
544344334 | 16 -1 -3 -2 0 -4 -5 | - 153 233 153 243 565 151
414444533476 | -3 -2 -2 x -2 14 -3 | 556 556 356 - 633 - 556
4324634336 | -4 -3 -3 -4 -16 -4 15 | 127 734 724 744 5 724 -
674473445677 | -14 -14 0 -14 -15 -14 -14 | 345 345 - 345 5 345 345
17 | -2 -1 -1 2 -2 -1 -2 | 444 243 433 - 543 333 444
31 | 0 0 0 2 0 0 -2 | 433 345 345 - 444 345 345
434 | -5 -5 -5 0 -5 -5 -5 | 444 444 443 - 443 444 443
1441 | -2 0 0 3 -1 0 0 | 446 442 444 - 445 446 444
333 | -2 -2 0 1 -2 -3 -4 | 455 343 454 - 535 422 454
17434333521442534411736666616 | 3 -6 x x -6 x -6 | - 2 - - 5 - 7
12441424412214767556662 | 2 -6 -9 x -9 -6 -9 | - 163 3 - 5 123 7
14444221314114 | -13 4 0 x -13 -13 -13 | 233 - 327 - 233 233 233
6343447543366646533247622 | -8 2 x x -8 x -8 | 1 - - - 5 - 7
15424444 | -2 13 -2 -2 -2 0 -2 | 243 - 332 225 222 267 224
24423254 | -10 4 -6 -4 -5 -4 -6 | 225 - 224 224 224 332 525
234334364 | -4 6 -8 -1 -9 -4 -8 | 421 - 224 332 256 332 332
425624256 | -3 -4 -4 4 -2 -4 -3 | 454 554 554 - 444 552 454
13666654474434742276223333777622 | 2 x x x -5 x x | - - - - 5 - -
4453455347447335357753771 | 6 -4 x x x -8 x | - 222 - - - 6 -
3342565535363372266667522752 | -6 x x -7 x x 2 | 144 - - 4 - - -
53444553766463351663456453 | 2 -8 x x x x -8 | - 2 - - - - 7
- | -2 -1 0 1 0 -1 -2 | 444 333 444 - 444 555 444
44 | -3 -3 -2 1 -2 -3 -3 | 432 343 554 - 334 545 456
2 | -2 0 1 0 -2 -2 -3 | 542 544 - 444 444 432 432
3 | -2 -2 0 0 0 0 -3 | 455 633 - - - - 423
42 | -2 2 -2 0 0 2 -2 | 444 - 444 444 624 - 444
2353665336471 | -2 -2 -2 -14 -2 13 -2 | 552 551 553 4 633 - 553
1252636225533 | -13 -13 -13 -14 -13 -13 4 | 744 744 744 4 744 744 -
44545343 | -12 -13 -5 -13 -1 -4 15 | 335 335 554 335 523 755 -
27554335 | -3 -4 -2 -6 4 -12 -4 | 445 552 553 445 - 644 553
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven about a position.

    Attributes:
        scores: the exact score of each column from the left, for the side to move; None for a full column.
        lines: the move string of the best play after each column, which may stop before the end; empty if not needed.
    """

    scores: tuple[int | None, ...]
    lines: tuple[str, ...]


@cache
def proofs() -> dict[str, Proof]:
    """Return the proofs by the moves of their position."""
    table = {}
    for row in _TABLE.split("\n"):
        if not row:
            continue
        moves, scores, lines = (part.split() for part in row.split("|"))
        table[moves[0].strip("-")] = Proof(
            tuple(None if score == "x" else int(score) for score in scores),
            tuple(line.strip("-") for line in lines),
        )
    return table
