"""The actions of the explorer, in which a position is walked column by column."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.game import DROP, THREATS
from p4tui.i18n import N_

EXPLORER = (
    replace(
        DROP, id="explorer.enter", label=N_("Go in"), description=N_("Go into the chosen column")
    ),
    Action(
        "explorer.out",
        "b,backspace,pageup",
        N_("Go out"),
        N_("Go back to the position one move earlier"),
        "out",
        bar=True,
    ),
    Action(
        "explorer.again",
        "f,pagedown",
        N_("Forward"),
        N_("Go into the column that you came out of"),
        "again",
    ),
    Action(
        "explorer.play",
        "p",
        N_("Play from here"),
        N_("Play on from here against a level"),
        "play",
        bar=True,
    ),
    replace(THREATS, id="explorer.threats", bar=True),
    Action("explorer.copy", "c", N_("Copy"), N_("Copy the moves"), "copy", bar=True),
    HELP,
    Action(
        "explorer.back",
        "q,escape",
        N_("Back"),
        N_("Back to the previous screen"),
        "back",
        bar=True,
        pinned=True,
    ),
    PALETTE,
    REDRAW,
)
