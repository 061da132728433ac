"""The conditions of a game's actions; the palette lists only actions that can be run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.play.match import Match
from p4tui.play.seats import Person, Program
from p4tui.tui.game.presenter import Situation


def can_run(situation: Situation, action_id: str) -> bool:
    """Return whether an action would not be refused."""
    test = _TESTS.get(action_id)
    if test is None:
        return True
    return situation.loss is None and test(situation)


def _succeeds(change: Callable[[Match], Match]) -> Callable[[Situation], bool]:
    """Return a test of whether a match can be changed so."""

    def test(situation: Situation) -> bool:
        try:
            change(situation.match)
        except P4Error:
            return False
        return True

    return test


def _person_to_move(situation: Situation) -> bool:
    match = situation.match
    return match.outcome is None and match.person_to_move


def _has_level(situation: Situation) -> bool:
    seats = map(situation.match.seat, Colour)
    return not all(isinstance(seat, Person | Program) for seat in seats)


def _has_program(situation: Situation) -> bool:
    match = situation.match
    return any(isinstance(match.seat(colour), Program) for colour in Colour)


def _computers_only(situation: Situation) -> bool:
    return situation.match.computers_only


def _computer_to_move(situation: Situation) -> bool:
    match = situation.match
    return match.outcome is None and not match.person_to_move


def _can_resign(situation: Situation) -> bool:
    return situation.match.outcome is None and not situation.match.computers_only


def _has_earlier(situation: Situation) -> bool:
    return bool(situation.match.game.cursor if situation.shown is None else situation.shown)


def _looks_back(situation: Situation) -> bool:
    return situation.shown is not None


_TESTS: Mapping[str, Callable[[Situation], bool]] = {
    "game.drop": _person_to_move,
    "game.undo": _succeeds(Match.undo),
    "game.redo": _succeeds(Match.redo),
    "game.hint": _person_to_move,
    "game.earlier": _has_earlier,
    "game.later": _looks_back,
    "game.present": _looks_back,
    "game.now": _computer_to_move,
    "game.resign": _can_resign,
    "game.weaker": _has_level,
    "game.stronger": _has_level,
    "game.output": _has_program,
    "game.pause": _computers_only,
    "game.step": _computers_only,
    "game.faster": _computers_only,
    "game.slower": _computers_only,
}
"""The tests of actions that are not always possible."""
