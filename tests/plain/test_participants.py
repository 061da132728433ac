"""The plain-text game with participants that answer late, never, twice, illegally, out of turn, that raise, or go away."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest

from p4tui.plain import waiting
from p4tui.plain.game import PlainGame
from p4tui.play.clock import TimeControl
from p4tui.play.match import Match
from p4tui.play.participants import Answer, Factory, ReplyHandler, Turn
from p4tui.play.seats import LevelSeat, Seat, UnknownSeat
from p4tui.play.setup import Setup
from tests.plain.driving import Typist
from tests.unit.sessions import COMPUTER, PERSON, Awkward, factory_of, gives, raises
from tests.unit.test_session_clock import Now

NOBODY = "Random chose a column that cannot be played."
AGAIN = "Type go to ask again, or level to choose who plays."
ERROR = ConnectionResetError("gone")
MINUTE = TimeControl(60_000)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at once whether something was typed."""
    monkeypatch.setattr(waiting, "TYPED_SECONDS", 0.0)


class Pipe(Typist):
    """Lines that come when the game asks for them: nobody waits for them, and they wait for their turn."""

    def __init__(self, now: Now, *typed: tuple[float, str]) -> None:
        super().__init__(now, *typed)
        self.interactive = False

    def wait(self, seconds: float) -> bool:
        return True


def played(
    participant: Awkward | None,
    *typed: str,
    console: type[Typist] = Typist,
    red: Seat = PERSON,
    yellow: Seat = COMPUTER,
) -> tuple[int, list[str]]:
    """Play a game in which a participant sits in every seat but the people's; return the status and what is said."""
    now = Now()
    ends = console(now, *((0, line) for line in typed))
    rng = random.Random(1)
    match = Setup(red, yellow).new_match(rng)
    factory = None if participant is None else factory_of(participant)
    game = PlainGame(match, rng, "exercise-a", ends, now=now, factory=factory)
    return game.run(), ends.printed


def in_turn(*replies: Callable[[Turn, ReplyHandler], object]) -> Awkward:
    """A participant that does one thing after the other, turn by turn."""
    left = iter(replies)
    return Awkward(lambda turn, on_reply: next(left)(turn, on_reply))


# Never, and late


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("undo", "Alice: choose a column"),
        ("new", "Discs left: Alice 21, Random 21"),
        ("resign", "Alice has resigned."),
        ("swap", "Red (X): Random"),
        ("board", "Discs left: Alice 20, Random 21"),
        ("moves", "Moves: 4"),
        ("level human", "Yellow: choose a column"),
    ],
)
def test_a_participant_that_never_answers_blocks_no_command_at_a_terminal(
    typed: str, sentence: str
) -> None:
    participant = Awkward()
    status, printed = played(participant, "4", typed, "quit")
    assert status == 0
    assert sentence in printed[printed.index("Discs left: Alice 20, Random 21") + 1 :]


def test_a_move_while_another_is_waited_for_is_refused_and_the_wait_goes_on() -> None:
    participant = Awkward()

    class Late(Typist):
        def read(self) -> str | None:
            if len(self._typed) == 3:  # the answer comes while `board` is typed
                participant.on_reply(Answer(participant.turns[-1], 0))
            return super().read()

    status, printed = played(participant, "4", "4", "board", "moves", "quit", console=Late)
    assert "It is not your turn" in printed
    assert "Random plays column 1" in printed
    assert "Moves: 41" in printed
    assert (status, len(participant.turns)) == (0, 1)


def test_an_answer_to_a_move_that_was_taken_back_is_not_played() -> None:
    participant = Awkward()

    class Late(Typist):
        def read(self) -> str | None:
            if len(self._typed) == 2:
                participant.on_reply(Answer(participant.turns[0], 0))
            return super().read()

    status, printed = played(participant, "4", "undo", "5", "moves", "quit", console=Late)
    assert "Moves: 5" in printed
    assert not [line for line in printed if "plays column" in line]
    assert status == 0


def test_moves_from_a_pipe_wait_for_their_turn() -> None:
    def soon(turn: Turn, on_reply: ReplyHandler) -> None:
        threading.Thread(target=on_reply, args=[Answer(turn, 0)]).start()

    status, printed = played(Awkward(soon), "4", "5", "moves", console=Pipe)
    assert "Moves: 4151" in printed
    assert status == 1


