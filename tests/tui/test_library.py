"""The list of the saved games: what it shows, its keys and its mouse, and what it says where something is wrong."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.seats import LevelSeat
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import Filter, Summary
from p4tui.tui.app import P4App
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen, TextScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.library import LibraryScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.replay import ReplayScreen
from p4tui.tui.widgets.filter_bar import FilterBar
from p4tui.tui.widgets.game_card import GameCard
from p4tui.tui.widgets.game_list import HEADING_LINES, MAX_PAGES, PAGE, GameList
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    STILL,
    YELLOW_WINS,
    alert,
    app_of,
    click_row,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    settled,
    shown,
    status,
    until,
)
from tests.tui.saving import (
    BEGUN,
    HOUR,
    add_many,
    match,
    numbers_in,
    repository,
    running_on,
    save,
    spoil,
)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day after the games."""
    monkeypatch.setattr(P4App, "today", staticmethod(lambda: BEGUN + 48 * HOUR))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are."""
    return tmp_path / "games.sqlite3"


@pytest.fixture
def few(path: Path) -> Path:
    """Five games: two finished, a draw, one given up, one unfinished; the last is the first of the list."""
    given_up = match("44", "Chloé", LevelSeat("club"))
    save(
        path,
        [
            match(RED_WINS),
            match(YELLOW_WINS, "Bob", "Alice"),
            match(DRAWN, LevelSeat("perfect"), LevelSeat("perfect")),
            match("", "Chloé", LevelSeat("club"), game=given_up.game.resign()),
            match("4453", "Dédé", ""),
        ],
    )
    return path


def games_of(pilot: Pilot[None]) -> GameList:
    return pilot.app.screen.query_one(GameList)


def rows(pilot: Pilot[None]) -> list[str]:
    """The lines of the games that are seen, without bar, blanks joined."""
    lines = [line.replace("▌", " ") for line in region_lines(pilot, games_of(pilot))]
    return [" ".join(line.split()) for line in lines[HEADING_LINES:] if line.strip()]


def heading(pilot: Pilot[None]) -> list[str]:
    """The words of the column names."""
    return region_lines(pilot, games_of(pilot))[0].split()


def filters(pilot: Pilot[None]) -> str:
    """The line of the filters, blanks joined."""
    return " ".join(region_lines(pilot, pilot.app.screen.query_one(FilterBar))[0].split())


async def opened(pilot: Pilot[None], *keys: str) -> None:
    """Open the list from the menu, then press keys, each once what was asked before is there."""
    for key in ("l", *keys):
        await press(pilot, [key])
        await settled(pilot)


# What is shown


async def test_a_game_selected_while_the_list_is_fetched_stays_selected(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        screen.reload()
        screen.games.action_go(2)
        await settled(pilot)
        assert games_of(pilot).selected == 2


async def test_a_line_has_number_date_players_board_and_result(few: Path) -> None:
    large = Game.new(Position(Geometry(9, 7, 5))).play(4)
    save(few, [match("", "Alice", "Bob", game=large)])
    async with running_on(few) as pilot:
        await opened(pilot)
        assert screen_lines(pilot)[0].split() == [
            "●",
            "○",
            "Saved",
            "games",
            "6",
            "games,",
            "2",
            "unfinished",
        ]
        assert heading(pilot) == ["#", "When", "Red", "Yellow", "Board", "Result"]
        assert rows(pilot) == [
            "▸ 5 21 Sep Dédé Yellow 7×6 ▸ move 4",
            "4 21 Sep Chloé Club player 7×6 ○ won in 2",
            "3 21 Sep Perfect Perfect 7×6 = draw",
            "2 21 Sep Bob Alice 7×6 ○ won in 8",
            "6 21 Sep Alice Bob 9×7 (5) ▸ move 1",
            "1 21 Sep Alice Bob 7×6 ● won in 7",
        ]


async def test_a_list_of_usual_boards_has_no_column_for_them(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        assert heading(pilot) == ["#", "When", "Red", "Yellow", "Result"]


async def test_a_recent_game_has_its_time_or_day_and_an_old_one_its_year(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days, words in ((0, "today 18:13"), (1, "yesterday"), (9, "21 Sep"), (400, "2026-09-21")):
        monkeypatch.setattr(
            P4App, "today", staticmethod(lambda days=days: BEGUN + 24 * days * HOUR)
        )
        async with running_on(few) as pilot:
            await opened(pilot)
            assert rows(pilot)[0] == f"▸ 5 {words} Dédé Yellow ▸ move 4"


async def test_a_narrow_window_has_short_results_and_says_the_rest_below(few: Path) -> None:
    async with running_on(few, size=(40, 12)) as pilot:
        await opened(pilot, "down")
        assert heading(pilot) == ["#", "Red", "Yellow", "Result"]
        assert rows(pilot) == [
            "5 Dédé Yellow ▸ move 4",
            "▸ 4 Chloé Club player ○ won",
            "3 Perfect Perfect = draw",
            "2 Bob Alice ○ won",
            "1 Alice Bob ● won",
        ]
        assert status(pilot) == "Game 4: Club player beat Chloé, 2 moves, 2026-09-21 17:13"
        assert {cell_len(line) for line in screen_lines(pilot)} == {40}


async def test_the_line_below_says_what_the_list_leaves_out(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        assert status(pilot) == "Game 5: Dédé - Yellow, not finished, 4 moves, 2026-09-21 18:13"
        await press(pilot, ["down", "down"])
        assert status(pilot) == "Game 3: Perfect - Perfect, draw, 42 moves, 2026-09-21 16:13"


async def test_the_dates_are_those_of_the_place(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", lambda seconds: time.gmtime(0))
    async with running_on(few) as pilot:
        await opened(pilot)
        assert "today 00:00" in rows(pilot)[0]


async def test_in_french(few: Path) -> None:
    i18n.activate("fr")
    async with running_on(few, settings=replace(PEOPLE, language="fr")) as pilot:
        await opened(pilot)
        assert "Parties enregistrées" in screen_lines(pilot)[0]
        assert rows(pilot)[0] == "▸ 5 21 sep Dédé Jaune ▸ coup 4"
        assert rows(pilot)[4] == "1 21 sep Alice Bob ● gagné en 7"


async def test_the_language_changes_under_the_list(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "f")
        app_of(pilot).change_language("fr")
        await pilot.pause()
        assert "Inachevées 1" in filters(pilot)
        assert rows(pilot) == ["▸ 5 21 sep Dédé Jaune ▸ coup 4"]
        assert status(pilot).startswith("Partie 5")


async def test_plain_ascii(few: Path) -> None:
    async with running_on(few, options=replace(STILL, ascii_only=True)) as pilot:
        await opened(pilot)
        assert rows(pilot)[0] == "> 5 21 Sep Dédé Yellow > move 4"
        assert rows(pilot)[1] == "4 21 Sep Chloé Club player O won in 2"


async def test_names_cannot_reach_the_terminal_with_control_characters(path: Path) -> None:
    save(path, [match("4", "\x1b[31mEve\x07", "[red]Bob[/]")])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert rows(pilot)[0] == "▸ 1 21 Sep �[31mEve� [red]Bob[/] ▸ move 1"


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (30, 12), (200, 60)])
async def test_any_window(few: Path, size: tuple[int, int]) -> None:
    async with running_on(few, size=size) as pilot:
        await opened(pilot, "down", "end", "pagedown")
        assert games_of(pilot).selected == 4
        assert {cell_len(line) for line in screen_lines(pilot)} == {size[0]}


# Moving


async def test_the_keys_that_move(path: Path) -> None:
    add_many(path, 300)
    async with running_on(path) as pilot:
        await opened(pilot)
        games = games_of(pilot)
        page = games.size.height - 2
        for key, place in (
            ("up", 0),
            ("down", 1),
            ("pagedown", 1 + page),
            ("pagedown", 1 + 2 * page),
            ("pageup", 1 + page),
            ("end", 299),
            ("down", 299),
            ("up", 298),
            ("home", 0),
            ("pageup", 0),
        ):
            await press(pilot, [key])
            await settled(pilot)
            assert games.selected == place, key
            assert games.game is not None and games.game.number == 300 - place


async def test_the_terminal_cursor_stands_on_the_chosen_line(path: Path) -> None:
    add_many(path, 100)
    async with running_on(path) as pilot:
        await opened(pilot)
        app = pilot.app
        assert app.cursor_position == (5, 5)
        await press(pilot, ["down", "down"])
        assert app.cursor_position == (5, 7)
        await opened(pilot, "end")
        assert app.cursor_position == (5, 21)
        await press(pilot, ["enter"])
        await settled(pilot)
        await press(pilot, ["q"])
        await settled(pilot)
        assert app.cursor_position == (5, 21)


async def test_the_wheel_and_clicks(path: Path) -> None:
    add_many(path, 100)
    async with running_on(path) as pilot:
        await opened(pilot)
        games = games_of(pilot)
        await pilot._post_mouse_events([events.MouseScrollDown], games)
        await pilot.pause()
        assert games.selected == 3
        await pilot._post_mouse_events([events.MouseScrollUp], games)
        await pilot.pause()
        assert games.selected == 0
        await pilot.click(games, offset=(5, 0))
        await pilot.click(games, offset=(5, 3), button=3)
        assert games.selected == 0
        await pilot.click(games, offset=(5, 3))
        await settled(pilot)
        assert shown(pilot) is ReplayScreen
        assert games.selected == 2


async def test_a_click_below_the_last_game_does_nothing(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        await pilot.click(games_of(pilot), offset=(5, 12))
        await settled(pilot)
        assert shown(pilot) is LibraryScreen


# Many games


async def test_of_two_thousand_games_few_are_in_memory_and_all_can_be_reached(path: Path) -> None:
    add_many(path, 2000)
    async with running_on(path) as pilot:
        await opened(pilot)
        games = games_of(pilot)
        for place in range(0, 2000, 37):
            games.selected = place
            await until(pilot, lambda: games.missing() is None)
            assert games.game is not None and games.game.number == 2000 - place
            assert "..." not in screen_text(pilot)
            assert len(games._pages) <= MAX_PAGES
        await press(pilot, ["home"])
        await settled(pilot)
        assert rows(pilot)[0].startswith("▸ 2000 ")


async def test_pages_that_are_scrolled_past_are_not_fetched(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_many(path, 2000)
    async with running_on(path) as pilot:
        await opened(pilot)
        asked = []
        summaries = GameRepository.summaries

        def watched(
            games: GameRepository, criteria: Filter, first: int = 0, limit: int = 100
        ) -> list[Summary]:
            asked.append(first)
            return summaries(games, criteria, first, limit)

        monkeypatch.setattr(GameRepository, "summaries", watched)
        games = games_of(pilot)
        for place in range(0, 2000, PAGE):
            games.selected = place
        games.selected = 1999
        await settled(pilot)
        assert len(asked) <= 3
        assert asked[-1] == 1950
        assert "..." not in screen_text(pilot)


async def test_what_is_not_known_yet_is_dots_and_cannot_be_opened(path: Path) -> None:
    add_many(path, 3 * PAGE)
    async with running_on(path) as pilot:
        await opened(pilot)
        games = games_of(pilot)
        games._pages.pop(2, None)
        games.set_reactive(GameList.selected, 3 * PAGE - 1)
        games._scroll()
        games.repaint()
        assert games.game is None
        games.action_activate()
        await pilot.pause()
        assert shown(pilot) is LibraryScreen


# Which games


async def test_all_then_the_unfinished_then_the_finished(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "down", "f")
        assert filters(pilot) == "All 5 Unfinished 1 Finished 4 f / find a player"
        assert rows(pilot) == ["▸ 5 21 Sep Dédé Yellow ▸ move 4"]
        await press(pilot, ["f"])
        await settled(pilot)
        assert len(rows(pilot)) == 4
        await press(pilot, ["f"])
        await settled(pilot)
        assert len(rows(pilot)) == 5


async def test_a_click_chooses_a_filter_or_edits_the_text_to_find(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        bar = pilot.app.screen.query_one(FilterBar)
        await pilot.click(bar, offset=(10, 0))
        await settled(pilot)
        assert bar.finished is False
        assert len(rows(pilot)) == 1
        await pilot.click(bar, offset=(bar.size.width - 1, 0))
        assert shown(pilot) is LibraryScreen
        line = region_lines(pilot, bar)[0]
        await pilot.click(bar, offset=(line.index("find") + 1, 0))
        await pilot.pause()
        assert shown(pilot) is TextScreen


# The card


async def test_a_wide_window_shows_the_selected_game_beside_the_list(few: Path) -> None:
    async with running_on(few, size=(100, 30)) as pilot:
        await opened(pilot)
        card = pilot.app.screen.query_one(GameCard)
        for key, words in (
            ("home", ["Game 5", "Moves 4"]),
            ("end", ["Game 1", "● Alice won", "A line of 4 after 7"]),
        ):
            await press(pilot, [key])
            await settled(pilot)
            text = " ".join(" ".join(region_lines(pilot, card)).replace("▌", " ").split())
            assert all(each in text for each in words), text
        await resized(pilot, 80, 24)
        assert not card.display
        await press(pilot, ["home"])
        await resized(pilot, 100, 30)
        await settled(pilot)
        assert card.number == 5


async def test_games_that_are_passed_over_are_not_fetched_for_the_card(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_many(path, 40)
    loaded = []
    load = GameRepository.load

    def watched(games: GameRepository, number: int) -> SavedGame:
        loaded.append(number)
        return load(games, number)

    monkeypatch.setattr(GameRepository, "load", watched)
    async with running_on(path, size=(100, 30)) as pilot:
        await opened(pilot)
        for _ in range(20):
            games_of(pilot).action_go(1)
        await settled(pilot)
        assert pilot.app.screen.query_one(GameCard).number == 20
        assert len(loaded) <= 4
        await press(pilot, ["up", "down", "up", "down"])
        await settled(pilot)
        assert len(loaded) <= 5


async def test_a_game_that_cannot_be_read_leaves_the_card_empty(few: Path) -> None:
    spoil(few, 4, moves="44444444444")
    async with running_on(few, size=(100, 30)) as pilot:
        await opened(pilot, "down")
        assert pilot.app.screen.query_one(GameCard).number is None
        await press(pilot, ["down"])
        await settled(pilot)
        assert pilot.app.screen.query_one(GameCard).number == 3


async def test_a_game_is_shown_once_the_disk_can_be_read_again(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, fails = GameRepository.load, True

    def failing(games: GameRepository, number: int) -> SavedGame:
        if fails and number == 4:
            raise StorageError(StorageProblem.NO_PLACE)
        return load(games, number)

    monkeypatch.setattr(GameRepository, "load", failing)
    async with running_on(few, size=(100, 30)) as pilot:
        await opened(pilot, "down")
        assert pilot.app.screen.query_one(GameCard).number is None
        fails = False
        for key, number in (("down", 3), ("up", 4)):
            await press(pilot, [key])
            await settled(pilot)
            assert pilot.app.screen.query_one(GameCard).number == number


async def test_a_game_fetched_before_the_list_changed_is_fetched_again(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    load = GameRepository.load
    async with running_on(few, size=(100, 30)) as pilot:
        await opened(pilot)
        library = pilot.app.screen
        assert isinstance(library, LibraryScreen)

        def changing(games: GameRepository, number: int) -> SavedGame:
            loaded.append(number)
            if len(loaded) == 1:
                library._card.forget()
            return load(games, number)

        monkeypatch.setattr(GameRepository, "load", changing)
        await press(pilot, ["down"])
        await settled(pilot)
        assert loaded == [4, 4]
        assert library.query_one(GameCard).number == 4


async def test_another_way_of_drawing_reaches_the_card(few: Path) -> None:
    async with running_on(few, size=(100, 30)) as pilot:
        app = app_of(pilot)
        await opened(pilot)
        for kind in ("flat", "rich"):
            app.change_art(kind)
            assert pilot.app.screen.query_one(GameCard).art == app.art


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("ali", [2, 1]),
        ("ALICE", [2, 1]),
        ("dé", [5]),
        ("club player", [4]),
        ("perfect", [3]),
        ("  bob ", [2, 1]),
    ],
)
async def test_the_games_with_a_name_or_a_level(few: Path, typed: str, numbers: list[int]) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "slash")
        assert shown(pilot) is TextScreen
        await press(pilot, [*("space" if key == " " else key for key in typed), "enter"])
        await settled(pilot)
        found = [int(line.replace("▸ ", "").split()[0]) for line in rows(pilot)]
        assert found == numbers
        assert typed.strip() in filters(pilot)


async def test_the_levels_are_found_by_their_french_names(few: Path) -> None:
    i18n.activate("fr")
    async with running_on(few, settings=replace(PEOPLE, language="fr")) as pilot:
        await opened(pilot, "slash")
        await press(pilot, [*"parfait", "enter"])
        await settled(pilot)
        assert len(rows(pilot)) == 1
        assert "Parfait" in rows(pilot)[0]


async def test_what_was_typed_can_be_edited_cancelled_and_emptied(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "slash")
        await press(pilot, [*"ali", "enter"])
        await settled(pilot)
        await press(pilot, ["slash", "x", "escape"])
        await settled(pilot)
        assert len(rows(pilot)) == 2
        await press(pilot, ["slash", *["backspace"] * 3, "enter"])
        await settled(pilot)
        assert len(rows(pilot)) == 5


async def test_no_game_is_like_that(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "slash")
        await press(pilot, [*"zzz", "enter"])
        await settled(pilot)
        assert "No matching games. / and f change what is shown." in screen_text(pilot)
        assert status(pilot) == ""
        await press(pilot, ["enter", "d", "down", "end"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen


async def test_there_are_no_games_at_all_and_looking_makes_no_file(path: Path) -> None:
    async with running_on(path) as pilot:
        await opened(pilot, "down", "enter", "d")
        assert "There are no saved games yet." in screen_text(pilot)
        assert shown(pilot) is LibraryScreen
    assert not list(path.parent.iterdir())


# Opening


async def test_enter_and_the_key_bar_open_a_game(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "down", "enter")
        assert shown(pilot) is ReplayScreen
        await press(pilot, ["q"])
        await settled(pilot)
        assert games_of(pilot).selected == 1
        await pilot.click("#keys", offset=(2, 0))
        await settled(pilot)
        assert shown(pilot) is ReplayScreen


async def test_a_game_whose_row_is_none(few: Path) -> None:
    spoil(few, 4, moves="44444444444")
    async with running_on(few) as pilot:
        await opened(pilot, "down", "enter")
        assert shown(pilot) is LibraryScreen
        assert status(pilot) == "Game 4 cannot be read: its record is damaged."
        assert alert(pilot)
        await press(pilot, ["up"])
        assert status(pilot).startswith("Game 5: Dédé - Yellow")
        assert not alert(pilot)


@pytest.mark.parametrize(
    "values",
    [
        {"red_name": 7, "yellow_level": "boss"},
        {"board_columns": "wide", "connect": b"\x00\x1b"},
        {"changed": "yesterday", "cursor": "many"},
        {"changed": 1e300, "winner": 9},
        {"changed": float("inf")},
        {"yellow_name": b"\xff", "yellow_level": 5},
    ],
)
async def test_rows_with_any_values_are_listed(few: Path, values: dict[str, object]) -> None:
    spoil(few, 5, **values)
    async with running_on(few) as pilot:
        await opened(pilot, "end", "home")
        assert len(rows(pilot)) == 5
        await opened(pilot, *["down"] * 4)
        await pilot.resize_terminal(40, 12)
        await until(pilot, lambda: {cell_len(line) for line in screen_lines(pilot)} == {40})


async def test_a_game_that_another_program_deleted_meanwhile(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "down")
        with repository(few) as others:
            others.delete(4)
        await press(pilot, ["enter"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        assert status(pilot) == "There is no game 4."
        assert len(rows(pilot)) == 4


async def test_the_list_ends_earlier_by_now(path: Path) -> None:
    add_many(path, 2 * PAGE + 10)
    async with running_on(path) as pilot:
        await opened(pilot)
        with repository(path) as others:
            for number in range(1, 31):
                others.delete(number)
        await press(pilot, ["end"])
        await settled(pilot)
        games = games_of(pilot)
        assert games.total == 2 * PAGE - 20
        assert games.game is not None and games.game.number == 31


async def test_the_game_that_was_chosen_stays_so_where_others_come_in_before_it(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "down", "enter")
        save(few, [match("1"), match("2")])
        await press(pilot, ["q"])
        await settled(pilot)
        games = games_of(pilot)
        assert games.game is not None and games.game.number == 4
        assert games.total == 7


# Deleting


async def test_a_game_is_deleted_after_a_question_and_comes_back(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "down", "d")
        assert shown(pilot) is ConfirmScreen
        assert "Delete game 4?" in screen_text(pilot)
        assert "u restores it, until the next deletion." in screen_text(pilot)
        await press(pilot, ["enter"])
        await settled(pilot)
        assert len(rows(pilot)) == 5
        await press(pilot, ["d", "y"])
        await settled(pilot)
        assert [line.split()[0] for line in rows(pilot)] == ["5", "▸", "2", "1"]
        assert status(pilot) == "Game 4 was deleted; u restores it"
        assert numbers_in(few) == [5, 3, 2, 1]
        await press(pilot, ["u"])
        await settled(pilot)
        assert status(pilot) == "Game 4 was restored"
        assert numbers_in(few) == [5, 4, 3, 2, 1]
        games = games_of(pilot)
        assert games.game is not None and games.game.number == 4


async def test_only_the_last_deletion_can_be_taken_back(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot)
        for _ in range(2):
            await press(pilot, ["d", "y"])
            await settled(pilot)
        await press(pilot, ["u"])
        await settled(pilot)
        await press(pilot, ["u"])
        await settled(pilot)
        assert status(pilot) == "There is no deleted game to restore"
        assert alert(pilot)
        assert numbers_in(few) == [4, 3, 2, 1]


async def test_the_last_game_of_the_list_is_deleted(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "end", "d")
        await press(pilot, ["y"])
        await settled(pilot)
        assert games_of(pilot).selected == 3
        for _ in range(4):
            await press(pilot, ["d", "y"])
            await settled(pilot)
        assert "There are no saved games yet." in screen_text(pilot)
        assert status(pilot) == "Game 5 was deleted; u restores it"
        await press(pilot, ["u"])
        await settled(pilot)
        assert len(rows(pilot)) == 1


async def test_a_game_that_is_gone_is_not_deleted_again(few: Path) -> None:
    async with running_on(few) as pilot:
        await opened(pilot, "d")
        with repository(few) as others:
            others.delete(5)
        await press(pilot, ["y"])
        await settled(pilot)
        assert status(pilot) == "There is no game 5."
        assert len(rows(pilot)) == 4


async def test_the_game_that_is_played_here_is_not_deleted(path: Path) -> None:
    async with running_on(path, people()) as pilot:
        await press(pilot, ["4", "4"])
        await settled(pilot)
        app_of(pilot).navigation.open("library")
        await settled(pilot)
        await press(pilot, ["d"])
        await settled(pilot)
        assert status(pilot) == "Game 1 is open here; it cannot be deleted"
        assert numbers_in(path) == [1]


# Where there is nothing to list from


async def test_a_machine_without_a_place_for_games() -> None:
    async with running() as pilot:
        await opened(pilot, "f", "u", "enter")
        assert "this machine has no folder for data" in screen_text(pilot)
        assert alert(pilot)


@pytest.fixture
def damaged(path: Path) -> Path:
    """A file that is no database."""
    path.write_bytes(b"no database " * 1000)
    return path


async def test_a_file_that_is_no_database(damaged: Path) -> None:
    async with running_on(damaged) as pilot:
        await settled(pilot)
        assert shown(pilot) is NoticeScreen
        assert "there was no backup" in " ".join(screen_text(pilot).split())
        await press(pilot, ["enter"])
        await opened(pilot)
        assert "There are no saved games yet." in screen_text(pilot)
    assert len(list(damaged.parent.glob("*.damaged-*"))) == 1


@pytest.fixture
def without_header(few: Path) -> Path:
    """A database of which the first page is gone, but not from its backup."""
    with repository(few) as games:
        assert games.back_up()
    few.write_bytes(bytes(4096) + few.read_bytes()[4096:])
    return few


async def test_a_damaged_list_is_moved_aside_and_its_backup_shown(without_header: Path) -> None:
    async with running_on(without_header) as pilot:
        await settled(pilot)
        assert shown(pilot) is NoticeScreen
        assert "the backup of" in " ".join(screen_text(pilot).split())
        await press(pilot, ["enter"])
        await opened(pilot)
        assert "5 games" in screen_text(pilot)
        assert not alert(pilot)


async def test_the_disk_fails_while_the_list_is_shown(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object, **options: object) -> None:
        raise StorageError(StorageProblem.DISK, few)

    async with running_on(few) as pilot:
        await opened(pilot)
        for name in ("load", "delete", "undelete", "summaries"):
            monkeypatch.setattr(GameRepository, name, fails)
        await press(pilot, ["enter"])
        await settled(pilot)
        assert "the disk reports an error" in status(pilot)
        assert alert(pilot)
        await press(pilot, ["down", "d", "y"])
        await settled(pilot)
        assert "the disk reports an error" in status(pilot)
        await press(pilot, ["down", "u"])
        await settled(pilot)
        assert "the disk reports an error" in status(pilot)
        games_of(pilot)._pages.clear()
        await press(pilot, ["up"])
        await settled(pilot)
        assert "the disk reports an error" in screen_text(pilot)
        assert games_of(pilot).total == 0


# Ways in and out


async def test_the_menu_the_palette_and_their_keys_lead_here(few: Path) -> None:
    async with running_on(few) as pilot:
        await settled(pilot)
        await click_row(pilot, "library")
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        await press(pilot, ["escape"])
        assert shown(pilot) is MenuScreen
        await press(pilot, ["colon", *"saved", "space", *"games", "enter"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        await press(pilot, ["q"])
        assert shown(pilot) is MenuScreen


async def test_the_palette_over_a_game_leads_here_and_back_to_the_game(path: Path) -> None:
    async with running_on(path, people()) as pilot:
        await press(pilot, ["4", "colon", *"saved", "space", *"games", "enter"])
        await settled(pilot)
        assert shown(pilot) is LibraryScreen
        await press(pilot, ["colon", *"saved", "space", *"games", "enter"])
        await settled(pilot)
        assert sum(isinstance(each, LibraryScreen) for each in pilot.app.screen_stack) == 1


async def test_help_lists_the_keys_and_comes_back(few: Path) -> None:
    async with running_on(few, size=(80, 100)) as pilot:
        await opened(pilot, "question_mark", "pagedown")
        assert shown(pilot) is HelpScreen
        text = " ".join(screen_text(pilot).split())
        assert "In the list of saved games" in text
        assert "/ Show only the games with" in text
        await press(pilot, ["q"])
        assert shown(pilot) is LibraryScreen


async def test_other_keys_by_the_settings(few: Path) -> None:
    keys = {"library.delete": "x", "library.undelete": "z", "list.page_down": "n"}
    async with running_on(few, settings=replace(PEOPLE, keys=keys)) as pilot:
        await opened(pilot, "x")
        await press(pilot, ["y"])
        await settled(pilot)
        assert status(pilot) == "Game 5 was deleted; z restores it"
        await press(pilot, ["n"])
        assert games_of(pilot).selected == 3
        await press(pilot, ["z"])
        await settled(pilot)
        assert numbers_in(few) == [5, 4, 3, 2, 1]


async def test_quitting_with_a_page_on_its_way(path: Path) -> None:
    add_many(path, 500)
    async with running_on(path) as pilot:
        await pilot.press("l", "end", "q", "l", "end", "f", "f", "q")
        await until(pilot, lambda: shown(pilot) is MenuScreen)
        pilot.app.exit()
    assert pilot.app.return_code == 0
