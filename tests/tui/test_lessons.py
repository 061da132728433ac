"""The lessons in the app: the list with the progress, and a lesson beside its board."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.options import Options
from p4tui.review.lessons.moment import Stage
from p4tui.storage.games import GameRepository
from p4tui.tui.look.lesson_layout import lesson_layout
from p4tui.tui.screens.learn import LearnScreen
from p4tui.tui.screens.lesson import LessonScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.lesson_text import LessonText
from tests.tui.driving import (
    alert,
    choices_of,
    click_column,
    dialog_text,
    grid_of,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    settled,
    shown,
    status,
)
from tests.tui.saving import repository, running_on
from tests.unit.stored import change_rows

SIZES = [
    *((80, 24), (40, 12), (30, 12)),
    *(
        pytest.param(size, marks=pytest.mark.exhaustive)
        for size in ((100, 30), (60, 20), (120, 40), (40, 40), (80, 12))
    ),
]


def lesson_of(pilot: Pilot[None]) -> LessonScreen:
    """Return the lesson, which must be shown."""
    assert isinstance(pilot.app.screen, LessonScreen)
    return pilot.app.screen


def stage(pilot: Pilot[None]) -> Stage:
    """Return the stage of the lesson."""
    return lesson_of(pilot).moment.stage


async def open_lesson(pilot: Pilot[None], number: int) -> None:
    """Open a lesson from the menu and go to its first position."""
    await press(pilot, ["n", *["down"] * (number - 1), "enter"])
    await settled(pilot)
    while stage(pilot) is Stage.TEXT:
        await press(pilot, ["enter"])


async def test_the_menu_opens_the_list_and_q_leads_back() -> None:
    async with running() as pilot:
        await press(pilot, ["n"])
        assert shown(pilot) is LearnScreen
        assert "10. How the computer thinks" in screen_text(pilot)
        await press(pilot, ["enter"])
        assert shown(pilot) is LessonScreen
        assert stage(pilot) is Stage.TEXT
        await press(pilot, ["q", "q"])
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12)])
async def test_the_progress_of_all_lessons_stands_in_one_column(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await press(pilot, ["n"])
        found = [re.search(r"\d/\d|0 of", line) for line in screen_lines(pilot)[:-2]]
        assert len({match.start() for match in found[1:] if match}) == 1


async def test_a_wrong_column_shows_its_punishment_and_a_key_asks_again() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 4)
        await press(pilot, ["3"])
        assert stage(pilot) is Stage.WRONG
        assert "Column 3 loses at once." in screen_text(pilot)
        assert grid_of(pilot).position.outcome is not None
        assert not grid_of(pilot).live
        await press(pilot, ["enter"])
        assert stage(pilot) is Stage.ASKED
        assert grid_of(pilot).position.outcome is None


async def test_a_right_column_is_explained_with_marks_and_enter_goes_on() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 4)
        await press(pilot, ["n", "1"])
        assert stage(pilot) is Stage.RIGHT
        assert status(pilot) == "Right. Enter: the next position"
        assert grid_of(pilot).threats == {
            Cell(1, 0): (Colour.YELLOW,),
            Cell(1, 1): (Colour.YELLOW,),
        }
        await press(pilot, ["enter"])
        assert lesson_of(pilot).moment.place == 2
        assert stage(pilot) is Stage.ASKED


async def test_the_punishment_is_played_out_move_by_move() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 4)
        await press(pilot, ["l"])
        assert alert(pilot)
        await press(pilot, ["n", "5"])
        before = grid_of(pilot).position.ply
        await press(pilot, ["l", "l", "l"])
        assert grid_of(pilot).position.ply == before + 2


async def test_the_mouse_answers_too() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        await click_column(pilot, 4)
        assert stage(pilot) is Stage.RIGHT


async def test_hint_next_and_previous() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        await press(pilot, ["h"])
        assert status(pilot) == "One of the columns 3 and 4 is right."
        await press(pilot, ["n", "n", "b"])
        assert lesson_of(pilot).moment.place == 1
        await press(pilot, ["b", "b"])
        assert stage(pilot) is Stage.TEXT


async def test_a_column_that_takes_no_disc_is_refused() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        await press(pilot, ["9"])
        assert alert(pilot)
        assert stage(pilot) is Stage.ASKED


async def test_a_whole_lesson_leads_back_to_the_list_with_its_progress() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        for column in "44554":
            await press(pilot, [column, "enter"])
        assert shown(pilot) is LearnScreen
        assert "all 5 solved" in screen_text(pilot)
        assert "1 of 10 finished" in screen_text(pilot)


async def test_progress_is_saved_and_the_list_begins_at_the_first_unfinished(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sqlite3"
    async with running_on(path) as pilot:
        await open_lesson(pilot, 1)
        for column in "44554":
            await press(pilot, [column, "enter"])
        await settled(pilot)
    games = GameRepository(path)
    assert len(games.training.solved_lessons()["lines"]) == 5
    games.close()
    async with running_on(path) as pilot:
        await press(pilot, ["n"])
        await settled(pilot)
        assert choices_of(pilot).row.id == "blocking"


async def test_an_unsolved_position_comes_before_a_solved_one() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        await press(pilot, ["n", "4", "b", "4", "enter"])
        assert lesson_of(pilot).moment.place == 2


async def test_the_cell_cursor_plays_only_where_a_disc_lands() -> None:
    async with running(options=Options(animation=False, seed=1, cursor="cell")) as pilot:
        await open_lesson(pilot, 1)
        await press(pilot, ["up", "up", "up", "up", "space"])
        assert alert(pilot)
        await press(pilot, ["down", "space"])
        assert stage(pilot) is Stage.RIGHT


@pytest.mark.parametrize("size", SIZES)
async def test_board_and_question_are_whole_in_every_window(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await open_lesson(pilot, 3)
        lines = screen_lines(pilot)
        assert any("1234567" in line.replace(" ", "") for line in lines)
        page = pilot.app.screen.query_one(LessonText)
        assert "Which column wins?" in " ".join(" ".join(region_lines(pilot, page)).split())
        for widget in pilot.app.screen.children:
            if widget.display:
                assert pilot.app.screen.region.contains_region(widget.region)


async def test_a_small_window_has_the_question_and_its_key_in_french() -> None:
    i18n.activate("fr")
    async with running(size=(30, 12)) as pilot:
        await open_lesson(pilot, 3)
        assert screen_lines(pilot)[-2].strip() == "À Jaune de jouer"
        assert screen_lines(pilot)[-1].split() == ["Esp", "Jouer", "?", "Aide", "q", "Retour"]


async def test_a_text_that_does_not_fit_scrolls_before_the_lesson_goes_on() -> None:
    async with running(size=(30, 12)) as pilot:
        await press(pilot, ["n", "enter"])
        text = pilot.app.screen.query_one(LessonText)
        assert text.has_more
        assert "more" in screen_text(pilot)
        await press(pilot, ["enter"])
        assert stage(pilot) is Stage.TEXT
        assert text.top > 0
        await press(pilot, ["pageup"] * 9)
        assert text.top == 0


async def test_a_resize_keeps_the_moment() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 4)
        await press(pilot, ["3"])
        await resized(pilot, 30, 12)
        assert stage(pilot) is Stage.WRONG
        await resized(pilot, 20, 5)
        await resized(pilot, 100, 30)
        assert "Column 3 loses at once." in screen_text(pilot)


async def test_the_language_changes_in_place() -> None:
    async with running() as pilot:
        await open_lesson(pilot, 1)
        i18n.activate("fr")
        lesson_of(pilot).retranslate()
        assert status(pilot) == "Rouge\u00a0: choisissez une colonne"


def test_nothing_overlaps_in_any_window() -> None:
    for width, height, halves in product(range(30, 130, 9), range(12, 45, 5), (True, False)):
        layout = lesson_layout(7, 6, width, height, halves=halves)
        places = [place for place in layout.places.values() if place is not None]
        assert all(place.right <= width and place.bottom <= height for place in places)
        assert layout.text.height >= 3
        for one, other in combinations(places, 2):
            assert min(one.right, other.right) <= max(one.x, other.x) or min(
                one.bottom, other.bottom
            ) <= max(one.y, other.y)


async def test_progress_that_is_not_saved_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with repository(path) as games:
        games.training.solve_lesson("lines", "other")
    change_rows(
        path,
        "CREATE TRIGGER full BEFORE INSERT ON solved_lessons"
        " BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    async with running_on(path) as pilot:
        await open_lesson(pilot, 1)
        await press(pilot, ["4"])
        await settled(pilot)
        assert "are not saved" in dialog_text(pilot)
