"""Drives a Chromium without a window over its debugging protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import aiohttp

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)
"""A browser that asks for nothing outside, and runs as root."""
START_SECONDS = 60.0
ANSWER_SECONDS = 30.0
LOOK_SECONDS = 0.1


def chromium_path() -> str | None:
    """Return the path of a Chromium, or None."""
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next(filter(None, found), None)


async def pause(seconds: float) -> None:
    """Wait between two looks at what another process does."""
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    await over.wait()


class Chromium:
    """A browser with a profile of its own. Use it as an asynchronous context manager."""

    def __init__(self, *options: str) -> None:
        self._options = options

    async def __aenter__(self) -> Self:
        self._stack = AsyncExitStack()
        profile = self._stack.enter_context(
            tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        )
        path = chromium_path()
        assert path is not None, "Chromium is not installed"
        self._process = await asyncio.create_subprocess_exec(
            path,
            *OPTIONS,
            *self._options,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._stack.push_async_callback(self._end)
        self.http = await self._stack.enter_async_context(aiohttp.ClientSession())
        file = Path(profile) / "DevToolsActivePort"
        async with asyncio.timeout(START_SECONDS):
            while not (file.exists() and file.read_text().count("\n")):
                await pause(LOOK_SECONDS)
        self.debugger = f"http://127.0.0.1:{file.read_text().split()[0]}"
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._stack.aclose()

    async def _end(self) -> None:
        self._process.terminate()
        await self._process.wait()

    async def tab(self, size: tuple[int, int] = (1000, 640)) -> Tab:
        """Return a new tab whose page has so many pixels."""
        async with self.http.put(f"{self.debugger}/json/new?about:blank") as response:
            where = (await response.json(content_type=None))["webSocketDebuggerUrl"]
        socket = await self._stack.enter_async_context(self.http.ws_connect(where, max_msg_size=0))
        tab = Tab(socket)
        width, height = size
        await tab.call("Page.enable")
        await tab.call("Network.enable")
        await tab.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        return tab


class Tab:
    """A tab of the browser.

    Attributes:
        requests: the address of every request so far.
        statuses: the status of every answer, by address.
        errors: what scripts have complained about.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self.requests: list[str] = []
        self.statuses: dict[str, int] = {}
        self.errors: list[str] = []

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol; return its result."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                message = json.loads(await self._socket.receive_str())
                if message.get("id") == self._number:
                    if "error" in message:
                        raise RuntimeError(f"{method}: {message['error']}")
                    result: dict[str, Any] = message["result"]
                    return result
                self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        method, found = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(found["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(found["url"])
        elif method == "Network.responseReceived":
            self.statuses[found["response"]["url"]] = found["response"]["status"]
        elif method == "Network.webSocketHandshakeResponseReceived":
            self.statuses["socket"] = found["response"]["status"]
        elif method == "Network.webSocketFrameError":
            self.errors.append(found["errorMessage"])
        elif method == "Runtime.exceptionThrown":
            details = found["exceptionDetails"]
            self.errors.append(details.get("exception", details).get("description", ""))

    async def open(self, address: str) -> None:
        """Open an address."""
        await self.call("Runtime.enable")
        await self.call("Page.navigate", url=address)

    async def evaluate(self, script: str) -> Any:
        """Return what a script says."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        return answer["result"].get("value")

    async def wait(
        self, script: str, accepted: Callable[[Any], object] = bool, seconds: float = 60.0
    ) -> Any:
        """Ask a script until what it says is accepted; return that."""
        value = None
        try:
            async with asyncio.timeout(seconds):
                while True:
                    value = await self.evaluate(script)
                    if accepted(value):
                        return value
                    await pause(LOOK_SECONDS)
        except TimeoutError:
            page = await self.evaluate("location.href + ': ' + document.body.innerText")
            raise TimeoutError(f"{script} says {value!r} on {page}, {self.errors}") from None

    async def press(self, keys: Sequence[str]) -> None:
        """Press keys: characters, or names such as `ArrowLeft`."""
        codes = {"Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        for key in keys:
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
            await self.call(
                "Input.dispatchKeyEvent",
                type="keyDown" if text else "rawKeyDown",
                key=key,
                text=text,
                windowsVirtualKeyCode=code,
            )
            await self.call(
                "Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code
            )

    async def click(self, x: float, y: float) -> None:
        """Click at a place of the page."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="none" if kind == "mouseMoved" else "left",
                clickCount=0 if kind == "mouseMoved" else 1,
            )

    async def picture(self) -> bytes:
        """Return a PNG of what the page shows."""
        answer = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])
