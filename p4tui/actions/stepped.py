"""The actions of the results and the replay, which step through a game."""

from __future__ import annotations

from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.game import EXPLORE, SCORES, THREATS
from p4tui.i18n import N_


def _steps(screen: str) -> tuple[Action, ...]:
    """Return the steps through a game; `screen` begins their ids."""
    before, after = N_("See the position one move earlier"), N_("See the position one move later")
    first, last = N_("See the position at the start"), N_("See the final position")
    return (
        Action(f"{screen}.previous", "left", N_("Previous"), before, "step(-1)", bar=True),
        Action(f"{screen}.next", "right", N_("Next"), after, "step(1)", bar=True),
        Action(f"{screen}.first", "home", N_("Start"), first, "step(-9999)"),
        Action(f"{screen}.last", "end", N_("End"), last, "step(9999)"),
    )


RESULTS = (
    Action(
        "results.rematch",
        "n",
        N_("Rematch"),
        N_("Play again; the other player starts"),
        "choose('rematch')",
        bar=True,
    ),
    Action(
        "results.undo",
        "u",
        N_("Undo"),
        N_("Take back the last move and play on"),
        "choose('undo')",
        bar=True,
    ),
    *_steps("results"),
    Action(
        "results.swap", "x", N_("Swap sides"), N_("Play again with sides swapped"), "choose('swap')"
    ),
    Action("results.players", "p", N_("Players"), N_("Change the players"), "choose('players')"),
    replace(SCORES, id="results.scores", bar=False),
    replace(THREATS, id="results.threats"),
    replace(EXPLORE, id="results.explore"),
    Action("results.copy", "c", N_("Copy"), N_("Copy the moves"), "choose('copy')"),
    HELP,
    Action(
        "results.menu",
        "q",
        N_("Menu"),
        N_("Back to the menu"),
        "choose('menu')",
        bar=True,
        pinned=True,
    ),
    PALETTE,
    REDRAW,
)
RESUME = Action(
    "replay.play",
    "p",
    N_("Resume"),
    N_("Resume this game, or play from the position shown"),
    "choose('play')",
    bar=True,
)
PLAY_FROM_HERE = replace(
    RESUME, label=N_("Play from here"), description=N_("Start a new game from the position shown")
)
"""The same action at a position where it starts a new game."""
REPLAY = (
    RESUME,
    *_steps("replay"),
    replace(SCORES, id="replay.scores"),
    replace(THREATS, id="replay.threats"),
    replace(EXPLORE, id="replay.explore"),
    Action("replay.copy", "c", N_("Copy"), N_("Copy the moves"), "choose('copy')"),
    Action("replay.delete", "d", N_("Delete"), N_("Delete this game"), "choose('delete')"),
    HELP,
    Action(
        "replay.back",
        "q,escape",
        N_("Back"),
        N_("Back to the saved games"),
        "choose('back')",
        bar=True,
        pinned=True,
    ),
    PALETTE,
    REDRAW,
)
PLAYABLE = (PLAY_FROM_HERE, *REPLAY[1:])
"""The same actions at a position where playing starts a new game."""
