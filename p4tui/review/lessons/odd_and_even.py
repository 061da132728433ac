"""The lesson on odd and even threats."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    After,
    Discs,
    EndsOn,
    LastColumn,
    OnlyWin,
    WinningCell,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "odd-and-even",
    N_("Odd and even threats"),
    (
        statement(
            N_(
                "Count the rows from the bottom. When all columns but one are full, Red, who began, fills rows {r1}, "
                "{r3} and {r5} of the last one, and Yellow rows {r2}, {r4} and {r6}."
            ),
            LastColumn(RED, (1, 3, 5)),
            LastColumn(YELLOW, (2, 4, 6)),
        ),
        statement(
            N_(
                "So winning cells in odd rows suit Red: odd threats. Yellow wants even threats, in even rows."
            )
        ),
        statement(
            N_(
                "Make such a threat early, even if nobody can reach its cell yet. It does its work at the end."
            )
        ),
    ),
    (
        Exercise(
            "15424444",
            Goal.WIN,
            (2,),
            statement(
                N_("Red can make an odd threat: a winning cell in row {r3}."),
                After("2", WinningCell(RED, (3, 3))),
                OnlyWin(2),
            ),
            statement(
                N_(
                    "The diagonal from column {c1} to column {c4} now lacks only row {r3} of column {c3}. Best play "
                    "ends on that cell."
                ),
                After("2", Discs(RED, ((1, 1), (2, 2), (4, 4)))),
                After("2", WinningCell(RED, (3, 3))),
                EndsOn((3, 3)),
            ),
        ),
        Exercise(
            "24423254",
            Goal.WIN,
            (2,),
            statement(
                N_("Only one column wins for Red. It makes an odd threat."),
                OnlyWin(2),
                After("2", WinningCell(RED, (3, 3))),
            ),
            statement(
                N_(
                    "Row {r3} of column {c3} is Red's winning cell from now on. It takes 14 moves, but best play ends "
                    "there."
                ),
                After("2", WinningCell(RED, (3, 3))),
                EndsOn((3, 3)),
                WinsIn(2, 14),
            ),
        ),
        Exercise(
            "234334364",
            Goal.WIN,
            (2,),
            statement(
                N_("Yellow is to move and needs a winning cell in an even row."),
                OnlyWin(2),
                After("2", WinningCell(YELLOW, (5, 2))),
            ),
            statement(
                N_(
                    "Three discs side by side in row {r2}: column {c5} of that row is an even threat, and best play "
                    "ends on it."
                ),
                After("2", Discs(YELLOW, ((2, 2), (3, 2), (4, 2)))),
                After("2", WinningCell(YELLOW, (5, 2))),
                EndsOn((5, 2)),
            ),
        ),
        Exercise(
            "425624256",
            Goal.WIN,
            (4,),
            statement(
                N_("Look for an even threat of Yellow on a diagonal."),
                After("4", WinningCell(YELLOW, (3, 4))),
            ),
            statement(
                N_(
                    "Row {r4} of column {c3} is the even threat. No other column wins, and best play ends on that cell."
                ),
                OnlyWin(4),
                After("4", WinningCell(YELLOW, (3, 4))),
                EndsOn((3, 4)),
            ),
        ),
    ),
)
