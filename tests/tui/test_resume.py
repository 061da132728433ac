"""Going on with a saved game: from the menu, and at once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.tui.app import P4App
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import NoticeScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.choice_list import ChoiceList
from tests.tui.archives import Games, HeldArchive
from tests.tui.driving import (
    RED_WINS,
    app_of,
    choices_of,
    click_row,
    game_of,
    menu_of,
    moves,
    people,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
)


@pytest.fixture(autouse=True)
def date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five minutes after the games of these tests."""
    monkeypatch.setattr(P4App, "today", staticmethod(lambda: 1330.0))


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path / "games.sqlite3")


@pytest.fixture
def archive(games: Games) -> HeldArchive:
    return HeldArchive(games)


def match_of(played: str, red: str = "Alice", yellow: str = "Bob") -> Match:
    return Match(Person(red), Person(yellow), parse_game(played))


def left(games: Games, match: Match) -> int:
    """A game that was played and left."""
    return games.save(match, Ownership())


def row_ids(choices: ChoiceList) -> list[str]:
    return [row.id for row in choices.rows]


async def test_the_row_comes_over_the_choice_that_stands(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("4433"))
    async with running(archive=archive, size=(60, 24)) as pilot:
        assert "resume" not in row_ids(choices_of(pilot))
        await press(pilot, ["down"])
        chosen = choices_of(pilot).row.id
        archive.work()
        await settled(pilot)
        rows = choices_of(pilot).rows
        assert [row.id for row in rows[:2]] == ["resume", "play"]
        assert (rows[0].label, rows[0].value) == ("Resume", "move 4: Alice - Bob")
        assert choices_of(pilot).row.id == chosen
        await press(pilot, ["home"])
        assert status(pilot) == "Enter: resume this game (last move 5 min ago)"
        await press(pilot, ["enter"])
        archive.work()
        await settled(pilot)
        assert shown(pilot) is GameScreen
        assert moves(pilot) == "4 4 3 3"


async def test_the_key_opens_the_game_also_before_it_is_found(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("4433"))
    left(games, match_of("12"))
    async with running(archive=archive) as pilot:
        await press(pilot, "r")
        archive.work()
        await settled(pilot)
        assert moves(pilot) == "1 2"


async def test_the_row_can_be_clicked_and_speaks_french(games: Games, archive: HeldArchive) -> None:
    left(games, match_of("4433", red="An\x1b[31ma" + "a" * 50))
    i18n.activate("fr")
    async with running(archive=archive, size=(40, 12)) as pilot:
        archive.work()
        await settled(pilot)
        assert choices_of(pilot).rows[1].label == "Reprendre"
        assert "\x1b[31ma" not in screen_text(pilot)
        await press(pilot, ["home"])
        await click_row(pilot, "resume")
        archive.work()
        await settled(pilot)
        assert moves(pilot) == "4 4 3 3"


@pytest.mark.parametrize("size", [(40, 12), (30, 12)])
@pytest.mark.parametrize(("language", "words"), [("en", "move 4"), ("fr", "coup 4")])
async def test_a_narrow_row_says_how_far_the_game_got_and_the_line_below_who_plays(
    games: Games, archive: HeldArchive, size: tuple[int, int], language: str, words: str
) -> None:
    left(games, match_of("4433", red="Maximilien-Alexandre"))
    i18n.activate(language)
    async with running(archive=archive, size=size) as pilot:
        archive.work()
        await settled(pilot)
        assert f" {words} " in screen_text(pilot)
        assert "Maximilien-Alexandre - Bob" in screen_text(pilot)


async def test_there_is_no_row_without_an_unfinished_game(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("1212121"))
    async with running(archive=archive) as pilot:
        archive.work()
        await settled(pilot)
        assert "resume" not in row_ids(choices_of(pilot))
        await press(pilot, "r")
        archive.work()
        await settled(pilot)
        assert status(pilot) == "There is no unfinished game"


async def test_where_nothing_is_saved_there_is_nothing_to_go_on_with() -> None:
    async with running() as pilot:
        await press(pilot, "r")
        assert status(pilot) == "There is no unfinished game"


