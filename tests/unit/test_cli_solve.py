"""`p4tui solve`: positions in, a line for each out."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from p4tui import cli, paths
from p4tui.cli.solve import solve
from p4tui.core.position import Position
from p4tui.engine.answers import Analysis, Solved
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import RESOURCES, TABLE_MIB
from p4tui.engine.solver import Solver
from p4tui.plain.line_input import LineReader
from tests.plain.driving import Answer, p4tui
from tests.tools.kernels import needs_native

ROOT = Path(__file__).parents[2]
NEAR_THE_END = "2252576253462244111563365343671351441"
"""A position of 7x6 with five cells left, so that any kernel solves it at once."""
FULL_COLUMN = "444444"
WON = "1212121"
DRAWN = "4321311144234232"
"""A full board of 4x4 without a line."""
DRAWING = "_______\n" * 5 + "XO_____\n"

WRONG: dict[str, tuple[list[str], str]] = {
    "a size too small": (["--size", "3x4"], "4 to 32"),
    "a size to fit": (["--size", "fit"], "such as 7x6\n"),
    "a size without its value": (["--size"], "--size"),
    "a line too long for the board": (["--connect", "8"], "3 to 7"),
    "a line too short": (["--connect", "2"], "from 3"),
    "seconds of letters": (["--seconds", "soon"], "0 to 999999"),
    "seconds below zero": (["--seconds=-1"], "0 to 999999"),
    "seconds without end": (["--seconds", "inf"], "0 to 999999"),
    "no thread": (["--threads", "0"], "1 to 256"),
    "too many threads": (["--threads", "257"], "1 to 256"),
    "threads of letters": (["--threads", "all"], "whole number"),
    "a table of nothing": (["--table", "0"], "1 to 4096"),
    "a table that is too large": (["--table", "4097"], "1 to 4096"),
    "half a table": (["--table", "0.5"], "whole number"),
    "no number at all": (["--seconds", "."], "0 to 999999"),
    "no process": (["--jobs", "0"], "1 to 256"),
    "size and board": (["--size", "7x6", "--board"], "--size"),
    "a value for a flag": (["--board=x"], "--board"),
    "an unknown option": (["--fast"], "--fast"),
    "an abbreviated option": (["--col"], "--col"),
    "an option of play": (["--plain"], "--plain"),
}


class FakeSolver:
    """In place of the search: remembers its calls; the score is the number of discs less three."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.limits: list[Limit | None] = []
        self.proven = True

    def clear(self) -> None:
        self.calls.append(("clear", None))

    def score(
        self, position: Position, limit: Limit | None = None, stop: StopFlag | None = None
    ) -> Solved:
        self.calls.append(("score", position))
        self.limits.append(limit)
        return Solved(position.ply - 3, self.proven, 100 + position.ply)

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: StopFlag | None = None,
        *,
        line: bool = True,
    ) -> Analysis:
        self.calls.append(("analyse", position))
        self.limits.append(limit)
        columns = tuple(
            column - 3 if position.is_playable(column) else None
            for column in range(position.geometry.columns)
        )
        moves = (position.geometry.columns - 1, 0) if line else ()
        doubtful = () if self.proven else tuple(position.legal_columns())
        return Analysis(position.ply - 3, columns, (6,), moves, self.proven, 200, doubtful)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> FakeSolver:
    """The search that every position of the test is put to."""
    fake = FakeSolver()
    monkeypatch.setattr(solve, "new_solver", lambda _shelf: fake)
    return fake


def answers(*words: str, typed: str | bytes = "") -> list[str]:
    """What is printed for good positions."""
    answer = p4tui("solve", *words, typed=typed)
    assert (answer.status, answer.err) == (0, "")
    return answer.lines


# Positions in


def test_every_argument_is_answered_in_a_line(solver: FakeSolver) -> None:
    assert answers("4", "444", "444455") == ["4 -2", "444 0", "444455 +3"]


def test_every_line_of_the_input_is_answered_and_its_second_field_ignored(
    solver: FakeSolver,
) -> None:
    typed = "4\n444 -7\r\n\n  444455\tand more\n44"
    assert answers(typed=typed) == ["4 -2", "444 0", "444455 +3", "44 -1"]


def test_a_second_field_of_an_argument_is_ignored_too(solver: FakeSolver) -> None:
    assert answers("444 -7") == ["444 0"]


