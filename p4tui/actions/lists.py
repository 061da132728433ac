"""The actions of the screens that are a list or a page of text, and of the dialogs."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action, fixed
from p4tui.actions.everywhere import (
    HELP,
    LEARN,
    PALETTE,
    PUZZLES,
    QUIT,
    REDRAW,
    SAVED_GAMES,
    SETTINGS,
    STATISTICS,
    TOGETHER,
)
from p4tui.actions.widgets import ACTIVATE, SCROLL_DOWN, SCROLL_UP
from p4tui.i18n import N_

RESUME = Action("menu.resume", "r", N_("Resume"), N_("Resume the last unfinished game"))
REVIEW_LAST = Action(
    "menu.review",
    "v",
    N_("Review"),
    N_("Compare the last finished game with perfect play"),
)
EXPLORE = Action(
    "menu.explorer",
    "e",
    N_("Explore"),
    N_("Walk through the openings and your own games"),
    "app.open('explorer')",
)
MENU = (
    Action("menu.play", "p", N_("Play"), N_("Play a game with these choices")),
    RESUME,
    replace(SAVED_GAMES, id="menu.library", keys="l"),
    replace(LEARN, id="menu.learn", keys="n"),
    replace(SETTINGS, id="menu.settings", keys="comma", bar=True),
    replace(STATISTICS, id="menu.statistics", keys="t", bar=True),
    replace(PUZZLES, id="menu.puzzles", keys="z"),
    replace(TOGETHER, id="menu.together", keys="w"),
    EXPLORE,
    REVIEW_LAST,
    HELP,
    replace(QUIT, id="menu.quit", keys="q", bar=True, pinned=True),
    PALETTE,
    REDRAW,
)

BACK = Action(
    "page.back", "q,escape", N_("Back"), N_("Back to the previous screen"), bar=True, pinned=True
)
PAGE = (HELP, BACK, PALETTE, REDRAW)
NEXT_PAGE = Action(
    "help.next",
    "right",
    N_("Next"),
    N_("Show the next page of the manual"),
    "turn(1)",
    bar=True,
)
MANUAL = (
    Action(
        "help.previous",
        "left",
        N_("Previous"),
        N_("Show the previous page of the manual"),
        "turn(-1)",
        bar=True,
    ),
    NEXT_PAGE,
    *PAGE,
)

FIND = Action(
    "library.find", "slash", N_("Find"), N_("Show only the games with a name or a level"), bar=True
)
SHOW = Action(
    "library.show",
    "f",
    N_("Show"),
    N_("Show all games, the unfinished ones, or the finished ones"),
    bar=True,
)
UNDELETE = Action(
    "library.undelete",
    "u",
    N_("Restore"),
    N_("Restore the game deleted last"),
    bar=True,
)
OPEN = Action(
    "library.open", "", N_("Open"), N_("Review the chosen game"), bar=True, widget=ACTIVATE
)
DELETE = Action("library.delete", "d", N_("Delete"), N_("Delete the chosen game"), bar=True)
LIBRARY = (
    OPEN,
    FIND,
    SHOW,
    DELETE,
    UNDELETE,
    HELP,
    replace(BACK, id="library.back"),
    PALETTE,
    REDRAW,
)

JOIN = Action(
    "together.join", "", N_("Join"), N_("Join the chosen game"), bar=True, widget=ACTIVATE
)
TOGETHER_LIST = (
    JOIN,
    Action("together.watch", "w", N_("Watch"), N_("Watch the chosen game"), bar=True),
    Action("together.host", "h", N_("Open"), N_("Open a game for others"), bar=True),
    Action("together.address", "a", N_("Address"), N_("Join a game by its address")),
    Action("together.name", "n", N_("Name"), N_("Change your name in these games")),
    Action("together.refresh", "r", N_("Refresh"), N_("Look for open games again"), bar=True),
    HELP,
    replace(BACK, id="together.back"),
    PALETTE,
    REDRAW,
)

DIALOG = (fixed("escape", "dismiss(None)"), REDRAW)
CONFIRM = (fixed("y,o", "dismiss(True)"), fixed("n,q", "dismiss(False)"))
LOSS = (fixed("y,o", "dismiss(True)"), fixed("n,q,m", "dismiss(False)"))
NOTICE = (SCROLL_UP, SCROLL_DOWN)
SEARCH = (fixed("up", "go(-1)"), fixed("down", "go(1)"))
