"""The server with a small program in place of the game, and aiohttp's client in place of a browser."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import pytest

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from aiohttp import test_utils, web  # noqa: E402

from p4tui import i18n  # noqa: E402
from p4tui.web.gate import Gate  # noqa: E402
from p4tui.web.pages import terminal_page  # noqa: E402
from p4tui.web.server import GameServer  # noqa: E402
from p4tui.web.sessions import Farewell, Sessions  # noqa: E402
from p4tui.web.terminal import Size, TerminalProgram  # noqa: E402

PROGRAM = """
import os, select, signal, sys, termios, tty
tty.setraw(0, termios.TCSANOW)
reading, writing = os.pipe()
os.set_blocking(writing, False)
signal.set_wakeup_fd(writing)
def hello(*_):
    os.write(1, b"hello %d %s|" % (os.getpid(), str(tuple(os.get_terminal_size())).encode()))
def resized(*_):
    os.write(1, b"%d columns|" % os.get_terminal_size().columns)
def hang_up(*_):
    os._exit(0)
signal.signal(signal.SIGCONT, hello)
signal.signal(signal.SIGHUP, hang_up)
signal.signal(signal.SIGWINCH, resized)
hello()
while True:
    # A signal that comes just before the wait ends it too.
    if reading in select.select([0, reading], [], [])[0]:
        os.read(reading, 100)
        continue
    typed = os.read(0, 65536)
    if typed in (b"", b"q"):
        sys.exit()
    if typed == b"z":
        os.kill(os.getpid(), signal.SIGSTOP)
    else:
        os.write(1, b"%d typed, the last %s|" % (len(typed), typed[-3:]))
"""
"""Greets, also when it is continued; says what is typed; ends at `q`; stops itself at `z`."""
STUBBORN = "import signal, time; signal.signal(1, signal.SIG_IGN); print('here|', flush=True); signal.pause()"
SECONDS = 30.0


@dataclass
class Tab:
    """A page with a terminal."""

    socket: Any
    seen: str = ""
    unread: str = ""

    async def until(self, end: str) -> str:
        """Read until the program has said something; return what came until then."""
        async with asyncio.timeout(SECONDS):
            while end not in self.unread:
                self.unread += (await self.socket.receive_bytes()).decode()
        before, _, self.unread = self.unread.partition(end)
        return before + end

    async def pid(self) -> int:
        """Read a greeting; return the program's process."""
        return int((await self.until(")|")).rpartition("hello ")[2].split()[0])

    async def send(self, *message: object) -> None:
        await self.socket.send_str(json.dumps(message))

    async def farewell(self) -> int:
        """Read to the end; return why the server has closed.

        That is in its last message: the client's own `close_code` tells of the line, which may end before its answer is sent.
        """
        async with asyncio.timeout(SECONDS):
            while (last := await self.socket.receive()).type is aiohttp.WSMsgType.BINARY:
                pass
        assert last.type is aiohttp.WSMsgType.CLOSE, last
        code: int = last.data
        return code


