"""The programs of the browsers: started, kept for a while without a page, shown again, ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from enum import IntEnum
from typing import Protocol

from p4tui.web.terminal import Size, TerminalProgram

END_SECONDS = 8.0
"""How long a program may take to save: it waits 7 seconds for a busy disk itself."""


class Farewell(IntEnum):
    """Why a page is told good-bye, as the code that closes its socket."""

    SERVER_ENDED = 1001
    """The server ends."""
    ENDED = 4000
    """The program has ended."""
    MOVED = 4001
    """A newer page of the same browser has the program."""
    FULL = 4002
    """There is no room for one more program."""
    FAILED = 4003
    """The program could not be started."""
    GARBLED = 4004
    """The page has sent something that it never sends."""


class Page(Protocol):
    """A page that shows a terminal."""

    async def show(self, data: bytes) -> None:
        """Send output to the page; raise ConnectionError if it is gone."""

    async def close(self, farewell: Farewell) -> None:
        """Say good-bye to the page; do nothing if it is gone."""


class NoRoomError(Exception):
    """As many programs run as may, and all have a page."""


class Session:
    """The program of a browser, with the page that shows it.

    Attributes:
        program: the program.
        page: the newest page, or None.
        expiry: what ends the program if no page comes back.
    """

    def __init__(self, program: TerminalProgram) -> None:
        self.program = program
        self.page: Page | None = None
        self.expiry: asyncio.TimerHandle | None = None


class Sessions:
    """At most one session for a browser, and at most so many in all."""

    def __init__(
        self, start: Callable[[Size], TerminalProgram], *, limit: int, keep_seconds: float
    ) -> None:
        """Create an empty collection.

        Args:
            start: starts a program.
            limit: how many programs run at once.
            keep_seconds: how long a program is kept without a page.
        """
        self._start = start
        self._limit = limit
        self._keep_seconds = keep_seconds
        self._by_browser: dict[str, Session] = {}
        self._tasks: dict[asyncio.Task[None], TerminalProgram] = {}

    def has_room(self, browser: str) -> bool:
        """Return whether a page of this browser would get a program."""
        return (
            browser in self._by_browser
            or len(self._by_browser) < self._limit
            or self._longest_left() is not None
        )

    def attach(self, browser: str, page: Page, size: Size) -> Session:
        """Show the program of a browser on a page. Start one if it has none; an older page loses it.

        Raises:
            NoRoomError: there are too many.
            OSError: no program can be started.
        """
        session = self._by_browser.get(browser)
        if session is None:
            session = self._by_browser[browser] = self._new_session(size)
            self._run(self._show(browser, session), session.program)
        else:
            session.program.resize(size)
            session.program.repaint()
        if session.page is not None:
            self._run(session.page.close(Farewell.MOVED), session.program)
        if session.expiry is not None:
            session.expiry.cancel()
        session.page, session.expiry = page, None
        return session

    def detach(self, browser: str, page: Page) -> None:
        """Keep the program of a browser for a while after its page has gone. An older page changes nothing."""
        session = self._by_browser.get(browser)
        if session is not None and session.page is page:
            session.page = None
            loop = asyncio.get_running_loop()
            session.expiry = loop.call_later(self._keep_seconds, self._expire, browser)

    def check(self) -> None:
        """Find out which programs have ended; to be called at SIGCHLD."""
        for program in set(self._tasks.values()):
            program.check()

    async def close(self) -> None:
        """End all programs and wait until they have saved. No other is started any more."""
        self._limit = 0
        for session in self._by_browser.values():
            session.program.hang_up()
            if session.page is not None:
                self._run(session.page.close(Farewell.SERVER_ENDED), session.program)
                session.page = None
        if self._tasks:
            _done, late = await asyncio.wait(self._tasks, timeout=END_SECONDS)
            for task in late:
                self._tasks[task].kill()
            if late:
                await asyncio.wait(late, timeout=END_SECONDS)

    def _new_session(self, size: Size) -> Session:
        if len(self._by_browser) >= self._limit:
            left = self._longest_left()
            if left is None:
                raise NoRoomError
            self._expire(left)
        return Session(self._start(size))

    def _longest_left(self) -> str | None:
        """Return the browser whose page has been gone longest, or None if all have one."""
        left = {
            browser: session.expiry.when()
            for browser, session in self._by_browser.items()
            if session.expiry is not None
        }
        return min(left, key=left.__getitem__, default=None)

    def _expire(self, browser: str) -> None:
        program = self._by_browser.pop(browser).program
        program.hang_up()
        asyncio.get_running_loop().call_later(END_SECONDS, program.kill)

    async def _show(self, browser: str, session: Session) -> None:
        """Send the output of a program to its page until it ends. Without a page nobody misses it."""
        program = session.program
        while data := await program.read():
            page = session.page
            if page is not None:
                try:
                    await page.show(data)
                except ConnectionError:
                    self.detach(browser, page)
        await program.ended.wait()
        if self._by_browser.get(browser) is session:
            del self._by_browser[browser]
        if session.expiry is not None:
            session.expiry.cancel()
        program.close()
        if session.page is not None:
            await session.page.close(Farewell.ENDED)

    def _run(self, work: Coroutine[None, None, None], program: TerminalProgram) -> None:
        task = asyncio.create_task(work)
        self._tasks[task] = program
        task.add_done_callback(self._tasks.pop)
