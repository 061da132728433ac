"""What two states of a game between terminals have in common is not said again; what differs is. How others join is always said."""

from __future__ import annotations

from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.link.shared import Request, RequestKind, Shared
from p4tui.words.link import asked_forms, invitation_forms, news_sentences, question_forms

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


def test_a_request_to_somebody_who_has_gone_says_so() -> None:
    request = Request(1, RequestKind.REMATCH, Colour.RED)
    assert asked_forms(BOTH, request)[-1] == "Asked; no answer yet"
    gone = replace(BOTH, here=(True, False))
    assert asked_forms(gone, request) == [
        "You have asked for another game. Bob is away.",
        "Bob is away.",
    ]


def test_a_question_fits_the_narrowest_window_without_its_keys() -> None:
    request = Request(1, RequestKind.REMATCH, Colour.RED)
    assert question_forms(BOTH, request, "y", "n") == [
        "Alice asks for another game. y: yes, n: no",
        "Another game? y: yes, n: no",
        "Another game?",
    ]


def test_the_code_is_shown_where_there_is_no_room_for_both_ways() -> None:
    network = "p4tui join 192.0.2.107:4000 --code K3WB-9TQH"
    forms = invitation_forms(["p4tui join alice", network])
    fitting = next(form for form in forms if len(form) <= 76)
    assert fitting == f"Others join with: {network}"
    assert forms[-1] == "p4tui join alice"
    assert [len(form) for form in forms] == sorted(map(len, forms), reverse=True)
