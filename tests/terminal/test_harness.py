"""The harness itself, tried on a bare Textual app and on programs of one line."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.harness import TerminalProgram, TerminalTimeoutError, modes_set
from tests.terminal.measure import BARE, idle, launch, opened, percentile

pytestmark = pytest.mark.terminal


def python(code: str, **options: object) -> TerminalProgram:
    return TerminalProgram([sys.executable, "-c", code], **options)  # type: ignore[arg-type]


@pytest.fixture
def bare() -> Iterator[TerminalProgram]:
    with opened(BARE) as program:
        yield program


def test_a_bare_app_starts_paints_and_quits(bare: TerminalProgram) -> None:
    assert any("Quit" in line for line in bare.display)
    assert {"alternate screen", "cursor hidden", "mouse motion"} <= bare.modes_left_on()
    assert not bare.cursor_visible
    assert not bare.terminal_is_cooked()
    bare.send("q")
    assert bare.wait_exit() == 0
    assert bare.modes_left_on() == set()
    assert bare.terminal_is_cooked()


def test_a_killed_program_leaves_its_modes_on_and_tells_by_what_it_died(
    bare: TerminalProgram,
) -> None:
    bare.signal(signal.SIGKILL)
    assert bare.wait_exit() == 128 + signal.SIGKILL
    assert {"alternate screen", "kitty keyboard", "bracketed paste"} <= bare.modes_left_on()


def test_a_resize_reaches_the_program_and_the_screen(bare: TerminalProgram) -> None:
    bare.resize(40, 12)
    bare.wait_for(lambda lines: "Quit" in lines[-1])
    assert [len(line) for line in bare.display] == [40] * 12


def test_colours_and_styles_of_a_cell_are_read() -> None:
    with python(r"print('\x1b[1;4;7;31;44mA\x1b[0m' + '\x1b[38;2;1;2;3mB')") as program:
        program.wait_exit()
        first, second = program.cell(0, 0), program.cell(1, 0)
    assert first == ("A", "red", "blue", True, True, True)
    assert (second.text, second.foreground, second.reversed) == ("B", "010203", False)


def test_sequences_that_the_emulator_does_not_know_leave_no_trace() -> None:
    code = r"print('\x1b[>25u\x1b[<u\x1b[>4;2m\x1b[?2026$p\x1b]22;pointer\x07\x1b[=1cok')"
    with python(code) as program:
        program.wait_exit()
        assert program.display[0].rstrip() == "ok"
        assert program.cell(0, 0).foreground == "default"


def test_a_sequence_cut_in_two_is_put_together() -> None:
    code = "import os,sys; os.write(1, b'\\x1b[>2'); sys.stdin.readline(); os.write(1, b'5uok')"
    with python(code) as program:
        program.wait_for_output(since=0)
        program.send("\n")
        program.wait_exit()
        assert "ok" in program.display[1]
        assert "5u" not in "".join(program.display)


def test_the_environment_is_built_from_scratch(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    code = "import os; print(*sorted(k for k in os.environ if k != 'LC_CTYPE')); print(os.getcwd())"
    with python(code, columns=200, cwd=tmp_path, environ={"NO_COLOR": ""}) as program:
        program.wait_exit()
        names, folder = (line.split() for line in program.display[:2])
    assert folder == [str(tmp_path)]
    assert {"HOME", "LANG", "NO_COLOR", "PATH", "TERM", "XDG_DATA_HOME"} <= set(names)
    assert "COLORTERM" not in names


def test_the_home_is_temporary_and_goes_away() -> None:
    with python("from pathlib import Path; (Path.home() / 'x').touch()") as program:
        program.wait_exit()
        home = program.home
        assert (home / "x").exists()
    assert not home.exists()


def test_the_program_leads_a_session_with_this_terminal() -> None:
    code = "import os; print(os.getsid(0) == os.getpid(), os.tcgetpgrp(0) == os.getpgrp())"
    with python(code) as program:
        assert program.wait_exit() == 0
        assert program.display[0].split() == ["True", "True"]


def test_without_a_controlling_terminal_there_is_none() -> None:
    with python("open('/dev/tty')", controlling=False) as program:
        assert program.wait_exit() == 1


def test_bytes_since_a_mark_are_those_that_came_after_it() -> None:
    with python("print(input()[::-1])") as program:
        mark = program.send("abc\n")
        program.wait_for_text("cba")
        assert program.bytes_since(mark).endswith(b"cba\r\n")


def test_what_is_typed_into_a_program_that_has_ended_is_lost() -> None:
    with python("print('over')") as program:
        program.wait_exit()
        program.send("x")
        assert program.display[0].startswith("over")


def test_a_program_that_computes_is_not_done_though_it_is_silent() -> None:
    code = (
        "import time; input(); until = time.process_time() + 0.4\n"
        "while time.process_time() < until: pass\n"
        "print('done'); input()"
    )
    with python(code) as program:
        program.wait_for_output(since=program.send("\n"))
        program.wait_quiet(0.05)
        assert "done" in program.display[1]


def test_what_a_program_has_started_counts_as_the_program() -> None:
    child = (
        "import time; until = time.process_time() + 0.4\nwhile time.process_time() < until: pass"
    )
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}]); print('done'); input()"
    with python(code) as program:
        program.wait_quiet(0.05)
        assert "done" in program.display[0]


def test_a_thread_that_waits_for_its_turn_is_not_done() -> None:
    code = (
        "import os, threading, time\n"
        "def search():\n"
        "    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)\n"
        "    sum(range(3 * 10 ** 7))\n"  # one step of the interpreter: no other thread has a turn
        "input(); threading.Thread(target=search).start(); time.sleep(0.01); print('done'); input()"
    )
    with python(code) as program:
        program.wait_for_output(since=program.send("\n"))
        program.wait_quiet(0.05)
        assert "done" in program.display[1]


def test_a_program_that_always_computes_is_never_done() -> None:
    with (
        python("while True: pass") as program,
        pytest.raises(TerminalTimeoutError, match="never done"),
    ):
        program.wait_quiet(0.05, timeout=0.5)


def test_a_condition_that_stays_false_shows_the_screen() -> None:
    with (
        python("print('here I am'); input()") as program,
        pytest.raises(TerminalTimeoutError, match=r"(?s)did not come true.*here I am"),
    ):
        program.wait_for_text("here I am")
        program.wait_for(lambda _: False, timeout=0.3)


def test_waiting_for_a_program_that_has_ended_is_not_waiting() -> None:
    with (
        python("raise SystemExit(3)") as program,
        pytest.raises(TerminalTimeoutError, match="ended with 3"),
    ):
        program.wait_for_text("never")


def test_a_stopped_program_is_noticed_and_goes_on() -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP); print('on again')"
    with python(code) as program:
        program.wait_stopped()
        assert program.exit_status is None
        program.resume()
        program.wait_for_text("on again")
        assert program.wait_exit() == 0


def test_a_large_input_is_written_while_the_output_is_read() -> None:
    code = (
        "import sys, tty; tty.setraw(0); n = 0\n"
        "while n < 300000: d = sys.stdin.buffer.raw.read(4096); n += len(d); print(n, end=' ')"
    )
    with python(code) as program:
        program.wait_for(lambda _: not program.terminal_is_cooked())
        program.send(b"x" * 300_000)
        assert program.wait_exit() == 0


@pytest.mark.parametrize(
    ("stream", "left_on"),
    [
        (b"\x1b[?1049h\x1b[?25l\x1b[?7l", {"alternate screen", "cursor hidden", "line wrap off"}),
        (b"\x1b[?1049h\x1b[?1049l\x1b[?25l\x1b[?25h", set()),
        (b"\x1b[?1000;1006h\x1b[?1000l", {"mouse SGR"}),
        (b"\x1b[>1u\x1b[>25u\x1b[<u", {"kitty keyboard"}),
        (b"\x1b[>1u\x1b[>25u\x1b[<2u", set()),
        (b"\x1b[?9999h\x1b[?2026$p", {"private mode 9999"}),
    ],
)
def test_modes_left_on_are_computed_from_the_output(stream: bytes, left_on: set[str]) -> None:
    assert {name for name, on in modes_set(stream).items() if on} == left_on


def test_measuring_a_bare_app_gives_sensible_numbers(bare: TerminalProgram) -> None:
    start = launch(BARE)
    assert 2000 < start.output < 20_000
    assert start.milliseconds > 20
    assert start.rss_kib > 10_000
    still = idle(bare, 0.5)
    assert still.output_per_second == 0
    assert 0 <= still.cpu_percent < 50


def test_processor_time_is_counted_finely() -> None:
    with python("input(); sum(range(10**6)); print('done'); input()") as program:
        before = program.cpu_seconds()
        program.send("\n")
        program.wait_for_text("done")
        assert 0.001 < program.cpu_seconds() - before < 10


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 101)]
    assert (percentile(values, 50), percentile(values, 99), percentile(values, 100)) == (
        50,
        99,
        100,
    )
    assert percentile([7.0], 99) == 7
