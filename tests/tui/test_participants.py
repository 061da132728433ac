"""Whatever moves for a seat, and however badly: the app goes on, every key answers, and no move is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.participants import Answer, Failure, ReplyHandler, Turn
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat
from p4tui.play.setup import Setup
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.records import SavedGame
from p4tui.tui.game import controller
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    PEOPLE,
    STILL,
    against,
    alert,
    app_of,
    game_of,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    running,
    screen_text,
    settled,
    shown,
    status,
)
from tests.tui.saving import match, running_on, save, spoil


@dataclass
class Scripted:
    """A participant that does what a test says.

    Attributes:
        at_start: done when its turn begins.
        turns: those that were begun, and `on_reply` takes their replies.
        cancelled, closed: how often that was asked.
        failing: raised whenever it is asked to end something.
    """

    at_start: Callable[[Scripted], None] = lambda _player: None
    turns: list[Turn] = field(default_factory=list)
    on_reply: ReplyHandler = lambda _reply: None
    cancelled: int = 0
    closed: int = 0
    failing: Exception | None = None

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """As `Participant`."""
        self.turns.append(turn)
        self.on_reply = on_reply
        self.at_start(self)

    def cancel(self) -> None:
        """As `Participant`."""
        self.cancelled += 1
        if self.failing is not None:
            raise self.failing

    def close(self) -> None:
        """As `Participant`."""
        self.closed += 1
        if self.failing is not None:
            raise self.failing

    def answer(self, column: int, turn: Turn | None = None) -> None:
        """Answer the last turn, or another one, with a column counted from 1."""
        self.on_reply(Answer(turn or self.turns[-1], column - 1))


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """What moves for every level."""
    player = Scripted()
    monkeypatch.setattr(controller, "ParticipantFactory", lambda _run: lambda _seat: player)
    return player


AGAIN = "m: ask again"


async def test_an_answer_is_played_and_the_same_participant_asked_again(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        player.answer(4)
        await pilot.pause()
        await press(pilot, "4")
        player.answer(3)
        await pilot.pause()
        assert moves(pilot) == "4 4 4 3"
        assert len(player.turns) == 2
    assert player.closed


async def test_an_answer_from_a_thread_of_its_own(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        thread = threading.Thread(target=player.answer, args=(5,))
        thread.start()
        thread.join()
        await pilot.pause()
        assert moves(pilot) == "4 5"


async def test_an_answer_before_its_turn_has_quite_begun(player: Scripted) -> None:
    player.at_start = lambda mine: mine.answer(6)
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        assert moves(pilot) == "4 6"


async def test_a_second_answer_to_one_turn_is_dropped(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        player.answer(4)
        player.answer(5)
        await pilot.pause()
        assert moves(pilot) == "4 4"
        player.answer(5)
        await pilot.pause()
        assert moves(pilot) == "4 4"


async def test_a_late_answer_takes_no_place_of_the_one_that_waits_for_a_disc(
    player: Scripted,
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4u5")
        late, turn = player.turns
        grid, cell = grid_of(pilot), game_of(pilot).session.match.game.last_cell
        assert cell is not None
        grid.animate_drop(cell, Colour.RED)
        player.answer(3, turn)
        await pilot.pause()
        assert moves(pilot) == "5", "the answer waits for the disc"
        player.answer(7, late)
        player.answer(6, turn)
        await pilot.pause()
        grid.end_animation()
        await pilot.pause()
        assert moves(pilot) == "5 3"


async def test_one_that_never_answers_blocks_no_key(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await press(pilot, "?")
        await press(pilot, "q")
        await press(pilot, ["left", "m", "s", "s", "h"])
        await press(pilot, "u")
        assert moves(pilot) == ""
        assert player.cancelled == 1
        await press(pilot, "3")
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize("column", [0, -7, 8, 10**30, 4])
async def test_an_illegal_column_is_said_and_asked_for_again(player: Scripted, column: int) -> None:
    start = parse_game("444444")
    async with running(Setup(Person("Alice"), LevelSeat("club"), game=start)) as pilot:
        await press(pilot, "1")
        player.answer(column)
        await pilot.pause()
        assert moves(pilot) == "4 4 4 4 4 4 1"
        assert status(pilot) == f"Club player chose a column that cannot be played. {AGAIN}"
        assert alert(pilot)
        await press(pilot, "2")
        assert AGAIN in status(pilot), "why no move is taken"
        assert "thinking" not in status(pilot)
        await press(pilot, "m")
        assert status(pilot) == "Club player is thinking"
        player.answer(2)
        await pilot.pause()
        assert moves(pilot) == "4 4 4 4 4 4 1 2"


def _raise(error: Exception) -> Callable[[Scripted], None]:
    def act(_player: Scripted) -> None:
        raise error

    return act


async def test_one_that_raises_ends_nothing(player: Scripted) -> None:
    player.at_start = _raise(OSError("\x1b[31mthe line is dead"))
    player.failing = ValueError("not even that")
    async with running(against("club"), size=(100, 24)) as pilot:
        await press(pilot, "4")
        assert "Club player made no move: OSError" in status(pilot)
        assert AGAIN in status(pilot)
        assert "\x1b" not in status(pilot)
        for _time in range(3):
            await press(pilot, "m")
            assert "made no move" in status(pilot)
        player.at_start = lambda mine: mine.answer(7)
        await press(pilot, "m")
        assert moves(pilot) == "4 7"


async def test_one_that_goes_away_in_the_middle_can_be_played_without(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = player.turns[-1]
        player.on_reply(Failure(turn, ConnectionResetError()))
        await pilot.pause()
        assert "Club player made no move" in status(pilot)
        bar = region_lines(pilot, pilot.app.screen.query_one(KeyBar))[0]
        assert " m Move now " in bar
        player.answer(3, turn)
        await pilot.pause()
        assert moves(pilot) == "4", "it has failed before"
        await press(pilot, "u")
        assert moves(pilot) == ""
        assert status(pilot) == "Alice: choose a column"


async def test_of_two_that_play_neither_answers_for_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Scripted] = []

    def factory(_seat: Seat) -> Scripted:
        made.append(Scripted())
        return made[-1]

    monkeypatch.setattr(controller, "ParticipantFactory", lambda _run: factory)
    setup = Setup(LevelSeat("club"), LevelSeat("expert"))
    async with running(setup, settings=PEOPLE) as pilot:
        await press(pilot, ["full_stop"])
        red = made[0]
        first = red.turns[-1]
        red.answer(4)
        await pilot.pause()
        await press(pilot, ["full_stop"])
        yellow = made[1]
        red.answer(1, first)
        await pilot.pause()
        assert moves(pilot) == "4"
        yellow.answer(5)
        await pilot.pause()
        assert moves(pilot) == "4 5"
        await press(pilot, ["right_square_bracket"])
        assert len(made) == 2
        await press(pilot, ["full_stop"])
        assert len(made) == 3, "another level is another player"
        assert red.closed == 1


async def test_a_reply_after_the_end_of_the_app_is_dropped(player: Scripted) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
    player.answer(4)
    assert player.closed


# -- a seat of a newer version --------------------------------------------------------------------------------------

NEWER = "fhourstones cannot play in this version of p4tui."


def opened(seat: Seat, played: str) -> OpenedGame:
    """A saved game."""
    saved = SavedGame(1, match(played, "Alice", seat), 0.0, 0.0)
    return OpenedGame(saved, Ownership(number=1))


async def test_a_seat_that_this_version_does_not_know_waits_and_can_be_given_a_level() -> None:
    seat = UnknownSeat("program", "fh", "fhourstones")
    async with running(resumed=opened(seat, "443"), size=(100, 24)) as pilot:
        await settled(pilot)
        assert shown(pilot) is GameScreen
        assert status(pilot) == f"{NEWER} {AGAIN}"
        await press(pilot, "5")
        assert moves(pilot) == "4 4 3"
        assert NEWER in status(pilot)
        await press(pilot, "m")
        assert NEWER in status(pilot)
        await press(pilot, ["right_square_bracket"])
        await settled(pilot)
        assert len(moves(pilot).split()) == 4
        assert status(pilot).endswith("Alice: choose a column")
        seat_now = game_of(pilot).session.match.yellow
        assert seat_now == LevelSeat("random", "fhourstones")


async def test_a_game_with_an_unknown_seat_is_listed_replayed_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [match("443", "Alice", LevelSeat("club"))])
    spoil(path, 1, yellow_kind="program", yellow_id="fh\x1b[31m")
    async with running_on(path, options=STILL, size=(100, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "l")
        await settled(pilot)
        assert "program fh�[31m (unk" in screen_text(pilot)
        await press(pilot, ["enter"])
        await settled(pilot)
        await press(pilot, ["home", "end"])
        await press(pilot, "p")
        await settled(pilot)
        assert shown(pilot) is GameScreen
        assert "cannot play in this version" in status(pilot)
        assert app_of(pilot).failure is None


async def test_nobody_is_asked_between_people(player: Scripted) -> None:
    async with running(people()) as pilot:
        await press(pilot, "44m")
        assert status(pilot).startswith("No computer is thinking")
        assert not player.turns
