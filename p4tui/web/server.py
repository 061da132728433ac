"""The web server: its addresses, its checks, and the sockets of the terminals."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Final

import textual_serve
from aiohttp import ClientError, WSCloseCode, WSMsgType, web

from p4tui.i18n import _
from p4tui.web.gate import Gate
from p4tui.web.messages import MAX_MESSAGE, MessageError, parse
from p4tui.web.pages import no_room, sentence_page, terminal_page
from p4tui.web.sessions import Farewell, NoRoomError, Session, Sessions
from p4tui.web.terminal import Size

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEARTBEAT_SECONDS: Final = 20.0
"""How often a page is asked whether it is still there."""
CLOSE_SECONDS: Final = 2.0
"""How long a page may take to close its socket."""
WRITE_SECONDS: Final = 10.0
"""How long a program may leave its input unread."""

_TEXTUAL_FILES: Final = {
    "textual.js": ("js", "textual.js"),
    "xterm.css": ("css", "xterm.css"),
    "RobotoMono.ttf": ("fonts", "RobotoMono-VariableFont_wght.ttf"),
}
"""What is used of textual-serve: a terminal for browsers, and its font."""
_OWN_FILES: Final = ("p4tui.js", "p4tui.css")
_HEADERS: Final = {
    # Nothing comes from elsewhere, and nothing goes there. xterm.js writes its own style elements.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class SocketPage:
    """A page, at the other end of a socket."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def show(self, data: bytes) -> None:
        """Send output.

        Raises:
            ConnectionError: the page is gone.
        """
        await self._socket.send_bytes(data)

    async def close(self, farewell: Farewell) -> None:
        """Say good-bye."""
        with contextlib.suppress(ConnectionError, ClientError):
            await self._socket.close(code=farewell)


class GameServer:
    """Serves the programs of `sessions` to browsers that the gate lets in."""

    def __init__(self, gate: Gate, sessions: Sessions) -> None:
        self._gate = gate
        self._sessions = sessions

    def application(self) -> web.Application:
        """Return the routes."""
        application = web.Application(middlewares=[self._checked])
        application.on_response_prepare.append(_add_headers)
        application.router.add_get("/", self._page)
        application.router.add_get("/terminal", self._terminal)
        for name, path in _static_files():
            application.router.add_get(f"/static/{name}", _sender(path))
        return application

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse foreign hosts; put refusals into a sentence."""
        if not self._gate.allows_host(request.headers.get("Host")):
            return _refusal(403, _("This server does not go by the name in the address."))
        try:
            return await handler(request)
        except web.HTTPClientError as error:
            return _refusal(error.status, _("There is nothing at this address."))

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the terminal, or take the token out of the address and give a cookie for it."""
        browser = self._browser(request)
        token = request.query.get("token")
        if token is not None:
            if not self._gate.knows_token(token):
                return _refusal(403, _not_let_in())
            # Without the token, the address may be seen by others and kept in a history.
            response = web.Response(status=303, headers={"Location": "/"})
            if browser is None:
                cookie = self._gate.new_cookie()
                response.set_cookie(_cookie_name(request), cookie, httponly=True, samesite="Lax")
            return response
        if browser is None:
            return _refusal(403, _not_let_in())
        if not self._sessions.has_room(browser):
            return _refusal(503, no_room())
        return web.Response(text=terminal_page(), content_type="text/html")

    def _browser(self, request: web.Request) -> str | None:
        return self._gate.browser(request.cookies.get(_cookie_name(request)))

    async def _terminal(self, request: web.Request) -> web.StreamResponse:
        """Connect a page with a program."""
        browser = self._browser(request)
        if browser is None:
            return _refusal(403, _not_let_in())
        if not self._gate.allows_origin(request.headers.get("Origin"), request.headers.get("Host")):
            return _refusal(403, _("Another website asked for the game."))
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS,
            timeout=CLOSE_SECONDS,
            max_msg_size=MAX_MESSAGE,
            compress=False,
        )
        await socket.prepare(request)
        page = SocketPage(socket)
        try:
            session = self._sessions.attach(browser, page, _size(request))
        except NoRoomError:
            await page.close(Farewell.FULL)
            return socket
        except OSError:
            await page.close(Farewell.FAILED)
            return socket
        try:
            await _listen(socket, session, page)
        finally:
            self._sessions.detach(browser, page)
        return socket


async def _listen(socket: web.WebSocketResponse, session: Session, page: SocketPage) -> None:
    """Type what the page sends until it is gone, or has sent something else."""
    try:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                raise MessageError  # noqa: TRY301  one answer for all that the page does not send
            if session.page is not page:
                await page.close(Farewell.MOVED)
                return
            wanted = parse(message.data)
            if isinstance(wanted, Size):
                session.program.resize(wanted)
            elif wanted:
                await asyncio.wait_for(session.program.write(wanted), WRITE_SECONDS)
    except MessageError:
        await page.close(Farewell.GARBLED)
    except TimeoutError:
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)


def _size(request: web.Request) -> Size:
    """Return the size in the address of the socket, by default 80x24."""
    with contextlib.suppress(KeyError, ValueError):
        return Size(int(request.query["width"]), int(request.query["height"]))
    return Size()


def _cookie_name(request: web.Request) -> str:
    """Return a name for each port: a browser sends the cookies of one port to all."""
    return f"p4tui-{request.url.port}"


def _not_let_in() -> str:
    return _("Open the address that p4tui serve has printed.")


def _refusal(status: int, sentence: str) -> web.Response:
    return web.Response(status=status, text=sentence_page(sentence), content_type="text/html")


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Forbid the page everything that it does not need."""
    response.headers.update(_HEADERS)
    # A newer version may have other files under the same names.
    response.headers.setdefault(
        "Cache-Control", "no-cache" if request.path.startswith("/static/") else "no-store"
    )


def _static_files() -> list[tuple[str, Path]]:
    """Return the files of the pages, by their names in addresses."""
    own, foreign = files(__package__) / "static", files(textual_serve) / "static"
    found = [(name, own / name) for name in _OWN_FILES]
    found += [(name, foreign.joinpath(*parts)) for name, parts in _TEXTUAL_FILES.items()]
    return [(name, Path(str(path))) for name, path in found]


def _sender(path: Path) -> Handler:
    async def send(_request: web.Request) -> web.StreamResponse:
        return web.FileResponse(path)

    return send
