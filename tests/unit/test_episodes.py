"""Episodes of Kaggle's ConnectX: one that its library wrote, what else may end one, and what is none."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from p4tui import paths
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Side, Termination
from p4tui.play.match import Match
from p4tui.storage.exchange.line_errors import FaultKind, LineError, LineProblem
from p4tui.storage.exchange.text import MAX_LINE_LENGTH, games_of_line
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from tests.plain.driving import p4tui

EPISODE = (Path(__file__).parents[1] / "data" / "connectx_episode.json").read_text(encoding="utf-8")
"""Written by kaggle-environments 1.33.2."""
MOVES = "2434136214432515"
NAMES = ("Four in a Row", "Ligne de quatre")


@pytest.fixture
def episode() -> dict[str, Any]:
    """The episode, to be changed."""
    found: dict[str, Any] = json.loads(EPISODE)
    return found


def read(value: object) -> Match | LineError:
    (found,) = games_of_line(json.dumps(value), Geometry())
    assert not isinstance(found, SavedGame)
    return found if isinstance(found, LineError) else found[0]


def match_of(value: object) -> Match:
    found = read(value)
    assert isinstance(found, Match), repr(found)
    return found


def ended_by(episode: dict[str, Any], status: str, moves: int) -> dict[str, Any]:
    """Return the episode with another end: the agent to move fails after so many moves."""
    changed = copy.deepcopy(episode)
    steps = changed["steps"][: moves + 1]
    last = copy.deepcopy(steps[-1])
    failed, other = last[moves % 2], last[1 - moves % 2]
    failed.update(action=None, reward=None, status=status)
    other.update(action=0, status="DONE")
    changed["steps"] = [*steps, last]
    return changed


def test_an_episode_is_a_game_with_names_moves_and_result(episode: dict[str, Any]) -> None:
    match = match_of(episode)
    assert format_moves(match.game.played) == MOVES
    assert (match.red.name, match.yellow.name) == NAMES
    assert match.outcome is not None
    assert match.outcome.termination is Termination.LINE
    assert episode["rewards"][match.outcome.winner or 0] == 1


@pytest.mark.parametrize("moves", [0, 1, 4])
@pytest.mark.parametrize(
    ("status", "termination"),
    [
        ("INVALID", Termination.RESIGNATION),
        ("ERROR", Termination.RESIGNATION),
        ("Invalid column: 9", Termination.RESIGNATION),
        ("TIMEOUT", Termination.TIME),
    ],
)
def test_an_agent_that_fails_has_lost(
    episode: dict[str, Any], status: str, termination: Termination, moves: int
) -> None:
    match = match_of(ended_by(episode, status, moves))
    assert match.outcome is not None
    assert match.outcome.termination is termination
    assert match.outcome.winner is Side(moves % 2).other
    assert format_moves(match.game.played) == MOVES[:moves]


def test_an_episode_without_an_end_can_be_played_on(episode: dict[str, Any]) -> None:
    episode["steps"] = episode["steps"][:4]
    assert match_of(episode).outcome is None


@pytest.mark.parametrize(
    "info", [{}, {"TeamNames": None}, {"TeamNames": ["one"]}, {"TeamNames": 3}]
)
def test_players_without_names(episode: dict[str, Any], info: dict[str, Any]) -> None:
    assert match_of(episode | {"info": info}).red.name == ""


def test_other_boards(episode: dict[str, Any]) -> None:
    episode["configuration"] |= {"columns": 9, "rows": 7, "inarow": 5}
    for step in episode["steps"]:
        del step[0]["observation"]
    match = match_of(episode)
    assert match.geometry == Geometry(9, 7, 5)
    assert match.outcome is None


@pytest.mark.parametrize(
    ("where", "value", "kind"),
    [
        (("name",), 3, FaultKind.TEXT),
        (("configuration",), [], FaultKind.OBJECT),
        (("configuration", "columns"), 1000, FaultKind.NUMBER),
        (("configuration", "rows"), "6", FaultKind.NUMBER),
        (("steps",), [], FaultKind.STEPS),
        (("steps",), {}, FaultKind.STEPS),
        (("steps", 1), None, FaultKind.STEPS),
        (("steps", 1), [{}, {}, {}], FaultKind.STEPS),
        (("steps", 1, 0), "agent", FaultKind.OBJECT),
        (("steps", 1, 0), {}, FaultKind.MISSING),
        (("steps", 1, 0, "action"), 7, FaultKind.NUMBER),
        (("steps", 1, 0, "action"), None, FaultKind.NUMBER),
        (("steps", 1, 0, "action"), 1.0, FaultKind.NUMBER),
        (("steps", -1, 0, "observation"), [], FaultKind.OBJECT),
        (("steps", -1, 0, "observation", "board"), [0] * 42, FaultKind.BOARD),
        (("steps", -1, 0, "observation", "board"), "board", FaultKind.BOARD),
        (("info",), "info", FaultKind.OBJECT),
    ],
)
def test_what_is_wrong_with_an_episode_is_said(
    episode: dict[str, Any], where: tuple[str | int, ...], value: object, kind: FaultKind
) -> None:
    inner: Any = episode
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    found = read(episode)
    assert isinstance(found, LineError)
    assert found.fault is not None
    assert found.fault.kind is kind
    answer = p4tui("games", "import", "-", typed=json.dumps(episode) + "\n")
    assert (answer.status, answer.out) == (1, "0 games imported.\n")
    assert answer.err.startswith("p4tui: line 1: ") and answer.err.count("\n") == 1


def test_an_illegal_move_and_one_after_the_end(episode: dict[str, Any]) -> None:
    for step in episode["steps"][1:]:
        for agent in step:
            agent["action"] = 0
    assert isinstance(read(episode), LineError)
    episode = json.loads(EPISODE)
    episode["steps"].append(episode["steps"][-1])
    assert isinstance(read(episode), LineError)


def test_an_episode_of_another_game(episode: dict[str, Any]) -> None:
    found = read(episode | {"name": "halite"})
    assert isinstance(found, LineError)
    assert found.problem is LineProblem.OTHER_GAME


@pytest.mark.parametrize(
    "text",
    [
        EPISODE,
        json.dumps(json.loads(EPISODE), indent=2),
        json.dumps(json.loads(EPISODE), indent="\t"),
    ],
    ids=["one line", "indented", "tabs"],
)
def test_files_of_episodes(text: str, tmp_path: Path) -> None:
    path = tmp_path / "episodes.json"
    path.write_text(f"{text}\n444\n{text}\n", encoding="utf-8")
    answer = p4tui("games", "import", str(path))
    assert (answer.status, answer.out, answer.err) == (0, "3 games imported.\n", "")
    database = paths.games_file()
    assert database is not None
    repository = GameRepository(database)
    games = [game for game in repository.all_games() if isinstance(game, SavedGame)]
    repository.close()
    assert [format_moves(game.match.game.played) for game in games] == [MOVES, "444", MOVES]
    assert all(game.imported for game in games)


@pytest.mark.parametrize(
    "text",
    [
        EPISODE[:5000],
        json.dumps(json.loads(EPISODE), indent=1)[:5000],
        '{"steps": ' * 50_000,
        "{\n" + '"steps": [\n' * 50_000,
        json.dumps(json.loads(EPISODE) | {"logs": "x" * MAX_LINE_LENGTH}),
        json.dumps(json.loads(EPISODE) | {"logs": ["x" * 1000] * 1200}, indent=2),
    ],
    ids=["cut", "cut and indented", "nested", "nested lines", "long", "long and indented"],
)
def test_broken_files_get_one_sentence(text: str) -> None:
    answer = p4tui("games", "import", "-", typed=text)
    assert (answer.status, answer.out) == (1, "0 games imported.\n")
    assert answer.err in {
        "p4tui: line 1: This is not JSON, or a part of it is missing.\n",
        "p4tui: line 1: The line is too long.\n",
    }


def test_an_array_of_indented_objects_is_read() -> None:
    games = json.dumps([{"moves": "444"}, json.loads(EPISODE), {"moves": "1"}], indent=2)
    answer = p4tui("games", "import", "-", typed=games)
    assert (answer.out, answer.err) == ("3 games imported.\n", "")
