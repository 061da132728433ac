"""Looking back on a game that is being played: nothing is taken back, and the game goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen
from p4tui.tui.screens.results import ResultsScreen
from tests.tools.scorers import FakeSolver
from tests.tui.driving import (
    PEOPLE,
    Thinker,
    against,
    alert,
    game_of,
    grid_of,
    moves,
    people,
    position,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
)

GAME = "44532"


def looked_at(pilot: Pilot[None]) -> int | None:
    """Return the number of moves before the earlier position that is shown."""
    return game_of(pilot).look_back.shown


async def test_an_earlier_position_is_shown_and_nothing_taken_back() -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        await press(pilot, "bb")
        assert grid_of(pilot).position == parse_game("445").position
        assert not grid_of(pilot).live
        assert status(pilot) == "Move 3 of 5: Alice, column 5. End returns to the game"
        assert position(pilot) == parse_game(GAME).position
        assert "to move" not in screen_text(pilot)
        await press(pilot, "f")
        assert looked_at(pilot) == 4
        await press(pilot, ["f"])
        assert looked_at(pilot) is None
        assert grid_of(pilot).live
        assert status(pilot) == "Bob: choose a column"
        assert "to move" in screen_text(pilot)


@pytest.mark.parametrize("key", ["end", "escape"])
async def test_one_key_returns(key: str) -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        await press(pilot, ["pageup", "pageup", "pagedown", key])
        assert looked_at(pilot) is None
        assert grid_of(pilot).position == parse_game(GAME).position


@pytest.mark.parametrize("key", ["space", "enter", "down", "7"])
async def test_a_key_that_plays_returns_and_plays_the_next_time(key: str) -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        await press(pilot, ["b", key])
        assert (looked_at(pilot), moves(pilot)) == (None, "4 4 5 3 2")
        await press(pilot, [key])
        assert len(moves(pilot).split()) == 6


async def test_the_start_is_the_earliest_position() -> None:
    async with running(people(game=parse_game("44"))) as pilot:
        await press(pilot, "bbbb")
        assert grid_of(pilot).position == Position()
        assert status(pilot).startswith("Start of the game")
        await press(pilot, "f")
        assert looked_at(pilot) == 1


async def test_without_moves_there_is_nothing_to_look_back_on() -> None:
    async with running(people()) as pilot:
        await press(pilot, "b")
        assert looked_at(pilot) is None


@pytest.mark.parametrize(("place", "expected"), [(1, 1), (5, None)])
async def test_a_click_on_a_move_shows_the_position_after_it(
    place: int, expected: int | None
) -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        column = 4 if place % 2 else 6
        await pilot.click("#moves", offset=(column, (place + 1) // 2))
        await pilot.pause()
        assert looked_at(pilot) == expected


@pytest.mark.parametrize("key", ["u", "r", "x", "[", "]", "m"])
async def test_a_key_that_changes_the_game_returns_and_does_no_more(key: str) -> None:
    async with running(replace(against("club"), game=parse_game("1212"))) as pilot:
        await press(pilot, "u")
        before = game_of(pilot).session.match
        await press(pilot, ["b", key])
        assert looked_at(pilot) is None
        assert game_of(pilot).session.match == before
        assert not alert(pilot)


async def test_two_undos_while_looking_back_take_back_one_move() -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        await press(pilot, "bbb")
        await press(pilot, "uu")
        assert moves(pilot) == "4 4 5 3"


async def test_a_hint_is_given_in_the_current_position() -> None:
    async with running(people(game=parse_game("121212"))) as pilot:
        await press(pilot, "bbh")
        await settled(pilot)
        assert looked_at(pilot) is None
        assert grid_of(pilot).hint == 0


@pytest.mark.parametrize("key", ["n", "g"])
async def test_a_question_about_the_game_is_asked_in_the_present(key: str) -> None:
    async with running(people(game=parse_game(GAME))) as pilot:
        game = game_of(pilot)
        await press(pilot, ["b", key])
        assert shown(pilot) is ConfirmScreen
        assert game.look_back.shown is None


@pytest.mark.parametrize("key", ["n", "g"])
async def test_without_a_question_the_key_only_returns(key: str) -> None:
    settings = replace(PEOPLE, confirm=False)
    async with running(people(game=parse_game(GAME)), settings=settings) as pilot:
        await press(pilot, ["b", key])
        assert (looked_at(pilot), moves(pilot)) == (None, "4 4 5 3 2")
        assert shown(pilot) is GameScreen


async def test_the_others_play_on_meanwhile(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await press(pilot, "b")
        assert looked_at(pilot) == 0
        thinker.answer(5)
        await settled(pilot)
        assert moves(pilot) == "4 5"
        assert looked_at(pilot) == 0
        assert grid_of(pilot).position == Position()
        assert status(pilot).startswith("Club player: column 5. Start, 2 moves follow")
        await press(pilot, ["end"])
        assert grid_of(pilot).position == parse_game("45").position
        assert grid_of(pilot).live


async def test_no_card_speaks_of_a_turn_meanwhile(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        assert "thinking" in screen_text(pilot)
        await press(pilot, "b")
        assert "thinking" not in screen_text(pilot)
        assert "to move" not in screen_text(pilot)
        thinker.answer(5)
        await settled(pilot)
        await press(pilot, ["end"])
        assert "to move" in screen_text(pilot)


async def test_the_results_come_at_the_end_all_the_same(thinker: Thinker) -> None:
    async with running(replace(against("club"), game=parse_game("717263"))) as pilot:
        await press(pilot, "5")
        await press(pilot, "b")
        thinker.answer(4)
        await settled(pilot)
        assert moves(pilot) == "7 1 7 2 6 3 5 4"
        assert shown(pilot) is ResultsScreen, status(pilot)
        assert pilot.app.screen.at_end  # type: ignore[attr-defined]


async def test_scores_follow_the_shown_position(fake_solver: FakeSolver) -> None:
    now, before = parse_game("1212").position, parse_game("121").position
    fake_solver.set_scores(now, dict.fromkeys(range(1, 8), 0) | {1: 5})
    fake_solver.set_scores(before, dict.fromkeys(range(1, 8), 0) | {7: -6})
    async with running(people(game=parse_game("1212"))) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        await press(pilot, "b")
        await settled(pilot)
        scores = grid_of(pilot).scores
        assert scores is not None
        assert scores[6].text == "-6"
        assert "column" in status(pilot) and "End" in status(pilot)
