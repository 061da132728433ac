"""The programs of the manual pass the check, and their likely mistakes are named."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from p4tui.arena import child, players
from p4tui.arena.check import Check, Finding
from p4tui.arena.dialects import Allowance
from p4tui.arena.mistakes import Mistake
from p4tui.arena.naming import player_text
from p4tui.manual.pages import page


def block(language: str) -> str:
    """Return the program of a language in the manual; the formatter would rewrite Python that is marked as such."""
    begin = r"\n(?=import random)" if language == "python" else f"{language}\n"
    (found,) = re.findall(rf"^```{begin}(.*?)^```$", page("arena", "en"), re.MULTILINE | re.DOTALL)
    return str(found)


def wrong(text: str) -> dict[str, Mistake | None]:
    """Return the points that a program fails, with the likely mistakes."""
    found: list[Finding] = list(Check(text).findings())
    return {each.point.value: each.mistake for each in found if each.error and each.counts}


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)


def python_program(folder: Path, source: str) -> str:
    path = folder / "mybot.py"
    path.write_text(source, encoding="utf-8")
    return f"ugi:'{sys.executable}' -I '{path}'"


def test_the_program_of_nine_lines_passes(tmp_path: Path) -> None:
    assert len(block("python").splitlines()) == 9
    assert wrong(python_program(tmp_path, block("python"))) == {}


@pytest.mark.parametrize(
    ("right", "written", "mistake"),
    [
        ('"1234567"', '"0123456"', Mistake.FROM_ZERO),
        ('print("bestmove"', 'print("My move: bestmove"', Mistake.EXTRA_TEXT),
        ('print("bestmove", ', "print(", Mistake.NO_BESTMOVE),
        ("(free), flush=True", "(free)", Mistake.NOT_FLUSHED),
        (", flush=True", "", Mistake.NOT_FLUSHED),
    ],
)
def test_the_likely_mistakes_in_it_are_named(
    right: str, written: str, mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if right == ", flush=True":
        monkeypatch.setattr(players, "STARTUP_SECONDS", 0.2)
    monkeypatch.setattr("p4tui.arena.check.ALLOWANCE", Allowance.per_move(200))
    source = block("python")
    assert right in source
    found = wrong(python_program(tmp_path, source.replace(right, written)))
    assert set(found.values()) == {mistake}


def test_the_shell_script_passes(tmp_path: Path) -> None:
    path = tmp_path / "bot.sh"
    path.write_text(block("sh"), encoding="utf-8")
    path.chmod(0o755)
    assert wrong(player_text(str(path), {})) == {}


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_c_program_passes(tmp_path: Path) -> None:
    path = tmp_path / "bot.c"
    path.write_text(block("c"), encoding="utf-8")
    warnings = ("-Wall", "-Wextra", "-Werror")
    subprocess.run(["cc", *warnings, "-o", str(tmp_path / "bot"), str(path)], check=True)
    assert wrong(player_text(str(tmp_path / "bot"), {})) == {}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_the_javascript_program_passes(tmp_path: Path) -> None:
    path = tmp_path / "bot.js"
    path.write_text(block("javascript"), encoding="utf-8")
    assert wrong(player_text(f"ugi:node {path}", {})) == {}


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK")
def test_the_java_program_passes(tmp_path: Path) -> None:
    path = tmp_path / "Bot.java"
    path.write_text(block("java"), encoding="utf-8")
    assert wrong(player_text(f"ugi:java {path}", {})) == {}
