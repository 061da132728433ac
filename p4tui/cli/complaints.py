"""Many complaints of one kind: the first ones are said, the others counted."""

from __future__ import annotations

from collections.abc import Callable

from p4tui.cli.parser import LONGEST_COMPLAINT, complain

MOST = 20
"""How many are said."""


class Complaints:
    """Says the first complaints at once.

    Attributes:
        count: how many there were.
    """

    def __init__(self, before: Callable[[], object] = lambda: None) -> None:
        """No complaint yet.

        Args:
            before: is called before anything is said, to leave a line that is redrawn.
        """
        self.count = 0
        self._before = before

    def add(self, sentence: str) -> None:
        """One more."""
        self.count += 1
        if self.count <= MOST:
            self._before()
            complain(sentence, LONGEST_COMPLAINT)

    def tell_of_the_rest(self, text: Callable[[int], str]) -> None:
        """Say how many were not said; `text`: the sentence for a number, with the place of `count` in it."""
        rest = self.count - MOST
        if rest > 0:
            complain(text(rest).format(count=rest))
