"""The statistics as a screen: a table for each player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.notation import parse_game
from p4tui.play.seats import LevelSeat
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.statistics import Kind, PlayerStatistics, Tally
from p4tui.tui.list_words import tally_words
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.statistics import StatisticsScreen
from p4tui.tui.widgets.statistics_page import StatisticsPage
from p4tui.words.saved import statistics_name
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    YELLOW_WINS,
    app_of,
    click_row,
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
from tests.tui.saving import add_many, match, running_on, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Games of Alice against Bob and against two levels, and one of a level against itself."""
    path = tmp_path / "games.sqlite3"
    club, perfect = LevelSeat("club"), LevelSeat("perfect")
    save(
        path,
        [
            match(RED_WINS),
            match(RED_WINS),
            match(DRAWN, "alice ", club),
            match(YELLOW_WINS, "Alice", perfect),
            match(YELLOW_WINS, "Alice", perfect),
            match(RED_WINS, club, club),
            match("", "", "Alice", game=parse_game("4").undo().resign()),
            match("44"),
        ],
    )
    return path


async def opened(pilot: Pilot[None]) -> None:
    await press(pilot, ["t"])
    await settled(pilot)


def text(pilot: Pilot[None]) -> list[str]:
    page = pilot.app.screen.query_one(StatisticsPage)
    return [" ".join(line.split()) for line in region_lines(pilot, page) if line.strip()]


async def test_a_table_for_each_player(path: Path) -> None:
    async with running_on(path) as pilot:
        await opened(pilot)
        assert text(pilot)[:5] == [
            "Alice",
            "All 6 games 3 won 1 drawn 2 lost last one won",
            "People 3 games 3 won 0 drawn 0 lost 3 wins in a row",
            "Club player 1 game 0 won 1 drawn 0 lost last one drawn",
            "Perfect 2 games 0 won 0 drawn 2 lost 2 losses in a row",
        ]
        assert "Club player (computer)" in text(pilot)
        assert "On both sides: 1 game" in text(pilot)
        assert "Unnamed people" in text(pilot)
        assert screen_lines(pilot)[-1].startswith(" ▴▾ Scroll ")
        assert screen_lines(pilot)[0].split() == ["●", "○", "Statistics", "5", "players"]
        await resized(pilot, 80, 60)
        assert "Scroll" not in screen_lines(pilot)[-1]


async def test_the_numbers_stand_under_each_other(path: Path) -> None:
    async with running_on(path) as pilot:
        await opened(pilot)
        lines = screen_lines(pilot)[3:7]
        for word in (" won", " drawn", " lost"):
            assert len({line.index(word) for line in lines}) == 1, word


async def test_in_a_narrow_window_each_row_is_a_sentence_and_the_page_scrolls(path: Path) -> None:
    async with running_on(path, size=(40, 12)) as pilot:
        await opened(pilot)
        assert text(pilot)[:3] == [
            "Alice",
            "All: 6 games, 3 won, 1 drawn, 2 lost,",
            "last one won",
        ]
        assert {cell_len(line) for line in screen_lines(pilot)} == {40}
        page = pilot.app.screen.query_one(StatisticsPage)
        for key, top in (("down", 1), ("pagedown", 10), ("up", 9), ("wheel", 11), ("home", 0)):
            if key == "wheel":
                await pilot._post_mouse_events([events.MouseScrollDown], page)
                await pilot.pause()
                assert page.top == top
                continue
            await press(pilot, [key])
            assert page.top == top
        await press(pilot, ["end"])
        assert "Perfect (computer)" in screen_text(pilot)
        await resized(pilot, 80, 60)
        assert page.top == 0


async def test_in_french(path: Path) -> None:
    i18n.activate("fr")
    async with running_on(path, settings=replace(PEOPLE, language="fr")) as pilot:
        await opened(pilot)
        assert text(pilot)[1:3] == [
            "Tous 6 parties 3 gagnées 1 nulle 2 perdues dernière gagnée",
            "Humains 3 parties 3 gagnées 0 nulle 0 perdue 3 victoires de suite",
        ]
        await pilot.resize_terminal(40, 12)
        await until(pilot, lambda: text(pilot)[1] == "Tous : 6 parties, 3 gagnées, 1 nulle,")
        await pilot.resize_terminal(80, 24)
        app_of(pilot).change_language("en")
        await until(pilot, lambda: text(pilot)[1].startswith("All 6 games"))