@pytest.mark.parametrize("console", [Typist, Pipe])
def test_a_participant_that_never_answers_loses_by_the_clock(console: type[Typist]) -> None:
    class Passing(Now):
        def __call__(self) -> float:
            self.wait(0.01)
            return super().__call__()

    now = Passing()
    ends = console(now, (0, "4"), (1000, "quit"))
    rng = random.Random(1)
    match = Setup(PERSON, COMPUTER, control=MINUTE).new_match(rng)
    game = PlainGame(match, rng, "exercise-a", ends, now=now, factory=factory_of(Awkward()))
    game.run()
    assert "Random's time has run out." in ends.printed
    assert "Alice has won" in ends.printed


# Illegal, twice, out of turn


@pytest.mark.parametrize("column", [7, -1, "1", None, 10**30, 1.0])
@pytest.mark.parametrize("console", [Typist, Pipe])
def test_a_column_that_cannot_be_played_is_said_and_asked_for_again(
    column: object, console: type[Typist]
) -> None:
    participant = in_turn(gives(column), gives(3))
    status, printed = played(participant, "4", "go", "moves", "quit", console=console)
    place = printed.index(NOBODY)
    assert printed[place + 1] == AGAIN
    assert "Random plays column 4" in printed[place:]
    assert "Moves: 44" in printed
    assert status == 0


def test_two_answers_are_one_move() -> None:
    status, printed = played(Awkward(gives(3, 4)), "4", "5", "moves", "quit")
    assert "Moves: 4454" in printed
    assert status == 0


# Errors


@pytest.mark.parametrize("console", [Typist, Pipe])
def test_a_participant_that_raises_is_told_of_and_the_game_goes_on_with_another(
    console: type[Typist],
) -> None:
    participant = in_turn(gives(0), raises(ERROR))
    status, printed = played(
        participant, "4", "5", "6", "moves", "level human yellow", "4", "quit", console=console
    )
    place = printed.index("Random made no move: ConnectionResetError: gone.")
    assert printed[place + 1 : place + 5] == [AGAIN, "It is not your turn", AGAIN, "Moves: 415"]
    assert "Yellow: choose a column" in printed[place:]
    assert (status, participant.closed) == (0, 1)


def test_errors_of_a_participant_that_is_not_needed_any_more_end_nothing() -> None:
    participant = Awkward(on_cancel=raises(ERROR), on_close=raises(ERROR))
    status, printed = played(participant, "4", "undo", "5", "new", "resign", "new", "quit")
    assert "Alice has resigned." in printed
    assert (status, participant.closed) == (0, 1)


def test_two_participants_that_fail_leave_the_input_to_decide() -> None:
    participant = Awkward(raises(ERROR))
    other = LevelSeat("winner")
    status, printed = played(participant, console=Pipe, red=COMPUTER, yellow=other)
    assert printed == [
        *printed[:-3],
        "Random made no move: ConnectionResetError: gone.",
        AGAIN,
        "The input ended before any move: type moves, or send them through a pipe.",
    ]
    assert status == 2


def test_nothing_of_a_failure_is_forgotten_when_other_things_are_asked_for() -> None:
    status, printed = played(Awkward(raises(ERROR)), "4", "", "board", "nonsense", "undo", "quit")
    assert printed.count(AGAIN) == 4
    assert printed[-1] == "Alice: choose a column"
    assert status == 0


def test_a_seat_of_another_version_is_said_to_be_one_and_a_level_takes_it() -> None:
    seat = UnknownSeat("program", "four\x1b")
    status, printed = played(None, "4", "go", "level random yellow", "quit", yellow=seat)
    name = "program four\N{REPLACEMENT CHARACTER} (unknown here)"
    sentence = f"{name} cannot play in this version of p4tui."
    assert printed.count(sentence) == 2
    assert any(line.startswith("Random plays column ") for line in printed)
    assert status == 0


def test_a_factory_that_raises_ends_nothing() -> None:
    factory: Factory = raises(ERROR)  # type: ignore[assignment]
    now = Now()
    console = Typist(now, (0, "4"), (0, "undo"), (0, "quit"))
    match = Match(PERSON, COMPUTER, Setup().new_match(random.Random(1)).game)
    game = PlainGame(match, random.Random(1), "exercise-a", console, now=now, factory=factory)
    assert game.run() == 0
    assert "Random made no move: ConnectionResetError: gone." in console.printed


def test_now_makes_a_program_move_at_once() -> None:
    participant = Awkward(
        lambda turn, on_reply: (
            on_reply(Answer(turn, 3))
            if turn.stop.is_set()
            else turn.stop.add_callback(lambda: on_reply(Answer(turn, 3)))
        )
    )
    status, printed = played(participant, "4", "now", "now", "quit")
    assert "Random plays column 4" in printed
    assert "No computer is thinking" in printed
    assert status == 0
