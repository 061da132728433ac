"""The exercises' rows of the rules that are features of the app. Each test names its row."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot

from p4tui import paths
from p4tui.cli.dispatch import make_parser
from p4tui.cli.play.position import find_start
from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.options import Options
from p4tui.plain.line_input import LineReader
from p4tui.play.setup import Setup
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.layout import fit_board
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets import board_view
from tests.plain.driving import p4tui
from tests.plain.test_rules_rows import EXERCISE_E
from tests.tools.scorers import FakeSolver
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    STILL,
    YELLOW_WINS,
    against,
    alert,
    app_of,
    choices_of,
    click_column,
    click_row,
    game_of,
    grid_of,
    moves,
    people,
    position,
    press,
    results_of,
    running,
    screen_lines,
    screen_text,
    settled,
    shown,
    status,
    strips,
)
from tests.tui.saving import running_on

BY_CELL = replace(STILL, cursor="cell")


async def test_row_A_names_given_at_the_start_are_on_the_screen() -> None:
    async with running(people("Alice", "Bob")) as pilot:
        text = screen_text(pilot)
        assert "Alice" in text and "Bob" in text


async def test_row_A_a_wrong_or_full_column_is_refused_with_its_reason_and_asked_again() -> None:
    async with running(people(game=parse_game("444444"))) as pilot:
        for key, reason in (("4", "Column 4 is full"), ("8", "There is no such column")):
            await press(pilot, key)
            assert status(pilot).startswith(reason)
            assert status(pilot).endswith("Alice: choose a column")
            assert alert(pilot)
        assert moves(pilot) == "4 4 4 4 4 4"


async def test_row_A_turns_alternate() -> None:
    async with running(people()) as pilot:
        asked = []
        for key in "4321":
            asked.append(status(pilot))
            await press(pilot, key)
        assert asked == ["Alice: choose a column", "Bob: choose a column"] * 2


@pytest.mark.parametrize(
    ("game", "sentence"),
    [(RED_WINS, "Alice wins"), (YELLOW_WINS, "Bob wins"), (DRAWN, "Draw")],
    ids=["red", "yellow", "draw"],
)
async def test_row_A_the_winner_is_named_and_a_draw_is_said(game: str, sentence: str) -> None:
    async with running(people(game=parse_game(game[:-1]))) as pilot:
        await press(pilot, game[-1])
        assert shown(pilot) is ResultsScreen
        assert sentence in screen_text(pilot)


async def test_row_C_red_and_yellow_discs_on_a_drawn_board() -> None:
    async with running(people(game=parse_game("45"))) as pilot:
        grid = grid_of(pilot)
        looks = grid.state.looks()
        assert looks[Cell(3, 0)].disc is Colour.RED
        assert looks[Cell(4, 0)].disc is Colour.YELLOW
        colours = {
            kind: Color.parse(getattr(grid.palette, kind)) for kind in ("red", "yellow", "board")
        }
        assert colours["red"].r > 200 and colours["red"].g < 120
        assert colours["yellow"].r > 200 and colours["yellow"].g > 180 and colours["yellow"].b < 60
        sent = {
            segment.style.bgcolor.triplet
            for line in strips(pilot)
            for segment in line
            if segment.style and segment.style.bgcolor
        }
        assert {colour.rich_color.triplet for colour in colours.values()} <= sent


async def test_row_C_a_line_of_text_is_under_the_board() -> None:
    async with running(people()) as pilot:
        lines = screen_lines(pilot)
        line = next(index for index, text in enumerate(lines) if "Alice: choose a column" in text)
        assert line >= grid_of(pilot).region.bottom


async def test_row_C_a_full_column_and_no_column_are_two_errors() -> None:
    async with running(people(game=parse_game("444444"))) as pilot:
        await press(pilot, "4")
        full = status(pilot)
        await press(pilot, "9")
        assert "full" in full
        assert "1 to 7" in status(pilot)
        assert full != status(pilot)


@pytest.mark.parametrize(
    "geometry",
    [Geometry(12, 9), Geometry(4, 4), Geometry(32, 32)],
    ids=lambda g: f"{g.columns}x{g.rows}",
)
async def test_row_D_boards_of_any_size_are_played(geometry: Geometry) -> None:
    async with running(people(geometry=geometry)) as pilot:
        await press(pilot, ["home", "space", "end", "space"])
        assert moves(pilot) == f"1 {geometry.columns}"
        assert position(pilot).geometry == geometry


async def test_row_D_the_largest_board_that_fits_is_seen_whole() -> None:
    columns, rows = fit_board(60, 20)
    async with running(people(geometry=Geometry(columns, rows)), size=(60, 20)) as pilot:
        view = grid_of(pilot).viewport
        assert (view.columns, view.rows) == (columns, rows)
        assert columns > 7 and rows > 6


async def test_row_D_four_arrows_choose_a_cell() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        grid = grid_of(pilot)
        for key, cell in (
            ("right", (4, 0)),
            ("up", (4, 1)),
            ("up", (4, 2)),
            ("left", (3, 2)),
            ("down", (3, 1)),
        ):
            await press(pilot, [key])
            assert (grid.cursor, grid.cursor_row) == cell
        assert moves(pilot) == ""


async def test_row_D_two_arrows_choose_a_column() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["left"])
        assert grid_of(pilot).cursor == 2
        await press(pilot, ["right", "right"])
        assert grid_of(pilot).cursor == 4


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_row_D_enter_and_space_play_the_chosen_cell(key: str) -> None:
    async with running(people(), options=BY_CELL) as pilot:
        await press(pilot, [key])
        assert moves(pilot) == "4"
        await press(pilot, ["left", key])
        assert moves(pilot) == "4 3"


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_row_D_the_cell_is_checked_and_refused_with_its_reason(key: str) -> None:
    async with running(people(game=parse_game("333333")), options=BY_CELL) as pilot:
        await press(pilot, ["up", "up", key])
        assert status(pilot) == "A disc in column 4 lands in row 1, not in row 3"
        await press(pilot, ["left", key])
        assert status(pilot).startswith("Column 3 is full")
        assert alert(pilot)
        assert position(pilot).ply == 6


async def test_row_D_esc_cancels_the_choice_and_says_so() -> None:
    async with running(people(game=parse_game("4")), options=BY_CELL) as pilot:
        await press(pilot, ["up", "up", "up", "escape"])
        assert grid_of(pilot).cursor_row == 1
        assert moves(pilot) == "4"
        assert status(pilot).startswith("Choice cancelled")


async def test_row_D_with_the_cell_cursor_prompts_and_key_hints_speak_of_cells() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        assert status(pilot) == "Alice: choose a cell"
        assert "Play cell" in screen_lines(pilot)[-1]
        await press(pilot, "?")
        assert "choose a cell" in screen_text(pilot)


async def test_row_D_two_humans_or_human_and_computer() -> None:
    async with running(people()) as pilot:
        await press(pilot, "45")
        assert moves(pilot) == "4 5"
    async with running(against("tactician")) as pilot:
        await press(pilot, "4")
        await settled(pilot)
        assert position(pilot).ply == 2
        assert game_of(pilot).session.match.person_to_move


async def test_row_E_whoever_began_a_game_is_second_in_the_next() -> None:
    async with running(people()) as pilot:
        began = []
        for _game in range(3):
            began.append(status(pilot).split(":")[0])
            await press(pilot, RED_WINS)
            assert shown(pilot) is ResultsScreen
            await press(pilot, ["enter"])
        assert began == ["Alice", "Bob", "Alice"]


async def test_row_E_the_discs_left_are_shown_with_each_player() -> None:
    async with running(people()) as pilot:
        assert screen_text(pilot).count("21 left") == 2
        await press(pilot, "443")
        text = screen_text(pilot)
        assert "19 left" in text and "20 left" in text


async def test_row_E_each_player_chooses_a_colour() -> None:
    async with running(settings=replace(PEOPLE, red_name="Alice", yellow_name="Bob")) as pilot:
        await click_row(pilot, "red_level")
        await press(pilot, ["left"])
        await press(pilot, "px4")
        match = game_of(pilot).session.match
        assert (match.red.name, match.yellow.name) == ("Bob", "Alice")
        assert grid_of(pilot).state.looks()[Cell(3, 0)].disc is Colour.RED


async def test_row_E_a_new_game_empties_the_grid() -> None:
    async with running(people()) as pilot:
        await press(pilot, "44ny")
        assert position(pilot) == Position()
        assert not any(look.disc for look in grid_of(pilot).state.looks().values())


async def test_row_E_with_animation_the_discs_fall_out_at_the_bottom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board_view, "FRAME_SECONDS", 3600.0)
    async with running(people(game=parse_game("4444")), options=Options(animation=True)) as pilot:
        await press(pilot, "ny")
        grid = grid_of(pilot)
        heights = []
        while grid.falling:
            heights.append(max((cell.row for cell in grid.state.looks()), default=-1))
            grid._next_frame()
        assert heights[0] in (2, 3)
        assert heights == sorted(heights, reverse=True)
        assert heights[-1] == -1


async def test_row_E_where_a_disc_would_land_is_shown() -> None:
    async with running(people(game=parse_game("44"))) as pilot:
        assert grid_of(pilot).state.looks()[Cell(3, 2)].ghost is Colour.RED
        await press(pilot, ["right"])
        assert grid_of(pilot).state.looks()[Cell(4, 0)].ghost is Colour.RED
        await click_column(pilot, 1)
        assert grid_of(pilot).state.looks()[Cell(0, 1)].ghost is Colour.YELLOW


async def test_row_E_exact_advice_is_a_winning_column_where_there_is_one() -> None:
    rng = random.Random(5)
    async with running(people()) as pilot:
        for _turn in range(12):
            game = game_of(pilot)
            if shown(pilot) is not GameScreen:
                break
            before = game.session.match.position
            wins = {column for column in before.legal_columns() if before.wins_at(column)}
            await press(pilot, "h")
            await settled(pilot)
            hint = grid_of(pilot).hint
            assert hint in (wins or before.legal_columns())
            assert ("wins at once" in status(pilot)) is bool(wins)
            await press(pilot, str(rng.choice(before.legal_columns()) + 1))
    async with running(people(game=parse_game("121212"))) as pilot:
        await press(pilot, ["h", "space"])
        assert results_of(pilot).match.winner is Colour.RED


async def hints(pilot: Pilot[None], presses: int = 40) -> set[str]:
    """What is said when advice is asked for so many times."""
    said = set()
    for _ in range(presses):
        await press(pilot, "h")
        assert grid_of(pilot).hint == grid_of(pilot).cursor
        said.add(status(pilot))
    return said


async def test_row_E_longest_line_advice_takes_ties_at_random_and_wins_where_it_can() -> None:
    longest = replace(STILL, advice="longest")
    async with running(people(game=parse_game("17")), options=longest) as pilot:
        assert await hints(pilot) == {f"Column {n}: makes a line of 2" for n in (1, 2)}
    async with running(people(game=parse_game("121212")), options=longest) as pilot:
        assert await hints(pilot, 5) == {"Column 1: wins at once"}


async def test_row_E_random_advice_is_drawn_anew_among_the_playable_columns() -> None:
    setup = people(game=parse_game("444444"))
    async with running(setup, options=replace(STILL, advice="random")) as pilot:
        assert await hints(pilot, 60) == {
            f"Column {n}: picked at random" for n in (1, 2, 3, 5, 6, 7)
        }


async def test_row_E_the_kind_of_advice_is_a_setting_and_the_option_comes_first(
    fake_solver: FakeSolver,
) -> None:
    fake_solver.set_scores(parse_game("4141").position, {6: 5})
    setup = people(game=parse_game("4141"))
    chosen = replace(PEOPLE, advice="longest")
    async with running(setup, settings=chosen) as pilot:
        assert await hints(pilot, 1) == {"Column 4: makes a line of 3"}
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        assert "longest line" in screen_text(pilot)
        choices_of(pilot).select("advice")
        await press(pilot, ["right", "q"])
        assert all(said.endswith("picked at random") for said in await hints(pilot, 3))
    options = replace(STILL, advice="exact")
    async with running(setup, settings=chosen, options=options) as pilot:
        await press(pilot, "h")
        await settled(pilot)
        assert status(pilot) == "Column 6: wins in 15 moves"


def board_setup(text: str, folder: Path, *words: str) -> Setup:
    """The game that `--board` has begin, as the app is given it."""
    path = folder / "board"
    path.write_text(text, encoding="utf-8")
    arguments = make_parser().read(["play", "--board", str(path), *words])
    start = find_start(arguments, lambda: (7, 6), LineReader(None), random.Random(1))
    return people(geometry=start.geometry, first=start.first, game=start.game)


async def test_row_B_the_matrix_is_read_and_written(tmp_path: Path) -> None:
    matrix = "[[0,0,0,1,2,0,0],[0,0,0,1,0,0,0]" + ",[0,0,0,0,0,0,0]" * 4 + "]"
    database = paths.games_file()
    assert database is not None
    async with running_on(database, board_setup(matrix, tmp_path)) as pilot:
        looks = grid_of(pilot).state.looks()
        discs = {cell: look.disc for cell, look in looks.items() if look.disc is not None}
        assert discs == {
            Cell(3, 0): Colour.RED,
            Cell(4, 0): Colour.YELLOW,
            Cell(3, 1): Colour.RED,
        }
        await press(pilot, "7")
        await settled(pilot)
    written = p4tui("games", "export", "1", "--format", "drawings", "--style", "matrix")
    assert written.out == f"# Game 1\n{matrix.replace('2,0,0]', '2,0,2]', 1)}\n\n"


async def test_row_E_the_figure_is_played_on(tmp_path: Path) -> None:
    setup = board_setup(EXERCISE_E, tmp_path, "--first", "yellow")
    async with running(setup, options=replace(STILL, advice="longest")) as pilot:
        assert screen_text(pilot).count("10 left") == 2
        assert await hints(pilot, 5) == {"Column 5: wins at once"}
        await press(pilot, "4")
        assert status(pilot).startswith("Column 4 is full")
        await press(pilot, "5")
        assert results_of(pilot).match.winner is Colour.YELLOW
