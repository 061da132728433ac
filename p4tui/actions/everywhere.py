"""The actions of every screen."""

from __future__ import annotations

from p4tui.actions.action import Action, fixed
from p4tui.i18n import N_

HELP = Action(
    "app.help",
    "question_mark,f1",
    N_("Help"),
    N_("Show the rules and all keys"),
    "app.help",
    bar=True,
    pinned=True,
)
PALETTE = Action(
    "app.palette", "colon,ctrl+p", N_("Commands"), N_("Search among all commands"), "app.commands"
)
REDRAW = Action(
    "app.redraw", "ctrl+l", N_("Redraw"), N_("Draw the whole screen again"), "app.redraw"
)
EVERYWHERE = (HELP, PALETTE, REDRAW)

INTERRUPT = fixed("ctrl+c", "interrupt")
SUSPEND = fixed("ctrl+z", "suspend_process")
SYSTEM = (INTERRUPT, SUSPEND)
"""Actions whose keys come before all others."""

SAVED_GAMES = Action(
    "",
    "",
    N_("Saved games"),
    N_("Review or resume saved games"),
    "app.open('library')",
)
STATISTICS = Action(
    "",
    "",
    N_("Statistics"),
    N_("Show the results of all players"),
    "app.open('statistics')",
)
PUZZLES = Action(
    "",
    "",
    N_("Puzzles"),
    N_("Positions with one right column"),
    "app.open('puzzles')",
)
SETTINGS = Action("", "", N_("Settings"), N_("Edit the settings"), "app.open('settings')")
LEARN = Action("", "", N_("Learn"), N_("Take a short lesson"), "app.open('learn')")
TOGETHER = Action(
    "",
    "",
    N_("Together"),
    N_("Play with someone at another terminal"),
    "app.open('together')",
)
OPENING = {
    "learn": LEARN,
    "puzzles": PUZZLES,
    "together": TOGETHER,
    "library": SAVED_GAMES,
    "statistics": STATISTICS,
    "settings": SETTINGS,
}
"""The actions that open a screen from anywhere, by its id: rows of the menu, and commands of every palette."""
QUIT = Action("", "", N_("Quit"), N_("Leave the program"), "app.quit")
