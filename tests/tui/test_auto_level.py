"""The automatic seat in the app: from the menu to the saved game and the rematch."""

from __future__ import annotations

from pathlib import Path

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, seat_of_text, text_of
from p4tui.play.setup import Setup
from p4tui.players.levels import level_number
from p4tui.settings import Settings
from tests.tui.driving import app_of, game_of, press, screen_text, settled, status
from tests.tui.saving import repository, running_on, save

LOST = Match(
    Person("Ann"), LevelSeat("careful"), parse_game("44").resign(Colour.RED.side(Colour.RED))
)
AUTOMATIC = Setup(Person("Ann"), seat_of_text("auto"))


def level_of(match: Match) -> int:
    assert isinstance(match.yellow, LevelSeat)
    return level_number(match.yellow.id)


async def test_the_level_follows_the_saved_games_and_those_of_the_match(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [LOST] * 2)
    async with running_on(path, AUTOMATIC) as pilot:
        await settled(pilot)
        session = game_of(pilot).session
        first = level_of(session.match)
        assert first < level_number("careful")
        await press(pilot, "4gy")
        await settled(pilot)
        await press(pilot, ["enter"])
        assert session.match.results == (Colour.YELLOW,)
        assert level_of(session.match) < first
        await press(pilot, "qy")
        await settled(pilot)
        # The menu offers the same again.
        assert text_of(app_of(pilot).preferences.choices.setup().yellow) == "auto"
        assert "Automatic" in screen_text(pilot)
    with repository(path) as games:
        found = [each.match.yellow for each in games.all_games() if not isinstance(each, Exception)]
    assert all(isinstance(seat, LevelSeat) and not seat.auto for seat in found)
    assert level_number(found[2].id or "") == first


async def test_without_saved_games_it_begins_in_the_lower_half(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3", AUTOMATIC) as pilot:
        await settled(pilot)
        assert 3 < level_of(game_of(pilot).session.match) < 8


async def test_a_level_chosen_in_the_game_stays_for_the_rematch(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3", AUTOMATIC) as pilot:
        await settled(pilot)
        session = game_of(pilot).session
        number = level_of(session.match)
        await press(pilot, ["right_square_bracket"])
        assert status(pilot).startswith(f"Level {number + 1} of 14")
        await press(pilot, "4gy")
        await settled(pilot)
        await press(pilot, ["enter"])
        assert level_of(session.match) == number + 1


async def test_the_menu_starts_an_automatic_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [LOST] * 8)
    settings = Settings(red_name="Ann", yellow_level="auto")
    async with running_on(path, settings=settings) as pilot:
        await settled(pilot)
        await press(pilot, "p")
        await settled(pilot)
        assert level_of(game_of(pilot).session.match) == 1


async def test_a_deleted_game_that_is_kept_keeps_its_level(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [LOST] * 8)
    async with running_on(path, AUTOMATIC) as pilot:
        await settled(pilot)
        before = game_of(pilot).session.match
        app_of(pilot).navigation.play_on(before, save_now=True)
        await settled(pilot)
        assert game_of(pilot).session.match.yellow == LevelSeat(before.yellow.id or "")


async def test_a_new_game_from_a_position_is_automatic_too(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [LOST] * 8)
    async with running_on(path) as pilot:
        begun = Match(AUTOMATIC.red, AUTOMATIC.yellow, parse_game("4433"))
        app_of(pilot).navigation.play_on(begun)
        await settled(pilot)
        assert game_of(pilot).session.match.game.played == (3, 3, 2, 2)
        assert level_of(game_of(pilot).session.match) == 1
