"""The actions of the widgets. One with an id can be given other keys; `list.up` means the same in every list."""

from __future__ import annotations

from p4tui.actions.action import Action, fixed
from p4tui.i18n import N_

FAR = 1 << 62
"""More rows than a list has."""

BOARD_DROP = Action("board.drop", "space", "", N_("Drop a disc in the chosen column"))
BOARD_LAST = Action("board.last", "end", "", N_("Choose the last column"), "end(1)")
BOARD = (
    Action("board.left", "left", "", N_("Choose the column on the left"), "move(-1, 0)"),
    Action("board.right", "right", "", N_("Choose the column on the right"), "move(1, 0)"),
    Action("board.up", "up", "", N_("Choose the cell above"), "move(0, 1)"),
    Action("board.down", "down", "", N_("Drop a disc, or choose the cell below")),
    Action("board.first", "home", "", N_("Choose the first column"), "end(-1)"),
    BOARD_LAST,
    Action("board.confirm", "enter", "", N_("Drop a disc in the chosen column"), "drop"),
    BOARD_DROP,
)

DIGITS = tuple(fixed(str(digit), f"digit({digit})") for digit in range(10))

UP = Action("list.up", "up", "", N_("Choose the row above"), "go(-1)")
DOWN = Action("list.down", "down", "", N_("Choose the row below"), "go(1)")
FIRST = Action("list.first", "home", "", N_("Choose the first row"), f"go({-FAR})")
LAST = Action("list.last", "end", "", N_("Choose the last row"), f"go({FAR})")
PAGE_UP = Action("list.page_up", "pageup", "", N_("Move one page up"), "page(-1)")
PAGE_DOWN = Action("list.page_down", "pagedown", "", N_("Move one page down"), "page(1)")
LEFT = Action("list.left", "left", "", N_("Change to the previous value"), "change(-1)")
RIGHT = Action("list.right", "right", "", N_("Change to the next value"), "change(1)")
ACTIVATE = Action("list.activate", "enter,space", "", N_("Open the chosen row"))

CHOICES = (UP, DOWN, FIRST, LAST, LEFT, RIGHT, ACTIVATE)
"""A list of choices."""
ANSWERS = (UP, DOWN, LEFT, RIGHT, ACTIVATE, fixed("tab", "go(1)"), fixed("shift+tab", "go(-1)"))
"""The answers of a dialog, in a row."""
PARTS = (fixed("tab", "go(1)"), fixed("shift+tab", "go(-1)"))
"""More keys of the menu, whose choices are parts of a page."""
CHOICES_BESIDE_BOARD = (UP, DOWN, ACTIVATE)
"""A short list without values: the screen has the other keys."""
GAMES = (UP, DOWN, PAGE_UP, PAGE_DOWN, FIRST, LAST, ACTIVATE)
"""The list of saved games."""
SCROLL_UP = Action("text.up", "up", "", N_("Scroll the text up"), "scroll(-1)")
SCROLL_DOWN = Action("text.down", "down", "", N_("Scroll the text down"), "scroll(1)")
TEXT = (
    SCROLL_UP,
    SCROLL_DOWN,
    fixed("pageup", "page(-1)"),
    fixed("pagedown,space", "page(1)"),
    fixed("home", f"scroll({-FAR})"),
    fixed("end", f"scroll({FAR})"),
)
"""Text that scrolls."""
