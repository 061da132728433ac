"""The lesson on poisoned columns."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    After,
    Draws,
    EndsOn,
    LandsOn,
    Loses,
    LosesIn,
    OnlyPoison,
    OnlyWin,
    OpenColumns,
    Threatens,
    WinningCell,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "poisoned",
    N_("Poisoned columns"),
    (
        statement(
            N_(
                "A column is poisoned for you if the other side completes a line just above the cell that is free now."
            )
        ),
        statement(
            N_(
                "Such a cell wins only if somebody fills the one below it. Each side waits for the other to do so."
            )
        ),
        statement(
            N_(
                "Do not waste a winning cell of your own: if you play just below it, the other side fills it next."
            )
        ),
    ),
    (
        Exercise(
            "17434333521442534411736666616",
            Goal.WIN,
            (1,),
            statement(
                N_("Four columns have free cells. Look above each of them before Yellow plays."),
                OpenColumns((1, 2, 5, 7)),
            ),
            statement(
                N_(
                    "Red would win in row {r4} of columns {c2}, {c5} and {c7}. Only column {c1} is not poisoned, and "
                    "it wins."
                ),
                OnlyPoison((2, 5, 7)),
                *(WinningCell(RED, (column, 4)) for column in (2, 5, 7)),
                OnlyWin(1),
            ),
        ),
        Exercise(
            "12441424412214767556662",
            Goal.WIN,
            (1,),
            statement(
                N_("Three of Yellow's six columns are poisoned."),
                OpenColumns((1, 2, 3, 5, 6, 7)),
                OnlyPoison((3, 5, 7)),
            ),
            statement(
                N_(
                    "Columns {c3}, {c5} and {c7} are poisoned: Red would win on top at once. Columns {c2} and {c6} "
                    "lose later; column {c1} wins."
                ),
                OnlyPoison((3, 5, 7)),
                *(LosesIn(column, 1) for column in (3, 5, 7)),
                Loses(2),
                Loses(6),
                OnlyWin(1),
            ),
        ),
        Exercise(
            "14444221314114",
            Goal.WIN,
            (2,),
            statement(
                N_(
                    "Row {r3} of column {c3} wins for Red, but the cell below it is still free. Red must not fill it."
                ),
                WinningCell(RED, (3, 3)),
                LandsOn(3, 2),
                Draws(3),
            ),
            statement(
                N_(
                    "Red keeps its winning cell and wins. With best play of both sides the last disc falls on it."
                ),
                OnlyWin(2),
                EndsOn((3, 3)),
            ),
            {
                3: statement(
                    N_(
                        "Red wastes its winning cell: Yellow fills row {r3} of column {c3}, and only a draw is left."
                    ),
                    Draws(3),
                    After("3", Threatens(3)),
                    After("3", LandsOn(3, 3)),
                )
            },
        ),
        Exercise(
            "6343447543366646533247622",
            Goal.WIN,
            (2,),
            statement(
                N_("Four columns are open, and Yellow to move. Which of them is safe?"),
                OpenColumns((1, 2, 5, 7)),
            ),
            statement(
                N_(
                    "Columns {c1}, {c5} and {c7} are poisoned. Column {c2} is the only safe one, and it wins."
                ),
                OnlyPoison((1, 5, 7)),
                OnlyWin(2),
            ),
        ),
    ),
)
