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
FASTER = Action(
    "game.faster",
    "plus",
    N_("Faster"),
    N_("Less time between moves (computer against computer)"),
    "speed(-1)",
)
SLOWER = Action(
    "game.slower",
    "minus",
    N_("Slower"),
    N_("More time between moves (computer against computer)"),
    "speed(1)",
    other=FASTER,
    both=N_("Speed"),
)
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
THREATS = Action(
    "game.threats",
    "o",
    N_("Threats"),
    N_("Show or hide the cells in which a disc would complete a line"),
)
EXPLORE = Action(
    "game.explore",
    "e",
    N_("Explore"),
    N_("Walk on from here, with scores and your own games"),
)
OUTPUT = Action(
    "game.output",
    "i",
    N_("Program"),
    N_("Show what a program in the game has written"),
)

EARLIER = Action(
    "game.earlier",
    "b,pageup",
    N_("Look back"),
    N_("Look at the position one move earlier; End returns to the game"),
    "look(-1)",
)
LATER = Action(
    "game.later", "f,pagedown", N_("Forward"), N_("Look at the position one move later"), "look(1)"
)
PRESENT = Action(
    "game.present", "", N_("Return"), N_("Return from an earlier position"), widget=BOARD_LAST
)
COMMANDS = replace(PALETTE, label=N_("More"), bar=True)
UNDO = Action("game.undo", "u", N_("Undo"), N_("Take back the last move"), bar=True)
NEW = Action("game.new", "n", N_("New"), N_("Start a new game"), "new_game", bar=True)
WEAKER = Action(
    "game.weaker",
    "left_square_bracket",
    N_("Weaker"),
    N_("Make the computer weaker"),
    "level(-1)",
)
STRONGER = Action(
    "game.stronger",
    "right_square_bracket",
    N_("Stronger"),
    N_("Make the computer stronger"),
    "level(1)",
    bar=True,
    other=WEAKER,
    both=N_("Level"),
)

GAME = (
    DROP,
    UNDO,
    Action("game.redo", "r", N_("Redo"), N_("Redo the move you took back")),
    Action("game.hint", "h", N_("Hint"), N_("Ask which column to play, and why"), bar=True),
    COMMANDS,
    SCORES,
    THREATS,
    EXPLORE,
    OUTPUT,
    NOW,
    WEAKER,
    STRONGER,
    NEW,
    Action("game.resign", "g", N_("Resign"), N_("Resign the game"), "resign", bar=True),
    Action("game.swap", "x", N_("Swap sides"), N_("Swap the players' sides"), bar=True),
    EARLIER,
    LATER,
    PRESENT,
    PAUSE,
    STEP,
    FASTER,
    SLOWER,
    HELP,
    Action("game.back", "q", N_("Menu"), N_("Leave the game"), bar=True, pinned=True),
    REDRAW,
)
"""The actions of a game that a person plays against a computer."""


def _with_bar(*first: Action) -> tuple[Action, ...]:
    """Return the actions of the game, some first: the key bar shows these, and what it never cuts off."""
    ids = {action.id for action in first}
    others = (action for action in GAME if action.id not in ids)
    return (
        *(replace(action, bar=True) for action in first),
        *(replace(action, bar=action.pinned) for action in others),
    )


PEOPLE = tuple(replace(each, bar=False) if each is STRONGER else each for each in GAME)
"""The same actions while two people play."""
PROGRAM = tuple(replace(each, bar=True) if each is OUTPUT else each for each in PEOPLE)
"""The same actions while a person plays against a program, which has no levels."""
WATCHING = _with_bar(PAUSE, STEP, SLOWER, COMMANDS, NEW)
"""The same actions while two computers play."""
WAITING = _with_bar(NOW, UNDO, COMMANDS, NEW)
"""The same actions while a computer thinks: every window shows the key that ends the wait."""
LOOKING_BACK = _with_bar(PRESENT, EARLIER, LATER, COMMANDS)
"""The same actions while an earlier position is shown."""


def named_for_cells(actions: Sequence[Action]) -> Sequence[Action]:
    """Return the actions of a game, named for a cursor that chooses cells."""
    return [CELL_DROP if action is DROP else action for action in actions]
