"""Lines that are too long are broken between words: to the terminal's width, in a pipe at 80 columns."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.drawings import DRAWING_STYLES
from p4tui.plain.console import Console
from p4tui.plain.styles import STYLES
from p4tui.words.wrapping import cells, hanging_indent, terminal_width, wrapped
from tests.plain.driving import p4tui, play
from tests.plain.test_transcript import POSITION

ROOT = Path(__file__).parents[2]
LONG = "x" * 40
"""A name as long as any that is shown."""
TYPED = "help\nlevel\nline\nscores\nhint\n1\n2\nmoves\nswap\nrubbish\nlevel emperor\n"


@contextmanager
def terminal(columns: int) -> Iterator[tuple[int, TextIO]]:
    """Both ends of a terminal of so many columns; the second is what a program writes to."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    with os.fdopen(theirs, "w", encoding="utf-8") as sink:
        yield ours, sink
    os.close(ours)


def shown(ours: int) -> list[str]:
    return os.read(ours, 65536).decode().replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("style", STYLES)
def test_no_word_is_broken_at_80_columns(style: str, language: str) -> None:
    words = ("--style", style, "--lang", language, "--position", POSITION, LONG, LONG)
    broken, whole = play(*words, typed=TYPED, width=80), play(*words, typed=TYPED)
    assert broken.status == whole.status == 1
    for answer in (broken.out, broken.err):
        lines = [line for line in answer.splitlines() if not line.startswith("[[")]
        assert max(map(len, lines)) <= 80
    assert broken.out != whole.out
    assert broken.out.split() == whole.out.split()
    assert broken.err != whole.err
    assert broken.err.split() == whole.err.split()


@pytest.mark.parametrize("style", DRAWING_STYLES)
def test_a_board_that_is_wider_than_the_output_stays_whole(style: str) -> None:
    words = ("--style", style, "--size", "32x32", "A", "B")
    drawn = play(*words, typed="32\nquit\n").lines
    wide = [line for line in drawn if len(line) > 30 and line[0] in "[ |_0123456789"]
    assert len(wide) >= (2 if style == "matrix" else 32)
    narrow = play(*words, typed="32\nquit\n", width=20).lines
    assert [line for line in wide if line not in narrow] == []


def test_a_board_that_is_said_in_words_is_broken_like_any_sentence() -> None:
    words = ("--style", "spoken", "--size", "7x20", "A", "B")
    lines = play(*words, typed="4\n" * 12, width=40).lines
    assert max(map(len, lines)) <= 40
    assert "column 4: one red, one yellow, one red," in lines


def test_a_pipe_is_80_columns_wide() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "p4tui", "play", "--plain", LONG, LONG],
        cwd=ROOT,
        input=TYPED.encode(),
        capture_output=True,
        check=False,
    )
    for text in (answer.stdout.decode(), answer.stderr.decode()):
        assert 60 < max(map(len, text.splitlines())) <= 80


def test_a_terminal_has_the_width_that_it_has_at_the_moment() -> None:
    sentence = "Type new for another game, undo to take the last move back, quit to leave."
    with terminal(30) as (ours, sink):
        console = Console(None, sink, sink)
        for write in (console.say, console.complain):
            write(sentence)
            assert shown(ours) == [
                "Type new for another game,",
                "undo to take the last move",
                "back, quit to leave.",
            ]
        console.draw(sentence)
        assert shown(ours) == [sentence]
        termios.tcsetwinsize(sink.fileno(), (24, 60))
        console.say(sentence)
        assert shown(ours) == [
            "Type new for another game, undo to take the last move back,",
            "quit to leave.",
        ]


def test_a_terminal_that_does_not_know_its_width_is_none() -> None:
    with terminal(0) as (_ours, sink):
        assert terminal_width(sink) is None


def at_terminal(columns: int, *words: str) -> list[str]:
    """What the command line shows at a terminal."""
    with (
        terminal(columns) as (ours, sink),
        subprocess.Popen(
            [sys.executable, "-m", "p4tui", *words],
            cwd=ROOT,
            env=os.environ,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
        ),
    ):
        sink.close()
        out = b""
        with contextlib.suppress(OSError):  # how a terminal ends
            while data := os.read(ours, 65536):
                out += data
    return out.decode().splitlines()


def test_the_command_line_breaks_no_word_at_a_terminal() -> None:
    assert at_terminal(40, "games", "delete", "1") == [
        "p4tui: There is no terminal to ask. Use",
        "--yes to delete without a question.",
    ]
    assert at_terminal(60, "levels")[1:4] == [
        "  random     Random       Drops its discs anywhere",
        "  winner     Opportunist  Takes a win if it sees one,",
        "             otherwise plays anywhere",
    ]
    p4tui("play", "--plain", "A", "B", typed="1\n2\n1\n2\n1\n2\n1\n")
    shown_game = at_terminal(20, "games", "show", "1")
    assert max(map(len, shown_game)) <= 20
    assert {"Red (X): A", "XO_____", "A has won"} <= set(shown_game)


@pytest.mark.parametrize("command", [(), ("games",), ("solve",), ("play",), ("book",), ("stats",)])
@pytest.mark.parametrize("columns", [40, 80])
def test_help_breaks_no_word(command: tuple[str, ...], columns: int) -> None:
    for language in ("en", "fr"):
        lines = at_terminal(columns, *command, "--help", "--lang", language)
        assert max(map(len, lines)) <= columns


def test_a_hard_blank_is_no_place_to_break_a_line() -> None:
    assert wrapped("à vous\N{NO-BREAK SPACE}: colonne", 7) == ["à", "vous\N{NO-BREAK SPACE}:", "colonne"]  # fmt: skip
    assert wrapped("un deux\N{NARROW NO-BREAK SPACE}! trois", 7) == ["un", "deux\N{NARROW NO-BREAK SPACE}!", "trois"]  # fmt: skip
    said = play("--lang", "fr", LONG, LONG, typed="help\n", width=30).out
    assert not [line for line in said.splitlines() if line[:1] in {":", "»", ";", "?"}]


def test_wide_characters_count_for_two() -> None:
    assert wrapped("漢字 漢字 漢字", 9) == ["漢字 漢字", "漢字"]
    assert wrapped("漢字 漢字 漢字", 8) == ["漢字", "漢字", "漢字"]


@pytest.mark.parametrize(
    ("line", "width", "indent"),
    [
        ("A sentence.", 80, 0),
        ("  p4tui play         a game", 80, 21),
        ("  p4tui play         a game", 40, 4),
        ("  a sentence", 80, 4),
    ],
)
def test_an_entry_goes_on_under_its_description(line: str, width: int, indent: int) -> None:
    assert hanging_indent(line, width) == " " * indent


@given(st.text("ab c\N{NO-BREAK SPACE}漢", max_size=60), st.integers(1, 20), st.sampled_from(["", "  "]))  # fmt: skip
def test_only_blanks_are_lost_between_lines(text: str, width: int, indent: str) -> None:
    lines = wrapped(text, width, indent)
    assert [word for line in lines for word in line.split(" ") if word] == [
        word for word in text.split(" ") if word
    ]
    for line in lines:
        assert cells(line) <= width or " " not in line.strip()
