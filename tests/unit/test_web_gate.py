"""Who may use the server, and what a page may send."""

from __future__ import annotations

import json

import pytest

from p4tui.web.gate import Gate, host_name
from p4tui.web.messages import MessageError, parse
from p4tui.web.terminal import MAX_COLUMNS, MAX_LINES, Size

GATE = Gate(["club.example", "Box"])


def test_only_the_token_is_the_token() -> None:
    assert GATE.knows_token(GATE.token)
    for wrong in ("", GATE.token[:-1], GATE.token + "x", "é", "\udcff"):
        assert not GATE.knows_token(wrong)
    assert Gate([]).token != GATE.token


def test_a_cookie_is_known_to_the_gate_that_made_it() -> None:
    one, other = GATE.new_cookie(), GATE.new_cookie()
    assert None not in {GATE.browser(one), GATE.browser(other)}
    assert GATE.browser(one) != GATE.browser(other)
    assert Gate([]).browser(one) is None
    name, _, code = one.partition(".")
    for wrong in (None, "", ".", name, f"{name}.", f"x{name}.{code}", f"{name}.{code}0", "é.é"):
        assert GATE.browser(wrong) is None


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8474", True),
        ("localhost:1", True),
        ("LOCALHOST", True),
        ("[::1]:8474", True),
        ("192.168.1.5:80", True),
        ("club.example:8474", True),
        ("box", True),
        ("evil.example:8474", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[::1", True),
        (None, False),
    ],
)
def test_a_name_of_somebody_else_is_no_host(host: str | None, allowed: bool) -> None:
    assert GATE.allows_host(host) is allowed


def test_a_host_is_read_without_its_port() -> None:
    assert [host_name(each) for each in ("a:1", "a", "[::1]:1", "")] == ["a", "a", "::1", ""]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://localhost:8474", True),
        ("https://localhost:8474", True),
        ("http://localhost:8475", False),
        ("http://localhost", False),
        ("http://localhost:8474.evil.example", False),
        ("null", False),
        ("", False),
        (None, False),
    ],
)
def test_only_pages_of_the_server_are_of_its_origin(origin: str | None, allowed: bool) -> None:
    assert GATE.allows_origin(origin, "localhost:8474") is allowed
    assert not GATE.allows_origin(origin, None)


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        (["stdin", "é\r"], "é\r".encode()),
        (["stdin", "\ud83d"], b"?"),
        (["resize", {"width": 100, "height": 30}], Size(100, 30)),
        (["ping", "1"], None),
        (["focus"], None),
        (["blur"], None),
    ],
)
def test_what_the_page_sends_is_understood(message: object, meaning: object) -> None:
    assert parse(json.dumps(message)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "{}",
        "[]",
        "null",
        '["stdin"]',
        '["stdin", 5]',
        '["resize", {"width": "x", "height": 1}]',
        '["resize", {"width": 1e400, "height": 1}]',
        '["resize", {}]',
        '["open", "x"]',
        "[" * 100_000,
        f'["resize", {{"width": {"9" * 5000}, "height": 1}}]',
    ],
)
def test_what_it_never_sends_is_an_error(text: str) -> None:
    with pytest.raises(MessageError):
        parse(text)


def test_a_terminal_has_a_size_that_a_program_can_draw() -> None:
    assert Size(10**30, -1).clamped() == (MAX_COLUMNS, 1)
    assert Size(0, 10**30).clamped() == (1, MAX_LINES)
    assert Size(80, 24).clamped() == (80, 24)
