"""The lesson on two threats at once."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    After,
    Discs,
    Draws,
    LandsOn,
    LosesIn,
    NoWinNow,
    OnlyHold,
    OnlyThreats,
    OnlyWin,
    OthersLose,
    Threatens,
    WinningCell,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "two-threats",
    N_("Two threats at once"),
    (
        statement(
            N_(
                "One threat can be stopped. Two threats at once cannot: the other side has only one disc to drop."
            )
        ),
        statement(
            N_(
                "So look for the disc that gives you two threats: a third one with both ends free, or a disc where "
                "two of your lines cross."
            )
        ),
        statement(N_("If the other side has such a cell, take it first.")),
    ),
    (
        Exercise(
            "24454",
            Goal.WIN,
            (6,),
            statement(
                N_("Yellow has a pair on the bottom row. Where does a third disc threaten twice?"),
                Discs(YELLOW, ((4, 1), (5, 1))),
            ),
            statement(
                N_(
                    "Three in line with both ends free: columns {c3} and {c7}. Red can stop only one of them."
                ),
                OnlyWin(6),
                WinsIn(6, 2),
                After("6", Threatens(3)),
                After("6", Threatens(7)),
                After("6", NoWinNow()),
            ),
            {
                3: statement(
                    N_(
                        "Red already has the bottom of column {c2}: this third disc has one free end only."
                    ),
                    Discs(RED, ((2, 1),)),
                    After("3", OnlyThreats((6,))),
                ),
                7: statement(
                    N_("This leaves a gap that Red can fill: only one threat, in column {c6}."),
                    After("7", OnlyThreats((6,))),
                ),
            },
        ),
        Exercise(
            "2755433547",
            Goal.WIN,
            (4,),
            statement(
                N_("Red has two discs in column {c4} and two on a diagonal that crosses it."),
                Discs(RED, ((4, 1), (4, 2), (2, 1), (3, 2))),
            ),
            statement(
                N_(
                    "The disc belongs to both lines: column {c4} and the diagonal, which goes on to column {c5}. No "
                    "single disc stops both."
                ),
                OnlyWin(4),
                WinsIn(4, 2),
                After("4", OnlyThreats((4, 5))),
                After("4", NoWinNow()),
            ),
        ),
        Exercise(
            "254231412333",
            Goal.WIN,
            (4,),
            statement(
                N_("Red has two discs side by side in row {r3}, and two in column {c4}."),
                Discs(RED, ((2, 3), (3, 3), (4, 1), (4, 2))),
            ),
            statement(
                N_(
                    "Row {r3} is now open in column {c1}, and column {c4} itself needs one more disc. Every other "
                    "column only draws."
                ),
                WinsIn(4, 2),
                After("4", OnlyThreats((1, 4))),
                After("4", NoWinNow()),
                *(Draws(column) for column in (1, 2, 3, 5, 6, 7)),
            ),
        ),
        Exercise(
            "344534334",
            Goal.WIN,
            (6,),
            statement(
                N_(
                    "Yellow has a pair on the bottom row, and two discs of a diagonal that falls to the right."
                ),
                Discs(YELLOW, ((4, 1), (5, 1), (3, 4), (4, 3))),
            ),
            statement(
                N_(
                    "In column {c6} the row and the diagonal meet. Yellow now threatens column {c5} and column {c7}."
                ),
                OnlyWin(6),
                WinsIn(6, 2),
                After("6", OnlyThreats((5, 7))),
                After("6", NoWinNow()),
                After("6", WinningCell(YELLOW, (5, 2))),
                After("6", WinningCell(YELLOW, (7, 1))),
            ),
        ),
        Exercise(
            "5544544",
            Goal.HOLD,
            (6,),
            statement(
                N_("Now it is Red who is about to threaten twice, on the bottom row."),
                Discs(RED, ((4, 1), (5, 1))),
                After("1", WinsIn(3, 2)),
                After("13", OnlyThreats((2, 6))),
            ),
            statement(
                N_(
                    "Column {c6} is the only move that holds. After any other Red wins with its second disc from now."
                ),
                OnlyHold(6),
                OthersLose((6,), 2),
            ),
            {
                3: statement(
                    N_(
                        "Not enough: Red plays column {c7}, and both rows {r1} and {r2} of column {c6} win. Yellow "
                        "can fill only the lower one."
                    ),
                    LosesIn(3, 2),
                    After("37", WinningCell(RED, (6, 1))),
                    After("37", WinningCell(RED, (6, 2))),
                    After("37", LandsOn(6, 1)),
                )
            },
        ),
    ),
)
