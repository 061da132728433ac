"""A slice of the fuzzer at every screen, the same each time; `python -m tests.terminal.fuzz` throws more."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.terminal import fuzz
from tests.terminal.fuzz import FuzzError, Session, check_output, minimise, replay
from tests.terminal.fuzz_input import ANYTHING, NOISE
from tests.terminal.harness import TerminalProgram
from tests.terminal.screens import SCREENS, ScreenPath, screen_named
from tests.tools.cases import exhaustive

pytestmark = pytest.mark.terminal

SEED = 7
FEW = ("name", "game", "library")
"""Screens that take a text, a game's keys, and rows of a list."""


@pytest.mark.parametrize(
    "screen",
    [
        *map(screen_named, FEW),
        *exhaustive(*(screen for screen in SCREENS if screen.name not in FEW)),
    ],
    ids=lambda screen: screen.name,
)
def test_bytes_of_any_kind_break_no_screen(screen: ScreenPath) -> None:
    _, session, error = fuzz.fuzz(screen, SEED, chunks=4, max_bytes=200)
    assert error is None, f"{session}\n{error}"


def test_every_maker_makes_bytes_and_the_same_ones_each_time() -> None:
    for maker in {*NOISE, *(maker for maker, _ in ANYTHING)}:
        one, other = (b"".join(maker(random.Random(seed)) for seed in range(50)) for _ in range(2))
        assert one == other != b""


def printing(text: str) -> TerminalProgram:
    program = TerminalProgram(
        [sys.executable, "-c", f"import os; os.write(1, {text!r}.encode('latin-1'))"]
    )
    program.wait_exit()
    return program


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\xff", "no UTF-8"),
        ("Traceback (most", "Traceback"),
        ("\x1b]0;title\x07", "control"),
        ("\x1b[5n", "control"),
        ("\xc2\x9b31m", "control"),
        ("\xe2\x80\xae", "control"),
    ],
)
def test_what_must_not_be_written_is_found(text: str, what: str) -> None:
    with printing(text) as program, pytest.raises(FuzzError, match=what):
        check_output(program)


def test_what_may_be_written_is_no_fault() -> None:
    with printing(
        "\x1b[1;2H\x1b[0;38;5;1mab\x1b[0m\x1b]52;c;NDQ=\x07\r\n\x1b[?1049l^[[A\x1b"
    ) as program:
        check_output(program)


FAULT = Session(
    "menu",
    1,
    events=[["size", 40, 12], ["bytes", "0c0c"], ["bytes", b"aab".hex()], ["bytes", "0c"]],
)


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of p4tui a program that cannot stand the letter b."""

    def play(session: Session, events: object) -> int:
        for event in events:  # type: ignore[attr-defined]
            session.events.append(event)
            if event[0] == "bytes" and b"b" in bytes.fromhex(event[1]):
                raise FuzzError("b")
        return 0

    monkeypatch.setattr(fuzz, "play", play)


@pytest.mark.usefixtures("fragile")
def test_a_fault_is_made_as_short_as_it_can_be() -> None:
    assert minimise(FAULT).events == [["bytes", b"b".hex()]]
    assert replay(FAULT) is not None


@pytest.mark.usefixtures("fragile")
def test_a_fault_is_reported_and_can_be_seen_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzz.report(FAULT, FuzzError("b"), tmp_path)
    assert "FAULT at menu" in capsys.readouterr().out
    (file,) = tmp_path.iterdir()
    assert fuzz.main(["--replay", str(file), "--out", str(tmp_path)]) == 1
    assert fuzz.main(["--minimise", str(file), "--out", str(tmp_path)]) == 1
    assert "1 events" in capsys.readouterr().out