@dataclass
class Browser:
    """A browser with cookies of its own."""

    site: Site
    client: Any = field(init=False)

    async def __aenter__(self) -> Self:
        jar = aiohttp.CookieJar(unsafe=True)
        self.client = aiohttp.ClientSession(self.site.origin, cookie_jar=jar)
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.client.close()

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Return status and text."""
        async with self.client.get(path, headers=headers) as answer:
            return answer.status, await answer.text()

    async def enter(self) -> None:
        """Open the address with the token."""
        status, text = await self.get(f"/?token={self.site.gate.token}")
        assert (status, "textual-terminal" in text) == (200, True)

    async def tab(self, size: str = "?width=80&height=24", **headers: str) -> Tab:
        """Connect as a page does."""
        headers = {"Origin": self.site.origin} | headers
        return Tab(
            await self.client.ws_connect(f"/terminal{size}", headers=headers, max_msg_size=0)
        )


@dataclass
class Site:
    """A running server."""

    gate: Gate
    sessions: Sessions
    origin: str
    programs: list[TerminalProgram]

    def browser(self) -> Browser:
        return Browser(self)


@asynccontextmanager
async def site(
    code: str = PROGRAM, *, limit: int = 2, keep_seconds: float = 600.0
) -> AsyncIterator[Site]:
    programs: list[TerminalProgram] = []

    def start(size: Size) -> TerminalProgram:
        command = [sys.executable, "-I", "-S", "-c", code]
        programs.append(TerminalProgram(command, dict(os.environ), size))
        return programs[-1]

    gate = Gate([])
    sessions = Sessions(start, limit=limit, keep_seconds=keep_seconds)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGCHLD, sessions.check)
    server = test_utils.TestServer(GameServer(gate, sessions).application())
    await server.start_server(access_log=None)
    try:
        yield Site(gate, sessions, f"http://127.0.0.1:{server.port}", programs)
    finally:
        await sessions.close()
        await server.close()
        loop.remove_signal_handler(signal.SIGCHLD)
    assert all(program.ended.is_set() for program in programs)


async def test_the_token_opens_the_page_and_leaves_the_address() -> None:
    async with site() as here, here.browser() as browser:
        token = f"/?token={here.gate.token}"
        async with browser.client.get(token, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/")
            assert {"HttpOnly", "SameSite=Lax"} <= {*answer.headers["Set-Cookie"].split("; ")}
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Cache-Control"] == "no-store"
        assert (await browser.get("/"))[0] == 200
        async with browser.client.get(token, allow_redirects=False) as again:
            assert "Set-Cookie" not in again.headers


async def test_the_page_asks_for_nothing_outside() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        _status, page = await browser.get("/")
        assert "://" not in page
        names = [part.partition('"')[0] for part in page.split("/static/")[1:]]
        assert len(names) == 4
        for name in [*names, "RobotoMono.ttf"]:
            async with browser.client.get(f"/static/{name}") as answer:
                assert answer.status == 200
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "headers", "status", "words"),
    [
        ("/", {}, 403, "Open the address"),
        ("/?token=", {}, 403, "Open the address"),
        ("/?token=wrong", {}, 403, "Open the address"),
        ("/?token=%ed%a0%80", {}, 403, "Open the address"),
        ("/", {"Cookie": "p4tui-1=a.b"}, 403, "Open the address"),
        ("/terminal", {}, 403, "Open the address"),
        ("/", {"Host": "evil.example"}, 403, "does not go by the name"),
        ("/static/p4tui.js", {"Host": "evil.example"}, 403, "does not go by the name"),
        ("/download/x", {}, 404, "nothing at this address"),
        ("/static/", {}, 404, "nothing at this address"),
        ("/static/..%2fserver.py", {}, 404, "nothing at this address"),
    ],
)
async def test_others_get_a_sentence(
    path: str, headers: dict[str, str], status: int, words: str
) -> None:
    async with site() as here, here.browser() as browser:
        answer, text = await browser.get(path, **headers)
        assert (answer, words in text) == (status, True)
        assert here.gate.token not in text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
async def test_a_socket_of_another_origin_is_refused(origin: str) -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.tab(Origin=origin)
        assert refused.value.status == 403
        assert not here.programs


async def test_a_socket_without_the_cookie_is_refused() -> None:
    async with site() as here, here.browser() as browser:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.tab()
        assert refused.value.status == 403


async def test_keys_and_sizes_reach_the_program() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab("?width=99&height=33")
        assert "(99, 33)" in await tab.until("|")
        await tab.send("stdin", "é4")
        assert await tab.until("|") == "3 typed, the last é4|"
        await tab.send("resize", {"width": 40, "height": 12})
        assert await tab.until("|") == "40 columns|"
        await tab.send("ping", "1")
        await tab.send("stdin", "q")
        assert await tab.farewell() == Farewell.ENDED
    async with site() as here, here.browser() as browser:
        await browser.enter()
        assert "(80, 24)" in await (await browser.tab("?width=x")).until("|")


async def test_a_reload_and_a_second_tab_show_the_same_program() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        first = await browser.tab()
        pid = await first.pid()
        await first.socket.close()
        reloaded = await browser.tab("?width=100&height=30")
        assert await reloaded.pid() == pid
        second = await browser.tab()
        assert await second.pid() == pid
        assert await reloaded.farewell() == Farewell.MOVED
        await second.send("stdin", "4")
        assert "1 typed" in await second.until("the last")


async def test_a_program_that_stops_itself_goes_on() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab()
        pid = await tab.pid()
        await tab.send("stdin", "z")
        assert await tab.pid() == pid


async def test_one_too_many_hears_so_until_somebody_leaves() -> None:
    async with site(limit=1) as here, here.browser() as one, here.browser() as other:
        await one.enter()
        tab = await one.tab()
        pid = await tab.pid()
        status, text = await other.get(f"/?token={here.gate.token}")
        assert (status, "No more games fit" in text) == (503, True)
        assert await (await other.tab()).farewell() == Farewell.FULL
        assert (await one.get("/"))[0] == 200
        await tab.socket.close()
        assert (await other.get("/"))[0] == 200
        assert await (await other.tab()).pid() != pid
        await asyncio.wait_for(here.programs[0].ended.wait(), SECONDS)


async def test_a_program_is_not_kept_for_ever() -> None:
    async with site(keep_seconds=0.0) as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab()
        pid = await tab.pid()
        await tab.socket.close()
        await asyncio.wait_for(here.programs[0].ended.wait(), SECONDS)
        assert await (await browser.tab()).pid() != pid


@pytest.mark.parametrize("garbage", ["nonsense", '["stdin", 5]', "[" * 100_000, b"binary"])
async def test_garbage_ends_the_page_and_not_the_program(garbage: str | bytes) -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab()
        pid = await tab.pid()
        if isinstance(garbage, bytes):
            await tab.socket.send_bytes(garbage)
        else:
            await tab.socket.send_str(garbage)
        assert await tab.farewell() == Farewell.GARBLED
        assert await (await browser.tab()).pid() == pid


async def test_a_message_may_be_long_and_not_endless() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab()
        pid = await tab.pid()
        await tab.send("stdin", "x" * 200_000 + "\nend")
        await tab.until("end")
        await tab.send("stdin", "x" * (2 << 20))
        assert await tab.farewell() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert await (await browser.tab()).pid() == pid


async def test_the_end_of_the_server_ends_the_programs() -> None:
    async with site() as here, here.browser() as browser:
        await browser.enter()
        tab = await browser.tab()
        await tab.pid()
        farewell, _ = await asyncio.gather(tab.farewell(), here.sessions.close())
        assert farewell == Farewell.SERVER_ENDED
        assert here.programs[0].ended.is_set()
        assert await (await browser.tab()).farewell() == Farewell.FULL


async def test_a_program_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p4tui.web.sessions.END_SECONDS", 0.05)
    async with site(STUBBORN) as here, here.browser() as browser:
        await browser.enter()
        await (await browser.tab()).until("here|")


async def test_a_program_that_cannot_start_is_told() -> None:
    def start(_size: Size) -> TerminalProgram:
        raise OSError

    async with site() as here, here.browser() as browser:
        here.sessions._start = start
        await browser.enter()
        assert await (await browser.tab()).farewell() == Farewell.FAILED


@pytest.fixture
def french() -> Iterator[None]:
    i18n.activate("fr")
    yield
    i18n.activate("en")


@pytest.mark.usefixtures("french")
def test_the_page_speaks_the_language_of_the_server() -> None:
    page = terminal_page()
    assert '<html lang="fr">' in page
    farewells = json.loads(page.rpartition('id="farewells">')[2].partition("</script>")[0])
    assert {str(int(each)) for each in Farewell} < {*farewells}


def test_a_web_application_needs_no_network() -> None:
    server = GameServer(Gate([]), Sessions(lambda _size: NotImplemented, limit=1, keep_seconds=1))
    assert isinstance(server.application(), web.Application)
