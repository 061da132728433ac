"""The command line on pipes that shells and other programs make: nothing is lost on the way in or out."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from p4tui import paths
from tests.plain.driving import moves, p4tui

ROOT = Path(__file__).parents[2]
PROGRAM = f"{sys.executable} -m p4tui"
GAMES = 3000
"""Lines of which far more than 4,096 bytes are not of the first ones."""


def in_bash(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script, "bash", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of games, and a line that is none."""
    path = tmp_path / "games.txt"
    path.write_text("44\n" * (GAMES - 1) + "x\n" + "44\n")
    return path


@pytest.mark.parametrize(
    "script",
    [
        f'{PROGRAM} games import <(cat "$1")',
        f'cat "$1" | {PROGRAM} games import /dev/stdin',
        f'cat "$1" | {PROGRAM} games import -',
        f'{PROGRAM} games import - < "$1"',
    ],
)
def test_the_first_4096_bytes_of_a_pipe_are_imported_too(script: str, many: Path) -> None:
    answer = in_bash(script, many)
    assert (answer.returncode, answer.stdout) == (1, f"{GAMES} games imported.\n")
    assert answer.stderr == f"p4tui: line {GAMES}: Character 1 of the moves is not a column.\n"


@pytest.mark.parametrize(
    "script", [f'{PROGRAM} games import <(cat "$1")', f'{PROGRAM} games import - < "$1"']
)
def test_a_database_in_a_pipe_is_said_to_need_its_file(script: str) -> None:
    p4tui("play", "--plain", "A", "B", typed="4\nquit\n")
    answer = in_bash(script, str(paths.games_file()))
    assert (answer.returncode, answer.stdout) == (1, "0 games imported.\n")
    assert answer.stderr == (
        "p4tui: A database of saved games cannot be read through a pipe. Name its file: p4tui games import FILE.\n"
    )


def test_an_input_that_is_not_ready_has_not_ended() -> None:
    theirs, ours = os.pipe()
    os.set_blocking(theirs, False)
    with subprocess.Popen(
        [sys.executable, "-m", "p4tui", "solve"], cwd=ROOT, stdin=theirs, stdout=subprocess.PIPE
    ) as program:
        os.close(theirs)
        assert program.stdout is not None
        for _ in range(20):
            os.write(ours, b"1212")
            os.write(ours, b"121\n")
            assert program.stdout.readline() == b"1212121 -18\n"
        os.close(ours)
    assert program.returncode == 0


WAITING_ALOUD = """
import select, sys
from p4tui.cli import main
wait = select.select
def wait_aloud(*arguments):
    sys.stderr.write("waiting\\n")
    select.select = wait
    return wait(*arguments)
select.select = wait_aloud
sys.exit(main(sys.argv[1:]))
"""


def read_late(option: str, *words: str, typed: bytes = b"") -> tuple[int, bytes]:
    """Run the program with an output that is full and not ready until the program has waited for it, or ended."""
    theirs, ours = os.pipe()
    os.set_blocking(ours, False)
    filled = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            filled += os.write(ours, bytes(4096))
    with subprocess.Popen(
        [sys.executable, option, "-c", WAITING_ALOUD, *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=ours,
        stderr=subprocess.PIPE,
    ) as program:
        os.close(ours)
        assert program.stdin is not None
        assert program.stderr is not None
        program.stdin.write(typed)
        program.stdin.close()
        assert program.stderr.readline() == b"waiting\n"
        with os.fdopen(theirs, "rb") as file:
            out = file.read()
    return program.returncode, out[filled:]


@pytest.mark.parametrize("option", ["-u", "-b"])
def test_an_output_that_is_not_ready_gets_all_of_it(option: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("".join(f"{number % 7 + 1}{number % 5 + 1}\n" for number in range(4_000)))
    p4tui("games", "import", str(path))
    assert read_late(option, "games", "export", "--all") == (0, path.read_bytes())


def test_a_game_on_an_output_that_is_not_ready_is_all_shown() -> None:
    typed = "4\nundo\n" * 60 + "quit\n"
    status, out = read_late("-b", "play", "--plain", "A", "B", typed=typed.encode())
    assert status == 0
    assert out.decode() == p4tui("play", "--plain", "A", "B", typed=typed).out


BOARD = ["____", "____", "____", "XO__"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_moves_behind_a_board_are_neither_lost_nor_read_twice(end: str, encoding: str) -> None:
    typed = end.join([*BOARD, "", "1", "2", "moves", "quit", ""])
    answer = p4tui("play", "--plain", "--board", "-", "A", "B", typed=typed.encode(encoding))
    assert (answer.status, answer.err) == (0, "")
    assert "Moves: 12" in answer.lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_every_command_reads_all_encodings_and_line_ends(
    end: str, encoding: str, tmp_path: Path
) -> None:
    def typed(*lines: str) -> bytes:
        mark = "" if encoding == "utf-8-sig" else "\ufeff"
        return (mark + "".join(line + end for line in lines)).encode(encoding)

    assert p4tui("solve", typed=typed("1212121", "", "x")).lines == ["1212121 -18"]
    assert p4tui("solve", typed=typed("", "x")).err.startswith("p4tui: line 2: ")
    file = tmp_path / "board"
    file.write_bytes(typed(*BOARD))
    for answer in (
        p4tui("solve", "--board", typed=typed(*BOARD)),
        p4tui("solve", "--board", str(file)),
    ):
        assert (answer.status, answer.err) == (0, "")
    assert p4tui("games", "import", "-", typed=typed("44", "x", "4")).out == "2 games imported.\n"
    game = p4tui("play", "--plain", "A", "B", typed=typed(*moves("1212121").split()))
    assert (game.status, game.lines[-1]) == (0, "A has won")
