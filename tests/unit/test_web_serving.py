"""`p4tui serve`: where it listens, what it says, what its programs find, and how it ends."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from p4tui.web.serving import Listener, terminal_environment
from tests.plain.driving import p4tui
from tests.tools.served import programs_of, served


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "65536"], "0 to 65535"),
        (["--port", "http"], "0 to 65535"),
        (["--limit", "0"], "1 to 999"),
        (["--host", "256.1.1.1"], "not an address of this machine"),
        (["--host", "192.0.2.1"], "not an address of this machine"),
        (["--host", "a" * 64], "not an address of this machine"),
        (["--host", ".."], "not an address of this machine"),
        (["now"], "unrecognized arguments: now"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(host: str, *_rest: object, **_more: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, host)

    if words[-1] != "192.0.2.1":
        monkeypatch.setattr(socket, "getaddrinfo", nobody)
    answer = p4tui("serve", *words)
    assert (answer.status, answer.err.count("\n"), answer.out) == (2, 1, "")
    assert sentence in answer.err


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = p4tui("serve", "--port", str(port))
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert f"Port {port} is in use" in answer.err


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # It cannot be imported, as where aiohttp is missing.
    monkeypatch.setitem(sys.modules, "p4tui.web.serving", None)
    answer = p4tui("serve")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "pip install 'p4tui[web]'" in answer.err


def test_it_listens_on_this_machine_unless_told_otherwise() -> None:
    for host, local, start in (
        ("127.0.0.1", True, "http://127.0.0.1:"),
        ("localhost", True, "http://localhost:"),
        ("0.0.0.0", False, f"http://{socket.gethostname()}:"),  # noqa: S104  the case itself
    ):
        listener = Listener(host, 0)
        with listener.socket:
            assert (listener.is_local, listener.address.startswith(start)) == (local, True)


def test_a_program_finds_the_terminal_of_a_browser() -> None:
    found = terminal_environment(
        {
            "HOME": "/h",
            "LC_ALL": "fr_FR.ISO-8859-1",
            "TERM": "dumb",
            "SSH_TTY": "x",
            "TMUX": "x",
            "TMUX_PANE": "x",
            "TERM_PROGRAM": "x",
            "COLUMNS": "9",
        }
    )
    assert found == {
        "HOME": "/h",
        "LC_MESSAGES": "fr_FR.ISO-8859-1",
        "LC_CTYPE": "C.utf8",
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_the_server(number: signal.Signals, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert server.address.startswith("http://127.0.0.1:")
        server.process.send_signal(number)
        assert await server.process.wait() == 128 + number
    assert not programs_of(tmp_path)


def test_the_display_options_go_to_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    def serve(listener: Listener, command: list[str], *_rest: object, **more: object) -> int:
        listener.socket.close()
        commands.append((command, more["limit"]))
        return signal.SIGINT

    monkeypatch.setattr("p4tui.web.serving.serve", serve)
    words = ["--lang", "en", "--theme", "paper", "--animation", "off", "--ascii", "--no-mouse"]
    assert p4tui("serve", "--port", "0", *words, "--limit", "3").status == 130
    assert p4tui("serve", "--port", "0").status == 130
    program = [sys.executable, "-m", "p4tui"]
    assert commands == [([*program, *words], 3), (program, 8)]
