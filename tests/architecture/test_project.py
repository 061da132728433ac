"""What the README, the packaging and the checks say of one another."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import p4tui
from p4tui.players.levels import LEVELS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def section(title: str) -> str:
    """The text under a heading of the README."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_levels_of_the_readme_are_those_of_the_ladder() -> None:
    ladder = section("Levels").partition(".")[0]
    assert re.findall(r"`(.+?)`", ladder) == [level.id for level in LEVELS]


def test_the_test_command_of_the_readme_is_the_one_that_the_checks_run() -> None:
    commands = [line for line in README.splitlines() if line.endswith("python -m pytest")]
    assert commands == section("Test").strip().splitlines()[1:2]
    assert "grep -m 1 -E 'python -m pytest$' README.md" in (ROOT / ".ci" / "run").read_text(
        encoding="utf-8"
    )


def test_nothing_lies_at_the_top_that_does_not_belong_there() -> None:
    allowed = {"CHANGELOG.md", "LICENSE", "README.md", "p4tui", "pyproject.toml", "tests"}
    left_behind = {"build", "dist", "htmlcov", "p4tui.egg-info", "snapshot_report.html"}
    assert {
        path.name for path in ROOT.iterdir() if not path.name.startswith(".")
    } - left_behind == allowed


def test_the_changelog_speaks_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## \[(?:Unreleased|{re.escape(p4tui.__version__)})\]", changelog, re.MULTILINE
    )


def test_the_pictures_of_the_readme_are_all_shown_and_small() -> None:
    pictures = [*(ROOT / ".github").glob("*.png"), *(ROOT / ".github").glob("*.svg")]
    assert {path.name for path in pictures} == set(re.findall(r"\.github/([\w-]+\.\w+)", README))
    assert sum(path.stat().st_size for path in pictures) <= 300_000


def test_textual_is_bound_to_the_major_version_whose_traps_are_known() -> None:
    assert "textual>=8.2,<9" in PYPROJECT["project"]["dependencies"]


def test_no_development_dependency_is_needed_to_play() -> None:
    names = {re.split(r"[<>=\[]", text)[0] for text in PYPROJECT["project"]["dependencies"]}
    assert names == {"textual", "rich", "platformdirs", "tomlkit", "fsrs"}


def test_the_readme_names_the_first_key_of_every_action_of_the_game() -> None:
    from p4tui.actions.action import key_name
    from p4tui.actions.game import GAME

    named = set(re.findall(r"`(.)`", section("Keys"))) | set(
        re.findall(r"Ctrl\+.", section("Keys"))
    )
    assert {key_name(action.keys) for action in GAME if action.keys} <= named
