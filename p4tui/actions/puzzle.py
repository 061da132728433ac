"""The actions of a puzzle. The key bar shows those that make sense next."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.widgets import BOARD_DROP, BOARD_LAST
from p4tui.i18n import N_

ANSWER = Action(
    "puzzle.answer",
    "",
    N_("Answer"),
    N_("Answer with the chosen column"),
    "drop",
    bar=True,
    widget=BOARD_DROP,
)
TRY_AGAIN = replace(ANSWER, label=N_("Again"), description=N_("Try another column"))
"""The same action after a wrong answer."""
GO_ON = replace(ANSWER, label=N_("Next"), description=N_("Go to the next puzzle"))
"""The same action at the end of a puzzle."""
HINT = Action(
    "puzzle.hint", "h", N_("Hint"), N_("Ask for two columns, one of them right"), bar=True
)
SOLUTION = Action("puzzle.solution", "g", N_("Give up"), N_("Give up and see the answer"), bar=True)
NEXT = Action("puzzle.next", "n", N_("Next"), N_("Go to the next puzzle"), "next_task", bar=True)
LATER = Action(
    "puzzle.later", "f,pagedown", N_("See why"), N_("See the next move of best play"), "step(1)"
)
EARLIER = Action(
    "puzzle.earlier", "b,pageup", N_("Earlier"), N_("See the position one move earlier"), "step(-1)"
)
RETURN = Action(
    "puzzle.return",
    "",
    N_("Return"),
    N_("Return to the puzzle"),
    "step(-9999)",
    widget=BOARD_LAST,
)
COPY = Action("puzzle.copy", "c", N_("Copy"), N_("Copy the line to share"))

PUZZLE = (
    ANSWER,
    HINT,
    SOLUTION,
    NEXT,
    LATER,
    EARLIER,
    RETURN,
    COPY,
    HELP,
    Action("puzzle.back", "q,escape", N_("Back"), N_("Back to the puzzles"), bar=True, pinned=True),
    PALETTE,
    REDRAW,
)
"""The actions of a puzzle to solve."""
