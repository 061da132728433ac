"""The levels as bots of OpenSpiel's `connect_four`: `bot.step(state)`."""

from __future__ import annotations

from typing import Any

from p4tui.adapters.opponent import EMPTY, FIRST, SECOND, Opponent, position_of
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position

_VALUES = {".": EMPTY, "x": FIRST, "o": SECOND}
"""The values of the letters in the text of a state; player 0 has x, and moves first."""


def level(
    level_id: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Any:
    """Return a level as a `pyspiel.Bot` for either player, and for boards of any size that p4tui has.

    Args:
        level_id: the id of the level, such as `club`.
        seed: decides its random choices; None for others each time.
        seconds, nodes: the limit for a move; if both are None, the level's own. With nodes and a seed the moves do not
            depend on the clock.

    Raises:
        ImportError: OpenSpiel is not installed.
        UnknownLevelError: there is no such level.
    """
    import pyspiel

    opponent = Opponent(level_id, seed, seconds, nodes)

    class LevelBot(pyspiel.Bot):
        """A level; it keeps nothing from state to state."""

        def step(self, state: Any) -> int:
            """Return the action of the level."""
            return opponent.column(position_of_state(state))

        def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
            """Return the action, and the policy that chooses it alone."""
            action = self.step(state)
            return [(action, 1.0)], action

        def restart_at(self, state: Any) -> None:
            """Do nothing: the next state tells all."""

    return LevelBot()


def position_of_state(state: Any) -> Position:
    """Return the position of a state, however it was reached."""
    parameters = state.get_game().get_parameters()
    # Versions before 2.0 have one board, and no parameters for it.
    geometry = Geometry(
        parameters.get("columns", 7), parameters.get("rows", 6), parameters.get("x_in_row", 4)
    )
    letters = "".join(str(state).split())
    return position_of([_VALUES[letter] for letter in letters], geometry)
