"""The protocol: what the host's and the guest's state machines take, refuse and survive."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Termination
from p4tui.i18n import LANGUAGES
from p4tui.link.codes import is_proven, new_code, proof_of
from p4tui.link.frames import MAX_LINE, MAX_TEXT, FrameError, LineBuffer, clean_text, decode, encode
from p4tui.link.meeting import HOST, JOIN, Meeting, meeting_of, with_meeting
from p4tui.link.orders import (
    AWAY_SECONDS,
    CUT_SECONDS,
    PROTOCOL,
    Changed,
    Close,
    Granted,
    Played,
    Resigned,
    Send,
    WrongCode,
)
from p4tui.link.shared import MOST_MESSAGES, Message, Request, RequestKind, Shared
from p4tui.link.state import State, state_frame, state_of
from p4tui.link.state_clock import StateClock
from p4tui.link.table import GREETING_SECONDS, MOST_VISITORS, Table
from p4tui.link.visit import Arrived, Ended, Refused, Visit
from p4tui.manual.pages import page
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup

RED, YELLOW = Colour
HELLO: dict[str, Any] = {"p4tui": PROTOCOL, "as": "Bob", "role": "play"}
MEETING = Meeting(HOST, "w", "g1")


def match_of(moves: str = "", **changes: Any) -> Match:
    return Match(Person("Alice"), Remote(MEETING.text, "Bob"), parse_game(moves), **changes)


def table_of(match: Match | None = None, **changes: Any) -> Table:
    shared = Shared("g1", ("Alice", ""))
    return Table("w", RED, match or match_of(), shared, "1", **changes)


def join(table: Table, visitor: int = 1, user: str = "uid:1", **hello: object) -> None:
    table.connect(visitor, user, None, 0.0)
    table.receive(visitor, {**HELLO, **hello}, 0.0)
    table.take_events()


def sent(table: Table, visitor: int = 1) -> list[dict[str, Any]]:
    """The frames for a visitor since the last call."""
    return [
        json.loads(order.line)
        for order in table.take_orders()
        if isinstance(order, Send) and order.visitor == visitor
    ]


def asked(table: Table) -> Request | None:
    return table.shared.request


def ticks(table: Table, first: int, last: int) -> None:
    """Let the seconds pass."""
    for now in range(first, last + 1):
        table.tick(float(now))


def closed(table: Table) -> list[int]:
    return [order.visitor for order in table.take_orders() if isinstance(order, Close)]


# Frames


def test_lines_come_in_any_pieces() -> None:
    whole = b'{"a":1}\n\n{"b":2}\n{"c"'
    for cut in range(len(whole)):
        lines = LineBuffer()
        assert lines.feed(whole[:cut]) + lines.feed(whole[cut:]) == [b'{"a":1}', b'{"b":2}']


def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    lines = LineBuffer()
    lines.feed(b"x" * MAX_LINE)
    with pytest.raises(FrameError):
        lines.feed(b"x")


@pytest.mark.parametrize(
    "line",
    [b"", b"[]", b"1", b"{", b"\xff", b"[" * 60_000, b'{"a":' * 9_000, b"1" * 6_000, b"null"],
)
def test_what_is_no_object_is_no_frame(line: bytes) -> None:
    with pytest.raises(FrameError):
        decode(line)


@given(st.text())
def test_texts_of_others_are_one_printable_line(text: str) -> None:
    cleaned = clean_text(text)
    assert len(cleaned) <= 200
    assert not any(char in cleaned for char in "\n\r\t\x1b\x00\x7f\x9b\u2028")
    assert clean_text(cleaned) == cleaned
    cleaned.encode()


@pytest.mark.parametrize("value", [None, 5, [], {}, True])
def test_what_is_no_text_is_an_empty_one(value: object) -> None:
    assert clean_text(value) == ""


def test_a_code_is_proven_without_being_sent() -> None:
    code = new_code()
    proof = proof_of(code, "abc")
    assert is_proven(code, "abc", proof)
    assert is_proven(code, "abc", proof_of(code.lower().replace("-", ""), "abc"))
    assert not is_proven(code, "abd", proof)
    for wrong in ("", None, 5, proof_of("AAAA-AAAA", "abc"), "é"):
        assert not is_proven(code, "abc", wrong)


# Meetings and states


@given(
    st.builds(
        Meeting,
        st.sampled_from([HOST, JOIN]),
        st.text(min_size=1),
        st.text("0123456789abcdef", min_size=1),
        code=st.text(),
        listen=st.text(),
        user=st.text(),
        clock_stops=st.booleans(),
    )
)
def test_a_meeting_is_read_from_its_text(meeting: Meeting) -> None:
    try:
        meeting.text.encode()
    except UnicodeEncodeError:
        return
    assert Meeting.parse(meeting.text) == meeting


@given(st.text())
def test_any_text_is_a_meeting_or_none(text: str) -> None:
    assert Meeting.parse(text) is None or text.startswith((HOST, JOIN))


def test_a_match_tells_its_meeting() -> None:
    other = replace(MEETING, game="g2")
    assert meeting_of(with_meeting(match_of(), other)) == other
    assert meeting_of(Match(Person(), Person(), parse_game(""))) is None


STATES = [
    State(1, match_of(), Shared("g1"), False),
    State(2, match_of("4453", results=(RED, None)), Shared("g1", ("A", "B"), (True, True)), True),
    State(
        3,
        match_of("44", clock=Clock.new(TimeControl(60_000, 2_000), 3)),
        Shared(
            "g1",
            ("A\u00e9", "B"),
            joined=True,
            watchers=7,
            request=Request(4, RequestKind.DRAW, YELLOW),
            refused=2,
            hints=True,
            hints_used=(1, 2),
            messages=(Message(1, "A", "hi", RED), Message(2, "W", "ho", None)),
            clock_stops=False,
        ),
        True,
        YELLOW,
        undone=True,
    ),
    State(4, match_of("4").resign(YELLOW), Shared("g1"), False),
    State(5, match_of("4").agree_draw(), Shared("g1"), False),
]


@pytest.mark.parametrize("state", STATES)
def test_a_state_arrives_as_it_was_sent(state: State) -> None:
    frame = decode(encode(state_frame(state)).strip())
    names = state.shared.names
    match = replace(state.match, red=Person(names[0]), yellow=Person(names[1]))
    assert state_of(frame["state"]) == replace(state, match=match)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_protocol_has_every_key(language: str) -> None:
    described = set(re.findall(r"`(\w+)`", page("protocol", language)))
    frames = [state_frame(state)["state"] for state in STATES]
    for frame in frames:
        assert isinstance(frame, dict)
        assert set(frame) <= described
        inner = [frame["red"], frame["request"] or {}, frame.get("clock", {}), *frame["messages"]]
        assert {key for each in inner for key in each} <= described
    for word in (*(each.value for each in RequestKind), *(each.value for each in Refused)):
        assert word in page("protocol", language)


def test_the_example_of_the_page_is_a_state() -> None:
    block = next(each for each in page("protocol", "en").split("```") if '{"state"' in each)
    state = state_of(decode("".join(block.split("\n")).encode())["state"])
    assert (state.you, state.match.game) == (YELLOW, parse_game("4453"))


def test_the_longest_state_fits_a_line() -> None:
    smiles = "\N{GRINNING FACE}" * MAX_TEXT
    control = TimeControl(180 * 60_000, 180_000)
    setup = Setup(Person(smiles), Person(smiles), Geometry(32, 32, 32), control=control)
    match, rng = setup.new_match(random.Random(1)), random.Random(2)
    while match.outcome is None:
        match = match.play(rng.choice(match.position.legal_columns()))
    said = tuple(Message(10**6 + n, smiles, smiles, YELLOW) for n in range(MOST_MESSAGES))
    shared = Shared("g" * 64, (smiles, smiles), messages=said)
    line = encode(state_frame(State(10**6, replace(match, results=(YELLOW,) * 100), shared, True)))
    assert len(line) <= MAX_LINE
    assert state_of(decode(line)["state"]).shared.messages == said


def test_a_text_that_is_no_unicode_does_not_stop_the_stream() -> None:
    (frame,) = LineBuffer().feed(encode({"say": "a\udc80b"}))
    assert decode(frame) == {"say": "a?b"}


def test_moves_that_were_taken_back_are_not_sent() -> None:
    match = match_of("4453")
    state = State(1, match.with_game(match.game.undo()), Shared("g1"), False)
    assert state_of(state_frame(state)["state"]).match.game == parse_game("445")


def scrambled(rng: random.Random, value: Any) -> Any:
    """A value in which something is replaced by something else."""
    junk: list[Any] = [
        None,
        -1,
        2**70,
        1.5,
        "",
        "x" * 500,
        [],
        {},
        True,
        "\x1b[31m",
        [[[]]],
        "red",
        "9",
    ]
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {**value, key: scrambled(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], scrambled(rng, value[place]), *value[place + 1 :]]
    return rng.choice(junk)


@pytest.mark.parametrize("seed", range(300))
def test_a_state_that_contradicts_the_rules_is_refused_or_harmless(seed: int) -> None:
    rng = random.Random(seed)
    frame = state_frame(rng.choice(STATES))
    for _ in range(rng.randint(1, 3)):
        frame = scrambled(rng, frame)
        if not isinstance(frame, dict):
            return
    visit = Visit("Bob", True, Meeting(JOIN, "w", "-"), "1")
    visit.connect(0.0)
    visit.receive({"p4tui": PROTOCOL}, 0.0)
    visit.receive(frame, 0.0)
    for event in visit.take_events():
        assert isinstance(event, Arrived | Ended)


# The host


def test_who_says_nothing_gets_nothing_and_is_cut() -> None:
    table = table_of()
    table.connect(1, "uid:1", None, 0.0)
    (greeting,) = sent(table)
    assert (greeting["word"], greeting["host"], greeting["free"]) == ("w", "Alice", True)
    table.hear(1, 9.0)  # empty lines
    table.publish(match_of("4"), "g1", clock_runs=False, own_name="Alice")
    assert sent(table) == []
    table.tick(GREETING_SECONDS + 1)
    assert closed(table) == [1]


def test_a_guest_gets_the_seat_and_the_state() -> None:
    table = table_of()
    join(table)
    state = sent(table)[-1]["state"]
    assert (state["you"], state["yellow"]["name"], state["joined"]) == ("yellow", "Bob", True)


@pytest.mark.parametrize(
    ("user", "name"), [("uid:2", "Bob"), ("uid:1", "Carol"), ("uid:2", "Carol")]
)
def test_anybody_else_watches(user: str, name: str) -> None:
    table = table_of()
    join(table)
    join(table, 2, user, **{"as": name})
    state = sent(table, 2)[-1]["state"]
    assert (state["you"], state["watchers"], state["yellow"]["name"]) == (None, 1, "Bob")
    table.publish(match_of("4"), "g1", clock_runs=False, own_name="Alice")
    table.receive(2, {"move": 4, "ply": 1, "game": "g1"}, 1.0)
    table.receive(2, {"resign": True, "game": "g1"}, 1.0)
    table.receive(2, {"ask": "draw", "game": "g1"}, 1.0)
    assert not [each for each in table.take_events() if not isinstance(each, Changed)]


def test_the_newest_stream_of_a_guest_has_the_seat() -> None:
    table = table_of()
    join(table)
    join(table, 2)
    assert sent(table, 1)[-1] == {"refused": "elsewhere"}
    assert list(table.visitors) == [2]
    table.disconnect(1)  # the old stream ends only now
    table.receive(1, {"resign": True, "game": "g1"}, 1.0)
    assert table.shared.here == (True, True)
    assert not [each for each in table.take_events() if isinstance(each, Resigned)]


@pytest.mark.parametrize("version", [None, 0, PROTOCOL + 1, "1", True, 1.0, [], 10**30])
def test_another_version_is_refused(version: object) -> None:
    table = table_of()
    table.connect(1, "uid:1", None, 0.0)
    table.receive(1, {**HELLO, "p4tui": version}, 0.0)
    assert sent(table)[-1] == {"refused": "version"}


def test_without_the_code_nobody_comes_in() -> None:
    table = table_of(code="AAAA-BBBB")
    table.connect(1, "code", "c1", 0.0)
    table.receive(1, {**HELLO, "proof": proof_of("AAAA-CCCC", "c1")}, 0.0)
    assert table.take_events()[0] == WrongCode(1)
    assert sent(table)[-1] == {"refused": "code"}
    table.connect(2, "code", "c2", 0.0)
    table.receive(2, {**HELLO, "proof": proof_of("aaaabbbb", "c2")}, 0.0)
    assert "state" in sent(table, 2)[-1]


@pytest.mark.parametrize(
    "frame",
    [
        {"move": 8, "ply": 1},
        {"move": 0, "ply": 1},
        {"move": -3, "ply": 1},
        {"move": "4", "ply": 1},
        {"move": 4.0, "ply": 1},
        {"move": True, "ply": 1},
        {"move": None, "ply": 1},
        {"move": 4, "ply": 0},
        {"move": 4, "ply": 2},
        {"move": 4},
        {"move": 4, "ply": 1, "game": "g0"},
    ],
)
def test_a_move_that_does_not_fit_is_answered_with_the_state(frame: dict[str, Any]) -> None:
    table = table_of()
    join(table)
    table.publish(match_of("4"), "g1", clock_runs=False, own_name="Alice")
    table.take_events()
    sent(table)
    table.receive(1, {"game": "g1", **frame}, 1.0)
    assert table.take_events() == []
    assert [list(each) for each in sent(table)] == [["state"]]


def test_a_move_counts_once() -> None:
    table = table_of()
    join(table)
    table.publish(match_of("4"), "g1", clock_runs=False, own_name="Alice")
    table.take_events()
    move = {"move": 3, "ply": 1, "game": "g1"}
    table.receive(1, move, 1.0)
    assert table.take_events() == [Played(1, 2)]
    table.publish(match_of("43"), "g1", clock_runs=False, own_name="Alice")
    table.take_events()
    table.receive(1, move, 1.0)
    assert table.take_events() == []


def test_a_guest_resigns() -> None:
    table = table_of()
    join(table)
    table.receive(1, {"resign": True, "game": "g1"}, 1.0)
    assert table.take_events() == [Resigned()]


@pytest.mark.parametrize("kind", [RequestKind.UNDO, RequestKind.SWAP, RequestKind.DRAW])
@pytest.mark.parametrize("yes", [True, False])
def test_the_guest_asks_and_the_host_answers(kind: RequestKind, yes: bool) -> None:
    table = table_of(match_of("44"))
    join(table)
    table.receive(1, {"ask": kind.value, "game": "g1"}, 1.0)
    request = Request(1, kind, YELLOW)
    assert asked(table) == request
    table.receive(1, {"answer": True, "request": 1, "game": "g1"}, 1.0)  # their own
    assert asked(table) == request
    table.take_events()
    table.answer(1, yes)
    assert (Granted(request) in table.take_events()) is yes
    assert (asked(table), table.shared.refused) == (None, 0 if yes else 1)


def test_who_asks_for_the_same_agrees() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.ask(RequestKind.DRAW)
    table.take_events()
    table.receive(1, {"ask": "draw", "game": "g1"}, 1.0)
    assert Granted(Request(1, RequestKind.DRAW, RED)) in table.take_events()


def test_a_move_drops_the_request() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.ask(RequestKind.DRAW)
    table.publish(match_of("443"), "g1", clock_runs=False, own_name="Alice")
    assert table.shared.request is None


@pytest.mark.parametrize(
    ("kind", "moves"),
    [(RequestKind.UNDO, ""), (RequestKind.DRAW, ""), (RequestKind.REMATCH, "44")],
)
def test_a_request_that_makes_no_sense_is_dropped(kind: RequestKind, moves: str) -> None:
    table = table_of(match_of(moves))
    join(table)
    table.ask(kind)
    assert table.shared.request is None


def test_hints_are_agreed_on_and_counted() -> None:
    table = table_of()
    join(table)
    table.ask(RequestKind.HINTS)
    table.receive(1, {"answer": True, "request": 1, "game": "g1"}, 1.0)
    assert table.shared.hints
    table.receive(1, {"hint": True, "game": "g1"}, 1.0)
    table.use_hint()
    assert table.shared.hints_used == (1, 1)
    table.receive(1, {"ask": "hints", "game": "g1"}, 1.0)
    table.answer(2, yes=True)
    assert not table.shared.hints


def test_messages_are_cleaned_kept_and_not_too_many() -> None:
    table = table_of()
    join(table)
    for number in range(50):
        table.receive(1, {"say": f"{number}\x1b[31m\n" + "x" * 500}, 1.0)
    said = table.shared.messages
    assert [each.text[:6] for each in said] == ["0 [31m", "1 [31m", "2 [31m", "3 [31m", "4 [31m"]
    assert all(len(each.text) == 200 and each.by is YELLOW for each in said)
    table.receive(1, {"say": "later"}, 20.0)
    assert table.shared.messages[-1].text == "later"
    for _ in range(40):
        table.say("again")
    assert len(table.shared.messages) == 20


def test_a_silent_guest_is_away_then_cut() -> None:
    table = table_of()
    join(table)
    ticks(table, 0, int(AWAY_SECONDS) + 1)
    assert table.shared.here == (True, False)
    table.hear(1, AWAY_SECONDS + 2)
    assert table.shared.here == (True, True)
    ticks(table, int(AWAY_SECONDS) + 2, int(AWAY_SECONDS + CUT_SECONDS) + 3)
    assert table.visitors == {}
    assert table.shared.here == (True, False)
    join(table, 2)
    assert table.shared.here == (True, True)


def test_a_stream_that_is_open_on_one_side_for_an_hour_costs_nothing() -> None:
    table = table_of()
    join(table)
    visit = greeted()
    visit.take_lines()
    for now in range(3601):
        table.tick(float(now))
        visit.tick(float(now))
        assert len(table.take_orders()) < 10
        assert visit.take_lines() == b""
    assert (table.visitors, table.shared.here, visit.is_silent) == ({}, (True, False), True)
    join(table, 2)
    assert table.shared.here == (True, True)
    assert sent(table, 2)[-1]["state"]["you"] == "yellow"


def test_of_two_requests_at_the_same_moment_the_first_is_answered() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.ask(RequestKind.DRAW)
    table.receive(1, {"ask": "swap", "game": "g1"}, 1.0)
    assert asked(table) == Request(1, RequestKind.DRAW, RED)


def test_the_host_may_change_sides() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.publish(match_of("44").swapped(), "g1", clock_runs=False, own_name="Alice")
    assert sent(table)[-1]["state"]["you"] == "red"
    assert (table.colour, table.shared.names) == (YELLOW, ("Bob", "Alice"))


def test_a_new_game_has_no_hints_used_and_no_request() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.use_hint()
    table.ask(RequestKind.DRAW)
    table.publish(match_of(), "g2", clock_runs=False, own_name="Alice")
    assert (table.shared.hints_used, table.shared.request) == ((0, 0), None)


def timed() -> Match:
    """A match with a clock of a minute, which runs."""
    setup = Setup(Person("Alice"), Remote(MEETING.text, "Bob"), control=TimeControl(60_000))
    return setup.new_match(random.Random(1)).play(3).play(3)


def left(frame: dict[str, Any]) -> int:
    """The milliseconds left to the side to move in a state."""
    match = state_of(frame["state"]).match
    time = match.time_left(match.to_move)
    assert time is not None
    return time


class Seconds:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def timed_table(*, runs: bool = True) -> tuple[Table, Seconds]:
    """A table of a match with a clock, published at second 0 and joined by Bob."""
    seconds = Seconds()
    table = table_of(timed(), clock=StateClock(seconds))
    join(table)
    table.publish(timed(), "g1", clock_runs=runs, own_name="Alice", at=0.0)
    return table, seconds


def test_every_state_has_the_clock_of_its_moment() -> None:
    table, seconds = timed_table()
    seconds.now = 7.0
    table.say("hello")
    assert left(sent(table)[-1]) == 53_000
    table.receive(1, {"look": True}, 7.5)
    assert left(sent(table)[-1]) == 53_000
    seconds.now = 100.0
    table.say("late")
    assert left(sent(table)[-1]) == 0


def test_a_clock_that_stands_still_costs_nothing() -> None:
    table, seconds = timed_table(runs=False)
    seconds.now = 7.0
    table.say("hello")
    assert left(sent(table)[-1]) == 60_000


@pytest.mark.parametrize(("published", "remains"), [(None, 58_000), (40.0, 60_000)])
def test_the_time_of_a_suspended_host_is_not_counted_and_told(
    published: float | None, remains: int
) -> None:
    table, seconds = timed_table()
    for now in (0, 1, 2):
        seconds.now = float(now)
        table.tick(seconds.now)
    sent(table)
    seconds.now = 40.0
    if published is not None:  # the session was faster than the table
        table.publish(timed(), "g1", clock_runs=True, own_name="Alice", at=published)
    table.tick(seconds.now)
    assert left(sent(table)[-1]) == remains
    assert table.shared.here == (True, True), "what the guest has sent meanwhile was not read"
    seconds.now = 50.0
    table.say("hello")
    assert left(sent(table)[-1]) == remains - 10_000


def test_a_spectator_who_looks_gets_its_own_state() -> None:
    table = table_of()
    join(table)
    join(table, 2, "uid:2", **{"as": "Eve"})
    sent(table)
    table.receive(2, {"look": True}, 1.0)
    assert [each["state"]["you"] for each in sent(table, 2)] == [None]


def test_a_swap_drops_a_request_which_names_a_colour() -> None:
    table = table_of(match_of("44"))
    join(table)
    table.ask(RequestKind.UNDO)
    table.publish(match_of("44").swapped(), "g1", clock_runs=False, own_name="Alice")
    assert asked(table) is None


def test_too_many_visitors_are_refused() -> None:
    table = table_of()
    for visitor in range(MOST_VISITORS):
        table.connect(visitor, "uid:1", None, 0.0)
    table.take_orders()
    table.connect(MOST_VISITORS, "uid:1", None, 0.0)
    assert sent(table, MOST_VISITORS) == [{"refused": "full"}]
    assert len(table.visitors) == MOST_VISITORS


def test_a_host_that_leaves_says_so() -> None:
    table = table_of()
    join(table)
    table.close()
    assert sent(table)[-1] == {"refused": "closed"}
    assert table.visitors == {}


@pytest.mark.parametrize("seed", range(60))
def test_no_frame_hurts_the_host(seed: int) -> None:
    rng = random.Random(seed)
    table = table_of(match_of("44"))
    join(table)
    join(table, 2, "uid:2", **{"as": "Eve", "role": "watch"})
    frames: list[dict[str, Any]] = [
        {"move": 4, "ply": 2, "game": "g1"},
        {"ask": "undo", "game": "g1"},
        {"answer": True, "request": 1, "game": "g1"},
        {"say": "hello"},
        {"hint": True, "game": "g1"},
        HELLO,
    ]
    for now in range(200):
        frame = scrambled(rng, rng.choice(frames))
        if isinstance(frame, dict):
            table.receive(rng.randint(1, 3), frame, float(now))
        table.take_orders()
        for event in table.take_events():
            assert not isinstance(event, Played) or event == Played(2, 3)
    assert len(table.visitors) <= 2


# The guest


def greeted(plays: bool = True, code: str = "", name: str = "Bob", **greeting: Any) -> Visit:
    visit = Visit(name, plays, Meeting(JOIN, "w", "-", code=code), "1")
    visit.connect(0.0)
    visit.receive({"p4tui": PROTOCOL, **greeting}, 0.0)
    return visit


def test_a_guest_says_who_it_is() -> None:
    (line,) = greeted().take_lines().splitlines()
    assert json.loads(line) == {"p4tui": 1, "version": "1", "as": "Bob", "role": "play"}
    (line,) = greeted(plays=False, code="AAAA-BBBB", challenge="c").take_lines().splitlines()
    assert json.loads(line)["proof"] == proof_of("AAAA-BBBB", "c")


@pytest.mark.parametrize(
    ("greeting", "why"),
    [
        ({"p4tui": 2}, Refused.VERSION),
        ({"p4tui": None}, Refused.VERSION),
        ({"challenge": "c"}, Refused.CODE),
        ({"refused": "full"}, Refused.FULL),
        ({"refused": "nonsense"}, Refused.VERSION),
        ({"refused": ["x"]}, Refused.VERSION),
    ],
)
def test_a_guest_understands_why_it_cannot_join(greeting: dict[str, Any], why: Refused) -> None:
    visit = greeted(**greeting)
    assert visit.take_events() == [Ended(why)]
    assert visit.take_lines() == b""


def test_a_text_that_is_too_long_for_a_line_is_cut_and_not_the_stream() -> None:
    visit = greeted(name="x" * MAX_LINE)
    visit.say("y" * MAX_LINE)
    hello, said = map(json.loads, visit.take_lines().splitlines())
    assert (hello["as"], said["say"]) == ("x" * MAX_TEXT, "y" * MAX_TEXT)


def state(moves: str, **changes: Any) -> dict[str, object]:
    return dict(state_frame(State(1, match_of(moves), Shared("g1"), False, YELLOW, **changes)))


def test_a_move_is_sent_again_after_a_lost_line_and_shown_meanwhile() -> None:
    visit = greeted()
    visit.receive(state("4"), 0.0)
    visit.take_lines()
    visit.play((3,), 2)
    assert json.loads(visit.take_lines()) == {"move": 3, "ply": 1, "game": "g1"}
    visit.receive(state("4"), 1.0)  # something else was new
    assert visit.take_lines() == b""
    visit.connect(2.0)
    visit.receive({"p4tui": PROTOCOL}, 2.0)
    visit.take_lines()
    visit.receive(state("4"), 2.0)
    assert json.loads(visit.take_lines())["move"] == 3
    waited = visit.waits
    visit.receive(state("43"), 3.0)
    assert (waited, visit.waits) == (True, False)
    shown = [event.match.game.played for event in visit.take_events() if isinstance(event, Arrived)]
    assert shown == [(3,), (3, 2), (3, 2), (3, 2)]


@pytest.mark.parametrize("moves", ["45", "4", ""])
def test_a_move_that_the_host_overtook_is_forgotten(moves: str) -> None:
    visit = greeted()
    visit.receive(state("44"[:1]), 0.0)
    visit.play((2,), 2)  # after another first move
    visit.take_lines()
    visit.receive(state(moves), 1.0)
    assert not visit.waits


def test_a_silent_host_is_left() -> None:
    visit = greeted()
    visit.tick(CUT_SECONDS - 1)
    assert not visit.is_silent
    visit.tick(CUT_SECONDS + 1)
    assert visit.is_silent


def test_a_guest_that_was_suspended_looks_again() -> None:
    visit = greeted()
    visit.receive(state("4"), 0.0)
    visit.take_lines()
    for now in (0.0, 1.0, 2.0):
        visit.tick(now)
    assert visit.take_lines() == b""
    visit.tick(40.0)
    assert json.loads(visit.take_lines()) == {"look": True, "game": "g1"}
    visit.tick(41.0)
    assert visit.take_lines() == b""


def test_who_found_the_seat_taken_goes_on_watching() -> None:
    visit = greeted()
    watched = State(1, match_of("4"), Shared("g1", ("Alice", "Eve")), False)
    visit.receive(dict(state_frame(watched)), 0.0)
    visit.connect(1.0)
    visit.receive({"p4tui": PROTOCOL}, 1.0)
    assert json.loads(visit.take_lines().splitlines()[-1])["role"] == "watch"


def test_a_state_without_an_id_is_refused() -> None:
    visit = greeted()
    frame = state("4")
    assert isinstance(frame["state"], dict)
    frame["state"]["game"] = " "
    visit.receive(frame, 0.0)
    assert visit.take_events() == [Ended(Refused.GARBAGE)]


def test_a_drawn_game_arrives_as_drawn() -> None:
    visit = greeted()
    drawn = State(1, match_of("4").agree_draw(), Shared("g1"), False, YELLOW)
    visit.receive(dict(state_frame(drawn)), 0.0)
    (arrived,) = visit.take_events()
    assert isinstance(arrived, Arrived)
    outcome = arrived.match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.AGREEMENT
