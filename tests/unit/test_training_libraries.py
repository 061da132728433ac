"""The adapters in the libraries themselves. `.ci/run` installs those beside the tests, into an environment of their own."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from p4tui.adapters import kaggle, openspiel, pettingzoo
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.i18n import LANGUAGES
from p4tui.manual.pages import page
from p4tui.storage.exchange.line_errors import LineError
from p4tui.storage.exchange.text import games_of_line
from p4tui.storage.records import SavedGame

REQUIRED = "TESTS_NEED_TRAINING_LIBRARIES"
"""The environment variable with which a missing library is an error."""
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.training


@contextmanager
def deprecations() -> Iterator[None]:
    """Let a library use what it should no longer use."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def library(name: str) -> Any:
    """Return a library, or skip the test that needs it."""
    with deprecations():
        if os.environ.get(REQUIRED):
            return importlib.import_module(name)
        return pytest.importorskip(name, exc_type=ImportError)


def connectx(**configuration: int) -> Any:
    """Return an environment of Kaggle's."""
    return library("kaggle_environments").make("connectx", configuration, debug=True)


@pytest.mark.parametrize("level_id", ["random", "careful", "club", "perfect"])
@pytest.mark.parametrize("place", [0, 1])
def test_kaggle_has_a_level_as_an_agent(level_id: str, place: int) -> None:
    environment = connectx()
    agents: list[Any] = [kaggle.level("random", seed=2)] * 2
    agents[place] = kaggle.level(level_id, seed=1, nodes=300)
    last = environment.run(agents)[-1]
    assert [state.status for state in last] == ["DONE", "DONE"]
    assert level_id == "random" or last[place].reward == 1


def test_kaggle_has_boards_of_other_sizes_and_agents_of_its_own() -> None:
    environment = connectx(columns=9, rows=7, inarow=5)
    last = environment.run(["random", kaggle.level("careful", seed=1)])[-1]
    assert [state.status for state in last] == ["DONE", "DONE"]
    assert [state.reward for state in last] == [-1, 1]


def test_a_training_loop_of_kaggle_plays_against_a_level() -> None:
    trainer = connectx().train([None, kaggle.level("careful", seed=1)])
    observation, reward, done = trainer.reset(), 0, False
    while not done:
        free = [column for column in range(7) if observation.board[column] == 0]
        observation, reward, done, _info = trainer.step(free[0])
    assert reward == -1


def unfinished(_observation: Any, _configuration: Any) -> int:
    """Play what is no column."""
    return 9


@pytest.mark.parametrize(
    ("agents", "end"),
    [
        ([kaggle.level("careful", seed=1), "random"], "line"),
        (["random", kaggle.level("careful", seed=3)], "line"),
        (["random", unfinished], "resignation"),
        ([unfinished, "random"], "resignation"),
    ],
)
@pytest.mark.parametrize("written", ["toJSON", "render"])
def test_an_episode_of_kaggle_is_imported(agents: list[Any], end: str, written: str) -> None:
    environment = connectx()
    environment.info["TeamNames"] = ["One", "Two"]
    environment.run(agents)
    text = (
        environment.render(mode="json") if written == "render" else json.dumps(environment.toJSON())
    )
    (game,) = games_of_line(" ".join(text.splitlines()), Geometry())
    assert not isinstance(game, LineError | SavedGame), repr(game)
    match = game[0]
    assert (match.red.name, match.yellow.name) == ("One", "Two")
    assert match.outcome is not None
    assert match.outcome.termination.value == end
    played = [
        environment.steps[number + 1][number % 2].action + 1
        for number in range(len(match.game.played))
    ]
    assert format_moves(match.game.played) == "".join(map(str, played))
    assert len(environment.steps) - 1 == len(played) + (end == "resignation")


@pytest.mark.parametrize("level_id", ["random", "careful", "club", "perfect"])
def test_pettingzoo_has_a_level_as_a_policy(level_id: str) -> None:
    with deprecations():
        environment = library("pettingzoo.classic.connect_four_v3").env()
    environment.reset(seed=1)
    policies = {
        "player_0": pettingzoo.level("random", seed=2),
        "player_1": pettingzoo.level(level_id, seed=1, nodes=300),
    }
    rewards = {}
    for agent in environment.agent_iter():
        observation, rewards[agent], terminated, truncated, _info = environment.last()
        over = terminated or truncated
        environment.step(None if over else policies[agent](observation))
    assert sum(rewards.values()) == 0
    assert level_id == "random" or rewards["player_1"] == 1


@pytest.mark.parametrize("sizes", [{}, {"columns": 8, "rows": 5, "x_in_row": 5}])
@pytest.mark.parametrize("place", [0, 1])
def test_openspiel_has_a_level_as_a_bot(sizes: dict[str, int], place: int) -> None:
    pyspiel = library("pyspiel")
    game = pyspiel.load_game("connect_four", sizes)
    bots = [pyspiel.make_uniform_random_bot(player, 4) for player in range(2)]
    bots[place] = openspiel.level("club", seed=1, nodes=300)
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)[place] == 1


EXAMPLES = re.findall(
    r"^```\n(from p4tui\.adapters.*?)^```$", page("train", "en"), re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_programs_of_the_manual_run(example: str, own_machine: Path) -> None:
    for name in ("kaggle_environments", "pettingzoo", "pyspiel"):
        if f"import {name}" in example or f"from {name}" in example:
            library(name)
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", example],
        capture_output=True,
        text=True,
        check=False,
        cwd=own_machine,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.strip()


def test_there_is_a_program_for_each_library_and_it_is_the_same_in_all_languages() -> None:
    assert len(EXAMPLES) == 3
    for language in LANGUAGES:
        assert all(example in page("train", language) for example in EXAMPLES)
