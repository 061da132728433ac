"""Messages that travel between screens, widgets and workers."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from p4tui.engine.limit import StopFlag
from p4tui.play.analysis import Advice, ColumnScores, Question
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


@dataclass
class ScoresFound(Message):
    """More is known of the columns, in a thread.

    Attributes:
        analysis: the flag of the analysis that found it.
        scores: what is known.
    """

    analysis: StopFlag
    scores: ColumnScores


@dataclass
class AdviceFound(Message):
    """A question is answered, in a thread.

    Attributes:
        question: which one.
        advice: the answer.
    """

    question: Question
    advice: Advice
