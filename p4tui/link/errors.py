"""`LinkError`: why two terminals do not meet. The front ends put it into words."""

from __future__ import annotations

import os
from enum import Enum


class LinkProblem(Enum):
    """Why two terminals do not meet."""

    NO_GAME = "no game"
    """Nobody has opened a game of this name here."""
    SEVERAL = "several"
    """This user has opened several games: a word must say which."""
    TAKEN = "taken"
    """This user has opened a game of this word already."""
    FOLDER = "folder"
    """The folder of the sockets belongs to somebody else, or others may write into it."""
    WHERE = "where"
    """The text does not say where a game is."""
    WORD = "word"
    """The text cannot name a game."""
    LISTEN = "listen"
    """This address or port cannot be listened on."""
    UNREACHABLE = "unreachable"
    """Nobody answers there."""
    NO_SSH = "no ssh"
    """There is no `ssh` command."""
    NO_SOCKETS = "no sockets"
    """This system has no Unix sockets, or none that say who connects."""
    REFUSED = "refused"
    """The host's program has refused the visit: see `detail`, the value of a `visit.Refused`."""


class LinkError(Exception):
    """Two terminals do not meet.

    Attributes:
        problem: why.
        detail: the name, path or reason of the system that belongs to it.
    """

    def __init__(self, problem: LinkProblem, detail: str = "") -> None:
        super().__init__(problem.value, detail)
        self.problem = problem
        self.detail = detail


def system_reason(error: BaseException) -> str:
    """Return the system's own words for an error, empty if it has none."""
    number, words = getattr(error, "errno", None), getattr(error, "strerror", None)
    return os.strerror(number) if isinstance(number, int) and number > 0 else words or ""
