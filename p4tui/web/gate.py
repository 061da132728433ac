"""Who may use the server: the token of its address, the cookie of a browser, and the sites that pages come from."""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from typing import Final

_TOKEN_BYTES: Final = 16
"""128 random bits cannot be guessed."""


class Gate:
    """Decides about requests by what they carry.

    Whoever knows the token gets a cookie: a random name of the browser, and a code that only this server can make. Nothing is
    kept of browsers, and a cookie of an earlier start is worth nothing.

    Attributes:
        token: the secret part of the address.
    """

    def __init__(self, hosts: Iterable[str]) -> None:
        """Create a gate with new secrets.

        Args:
            hosts: the names under which browsers may reach the server, besides its addresses and `localhost`.
        """
        self.token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._key = secrets.token_bytes(32)
        self._hosts = {"localhost", *(host.lower() for host in hosts)}

    def knows_token(self, text: str) -> bool:
        """Return whether a text is the token."""
        return _is_same(text, self.token)

    def new_cookie(self) -> str:
        """Return the cookie of one more browser."""
        return self._cookie(secrets.token_urlsafe(_TOKEN_BYTES))

    def browser(self, cookie: str | None) -> str | None:
        """Return the browser of a cookie, or None if this server has not made it."""
        name = (cookie or "").partition(".")[0]
        return name if cookie and _is_same(cookie, self._cookie(name)) else None

    def _cookie(self, name: str) -> str:
        code = hmac.new(self._key, name.encode(errors="replace"), "sha256")
        return f"{name}.{code.hexdigest()}"

    def allows_host(self, host: str | None) -> bool:
        """Return whether a browser may have asked for this host and port.

        A foreign page can give a name of its own to this machine's address (DNS rebinding), but no address.
        """
        name = host_name(host or "")
        if name.lower() in self._hosts:
            return True
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return False

    def allows_origin(self, origin: str | None, host: str | None) -> bool:
        """Return whether a page of this server has sent the request. Every browser says where a page comes from."""
        return bool(host) and origin in {f"http://{host}", f"https://{host}"}


def host_name(host: str) -> str:
    """Return the name or address in a Host header, without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_same(text: str, secret: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(text.encode(errors="replace"), secret.encode(errors="replace"))
