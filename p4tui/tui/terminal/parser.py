"""Textual's parser of input, made safe for any token.

In Textual a sequence with a value out of range ends the app, and the back button of a mouse is a left click.
`test_bytes_that_bare_textual_does_not_take` in tests/terminal/test_bare_textual.py fails once Textual drops such sequences.
"""

from __future__ import annotations

import re
from typing import Final

from textual import events, messages
from textual._xterm_parser import _MAX_SEQUENCE_SEARCH_THRESHOLD, XTermParser
from textual.message import Message

from p4tui.tui.terminal.decoder import Token

_BUTTON: Final = re.compile(r"\x1b\[<(\d+);")
_FIRST_EXTRA_BUTTON: Final = 128
"""The numbers of back, forward and others, which Textual takes for the first three buttons."""


def messages_of(token: Token, *, focus: bool = False) -> list[Message]:
    """Return the messages of a token: none if a sequence is unknown, out of range or unsolicited.

    Each token has a new parser: an error, or a reply about the terminal, affects no other token.

    Args:
        token: a unit of input.
        focus: whether reports of the window's focus were asked for.
    """
    if token.kind == "paste":
        return [events.Paste(token.text)]
    if token.kind == "sequence":
        button = _BUTTON.match(token.text)
        too_long = len(token.text) >= _MAX_SEQUENCE_SEARCH_THRESHOLD
        if too_long or (button and int(button[1]) >= _FIRST_EXTRA_BUTTON):
            return []
    parser = XTermParser()
    try:
        found = list(parser.feed(token.text))
        if parser._awaiting.timeout is not None:  # noqa: SLF001
            if len(token.text) > 2:  # an unknown sequence, which Textual would type
                return []
            parser._timeout_time = 0.0  # noqa: SLF001
            found += parser.tick()
    except Exception:  # noqa: BLE001  no input may end the game
        return []
    return [message for message in found if _is_safe(message, focus=focus)]


def _is_safe(message: Message, *, focus: bool) -> bool:
    if isinstance(message, (events.AppFocus, events.AppBlur)):
        return focus
    if isinstance(message, events.Key):
        # A surrogate cannot be written to the screen.
        return not any("\ud800" <= character <= "\udfff" for character in message.character or "")
    return isinstance(message, (events.MouseEvent, messages.TerminalSupportsSynchronizedOutput))
