"""The lesson on zugzwang."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    After,
    EndsOn,
    Free,
    LosesIn,
    OnlyPoison,
    OnlyWin,
    OpenColumns,
    Poisoned,
    Threatens,
    WinningCell,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "zugzwang",
    N_("Zugzwang"),
    (
        statement(
            N_(
                "In Connect Four nobody may pass. Near the end only poisoned columns may be left, and the side to "
                "move must play one of them."
            )
        ),
        statement(
            N_(
                "Chess players call this zugzwang: the duty to move. It is how odd and even threats win."
            )
        ),
        statement(
            N_(
                "So count the free cells of the safe columns. If the number is odd, you fill the last of them, and "
                "the other side must go where it loses."
            )
        ),
    ),
    (
        Exercise(
            "13666654474434742276223333777622",
            Goal.WIN,
            (1,),
            statement(
                N_(
                    "Two columns are left. Column {c1} has 5 free cells. Row {r3} of column {c5} wins for Red."
                ),
                OpenColumns((1, 5)),
                Free(1, 5),
                WinningCell(RED, (5, 3)),
            ),
            statement(
                N_(
                    "Five is odd: Red fills the last cell of column {c1}. Yellow must play column {c5}, and Red wins "
                    "on top."
                ),
                OnlyWin(1),
                After("11111", OpenColumns((5,))),
                After("11111", Poisoned(5)),
                EndsOn((5, 3)),
            ),
            {
                5: statement(
                    N_(
                        "Row {r3} of column {c5} wins for Yellow too: this disc helps the wrong side."
                    ),
                    Poisoned(5),
                    LosesIn(5, 1),
                    WinningCell(YELLOW, (5, 3)),
                )
            },
        ),
        Exercise(
            "4453455347447335357753771",
            Goal.WIN,
            (1,),
            statement(
                N_(
                    "Yellow to move. Columns {c1}, {c2} and {c6} are left; column {c1} has 5 free cells."
                ),
                OpenColumns((1, 2, 6)),
                Free(1, 5),
            ),
            statement(
                N_(
                    "Yellow fills the last cell of column {c1}. Columns {c2} and {c6} are both poisoned for Red, and "
                    "it must choose one."
                ),
                OnlyWin(1),
                After("11111", OpenColumns((2, 6))),
                After("11111", OnlyPoison((2, 6))),
                EndsOn((2, 2)),
            ),
        ),
        Exercise(
            "3342565535363372266667522752",
            Goal.WIN,
            (7,),
            statement(
                N_(
                    "Columns {c1}, {c4} and {c7} are left, with 6, 5 and 3 free cells. Row {r3} of column {c4} wins "
                    "for Red."
                ),
                OpenColumns((1, 4, 7)),
                Free(1, 6),
                Free(4, 5),
                Free(7, 3),
                WinningCell(RED, (4, 3)),
            ),
            statement(
                N_(
                    "Columns {c1} and {c7} have 9 free cells together. Red plays the first and the last of them, and "
                    "Yellow must begin column {c4}."
                ),
                OnlyWin(7),
                Free(1, 6),
                Free(7, 3),
                After("711111177", OpenColumns((4,))),
                After("711111177", Poisoned(4)),
                EndsOn((4, 3)),
            ),
            {
                1: statement(
                    N_(
                        "The number is right, but the column is not: Yellow wins by force in column {c4}."
                    ),
                    LosesIn(1, 2),
                    After("114", Threatens(4)),
                )
            },
        ),
        Exercise(
            "53444553766463351663456453",
            Goal.WIN,
            (1,),
            statement(
                N_("Columns {c1}, {c2} and {c7} are left. Two of them lose at once for Red."),
                OpenColumns((1, 2, 7)),
                LosesIn(2, 1),
                LosesIn(7, 1),
            ),
            statement(
                N_(
                    "Columns {c1} and {c2} have 11 free cells together, an odd number. In the end Yellow must play "
                    "column {c7}, and Red wins in row {r3}."
                ),
                Free(1, 5),
                Free(2, 6),
                OnlyWin(1),
                WinningCell(RED, (7, 3)),
                EndsOn((7, 3)),
            ),
        ),
    ),
)
