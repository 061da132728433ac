"""What two states of a game between terminals have in common is not said again; what differs is."""

from __future__ import annotations

from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.link.shared import Shared
from p4tui.words.link import news_sentences

BOTH = Shared("g1", ("Alice", "Bob"), (True, True), joined=True)


def test_one_state_may_tell_of_hints_that_are_allowed_and_taken() -> None:
    after = replace(BOTH, hints=True, hints_used=(1, 0))
    told = news_sentences(BOTH, after, Colour.YELLOW)
    assert told == ["Hints are allowed.", "Alice has taken a hint."]
    assert news_sentences(after, after, Colour.YELLOW) == []


def test_a_hint_of_this_player_is_no_news_not_even_after_a_swap() -> None:
    before = replace(BOTH, hints=True)
    taken = replace(before, hints_used=(0, 1))
    assert news_sentences(before, taken, Colour.YELLOW) == []
    swapped = replace(taken, names=("Bob", "Alice"), hints_used=(1, 0))
    assert news_sentences(taken, swapped, Colour.RED) == []
    assert news_sentences(replace(taken, hints_used=(0, 0)), swapped, Colour.RED) == []
