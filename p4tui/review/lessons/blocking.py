"""The lesson on stopping the other side's lines."""

from __future__ import annotations

from p4tui.core.lines import Direction
from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    After,
    Discs,
    LandsOn,
    NoWinNow,
    OthersLose,
    Threatens,
    ThreatsRun,
    WinningCell,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

_TWO_ENDS = (
    *(After(f"{column}3", Threatens(2)) for column in (1, 4, 5, 7)),
    *(After(f"{column}3", Threatens(6)) for column in (1, 4, 5, 7)),
    *(After("26", Threatens(column)) for column in (3, 7)),
)
"""Wherever else Yellow plays, a third disc of Red beside the pair makes two threats."""

LESSON = Lesson(
    "blocking",
    N_("Stop the other side"),
    (
        statement(
            N_(
                "Three discs of a line whose fourth cell can be filled now are a threat. If you cannot win first, "
                "fill that cell yourself."
            )
        ),
        statement(
            N_(
                "Ask two questions before every move. Can I complete a line? If not, can the other side?"
            )
        ),
        statement(
            N_("The threat may be anywhere in the line: at an end, or in a gap between the discs.")
        ),
    ),
    (
        Exercise(
            "13141",
            Goal.BLOCK,
            (1,),
            statement(
                N_("Red has three discs in column {c1}. Yellow has no line to complete."),
                Discs(RED, ((1, 1), (1, 2), (1, 3))),
                NoWinNow(),
            ),
            statement(
                N_(
                    "A yellow disc on top stops column {c1}. After any other move Red wins at once."
                ),
                Threatens(1),
                OthersLose((1,), 1),
            ),
        ),
        Exercise(
            "22524",
            Goal.BLOCK,
            (3,),
            statement(
                N_("Red has the bottom cells of columns {c2}, {c4} and {c5}."),
                Discs(RED, ((2, 1), (4, 1), (5, 1))),
            ),
            statement(
                N_("The gap was the threat: without column {c3} the bottom row wins for Red."),
                Threatens(3),
                OthersLose((3,), 1),
            ),
        ),
        Exercise(
            "134344423",
            Goal.BLOCK,
            (2,),
            statement(
                N_("No row and no column of Red is dangerous here. Look along the diagonals."),
                Threatens(2),
                ThreatsRun(Direction.RISING),
            ),
            statement(
                N_(
                    "Red had the bottom of column {c1}, row {r3} of column {c3} and row {r4} of column {c4}. Row {r2} "
                    "of column {c2} was the gap."
                ),
                Discs(RED, ((1, 1), (3, 3), (4, 4))),
                WinningCell(RED, (2, 2)),
            ),
        ),
        Exercise(
            "41445",
            Goal.HOLD,
            (3, 6),
            statement(
                N_(
                    "Red has only two discs side by side, but the cells beside them are free at both ends."
                ),
                Discs(RED, ((4, 1), (5, 1))),
                LandsOn(3, 1),
                LandsOn(6, 1),
            ),
            statement(
                N_(
                    "One disc beside the pair is enough. Elsewhere, Red makes three with two free ends, and only one "
                    "of them can be stopped."
                ),
                OthersLose((3, 6), 2),
                *_TWO_ENDS,
            ),
        ),
    ),
)
