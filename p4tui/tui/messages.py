"""Messages that travel between screens, widgets and workers."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from p4tui.play.session import Ticket


@dataclass
class MoveChosen(Message):
    """A computer has found its move, in a thread.

    Attributes:
        ticket: which search it is the answer to.
        column: counted from 0.
    """

    ticket: Ticket
    column: int