def test_a_lone_dash_is_the_empty_board(solver: FakeSolver) -> None:
    assert answers("-") == ["- -3"]
    assert answers("4", "-", "44") == ["4 -2", "- -3", "44 -1"]
    assert answers(typed="- 1\n") == ["- -3"]
    assert solver.calls[0] == ("score", Position())


def test_arguments_leave_the_input_alone(solver: FakeSolver) -> None:
    assert answers("4", typed="44\n") == ["4 -2"]


def test_an_empty_input_has_no_answers(solver: FakeSolver) -> None:
    assert answers(typed="") == []


def test_a_byte_order_mark_is_no_move(solver: FakeSolver) -> None:
    assert answers(typed=b"\xef\xbb\xbf44\n4\n") == ["44 -1", "4 -2"]


def test_the_board_may_be_of_any_size_and_the_line_of_any_length(solver: FakeSolver) -> None:
    assert answers("--size", "12x5", "--connect", "5", "aAc1") == ["aAc1 +1"]
    geometry = solver.calls[0][1].geometry
    assert (geometry.columns, geometry.rows, geometry.connect) == (12, 5, 5)


def test_options_may_stand_anywhere(solver: FakeSolver) -> None:
    assert answers("44", "--stats", "444", "--seconds", "3", "4")[0].startswith("44 -1 102 ")
    answer = p4tui("--seconds", "3", "solve", "4")
    assert (answer.status, answer.lines) == (0, ["4 -2"])


# Answers out


@pytest.mark.parametrize(
    ("moves", "size", "score"),
    [(WON, "7x6", "-18"), (WON, "4x4", "-5"), (DRAWN, "4x4", "0")],
)
def test_a_finished_position_has_the_score_of_its_end(
    moves: str, size: str, score: str, solver: FakeSolver
) -> None:
    (line,) = answers("--size", size, "--columns", "--line", "--stats", "--cold", moves)
    nothing = " ".join("-" * (int(size[0]) + 1))
    assert line == f"{moves} {score} {nothing} 0 0"
    assert not solver.calls
    (line,) = answers("--size", size, "--columns", "--line", "--json", moves)
    answer = json.loads(line)
    assert (answer["score"], answer["line"], set(answer["columns"])) == (int(score), "", {None})


def test_columns_are_signed_and_a_full_one_is_a_dash(solver: FakeSolver) -> None:
    assert answers("--columns", FULL_COLUMN) == [FULL_COLUMN + " +3 -3 -2 -1 - +1 +2 +3"]


def test_the_line_is_a_move_string(solver: FakeSolver) -> None:
    assert answers("--line", "4") == ["4 -2 71"]
    assert answers("--line", "--size", "12x4", "4") == ["4 -2 C1"]


def test_statistics_are_nodes_and_microseconds(solver: FakeSolver) -> None:
    (line,) = answers("--stats", "44")
    moves, score, nodes, microseconds = line.split()
    assert (moves, score, nodes) == ("44", "-1", "102")
    assert 0 <= int(microseconds) < 10_000_000


def test_only_the_solvers_call_is_timed(
    solver: FakeSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0]
    plain, clear = solver.score, solver.clear

    def slow_score(position: Position, *rest: Any) -> Solved:
        now[0] += 5_999_999
        return plain(position, *rest)

    def slow_clear() -> None:
        now[0] += 10**12
        clear()

    monkeypatch.setattr(solver, "score", slow_score)
    monkeypatch.setattr(solver, "clear", slow_clear)
    monkeypatch.setattr(time, "perf_counter_ns", lambda: now[0])
    assert answers("--stats", "--cold", "44") == ["44 -1 102 5999"]


def test_everything_at_once_comes_in_the_order_of_the_help(solver: FakeSolver) -> None:
    (line,) = answers("--stats", "--line", "--columns", "4")
    assert line.startswith("4 -2 -3 -2 -1 0 +1 +2 +3 71 200 ")


