"""The game itself in the terminal of a page: played, reloaded, saved at the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyte
import pytest

from tests.terminal.reading import moves
from tests.tools.served import programs_of, served

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

pytestmark = pytest.mark.terminal

SETTINGS = """
[menu]
red_name = "Alice"
yellow_name = "Bob"
yellow_level = "human"
"""
SECONDS = 90.0


class Page:
    """A terminal of 80x24 at the end of a socket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    async def type(self, text: str) -> None:
        await self.socket.send_str(json.dumps(["stdin", text]))

    async def until(self, condition: Callable[[Sequence[str]], object]) -> None:
        async with asyncio.timeout(SECONDS):
            while not condition(self.screen.display):
                self._stream.feed(await self.socket.receive_bytes())


async def test_a_reloaded_page_goes_on_with_its_game(tmp_path: Path) -> None:
    async with served(tmp_path, "--animation", "off", settings=SETTINGS) as server:
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(server.origin, cookie_jar=jar) as client:

            async def page() -> Page:
                headers = {"Origin": server.origin}
                return Page(
                    await client.ws_connect("/terminal?width=80&height=24", headers=headers)
                )

            assert (await client.get(server.address)).status == 200
            first = await page()
            await first.until(lambda lines: any("Enter" in line for line in lines))
            await first.type("\r")
            await first.until(lambda lines: any("choose a column" in line for line in lines))
            await first.type("434")
            await first.until(lambda lines: moves(lines) == "434")
            await first.socket.close()
            second = await page()
            await second.until(lambda lines: moves(lines) == "434")
            await second.type("3")
            await second.until(lambda lines: moves(lines) == "4343")
            assert len(programs_of(tmp_path)) == 2
    assert not programs_of(tmp_path)
    assert server.moves() == ["4343"]
