"""The actions of the game screen, and the key bars of its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.widgets import BOARD_DROP, BOARD_LAST
from p4tui.i18n import N_

DROP = Action(
    "game.drop", "", N_("Drop"), N_("Drop a disc in the chosen column"), bar=True, widget=BOARD_DROP
)
CELL_DROP = replace(DROP, label=N_("Play cell"), description=N_("Play the chosen cell"))
"""The same action with the cell cursor."""
PAUSE = Action("game.pause", "p", N_("Pause"), N_("Pause or continue (computer against computer)"))
STEP = Action("game.step", "full_stop", N_("Step"), N_("One move only (computer against computer)"))
NOW = Action(
    "game.now",
    "m",
    N_("Move now"),
    N_("Make the computer play the best move it has found"),
    "move_now",
)
SCORES = Action(
    "game.scores",
    "s",
    N_("Scores"),
    N_("Show or hide what each column leads to with best play"),
    bar=True,
)

EARLIER = Action(
    "game.earlier",
    "b,pageup",
    N_("Look back"),
    N_("Look at the position one move earlier; End or any move returns"),
    "look(-1)",
)
LATER = Action(
    "game.later", "f,pagedown", N_("Forward"), N_("Look at the position one move later"), "look(1)"
)
PRESENT = Action(
    "game.present", "", N_("Return"), N_("Return from an earlier position"), widget=BOARD_LAST
)
COMMANDS = replace(PALETTE, bar=True)
UNDO = Action("game.undo", "u", N_("Undo"), N_("Take back the last move"), bar=True)
NEW = Action("game.new", "n", N_("New"), N_("Start a new game"), "new_game", bar=True)
LEVELS = (
    Action(
        "game.weaker",
        "left_square_bracket",
        N_("Weaker"),
        N_("Make the computer weaker"),
        "level(-1)",
        bar=True,
    ),
    Action(
        "game.stronger",
        "right_square_bracket",
        N_("Stronger"),
        N_("Make the computer stronger"),
        "level(1)",
        bar=True,
    ),
)

GAME = (
    DROP,
    UNDO,
    Action("game.redo", "r", N_("Redo"), N_("Redo the move you took back")),
    Action("game.hint", "h", N_("Hint"), N_("Ask which column to play, and why"), bar=True),
    SCORES,
    NOW,
    NEW,
    Action("game.resign", "g", N_("Resign"), N_("Resign the game"), "resign", bar=True),
    COMMANDS,
    *LEVELS,
    Action("game.swap", "x", N_("Swap sides"), N_("Swap the players' sides"), bar=True),
    EARLIER,
    LATER,
    PRESENT,
    PAUSE,
    STEP,
    Action(
        "game.faster",
        "plus",
        N_("Faster"),
        N_("Less time between moves (computer against computer)"),
        "speed(-1)",
    ),
    Action(
        "game.slower",
        "minus",
        N_("Slower"),
        N_("More time between moves (computer against computer)"),
        "speed(1)",
    ),
    HELP,
    Action("game.back", "q", N_("Menu"), N_("Leave the game"), bar=True, pinned=True),
    REDRAW,
)
"""The actions of a game that a person plays against a computer."""


def _with_bar(*ids: str) -> tuple[Action, ...]:
    """Return the actions of the game; the key bar shows only some."""
    return tuple(replace(action, bar=action.id in ids or action.pinned) for action in GAME)


PEOPLE = tuple(replace(each, bar=False) if each in LEVELS else each for each in GAME)
"""The same actions while two people play."""
WATCHING = _with_bar("game.pause", "game.step", "game.faster", "game.slower", "game.new")
"""The same actions while two computers play."""
WAITING = (
    replace(NOW, bar=True),
    *(action for action in _with_bar("game.undo", "game.new") if action.id != NOW.id),
)
"""The same actions while a computer thinks: every window shows the key that ends the wait."""
LOOKING_BACK = (
    *(replace(each, bar=True) for each in (PRESENT, EARLIER, LATER)),
    *(each for each in _with_bar() if each.id not in {EARLIER.id, LATER.id, PRESENT.id}),
)
"""The same actions while an earlier position is shown."""


def named_for_cells(actions: Sequence[Action]) -> Sequence[Action]:
    """Return the actions of a game, named for a cursor that chooses cells."""
    return [CELL_DROP if action is DROP else action for action in actions]
