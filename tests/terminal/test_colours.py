"""The colours that are sent, by the environment, in a real terminal."""

from __future__ import annotations

import pytest

from tests.terminal.harness import TerminalProgram, colours_used
from tests.terminal.measure import BOARD

pytestmark = pytest.mark.terminal

LOCAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
SSH = {**LOCAL, "SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}


def sent(environ: dict[str, str]) -> bytes:
    """Return what is sent for a board, a drop and the menu of commands."""
    with TerminalProgram(BOARD, environ=environ) as program:
        program.wait_for_text("Alice")
        for key in "4:":
            program.wait_for_output(since=program.send(key))
            program.wait_quiet(0.05)
        return bytes(program.output)


@pytest.mark.parametrize(
    ("environ", "kinds"),
    [
        (LOCAL, {"truecolor"}),
        (SSH, {"256"}),
        ({"TERM": "xterm-256color"}, {"256"}),
        ({"TERM": "xterm"}, {"16"}),
        ({**SSH, "NO_COLOR": "1"}, set()),
    ],
    ids=["local", "ssh", "256", "16", "none"],
)
def test_the_colours_sent_are_those_of_the_palette(
    environ: dict[str, str], kinds: set[str]
) -> None:
    assert colours_used(sent(environ)) == kinds


def test_over_ssh_fewer_bytes_are_sent() -> None:
    assert len(sent(SSH)) < 0.9 * len(sent(LOCAL))
