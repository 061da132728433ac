"""The clock of the plain-text game."""

from __future__ import annotations

import io
import os
import pty
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue

import pytest

from p4tui import i18n
from p4tui.core.game import Game
from p4tui.plain import report, waiting
from p4tui.plain.console import Console
from p4tui.plain.game import PlainGame
from p4tui.plain.line_input import LineReader
from p4tui.play.clock import TimeControl
from p4tui.play.match import Match
from p4tui.play.participants import Reply, ReplyHandler
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.play.session import Session
from p4tui.play.setup import Setup
from p4tui.players.levels import Level
from p4tui.words.time import clock_time, marked_time, spoken_time, time_phrase, whole_seconds
from tests.plain.driving import Typist, play
from tests.unit.sessions import BOB, PERSON, session_of, session_with
from tests.unit.sessions import play as play_column
from tests.unit.test_session_clock import Now

MINUTE = TimeControl(60_000, 2000)


def played(
    *typed: tuple[float, str],
    style: str = "exercise-a",
    red: Seat = PERSON,
    yellow: Seat = BOB,
    control: TimeControl | None = MINUTE,
    now: Now | None = None,
) -> list[str]:
    """What the program says while lines are typed, each so many seconds after the one before."""
    now = now or Now()
    console = Typist(now, *typed)
    rng = random.Random(1)
    match = Setup(red, yellow, control=control).new_match(rng)
    PlainGame(match, rng, style, console, now=now).run()
    return console.printed


def asked(printed: list[str]) -> list[str]:
    return [line for line in printed if "column" in line and "left" in line]


def test_the_time_left_is_said_with_the_question() -> None:
    printed = played((100, "4"), (5, "4"), (30.5, "4"))
    assert asked(printed) == [
        "Alice: choose a column (1:00 left)",
        "Bob: choose a column (1:00 left)",
        "Alice: choose a column (1:00 left)",
        "Bob: choose a column (0:57 left)",
    ]


def test_the_exercises_question_says_it_too() -> None:
    assert "Which column for player 1? (1:00 left)" in played((0, ""), style="exercise-b")


def test_the_spoken_style_says_it_in_words() -> None:
    printed = played((0, "4"), (5, "clock"), style="spoken")
    assert "Alice: choose a column. 1 minute left" in printed
    assert "Time left: Alice 1 minute, Bob 55 seconds" in printed
    assert "Bob: choose a column. 55 seconds left" in printed


@pytest.mark.parametrize("word", ["clock", "pendule", "HORLOGE"])
def test_both_times_are_said_when_asked_for(word: str) -> None:
    printed = played((0, "4"), (7, word))
    assert "Time left: Alice 1:00, Bob 0:53" in printed


def test_a_game_without_a_clock_says_so_and_nothing_else_of_it() -> None:
    printed = played((0, "4"), (9999, "clock"), control=None)
    assert "This game has no clock." in printed
    assert not [line for line in printed if "left)" in line]


def test_a_flag_that_falls_is_told_at_once_and_a_new_game_can_follow() -> None:
    printed = played((0, "4"), (100, "4"), (0, "new"), (0, ""))
    end = printed.index("Bob's time has run out.")
    assert printed[end + 1] == "Score: Alice 1, Bob 0, draws 0"
    assert "Alice has won" in printed[end:]
    refused = printed.index("The game is over")
    assert end < refused
    assert "Bob: choose a column (1:00 left)" in printed[refused:]


def test_a_flag_that_fell_can_be_taken_back() -> None:
    printed = played((0, "4"), (100, "undo"), (1, "4"))
    assert "Bob's time has run out." in printed
    assert "Bob: choose a column (1:00 left)" in printed[printed.index("Alice has won") :]


def test_the_end_of_the_input_after_a_flag_is_that_of_a_game() -> None:
    now = Now()
    console = Typist(now, (0, "4"), (100, ""))
    rng = random.Random(1)
    match = Setup(Person("A"), Person("B"), control=MINUTE).new_match(rng)
    assert PlainGame(match, rng, "exercise-a", console, now=now).run() == 0


class Late(Typist):
    """Where it cannot be waited: lines come when they come."""

    def wait(self, seconds: float) -> bool:
        return True


def test_where_nobody_can_wait_the_flag_is_found_when_the_next_line_comes() -> None:
    now = Now()
    console = Late(now, (0, "4"), (100, "4"))
    rng = random.Random(1)
    match = Setup(Person("Alice"), Person("Bob"), control=MINUTE).new_match(rng)
    assert PlainGame(match, rng, "exercise-a", console, now=now).run() == 0
    assert console.printed.index("Bob's time has run out.") < console.printed.index(
        "The game is over"
    )


class Slow:
    """A computer that takes its time for the first column."""

    unproven = False

    def __init__(self, now: Now, seconds: float) -> None:
        self._now = now
        self._seconds = seconds

    def choose_column(self, *_: object) -> int:
        self._now.wait(self._seconds)
        return 0


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[Now, float], None]:
    """Have every computer take so many seconds for a move."""

    def take(now: Now, seconds: float) -> None:
        level = Level("club", lambda rng: Slow(now, seconds))
        monkeypatch.setattr("p4tui.play.participants.level", lambda name: level)

    return take


