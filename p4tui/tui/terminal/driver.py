"""Textual's driver for POSIX terminals with its defects mended.

Textual switches modes on that are never needed or never off again, wakes ten times a second, does not see that an input has
ended or an output is gone, is stopped by ``kill -STOP`` for good, and handles signals in the middle of a write, where it waits
for itself. tests/tui/test_driver.py holds each of these; `test_a_terminal_that_goes_away_without_a_signal_ends_the_program` in
tests/terminal/test_bare_textual.py fails once Textual ends with its terminal.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import selectors
import signal
import sys
import termios
import threading
from queue import SimpleQueue
from typing import Any, Final

from textual import constants, events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from p4tui.tui.terminal.cursor import HIDE_CURSOR, SHOW_CURSOR
from p4tui.tui.terminal.decoder import InputDecoder
from p4tui.tui.terminal.detection import input_encoding
from p4tui.tui.terminal.parser import messages_of
from p4tui.tui.terminal.signals import HANGUP_STATUS, exit_app, install_signal_handlers, on_signal

HANGUP_PATIENCE: Final = 2.0
"""Seconds for the terminal to take what restores it, once the line is said to be cut."""
_FLUSH_SECONDS: Final = 0.05
"""Seconds between two attempts to have a terminal forget what nobody reads: one long write fills it several times."""
_READ_SIZE: Final = 65536


class _TerminalFile:
    """Standard error as a terminal: whole, unbuffered writes that outlive the terminal."""

    def __init__(self) -> None:
        stream = sys.__stderr__
        assert stream is not None, "a full-screen app needs a terminal"
        self._fileno = stream.fileno()
        self._parts: list[str] = []
        self._gone = False

    def fileno(self) -> int:
        """The file descriptor of the terminal."""
        return self._fileno

    def write(self, text: str) -> None:
        """Keep text for the next `flush`, so that one update of the picture is one write."""
        self._parts.append(text)

    def give_up(self) -> None:
        """Nobody reads any more, though the terminal is still there: write nothing, and end a write that waits."""
        self._gone = True
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fileno, termios.TCOFLUSH)

    def flush(self) -> None:
        """Write what was kept. Once the terminal is gone everything is dropped: nobody is left to see it."""
        data = memoryview("".join(self._parts).encode("utf-8", "replace"))
        self._parts.clear()
        while data and not self._gone:
            try:
                data = data[os.write(self._fileno, data) :]
            except BlockingIOError:  # another program left the terminal in non-blocking mode
                select.select([], [self._fileno], [])
            except OSError:
                self._gone = True


class TerminalDriver(LinuxDriver):
    """Textual's driver for POSIX terminals with its defects mended.

    Beside Textual's alternate screen, bracketed paste, hidden cursor and line wrap, it switches on mouse
    tracking (1000, 1003) with SGR reports (1006), and nothing else: no focus reports (a window switch
    would repaint), no kitty keyboard (every key of p4tui exists on every terminal), no other mouse
    encoding, no pixels, no pointer shapes. ``App.run(mouse=False)`` leaves the mouse modes alone as well.
    """

    _NEVER_WRITTEN: Final = re.compile(
        r"\x1b\[\?1004[hl]|\x1b\[>\d+u|\x1b\[<u|\x1b\]22;[^\x07]*\x07"
    )

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._output = _TerminalFile()
        self._file = self._output  # type: ignore[assignment]
        self._wake: tuple[int, int] | None = None
        self._hangups: SimpleQueue[None] = SimpleQueue()
        self._hangup_thread: threading.Thread | None = None
        self._active = False
        self._suspended = False
        self._cursor_shown = False

    def write(self, data: str) -> None:
        """Queue output, unless it is a mode that is never used or nobody is there to write it."""
        if len(data) < 64 and self._NEVER_WRITTEN.fullmatch(data):
            return
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def show_cursor(self, shown: bool) -> None:
        """Show or hide the terminal's own cursor; remembered over a suspension. Six bytes, or none."""
        if shown != self._cursor_shown:
            self._cursor_shown = shown
            self.write(SHOW_CURSOR if shown else HIDE_CURSOR)

    def start_application_mode(self) -> None:
        """Take the terminal over; from here on signals and lost terminals are dealt with."""
        self._close_wake()
        self._wake = os.pipe()
        install_signal_handlers(self._app)
        # Textual's own handlers run between two bytecodes, perhaps of a write: they would wait for its lock for ever.
        on_signal(signal.SIGTSTP, self._sigtstp_application)
        on_signal(signal.SIGCONT, self._sigcont_application)
        if self._hangup_thread is None:
            self._hangup_thread = threading.Thread(target=self._let_go, daemon=True)
            self._hangup_thread.start()
        with contextlib.suppress(ValueError):  # another thread runs the loop
            signal.signal(signal.SIGHUP, self._hung_up)
        # A job in the background is stopped in here, and SIGCONT begins anew before this call ends.
        self._suspended = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._active = self._key_thread is not None and self._key_thread.is_alive()
        self._suspended = not self._active
        if self._cursor_shown:
            self.write(SHOW_CURSOR)

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was; nothing is written if it is not ours at the moment.

        Textual has the kernel act on Ctrl+C and Ctrl+Z again before the modes are reset. One that is typed just
        then stops the program half-way, or throws away the resets which are not read yet: they go first.
        """
        if not self._active:
            return
        self._active = False
        before, self.attrs_before = self.attrs_before, None
        super().stop_application_mode()
        if self._writer_thread is not None:
            self._writer_thread.stop()
        # The loop may be busy with the end, and a handler that has nothing to write can run anywhere.
        self._loop.remove_signal_handler(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        if before is not None:
            self.attrs_before = before
            # What was typed meanwhile, mouse reports among it, is not for the shell. A signal may interrupt the waiting.
            for when in (termios.TCSAFLUSH, termios.TCSAFLUSH, termios.TCSANOW):
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self.fileno, when, before)
                    break

    def disable_input(self) -> None:
        """End the input thread, which sleeps until it is woken."""
        if self._wake is not None:
            os.write(self._wake[1], b"\0")
        super().disable_input()
        self._close_wake()

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while; once it was given back for good, Ctrl+Z does not bring it here again."""
        if self._active:
            super().suspend_application_mode()
            self._suspended = True
            getattr(self._app, "before_suspension", lambda: None)()

    def _sigcont_application(self, *_: object) -> None:
        if not self._auto_restart:
            return
        if self._active and self._in_foreground():
            # Stopped by `kill -STOP`, without a chance to clean up: the shell has reset the terminal.
            self._must_signal_resume = True
            self.suspend_application_mode()
        if self._suspended:
            self.resume_application_mode()

    def _in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return False

    def _hung_up(self, *_: object) -> None:
        """The line is cut, which the loop hears as well, unless it waits for a terminal that nobody reads.

        It runs between any two bytecodes, so it takes no lock: to start a thread would take several.
        """
        self._auto_restart = False  # a SIGCONT that comes with it is no reason to draw anything
        self._hangups.put(None)

    def _let_go(self) -> None:
        """Once hung up on, give the program some time to restore the terminal; then let nothing wait for it any more."""
        self._hangups.get()
        # A job in the background would be stopped.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        writer, patience = self._writer_thread, HANGUP_PATIENCE
        while writer is not None and writer.is_alive():
            writer.join(patience)
            patience = _FLUSH_SECONDS
            if writer.is_alive() and writer.ident is not None:
                self._output.give_up()
                # Linux does not wake a write by itself when there is room again; a signal has it look.
                signal.pthread_kill(writer.ident, signal.SIGWINCH)

    def _close_wake(self) -> None:
        if self._wake is not None:
            for end in self._wake:
                os.close(end)
            self._wake = None

    def _get_terminal_size(self) -> tuple[int, int]:
        # The size of the terminal itself: an exported COLUMNS would otherwise freeze it.
        try:
            columns, lines = os.get_terminal_size(self.fileno)
        except OSError:
            return super()._get_terminal_size()
        return (columns, lines) if columns and lines else super()._get_terminal_size()

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1003h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1006l\x1b[?1003l\x1b[?1000l")

    def _query_in_band_window_resize(self) -> None:
        """Not asked for: SIGWINCH says the same, and Apple's Terminal would print the question."""

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  without its input the app would go on for ever
            with contextlib.suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)  # noqa: SLF001

    def run_input_thread(self) -> None:
        """Read the terminal until `disable_input` or its end, asleep whenever there is nothing to read."""
        assert self._wake is not None
        wake = self._wake[0]
        encoding = input_encoding(os.environ, getattr(sys.__stdin__, "encoding", None))
        decoder = InputDecoder(escape_delay=constants.ESCAPE_DELAY, encoding=encoding)
        # select, as in Textual: macOS's kqueue does not watch terminals.
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(wake, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select(decoder.timeout)}
                if wake in ready:
                    return
                data = self._read() if ready else None
                if data == b"":
                    self._terminal_gone()
                    return
                for token in decoder.feed(data) if data else decoder.flush():
                    for message in filter(self._on_screen, messages_of(token)):
                        self.process_message(message)

    def _read(self) -> bytes:
        """What the terminal has; empty once it is gone."""
        try:
            return os.read(self.fileno, _READ_SIZE)
        except OSError:
            return b""

    def _on_screen(self, message: Message) -> bool:
        """Whether a mouse report lies on the screen; any other message counts as lying on it."""
        if not isinstance(message, events.MouseEvent):
            return True
        width, height = self._app.size
        return message.screen_x < width and message.screen_y < height

    def _terminal_gone(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(exit_app, self._app, HANGUP_STATUS)
