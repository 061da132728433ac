"""Messages that travel between screens, widgets and workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from p4tui.engine.limit import StopFlag
from p4tui.play.analysis import Advice, ColumnScores, Question
from p4tui.play.session import Ticket

if TYPE_CHECKING:
    from p4tui.storage.beside import MovedAside
    from p4tui.tui.keeping import Keeping


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


@dataclass
class GameKept(Message):
    """A change of a match is on the disk, or could not be kept; from the thread that keeps games.

    Attributes:
        keeping: whose change.
        number: the change's, and with it all before are kept.
        error: why it is not kept: a `StorageError`, or what should not have happened; None where it is.
    """

    keeping: Keeping
    number: int
    error: Exception | None = None


@dataclass
class GamesMoved(Message):
    """A damaged database was moved aside; from the thread that has the saved games.

    Attributes:
        moved: what has become of it.
    """

    moved: MovedAside


@dataclass
class SettingsUnsaved(Message):
    """Settings could not be saved; from the thread that saves them.

    Attributes:
        error: why: a `SettingsNotSavedError`, or what should not have happened.
    """

    error: Exception
