"""The results: who won and how, the moves one by one, and what comes next."""

from __future__ import annotations

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.looks import Look
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets.status import StatusLine
from tests.tui.driving import (
    DRAWN,
    RED_WINS,
    YELLOW_WINS,
    Thinker,
    against,
    choices_of,
    click_row,
    game_of,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    resized,
    results_of,
    running,
    screen_text,
    settled,
    shown,
    status,
)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (RED_WINS, "● Alice wins: four in line, move 7"),
        (YELLOW_WINS, "○ Bob wins: four in line, move 8"),
        (DRAWN, "Draw: the board is full"),
    ],
    ids=["red", "yellow", "draw"],
)
async def test_the_end_is_said_once_by_name_and_how(game: str, sentence: str) -> None:
    async with running(people(game=parse_game(game[:-1]))) as pilot:
        await press(pilot, game[-1])
        text = screen_text(pilot)
        assert text.count(sentence) == 1
        assert "in line" not in status(pilot) and "Draw" not in status(pilot)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((80, 24), "Alice 1 : 0 Bob   Bob begins the next game"),
        ((40, 12), "Alice 1 : 0 Bob"),
        ((30, 12), "Alice 1 : 0 Bob"),
    ],
)
async def test_the_line_of_text_says_no_more_than_there_is_room_for(
    size: tuple[int, int], said: str
) -> None:
    async with running(people(game=parse_game(RED_WINS)), size=(80, 24)) as pilot:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        line = pilot.app.screen.query_one(StatusLine)
        assert " ".join(part.strip() for part in region_lines(pilot, line)).strip() == said


async def test_the_winning_line_is_marked() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        looks = grid_of(pilot).state.looks()
        assert {cell for cell, look in looks.items() if look.won} == {
            Cell(0, row) for row in range(4)
        }
        assert not any(look.ghost or look.chosen for look in looks.values())


async def test_the_winning_line_of_two_directions_is_marked_whole() -> None:
    game = parse_game("5412423661231544257472143")
    async with running(people(game=game)) as pilot:
        await pilot.pause()
        won = {cell for cell, look in grid_of(pilot).state.looks().items() if look.won}
        assert won == set(game.position.winning_cells())
        assert len(won) > 4


async def test_the_moves_are_stepped_through_back_and_forth() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        grid = grid_of(pilot)
        await press(pilot, ["left"])
        assert status(pilot) == "Move 6 of 7: Bob, column 2"
        assert grid.position.ply == 6
        marked = [grid.last]
        await press(pilot, ["home"])
        assert grid.position == Position()
        assert [*marked, grid.last] == [Cell(1, 2), None]
        assert status(pilot) == "Start of the game (7 moves follow)"
        await press(pilot, ["left", "right", "right"])
        assert grid.position == parse_game("12").position
        await press(pilot, ["end", "right"])
        assert grid.position.outcome is not None
        assert status(pilot).startswith("Alice 1 : 0 Bob")


async def test_a_rematch_is_begun_by_the_other_and_keeps_the_score() -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        assert choices_of(pilot).row.id == "rematch"
        assert "Alice 1 : 0 Bob" in screen_text(pilot)
        await press(pilot, ["enter"])
        assert shown(pilot) is GameScreen
        assert status(pilot) == "Bob: choose a column"
        await press(pilot, RED_WINS)
        assert "Alice 1 : 1 Bob" in screen_text(pilot)
        await press(pilot, "n")
        assert status(pilot) == "Alice: choose a column"


async def test_drawn_games_are_counted() -> None:
    async with running(people(game=parse_game(DRAWN))) as pilot:
        await pilot.pause()
        assert "Alice 0 : 0 Bob, drawn: 1" in screen_text(pilot)


@pytest.mark.parametrize("by", ["key", "click"])
async def test_the_last_move_is_taken_back_and_the_game_goes_on(by: str) -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        if by == "key":
            await press(pilot, "u")
        else:
            await click_row(pilot, "undo")
        assert shown(pilot) is GameScreen
        assert moves(pilot) == "1 2 1 2 1 2"
        assert status(pilot) == "Alice: choose a column"
        assert game_of(pilot).session.match.wins(Colour.RED) == 0
        await press(pilot, "7")
        assert shown(pilot) is GameScreen
        await press(pilot, "u1")
        assert results_of(pilot).match.wins(Colour.RED) == 1


async def test_the_last_move_made_again_ends_the_game_again() -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        await press(pilot, "ur")
        assert shown(pilot) is ResultsScreen


