"""What a newcomer stumbled over, each by its symptom."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from textual import events

from p4tui.core.geometry import Geometry
from p4tui.core.notation import column_symbol
from p4tui.play.participants import Answer
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.setup import Setup
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.text_line import LINE_LIMIT, TextLine
from p4tui.words.match import column_name
from tests.tui.driving import (
    PEOPLE,
    app_of,
    click_row,
    computers,
    game_of,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    shown,
    status,
)

WIDE = Setup(Person("Alice"), Person("Bob"), Geometry(20, 15, 5))


async def test_a_first_digit_on_a_wide_board_says_what_is_waited_for() -> None:
    async with running(WIDE) as pilot:
        await press(pilot, ["1"])
        assert status(pilot) == "Column 1: another digit, or Enter"
        await press(pilot, ["6"])
        assert game_of(pilot).session.match.game.played == (15,)


async def test_a_column_with_a_letter_on_the_board_is_called_by_number_and_letter() -> None:
    async with running(WIDE) as pilot:
        for _turn in range(15):
            await press(pilot, ["1", "6"])
        await press(pilot, ["1", "6"])
        assert status(pilot).startswith("Column 16 (G) is full")


@pytest.mark.parametrize("geometry", [Geometry(20, 15, 5), Geometry(12, 9)], ids=["A", "10"])
async def test_typing_the_letter_that_labels_a_column_of_a_wide_board_drops_there(
    geometry: Geometry,
) -> None:
    async with running(people(geometry=geometry)) as pilot:
        for column in range(9, geometry.columns):
            await press(pilot, [column_symbol(column)])
        assert game_of(pilot).session.match.game.played == tuple(range(9, geometry.columns))
        await press(pilot, ["1", "A"])
        assert game_of(pilot).session.match.game.last_move == 9


async def test_the_label_of_every_column_is_what_can_be_typed_and_what_is_said() -> None:
    for size in ((80, 24), (40, 16), (200, 60)):
        async with running(WIDE, size=size) as pilot:
            grid = grid_of(pilot)
            for column in range(20):
                await press(pilot, ["home", *["right"] * column])
                place = pilot.app.cursor_position
                label = screen_lines(pilot)[place.y][place.x :].split()[0][: grid.cell.pixels]
                assert label in (str(column + 1), column_symbol(column))
                await press(pilot, [*label] if label != "1" else [*label, "enter"])
                if label == "2":
                    await press(pilot, ["enter"])
                assert game_of(pilot).session.match.game.last_move == column
                assert label in column_name(column).replace("(", " ").replace(")", " ").split()


async def test_a_capital_that_labels_no_column_is_the_key_that_it_was() -> None:
    async with running(WIDE) as pilot:
        await press(pilot, "KU")
        assert game_of(pilot).session.match.game.played == ()
    async with running(people()) as pilot:
        await press(pilot, "4A")
        assert moves(pilot) == "4"
        await press(pilot, "U")
        assert moves(pilot) == ""


async def test_a_capital_that_a_person_has_given_to_an_action_names_no_column() -> None:
    settings = replace(PEOPLE, keys={"game.undo": "b, A"})
    async with running(WIDE, settings=settings) as pilot:
        await press(pilot, "KA")
        assert game_of(pilot).session.match.game.played == ()


async def test_a_column_beyond_a_wide_board_is_refused_with_the_last_ones_number_and_letter() -> (
    None
):
    async with running(WIDE) as pilot:
        await press(pilot, "21")
        assert status(pilot).startswith("There is no such column: choose 1 to 20 (K)")


async def test_the_help_tells_of_the_letters_of_wide_boards() -> None:
    async with running(WIDE, size=(80, 60)) as pilot:
        await press(pilot, "?")
        assert any("A-W" in line and "column 10" in line for line in screen_lines(pilot))


async def test_a_board_that_scrolls_shows_the_last_move_of_the_computers() -> None:
    async with running(
        Setup(LevelSeat("random"), LevelSeat("random"), Geometry(32, 32, 4)), size=(30, 12)
    ) as pilot:
        session, grid = game_of(pilot).session, grid_of(pilot)
        session.pause(paused=True)
        for column in (30, 0, 31):
            session.step()
            assert session.turn is not None
            session.deliver(Answer(session.turn, column))
            await pilot.pause()
            assert grid.viewport.column <= column < grid.viewport.column + grid.viewport.columns


async def test_those_who_watch_see_the_keys_for_it_and_are_not_asked_to_give_up() -> None:
    async with running(computers("club", "club")) as pilot:
        await press(pilot, ["p"])
        keys = screen_lines(pilot)[-1]
        assert "p Pause" in keys
        assert "Resign" not in keys
        assert "Drop" not in keys
        for key in ("g", "h"):
            await press(pilot, [key])
            assert status(pilot).startswith("Only on a person's turn. Paused")


async def test_a_long_paste_into_a_name_is_taken_as_far_as_there_is_room() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        line = app_of(pilot).screen.query_one(TextLine)
        line.post_message(events.Paste("Zoé\x1b" + "x" * 5000 + "\nsecond line"))
        await pilot.pause()
        assert len(line.value) == LINE_LIMIT
        assert line.value.startswith("Zoé\N{REPLACEMENT CHARACTER}xxx")


async def test_the_key_of_help_closes_it_and_the_keys_of_every_screen_are_listed() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["?"])
        assert "?   this help" in screen_text(pilot)
        assert "Ctrl+L   draw again" in screen_text(pilot)
        await press(pilot, ["?"])
        assert shown(pilot) is not HelpScreen


async def test_caps_lock_changes_nothing() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", "U"])
        assert game_of(pilot).session.match.game.played == ()


async def test_a_command_is_found_by_its_name_before_its_description() -> None:
    from p4tui.tui.screens.palette import PaletteScreen, commands

    async with running(people()) as pilot:
        app = app_of(pilot)
        found = PaletteScreen(list(commands(app, game_of(pilot))))
        assert found._rows("menu")[0].label == "Menu"
        assert found._rows("settings")[0].label == "Settings"


def test_the_same_seed_starts_the_same_side() -> None:
    setup = Setup(first="random")
    starters = {setup.new_match(random.Random(7)).starter for _run in range(5)}
    assert len(starters) == 1


@pytest.mark.parametrize(
    ("size", "label", "listed"),
    [((80, 24), "A B C", "1  9  A"), ((200, 60), "10", "1   9  10")],
    ids=["letters", "numbers"],
)
async def test_the_list_of_moves_names_columns_as_the_board_labels_them(
    size: tuple[int, int], label: str, listed: str
) -> None:
    async with running(WIDE, size=size) as pilot:
        await press(pilot, ["9", "A", "1", "enter"])
        grid, panel = grid_of(pilot), pilot.app.screen.query_one(MoveList)
        assert any(label in line for line in region_lines(pilot, grid))
        assert any(listed in line for line in region_lines(pilot, panel))


async def test_the_list_of_moves_follows_the_labels_when_the_window_changes() -> None:
    async with running(people(geometry=Geometry(12, 9)), size=(80, 24)) as pilot:
        panel = pilot.app.screen.query_one(MoveList)
        await press(pilot, ["9", "A"])
        assert any("1   9  10" in line for line in region_lines(pilot, panel))
        await resized(pilot, 60, 16)
        assert any("A B C" in line for line in region_lines(pilot, grid_of(pilot)))
        assert any("1  9  A" in line for line in region_lines(pilot, panel))
