"""Games between two terminals, through real streams in one process."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty

import pytest

from p4tui.core.errors import NotYourTurnError
from p4tui.core.position import Termination
from p4tui.link import places
from p4tui.link.host import Host
from p4tui.link.meeting import HOST, Meeting
from p4tui.link.orders import Changed, Resigned
from p4tui.link.participant import LinkedFactory
from p4tui.link.shared import Request, RequestKind
from p4tui.play.clock import TimeControl
from p4tui.play.linked_session import LinkedSession
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup
from p4tui.words.link import presence_sentence
from tests.unit.link_sides import RED, SECONDS, YELLOW, GuestSide, HostSide, a_game, until


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    monkeypatch.setattr("p4tui.link.guest.PAUSES", (0.01,))


def same(host: HostSide, guest: GuestSide) -> bool:
    """Return whether both sides have the same moves."""
    return host.moves == guest.moves and host.session.match.outcome == guest.session.match.outcome


def request_at(guest: GuestSide) -> Request | None:
    """Return what the guest is asked for."""
    return None if guest.link.shared is None else guest.link.shared.request


def test_a_game_is_played_to_its_end() -> None:
    with a_game("alice") as (host, guest):
        for column in (0, 1, 0, 1, 0, 1, 0):
            colour = host.session.match.to_move
            (host if colour is RED else guest).session.move(colour, column)
            until(lambda: same(host, guest), guest, host)
        assert host.moves == (0, 1, 0, 1, 0, 1, 0)
        outcome = guest.session.match.outcome
        assert outcome is not None
        assert outcome.termination is Termination.LINE
        assert guest.session.match.winner is RED
        assert guest.session.match.red.name == "Alice"


def test_nobody_moves_for_the_other() -> None:
    with a_game("alice") as (host, guest):
        with pytest.raises(NotYourTurnError):
            guest.session.move(RED, 0)
        host.session.move(RED, 3)
        with pytest.raises(NotYourTurnError):
            host.session.move(YELLOW, 0)


def test_a_lost_line_loses_no_move() -> None:
    with a_game("alice") as (host, guest):
        host.session.move(RED, 3)
        until(lambda: guest.moves == (3,), guest, host)
        host.link.close()
        until(lambda: not guest.link.is_connected, guest)
        guest.session.move(YELLOW, 3)  # while nobody is there
        match = host.session.match
        again = HostSide(Meeting(HOST, "alice", "g1", user=f"uid:{os.getuid()}"), match)
        try:
            until(lambda: again.moves == (3, 3) == guest.moves, again, guest)
            until(lambda: guest.link.is_connected, again, guest)
        finally:
            again.link.close()


@pytest.mark.parametrize("asking", ["host", "guest"])
def test_both_agree_to_take_back(asking: str) -> None:
    with a_game("alice") as (host, guest):
        host.session.move(RED, 3)
        until(lambda: guest.moves == (3,), guest, host)
        guest.session.move(YELLOW, 2)
        until(lambda: host.moves == (3, 2), guest, host)
        asker, other = (host, guest) if asking == "host" else (guest, host)
        asker.link.ask(RequestKind.UNDO)
        until(
            lambda: other.link.shared is not None and other.link.shared.request is not None,
            guest,
            host,
        )
        shared = other.link.shared
        assert shared is not None
        assert shared.request is not None
        other.link.answer(shared.request, yes=True)
        left = () if asking == "host" else (3,)
        until(lambda: host.moves == guest.moves == left, guest, host)


def test_what_was_asked_for_waits_no_longer_when_it_happens() -> None:
    """The host could not ask for the next thing before one more event had come."""
    with a_game("alice") as (host, guest):
        host.session.move(RED, 3)
        host.link.ask(RequestKind.UNDO)
        until(lambda: request_at(guest) is not None, guest, host)
        request = request_at(guest)
        assert request is not None
        guest.link.answer(request, yes=True)
        while host.moves:  # event by event
            assert host.step(SECONDS)
        assert host.link.shared.request is None


def test_a_request_goes_out_after_the_move_that_is_being_saved() -> None:
    """It was dropped in silence: the server did not know of the move that it takes back."""
    with a_game("alice") as (host, guest):
        saves: list[Callable[[], None]] = []
        host.link._after_save = saves.append
        host.session.move(RED, 3)
        host.link.ask(RequestKind.UNDO)
        for save in saves:
            save()
        until(lambda: request_at(guest) is not None, guest, host)
        assert guest.moves == (3,)


def test_a_state_that_crosses_a_move_takes_nothing_back() -> None:
    with a_game("alice") as (host, guest):
        host.session.move(RED, 3)
        until(lambda: guest.moves == (3,), guest, host)
        host.link.say("your turn")
        until(lambda: not guest.queue.empty(), host)  # the state is here, but not taken
        guest.session.move(YELLOW, 2)
        while guest.step(0):
            assert guest.moves == (3, 2)
        until(lambda: host.moves == (3, 2), host, guest)
        assert guest.link.shared is not None
        until(lambda: bool(guest.link.shared and guest.link.shared.messages), guest, host)


def test_a_move_that_a_take_back_overtakes_is_not_played_later() -> None:
    with a_game("alice") as (host, guest):
        for side, colour, column in ((host, RED, 3), (guest, YELLOW, 2), (host, RED, 3)):
            side.session.move(colour, column)
            until(lambda: same(host, guest), guest, host)
        saves: list[Callable[[], None]] = []
        host.link._after_save = saves.append
        host.session.take_back(RED)
        host.link.participant.play(3, 5)  # the guest's, who does not know of it yet
        for save in saves:
            save()
        host.link._after_save = lambda act: act()
        until(lambda: guest.moves == (3, 2), guest, host)
        host.session.move(RED, 0)
        until(lambda: guest.moves == (3, 2, 0), guest, host)
        while host.step(0):
            pass
        assert host.moves == (3, 2, 0)


def test_a_guest_who_resigns_as_both_swap_sides_loses_itself() -> None:
    with a_game("alice") as (host, guest):
        host.session.move(RED, 3)
        until(lambda: guest.moves == (3,), guest, host)
        guest.link.resign()
        until(lambda: Resigned() in list_of(host), guest)
        host.session.swap_sides()
        until(lambda: host.session.match.outcome is not None, host, guest)
        assert host.session.match.winner is YELLOW
        assert host.session.match.yellow.name == "Alice"


def list_of(side: HostSide) -> list[object]:
    """Return the events that a side has not taken, and leave them there."""
    events: list[object] = []
    with suppress(Empty):
        while True:
            events.append(side.queue.get_nowait())
    for event in events:
        side.queue.put(event)
    return events


def test_a_game_that_is_opened_again_knows_its_guest_at_once() -> None:
    meeting = Meeting(HOST, "alice", "g1", user="uid:1")
    match = Setup(Person("Alice"), Remote(meeting.text, "Bob")).new_match(random.Random(1))
    host = Host(match, meeting, "1")
    assert presence_sentence(host.shared, RED) == "Bob is away."


@pytest.mark.parametrize(("stops", "left"), [(True, 60_000 - 21_000), (False, 0)])
def test_the_clock_of_a_player_who_is_away_for_an_hour_is_as_agreed(stops: bool, left: int) -> None:
    meeting = Meeting(HOST, "alice", "g1", user="uid:1", clock_stops=stops)
    control = TimeControl(60_000)
    setup = Setup(Person("Alice"), Remote(meeting.text, "Bob"), control=control)
    match = setup.new_match(random.Random(1)).play(3).play(3)
    now = 0.0
    host = Host(match, meeting, "1")
    session = LinkedSession(
        match,
        random.Random(1),
        LinkedFactory(host.participant, None),
        lambda _reply: None,
        lambda: now,
        host.prepare,
        is_referee=True,
    )
    host.attach(session, lambda _event: None, lambda act: act())
    try:
        for second, there in ((0, True), (21, False), (3621, True)):
            now = float(second)
            session.check_clock()
            here = replace(host.shared, here=(True, there))
            host.apply(Changed(here, "uid:1", "Bob"))
        assert session.time_left(RED) == left
        assert (session.match.outcome is None) is stops
    finally:
        host.close()
