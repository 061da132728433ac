"""The lesson on the first moves."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    RED,
    YELLOW,
    After,
    AllLose,
    Discs,
    Draws,
    LatestLoss,
    Loses,
    OnlyWin,
    OthersLose,
    Wins,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "first-moves",
    N_("The first moves"),
    (
        statement(
            N_(
                "Connect Four is solved. Red, who begins, wins with best play, but only in the middle: columns {c3} "
                "and {c5} draw, and the other four lose."
            ),
            OnlyWin(4),
            Draws(3),
            Draws(5),
            *(Loses(column) for column in (1, 2, 6, 7)),
        ),
        statement(
            N_(
                "After a first disc in column {c4} every answer loses. The one on top of it lasts longest: Red then "
                "wins with its 21st disc, the last it has."
            ),
            After("4", AllLose()),
            After("4", LatestLoss(4)),
            After("44", WinsIn(4, 20)),
            WinsIn(4, 21),
        ),
        statement(
            N_(
                "Nobody remembers all of it, and nobody has to. Against people, the middle and an eye on threats go a "
                "long way."
            )
        ),
    ),
    (
        Exercise(
            "",
            Goal.WIN,
            (4,),
            statement(N_("The board is empty, and Red begins.")),
            statement(
                N_("Only the middle wins. Against best play it takes all of Red's 21 discs."),
                OnlyWin(4),
                WinsIn(4, 21),
            ),
        ),
        Exercise(
            "44",
            Goal.WIN,
            (4,),
            statement(
                N_("Yellow has answered on top of Red's disc."),
                Discs(YELLOW, ((4, 2),)),
            ),
            statement(
                N_("Red stays in the middle. Every other column loses."),
                OnlyWin(4),
                OthersLose((4,)),
            ),
        ),
        Exercise(
            "2",
            Goal.WIN,
            (3,),
            statement(
                N_("Red has begun in column {c2}. That is a mistake: Yellow can win now."),
                Discs(RED, ((2, 1),)),
                OnlyWin(3),
            ),
            statement(
                N_(
                    "Only column {c3}, beside Red's disc, wins. Columns {c2} and {c4} draw, and the others lose."
                ),
                OnlyWin(3),
                Draws(2),
                Draws(4),
                OthersLose((2, 3, 4)),
            ),
        ),
        Exercise(
            "3",
            Goal.HOLD,
            (3, 4, 5, 6),
            statement(
                N_(
                    "Red has begun beside the middle. Yellow cannot win by force, but must not lose."
                ),
                *(Draws(column) for column in (3, 4, 5, 6)),
                *(Loses(column) for column in (1, 2, 7)),
            ),
            statement(
                N_("Columns {c3} to {c6} hold the draw. At the edges Yellow loses."),
                *(Draws(column) for column in (3, 4, 5, 6)),
                OthersLose((3, 4, 5, 6)),
            ),
        ),
        Exercise(
            "42",
            Goal.WIN,
            (2, 6),
            statement(
                N_(
                    "Yellow has answered in column {c2}. Two columns win, and the middle is not one of them."
                ),
                Discs(YELLOW, ((2, 1),)),
                Draws(4),
            ),
            statement(
                N_("Columns {c2} and {c6} win. Columns {c4} and {c5} only draw."),
                Wins(2),
                Wins(6),
                Draws(4),
                Draws(5),
            ),
        ),
    ),
)
