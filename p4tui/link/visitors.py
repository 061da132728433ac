"""`Visitor`: a stream to the host's program, and what it has said of itself."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

MOST_SAID = 5
"""The messages of one visitor in `SAID_SECONDS`; more are dropped."""
SAID_SECONDS = 10.0
"""The time in which they are counted."""


@dataclass
class Visitor:
    """A stream to the host's program.

    Attributes:
        user: who it is, as the system or the code says: two streams of equal users may have the same seat.
        challenge: what it must prove the code with; None where no code is needed.
        heard: when something last came from it, in the caller's seconds.
        name: its name, cleaned; empty before it has said it.
        plays: whether it has the seat.
        away: whether it has been silent for long.
        said: when its last messages came.
    """

    user: str
    challenge: str | None
    heard: float
    name: str = ""
    plays: bool = False
    away: bool = False
    said: deque[float] = field(default_factory=deque)

    @property
    def is_welcome(self) -> bool:
        """Whether it has said who it is."""
        return bool(self.name)

    @property
    def must_prove(self) -> bool:
        """Whether it has still to prove the code."""
        return self.challenge is not None and not self.is_welcome

    def may_say(self, now: float) -> bool:
        """Return whether one more message is not too many."""
        while self.said and now - self.said[0] > SAID_SECONDS:
            self.said.popleft()
        if len(self.said) >= MOST_SAID:
            return False
        self.said.append(now)
        return True
