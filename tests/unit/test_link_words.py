"""What two states of a game between terminals have in common is not said again; what differs is. How others join is always said."""

from __future__ import annotations

from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.link.shared import Shared
from p4tui.words.link import invitation_forms, news_sentences

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


def test_the_code_is_shown_where_there_is_no_room_for_both_ways() -> None:
    network = "p4tui join 192.0.2.107:4000 --code K3WB-9TQH"
    forms = invitation_forms(["p4tui join alice", network])
    fitting = next(form for form in forms if len(form) <= 76)
    assert fitting == f"Others join with: {network}"
    assert forms[-1] == "p4tui join alice"
    assert [len(form) for form in forms] == sorted(map(len, forms), reverse=True)
