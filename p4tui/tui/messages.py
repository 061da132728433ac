"""Messages that travel between screens, widgets and workers."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from p4tui.engine.limit import StopFlag
from p4tui.play.analysis import Advice, ColumnScores, Question
from p4tui.play.participants import Reply
from p4tui.storage.events import Event


@dataclass
class ReplyReceived(Message):
    """A participant has replied, from any thread.

    Attributes:
        reply: a move, or why there is none.
    """

    reply: Reply


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
class ArchiveEvent(Message):
    """Something has happened to the saved games, in their thread.

    Attributes:
        event: what.
    """

    event: Event


@dataclass
class SettingsUnsaved(Message):
    """Settings could not be saved; from the thread that saves them.

    Attributes:
        error: why: a `SettingsNotSavedError`, or what should not have happened.
    """

    error: Exception