async def test_no_games_yet(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await opened(pilot)
        assert text(pilot) == ["No finished games yet."]


async def test_no_place_for_games() -> None:
    async with running() as pilot:
        await opened(pilot)
        assert "this machine has no folder for data" in screen_text(pilot)


async def test_counting_is_said_while_it_lasts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    statistics = GameRepository.statistics

    def slow(games: GameRepository) -> list[PlayerStatistics]:
        said.append(status(pilot))
        return statistics(games)

    monkeypatch.setattr(GameRepository, "statistics", slow)
    async with running_on(path) as pilot:
        await opened(pilot)
        assert len(said) == 1
        assert text(pilot)[0] == "Alice"


async def test_the_disk_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(games: GameRepository) -> None:
        raise StorageError(StorageProblem.DISK, path)

    monkeypatch.setattr(GameRepository, "statistics", fails)
    async with running_on(path) as pilot:
        await opened(pilot)
        assert "the disk reports an error" in screen_text(pilot)
        app_of(pilot).change_language("fr")
        await pilot.pause()
        assert "le disque" in screen_text(pilot)


async def test_names_are_harmless_and_cut(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [match(RED_WINS, "\x1b[31m" + "E" * 300, "[b]Bob")])
    async with running_on(path) as pilot:
        await opened(pilot)
        assert "�[31mEEE" in screen_text(pilot)
        assert "[b]Bob" in screen_text(pilot)
        assert {cell_len(line) for line in screen_lines(pilot)} == {80}


async def test_many_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    add_many(path, 500)
    async with running_on(path) as pilot:
        await opened(pilot)
        await press(pilot, ["end"])
        assert "Perfect (computer)" in screen_text(pilot)


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (200, 60)])
async def test_any_window(path: Path, size: tuple[int, int]) -> None:
    async with running_on(path, size=size) as pilot:
        await opened(pilot)
        await press(pilot, ["end", "pageup"])
        assert {cell_len(line) for line in screen_lines(pilot)} == {size[0]}


async def test_the_ways_in_and_out(path: Path) -> None:
    async with running_on(path) as pilot:
        # The row of the game to go on with comes first: it would move the others under the pointer.
        await settled(pilot)
        await click_row(pilot, "statistics")
        await settled(pilot)
        assert shown(pilot) is StatisticsScreen
        app_of(pilot).navigation.open("statistics")
        await press(pilot, ["q"])
        assert shown(pilot) is MenuScreen
        await press(pilot, ["l", "colon", *"statistics", "enter"])
        await settled(pilot)
        assert shown(pilot) is StatisticsScreen
        await press(pilot, ["escape", "escape"])
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally(), ["0 games", "0 won", "0 drawn", "0 lost", ""]),
        (
            Tally(1, 1, 0, 0, 1, 1),
            ["1 game", "1 won", "0 drawn", "0 lost", "last one won"],
        ),
        (Tally(9, 4, 0, 5, -5, 4), ["9 games", "4 won", "0 drawn", "5 lost", "5 losses in a row"]),
        (Tally(9, 4, 1, 4, -1, 4), ["9 games", "4 won", "1 drawn", "4 lost", "last one lost"]),
    ],
)
def test_a_tally_in_words(tally: Tally, words: list[str]) -> None:
    assert tally_words(tally) == words


def test_whose_statistics_they_are() -> None:
    def named(name: str, kind: Kind) -> str:
        return statistics_name(PlayerStatistics(name, kind, Tally(), ()))

    assert named("", ("level", "club")) == "Club player (computer)"
    assert named("", ("program", "fhourstones")) == "program fhourstones (unknown here)"
    assert named("Al\x07", ("person", None)) == "Al�"
    assert named("", ("person", None)) == "Unnamed people"
