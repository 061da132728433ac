"""The lesson on the middle column."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    BusiestCells,
    Discs,
    Free,
    LinesCross,
    LinesOfBoard,
    LinesThrough,
    OnlyHold,
    OnlyWin,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "centre",
    N_("The centre"),
    (
        statement(
            N_(
                "Lines are not spread evenly. Only 3 of the 69 run through a corner, but 7 through the bottom cell of "
                "the middle column."
            ),
            LinesOfBoard(69),
            *(LinesThrough(corner, 3) for corner in ((1, 1), (7, 1), (1, 6), (7, 6))),
            LinesThrough((4, 1), 7),
        ),
        statement(
            N_(
                "The busiest cells are rows {r3} and {r4} of column {c4}: 13 lines run through each of them."
            ),
            LinesThrough((4, 3), 13),
            LinesThrough((4, 4), 13),
            BusiestCells(((4, 3), (4, 4))),
        ),
        statement(
            N_("Every row and every diagonal that wins has a disc in column {c4}."),
            LinesCross(4),
        ),
    ),
    (
        Exercise(
            "17",
            Goal.WIN,
            (4,),
            statement(
                N_("Both sides have begun in a corner. Only one column wins for Red."),
                Discs(RED, ((1, 1),)),
                Discs(YELLOW, ((7, 1),)),
                OnlyWin(4),
            ),
            statement(
                N_("The middle is still free, and only column {c4} wins."), Free(4, 6), OnlyWin(4)
            ),
        ),
        Exercise(
            "31",
            Goal.WIN,
            (4,),
            statement(
                N_("Yellow has answered in the corner."),
                Discs(YELLOW, ((1, 1),)),
            ),
            statement(
                N_(
                    "Column {c4} beside Red's first disc wins; every other column gives the win away."
                ),
                OnlyWin(4),
                Discs(RED, ((3, 1),)),
            ),
        ),
        Exercise(
            "434",
            Goal.HOLD,
            (4,),
            statement(
                N_("Red has taken the two lowest cells of the middle column."),
                Discs(RED, ((4, 1), (4, 2))),
            ),
            statement(
                N_("Yellow must stop Red in the middle at once: only column {c4} holds."),
                OnlyHold(4),
            ),
        ),
        Exercise(
            "1441",
            Goal.WIN,
            (4,),
            statement(
                N_("The middle column has one disc of each side."),
                Discs(RED, ((4, 2),)),
                Discs(YELLOW, ((4, 1),)),
            ),
            statement(
                N_("Red goes on in the middle: only column {c4} wins."),
                OnlyWin(4),
            ),
        ),
        Exercise(
            "333",
            Goal.WIN,
            (4,),
            statement(
                N_("Nobody has played in the middle yet."),
                Free(4, 6),
            ),
            statement(
                N_("Yellow is the first to do so and wins, but only there."),
                OnlyWin(4),
            ),
        ),
    ),
)
