"""Computer against computer: pause, step and speed."""

from __future__ import annotations

from p4tui.play.seats import text_of
from p4tui.settings.rules import SPEEDS
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.results import ResultsScreen
from tests.tui.driving import (
    FAST,
    SLOW,
    Thinker,
    alert,
    app_of,
    computers,
    game_of,
    moves,
    press,
    results_of,
    running,
    screen_text,
    settings_text,
    settled,
    shown,
    status,
    thinking,
    until,
)


async def test_two_computers_play_a_game_to_its_end() -> None:
    async with running(computers("winner", "careful"), settings=FAST) as pilot:
        await until(pilot, lambda: shown(pilot) is ResultsScreen, "the game went on")
        assert results_of(pilot).match.outcome is not None


async def test_two_computers_pause_go_on_and_step(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=FAST) as pilot:
        await thinking(pilot, thinker)
        await press(pilot, "p")
        assert status(pilot).startswith("Paused")
        await press(pilot, "h4")
        assert moves(pilot) == ""
        thinker.answer(2)
        await press(pilot, ["full_stop"])
        await settled(pilot)
        assert moves(pilot) == "2"
        assert "Paused" in status(pilot)
        await press(pilot, ["full_stop"])
        await settled(pilot)
        assert moves(pilot) == "2 2"
        thinker.think()
        await press(pilot, "p")
        assert status(pilot).endswith("is thinking")
        assert not game_of(pilot).session.paused


async def test_undo_between_computers_pauses(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=FAST) as pilot:
        await thinking(pilot, thinker)
        await press(pilot, "p")
        thinker.answer(2)
        await press(pilot, ["full_stop"])
        await settled(pilot)
        await press(pilot, "u")
        assert moves(pilot) == ""
        assert "Paused" in status(pilot)


async def test_between_two_computers_moves_wait_for_the_speed_chosen(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=SLOW) as pilot:
        game = game_of(pilot)
        delays = [game.controller.searches.delay]
        assert thinker.asked == 0
        for _ in range(2):
            await press(pilot, "p")
            delays.append(game.controller.searches.delay)
        assert [delay is None for delay in delays] == [False, True, False]
        assert delays[0] is not delays[2]


async def test_plus_and_minus_change_the_speed_within_its_steps(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=SLOW) as pilot:
        seen = []
        for key in ["minus", *["plus"] * 6, "minus"]:
            await press(pilot, [key])
            seen.append(app_of(pilot).preferences.settings.speed)
        assert seen == [4.0, *reversed(SPEEDS[:-1]), 0.0, 0.25]
        assert status(pilot) == "0.25 s between moves. Club player (Red) is thinking"
        assert "speed = 0.25" in settings_text()


async def test_nobody_gives_up_between_computers(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=FAST) as pilot:
        await press(pilot, "g")
        assert shown(pilot) is GameScreen
        assert alert(pilot)


async def test_computers_of_one_level_are_told_apart_by_colour(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=SLOW) as pilot:
        assert "Club player (Red)" in screen_text(pilot)
        assert "(Yellow)" in screen_text(pilot)


async def test_the_level_key_changes_the_one_that_is_to_move(thinker: Thinker) -> None:
    async with running(computers("club", "club"), settings=SLOW) as pilot:
        await press(pilot, ["left_square_bracket"])
        match = game_of(pilot).session.match
        assert (text_of(match.red), text_of(match.yellow)) == ("strong", "club")


async def test_a_step_does_not_wait_for_the_time_between_moves() -> None:
    async with running(computers(), settings=SLOW) as pilot:
        await press(pilot, "p.")
        await settled(pilot)
        assert len(moves(pilot).split()) == 1
        assert game_of(pilot).session.paused


async def test_move_now_does_not_wait_for_the_time_between_moves() -> None:
    async with running(computers(), settings=SLOW) as pilot:
        await press(pilot, "m")
        await settled(pilot)
        assert len(moves(pilot).split()) == 1
        assert not game_of(pilot).session.paused
