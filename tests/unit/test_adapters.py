"""The levels as opponents in other libraries: what they understand of observations made by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from p4tui.adapters import kaggle, openspiel, pettingzoo
from p4tui.adapters.opponent import Opponent, position_of, require_turn
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.players.levels import LEVELS, UnknownLevelError
from tests.tools.positions import after, drawn_out

Chooses = Callable[[Position, str], int]
"""Asks a fresh opponent of a level, with a seed and few nodes, for its column in a position."""


def cells(position: Position) -> list[int]:
    """Return the cells as Kaggle gives them: the top row first, 1 for the side that moved first."""
    geometry = position.geometry
    sides = [
        position.at(column, row)
        for row in reversed(range(geometry.rows))
        for column in range(geometry.columns)
    ]
    return [0 if side is None else side + 1 for side in sides]


def kaggle_arguments(position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the observation and the configuration of a position."""
    geometry = position.geometry
    observation = {"board": cells(position), "mark": position.to_move + 1, "step": position.ply}
    configuration = {
        "columns": geometry.columns,
        "rows": geometry.rows,
        "inarow": geometry.connect,
        "timeout": 2,
    }
    return observation, configuration


def pettingzoo_observation(position: Position) -> dict[str, Any]:
    """Return the observation of the side to move: rows from the top, its own discs in plane 0."""
    own = position.to_move + 1
    rows = [cells(position)[start : start + 7] for start in range(0, 42, 7)]
    planes = [[[int(cell == own), int(cell == 3 - own)] for cell in row] for row in rows]
    mask = [int(position.is_playable(column)) for column in range(7)]
    return {"observation": planes, "action_mask": mask}


class State:
    """What the adapter uses of a state of OpenSpiel."""

    def __init__(self, position: Position, *, sized: bool = True) -> None:
        self._position, self._sized = position, sized

    def get_game(self) -> Any:
        geometry = self._position.geometry
        sizes = {
            "columns": geometry.columns,
            "rows": geometry.rows,
            "x_in_row": geometry.connect,
            "egocentric_obs_tensor": False,
        }
        return SimpleNamespace(get_parameters=lambda: sizes if self._sized else {})

    def __str__(self) -> str:
        width = self._position.geometry.columns
        letters = "".join(".xo"[cell] for cell in cells(self._position))
        return "".join(
            letters[start : start + width] + "\n" for start in range(0, len(letters), width)
        )


@pytest.fixture
def pyspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in the place of OpenSpiel's, with the class that the adapter needs."""
    module = ModuleType("pyspiel")
    vars(module)["Bot"] = type("Bot", (), {})
    monkeypatch.setitem(sys.modules, "pyspiel", module)


def by_kaggle(position: Position, level_id: str) -> int:
    return kaggle.level(level_id, seed=5, nodes=300)(*kaggle_arguments(position))


def by_pettingzoo(position: Position, level_id: str) -> int:
    return pettingzoo.level(level_id, seed=5, nodes=300)(pettingzoo_observation(position))


def by_openspiel(position: Position, level_id: str) -> int:
    return int(openspiel.level(level_id, seed=5, nodes=300).step(State(position)))


@pytest.fixture(params=[by_kaggle, by_pettingzoo, by_openspiel])
def chooses(request: pytest.FixtureRequest, pyspiel: None) -> Chooses:
    """The three adapters in turn."""
    found: Chooses = request.param
    return found


@pytest.mark.parametrize("level_id", [level.id for level in LEVELS])
def test_an_adapter_plays_the_column_of_its_level(chooses: Chooses, level_id: str) -> None:
    for moves in ("444", "4435"):
        position = after(moves)
        assert chooses(position, level_id) == Opponent(level_id, 5, None, 300).column(position)


@pytest.mark.parametrize(("moves", "column"), [("121212", 0), ("1212123", 1), ("7171714", 0)])
def test_own_discs_are_told_from_those_of_the_other_side(
    chooses: Chooses, moves: str, column: int
) -> None:
    # Both sides have three in a column: the own line is completed, the other one would only be stopped.
    assert chooses(after(moves), "winner") == column


@pytest.mark.parametrize("level_id", ["random", "careful", "club", "perfect"])
def test_full_columns_are_left_alone(chooses: Chooses, level_id: str) -> None:
    position = drawn_out(Geometry(), 0, 3)
    open_columns = position.legal_columns()
    assert 0 < len(open_columns) < 7
    assert chooses(position, level_id) in open_columns


@pytest.mark.parametrize("by", [by_kaggle, by_openspiel])
def test_boards_of_other_sizes(by: Chooses, pyspiel: None) -> None:
    wide = Geometry(9, 5, 3)
    assert by(after("9191", wide), "winner") == 8
    assert by(after("91911", wide), "careful") == 8


def test_a_seed_repeats_the_choices_of_an_opponent() -> None:
    def played(seed: int | None) -> list[int]:
        agent = kaggle.level("random", seed=seed)
        return [agent(*kaggle_arguments(Position())) for _turn in range(30)]

    assert played(1) == played(1) != played(2)
    assert len({tuple(played(None)) for _time in range(4)}) == 4


def test_an_agent_of_kaggle_takes_two_arguments() -> None:
    """Its library counts them."""
    assert kaggle.level("club").__code__.co_argcount == 2


def test_a_bot_tells_its_policy(pyspiel: None) -> None:
    bot = openspiel.level("winner", seed=1)
    assert bot.step_with_policy(State(after("121212"))) == ([(0, 1.0)], 0)
    bot.restart_at(State(Position()))


def test_an_old_openspiel_has_one_board(pyspiel: None) -> None:
    assert openspiel.level("winner").step(State(after("121212"), sized=False)) == 0


@pytest.mark.parametrize("module", [kaggle, pettingzoo, openspiel])
def test_what_cannot_be_an_opponent(module: Any, pyspiel: None) -> None:
    with pytest.raises(UnknownLevelError):
        module.level("nobody")
    with pytest.raises(ValueError, match="must be 0 or more"):
        module.level("club", nodes=-1)


def test_openspiel_is_needed_for_its_bots_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError):
        openspiel.level("club")


@pytest.mark.parametrize(
    "board",
    [
        [],
        [0] * 41,
        [0] * 43,
        [0] * 41 + [3],
        [0] * 41 + [-1],
        [1] * 42,
        [0] * 41 + [2],
        [0] * 40 + [1, 1],
        [1] + [0] * 40 + [2],
        [1, 2] + [0] * 40,
    ],
)
def test_cells_to_which_no_game_leads(board: list[int]) -> None:
    with pytest.raises(ValueError, match=r"not 42 cells|no game leads"):
        position_of(board, Geometry())


def test_the_turn_is_checked() -> None:
    observation, configuration = kaggle_arguments(after("4"))
    with pytest.raises(ValueError, match="other player's turn"):
        kaggle.level("random")(observation | {"mark": 1}, configuration)
    waiting = pettingzoo_observation(after("4")) | {"action_mask": [0] * 7}
    with pytest.raises(ValueError, match="other player's turn"):
        pettingzoo.level("random")(waiting)
    with pytest.raises(ValueError, match="other player's turn"):
        require_turn(after("4"), Side.FIRST)


@pytest.mark.parametrize("level_id", ["random", "careful", "club", "perfect"])
def test_a_finished_game_has_no_move(chooses: Chooses, level_id: str, pyspiel: None) -> None:
    with pytest.raises(ValueError):
        chooses(after("1212121"), level_id)