def test_a_computers_time_runs_while_it_thinks(slow: Callable[[Now, float], None]) -> None:
    now = Now()
    slow(now, 20)
    printed = played((0, "4"), (5, "clock"), yellow=LevelSeat("club"), now=now)
    assert "Time left: Alice 1:00, Club player 0:42" in printed


def test_a_computer_that_thinks_too_long_loses(slow: Callable[[Now, float], None]) -> None:
    now = Now()
    slow(now, 61)
    printed = played((0, "4"), yellow=LevelSeat("club"), now=now)
    assert "Club player's time has run out." in printed
    assert not [line for line in printed if "plays column" in line]
    assert printed[-1] == "Alice has won"


def test_what_a_person_has_to_wait_for_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = Now()

    class Desk:
        def answer(self, question: object) -> object:
            now.wait(30)
            raise KeyboardInterrupt

        def scores(self, *_: object) -> Iterator[tuple[None, ...]]:
            now.wait(30)
            yield (None,) * 7

    monkeypatch.setattr("p4tui.plain.announcer.Desk", Desk)
    printed = played((0, "4"), (5, "scores"), (0, "clock"), now=now)
    assert "Time left: Alice 1:00, Bob 0:55" in printed


def test_a_hint_that_is_refused_leaves_the_clock_running() -> None:
    with waiting.stopped_clock(session := timed(Now())):
        assert not session.clock_runs
    with pytest.raises(KeyError), waiting.stopped_clock(session):
        raise KeyError
    assert session.clock_runs


def timed(now: Now, on_reply: ReplyHandler = lambda _reply: None) -> Session:
    """Bob is to move, and his time runs."""
    rng = random.Random(1)
    match = Setup(Person("A"), Person("B"), control=MINUTE).new_match(rng)
    session = session_with(match, rng, now, on_reply=on_reply)
    play_column(session, 3)
    return session


# Stopped by the terminal


@contextmanager
def told(monkeypatch: pytest.MonkeyPatch, now: Now) -> Iterator[list[int]]:
    """A stop lasts a hundred seconds, without stopping the tests."""
    signals: list[int] = []

    def kill(_pid: int, number: int) -> None:
        signals.append(number)
        now.wait(100)

    with monkeypatch.context() as patch:
        patch.setattr("p4tui.plain.waiting.os.kill", kill)
        yield signals


def test_the_clock_stands_while_the_shell_has_stopped_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = Now()
    session = timed(now)
    before = signal.getsignal(signal.SIGTSTP)

    class Stopped(Typist):
        def wait(self, seconds: float) -> bool:
            signal.raise_signal(signal.SIGTSTP)
            return super().wait(seconds)

    with told(monkeypatch, now) as signals:
        line = waiting.next_line(session, Stopped(now, (5, "4")), pytest.fail)
    assert line == "4"
    assert signals == [signal.SIGTSTP]
    assert session.match.outcome is None
    assert session.time_left(session.match.to_move) == 60_000
    assert signal.getsignal(signal.SIGTSTP) == before


def test_the_clock_stands_while_a_program_is_stopped_that_does_not_hear_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = Now()
    session = timed(now)
    before = signal.getsignal(signal.SIGCONT)

    class Stopped(Typist):
        stops = 1

        def wait(self, seconds: float) -> bool:
            typed = super().wait(seconds)
            if self.stops and now() >= 3:
                self.stops = 0
                now.wait(100)
                signal.raise_signal(signal.SIGCONT)
            return typed

    assert waiting.next_line(session, Stopped(now, (105, "4")), pytest.fail) == "4"
    left = session.time_left(session.match.to_move)
    assert left is not None
    assert 0 <= left - (60_000 - 5_000) <= waiting.COUNT_SECONDS * 1000
    assert signal.getsignal(signal.SIGCONT) == before


