"""The lesson on the cell above a disc."""

from __future__ import annotations

from p4tui.core.lines import Direction
from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    After,
    Completes,
    Discs,
    LandsOn,
    LosesIn,
    NoWinNow,
    OnlyHold,
    OnlyPoison,
    OnlyThreats,
    OnlyWin,
    OthersLose,
    Poisoned,
    WinningCell,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "cell-above",
    N_("The cell above"),
    (
        statement(N_("Every disc that you drop opens the cell above it for the other side.")),
        statement(
            N_(
                "So look one row higher before you play. If the other side completes a line there, leave the column "
                "alone."
            )
        ),
        statement(
            N_(
                "This works for you as well: threaten to win just below a cell that you need. The other side must "
                "fill the lower cell, and you win on top."
            )
        ),
    ),
    (
        Exercise(
            "32452422",
            Goal.BLOCK,
            (1, 2, 4, 5, 6, 7),
            statement(
                N_("Red can play anywhere but in one column. Which one is it? Play another one."),
                Poisoned(3),
                OnlyPoison((3,)),
            ),
            statement(
                N_(
                    "Column {c3} was the one: Yellow has a diagonal with a gap in row {r3} of it, just above the cell "
                    "that is free now."
                ),
                WinningCell(YELLOW, (3, 3)),
                LandsOn(3, 2),
                After("3", Completes(3, Direction.FALLING)),
            ),
            {
                3: statement(
                    N_("Yellow plays on top of it and completes a diagonal."),
                    LosesIn(3, 1),
                    After("3", Completes(3, Direction.FALLING)),
                )
            },
        ),
        Exercise(
            "544344334",
            Goal.WIN,
            (1,),
            statement(
                N_(
                    "Row {r2} of column {c2} can become a winning cell of Yellow, but nothing lies below it. Make Red "
                    "put a disc there."
                ),
                After("1", WinningCell(YELLOW, (2, 2))),
                LandsOn(2, 1),
            ),
            statement(
                N_(
                    "This threatens the bottom row in column {c2}. Red must fill it, and Yellow completes the "
                    "diagonal on top."
                ),
                OnlyWin(1),
                WinsIn(1, 2),
                After("1", OnlyThreats((2,))),
                After("1", NoWinNow()),
                After("12", Completes(2, Direction.RISING)),
            ),
        ),
        Exercise(
            "414444533476",
            Goal.WIN,
            (6,),
            statement(
                N_(
                    "Red has both ends of the diagonal from column {c4} down to column {c7}. One more disc of it, "
                    "with a threat, decides."
                ),
                Discs(RED, ((4, 4), (7, 1))),
                WinsIn(6, 2),
                After("6", WinningCell(RED, (5, 3))),
            ),
            statement(
                N_(
                    "Row {r2} now wins in column {c5}. Yellow has to stop it there, and Red plays row {r3} on top."
                ),
                OnlyWin(6),
                WinsIn(6, 2),
                After("6", WinningCell(RED, (5, 2))),
                After("6", OnlyThreats((5,))),
                After("6", NoWinNow()),
                After("65", Completes(5, Direction.FALLING)),
                After("65", LandsOn(5, 3)),
            ),
        ),
        Exercise(
            "4324634336",
            Goal.WIN,
            (7,),
            statement(
                N_(
                    "Row {r2} of column {c5} would complete a line for either side. Whoever has to fill the cell "
                    "below it loses."
                ),
                WinningCell(RED, (5, 2)),
                WinningCell(YELLOW, (5, 2)),
                LandsOn(5, 1),
                Poisoned(5),
                After("1", Poisoned(5)),
            ),
            statement(
                N_(
                    "Red threatens the bottom row in column {c5}. Yellow has to go there, and Red wins on top."
                ),
                OnlyWin(7),
                WinsIn(7, 2),
                After("7", OnlyThreats((5,))),
                After("7", NoWinNow()),
                After("75", WinsIn(5, 1)),
            ),
            {
                5: statement(
                    N_("Now the cell above is free, and it is Yellow's turn."),
                    LosesIn(5, 1),
                    After("5", WinsIn(5, 1)),
                )
            },
        ),
        Exercise(
            "674473445677",
            Goal.HOLD,
            (3,),
            statement(
                N_(
                    "Yellow plans the same trick: it needs row {r3} of column {c5}, and looks for a threat in row "
                    "{r2} below it."
                ),
                WinningCell(YELLOW, (5, 3)),
                LandsOn(5, 2),
            ),
            statement(
                N_(
                    "Red takes column {c3} first. There Yellow would have threatened row {r2} of column {c5}, and "
                    "after any other move Red loses in two moves at most."
                ),
                OnlyHold(3),
                After("13", WinningCell(YELLOW, (5, 2))),
                OthersLose((3,), 2),
            ),
            {
                5: statement(
                    N_("This fills the cell below: Yellow completes its line on top at once."),
                    Poisoned(5),
                    LosesIn(5, 1),
                )
            },
        ),
    ),
)
