"""The actions of a lesson."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action, with_bar
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.lists import BACK
from p4tui.actions.widgets import BOARD_DROP
from p4tui.i18n import N_

DROP = Action(
    "lesson.drop",
    "",
    N_("Drop"),
    N_("Answer with the chosen column"),
    bar=True,
    widget=BOARD_DROP,
)
HINT = Action(
    "lesson.hint", "h", N_("Hint"), N_("Name two columns of which one is right"), bar=True
)
LINE = Action(
    "lesson.line",
    "l",
    N_("Play out"),
    N_("Play the next move of the answer to a wrong column"),
)
NEXT = Action("lesson.next", "n", N_("Next"), N_("Go to the next position"), "go(1)", bar=True)
PREVIOUS = Action(
    "lesson.previous", "b", N_("Previous"), N_("Go to the previous position"), "go(-1)", bar=True
)
LESSON = (
    DROP,
    HINT,
    LINE,
    NEXT,
    PREVIOUS,
    Action("lesson.up", "pageup", N_("Up"), N_("Scroll the text up"), "scroll(-1)"),
    Action("lesson.down", "pagedown", N_("Down"), N_("Scroll the text down"), "scroll(1)"),
    HELP,
    replace(BACK, id="lesson.back", description=N_("Back to the list of lessons")),
    PALETTE,
    REDRAW,
)
"""The actions of a lesson, while a column is asked for."""


AT_TEXT = with_bar(LESSON, replace(DROP, label=N_("Go on"), description=N_("Go to the positions")))
"""The same actions while the text of the lesson is shown."""
_TRY_AGAIN = replace(DROP, label=N_("Again"), description=N_("Try another column"))
AFTER_WRONG = with_bar(LESSON, _TRY_AGAIN, LINE)
"""The same actions after a wrong column."""
AFTER_RIGHT = with_bar(
    LESSON,
    replace(DROP, label=N_("Go on"), description=N_("Go to the next position that is not solved")),
)
"""The same actions after a right column."""
