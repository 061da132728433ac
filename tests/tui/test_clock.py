"""The clocks on the screen, with a time that only the tests move: the app looks at it all the time."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Termination
from p4tui.options import Options
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.participants import participant_factory
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.session import Session
from p4tui.play.setup import Setup
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.records import SavedGame
from p4tui.tui.app import P4App
from p4tui.tui.game import clock_face, controller
from p4tui.tui.game.clock_face import GAP, AwakeTime, until_change
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.palette import PaletteScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.terminal.compositor import DiffUpdate
from p4tui.tui.widgets import board_view
from p4tui.tui.widgets.match_text import MatchText
from p4tui.tui.widgets.match_widget import MatchWidget
from p4tui.tui.widgets.player_card import PlayerCard
from p4tui.tui.widgets.status import StatusLine
from tests.tools.cases import exhaustive
from tests.tui.driving import (
    PEOPLE,
    SLOW,
    STILL,
    Thinker,
    answered,
    app_of,
    game_of,
    grid_of,
    moves,
    people,
    position,
    press,
    resized,
    running,
    screen_text,
    settled,
    shown,
    status,
    strips,
    thinking,
    until,
)
from tests.tui.views import texts, view_of


@dataclass
class Now:
    """The time."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, seconds: float) -> None:
        self.seconds += seconds