def test_threads_and_the_table_are_those_of_the_arguments_else_those_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[tuple[int, int | None]] = []
    for name in ("table_mib", "threads"):
        # What the test leaves there is undone.
        monkeypatch.setattr(RESOURCES, name, getattr(RESOURCES, name))

    def note(_shelf: object) -> FakeSolver:
        made.append((RESOURCES.table_mib, RESOURCES.threads))
        return FakeSolver()

    monkeypatch.setattr(solve, "new_solver", note)
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "settings.toml")
    answers("4")
    answers("--threads", "3", "--table", "32", "4")
    (tmp_path / "settings.toml").write_text("threads = 2\ntable_mib = 8\n", encoding="utf-8")
    answers("4")
    answers("--table", "64", "4")
    assert made == [(TABLE_MIB, None), (32, 3), (8, 2), (64, 2)]


def test_any_number_of_threads_gives_the_same_answer() -> None:
    options = ("--columns", "--line", "--size", "6x5")
    assert answers("--threads", "1", *options, "3") == answers("--threads", "4", *options, "3")


def test_cold_empties_the_table_before_each_position(solver: FakeSolver) -> None:
    answers("--cold", "4", "44")
    assert [name for name, _ in solver.calls] == ["clear", "score", "clear", "score"]
    solver.calls.clear()
    answers("4", "44")
    assert [name for name, _ in solver.calls] == ["score", "score"]


def test_what_is_not_proven_in_the_time_given_has_a_question_mark(solver: FakeSolver) -> None:
    solver.proven = False
    assert answers("--seconds", "0.5", "444") == ["444 0?"]
    assert answers("--seconds", ".5", "--columns", "4") == ["4 -2? -3? -2? -1? 0? +1? +2? +3?"]
    assert solver.limits == [Limit(seconds=0.5)] * 2
    solver.proven = True
    assert answers("--seconds", "2", "444") == ["444 0"]


def test_without_seconds_there_is_no_limit(solver: FakeSolver) -> None:
    answers("4")
    assert solver.limits == [None]


def test_json_is_an_object_a_line(solver: FakeSolver) -> None:
    found = [
        json.loads(line)
        for line in answers("--json", "--columns", "--line", "--stats", FULL_COLUMN, "-")
    ]
    assert found[0].pop("microseconds") >= 0
    assert found[0] == {
        "moves": FULL_COLUMN,
        "score": 3,
        "proven": True,
        "columns": [-3, -2, -1, None, 1, 2, 3],
        "doubtful": [],
        "line": "71",
        "nodes": 200,
    }
    assert found[1]["moves"] == "-"


def test_json_has_what_was_asked_for_only(solver: FakeSolver) -> None:
    solver.proven = False
    assert [json.loads(line) for line in answers("--json", "4")] == [
        {"moves": "4", "score": -2, "proven": False}
    ]


# Drawings and matrices


def test_a_drawing_is_the_whole_input(solver: FakeSolver) -> None:
    assert answers("--board", typed="\n" + DRAWING + "\n\n") == ["- -1"]
    assert solver.calls[0][1].ply == 2


def test_a_matrix_is_read_too(solver: FakeSolver) -> None:
    matrix = "[[1, 2, 1, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0]]\n"
    assert answers("--board", "--json", typed=matrix) == [
        '{"board": "-", "score": 0, "proven": true}'
    ]
    assert solver.calls[0][1].geometry.columns == 4


def test_drawings_may_be_files(solver: FakeSolver, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(DRAWING, encoding="utf-8")
    assert answers("--board", str(path), "-", typed=DRAWING) == [f"{path} -1", "- -1"]
    assert answers("--board", "--columns", str(path))[0].startswith(f"{path} -1 -3 ")


def test_a_drawing_may_have_lines_of_another_length(solver: FakeSolver) -> None:
    answers("--board", "--connect", "5", typed=DRAWING)
    assert solver.calls[0][1].geometry.connect == 5


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"hello", "neither a drawing nor a matrix"),
        (b"", "neither a drawing nor a matrix"),
        (b"_" * 1_000_000, "4 to 32 columns"),
        (("_______\n" * 5 + "XXX____\n").encode(), "differ by more than one"),
    ],
)
def test_a_drawing_that_is_none_is_refused_in_a_sentence(
    data: bytes, reason: str, solver: FakeSolver, tmp_path: Path
) -> None:
    path = tmp_path / "board"
    path.write_bytes(data)
    for answer in (
        p4tui("solve", "--board", typed=data),
        p4tui("solve", "--board", "-", typed=data),
        p4tui("solve", "--board", str(path)),
    ):
        assert (answer.status, answer.out, answer.err.count("\n")) == (1, "", 1)
        assert reason in answer.err


