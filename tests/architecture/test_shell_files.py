"""The man pages and the completion scripts: as the parsers and the manual have them, and understood by a shell."""

from __future__ import annotations

import re
import subprocess

import pytest

from p4tui.i18n import LANGUAGES
from tests.tools.roff import roff
from tests.tools.shell_files import COMPLETIONS, MAN_PAGES, shell_files

COMPLETE = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_p4tui
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""Completes the last of the arguments in bash."""


def completions(*words: str) -> list[str]:
    """Return what bash offers for the last word."""
    script = COMPLETIONS / "en" / "p4tui.bash"
    command = ["bash", "--norc", "-c", COMPLETE, "bash", str(script), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_files_are_those_that_the_tool_writes() -> None:
    written = dict(shell_files())
    there = {path for folder in (MAN_PAGES, COMPLETIONS) for path in folder.glob("*/*")}
    assert there == set(written)
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, "python -m tests.tools.shell_files"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_man_page_has_every_part(language: str) -> None:
    text = (MAN_PAGES / language / "p4tui.6").read_text(encoding="utf-8")
    assert len(re.findall(r"^\.SH", text, re.MULTILINE)) == 12
    assert r".SS \fBp4tui games export\fR" in text
    assert r"\fB\-\-clock\fR" in text


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ga"], ["games"]),
        (["games", "ex"], ["export"]),
        (["play", "--red", "c"], ["careful", "casual", "club"]),
        (["--yellow", "e"], ["expert"]),
        (["Alice", "--clo"], ["--clock"]),
        (["help", "st"], ["start", "statistics"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        # A name that is also a command.
        (["play", "games", "e"], []),
    ],
)
def test_bash_completes(words: list[str], offered: list[str]) -> None:
    assert completions("p4tui", *words) == offered


def test_markdown_becomes_source_of_a_man_page() -> None:
    text = "- `a-b` 'c'\n- see [Keys](keys.md)\n\n1. .d\n\n```\n'e'\n```\n\n| F | G |\n|---|---|\n| `h` | i |\n\n{t}\n"
    assert roff(text, lambda name: [(name, "j", "k")]) == [
        r".IP \(bu 2",
        r"\fBa\-b\fR 'c'",
        r".IP \(bu 2",
        r"see Keys (\fBp4tui help keys\fR)",
        ".IP 1. 4",
        r"\&.d",
        ".PP",
        ".RS 4",
        ".EX",
        r"\(aqe\(aq",
        ".EE",
        ".RE",
        ".TP",
        r"\fBF\fR",
        "G",
        ".TP",
        r"\fBh\fR",
        "i",
        ".TP",
        r"\fBt\fR",
        r"j \(en k",
    ]
