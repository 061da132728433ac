"""Programs in a session: they are asked, stopped, looked at and ended, and no process or thread is left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from p4tui import i18n
from p4tui.arena import child, players
from p4tui.arena.participants import ParticipantFactory, allowance_of
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.participants import Answer, Failure, Reply, Turn
from p4tui.play.seats import LevelSeat, Person, Program
from p4tui.play.session import Session
from p4tui.words.match import failure_sentence
from p4tui.words.players import program_label
from p4tui.words.programs import program_report
from tests.unit import programs
from tests.unit.programs import group_of, program
from tests.unit.sessions import moves

SECONDS = 20.0
"""A wait that only a fault makes long."""
STOPPABLE = """
import threading
halt = threading.Event()
def think():
    halt.wait(60)
    good()
threads = []
def answer():
    say("info string thinking")
    halt.clear()
    threads[:] = [threading.Thread(target=think, daemon=True)]
    threads[0].start()
class Input:
    def __iter__(self):
        for line in sys.__stdin__:
            if line.strip() == "stop":
                halt.set()
                threads[0].join()
            yield line
sys.stdin = Input()
turns(answer)
"""


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)


class Table:
    """A game of Alice against a program, and the mailbox of its replies."""

    def __init__(self, text: str, moves_before: str = "4") -> None:
        self.factory = ParticipantFactory(lambda job: job())
        self.replies: SimpleQueue[Reply] = SimpleQueue()
        match = Match(Person("Alice"), Program(text), parse_game(moves_before))
        self.session = Session(match, random.Random(1), self.factory, self.replies.put)

    def step(self) -> None:
        """Let the program answer its turn."""
        self.session.start_turn()
        reply = self.replies.get(timeout=SECONDS)
        if self.session.receive(reply):
            assert isinstance(reply, Answer)
            self.session.deliver(reply)

    @property
    def pid(self) -> int:
        """The number of the program's process, once it has one."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            for participant in self.factory.programs.values():
                if participant._player._child is not None:
                    return participant._player._child.pid
        raise AssertionError

    def until_said(self) -> int:
        """Wait until the program has said something; return the number of its process."""
        deadline = time.monotonic() + SECONDS
        (participant,) = self.factory.programs.values()
        while not participant.output().said and time.monotonic() < deadline:
            pass
        return self.pid


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A game against the program that the test names; afterwards nothing is left."""
    table = Table(program(tmp_path, request.param))
    yield table
    table.session.close()
    for participant in table.factory.programs.values():
        assert participant._player._child is None
    for thread in threading.enumerate():
        if thread.name == "program":
            thread.join(SECONDS)
            assert not thread.is_alive()


def with_program(body: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", [body], indirect=True, ids=[""])


@with_program(programs.GOOD)
def test_a_program_answers_its_turns(table: Table) -> None:
    table.step()
    table.session.move(Colour.RED, 3)
    table.step()
    assert moves(table.session) == "4141"
    pid = table.pid
    table.session.close()
    assert group_of(pid) == []


@with_program(STOPPABLE)
def test_move_now_stops_a_program(table: Table) -> None:
    table.session.start_turn()
    table.until_said()
    assert table.session.move_now()
    table.step()
    assert moves(table.session) == "41"


@with_program(STOPPABLE)
def test_after_undo_the_next_turn_waits_for_the_stopped_one(table: Table) -> None:
    table.session.start_turn()
    table.until_said()
    table.session.undo()
    table.session.move(Colour.RED, 0)
    table.session.start_turn()
    table.session.move_now()
    assert not table.session.receive(table.replies.get(timeout=SECONDS))
    table.step()
    assert moves(table.session) == "11"


LINES = """
say("> " + input())
while True:
    column = input()
    say("> thinking")
    while not os.path.exists(sys.argv[1]):
        time.sleep(0.001)
    say(column)
