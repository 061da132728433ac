"""What the environment says about the terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from p4tui.tui.terminal.detection import (
    Refusal,
    colour_support,
    drop_empty_no_colour,
    input_encoding,
    no_colour,
    terminal_refusal,
    wants_ascii,
    writes_utf8,
)


class FakeStream:
    """A standard stream that is, or is not, a terminal."""

    def __init__(self, *, terminal: bool, closed: bool = False) -> None:
        self._terminal = terminal
        self._closed = closed

    def isatty(self) -> bool:
        if self._closed:
            raise ValueError("I/O operation on closed file")
        return self._terminal


TTY = FakeStream(terminal=True)
PIPE = FakeStream(terminal=False)
CLOSED = FakeStream(terminal=True, closed=True)
XTERM = {"TERM": "xterm-256color"}


def test_three_terminal_streams_are_accepted() -> None:
    assert terminal_refusal(XTERM, TTY, TTY, TTY) is None


@pytest.mark.parametrize("term", ["dumb", "DUMB", " dumb ", "unknown"])
def test_a_dumb_terminal_is_refused(term: str) -> None:
    assert terminal_refusal({"TERM": term}, TTY, TTY, TTY) is Refusal.DUMB_TERMINAL


@pytest.mark.parametrize("broken", [PIPE, CLOSED, None])
def test_each_stream_that_is_no_terminal_is_named(broken: FakeStream | None) -> None:
    assert terminal_refusal(XTERM, broken, TTY, TTY) is Refusal.STDIN
    assert terminal_refusal(XTERM, TTY, broken, TTY) is Refusal.STDOUT
    assert terminal_refusal(XTERM, TTY, TTY, broken) is Refusal.STDERR


def test_an_unset_term_is_no_reason_to_refuse() -> None:
    assert terminal_refusal({}, TTY, TTY, TTY) is None


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "xterm-kitty"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm", "COLORTERM": " 24BIT "}, "truecolor"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({}, "16"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_colour_support_follows_the_environment(environ: dict[str, str], expected: str) -> None:
    assert colour_support(environ, windows=False) == expected


def test_a_windows_console_shows_every_colour_unless_told_not_to() -> None:
    assert colour_support({}, windows=True) == "truecolor"
    assert colour_support({"NO_COLOR": "1"}, windows=True) == "none"


@pytest.mark.skipif(sys.platform == "win32", reason="rich asks the console there")
@given(
    term=st.sampled_from(["xterm", "xterm-256color", "linux", "xterm-kitty", "tmux-16color", ""]),
    colorterm=st.sampled_from(["", "truecolor", "24bit", "yes", "TrueColor"]),
)
def test_colour_support_agrees_with_rich(term: str, colorterm: str) -> None:
    environ = {"TERM": term, "COLORTERM": colorterm}
    console = Console(color_system="auto", force_terminal=True, _environ=environ)
    ours = colour_support(environ, windows=False)
    assert {"16": "standard"}.get(ours, ours) == console.color_system


def test_no_colour_needs_a_value_that_is_not_empty() -> None:
    assert no_colour({"NO_COLOR": "0"})
    assert not no_colour({"NO_COLOR": ""})
    assert not no_colour({})


def test_an_empty_no_colour_is_dropped_and_a_real_one_kept() -> None:
    empty, real, absent = {"NO_COLOR": ""}, {"NO_COLOR": "1"}, {"TERM": "xterm"}
    for environ in (empty, real, absent):
        drop_empty_no_colour(environ)
    assert (empty, real, absent) == ({}, {"NO_COLOR": "1"}, {"TERM": "xterm"})


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "utf_8", "U8"])
def test_a_utf8_locale_draws_with_every_character(encoding: str) -> None:
    assert not wants_ascii(XTERM, encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "iso8859-15", "cp1252", "klingon", None])
def test_any_other_locale_draws_in_ascii(encoding: str | None) -> None:
    assert wants_ascii(XTERM, encoding)


@pytest.mark.parametrize(
    ("environ", "written", "utf8"),
    [
        ({}, "utf-8", True),
        ({"LANG": "C.UTF-8"}, "UTF-8", True),
        ({"LANG": "fr_FR.utf8@euro"}, "utf-8", True),
        ({"LC_ALL": "fr_FR.klingon"}, "utf-8", True),
        ({"LANG": "de_DE"}, "iso8859-1", False),
        ({"LC_ALL": "fr_FR.ISO-8859-1"}, "iso8859-1", False),
        # Python writes UTF-8 if the locale is not installed.
        ({"LC_ALL": "fr_FR.ISO-8859-1"}, "utf-8", False),
        ({"LC_ALL": "C"}, "utf-8", False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", False),
        ({"LC_ALL": "fr_FR.UTF-8"}, None, False),
    ],
)
def test_utf8_is_written_where_the_locale_and_python_agree_on_it(
    environ: dict[str, str], written: str | None, utf8: bool
) -> None:
    assert writes_utf8(environ, written) is utf8


@pytest.mark.parametrize(
    ("codeset", "read"),
    [
        ("ISO-8859-1", "iso8859-1"),
        ("ISO-8859-15", "iso8859-15"),
        ("KOI8-R", "koi8-r"),
        ("eucJP", "euc_jp"),
        ("GB18030", "gb18030"),
        ("UTF-8", "utf-8"),
        # Here some ASCII bytes do not mean themselves.
        *((name, "utf-8") for name in ("ISO-2022-JP", "UTF-7", "UTF-16", "HZ", "CP037", "base64")),
        *((name, "utf-8") for name in ("unicode_escape", "punycode", "ascii", "klingon")),
    ],
)
def test_what_is_typed_is_read_in_the_encoding_of_the_locale(codeset: str, read: str) -> None:
    written = "utf-8" if codeset == "klingon" else codeset
    assert input_encoding({"LC_ALL": f"xx_XX.{codeset}"}, written) == read


def test_what_is_typed_is_utf8_where_locale_and_python_disagree() -> None:
    assert input_encoding({"LC_ALL": "fr_FR.ISO-8859-1"}, "utf-8") == "utf-8"
    assert input_encoding({}, None) == "utf-8"


def test_the_linux_console_draws_in_ascii() -> None:
    assert wants_ascii({"TERM": "linux"}, "utf-8")


def test_detection_brings_in_no_textual() -> None:
    code = "import sys, p4tui.tui.terminal.detection; print('textual' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert result.stdout.strip() == "False"
