"""Textual's parser of input, made to survive any token.

In Textual a well-formed sequence with a value out of range ends the app, and the back button of a mouse is a left click.
`test_bytes_that_bare_textual_does_not_take` in tests/terminal/test_bare_textual.py fails once Textual drops such sequences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from textual import events, messages
from textual._xterm_parser import _MAX_SEQUENCE_SEARCH_THRESHOLD, XTermParser
from textual.message import Message

from p4tui.tui.terminal.decoder import Token

_FURTHER_BUTTONS: Final = 128
"""From here on the numbers in SGR reports are those of buttons that Textual does not know."""


class TerminalParser(XTermParser):
    """Textual's parser, fed with whole tokens only; it is to be replaced by a new one after any error."""

    def parse_mouse_code(self, code: str) -> Message | None:
        """Read a mouse report; None for a button beyond the wheel, such as back and forward.

        Textual knows three buttons and the wheel, and takes back for the left one. The places are cells: mouse pixels are
        never switched on, whatever a reply pretends.
        """
        report = self._re_sgr_mouse.match(code)
        if report is not None and int(report[1]) >= _FURTHER_BUTTONS:
            return None
        self.mouse_pixels = False
        return super().parse_mouse_code(code)

    def messages_of(self, token: Token) -> Iterator[Message]:
        """What a token says to the app, less what nobody asked for.

        Raises:
            Exception: of any kind, for a sequence that Textual takes for one that it knows.
        """
        if token.kind == "paste":
            yield events.Paste(token.text)
            return
        if token.kind == "sequence" and len(token.text) >= _MAX_SEQUENCE_SEARCH_THRESHOLD:
            raise ValueError("a sequence longer than any key")
        found = list(self.feed(token.text))
        if self._awaiting.timeout is not None:  # a sequence that the parser does not know
            if len(token.text) > 2:
                raise ValueError(f"unknown sequence {token.text!r}")
            self._timeout_time = 0.0
            found += self.tick()
        yield from (message for message in found if _is_wanted(message))


def _is_wanted(message: Message) -> bool:
    if isinstance(message, events.Key):
        # A lone surrogate could never be written to the screen.
        return not any("\ud800" <= character <= "\udfff" for character in message.character or "")
    return isinstance(message, (events.MouseEvent, messages.TerminalSupportsSynchronizedOutput))


def parse_tokens(
    parser: TerminalParser, tokens: Iterable[Token]
) -> tuple[TerminalParser, list[Message]]:
    """Parse tokens; an error costs the token that caused it and nothing else.

    Returns:
        The parser to go on with (a new one after an error) and the messages for the app.
    """
    found: list[Message] = []
    for token in tokens:
        try:
            found += parser.messages_of(token)
        except Exception:  # noqa: BLE001  whatever a byte from outside can cause must not end the game
            parser = TerminalParser()
    return parser, found
