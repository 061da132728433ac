"""Games with computers: while one thinks, its levels, and computer against computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.engine.book.format import BookError, BookProblem
from p4tui.engine.solver import BOOKS
from p4tui.play.participants import Answer
from p4tui.play.seats import LevelSeat, Person, text_of
from p4tui.play.setup import Setup
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.messages import ReplyReceived
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from tests.tui.driving import (
    Thinker,
    against,
    alert,
    answered,
    click_column,
    game_of,
    grid_of,
    moves,
    press,
    results_of,
    running,
    screen_text,
    settled,
    shown,
    status,
    thinking,
    until,
)


async def test_the_computer_answers_a_move_and_says_its_column() -> None:
    async with running(against("random")) as pilot:
        await press(pilot, "4")
        await settled(pilot)
        match = game_of(pilot).session.match
        assert match.position.ply == 2
        column = match.game.played[1] + 1
        assert status(pilot) == f"Random: column {column}. Alice: choose a column"


async def test_a_computer_that_begins_moves_at_once() -> None:
    async with running(against("random", first="yellow")) as pilot:
        await settled(pilot)
        assert game_of(pilot).session.match.position.ply == 1
        assert game_of(pilot).session.match.person_to_move


async def test_the_same_seed_gives_the_same_answers() -> None:
    games = []
    for _ in range(2):
        async with running(against("random")) as pilot:
            for _ in range(4):
                await press(pilot, "4")
                await settled(pilot)
            games.append(moves(pilot))
    assert games[0] == games[1]


async def test_while_the_computer_thinks_the_board_stays_live_but_takes_no_move(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        assert status(pilot) == "Club player is thinking"
        await press(pilot, ["left", "left"])
        assert grid_of(pilot).cursor == 1
        assert not grid_of(pilot).live
        for key in ("5", "space", "9"):
            await press(pilot, [key])
            assert status(pilot) == "It is not your turn. Club player is thinking"
            assert alert(pilot)
        await click_column(pilot, 7)
        assert moves(pilot) == "4"
        assert game_of(pilot).session.turn is turn
        await press(pilot, "h")
        assert "thinking" in status(pilot)
        assert grid_of(pilot).hint is None
        await answered(pilot, thinker, 5)
        assert moves(pilot) == "4 5"
        assert grid_of(pilot).live


async def test_move_now_has_the_computer_play_what_it_has(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        await thinking(pilot, thinker)
        thinker.column = 2
        await press(pilot, "m")
        await settled(pilot)
        assert moves(pilot) == "4 3"


async def test_a_late_answer_after_an_undo_is_dropped(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        await press(pilot, "u")
        assert moves(pilot) == ""
        assert turn.stop.is_set()
        await settled(pilot)
        game_of(pilot).post_message(ReplyReceived(Answer(turn, 2)))
        await pilot.pause()
        assert moves(pilot) == ""
        assert status(pilot) == "Alice: choose a column"


async def test_undo_and_redo_go_back_to_the_persons_own_turn(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        for mine, its in (("4", 5), ("4", 6)):
            await press(pilot, mine)
            await answered(pilot, thinker, its)
        assert moves(pilot) == "4 5 4 6"
        await press(pilot, "u")
        assert moves(pilot) == "4 5"
        await press(pilot, "r")
        assert moves(pilot) == "4 5 4 6"
        await press(pilot, "uu")
        assert moves(pilot) == ""


async def test_the_computers_first_move_is_not_taken_back(thinker: Thinker) -> None:
    async with running(against("club", first="yellow")) as pilot:
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 1)
        await press(pilot, "u")
        assert status(pilot).startswith("Nothing to undo")
        assert moves(pilot) == "1"


@pytest.mark.parametrize(
    ("keys", "screen"), [("qy", MenuScreen), ("ny", GameScreen), ("gy", ResultsScreen)]
)
async def test_leaving_a_game_stops_the_search(thinker: Thinker, keys: str, screen: type) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        await press(pilot, keys)
        assert shown(pilot) is screen
        assert turn.stop.is_set()
        await until(pilot, lambda: thinker.stopped > 0, "the search went on")


async def test_quitting_while_a_computer_thinks_stops_the_search(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        await pilot.press("ctrl+c", "ctrl+c")
    assert turn.stop.is_set()
    assert pilot.app.return_code == 0


async def test_a_game_that_ends_behind_another_screen_shows_its_results_afterwards(
    thinker: Thinker,
) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), game=parse_game("717263"))
    for key, screen in (("?", HelpScreen), ("q", ConfirmScreen)):
        thinker.think()
        async with running(setup) as pilot:
            await press(pilot, "5")
            await thinking(pilot, thinker)
            await press(pilot, key)
            assert shown(pilot) is screen
            await answered(pilot, thinker, 4)
            assert shown(pilot) is screen
            await press(pilot, "q")
            assert results_of(pilot).match.winner is Colour.YELLOW
            await press(pilot, "q")
            assert shown(pilot) is MenuScreen


async def test_a_game_that_ended_behind_the_question_is_left_all_the_same(thinker: Thinker) -> None:
    setup = Setup(Person("Alice"), LevelSeat("club"), game=parse_game("717263"))
    async with running(setup) as pilot:
        await press(pilot, "5")
        await thinking(pilot, thinker)
        await press(pilot, "q")
        await answered(pilot, thinker, 4)
        await press(pilot, "y")
        assert shown(pilot) is MenuScreen


# Levels


async def test_brackets_change_the_computers_level_during_the_game() -> None:
    async with running(against("winner")) as pilot:
        session = game_of(pilot).session
        await press(pilot, ["right_square_bracket"])
        assert text_of(session.match.yellow) == "aligner"
        assert status(pilot) == "Level 3 of 14: Builder. Alice: choose a column"
        await press(pilot, ["left_square_bracket"] * 5)
        assert text_of(session.match.yellow) == "random"
        assert status(pilot) == "There is no weaker level. Alice: choose a column"
        await press(pilot, ["right_square_bracket"] * 15)
        assert status(pilot) == "There is no stronger level. Alice: choose a column"
        assert text_of(session.match.yellow) == "perfect"
        assert isinstance(session.match.red, Person)


async def test_another_level_thinks_anew(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "4")
        turn = await thinking(pilot, thinker)
        await press(pilot, ["left_square_bracket"])
        assert turn.stop.is_set()
        assert game_of(pilot).session.turn is not turn
        await answered(pilot, thinker, 1)
        assert moves(pilot) == "4 1"


async def test_sides_swapped_against_a_computer_have_it_move(thinker: Thinker) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "x")
        await thinking(pilot, thinker)
        assert status(pilot) == "Alice plays yellow now, Club player red. Club player is thinking"


async def test_a_damaged_opening_book_is_told_of_once_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    damaged = BookError(Path("/books/[b]7x6.p4b"), BookProblem.DAMAGED, "a checksum does not match")
    monkeypatch.setattr(BOOKS, "refused", [damaged])
    async with running(against("random")) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: isinstance(pilot.app.screen, NoticeScreen))
        assert "/books/[b]7x6.p4b is" in screen_text(pilot)
        await press(pilot, ["enter"])
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await press(pilot, "4")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, NoticeScreen)
        assert len(moves(pilot).split()) == 4
