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
    """A reply of a participant, posted from any thread."""

    reply: Reply


@dataclass
class ScoresFound(Message):
    """The scores found so far by an analysis, posted from its thread.

    Attributes:
        analysis: the stop flag of the analysis.
        scores: the scores of the columns.
    """

    analysis: StopFlag
    scores: ColumnScores


@dataclass
class AdviceFound(Message):
    """The answer to a question, posted from its thread."""

    question: Question
    advice: Advice


@dataclass
class ArchiveEvent(Message):
    """An event of the saved games, posted from the archive's thread."""

    event: Event


@dataclass
class SettingsUnsaved(Message):
    """A failure to save settings, posted from the thread that saves them.

    Attributes:
        error: a `SettingsNotSavedError`, or a bug.
    """

    error: Exception


@dataclass
class LinkChanged(Message):
    """An event of a game with another terminal, posted from the link's thread; see `p4tui.link.link.apply`."""

    event: object
