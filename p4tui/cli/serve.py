"""`p4tui serve`: the game in a browser."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.messages import complain, quoted, say
from p4tui.cli.parser import Parser, UsageError
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.web.serving import Listener

HOST, PORT, LIMIT = "127.0.0.1", 8474, 8
"""Where the server listens, and how many games run at once, unless told otherwise."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Show the game in browsers, on this machine only unless --host says otherwise."),
        epilog=_("Whoever opens the printed address plays as you: see p4tui help serve."),
    )
    parser.add_argument(
        "--host",
        metavar=_("ADDRESS"),
        default=HOST,
        help=_("the address of this machine to listen on (default: {host})").format(host=HOST),
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=values.whole(0, 65535),
        default=PORT,
        help=_("the port (default: {port}); 0 takes a free one").format(port=PORT),
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=values.whole(1, 999),
        default=LIMIT,
        help=_("how many games run at once (default: {count})").format(count=LIMIT),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001  each program loads them itself
    """Serve until a signal comes.

    Raises:
        UsageError: the extra is not installed, or the server cannot listen.
    """
    try:
        from p4tui.web.serving import serve
    except ImportError as error:
        raise UsageError(
            _("p4tui serve needs textual-serve. Install it with pip install 'p4tui[web]'.")
        ) from error
    listener = _listener(arguments.host, arguments.port)

    def announce(address: str) -> None:
        say(_("Open this address in a browser:"))
        print(address)
        if not listener.is_local:
            complain(
                _("Whoever knows the address plays as you, and the connection is not encrypted.")
            )
        say(_("Ctrl+C ends the server. The games are saved."))
        sys.stdout.flush()

    command = [sys.executable, "-m", "p4tui", *_display_words(arguments)]
    return 128 + serve(listener, command, os.environ, limit=arguments.limit, announce=announce)


def _listener(host: str, port: int) -> Listener:
    """Return the socket of the server.

    Raises:
        UsageError: it cannot listen there.
    """
    from p4tui.web.serving import Listener

    try:
        return Listener(host, port)
    except (socket.gaierror, UnicodeError) as error:
        raise UsageError(_no_address(host)) from error
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise UsageError(_no_address(host)) from error
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                _("Port {port} is in use. Choose another one with --port.").format(port=port)
            ) from error
        raise UsageError(
            _("The server cannot listen on port {port}: {reason}.").format(
                port=port, reason=error.strerror or error
            )
        ) from error


def _no_address(host: str) -> str:
    return _('"{name}" is not an address of this machine.').format(name=quoted(host))


def _display_words(arguments: argparse.Namespace) -> list[str]:
    """Return the display options again, for the programs in the browsers."""
    words = []
    if arguments.lang is not None:
        words += ["--lang", arguments.lang]
    if arguments.theme is not None:
        words += ["--theme", arguments.theme]
    if arguments.animation is not None:
        words += ["--animation", "on" if arguments.animation else "off"]
    words += ["--ascii"] if arguments.ascii else []
    words += ["--no-mouse"] if arguments.no_mouse else []
    return words