async def test_a_game_that_is_left_is_offered_at_once(games: Games, archive: HeldArchive) -> None:
    async with running(people(), archive=archive) as pilot:
        await press(pilot, "4")
        await press(pilot, "qy")
        archive.work()
        await settled(pilot)
        await press(pilot, "r")
        archive.work()
        await settled(pilot)
        await press(pilot, "5")
        archive.work()
        assert games.moves() == ["45"]


async def test_a_row_whose_game_is_gone_goes(
    games: Games, archive: HeldArchive, tmp_path: Path
) -> None:
    number = left(games, match_of("4433"))
    async with running(archive=archive) as pilot:
        archive.work()
        await settled(pilot)
        games.delete(number)
        choices_of(pilot).select("resume")
        await press(pilot, ["enter"])
        archive.work()
        await pilot.pause()
        assert status(pilot) == "This game can no longer be resumed"
        archive.work()
        await settled(pilot)
        assert "resume" not in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "play"


async def test_the_row_is_looked_for_again_when_the_menu_is_seen_again(
    games: Games, archive: HeldArchive
) -> None:
    async with running(archive=archive) as pilot:
        archive.work()
        await settled(pilot)
        await press(pilot, ["question_mark"])
        assert shown(pilot) is HelpScreen
        left(games, match_of("4433"))
        await press(pilot, "q")
        archive.work()
        await settled(pilot)
        assert "resume" in row_ids(choices_of(pilot))


async def test_a_row_that_cannot_be_read_is_passed_over(games: Games, archive: HeldArchive) -> None:
    left(games, match_of("4433"))
    broken = left(games, match_of("12"))
    with closing(sqlite3.connect(games.place)) as connection:
        connection.execute("UPDATE games SET moves = 'zz' WHERE id = ?", (broken,))
        connection.commit()
    async with running(archive=archive) as pilot:
        archive.work()
        await settled(pilot)
        unfinished = menu_of(pilot).unfinished
        assert unfinished is not None
        assert unfinished.match.game.cursor == 4
        assert "Resume Alice – Bob" in screen_text(pilot)


async def test_trouble_is_told_where_a_game_is_asked_for_and_not_before(
    games: Games, archive: HeldArchive
) -> None:
    games.place.mkdir()
    async with running(archive=archive) as pilot:
        archive.work()
        await settled(pilot)
        assert shown(pilot) is MenuScreen
        for _ in range(2):
            await press(pilot, "r")
            archive.work()
            await settled(pilot)
            assert shown(pilot) is NoticeScreen
            assert "Games are not saved" in screen_text(pilot)
            await press(pilot, ["enter"])


async def test_a_game_that_was_opened_too_late_is_not_played(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("4433"))
    async with running(archive=archive) as pilot:
        await press(pilot, "r")
        await press(pilot, ["question_mark"])
        archive.work()
        await settled(pilot)
        assert shown(pilot) is HelpScreen


async def test_a_game_goes_on_exactly_as_it_was(games: Games, archive: HeldArchive) -> None:
    game = parse_game("44332").undo().undo()
    clock = replace(Clock.new(TimeControl(60_000, 2000), len(game.positions)), spent=1500)
    match = Match(
        Person("Alice"),
        LevelSeat("club"),
        game,
        Colour.YELLOW,
        (Colour.RED, None, Colour.RED),
        clock,
    )
    saved = games.open(left(games, match))
    async with running(resumed=saved, archive=archive) as pilot:
        screen = game_of(pilot)
        assert screen.session.match == match
        assert (screen.session.match.wins(Colour.RED), screen.session.match.draws) == (2, 1)
        assert screen.session.match.game.can_redo
        await press(pilot, "u")
        await press(pilot, "r")
        archive.work()
        (kept,) = games.all_games()
        assert not isinstance(kept, Exception)
        assert kept.number == saved.saved.number
        assert kept.match.game.moves == game.moves
        await press(pilot, "n")
        await press(pilot, "y")
        archive.work()
        await pilot.pause()
        assert screen.session.match.starter is Colour.RED


