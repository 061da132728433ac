"""Programs in the app: chosen in the menu, played against, looked at, stopped, and never left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui.arena import child
from p4tui.play.seats import LevelSeat, Person, Program
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.program_output import ProgramOutputScreen
from tests.tui.driving import (
    PEOPLE,
    alert,
    app_of,
    game_of,
    menu_of,
    moves,
    people,
    press,
    running,
    screen_text,
    shown,
    status,
    until,
)
from tests.unit import programs
from tests.unit.programs import group_of, program
from tests.unit.test_program_participants import STOPPABLE

CHATTY = "print('loaded \\x1b[31m', file=sys.stderr)\n" + programs.TERMINAL


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)


def against(folder: Path, body: str) -> Setup:
    """Return the setup of Alice, red, against a program."""
    return Setup(Person("Alice"), Program(program(folder, body)))


def pid(pilot: Pilot[None]) -> int:
    """Return the number of the program's process."""
    (participant,) = game_of(pilot).controller.participants.programs.values()
    running_child = participant._player._child
    assert running_child is not None
    return running_child.pid


async def test_a_program_plays_and_can_be_looked_at(tmp_path: Path) -> None:
    async with running(against(tmp_path, CHATTY)) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: moves(pilot) == "4 1")
        assert status(pilot).startswith("bot.py: column 1.")
        bar = screen_text(pilot).splitlines()[-1]
        assert "i Program" in bar and "Level" not in bar
        await press(pilot, "i")
        assert shown(pilot) is ProgramOutputScreen
        text = screen_text(pilot)
        assert "What the program has written" in text
        assert "bot.py: output" in text and "info string none" in text
        assert "bot.py: errors" in text and "loaded \N{REPLACEMENT CHARACTER}[31m" in text
        assert "\x1b" not in text
        await press(pilot, "q")
        assert shown(pilot) is GameScreen


@pytest.mark.parametrize("size", [(30, 12), (40, 12), (100, 30)])
async def test_the_page_fits_every_window(size: tuple[int, int], tmp_path: Path) -> None:
    async with running(against(tmp_path, CHATTY), size=size) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: moves(pilot) == "4 1")
        await press(pilot, "i")
        assert "bot.py: output" in screen_text(pilot)


async def test_move_now_stops_a_program_and_leaving_ends_it(tmp_path: Path) -> None:
    async with running(against(tmp_path, STOPPABLE)) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: bool(game_of(pilot).controller.participants.programs))
        (participant,) = game_of(pilot).controller.participants.programs.values()
        await until(pilot, lambda: bool(participant.output().said))
        await press(pilot, "m")
        await until(pilot, lambda: moves(pilot) == "4 1")
        number = pid(pilot)
        await press(pilot, "qy")
        assert shown(pilot) is MenuScreen
        assert group_of(number) == []


async def test_a_program_that_thinks_for_ever_does_not_keep_the_app(tmp_path: Path) -> None:
    body = programs.NO_END.replace("turns(good)", "turns(lambda: time.sleep(60))")
    async with running(against(tmp_path, body)) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: bool(game_of(pilot).controller.participants.programs))
        (participant,) = game_of(pilot).controller.participants.programs.values()
        await until(pilot, lambda: participant._player._child is not None)
        number = pid(pilot)
    assert group_of(number) == []


async def test_a_crash_is_said_and_m_asks_again(tmp_path: Path) -> None:
    async with running(against(tmp_path, programs.EXIT)) as pilot:
        await press(pilot, "4")
        sentence = "bot.py has ended: out of ideas."
        await until(pilot, lambda: status(pilot).startswith(sentence))
        for _time in range(3):
            await press(pilot, "m")
            await until(pilot, lambda: game_of(pilot).session.failure is not None)
        assert status(pilot).startswith("bot.py has crashed three times and plays no more.")
        await press(pilot, "u")
        assert moves(pilot) == ""


async def test_without_a_program_there_is_nothing_to_look_at() -> None:
    async with running(people()) as pilot:
        await press(pilot, "i")
        assert (status(pilot), alert(pilot)) == (
            "No program is playing. Alice: choose a column",
            True,
        )


async def test_a_program_has_no_levels(tmp_path: Path) -> None:
    async with running(against(tmp_path, programs.GOOD)) as pilot:
        await press(pilot, ["right_square_bracket"])
        assert status(pilot).startswith("A program has no levels")
        assert isinstance(game_of(pilot).session.match.yellow, Program)


async def test_the_menu_offers_the_programs_of_the_settings(tmp_path: Path) -> None:
    text = program(tmp_path, programs.GOOD)
    settings = Settings(yellow_level="perfect", programs={"My bot": text}, explain_scores=False)
    async with running(settings=settings) as pilot:
        await press(pilot, ["up", "up", "up", "up"])
        menu = menu_of(pilot)
        app_of(pilot).preferences.change(yellow_level=text)
        menu.show_choices()
        await pilot.pause()
        assert "My bot" in screen_text(pilot)
        await press(pilot, "p")
        assert game_of(pilot).session.match.yellow == Program(text, "My bot")


async def test_the_row_of_a_seat_ends_with_the_programs(tmp_path: Path) -> None:
    text = program(tmp_path, programs.GOOD)
    settings = Settings(yellow_level="perfect", programs={"My bot": text})
    async with running(settings=settings) as pilot:
        seats = {each.row.id: each for each in menu_of(pilot)._match.seats()}
        change = seats["yellow_level"].change
        assert change is not None
        change(1)
        assert app_of(pilot).preferences.choices.yellow_level == text
        seats = {each.row.id: each for each in menu_of(pilot)._match.seats()}
        assert seats["yellow_level"].row.value == "My bot"
        again = seats["yellow_level"].change
        assert again is not None
        again(1)
        assert app_of(pilot).preferences.choices.yellow_level == "human"


async def test_two_programs_play_to_the_end(tmp_path: Path) -> None:
    text = program(tmp_path, programs.GOOD)
    setup = Setup(Program(text), LevelSeat("random"))
    settings = Settings(speed=0.0, yellow_level=PEOPLE.yellow_level, explain_scores=False)
    async with running(setup, settings=settings) as pilot:
        game = game_of(pilot)
        await until(pilot, lambda: game.session.match.outcome is not None)
