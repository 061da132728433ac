"""`LevelChooser`: chooses the level of each automatic seat before a game begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from p4tui.core.colour import Colour
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.players.rating import Result, even_level

ResultsOf = Callable[[str], Sequence[Result]]
"""Returns a person's results against levels by the person's name, the oldest first."""


class LevelChooser:
    """Chooses levels for a match: against a person from the person's results, against another level the same.

    The results of the match itself count: `choose` notes them when its next game begins.
    """

    def __init__(self, results_of: ResultsOf, rng: Random) -> None:
        """Create a chooser.

        Args:
            results_of: finds the results from before the match; called once for each person.
            rng: chooses between two levels.
        """
        self._results_of = results_of
        self._rng = rng
        self._results: dict[str, list[Result]] = {}
        self._noted = 0

    def choose(self, match: Match) -> Match:
        """Return a match with a level chosen for each automatic seat.

        Its game is about to begin, or the seat was just made automatic.
        """
        if not any(isinstance(seat, LevelSeat) and seat.auto for seat in (match.red, match.yellow)):
            return match
        self._note(match)
        for colour in Colour:
            seat, other = match.seat(colour), match.seat(colour.other)
            if not isinstance(seat, LevelSeat) or not seat.auto:
                continue
            if isinstance(other, Person):
                level_id = even_level(self._results_before(match, other.name), self._rng)
            else:
                level_id = other.id if isinstance(other, LevelSeat) else seat.id
            match = match.with_seat(colour, replace(seat, id=level_id))
        return match

    def _note(self, match: Match) -> None:
        """Add the last result of the match, unless it was known before."""
        for winner in match.results[self._noted :]:
            for colour in Colour:
                seat, other = match.seat(colour), match.seat(colour.other)
                known = isinstance(seat, Person) and seat.name in self._results
                if known and isinstance(other, LevelSeat):
                    score = 0.5 if winner is None else float(winner is colour)
                    self._results[seat.name].append(Result(other.id, score))
        self._noted = max(self._noted, len(match.results))

    def _results_before(self, match: Match, name: str) -> Sequence[Result]:
        """Return a person's results, which include those of the match."""
        if name not in self._results:
            self._results[name] = list(self._results_of(name))
            # A finished game is saved by now, although the next one has not begun.
            self._noted = len(match.all_results)
        return self._results[name]