async def test_a_game_with_a_clock_is_not_saved_before_somebody_has_looked_at_it(
    games: Games, archive: HeldArchive
) -> None:
    match = match_of("4")
    clock = Clock.new(TimeControl(60_000)).after_move(0, match.position.to_move, 0)
    opened = games.open(left(games, replace(match, clock=clock)))
    games.saves.clear()
    async with running(resumed=opened, archive=archive) as pilot:
        await pilot.pause()
        archive.work()
        assert not games.saves


async def test_the_app_plays_on_what_another_connection_opened(tmp_path: Path) -> None:
    """With the real thread."""
    path = tmp_path / "games.sqlite3"
    with closing(GameRepository(path)) as games:
        games.save(match_of("4433"), Ownership())
        opened = games.open_latest()
    assert opened is not None
    archive = Archive(lambda: GameRepository(path))
    async with running(resumed=opened, archive=archive) as pilot:
        await press(pilot, "12")
    app_of(pilot).end()
    assert archive.close(60)
    with closing(GameRepository(path)) as games:
        found = games.load(opened.saved.number)
    assert found.match.game == Game.new().play(3).play(3).play(2).play(2).play(0).play(1)


async def test_a_finished_game_begins_with_its_results(games: Games, archive: HeldArchive) -> None:
    saved = games.open(left(games, match_of("1212121")))
    async with running(resumed=saved, archive=archive) as pilot:
        assert "Alice wins" in screen_text(pilot)
        await press(pilot, "u")
        archive.work()
        await pilot.pause()
        assert games.moves() == ["121212"]


async def test_the_cursor_goes_to_the_game_to_go_on_with_while_nobody_has_touched_a_key(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("4433"))
    async with running(archive=archive) as pilot:
        assert choices_of(pilot).row.id == "play"
        archive.work()
        await settled(pilot)
        assert choices_of(pilot).row.id == "resume"
        assert status(pilot) == "Enter: resume this game (last move 5 min ago)"
        await press(pilot, ["enter"])
        archive.work()
        await settled(pilot)
        assert moves(pilot) == "4 4 3 3"


@pytest.mark.parametrize("keys", [["down", "up"], ["f5"], ["colon", "escape"]])
async def test_no_row_that_appears_moves_the_cursor_under_a_finger(
    games: Games, archive: HeldArchive, keys: list[str]
) -> None:
    left(games, match_of("4433"))
    async with running(archive=archive) as pilot:
        await press(pilot, keys)
        archive.work()
        await settled(pilot)
        assert "resume" in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "play"


async def test_a_menu_that_opens_at_another_row_stays_there(
    games: Games, archive: HeldArchive
) -> None:
    left(games, match_of("4433"))
    async with running(archive=archive) as pilot:
        app_of(pilot).navigation.show_menu("red_level")
        await pilot.pause()
        archive.work()
        await settled(pilot)
        assert "resume" in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "red_level"


async def test_the_menu_after_a_game_that_was_left_begins_at_play(games: Games) -> None:
    async with running(people(), archive=Archive(lambda: games)) as pilot:
        await press(pilot, "4qy")
        await settled(pilot)
        assert "resume" in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "play"
        await press(pilot, ["enter"])
        await settled(pilot)
        assert moves(pilot) == ""


@pytest.mark.parametrize(
    "keys", [[*RED_WINS, "q"], [*RED_WINS, "down", "q"], ["4", "g", "y", "q"], ["q"]]
)
async def test_after_a_finished_game_enter_does_not_lead_into_an_older_one(
    games: Games, keys: list[str]
) -> None:
    left(games, match_of("4433"))
    async with running(people(), archive=Archive(lambda: games)) as pilot:
        for key in keys:
            await press(pilot, [key])
            await settled(pilot)
        assert shown(pilot) is MenuScreen
        assert "resume" in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "play"


async def test_a_position_that_nobody_played_on_does_not_lead_into_an_older_game(
    games: Games,
) -> None:
    left(games, match_of("4433"))
    async with running(people(game=parse_game("12")), archive=Archive(lambda: games)) as pilot:
        await press(pilot, "qy")
        await settled(pilot)
        assert "resume" in row_ids(choices_of(pilot))
        assert choices_of(pilot).row.id == "play"