def test_a_stop_waits_for_a_save_with_a_clock_or_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other programs would wait for it as long as this one is stopped."""
    now = Now()
    for session in (timed(now), session_of()):
        happened: list[str] = []

        class Stopped(Typist):
            def read(self) -> str | None:
                signal.raise_signal(signal.SIGTSTP)
                return super().read()

        def kill(_pid: int, _number: int, happened: list[str] = happened) -> None:
            happened.append("stopped")

        with monkeypatch.context() as patch:
            patch.setattr("p4tui.plain.waiting.os.kill", kill)
            waiting.next_line(
                session,
                Stopped(now, (0, "4")),
                pytest.fail,
                partial(happened.append, "saved"),
            )
        assert happened == ["saved", "stopped"]


def test_the_time_that_was_used_is_told_before_the_line_is_there() -> None:
    now = Now()
    session = timed(now)
    told: list[int | None] = []
    session.subscribe(lambda _change, match: told.append(match.time_left(match.to_move)))
    waiting.next_line(session, Typist(now, (25, "4")), pytest.fail)
    assert told == [59_000, 49_000, 39_000]


def test_a_wait_that_ends_early_is_taken_up_again() -> None:
    now = Now()

    class Restless(Typist):
        def wait(self, seconds: float) -> bool:
            return super().wait(min(seconds, 7))

    assert waiting.next_line(timed(now), Restless(now, (30, "4")), pytest.fail) == "4"


def test_a_search_that_was_stopped_costs_nothing(
    slow: Callable[[Now, float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Now()
    slow(now, 100)
    think = Slow.choose_column

    def stopped(self: Slow, *arguments: object) -> int:
        column = think(self, *arguments)
        signal.raise_signal(signal.SIGCONT)  # Python's handler runs when the search has returned
        return column

    monkeypatch.setattr(Slow, "choose_column", stopped)
    before = signal.getsignal(signal.SIGCONT)
    printed = played((0, "4"), (500, "clock"), yellow=LevelSeat("club"), now=now)
    assert "Club player plays column 1" in printed
    assert "Alice's time has run out." in printed
    assert signal.getsignal(signal.SIGCONT) == before


def test_a_program_that_cannot_be_stopped_stays_so() -> None:
    now = Now()
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        seen = []

        class Looking(Typist):
            def wait(self, seconds: float) -> bool:
                seen.append(signal.getsignal(signal.SIGTSTP))
                return super().wait(seconds)

        waiting.next_line(timed(now), Looking(now, (1, "4")), pytest.fail)
        assert seen == [signal.SIG_IGN]
    finally:
        signal.signal(signal.SIGTSTP, before)


def test_signals_are_left_alone_outside_the_main_thread() -> None:
    now = Now()
    lines: list[str | None] = []
    replies: SimpleQueue[Reply] = SimpleQueue()
    session = timed(now, replies.put)

    def run() -> None:
        lines.append(waiting.next_line(session, Typist(now, (1, "4")), pytest.fail))
        session.set_seat(session.match.to_move, LevelSeat("random"))
        waiting.think(session, replies, Console(None, None, None))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert lines == ["4"]


# Waiting at a terminal


def test_a_terminal_is_waited_for() -> None:
    ours, theirs = pty.openpty()
    try:
        with os.fdopen(theirs, "rb") as source:
            console = Console(LineReader(source), None, None)
            assert not console.wait(0)
            os.write(ours, b"4\n")
            assert console.wait(60)
            assert console.read() == "4"
            assert not console.wait(0)
    finally:
        os.close(ours)


def test_anything_else_is_not_waited_for() -> None:
    class Odd(io.BytesIO):
        def isatty(self) -> bool:
            return True

    closed = io.BytesIO()
    closed.close()
    for source in (None, io.BytesIO(), Odd(), closed):
        assert Console(LineReader(source), None, None).wait(9999)


def test_a_game_from_a_pipe_is_played_with_a_clock() -> None:
    answer = play("--clock", "5+3", "Alice", "Bob", typed="4\nclock\n4\n")
    assert answer.status == 1
    assert "Alice: choose a column (5:00 left)" in answer.lines
    assert "Time left: Alice 5:00, Bob 5:00" in answer.lines


# Words


@pytest.mark.parametrize(
    ("seconds", "shown", "spoken"),
    [
        (0, "0:00", "0 seconds"),
        (1, "0:01", "1 second"),
        (20, "0:20", "20 seconds"),
        (21, "0:21", "21 seconds"),
        (60, "1:00", "1 minute"),
        (301, "5:01", "5 minutes 1 second"),
        (3599, "59:59", "59 minutes 59 seconds"),
        (3600, "1:00:00", "1 hour"),
        (10_800, "3:00:00", "3 hours"),
        (7265, "2:01:05", "2 hours 1 minute 5 seconds"),
    ],
)
def test_times_are_shown_and_said(seconds: int, shown: str, spoken: str) -> None:
    assert clock_time(seconds) == shown
    assert spoken_time(seconds) == spoken


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00!"), (20, "0:20!"), (21, "0:21")])
def test_little_time_is_marked_where_it_is_seen(seconds: int, shown: str) -> None:
    assert marked_time(seconds) == shown


@pytest.mark.parametrize(("left", "seconds"), [(0, 0), (1, 1), (1000, 1), (1001, 2), (60_000, 60)])
def test_seconds_are_rounded_up_so_that_none_means_over(left: int, seconds: int) -> None:
    assert whole_seconds(left) == seconds


def test_times_are_said_in_french() -> None:
    i18n.activate("fr")
    assert time_phrase(90_000) == "il reste 1:30"
    match = Match(Person("Alice"), Person("Bob"), Game.new())
    asked = report.question(match, "spoken", 90_000).replace("\N{NO-BREAK SPACE}", " ")
    assert asked == "Alice : choisissez une colonne. Il reste 1 minute 30 secondes"


def test_how_a_flag_ended_the_game_is_said() -> None:
    printed = played((0, "4"), (100, ""), style="spoken")
    assert "Alice has won. Bob's time has run out." in printed
