"""The list of open games: what it shows, joins, watches and opens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from p4tui.link import listing, places
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.listing import OpenGame
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.opening import LinkedGame
from p4tui.options import Options
from p4tui.play.clock import TimeControl
from p4tui.play.seats import Person
from p4tui.play.setup import Setup
from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.tui import joining
from p4tui.tui.game.linked_screen import LinkedScreen
from p4tui.tui.screens import together
from p4tui.tui.screens.dialogs import ConfirmScreen, TextScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.together import TogetherScreen
from tests.tui.driving import (
    app_of,
    game_of,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
    until,
)
from tests.unit.link_sides import YELLOW, GuestSide, HostSide

ALICE = OpenGame("alice", "alice", "Alice", (7, 6, 4), True, 0)
CLUB = OpenGame("bob", "club", "Bob \x1b[31m", (9, 7, 5), False, 12)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    monkeypatch.setattr(places, "user_name", lambda _uid: "zoe")
    monkeypatch.setattr(listing, "user_name", lambda _uid: "zoe")


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[OpenGame]:
    """What is open on this machine."""
    found = [ALICE, CLUB]
    monkeypatch.setattr(listing, "list_games", lambda: list(found))
    return found


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Meeting, bool]]:
    """Who has tried to join what; nobody answers."""
    asked: list[tuple[str, Meeting, bool]] = []

    async def join(
        _archive: Archive | None, name: str, meeting: Meeting, *, plays: bool
    ) -> LinkedGame:
        asked.append((name, meeting, plays))
        raise LinkError(LinkProblem.UNREACHABLE, meeting.where)

    monkeypatch.setattr(together, "join", join)
    return asked


@pytest.fixture
def host() -> Iterator[HostSide]:
    """Alice, red, at another terminal."""
    side = HostSide(Meeting(HOST, "zoe", "g1"))
    yield side
    side.link.close()


async def opened(pilot: Pilot[None]) -> None:
    """Open the list, and wait until the games are there."""
    await press(pilot, "w")
    await until(pilot, lambda: "Looking for" not in screen_text(pilot))
    assert shown(pilot) is TogetherScreen


async def test_the_games_are_listed_and_the_first_is_chosen(games: list[OpenGame]) -> None:
    async with running() as pilot:
        await opened(pilot)
        text = screen_text(pilot)
        assert "2 open games" in text
        assert "7 × 6, free" in text
        assert "Bob" in text
        assert "(club)" in text
        assert "9 × 7, taken, 12 spectators" in text
        assert "\x1b" not in text
        assert status(pilot) == "Enter: play with Alice; w: watch"
        await press(pilot, ["down"])
        assert "p4tui watch bob/club" in status(pilot)
        games.clear()
        await press(pilot, "r")
        await until(pilot, lambda: "Nobody has opened a game" in screen_text(pilot))
        assert "0 open games" in screen_text(pilot)
        await press(pilot, ["escape"])
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize("size", [(40, 12), (30, 12)])
async def test_a_narrow_window_has_short_rows(games: list[OpenGame], size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await opened(pilot)
        assert "free" in screen_text(pilot)
        assert "Open games of this machine" not in screen_text(pilot)
        assert status(pilot)
        await press(pilot, ["down"])
        assert "taken" in screen_text(pilot)
        assert len(games) == 2


async def test_without_unicode_the_board_has_a_letter(games: list[OpenGame]) -> None:
    async with running(options=Options(animation=False, ascii_only=True)) as pilot:
        await opened(pilot)
        assert "7 x 6, free" in screen_text(pilot)
        assert len(games) == 2


async def test_a_game_is_joined_or_watched_and_a_failure_is_said(
    games: list[OpenGame], joined: list[tuple[str, Meeting, bool]]
) -> None:
    async with running() as pilot:
        await opened(pilot)
        await press(pilot, ["enter"])
        assert status(pilot) == "Nobody answers at alice/alice."
        await press(pilot, ["down", "w"])
        assert status(pilot) == "Nobody answers at bob/club."
        assert [(meeting.where, plays) for _name, meeting, plays in joined] == [
            (games[0].where, True),
            (games[1].where, False),
        ]
        assert {meeting.role for _name, meeting, _plays in joined} == {JOIN}
        await press(pilot, ["down", "w"])
        assert status(pilot) == "Choose a game first"


async def test_an_address_is_typed_and_a_code_is_asked_for_where_one_is_needed(
    games: list[OpenGame], joined: list[tuple[str, Meeting, bool]]
) -> None:
    async with running() as pilot:
        await opened(pilot)
        for typed, code in (
            ("club", ""),
            ("ssh://host/club", ""),
            ("192.0.2.1:4000", "k3wb-9tqh"),
            ("", ""),
        ):
            await press(pilot, "a")
            assert shown(pilot) is TextScreen
            await press(pilot, ["ctrl+u", *typed, "enter"])
            if code:
                assert shown(pilot) is TextScreen
                await press(pilot, [*code, "enter"])
            assert shown(pilot) is TogetherScreen
        await press(pilot, ["a", "escape"])
        await press(pilot, ["a", "enter", "escape"])  # the last address stands there; no code
        assert [(meeting.where, meeting.code) for _name, meeting, _plays in joined] == [
            ("club", ""),
            ("ssh://host/club", ""),
            ("192.0.2.1:4000", "k3wb-9tqh"),
        ]
        assert len(games) == 2


async def test_a_name_is_the_users_until_another_is_typed(
    games: list[OpenGame], joined: list[tuple[str, Meeting, bool]]
) -> None:
    async with running() as pilot:
        await opened(pilot)
        await press(pilot, ["enter"])
        await press(pilot, ["n", "escape"])
        await press(pilot, ["n", "ctrl+u", *"Zoé", "enter"])
        assert "Zoé" in screen_text(pilot)
        await press(pilot, ["enter"])
        assert [name for name, _meeting, _plays in joined] == ["zoe", "Zoé"]
        await press(pilot, ["n", "ctrl+u", "enter"])  # none is the user's again
        assert "zoe" in screen_text(pilot)
        assert len(games) == 2


async def test_a_game_is_opened_with_the_board_and_the_clock_of_the_menu() -> None:
    async with running() as pilot:
        chosen = app_of(pilot).preferences.choices.setup()
        await opened(pilot)
        await press(pilot, "h")
        await until(pilot, lambda: shown(pilot) is LinkedScreen)
        match = game_of(pilot).session.match
        assert (match.red.name, match.geometry) == ("zoe", chosen.geometry)
        bob = GuestSide("Bob", Meeting(JOIN, "zoe", "-"))
        try:
            assert bob.link.own_colour is YELLOW
        finally:
            bob.link.close()


async def test_a_second_game_of_a_user_gets_a_word_of_its_own(host: HostSide) -> None:
    async with running() as pilot:
        await opened(pilot)
        await press(pilot, "h")
        await until(pilot, lambda: "p4tui join zoe2" in screen_text(pilot))
        assert shown(pilot) is LinkedScreen
        assert host.link.shared.here == (False, False)


async def test_a_game_that_is_being_played_is_left_after_a_question(
    joined: list[tuple[str, Meeting, bool]], games: list[OpenGame]
) -> None:
    setup = Setup(Person("Ann"), Person("Ben"), control=TimeControl(60_000))
    async with running(setup) as pilot:
        await press(pilot, "4")
        app_of(pilot).push_screen(TogetherScreen())
        await until(pilot, lambda: "2 open games" in screen_text(pilot))
        await press(pilot, ["enter"])
        assert shown(pilot) is ConfirmScreen
        await press(pilot, ["escape"])
        assert joined == []
        await press(pilot, ["enter"])
        await press(pilot, "y")
        await until(pilot, lambda: bool(joined))
        assert len(games) == 2


async def test_a_game_that_is_reached_too_late_is_left_again(
    monkeypatch: pytest.MonkeyPatch, host: HostSide
) -> None:
    from p4tui.link import opening

    goes_on = threading.Event()
    real = opening.join_game

    def slow(*arguments: object, **options: object) -> LinkedGame:
        goes_on.wait(10)
        return real(*arguments, **options)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(opening, "join_game", slow)
    async with running() as pilot:
        await opened(pilot)
        await press(pilot, ["enter"])
        assert status(pilot) == "Joining…"
        await press(pilot, ["escape"])
        assert shown(pilot) is MenuScreen
        goes_on.set()
        await settled(pilot)

        def seen() -> bool:
            while host.step(0):
                pass
            return host.link.shared.joined and not host.link.shared.here[1]

        await until(pilot, seen)
        assert shown(pilot) is MenuScreen


def test_a_copy_that_cannot_be_opened_keeps_nobody_from_joining(tmp_path: Path) -> None:
    class Broken:
        """Saved games on a disk that fails."""

        def request(self, _work: object) -> Future[object]:
            answer: Future[object] = Future()
            answer.set_exception(StorageError(StorageProblem.FULL, tmp_path))
            return answer

    assert joining._finder(cast("Archive", Broken()))("g1") is None