def test_the_other_drawings_are_still_answered(solver: FakeSolver, tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(DRAWING, encoding="utf-8")
    answer = p4tui("solve", "--board", "nowhere", str(path), str(tmp_path))
    assert (answer.status, answer.lines) == (1, [f"{path} -1"])
    first, second = answer.err.splitlines()
    assert first.startswith("p4tui: argument 1: ") and "no such file" in first
    assert second.startswith("p4tui: argument 3: ")


# What is refused


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_answered_in_one_sentence(case: str) -> None:
    words, expected = WRONG[case]
    answer = p4tui("solve", *words)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("p4tui: ")
    assert expected in answer.err


def test_a_bad_line_is_told_by_its_number_and_the_rest_is_answered(solver: FakeSolver) -> None:
    answer = p4tui("solve", typed="4\n\n4x\n444444\n4444444\n8 1\n44335566\n44\n")
    assert answer.status == 1
    assert answer.lines == ["4 -2", "444444 +3", "44 -1"]
    assert answer.err.splitlines() == [
        "p4tui: line 3: Character 2 of the moves is not a column.",
        "p4tui: line 5: Character 7 of the moves cannot be played: Column 4 is full.",
        "p4tui: line 6: Character 1 of the moves cannot be played: There is no such column: choose 1 to 7.",
        "p4tui: line 7: Character 8 of the moves cannot be played: The game is over.",
    ]


def test_a_bad_argument_is_told_by_its_number(solver: FakeSolver) -> None:
    answer = p4tui("solve", "4", "0", "", "44")
    assert (answer.status, answer.lines) == (1, ["4 -2", "44 -1"])
    assert answer.err.splitlines() == [
        "p4tui: argument 2: Character 1 of the moves is not a column.",
        "p4tui: argument 3: There are no moves. Write - for the empty board.",
    ]


@pytest.mark.parametrize(
    "line", [b"4" * 1_000_000, b"\xfd\xfe4", b"4\x1b[31m", b"\0", b"--", "４".encode()]
)
def test_lines_of_any_kind_are_survived(line: bytes, solver: FakeSolver) -> None:
    answer = p4tui("solve", typed=line + b"\n4\n")
    assert (answer.status, answer.lines) == (1, ["4 -2"])
    assert answer.err.startswith("p4tui: line 1: ")
    assert answer.err.rstrip("\n").isprintable()


def test_an_input_that_cannot_be_read_is_said(
    solver: FakeSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError

    monkeypatch.setattr(solve, "standard_input", lambda: LineReader(Broken()))
    assert p4tui("solve") == Answer(1, "", "p4tui: The input cannot be read.\n")
    answer = p4tui("solve", "--board")
    assert (answer.status, answer.err.count("\n")) == (1, 1)


@pytest.mark.parametrize("value", ["abacus", "native"])
def test_a_kernel_that_cannot_be_had_is_said_first(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from p4tui.engine.kernel.choice import KernelError, kernel

    monkeypatch.setenv("P4TUI_KERNEL", value)
    try:
        kernel()
    except KernelError:
        answer = p4tui("solve", "4")
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert f"P4TUI_KERNEL={value}" in answer.err


# French


def test_it_speaks_french(solver: FakeSolver) -> None:
    answer = p4tui("solve", "--lang", "fr", typed="4\n4x\n")
    assert (answer.status, answer.lines) == (1, ["4 -2"])
    assert (
        answer.err
        == "p4tui: ligne 2\xa0: Le caractère 2 de la suite de coups n'est pas une colonne.\n"
    )
    answer = p4tui("solve", "--board", "--lang", "fr", typed="hello")
    assert "dessin" in answer.err
    assert "coups" in p4tui("solve", "--help", "--lang", "fr").out


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_answered_in_french(case: str) -> None:
    words = WRONG[case][0]
    answer = p4tui("--lang", "fr", "solve", *words)
    assert answer.status == 2
    assert not {"not", "is", "no", "the", "expected", "unrecognized"} & set(answer.err.split())


# Streams


def test_thousands_of_lines_are_answered_one_by_one(
    solver: FakeSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer is out before the next line is asked for."""
    count = 2000
    written = io.BytesIO()

    class Asking(io.BytesIO):
        asked = 0

        def read(self, size: int | None = -1) -> bytes:
            assert written.getvalue().count(b"\n") == self.asked
            self.asked += 1
            return b"444 0\n" if self.asked <= count else b""

    monkeypatch.setattr(solve, "standard_input", lambda: LineReader(Asking()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
    assert cli.main(["solve"]) == 0
    assert written.getvalue() == b"444 0\n" * count


def program(prologue: str = "") -> list[str]:
    """`p4tui solve` in a process that listens to Ctrl+C, also where the tests run in the background."""
    return [
        sys.executable,
        "-c",
        f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from p4tui.cli import main
{prologue}
sys.exit(main(["solve", *sys.argv[1:]]))
""",
    ]


HANGING = 300.0
"""Seconds after which a program counts as one that hangs, however busy the machine is."""


def started(*words: str, prologue: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*program(prologue), *words],
        cwd=ROOT,
        env=os.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_conversation_is_answered_line_by_line_and_ctrl_c_ends_it_quietly() -> None:
    with started() as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write(WON + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{WON} -18\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANGING)
    assert (process.returncode, out, err) == (130, "", "")


def test_ctrl_c_ends_a_search_that_does_not_listen_to_python() -> None:
    """As compiled code does, this one looks at nothing but its flag, and lets other threads run meanwhile."""
    prologue = """
from collections import deque
from ctypes import CDLL
from functools import partial
from itertools import chain, repeat
from p4tui.cli.solve import solve

class Deaf:
    def score(self, position, limit, stop):
        # Without a step of the interpreter: Ctrl+C, then an hour, or until the flag is set.
        system = CDLL(None)
        pressed = map(getattr(system, "raise"), [signal.SIGINT])
        naps = chain(pressed, map(system.usleep, repeat(10_000, 360_000)))
        deque(zip(naps, iter(partial(vars(stop).get, "_is_set"), True)), maxlen=0)

solve.new_solver = lambda _shelf: Deaf()
"""
    with started("4", prologue=prologue) as process:
        out, err = process.communicate(timeout=HANGING)
    assert (process.returncode, out, err) == (130, "", "")


def test_an_output_that_nobody_reads_ends_it_quietly() -> None:
    with started() as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{WON}\n" * 100)
        process.stdin.flush()
        assert process.stdout.readline() == f"{WON} -18\n"
        process.stdout.close()
        with suppress(BrokenPipeError):  # it may have noticed already
            process.stdin.write(f"{WON}\n" * 100)
            process.stdin.close()
        err = process.stderr.read()
        assert process.wait(timeout=HANGING) == 141
    assert err == ""


# The real search


def test_the_solver_answers_for_the_command() -> None:
    (line,) = answers("--columns", "--line", "--stats", NEAR_THE_END)
    moves, score, *columns, principal, nodes, microseconds = line.split()
    assert (moves, score, len(columns)) == (NEAR_THE_END, "-1", 7)
    assert max(int(column) for column in columns if column != "-") == -1
    assert principal.isdigit()
    assert int(nodes) >= 0 and int(microseconds) >= 0
    assert answers("--cold", "--json", NEAR_THE_END) == [
        json.dumps({"moves": NEAR_THE_END, "score": -1, "proven": True})
    ]


def test_the_solver_marks_what_it_has_no_time_to_prove() -> None:
    (line,) = answers("--seconds", "0.05", "--size", "9x9", "55")
    assert line.startswith("55 ") and line.endswith("?")


def test_a_lack_of_memory_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Solver, "score", fail)
    assert cli.main(["solve", "--lang", "en", "44"]) == 1
    assert capsys.readouterr().err == ("p4tui: Not enough memory. Try a smaller --table.\n")


@needs_native
def test_only_the_columns_that_are_not_proven_are_marked() -> None:
    """Three columns win soon, which shows within a few dozen nodes; the rest takes longer."""
    moves = "12345671234567"
    (line,) = answers("--columns", moves)
    known = line.split()[2:]
    (line,) = answers("--columns", "--seconds", "0", moves)
    answer = line.split()[2:]
    assert answer[2:5] == ["+11"] * 3
    assert any(field.endswith("?") for field in answer)
    for field, exact in zip(answer, known, strict=True):
        assert field.endswith("?") or field == exact
