"""The lesson on the way the computer thinks."""

from __future__ import annotations

from p4tui.i18n import N_
from p4tui.review.lessons.claims import (
    After,
    LevelChooses,
    LooksAhead,
    Loses,
    LosesIn,
    OnlyThreats,
    OnlyWin,
    OthersLose,
    Poisoned,
    ScoreIs,
    WinsIn,
)
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, statement

LESSON = Lesson(
    "computer",
    N_("How the computer thinks"),
    (
        statement(
            N_(
                "The computer tries every column in its mind, then every answer, then every answer to that: it looks "
                "ahead. The further it looks, the more it sees."
            )
        ),
        statement(
            N_(
                "To see a win in two moves it must look 3 discs ahead: its own, the answer, its own again. A win in "
                "three moves takes 5."
            )
        ),
        statement(
            N_(
                "At the end of its look it can only guess. The exact solver of p4tui looks to the end of the game and "
                "never guesses."
            )
        ),
        statement(
            N_(
                "Its score says who wins and how soon: +1 is a win with the last disc of the winner, +2 with the one "
                "before, 0 a draw; with a minus the other side wins. On the empty board the middle scores +1."
            ),
            ScoreIs(4, 1),
            WinsIn(4, 21),
        ),
    ),
    (
        Exercise(
            "2353665336471",
            Goal.WIN,
            (6,),
            statement(
                N_(
                    "A player that looks 1 disc ahead plays column {c4} here. One that looks 3 ahead avoids it and "
                    "plays column {c3}."
                ),
                LooksAhead(1, 4),
                LooksAhead(3, 3),
                LosesIn(4, 1),
            ),
            statement(
                N_("Looking 5 discs ahead shows it: column {c6} wins in three moves."),
                LooksAhead(5, 6),
                WinsIn(6, 3),
                OnlyWin(6),
            ),
            {
                4: statement(
                    N_(
                        "Looking 1 disc ahead, nothing seems wrong. The second disc is Red's, on top. The level "
                        "Careful sees that far and plays any other column."
                    ),
                    Poisoned(4),
                    LevelChooses("careful", (1, 2, 3, 5, 6, 7)),
                ),
                3: statement(
                    N_(
                        "Nothing happens in the next 3 discs, but in the end it loses. Column {c6} wins in three moves."
                    ),
                    WinsIn(6, 3),
                    LosesIn(3, 13),
                ),
            },
        ),
        Exercise(
            "1252636225533",
            Goal.WIN,
            (7,),
            statement(
                N_(
                    "Looking 1 disc ahead chooses column {c4}, looking 3 ahead chooses column {c3}. Both lose. Look "
                    "further."
                ),
                LooksAhead(1, 4),
                LooksAhead(3, 3),
                Loses(4),
                Loses(3),
            ),
            statement(
                N_(
                    "Looking 5 discs ahead sees that every other column loses in two moves at most. Column {c7} even "
                    "wins, in 12 moves: that took the solver."
                ),
                LooksAhead(5, 7),
                OthersLose((7,), 2),
                WinsIn(7, 12),
            ),
        ),
        Exercise(
            "44545343",
            Goal.WIN,
            (7,),
            statement(
                N_(
                    "Red wins in three moves. Looking 1 or 3 discs ahead does not show it: both would play column {c4}."
                ),
                WinsIn(7, 3),
                LooksAhead(1, 4),
                LooksAhead(3, 4),
            ),
            statement(
                N_(
                    "Column {c7} threatens the gap in column {c6}. Yellow must fill it, and Red still wins with its third "
                    "move. Looking 5 discs ahead finds it."
                ),
                WinsIn(7, 3),
                OnlyWin(7),
                After("7", OnlyThreats((6,))),
                LooksAhead(5, 7),
            ),
        ),
        Exercise(
            "27554335",
            Goal.WIN,
            (5,),
            statement(
                N_(
                    "Even 5 discs ahead are too few here: a player that looks so far chooses column {c4}, and loses."
                ),
                LooksAhead(5, 4),
                Loses(4),
            ),
            statement(
                N_(
                    "Only column {c5} wins, in 14 moves: that is a score of +4. No look of a few discs shows it; the "
                    "solver has proven it."
                ),
                OnlyWin(5),
                WinsIn(5, 14),
                ScoreIs(5, 4),
            ),
        ),
    ),
)
