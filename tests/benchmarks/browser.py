"""A real Chromium plays a game through `p4tui serve`, reloads in the middle of it, and is refused where it should be.

    python -m tests.benchmarks.browser --picture game.png

It needs Chromium (Debian: chromium). The game is read back from the saved games.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from tests.tools.chromium import Chromium, Tab, pause
from tests.tools.served import Served, programs_of, served

SETTINGS = """
language = "en"
[menu]
red_name = "Alice"
yellow_name = "Bob"
yellow_level = "human"
"""
GAME = "4343434"
BEFORE_RELOAD = 3
SHOWN = "document.body.classList.contains('-first-byte')"
SENTENCE = "document.querySelector('.sentence, #reason')?.textContent"
SECONDS = 60.0
LOOK_SECONDS = 0.2
STILL_SECONDS = 1.0
MIN_PICTURE = 10_000
"""The fewest bytes of a picture that shows more than a blank page."""


def check(what: str, passed: object) -> None:
    """Print what was looked at; end with status 1 if it is not so."""
    print(f"{'ok  ' if passed else 'NO  '} {what}", flush=True)
    if not passed:
        sys.exit(1)


async def until(look: Callable[[], object]) -> bool:
    """Look until it is so; return whether it has come to be."""
    try:
        async with asyncio.timeout(SECONDS):
            while not await asyncio.to_thread(look):
                await pause(LOOK_SECONDS)
    except TimeoutError:
        return False
    return True


@asynccontextmanager
async def foreign_site() -> AsyncIterator[str]:
    """Serve a page of another website on this machine; yield its address."""
    application = web.Application()

    async def page(_request: web.Request) -> web.Response:
        return web.Response(text="<p class=sentence>elsewhere</p>", content_type="text/html")

    application.router.add_get("/", page)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


async def settle(tab: Tab) -> bytes:
    """Wait until the page shows a picture that stays; return it."""
    await tab.call("Page.bringToFront")
    await tab.wait(f"{SHOWN} && !({SENTENCE})")
    before, now = b"", await tab.picture()
    while now != before or len(now) < MIN_PICTURE:
        await pause(STILL_SECONDS)
        before, now = now, await tab.picture()
    return now


async def play(tab: Tab, server: Served, picture: Path | None) -> None:
    """Play the game, with a reload after some moves."""
    await tab.open(server.address)
    await settle(tab)
    check("the address in the bar has no token", await tab.evaluate("location.search") == "")
    await tab.press(["Enter"])
    await settle(tab)
    await tab.press(GAME[:BEFORE_RELOAD])
    check("the first moves are saved", await until(lambda: server.moves() == ["434"]))
    await tab.call("Page.reload")
    await settle(tab)
    await tab.press(GAME[BEFORE_RELOAD:])
    check("the reloaded page plays the same game", await until(lambda: server.moves() == [GAME]))
    shown = await settle(tab)
    if picture is not None:
        await asyncio.to_thread(picture.write_bytes, shown)
    foreign = [each for each in tab.requests if urlsplit(each).netloc not in server.address]
    check(f"all {len(tab.requests)} requests went to the server", tab.requests and not foreign)
    check(f"no script has complained {tab.errors or ''}", not tab.errors)


async def refusals(browser: Chromium, tab: Tab, server: Served) -> None:
    """Ask from another website, without the token, and with a wrong one."""
    async with foreign_site() as site:
        other = await browser.tab()
        await other.open(site)
        await other.wait(SENTENCE)
        socket = server.origin.replace("http", "ws") + "/terminal"
        # The cookie goes along: it is the same machine.
        script = f"""new Promise((resolve) => {{
            const socket = new WebSocket("{socket}");
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("refused");
        }})"""
        check("a page of another site is refused", await other.evaluate(script) == "refused")
        await other.evaluate("0")  # reads what was reported in the meantime
        check("with status 403", "403" in f"{other.errors} {other.statuses.get('socket')}")
    check("a page of the server is not", await tab.evaluate(script) == "open")
    async with Chromium() as stranger:
        for name, address in (
            ("no", f"{server.origin}/"),
            ("a wrong", f"{server.origin}/?token=x"),
        ):
            page = await stranger.tab()
            await page.open(address)
            sentence = await page.wait(SENTENCE)
            check(
                f"{name} token: {page.statuses[address]}, {sentence}",
                page.statuses[address] == 403,
            )


async def farewells(browser: Chromium, tab: Tab, server: Served) -> None:
    """Open a second tab, quit in it, and start again."""
    second = await browser.tab()
    await second.open(server.origin)
    await settle(second)
    check("the game moves to a new tab", "another tab" in await tab.wait(SENTENCE))
    await second.press(["q", "q", "q"])
    check("the end is told", "ended" in await second.wait(SENTENCE))
    await second.evaluate("document.getElementById('again').click()")
    await settle(second)
    check("Continue starts it again", server.moves() == [GAME])
    server.process.terminate()
    check("the end of the server is told", "server" in await second.wait(SENTENCE))
    check("the server ends", await server.process.wait() == 128 + signal.SIGTERM)


async def run(picture: Path | None) -> None:
    """Do all of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            served(Path(folder), settings=SETTINGS) as server,
            Chromium() as browser,
        ):
            tab = await browser.tab()
            await play(tab, server, picture)
            await refusals(browser, tab, server)
            await tab.call("Page.reload")
            await settle(tab)
            await farewells(browser, tab, server)
        check("no program is left", not programs_of(Path(folder)))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--picture", type=Path, help="save a picture of the page after the game")
    asyncio.run(run(parser.parse_args().picture))


if __name__ == "__main__":
    main()
