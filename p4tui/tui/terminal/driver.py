"""A driver for POSIX terminals that leaves the terminal as it was.

Textual's driver switches on modes that are not needed, or not switched off again. It wakes ten times a second, misses the end
of its input and of its terminal, does not come back from ``kill -STOP``, and deadlocks if a signal interrupts a write.
tests/tui/test_driver.py holds each of these; `test_a_terminal_that_goes_away_without_a_signal_ends_the_program` in
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
"""Seconds that a terminal has after a hangup to read the sequences that restore it."""
_FLUSH_SECONDS: Final = 0.05
"""Seconds between two attempts to discard unread output: a long write fills the terminal again."""
_READ_SIZE: Final = 65536


class _TerminalFile:
    """Standard error as a terminal, written in whole updates. Writes after the loss of the terminal are ignored."""

    def __init__(self) -> None:
        stream = sys.__stderr__
        assert stream is not None, "a full-screen app needs a terminal"
        self._fileno = stream.fileno()
        self._parts: list[str] = []
        self._abandoned = False

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._fileno

    def write(self, text: str) -> None:
        """Queue text for the next `flush`, so that one update is one write."""
        self._parts.append(text)

    def abandon(self) -> None:
        """Stop writing, and end a write that is waiting for a reader."""
        self._abandoned = True
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fileno, termios.TCOFLUSH)

    def flush(self) -> None:
        """Write the queued text, or drop it if the terminal is gone."""
        data = memoryview("".join(self._parts).encode("utf-8", "replace"))
        self._parts.clear()
        while data and not self._abandoned:
            try:
                data = data[os.write(self._fileno, data) :]
            except BlockingIOError:  # another program left the terminal in non-blocking mode
                select.select([], [self._fileno], [])
            except OSError:
                self._abandoned = True


class TerminalDriver(LinuxDriver):
    """Textual's driver with fewer modes, and with signals, hangups and suspensions handled.

    It uses the alternate screen, bracketed paste, line wrap, the cursor, and mouse tracking (1000, 1003) with SGR reports
    (1006). It uses no kitty keyboard (every key of p4tui exists on every terminal), no mouse pixels and no pointer shapes.
    ``App.run(mouse=False)`` uses no mouse mode either. Focus reports (1004) are used only if the app wants them.
    """

    _NEVER_WRITTEN: Final = re.compile(r"\x1b\[>\d+u|\x1b\[<u|\x1b\]22;[^\x07]*\x07")
    _FOCUS_REPORTS: Final = re.compile(r"\x1b\[\?1004[hl]")

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
        self._reports_focus = getattr(app, "wants_focus_reports", False)

    def write(self, data: str) -> None:
        """Queue output, unless it sets an unused mode or the writer has ended."""
        if len(data) < 64 and self._NEVER_WRITTEN.fullmatch(data):
            return
        if not self._reports_focus and self._FOCUS_REPORTS.fullmatch(data):
            return
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def show_cursor(self, shown: bool) -> None:
        """Show or hide the terminal's own cursor, also after a suspension."""
        if shown != self._cursor_shown:
            self._cursor_shown = shown
            self.write(SHOW_CURSOR if shown else HIDE_CURSOR)

    def report_focus(self, enabled: bool) -> None:
        """Switch the reports of the window's focus on or off."""
        if enabled != self._reports_focus:
            self._reports_focus = True
            self.write(f"\x1b[?1004{'h' if enabled else 'l'}")
            self._reports_focus = enabled

    def start_application_mode(self) -> None:
        """Take over the terminal, and begin to handle signals and hangups."""
        self._close_wake_pipe()
        self._wake = os.pipe()
        install_signal_handlers(self._app)
        # Textual's own handlers may interrupt a write, and would wait for its lock forever.
        on_signal(signal.SIGTSTP, self._sigtstp_application)
        on_signal(signal.SIGCONT, self._sigcont_application)
        if self._hangup_thread is None:
            self._hangup_thread = threading.Thread(target=self._await_hangup, daemon=True)
            self._hangup_thread.start()
        with contextlib.suppress(ValueError):  # another thread runs the loop
            signal.signal(signal.SIGHUP, self._on_hangup)
        # A background job is stopped inside this call, and SIGCONT calls it again before it returns.
        self._suspended = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._active = self._key_thread is not None and self._key_thread.is_alive()
        self._suspended = not self._active
        if self._cursor_shown:
            self.write(SHOW_CURSOR)

    def stop_application_mode(self) -> None:
        """Restore the terminal, if it is ours at the moment.

        Textual restores the handling of Ctrl+C and Ctrl+Z before it resets the modes: a key in between would stop the program
        too early, or discard the resets. Here the resets are written first.
        """
        if not self._active:
            return
        self._active = False
        before, self.attrs_before = self.attrs_before, None
        super().stop_application_mode()
        if self._writer_thread is not None:
            self._writer_thread.stop()
        # The loop may be busy; this handler writes nothing any more, so that it may run anywhere.
        self._loop.remove_signal_handler(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        if before is not None:
            self.attrs_before = before
            # Pending input, such as mouse reports, is not for the shell. A signal may interrupt the first attempt.
            for when in (termios.TCSAFLUSH, termios.TCSAFLUSH, termios.TCSANOW):
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self.fileno, when, before)
                    break

    def disable_input(self) -> None:
        """Wake the input thread and end it."""
        if self._wake is not None:
            os.write(self._wake[1], b"\0")
        super().disable_input()
        self._close_wake_pipe()

    def suspend_application_mode(self) -> None:
        """Release the terminal for a suspension, unless it was released for good."""
        if self._active:
            super().suspend_application_mode()
            self._suspended = True
            getattr(self._app, "before_suspension", lambda: None)()

    def _sigcont_application(self, *_: object) -> None:
        if not self._auto_restart:
            return
        if self._active and self._in_foreground():
            # After `kill -STOP` nothing was cleaned up, and the shell has reset the terminal.
            self._must_signal_resume = True
            self.suspend_application_mode()
        if self._suspended:
            self.resume_application_mode()

    def _in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return False

    def _on_hangup(self, *_: object) -> None:
        """Wake the hangup thread: the loop may be waiting for a terminal that nobody reads.

        A signal handler must take no lock, and starting a thread would take several.
        """
        self._auto_restart = False  # a SIGCONT that follows must draw nothing
        self._hangups.put(None)

    def _await_hangup(self) -> None:
        """Wait for a hangup, give the program time to restore the terminal, then abandon the output."""
        self._hangups.get()
        # Otherwise a background job would be stopped.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        writer, patience = self._writer_thread, HANGUP_PATIENCE
        while writer is not None and writer.is_alive():
            writer.join(patience)
            patience = _FLUSH_SECONDS
            if writer.is_alive() and writer.ident is not None:
                self._output.abandon()
                # A write does not notice the room that a flush makes; a signal makes it try again.
                signal.pthread_kill(writer.ident, signal.SIGWINCH)

    def _close_wake_pipe(self) -> None:
        if self._wake is not None:
            for end in self._wake:
                os.close(end)
            self._wake = None

    def _get_terminal_size(self) -> tuple[int, int]:
        # Textual prefers an exported COLUMNS, which would freeze the size.
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
        """Do nothing: SIGWINCH is enough, and Apple's Terminal prints the query."""

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  without input the app would never end
            with contextlib.suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)  # noqa: SLF001

    def run_input_thread(self) -> None:
        """Read the terminal until `disable_input` is called or it is gone."""
        assert self._wake is not None
        wake = self._wake[0]
        encoding = input_encoding(os.environ, getattr(sys.__stdin__, "encoding", None))
        decoder = InputDecoder(escape_delay=constants.ESCAPE_DELAY, encoding=encoding)
        # macOS's kqueue does not watch terminals.
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
                    found = messages_of(token, focus=self._reports_focus)
                    for message in filter(self._on_screen, found):
                        self.process_message(message)

    def _read(self) -> bytes:
        """Return the terminal's input, empty if the terminal is gone."""
        try:
            return os.read(self.fileno, _READ_SIZE)
        except OSError:
            return b""

    def _on_screen(self, message: Message) -> bool:
        """Return False for a mouse report from outside the screen."""
        if not isinstance(message, events.MouseEvent):
            return True
        width, height = self._app.size
        return message.screen_x < width and message.screen_y < height

    def _terminal_gone(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(exit_app, self._app, HANGUP_STATUS)
