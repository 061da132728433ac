"""The actions of the results, the replay and the review, which step through a game."""

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
    previous = Action(f"{screen}.previous", "left", N_("Previous"), before, "step(-1)")
    following = Action(
        f"{screen}.next",
        "right",
        N_("Next"),
        after,
        "step(1)",
        bar=True,
        other=previous,
        both=N_("Step"),
    )
    return (
        previous,
        following,
        Action(f"{screen}.first", "home", N_("Start"), first, "step(-9999)"),
        Action(f"{screen}.last", "end", N_("End"), last, "step(9999)"),
    )


REVIEW_GAME = Action(
    "",
    "v",
    N_("Review"),
    N_("Compare every move with perfect play"),
    "choose('review')",
)
"""Opens the review of the game that is shown."""

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
    replace(REVIEW_GAME, id="results.review", bar=True),
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
    replace(REVIEW_GAME, id="replay.review", bar=True),
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

PREVIOUS_MISTAKE = Action(
    "review.previous_mistake",
    "N",
    N_("Previous mistake"),
    N_("Go to the position before the previous mistake"),
    "mistake(-1)",
)
NEXT_MISTAKE = Action(
    "review.next_mistake",
    "n",
    N_("Next mistake"),
    N_("Go to the position before the next mistake"),
    "mistake(1)",
    bar=True,
    other=PREVIOUS_MISTAKE,
    both=N_("Mistakes"),
    capitals=False,
)
PREVIOUS_MOVE, NEXT_MOVE, *_ENDS = (replace(each, bar=False) for each in _steps("review"))
WHY = Action(
    "review.why",
    "w",
    N_("Why"),
    N_("Show or hide why the move is good or bad"),
    bar=True,
)
REVIEW = (
    PREVIOUS_MOVE,
    NEXT_MOVE,
    *_ENDS,
    NEXT_MISTAKE,
    PREVIOUS_MISTAKE,
    Action(
        "review.try",
        "t",
        N_("Try"),
        N_("Try other columns instead of the move; again: show the move"),
        "try_move",
        bar=True,
    ),
    WHY,
    Action(
        "review.line",
        "l",
        N_("Line"),
        N_("Play out best play from here, move by move"),
        bar=True,
    ),
    Action("review.play", "p", N_("Play on"), N_("Play on from here against a level"), bar=True),
    Action(
        "review.side",
        "f",
        N_("Whose"),
        N_("Choose whose mistakes to go to: one player's, or both"),
    ),
    replace(SCORES, id="review.scores", bar=False),
    replace(THREATS, id="review.threats"),
    replace(EXPLORE, id="review.explore"),
    Action("review.copy", "c", N_("Copy"), N_("Copy the moves")),
    HELP,
    Action(
        "review.back",
        "q,escape",
        N_("Back"),
        N_("Back to the game, then to the screen before"),
        bar=True,
        pinned=True,
    ),
    PALETTE,
    REDRAW,
)
