"""The menu: every row by keys and by mouse, and what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual.geometry import Offset

from p4tui import i18n
from p4tui.core.geometry import Geometry
from p4tui.play.seats import SEAT_TEXTS, text_of
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings, load
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.letters import title_of
from p4tui.tui.look.menu_layout import has_title, menu_layout
from p4tui.tui.screens import menu_facts
from p4tui.tui.screens.choices import next_of
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.settings import SettingsScreen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.words.players import level_description, level_name
from tests.tui.driving import (
    PEOPLE,
    app_of,
    choices_of,
    click_row,
    game_of,
    menu_of,
    page_of,
    press,
    resized,
    running,
    screen_lines,
    screen_text,
    settings_path,
    settings_text,
    shown,
    status,
)


def test_choices_go_round_and_begin_at_the_first_when_the_old_one_is_gone() -> None:
    assert [next_of("abc", now, 1) for now in "abc"] == ["b", "c", "a"]
    assert [next_of("abc", now, -1) for now in "abc"] == ["c", "a", "b"]
    assert next_of("abc", "z", 1) == "b"


async def test_a_person_then_each_level_from_the_weakest_to_the_strongest_can_be_chosen() -> None:
    async with running(settings=Settings()) as pilot:
        choices_of(pilot).select("red_level")
        seen = []
        for _choice in SEAT_TEXTS:
            seen.append(choices_of(pilot).row.value)
            await press(pilot, ["right"])
    assert seen == ["Person", "Automatic", *(level_name(level.id) for level in LEVELS)]


@pytest.mark.parametrize("speaks", ["en", "fr"])
async def test_the_menu_says_that_the_slow_search_serves(
    speaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    i18n.activate(speaks)
    for kernel, told in (("native", False), ("python", True)):
        monkeypatch.setattr(menu_facts, "kernel_name", lambda kernel=kernel: kernel)
        async with running(size=(40, 12)) as pilot:
            title = screen_lines(pilot)[0]
            assert ("p4tui doctor)" in title) is told
            assert choices_of(pilot).row.id == "play"
        for size in ((80, 24), (80, 20), (40, 24)):
            async with running(size=size) as pilot:
                assert ("p4tui doctor" in screen_text(pilot)) is told


async def test_enter_plays_at_once() -> None:
    async with running() as pilot:
        assert choices_of(pilot).row.id == "play"
        assert choices_of(pilot).has_focus
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot) is GameScreen


async def test_the_match_is_the_one_that_was_chosen() -> None:
    settings = Settings(
        red_name="Ann", yellow_level="winner", columns=9, rows=8, connect=5, first="red"
    )
    async with running(settings=settings) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        match = game_of(pilot).session.match
        assert (match.red.name, text_of(match.red), text_of(match.yellow)) == (
            "Ann",
            "human",
            "winner",
        )
        assert match.geometry == Geometry(9, 8, 5)


async def test_a_seed_gives_the_same_random_starter_from_the_menu() -> None:
    starters = []
    for _ in range(3):
        async with running(settings=replace(PEOPLE, first="random")) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            starters.append(game_of(pilot).session.match.starter)
    assert len(set(starters)) == 1


ROWS = {
    "red_level": ("red_level", SEAT_TEXTS[1], SEAT_TEXTS[-1]),
    "yellow_level": ("yellow_level", SEAT_TEXTS[1], SEAT_TEXTS[-1]),
    "first": ("first", "yellow", "random"),
    "columns": ("columns", 8, 6),
    "rows": ("rows", 7, 5),
    "connect": ("connect", 5, 3),
    "language": ("language", "fr", "fr"),
    "theme": ("theme", "paper", "ansi-light"),
}
"""Rows with values: the setting, and what it is one on and one back."""
LIST, PAGE = (60, 24), (80, 24)
"""Windows where the menu is a list and a page."""


@pytest.mark.parametrize("size", [LIST, PAGE], ids=["list", "page"])
async def test_every_value_is_changed_by_keys_and_saved(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        for row, (setting, on, back) in ROWS.items():
            choices_of(pilot).select(row)
            before = getattr(app_of(pilot).preferences.settings, setting)
            for key, expected in (
                ("right", on),
                ("left", before),
                ("left", back),
                ("enter", before),
                ("space", on),
            ):
                await pilot.press(key)
                await pilot.pause()
                now = getattr(app_of(pilot).preferences.settings, setting)
                # Language and theme are not chosen at first: the ones in use are then in the list.
                assert now == (
                    expected
                    if expected is not None
                    else {"language": "en", "theme": "night"}.get(row)
                ), row
                saved = load(settings_path())[0]
                assert getattr(saved, setting) == now


@pytest.mark.parametrize("size", [LIST, PAGE], ids=["list", "page"])
async def test_every_value_is_changed_by_clicks_on_it_and_on_its_arrows(
    size: tuple[int, int],
) -> None:
    async with running(size=size) as pilot:
        page = page_of(pilot)
        for row, (setting, on, back) in ROWS.items():
            await click_row(pilot, row)
            assert getattr(app_of(pilot).preferences.settings, setting) == on
            for _ in range(2 if on != back else 1):
                if size == PAGE:
                    arrow = page.parts()[row].arrow
                    assert arrow is not None
                    assert screen_lines(pilot)[arrow.y][arrow.x] == "◂", row
                else:
                    line = page._above([each.id for each in page.rows].index(row)) - page._top
                    arrow = Offset(page._value_start(page.size.width), line)
                await pilot.click(page, offset=arrow)
                await pilot.pause()
            expected = back if on != back else {"language": "en"}[row]
            assert getattr(app_of(pilot).preferences.settings, setting) == expected


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        (LIST, ("play", "red_level", "red_name", "yellow_level")),
        (PAGE, ("red_level", "red_name", "yellow_level", "yellow_name", "play", "library")),
    ],
    ids=["list", "page"],
)
async def test_rows_are_chosen_by_arrows_home_end_and_the_wheel(
    size: tuple[int, int], rows: Sequence[str]
) -> None:
    async with running(size=size) as pilot:
        choices = choices_of(pilot)
        assert choices.row.id == "play"
        for _ in range(2):
            await pilot.press("home")
            assert choices.row.id == rows[0]
            await pilot.press("up")
            assert choices.row.id == rows[0]
        for row in rows[1:]:
            await pilot.press("down")
            assert choices.row.id == row
        await pilot.press("up")
        assert choices.row.id == rows[-2]
        await pilot.press("end")
        assert choices.row.id == ("quit" if size == LIST else "theme")
        await pilot.press("down")
        assert choices.row.id == choices.rows[-1].id
        await pilot.press("home")
        await pilot._post_mouse_events([_wheel("down")], choices, offset=(5, 5))
        await pilot.pause()
        assert choices.row.id == rows[1]
        await pilot._post_mouse_events([_wheel("up")], choices, offset=(5, 5))
        await pilot.pause()
        assert choices.row.id == rows[0]


async def test_on_the_page_left_and_right_choose_between_play_and_the_saved_games() -> None:
    async with running() as pilot:
        for key, row in (("right", "library"), ("right", "library"), ("left", "play")):
            await press(pilot, [key])
            assert choices_of(pilot).row.id == row


@pytest.mark.parametrize("size", [LIST, PAGE], ids=["list", "page"])
async def test_tab_goes_from_part_to_part(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        rows = [row.id for row in choices_of(pilot).rows]
        start = rows.index("play")
        for key, step in (("tab", 1), ("tab", 2), ("shift+tab", 1)):
            await press(pilot, [key])
            assert choices_of(pilot).row.id == rows[start + step]


async def test_the_terminals_cursor_stands_on_the_chosen_part() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        for row, text in (
            ("play", "Play"),
            ("red_level", "Person"),
            ("red_name", "Ann"),
            ("library", "Saved games"),
            ("clock", "Clock"),
            ("rows", "×"),
        ):
            choices_of(pilot).select(row)
            await pilot.pause()
            x, y = pilot.app.cursor_position
            found = screen_lines(pilot)[y].find(text)
            assert found <= x < found + len(text), row


@pytest.mark.parametrize("glyphs", ["blocks", "neutral", "ascii"])
@pytest.mark.parametrize("size", [(80, 24), (80, 20), (120, 40), (200, 60), (300, 100)], ids=str)
@pytest.mark.parametrize("board", [(7, 6), (4, 4), (9, 9), (32, 32)], ids=str)
async def test_the_parts_of_the_page_overlap_nowhere_and_lie_inside(
    size: tuple[int, int], board: tuple[int, int], glyphs: str
) -> None:
    width, height = size[0], size[1] - 2
    for titled in (True, False):
        if titled and not has_title(*size, 75):
            continue
        layout = menu_layout(width, height, *board, titled=titled, halves=glyphs == "blocks")
        cells = [
            (x, y)
            for box in (layout.red, layout.yellow, layout.board, layout.play)
            for x in range(box.x, box.x + box.width)
            for y in range(box.y, box.y + box.height)
        ]
        assert len(cells) == len(set(cells))
        assert all(1 <= x < width - 1 and 0 <= y < height for x, y in cells)
        assert layout.options + 2 <= height
        assert layout.play.y + 3 < layout.options


@pytest.mark.parametrize("size", [LIST, PAGE, (120, 40), (80, 20)], ids=str)
async def test_a_change_of_the_window_keeps_the_chosen_row_or_goes_to_play(
    size: tuple[int, int],
) -> None:
    async with running(size=(40, 24)) as pilot:
        for row in ("connect", "settings"):
            choices_of(pilot).select(row)
            await resized(pilot, *size)
            kept = row in [each.id for each in choices_of(pilot).rows]
            assert choices_of(pilot).row.id == (row if kept else "play")
            await resized(pilot, 40, 24)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_every_language_has_a_title_that_can_be_drawn(language: str) -> None:
    i18n.activate(language)
    title = title_of(i18n._("CONNECT FOUR"))
    assert title is not None
    assert title.width <= 78
    assert len(title.discs) == 2


def _wheel(direction: str) -> type:
    from textual import events

    return events.MouseScrollDown if direction == "down" else events.MouseScrollUp


async def test_left_and_right_do_nothing_on_a_row_without_values() -> None:
    async with running() as pilot:
        await press(pilot, ["left", "right"])
        assert shown(pilot) is MenuScreen
        assert settings_text() == ""


async def test_a_click_on_the_title_or_below_the_rows_does_nothing() -> None:
    async with running(size=(60, 30)) as pilot:
        await pilot.click(offset=(8, 0))
        await pilot.click(choices_of(pilot), offset=(5, 25))
        await pilot.click(choices_of(pilot), offset=(5, 1), button=3)
        await pilot.pause()
        assert shown(pilot) is MenuScreen
        assert choices_of(pilot).row.id == "play"


async def test_boards_stay_within_their_limits_and_the_line_within_the_board() -> None:
    async with running() as pilot:
        menu, app = menu_of(pilot), app_of(pilot)
        for row, step, setting, expected in [
            ("columns", 99, "columns", 32),
            ("rows", 99, "rows", 32),
            ("connect", 99, "connect", 32),
            ("columns", -99, "columns", 4),
            ("connect", -99, "connect", 3),
            ("connect", 99, "connect", 32),
            ("rows", -99, "rows", 4),
        ]:
            menu.on_choice_list_changed(ChoiceList.Changed(Row(row, ""), step))
            assert getattr(app.preferences.settings, setting) == expected
        assert app.preferences.settings.connect == 4
        await pilot.pause()
        assert "4 to 32" not in status(pilot)
        choices_of(pilot).select("columns")
        await pilot.pause()
        assert "4 to 32" in status(pilot)


async def test_play_settings_help_and_quit_are_reached_by_enter() -> None:
    async with running(size=LIST) as pilot:
        for row, screen in (("settings", SettingsScreen), ("help", HelpScreen)):
            choices_of(pilot).select(row)
            await pilot.press("enter")
            await pilot.pause()
            assert shown(pilot) is screen
            await press(pilot, "q")
            assert shown(pilot) is MenuScreen
            assert choices_of(pilot).has_focus
        choices_of(pilot).select("quit")
        await pilot.press("enter")
    assert pilot.app.return_code == 0


async def test_play_settings_help_and_quit_are_reached_by_clicks() -> None:
    async with running(size=(60, 30)) as pilot:
        for row, screen in (("settings", SettingsScreen), ("help", HelpScreen)):
            await click_row(pilot, row)
            assert shown(pilot) is screen
            await pilot.press("escape")
            await pilot.pause()
        await click_row(pilot, "play")
        assert shown(pilot) is GameScreen
        await press(pilot, ["q"])
        await click_row(pilot, "quit")
    assert pilot.app.return_code == 0


async def test_q_leaves_the_program() -> None:
    async with running() as pilot:
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_the_line_under_the_menu_says_what_a_row_is_about() -> None:
    async with running(settings=Settings(yellow_level="club")) as pilot:
        seen = {}
        for row in ("play", "red_level", "yellow_level", "red_name", "columns"):
            choices_of(pilot).select(row)
            await pilot.pause()
            seen[row] = status(pilot)
        assert len(set(seen.values())) == 5
        assert seen["yellow_level"] == f"{level_description('club')} (level 12 of 14)"


async def test_another_way_of_drawing_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    async with running(size=(100, 30)) as pilot:
        page, pictures = page_of(pilot), []
        for kind in ("flat", "rich"):
            app_of(pilot).change_art(kind)
            await pilot.pause()
            pictures.append(page.paint(*page.size))
        assert pictures[0] != pictures[1]


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_kinds_of_both_players_stand_on_the_same_line(language: str) -> None:
    settings = replace(PEOPLE, yellow_level="club", language=language)
    async with running(settings=settings) as pilot:
        parts = page_of(pilot).parts()
        red, yellow = (parts[f"{colour}_level"].text.y for colour in ("red", "yellow"))
        assert red == yellow


async def test_a_small_menu_names_the_keys_of_its_rows_and_says_that_more_follow() -> None:
    async with running(size=(40, 12)) as pilot:
        assert screen_lines(pilot)[8].endswith("more ▾")
        assert ", Settings" in screen_lines(pilot)[-1]
        await press(pilot, ["end"])
        seen = [line[3:].rstrip() for line in screen_lines(pilot)]
        assert seen[4:9] == ["t Statistics", ", Settings", "e Explore", "? Help", "q Quit"]


async def test_the_page_shows_the_ways_to_what_p4tui_teaches_and_opens_them() -> None:
    async with running(size=(80, 24)) as pilot:
        line = next(line for line in screen_lines(pilot) if "z Puzzles" in line)
        assert line.split() == ["n", "Learn", "z", "Puzzles", "e", "Explore", "w", "Together"]
        choices_of(pilot).select("learn")
        await press(pilot, ["right", "right"])
        assert choices_of(pilot).row.id == "explorer"
        await press(pilot, ["left"])
        assert choices_of(pilot).row.id == "puzzles"
        y = screen_lines(pilot).index(next(x for x in screen_lines(pilot) if "Puzzles" in x))
        await pilot.click(offset=(screen_lines(pilot)[y].index("Explore"), y))
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "ExplorerScreen"


@pytest.mark.parametrize("row", ["language", "theme", "connect"])
async def test_a_row_of_values_says_what_they_are(row: str) -> None:
    async with running() as pilot:
        choices_of(pilot).select(row)
        await pilot.pause()
        sentences = {
            "language": "The language of all screens",
            "theme": "The colours of all screens",
            "connect": "How many discs in a line win",
        }
        assert status(pilot) == sentences[row]
