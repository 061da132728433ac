"""Decoder, parser and driver: by themselves, and under a small app in a real terminal."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import IO, Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual import events
from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.message import Message

from p4tui.tui.terminal import driver as driver_module
from p4tui.tui.terminal.app import run_app, terminal_driver
from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.terminal.decoder import PASTE_LIMIT, PASTE_PAUSE, TYPING_LIMIT, InputDecoder, Token
from p4tui.tui.terminal.driver import TerminalDriver
from p4tui.tui.terminal.parser import messages_of
from tests.terminal.harness import TerminalProgram
from tests.terminal.measure import BARE, idle, motion_bytes

SMALL_APP = (*BARE, "--driver")
LEFT = b"\x1b[D"


def read(*chunks: bytes) -> list[Message]:
    """Return the messages of chunks of input, followed by silence."""
    decoder = InputDecoder()
    tokens = [token for chunk in chunks for token in decoder.feed(chunk)] + decoder.flush()
    return [message for token in tokens for message in messages_of(token)]


def keys(*chunks: bytes) -> list[str]:
    return [message.key for message in read(*chunks) if isinstance(message, events.Key)]


# Keys


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a1 ", ["a", "1", "space"]),
        (b"\r\x7f\t", ["enter", "backspace", "tab"]),
        (b"\x03\x1a\x0c", ["ctrl+c", "ctrl+z", "ctrl+l"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOP", ["up", "f1"]),
        (b"\x1b[1;5C", ["ctrl+right"]),
        (b"\x1b[[A\x1b[3$", ["f1", "shift+delete"]),
        (b"\x1b[5~", ["pageup"]),
        (b"\x1b", ["escape"]),
        (b"\x1ba", ["alt+a"]),
        (b"\x1b[97u", ["a"]),
        ("éц".encode(), ["é", "ц"]),
    ],
)
def test_keys_are_read(data: bytes, expected: list[str]) -> None:
    assert keys(data) == expected
    assert keys(*(data[place : place + 1] for place in range(len(data)))) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[1114112u",  # beyond Unicode; ends bare Textual
        b"\x1b[97;;1114112u",
        b"\x1b[55296u",  # a surrogate
        b"\x1b[" + b"9" * 40 + b"u",
        b"\x1b[" + b"1" * 5000 + b"m",
        b"\x1b[?1;2c",  # device attributes; bare Textual types 1 and 2
        b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29c",
        b"\x1b[>41;354;0c",
        b"\x1b[?2048;1$y\x1b[?2048;2$y",
        b"\x1b[48;24;80;0;0t",
        b"\x1b[8;24;80t",
        b"\x1b[5;7R",
        b"\x1b[O\x1b[I",
        b"\x1b]11;rgb:1212/3434/5656\x1b\\",
        b"\x1b]11;rgb:1212/3434/5656\x07",
        b"\x1bP>|xterm(354)\x1b\\",
        b"\x1b_Gi=31;OK\x1b\\",
        b"\x1b[201~",
        b"\xff\xfe\x80",
        b"\x1b[M\x20\xff\xfe",  # X10 above 127; ends bare Textual
        b"\x1b[M\x20\xc3\xa9",
        b"\x1b[M\x20\x00\x31",
        b"\x1b[32;31;17M",
        b"\x1b[<0;-1;-5M",
        b"\x1b[<0;1M",
    ],
)
def test_what_nobody_asked_for_is_dropped_and_the_next_key_works(data: bytes) -> None:
    assert read(data, LEFT)[:-1] == []
    assert keys(data, LEFT) == ["left"]
    assert keys(data + LEFT) == ["left"]


def test_reports_of_the_focus_are_read_if_they_were_asked_for() -> None:
    lost, found = (
        messages_of(Token("sequence", text), focus=True) for text in ("\x1b[O", "\x1b[I")
    )
    assert [type(message) for message in (*lost, *found)] == [events.AppBlur, events.AppFocus]


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[",
        b"\x1b[1;",
        b"\x1b[<0;12;",
        b"\x1b[M",
        b"\x1b[M !",
        b"\x1bO",
        b"\x1b]11;rgb:12",
        b"\xc3",
    ],
)
def test_a_sequence_broken_off_costs_no_later_key(data: bytes) -> None:
    decoder = InputDecoder()
    assert decoder.feed(data) == []
    given_up = decoder.flush()
    assert given_up == [] or given_up[0].text in {"\x1b[", "\x1bO"}  # the keys Alt+[ and Alt+O
    assert decoder.timeout is None
    assert decoder.feed(LEFT + b"3") == [Token("sequence", "\x1b[D"), Token("text", "3")]


def test_a_new_sequence_ends_one_that_was_broken_off() -> None:
    assert keys(b"\x1b[1;\x1b[C") == ["right"]
    assert keys(b"\x1b[1;\r") == ["enter"]
    assert keys(b"\x1b\x1b[A") == ["up"]
    assert keys(b"\x1b]11;rgb\x1b[A") == ["up"]


def test_nul_is_a_key_like_any_other() -> None:
    assert keys(b"\x00a") == ["ctrl+@", "a"]


@given(st.lists(st.binary(max_size=40), max_size=6))
@example([b"\x1b[M", b"\x1b[", b"M\xff"])
@example([b"\x1b\x1b", b"\x1b[200", b"~\x1b[201~"])
def test_any_bytes_are_survived_and_the_next_key_works(chunks: list[bytes]) -> None:
    decoder = InputDecoder()
    for token in [*(token for chunk in chunks for token in decoder.feed(chunk)), *decoder.flush()]:
        messages_of(token)
    assert decoder.timeout is None
    (message,) = (found for token in decoder.feed(LEFT) for found in messages_of(token))
    assert isinstance(message, events.Key) and message.key == "left"


def test_letters_are_read_in_the_encoding_of_the_terminal() -> None:
    latin = InputDecoder(encoding="iso8859-1")
    assert latin.feed(b"Zo\xe9" + LEFT) == [Token("text", "Zoé"), Token("sequence", "\x1b[D")]
    assert latin.feed(b"\x1b[200~Ren\xe9e\x1b[201~") == [Token("paste", "Renée")]
    japanese = InputDecoder(encoding="euc_jp")
    assert japanese.feed(b"\xc6") == []
    assert japanese.feed(b"\xfc4") == [Token("text", "日4")]
    assert InputDecoder().feed("Zoé".encode()) == [Token("text", "Zoé")]


@pytest.mark.parametrize("encoding", ["utf-8", "iso8859-1", "cp1252", "koi8-r"])
def test_control_characters_of_eight_bits_are_not_typed(encoding: str) -> None:
    """Written back, the terminal would obey them: 9B begins a control sequence."""
    controls = "".join(map(chr, range(0x80, 0xA0)))
    data = b"a" + controls.encode(encoding, "ignore") + b"b"
    for start, end in ((b"", b""), (b"\x1b[200~", b"\x1b[201~")):
        decoder = InputDecoder(encoding=encoding)
        (token,) = decoder.feed(start + data + end)
        assert token.text == "ab"


@given(data=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=4))
def test_tokens_do_not_depend_on_how_the_bytes_are_cut(data: bytes, cuts: list[int]) -> None:
    whole, parts = InputDecoder(), InputDecoder()
    places = [0, *sorted(cuts), len(data)]
    expected = whole.feed(data) + whole.flush()
    found = [
        token for start, end in pairwise(places) for token in parts.feed(data[start:end])
    ] + parts.flush()

    def joined(tokens: list[Token]) -> str:
        return "".join(
            f"\x00{token.kind}{token.text}" if token.kind != "text" else token.text
            for token in tokens
        )

    assert joined(found) == joined(expected)


# Pastes


def test_a_paste_comes_as_one_message_without_nul() -> None:
    (paste,) = read(b"\x1b[200~44\x0053\x1b[D\x1b[201~")
    assert isinstance(paste, events.Paste)
    assert paste.text == "4453\x1b[D"


def test_a_paste_cut_anywhere_is_put_together() -> None:
    data = b"\x1b[200~4453\x1b[201~" + LEFT
    for place in range(len(data)):
        paste, key = read(data[:place], data[place:])
        assert isinstance(paste, events.Paste) and paste.text == "4453"
        assert isinstance(key, events.Key) and key.key == "left"


def test_a_huge_paste_is_cut_short() -> None:
    found = read(b"\x1b[200~", *[b"1234567" * 1000] * 150, b"\x1b[201~", LEFT)
    paste, key = found
    assert isinstance(paste, events.Paste) and len(paste.text) == PASTE_LIMIT
    assert isinstance(key, events.Key)


def test_a_paste_without_an_end_is_over_after_a_pause() -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b[200~44") == []
    assert decoder.timeout == PASTE_PAUSE
    assert decoder.flush() == [Token("paste", "44")]
    assert decoder.feed(b"5") == [Token("text", "5")]


def test_more_text_than_anyone_types_is_a_paste() -> None:
    assert [token.kind for token in InputDecoder().feed(b"4" * TYPING_LIMIT)] == ["text"]
    assert [token.kind for token in InputDecoder().feed(b"4" * (TYPING_LIMIT + 1))] == ["paste"]


# The mouse


def test_sgr_reports_are_read_in_cells_even_after_a_reply_about_pixels() -> None:
    (down,) = read(b"\x1b[48;24;80;480;800t\x1b[<0;12;7M")
    assert isinstance(down, events.MouseDown)
    assert (down.screen_x, down.screen_y, down.button) == (11, 6, 1)


def test_the_back_and_forward_buttons_of_the_mouse_are_no_left_click() -> None:
    for button in (*range(128, 256), 256, 1 << 40):
        report = f"\x1b[<{button};12;7M\x1b[<{button};12;7m".encode()
        assert read(report) == [], button
    assert [type(message) for message in read(b"\x1b[<128;12;7M\x1b[<0;12;7M")] == [
        events.MouseDown
    ]


# Without a terminal


def test_the_driver_is_ours_unless_the_environment_names_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert terminal_driver() is (None if sys.platform == "win32" else TerminalDriver)
    monkeypatch.setattr("textual.constants.DRIVER", "somewhere:Else")
    assert terminal_driver() is None


async def test_the_cursor_is_placed_without_a_terminal_too() -> None:
    app: App[None] = App()
    async with app.run_test():
        show_terminal_cursor(app, (7, 3))
        assert app.cursor_position == (7, 3)
        show_terminal_cursor(app, None)


def test_running_an_app_gives_the_status_that_it_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    app: App[None] = App()

    def run(*, mouse: bool) -> None:
        assert not mouse
        app._return_code = 3

    monkeypatch.setattr(app, "run", run)
    assert run_app(app, mouse=False) == 3


# In a terminal


@pytest.fixture
def program() -> Iterator[TerminalProgram]:
    with started() as running:
        yield running


def started(*arguments: str, controlling: bool = True) -> TerminalProgram:
    running = TerminalProgram([*SMALL_APP, *arguments], controlling=controlling)
    running.wait_for_text("0 keys")
    running.wait_for_text("Quit")
    running.wait_quiet()
    return running


def counted(program: TerminalProgram) -> int:
    match = re.search(r"(\d+) keys", program.display[0])
    return int(match[1]) if match else -1


def assert_restored(program: TerminalProgram) -> None:
    assert program.modes_left_on() == set()
    assert program.cursor_visible
    assert program.terminal_is_cooked()


@pytest.mark.terminal
def test_only_the_modes_that_are_needed_are_switched_on(program: TerminalProgram) -> None:
    needed = {"alternate screen", "bracketed paste", "line wrap off"}
    mouse = {"mouse clicks", "mouse motion", "mouse SGR"}
    assert program.modes_left_on() == needed | mouse
    program.send("q")
    assert program.wait_exit() == 0
    assert program.modes_touched() == needed | mouse | {"cursor hidden"}
    assert_restored(program)


@pytest.mark.terminal
def test_no_mouse_writes_no_mouse_mode() -> None:
    with started("--no-mouse") as program:
        program.send("q")
        assert program.wait_exit() == 0
        assert not any("mouse" in name for name in program.modes_touched())
        assert_restored(program)


@pytest.mark.terminal
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"])
def test_a_signal_restores_the_terminal(program: TerminalProgram, name: str) -> None:
    number = getattr(signal, name)
    program.signal(number)
    assert program.wait_exit() == 128 + number
    assert_restored(program)


@pytest.mark.skipif(sys.platform != "linux", reason="a terminal of Linux")
async def test_once_the_line_is_cut_a_terminal_that_nobody_reads_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The terminal of a phone out of reach still exists, and is full."""
    master, slave = os.openpty()
    numbers = signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT
    heard = [signal.getsignal(number) for number in numbers]
    signal.signal(signal.SIGWINCH, lambda *_: None)
    try:
        os.set_blocking(slave, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(slave, b"x" * 4096)
        os.set_blocking(slave, True)
        monkeypatch.setattr(sys, "__stderr__", os.fdopen(slave, "w", closefd=False))
        monkeypatch.setattr(driver_module, "HANGUP_PATIENCE", 0.0)
        driver = TerminalDriver(App())
        driver._writer_thread = writer = WriterThread(cast("IO[str]", driver._file))
        writer.start()
        driver.write("x" * 1_000_000)
        threading.Thread(target=driver._await_hangup, daemon=True).start()
        driver._on_hangup()
        writer._queue.put(None)  # as its `stop`, which waits for ever
        writer.join(60)
        assert not writer.is_alive()
        assert not driver._auto_restart
    finally:
        for number, handler in zip(numbers, heard, strict=True):
            signal.signal(number, handler)
        os.close(slave)
        os.close(master)


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
def test_a_terminal_in_non_blocking_mode_is_sent_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another program may have left it so; a terminal holds less than a picture."""
    master, slave = os.openpty()
    os.set_blocking(slave, False)
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "__stderr__", terminal)
        output = driver_module._TerminalFile()
        output.write("x" * 100_000)
        writer = threading.Thread(target=output.flush)
        writer.start()
        received = 0
        while received < 100_000 and select.select([master], [], [], 10)[0]:
            received += len(os.read(master, 65536))
        writer.join()
    os.close(master)
    assert received == 100_000


@pytest.fixture
def running_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], TerminalDriver]]:
    """Yield a function that starts a driver on a terminal, in the running loop; no signal stops the process."""
    master, slave = os.openpty()
    names = "SIGWINCH", "SIGTSTP", "SIGCONT", "SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGALRM"
    heard = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
    with open(slave, "w", closefd=False, encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "__stderr__", terminal)
        monkeypatch.setattr(sys, "__stdin__", terminal)
        monkeypatch.setattr(os, "kill", lambda *_: None)
        made: list[TerminalDriver] = []

        def make() -> TerminalDriver:
            driver = TerminalDriver(App())
            made.append(driver)
            driver.start_application_mode()
            return driver

        yield make
        for driver in made:
            driver.stop_application_mode()
            driver._on_hangup()
            assert driver._hangup_thread is not None
            driver._hangup_thread.join(60)
    for number, handler in heard.items():
        signal.signal(number, handler)
    os.close(slave)
    os.close(master)


@contextlib.contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """Fail a deadlocked test."""

    def fail(*_: object) -> None:
        raise AssertionError("the handler of the signal waits for what it has interrupted")

    signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("name", ["SIGTSTP", "SIGCONT", "SIGWINCH", "SIGHUP", "SIGTERM"])
async def test_a_signal_in_the_middle_of_a_write_does_not_hang(
    running_driver: Callable[[], TerminalDriver], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Ctrl+Z, `fg`, a resize or a hangup interrupts the drawing thread while it holds the lock of the queue."""
    driver = running_driver()
    monkeypatch.setattr(driver, "_in_foreground", lambda: True)
    writer: Any = driver._writer_thread
    with no_longer_than(10), writer._queue.mutex:
        signal.raise_signal(getattr(signal, name))
        # The handler in Python runs before the next line.
        assert driver._active


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
async def test_a_line_that_is_lost_while_a_thread_ends_does_not_hang(
    running_driver: Callable[[], TerminalDriver], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter holds locks while a thread ends; a handler that starts a thread may wait for them."""
    driver = running_driver()

    def refuse(thread: threading.Thread) -> None:
        raise AssertionError(f"{thread} was started by the handler of a signal")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    signal.raise_signal(signal.SIGHUP)
    assert not driver._auto_restart


@pytest.mark.terminal
def test_an_unhandled_exception_restores_the_terminal_and_is_told(program: TerminalProgram) -> None:
    mark = program.send("x")
    assert program.wait_exit() == 1
    assert_restored(program)
    assert b"asked to fail" in program.bytes_since(mark).rpartition(b"\x1b[?1049l")[2]


@pytest.mark.terminal
@pytest.mark.parametrize("controlling", [True, False])
def test_a_terminal_that_goes_away_ends_the_program(*, controlling: bool) -> None:
    with started(controlling=controlling) as program:
        program.hang_up()
        assert program.wait_exit() == 129


@pytest.mark.terminal
def test_garbage_in_a_real_terminal_is_survived() -> None:
    with started("--patient") as program:
        survive_garbage(program)


def survive_garbage(program: TerminalProgram) -> None:
    """Send garbage, and check that keys work."""
    garbage = [
        b"\x1b[1114112u\x1b[M\x20\xff\xfe\xff\xfe\xc3",
        b"\x1b[<0;9999;9999M\x1b[<0;9999;9999m",
        b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29c",
    ]
    for data in garbage:
        program.send(data + LEFT)
    program.wait_for_text("3 keys, last left")
    program.send(b"\x1b[200~" + b"1234567\n" * 131_072 + b"\x1b[201~" + LEFT)
    program.wait_for_text("4 keys, last left")
    program.send("1234567\n" * 131_072)
    program.wait_quiet(0.3)
    seen = counted(program)
    program.send(LEFT)
    program.wait_for(lambda _: counted(program) > max(seen, 0))
    program.send("q")
    assert program.wait_exit() == 0


@pytest.mark.terminal
def test_suspending_gives_the_terminal_back_and_resuming_repaints(program: TerminalProgram) -> None:
    program.send(b"\x1a")
    program.wait_stopped()
    assert_restored(program)
    program.write_on_screen(b"\x1b[2J\x1b[Hwhat the shell wrote\r\n" * 3)
    program.resume()
    program.wait_for_text("Quit")
    program.wait_quiet()
    assert not any("shell" in line for line in program.display)
    assert program.cursor_visible
    assert program.cursor == (3, 2)
    program.send(LEFT)
    program.wait_for_text("2 keys, last left")
    program.send("q")
    assert program.wait_exit() == 0
    assert_restored(program)


@pytest.mark.terminal
def test_ctrl_z_at_the_very_end_does_not_take_the_terminal_over_again(
    program: TerminalProgram,
) -> None:
    program.send("q\x1a\x1a")
    while program.exit_status is None:
        if program.stopped:
            program.resume()
        program.pump(0.02)
    assert program.wait_exit() == 0
    assert_restored(program)


@pytest.mark.terminal
def test_ctrl_z_once_the_terminal_was_given_back_stops_and_goes_on() -> None:
    with TerminalProgram([*SMALL_APP, "--slow-end"]) as program:
        program.wait_for_text("Quit")
        mark = program.send("q")
        program.wait_for(lambda _: b"?1049l" in program.bytes_since(mark))
        # Input is discarded until the kernel acts on Ctrl+Z again.
        program.wait_for(lambda _: program.terminal_is_cooked())
        program.send(b"\x1a")
        program.wait_stopped()
        program.resume()
        program.send("\n")
        assert program.wait_exit() == 0
        assert_restored(program)


@pytest.mark.terminal
def test_being_stopped_from_outside_is_survived(program: TerminalProgram) -> None:
    program.signal(signal.SIGSTOP)
    program.wait_stopped()
    mark = program.mark()
    program.resume()
    program.wait_for(lambda _: b"Quit" in program.bytes_since(mark))
    program.send(LEFT)
    program.wait_for_text("1 keys, last left")
    program.send("q")
    assert program.wait_exit() == 0
    assert_restored(program)


@pytest.mark.terminal
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")
def test_a_shell_can_suspend_it_and_start_it_in_the_background() -> None:
    with TerminalProgram(
        ["bash", "--norc", "--noediting", "-i"], environ={"PS1": "shell> "}
    ) as shell:
        shell.wait_for_text("shell> ")
        shell.send(f"{sys.executable} -m tests.terminal.bare_app --driver\n")
        shell.wait_for_text("0 keys")
        shell.send(b"\x1a")
        shell.wait_for_text("Stopped")
        mark = shell.send("bg\n")
        shell.wait_for(lambda _: b"shell> " in shell.bytes_since(mark))
        shell.wait_quiet()  # in the background it has stopped again
        mark = shell.send("fg\n")
        shell.wait_for(lambda _: b"1 keys" in shell.bytes_since(mark))
        mark = shell.send("q")
        shell.wait_for(lambda _: b"shell> " in shell.bytes_since(mark))
        shell.send(f"clear; {sys.executable} -m tests.terminal.bare_app --driver &\n")
        mark = shell.send('until [ -n "$(jobs -s)" ]; do sleep 0.05; done; fg\n')
        shell.wait_for(lambda _: b"0 keys" in shell.bytes_since(mark))
        shell.send(LEFT)
        shell.wait_for_text("1 keys, last left")
        shell.send("q")
        shell.wait_for_text("shell> ")
        assert_restored(shell)


@pytest.mark.terminal
def test_waiting_costs_nothing(program: TerminalProgram) -> None:
    still = idle(program, 1.5)
    assert still.output_per_second == 0
    assert still.cpu_percent < 0.5


@pytest.mark.terminal
def test_a_wandering_pointer_costs_no_output(program: TerminalProgram) -> None:
    assert motion_bytes(program) == 0


@pytest.mark.terminal
def test_a_click_arrives_where_it_was_made(program: TerminalProgram) -> None:
    program.send(b"\x1b[<0;12;7M\x1b[<0;12;7m")
    program.wait_for_text("clicked 11,6")


@pytest.mark.terminal
def test_a_resize_is_followed_even_with_columns_exported() -> None:
    with TerminalProgram(SMALL_APP, environ={"COLUMNS": "80", "LINES": "24"}) as program:
        program.wait_for_text("Quit")
        program.wait_quiet()
        program.resize(100, 30)
        program.wait_for(lambda lines: "Quit" in lines[29])