BLITZ = TimeControl(300_000, 3000)
SHORT = TimeControl(30_000)
WINDOWS = ((80, 24), (40, 12), (30, 12), (200, 60))


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    """The time of the games' clocks. The app looks at it again after fifty real milliseconds."""
    now = Now()
    monkeypatch.setattr(controller, "AwakeTime", lambda: now)
    monkeypatch.setattr(clock_face, "until_change", lambda milliseconds: 0.05)
    return now


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disc that falls does not land by itself."""
    monkeypatch.setattr(board_view, "FRAME_SECONDS", 3600.0)


def timed(control: TimeControl | None = BLITZ, **choices: Any) -> Setup:
    """Two people with a clock."""
    return replace(people(**choices), control=control)


def watching(control: TimeControl = SHORT) -> Setup:
    """Two computers with a clock."""
    return Setup(LevelSeat("random"), LevelSeat("random"), control=control)


async def passes(pilot: Pilot[None], now: Now, seconds: float) -> None:
    """Let time pass, and the app notice."""
    now.wait(seconds)
    face = game_of(pilot).controller.clock_face
    await until(pilot, lambda: shown_times(pilot) == face.times or shown(pilot) is ResultsScreen)


def shown_times(pilot: Pilot[None]) -> object:
    view = game_of(pilot).query_one("#red", PlayerCard).view
    return view and view.times


def awake(pilot: Pilot[None]) -> bool:
    """Whether a timer waits for the next second."""
    return game_of(pilot).controller.clock_face._timer is not None


def ended(pilot: Pilot[None]) -> Termination | None:
    outcome = game_of(pilot).session.match.outcome
    return None if outcome is None else outcome.termination


def style_of(pilot: Pilot[None], text: str) -> tuple[bool, bool, str]:
    """How a text on the screen is drawn: bold, reversed, its colour."""
    segment = next(span for line in strips(pilot) for span in line if text in span.text)
    style = segment.style
    assert style is not None
    return bool(style.bold), bool(style.reverse), str(style.color)


# What is seen


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("columns", ["7x6", *exhaustive("9x6", "14x8", "14x9", "20x15"), "32x32"])
async def test_both_times_are_seen_in_every_window_with_every_board(
    size: tuple[int, int], columns: str, now: Now
) -> None:
    width, height = map(int, columns.split("x"))
    setup = timed(geometry=Geometry(width, height))
    async with running(setup, size=size) as pilot:
        assert screen_text(pilot).count("5:00") == 2
        await press(pilot, ["space"])
        await passes(pilot, now, 1)
        assert "5:00" in screen_text(pilot)
        assert "4:59" in screen_text(pilot)
        assert status(pilot)[:10] in {"Bob: choos", "Bob to mov"}
        assert status(pilot) in screen_text(pilot)
        assert "Help" in screen_text(pilot)


async def test_times_of_hours_find_room_too(now: Now) -> None:
    for size in WINDOWS[:3]:
        async with running(timed(TimeControl(10_800_000)), size=size) as pilot:
            assert screen_text(pilot).count("3:00:00") == 2


async def test_nothing_runs_without_a_clock() -> None:
    async with running(people()) as pilot:
        await press(pilot, "44")
        assert not awake(pilot)
        assert shown_times(pilot) is None
        assert ":00" not in screen_text(pilot)


async def test_nothing_runs_before_the_first_disc(now: Now) -> None:
    async with running(timed()) as pilot:
        now.wait(500)
        await press(pilot, ["left"])
        assert not awake(pilot)
        await press(pilot, "4")
        assert awake(pilot)
        assert screen_text(pilot).count("5:00") == 2


async def test_a_move_gives_the_increment_and_the_other_clock_runs(now: Now) -> None:
    async with running(timed()) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 10)
        assert "4:50" in screen_text(pilot)
        await press(pilot, "4")
        await passes(pilot, now, 60)
        assert "4:53" in screen_text(pilot)
        assert "4:00" in screen_text(pilot)


async def test_undo_gives_the_time_back(now: Now) -> None:
    async with running(timed()) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 10)
        await press(pilot, "4u")
        assert screen_text(pilot).count("5:00") == 2
        assert status(pilot).startswith("Bob")
        await press(pilot, "u")
        assert not awake(pilot)


@pytest.mark.parametrize("size", [(80, 24), (30, 12)])
async def test_little_time_is_marked_by_more_than_colour(size: tuple[int, int], now: Now) -> None:
    async with running(timed(SHORT), size=size) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 9)
        plain = style_of(pilot, "0:21")
        await passes(pilot, now, 1)
        assert "0:20!" in screen_text(pilot)
        assert style_of(pilot, "0:20")[0] is True
        assert style_of(pilot, "0:20") != plain


async def test_a_second_changes_a_digit_and_nothing_else(now: Now) -> None:
    async with running(timed()) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 1)
        before = screen_text(pilot)
        await passes(pilot, now, 1)
        after = screen_text(pilot)
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        assert changed == ["8"]
        assert status(pilot) == "Bob: choose a column"


async def test_a_refusal_stays_while_the_clock_runs(now: Now) -> None:
    async with running(timed()) as pilot:
        await press(pilot, "4444444")
        assert "full" in status(pilot)
        await passes(pilot, now, 2)
        assert "full" in status(pilot)


async def test_a_window_that_is_too_small_does_not_stop_the_clock(now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, "4")
        await resized(pilot, 20, 8)
        await passes(pilot, now, 10)
        await resized(pilot, 80, 24)
        await passes(pilot, now, 1)
        assert "0:19!" in screen_text(pilot)
        await pilot.resize_terminal(20, 8)
        await passes(pilot, now, 30)
        await until(pilot, lambda: shown(pilot) is ResultsScreen)


# The flag


@pytest.mark.parametrize("size", WINDOWS)
async def test_a_flag_that_falls_ends_the_game(size: tuple[int, int], now: Now) -> None:
    async with running(timed(SHORT), size=size) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 30)
        await until(pilot, lambda: "Rematch" in screen_text(pilot))
        assert ended(pilot) is Termination.TIME
        assert not awake(pilot)
        text = screen_text(pilot)
        assert "Alice wins" in text
        assert size[0] <= 30 or "on time" in text or "out of time" in text


async def test_a_flag_is_taken_back_alone(now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 30)
        await until(pilot, lambda: shown(pilot) is ResultsScreen)
        await press(pilot, "u")
        await until(pilot, lambda: shown(pilot) is GameScreen)
        assert moves(pilot) == "4"
        assert screen_text(pilot).count("0:30") == 2
        await press(pilot, "4")
        assert moves(pilot) == "4 4"


async def test_a_rematch_begins_with_full_clocks(now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 30)
        await until(pilot, lambda: shown(pilot) is ResultsScreen)
        await press(pilot, ["enter"])
        await until(pilot, lambda: shown(pilot) is GameScreen)
        assert screen_text(pilot).count("0:30") == 2
        assert not awake(pilot)


@pytest.mark.parametrize(
    ("key", "screen", "leave"),
    [
        ("?", HelpScreen, "q"),
        (":", PaletteScreen, "escape"),
        ("g", ConfirmScreen, "n"),
        ("q", ConfirmScreen, "n"),
        ("n", ConfirmScreen, "n"),
    ],
)
async def test_a_flag_that_falls_behind_another_screen_is_seen_on_return(
    key: str, screen: type, leave: str, now: Now
) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, ["4", key])
        assert shown(pilot) is screen
        now.wait(31)
        await until(pilot, lambda: ended(pilot) is Termination.TIME)
        assert shown(pilot) is screen
        await press(pilot, [leave])
        await until(pilot, lambda: "Bob is out of time" in screen_text(pilot))


@pytest.mark.parametrize("key", ["g", "n"])
async def test_yes_to_a_question_after_the_flag_has_fallen(key: str, now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, ["4", key])
        now.wait(31)
        await until(pilot, lambda: ended(pilot) is Termination.TIME)
        await press(pilot, "y")
        await pilot.pause()
        match = game_of(pilot).session.match
        assert match.wins(Colour.RED) == 1
        if key == "g":
            await until(pilot, lambda: shown(pilot) is ResultsScreen)
            assert ended(pilot) is Termination.TIME
        else:
            assert shown(pilot) is GameScreen
            assert ended(pilot) is None


@pytest.mark.usefixtures("frozen")
async def test_a_flag_that_falls_while_a_disc_falls(now: Now) -> None:
    options = Options(animation=True, seed=1)
    async with running(timed(SHORT), options=options) as pilot:
        await pilot.press("4")
        await until(pilot, lambda: moves(pilot) == "4")
        assert grid_of(pilot).falling
        now.wait(31)
        await until(pilot, lambda: shown(pilot) is ResultsScreen)
        await press(pilot, "u")
        await until(pilot, lambda: shown(pilot) is GameScreen)
        await pilot.pause()
        assert shown(pilot) is GameScreen


# Standing still


async def test_the_clock_stands_while_the_program_is_suspended(now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        await press(pilot, "4")
        await passes(pilot, now, 5)
        app = app_of(pilot)
        app.app_suspend_signal.publish(app)
        assert not awake(pilot)
        now.wait(1000)
        app.app_resume_signal.publish(app)
        assert awake(pilot)
        await passes(pilot, now, 1)
        assert "0:24" in screen_text(pilot)
        assert ended(pilot) is None


def resumed(match: Match) -> OpenedGame:
    """A game that was saved, as the archive would open it."""
    return OpenedGame(SavedGame(1, match, 0.0, 0.0), Ownership(number=1))


@pytest.mark.parametrize("by", ["key", "click"])
async def test_the_clock_of_a_resumed_game_waits_for_a_person(now: Now, by: str) -> None:
    match = timed(SHORT, game=parse_game("4")).new_match(random.Random(1))
    begun = replace(match, clock=Clock.new(SHORT, 1).after_move(0, match.position.to_move, 0))
    async with running(resumed=resumed(begun)) as pilot:
        now.wait(100)
        app = app_of(pilot)
        app.app_suspend_signal.publish(app)
        app.app_resume_signal.publish(app)
        assert not game_of(pilot).session.clock_runs
        assert not awake(pilot)
        if by == "key":
            await press(pilot, ["left"])
        else:
            await pilot.click(PlayerCard)
        assert game_of(pilot).session.clock_runs
        await passes(pilot, now, 5)
        assert "0:25" in screen_text(pilot)


async def test_a_computer_that_is_to_move_in_a_resumed_game_does_not_wait(now: Now) -> None:
    seats = Person("Alice"), LevelSeat("random")
    clock = Clock.new(SHORT, 1).after_move(0, parse_game("").position.to_move, 0)
    match = Match(*seats, parse_game("4"), clock=clock)
    async with running(resumed=resumed(match)) as pilot:
        await until(pilot, lambda: position(pilot).ply == 2)
        assert game_of(pilot).session.clock_runs


async def test_leaving_the_game_stops_the_clock(now: Now) -> None:
    async with running(timed(SHORT)) as pilot:
        session = game_of(pilot).session
        await press(pilot, "4")
        await passes(pilot, now, 5)
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        now.wait(100)
        assert not session.clock_runs
        assert session.time_left(Colour.YELLOW) == 25_000
        assert session.match.outcome is None


# Computers


async def test_a_computers_time_runs_while_it_thinks_and_ends_with_it(
    now: Now, thinker: Thinker
) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), control=SHORT)
    async with running(setup) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await passes(pilot, now, 10)
        assert shown_times(pilot) == (30, 20)
        await answered(pilot, thinker, 4)
        assert moves(pilot) == "4 4"
        await passes(pilot, now, 5)
        assert shown_times(pilot) == (25, 20)


async def test_a_computer_whose_time_runs_out_while_it_thinks_loses(
    now: Now, thinker: Thinker
) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), control=SHORT)
    async with running(setup) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        now.wait(30)
        await until(pilot, lambda: "Club player is out of time" in screen_text(pilot))
        await settled(pilot)
        assert thinker.stopped == 1
        assert moves(pilot) == "4"


async def test_two_computers_use_their_time_in_turn_and_none_in_between(
    now: Now, thinker: Thinker
) -> None:
    async with running(watching(), settings=SLOW) as pilot:
        now.wait(100)
        assert thinker.asked == 0
        await press(pilot, ".")
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 4)
        await press(pilot, "p")
        now.wait(100)
        assert not awake(pilot)
        assert shown_times(pilot) == (30, 30)
        await press(pilot, ".")
        await until(pilot, lambda: thinker.asked == 2)
        await passes(pilot, now, 4)
        assert shown_times(pilot) == (30, 26)
        await press(pilot, "p")
        now.wait(100)
        assert not awake(pilot)
        assert shown_times(pilot) == (30, 26)
        assert ended(pilot) is None


@pytest.mark.usefixtures("frozen")
async def test_an_answer_that_waits_for_a_falling_disc_is_in_time(
    now: Now, thinker: Thinker
) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), control=SHORT)
    async with running(setup, options=Options(animation=True, seed=1)) as pilot:
        screen = game_of(pilot)
        await pilot.press("4")
        await thinking(pilot, thinker)
        assert grid_of(pilot).falling
        thinker.answer(4)
        await until(pilot, lambda: screen.controller.searches.answer is not None)
        assert not screen.session.clock_runs
        now.wait(100)
        await pilot.pause()
        grid_of(pilot).end_animation()
        await until(pilot, lambda: moves(pilot) == "4 4")
        assert ended(pilot) is None
        assert shown_times(pilot) == (30, 30)


# Parts


def test_a_shown_second_is_waited_for_to_its_end() -> None:
    waits = [until_change(left) for left in (300_000, 299_001, 299_000, 1, 0)]
    assert waits == pytest.approx([1.001, 0.002, 1.001, 0.002, 0])


def test_time_in_which_the_process_was_stopped_is_not_counted() -> None:
    now = Now()
    awake = AwakeTime(now)
    seen = [awake()]
    for seconds in (1, GAP, GAP + 0.1, 0.5, 5000, 2):
        now.wait(seconds)
        seen.append(awake())
    steps = [after - before for before, after in pairwise(seen)]
    assert steps == pytest.approx([1, GAP, 0, 0.5, 0, 2])


def test_a_game_is_not_lost_while_the_process_is_stopped() -> None:
    now = Now()
    match = timed(SHORT).new_match(random.Random(1))
    rng = random.Random(1)
    factory = participant_factory(lambda job: job())
    session = Session(match, rng, factory, lambda reply: None, AwakeTime(now))
    session.move(Colour.RED, 3)
    now.wait(1)
    assert not session.check_clock()
    now.wait(3600)
    assert not session.check_clock()
    assert session.time_left(Colour.YELLOW) == 29_000


@pytest.mark.parametrize("kind", [PlayerCard, MatchText])
def test_a_time_is_marked_when_it_is_short(kind: type[MatchWidget]) -> None:
    match = Match(Person("A"), Person("B"), parse_game("4"))
    view, text = view_of(match, times=(59, 0)), ""
    for colour in Colour:
        widget = PlayerCard(colour, id="card") if kind is PlayerCard else MatchText()
        widget.set_reactive(MatchWidget.view, view)
        text += "\n".join(texts(widget.paint(16, 10)))
    assert "0:59 " in text
    assert "0:00!" in text


def test_the_line_of_text_gives_way_to_the_times() -> None:
    line = StatusLine()
    line.set_reactive(StatusLine.text, "Alice: choose a column")
    line.set_reactive(StatusLine.aside, "X 5:00 O 4:59")
    (painted,) = line.paint(32, 1)
    assert "".join(span.text for span in painted) == " Alice: choose a… X 5:00 O 4:59"
    (painted,) = line.paint(10, 1)
    assert "".join(span.text for span in painted).endswith("4:59")


async def test_a_small_update_goes_without_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(
        "textual.app.App._display", lambda app, screen, update: seen.append(app._sync_available)
    )
    app = P4App(None, STILL, PEOPLE)
    app._sync_available = True
    painted = Screen[None]()
    painted._nodes._append(Static())
    small, large = (DiffUpdate(LayoutUpdate([], Region(0, 0, 1, 0)), app.picture) for _ in range(2))
    small.is_small = True
    for update in (small, large, None):
        app._display(painted, update)
    app._display(Screen(), large)
    assert seen == [False, True, True]
    assert app._sync_available
