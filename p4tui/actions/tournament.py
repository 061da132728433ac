"""The actions of the screen of a tournament."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.game import OUTPUT
from p4tui.i18n import N_

PREVIOUS_GAME = Action(
    "tournament.previous", "left", N_("Previous"), N_("See the running game before"), "turn(-1)"
)
NEXT_GAME = Action(
    "tournament.next",
    "right",
    N_("Next"),
    N_("See the next running game"),
    "turn(1)",
    bar=True,
    other=PREVIOUS_GAME,
    both=N_("Game"),
)
BOARD = Action(
    "tournament.board",
    "b",
    N_("Board"),
    N_("Show or hide the board; without it, the table shows more"),
    bar=True,
)
STOP = Action(
    "tournament.stop",
    "q,escape",
    N_("Stop"),
    N_("Stop the tournament; once it is over, leave"),
    bar=True,
    pinned=True,
)
TOURNAMENT = (
    PREVIOUS_GAME,
    NEXT_GAME,
    BOARD,
    replace(OUTPUT, id="tournament.output", bar=True),
    HELP,
    STOP,
    PALETTE,
    REDRAW,
)
LEAVE = replace(STOP, label=N_("Close"))
"""The same key once the tournament is over."""
ENDED = tuple(LEAVE if action is STOP else action for action in TOURNAMENT)
"""The actions of a tournament that is over."""