"""


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_program_without_a_word_for_stop_takes_its_time(
    cancelled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STOP_SECONDS", 0.0)
    path = tmp_path / "go on"
    table = Table(f"{program(tmp_path, LINES, 'lines')} '{path}'")
    table.session.start_turn()
    table.until_said()
    table.session.move_now()
    if cancelled:
        table.session.undo()
        reply = table.replies.get(timeout=SECONDS)
        assert isinstance(reply, Failure) and isinstance(reply.error, PlayerError)
        assert reply.error.verdict is Verdict.LATE
    else:
        path.touch()
        table.step()
        assert moves(table.session) == "44"
    table.session.close()


@with_program(programs.NO_END.replace("turns(good)", "turns(lambda: time.sleep(60))"))
def test_a_session_that_is_closed_ends_a_program_that_thinks(table: Table) -> None:
    table.session.start_turn()
    pid = table.pid
    table.session.close()
    assert group_of(pid) == []


@with_program(programs.GOOD)
def test_a_program_that_loses_its_seat_ends(table: Table) -> None:
    table.step()
    pid = table.pid
    table.session.set_seat(Colour.YELLOW, LevelSeat("random"))
    assert group_of(pid) == []


@with_program(programs.EXIT)
def test_a_crash_is_a_failure_with_words(table: Table) -> None:
    table.step()
    failure = table.session.failure
    assert failure is not None and isinstance(failure.error, PlayerError)
    assert failure.error.verdict is Verdict.CRASHED
    i18n.activate("en")
    sentence = failure_sentence(table.session.match, failure)
    assert sentence == "bot.py has ended: out of ideas."


@with_program("print('\\x1b[31mwarm', file=sys.stderr)\n" + programs.TERMINAL)
def test_what_a_program_writes_is_shown_clean(table: Table) -> None:
    table.step()
    i18n.activate("en")
    report = program_report(table.session.match, table.factory.outputs(table.session.match))
    assert report.splitlines() == [
        "bot.py: output",
        "  info string none",
        "  info string \N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}]0;title\N{REPLACEMENT CHARACTER}",
        "bot.py: errors",
        "  \N{REPLACEMENT CHARACTER}[31mwarm",
    ]


def test_a_missing_program_is_a_failure() -> None:
    table = Table("ugi:./no-such-bot")
    table.step()
    assert table.session.failure is not None
    sentence = failure_sentence(table.session.match, table.session.failure)
    assert "no-such-bot" in sentence
    table.session.close()


def test_after_three_crashes_a_program_is_out() -> None:
    table, verdicts = Table("ugi:./no-such-bot"), []
    for _turn in range(4):
        table.step()
        assert table.session.failure is not None
        assert isinstance(table.session.failure.error, PlayerError)
        verdicts.append(table.session.failure.error.verdict)
        table.session.move_now()
    assert verdicts == [Verdict.MISSING] * 3 + [Verdict.OUT]
    table.session.close()


def test_a_program_gets_the_times_of_both_players() -> None:
    game = parse_game("4")
    allowance = allowance_of(Turn(game, Colour.YELLOW, 1, 50_000, 2000, 60_000))
    assert (allowance.times, allowance.seconds) == ((60_000, 50_000), 50.0)
    assert allowance.increments == (2000, 2000)
    assert allowance_of(Turn(game, Colour.YELLOW, 1)).movetime is not None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("ugi:python3 /somewhere/my-bot.py --fast", "my-bot.py"),
        ("ugi:'/somewhere/my bots/bot'", "bot"),
        ("ugi:java -cp /somewhere/classes MyBot", "java -cp classes MyBot"),
        ("lines:./a.out", "a.out"),
        ("kaggle:/somewhere/my submission.py", "my submission.py"),
        ("ugi:'open", "'open"),
        ("ugi:python3 a\x1bb.py", "a\N{REPLACEMENT CHARACTER}b.py"),
    ],
)
def test_a_program_is_called_by_its_file(text: str, label: str) -> None:
    assert program_label(text) == label


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_no_program_outlives_a_plain_game(number: int, status: int, tmp_path: Path) -> None:
    text = program(
        tmp_path,
        "say(f'info pid {os.getpid()}')\n(tmp := open(sys.argv[1], 'w')).write(str(os.getpid())); tmp.close()\n"
        + programs.NO_END.replace("turns(good)", "turns(lambda: time.sleep(60))"),
    )
    written = tmp_path / "pid"
    os.mkfifo(written)
    game = subprocess.Popen(
        [sys.executable, "-m", "p4tui", "play", "--plain", "--red", f"{text} {written}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    pid = int(written.read_text(encoding="utf-8"))
    game.send_signal(number)
    assert game.wait(SECONDS) == status
    assert game.stdin is not None
    game.stdin.close()
    assert group_of(pid) == []
