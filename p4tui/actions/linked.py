"""The actions of a game between two terminals, and the key bars of its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p4tui.actions.action import Action
from p4tui.actions.everywhere import HELP, PALETTE, REDRAW
from p4tui.actions.game import COMMANDS, EARLIER, GAME, LATER, PRESENT
from p4tui.actions.stepped import RESULTS
from p4tui.i18n import N_

YES = Action("game.yes", "y", N_("Yes"), N_("Agree to what the other player asks"), "answer(True)")
NO = Action("game.no", "n", N_("No"), N_("Refuse what the other player asks"), "answer(False)")
SAY = Action("game.say", "slash", N_("Write"), N_("Write a message to the other player"))
TALK = Action("game.talk", "i", N_("Messages"), N_("Show who is there, and the last messages"))
MUTE = Action("game.mute", "m", N_("Messages on or off"), N_("Show messages, or no longer"))
DRAW = Action("game.draw", "d", N_("Draw"), N_("Offer a draw"))

_KEPT = (
    *("game.drop", "game.undo", "game.hint", "game.scores", "game.threats", "game.explore"),
    *("game.resign", "game.swap", "game.earlier", "game.later", "game.present"),
)
_SHOWN = {"game.drop", "game.undo", "game.hint"}
_OF_GAME = {each.id: replace(each, bar=each.id in _SHOWN) for each in GAME if each.id in _KEPT}
_LEAVE = next(each for each in GAME if each.id == "game.back")

LINKED = (
    _OF_GAME["game.drop"],
    replace(SAY, bar=True),
    _OF_GAME["game.undo"],
    _OF_GAME["game.hint"],
    COMMANDS,
    replace(DRAW, bar=True),
    *(_OF_GAME[each] for each in _KEPT if each not in {"game.drop", "game.undo", "game.hint"}),
    TALK,
    MUTE,
    YES,
    NO,
    HELP,
    _LEAVE,
    REDRAW,
)
"""The actions of a game in which one player is at another terminal."""


def _with_bar(actions: Sequence[Action], *first: Action) -> tuple[Action, ...]:
    """Return the actions, some first: the key bar shows these, and what it never cuts off."""
    ids = {action.id for action in first}
    others = (action for action in actions if action.id not in ids)
    return (
        *(replace(action, bar=True) for action in first),
        *(replace(action, bar=action.pinned) for action in others),
    )


ASKED = _with_bar(LINKED, YES, NO, SAY, COMMANDS)
"""The same actions while a request of the other player waits."""
SPECTATING = _with_bar(LINKED, SAY, TALK, EARLIER, LATER, COMMANDS)
"""The same actions for a spectator."""
LOOKING_BACK = _with_bar(LINKED, PRESENT, EARLIER, LATER, COMMANDS)
"""The same actions while an earlier position is shown."""

_RESULTS = {action.id: action for action in RESULTS}
LINKED_RESULTS = (
    Action(
        "linked_results.rematch",
        "r",
        N_("Rematch"),
        N_("Ask for another game; the other player starts"),
        "choose('rematch')",
        bar=True,
    ),
    replace(SAY, bar=True),
    *(
        replace(action, bar=action.bar and action.id != "results.undo")
        for action in RESULTS
        if action.id not in {"results.rematch", "results.players", "results.menu"}
        and action not in {HELP, PALETTE, REDRAW}
    ),
    YES,
    NO,
    HELP,
    _RESULTS["results.menu"],
    PALETTE,
    REDRAW,
)
"""The actions after such a game."""
SPECTATED_RESULTS = tuple(
    action
    for action in LINKED_RESULTS
    if action.id not in {"linked_results.rematch", "results.swap", "results.undo"}
)
"""The same actions for a spectator, without what only players ask for."""
ASKED_RESULTS = _with_bar(LINKED_RESULTS, YES, NO, SAY)
"""The same actions while a request of the other player waits."""