async def test_against_a_computer_undo_takes_its_winning_move_and_ones_own(
    thinker: Thinker,
) -> None:
    setup = against("club")
    async with running(setup) as pilot:
        for mine, its in (("7", 1), ("7", 2), ("6", 3), ("5", 4)):
            thinker.answer(its)
            await press(pilot, mine)
            await settled(pilot)
        assert results_of(pilot).match.winner is Colour.YELLOW
        await press(pilot, "u")
        assert moves(pilot) == "7 1 7 2 6 3"


async def test_a_resignation_is_taken_back_alone() -> None:
    async with running(people()) as pilot:
        await press(pilot, "44gy")
        assert "Alice has resigned" in screen_text(pilot)
        await press(pilot, "u")
        assert moves(pilot) == "4 4"
        assert status(pilot) == "Alice: choose a column"


async def test_a_rematch_with_sides_swapped() -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        await click_row(pilot, "swap")
        match = game_of(pilot).session.match
        assert (match.red.name, match.yellow.name) == ("Bob", "Alice")
        assert (match.wins(Colour.RED), match.wins(Colour.YELLOW)) == (0, 1)
        assert match.position == Position()


@pytest.mark.parametrize("by", ["key", "click"])
async def test_the_moves_are_copied(by: str) -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        if by == "key":
            await press(pilot, "c")
        else:
            await click_row(pilot, "copy")
        assert pilot.app.clipboard == RED_WINS
        assert status(pilot) == f"Copied: {RED_WINS}"
        assert shown(pilot) is ResultsScreen


@pytest.mark.parametrize(("key", "change"), [("x", "swap"), ("p", "players"), ("q", "menu")])
async def test_every_choice_has_its_key(key: str, change: str) -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        assert (change, key) in {(row.id, row.key) for row in choices_of(pilot).rows}
        await press(pilot, key)
        assert shown(pilot) is (GameScreen if change == "swap" else MenuScreen)


async def test_a_click_on_a_move_goes_to_it() -> None:
    async with running(people(game=parse_game(RED_WINS)), size=(120, 40)) as pilot:
        await pilot.pause()
        moves_card = pilot.app.screen.query_one("#moves")
        line = next(
            n for n, text in enumerate(region_lines(pilot, moves_card)) if " 2 " in text[:4]
        )
        await pilot.click("#moves", offset=(region_lines(pilot, moves_card)[line].index("1"), line))
        await pilot.pause()
        assert status(pilot) == "Move 3 of 7: Alice, column 1"
        assert not pilot.app.screen.query_one("#banner").display


@pytest.mark.parametrize(("row", "chosen"), [("players", "red_level"), ("menu", "play")])
async def test_the_menu_is_reached_to_change_players_or_not(row: str, chosen: str) -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        await click_row(pilot, row)
        assert shown(pilot) is MenuScreen
        assert choices_of(pilot).row.id == chosen
        assert not any(isinstance(screen, GameScreen) for screen in pilot.app.screen_stack)


async def test_the_board_takes_no_move_after_the_end() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        grid = grid_of(pilot)
        await pilot.hover(grid, offset=(10, 3))
        await pilot.click(grid, offset=(10, 3))
        await press(pilot, "4")
        assert results_of(pilot).match.position.ply == 7
        assert not grid.has_focus
        assert Look(ghost=Colour.YELLOW) not in grid.state.looks().values()


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12), (200, 60)], ids=str)
async def test_result_and_choices_are_shown_in_every_window(size: tuple[int, int]) -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await resized(pilot, *size)
        await press(pilot, ["down", "up"])
        assert "Alice wins" in screen_text(pilot)
        assert pilot.app.screen.region.contains_region(grid_of(pilot).region)
        assert "Rematch" in screen_text(pilot)
        assert "Menu" in screen_text(pilot)


async def test_a_large_board_shows_the_last_move_and_follows_the_steps() -> None:
    geometry = Geometry(32, 32)
    game = parse_game("1W1W1W1", Position(geometry))
    async with running(people(game=game, geometry=geometry), size=(60, 20)) as pilot:
        await pilot.pause()
        grid = grid_of(pilot)
        assert grid.viewport.column == 0
        await press(pilot, ["left"])
        assert grid.viewport.column + grid.viewport.columns == 32
        assert region_lines(pilot, grid)


async def test_a_window_too_small_for_list_and_board_loses_nothing() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        for size in ((20, 6), (5, 2), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await press(pilot, ["down", "up"])
        assert "Rematch" in screen_text(pilot)
