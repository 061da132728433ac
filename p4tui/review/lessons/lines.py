"""The lesson on the four directions of lines."""

from __future__ import annotations

from p4tui.core.lines import Direction
from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    Completes,
    Discs,
    LandsOn,
    LinesOfBoard,
    Threatens,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "lines",
    N_("The lines"),
    (
        statement(
            N_(
                "Four discs of one colour in line win: side by side, one above the other, or along a diagonal."
            )
        ),
        statement(
            N_(
                "The board has 69 lines: 24 run across, 21 run up a column, and 24 are diagonals, 12 rising and 12 "
                "falling."
            ),
            LinesOfBoard(69),
            LinesOfBoard(24, Direction.HORIZONTAL),
            LinesOfBoard(21, Direction.VERTICAL),
            LinesOfBoard(12, Direction.RISING),
            LinesOfBoard(12, Direction.FALLING),
        ),
        statement(
            N_("Before each move, look along all of them: diagonals and gaps are easily missed.")
        ),
    ),
    (
        Exercise(
            "434643",
            Goal.LINE,
            (4,),
            statement(
                N_("Red has three discs in column {c4}, one above the other."),
                Discs(RED, ((4, 1), (4, 2), (4, 3))),
            ),
            statement(
                N_("The fourth disc in column {c4} completes the line."),
                Completes(4, Direction.VERTICAL),
            ),
        ),
        Exercise(
            "223355",
            Goal.LINE,
            (4,),
            statement(
                N_("Red has the bottom cells of columns {c2}, {c3} and {c5}."),
                Discs(RED, ((2, 1), (3, 1), (5, 1))),
            ),
            statement(
                N_("The disc falls into the gap and completes the bottom row in column {c4}."),
                Completes(4, Direction.HORIZONTAL),
            ),
        ),
        Exercise(
            "3424553245",
            Goal.LINE,
            (5,),
            statement(
                N_(
                    "A red diagonal rises from the bottom of column {c2} to row {r3} of column {c4}."
                ),
                Discs(RED, ((2, 1), (3, 2), (4, 3))),
            ),
            statement(
                N_("One column further and one row higher: column {c5} completes the diagonal."),
                Completes(5, Direction.RISING),
            ),
        ),
        Exercise(
            "6344324335",
            Goal.LINE,
            (5,),
            statement(
                N_(
                    "Red has row {r4} of column {c3}, row {r3} of column {c4} and the bottom of column {c6}."
                ),
                Discs(RED, ((3, 4), (4, 3), (6, 1))),
            ),
            statement(
                N_(
                    "Column {c5} fills the gap in row {r2}: the diagonal falls from column {c3} to column {c6}."
                ),
                Completes(5, Direction.FALLING),
                Discs(RED, ((3, 4), (4, 3), (6, 1))),
                LandsOn(5, 2),
            ),
        ),
        Exercise(
            "153525",
            Goal.LINE,
            (4,),
            statement(
                N_("Both sides have three in line. Yellow waits in column {c5}."),
                Discs(RED, ((1, 1), (2, 1), (3, 1))),
                Discs(YELLOW, ((5, 1), (5, 2), (5, 3))),
                Threatens(5),
            ),
            statement(
                N_("Red is to move and is first: column {c4} completes the bottom row."),
                Completes(4, Direction.HORIZONTAL),
            ),
            {
                5: statement(
                    N_("This stops Yellow, but column {c4} would have won at once."),
                    Threatens(5),
                    WinsIn(4, 1),
                )
            },
        ),
    ),
)
