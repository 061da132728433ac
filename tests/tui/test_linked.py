"""A game between two terminals in the app: one app against a headless side, through real streams."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui.link import places
from p4tui.link.host import Host
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.opening import LinkedGame, join_game, open_game
from p4tui.link.orders import AWAY_SECONDS
from p4tui.link.shared import RequestKind
from p4tui.play.clock import TimeControl
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.tui.app import P4App
from p4tui.tui.game.linked_screen import LinkedScreen
from p4tui.tui.screens.dialogs import ConfirmScreen, LossScreen, NoticeScreen
from p4tui.tui.screens.linked_results import LinkedResultsScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.replay import ReplayScreen
from p4tui.tui.screens.talk import TalkScreen
from p4tui.tui.screens.together import TogetherScreen
from p4tui.tui.widgets.header import Header
from tests.tui.archives import Games, HeldArchive
from tests.tui.driving import (
    PEOPLE,
    STILL,
    app_of,
    game_of,
    moves,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
    until,
)
from tests.tui.saving import running_on
from tests.unit.link_sides import RED, YELLOW, GuestSide, HostSide, Side


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    monkeypatch.setattr("p4tui.link.guest.PAUSES", (0.01,))


@pytest.fixture
def host() -> Iterator[HostSide]:
    """Alice, red, at another terminal."""
    side = HostSide(Meeting(HOST, "alice", "g1"))
    yield side
    side.link.close()


@asynccontextmanager
async def playing(
    linked: LinkedGame, archive: Archive | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """Run the app at a game with another terminal."""
    app = P4App(
        None,
        STILL,
        PEOPLE,
        archive=archive,
        first=lambda app: app.navigation.play_linked(linked),
    )
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot
    finally:
        linked.link.close()


def hosted(control: TimeControl | None = None) -> LinkedGame:
    """Open a game as Alice, red."""
    meeting = Meeting(HOST, "alice", "g1")
    setup = Setup(Person("Alice"), Remote(meeting.text), control=control)
    return open_game(setup.new_match(random.Random(1)), meeting)


def joined(*, plays: bool = True) -> LinkedGame:
    """Join the game of Alice as Bob."""
    return join_game("Bob", Meeting(JOIN, "alice", "-"), lambda _game: None, plays=plays)


def header(pilot: Pilot[None]) -> str:
    """Return the title of the screen."""
    return pilot.app.screen.query_one(Header).title


def messages(pilot: Pilot[None]) -> int:
    """Return how many messages have come to the app."""
    screen = game_of(pilot)
    assert isinstance(screen, LinkedScreen)
    shared = screen.linked.link.shared
    return 0 if shared is None else len(shared.messages)


async def both(pilot: Pilot[None], side: Side, done: Callable[[], bool], what: str = "") -> None:
    """Run the app and the other side until a condition is met."""

    def look() -> bool:
        while side.step(0):
            pass
        return done()

    await until(pilot, look, what)


async def test_a_host_waits_for_a_guest_and_plays_with_them() -> None:
    async with playing(hosted()) as pilot:
        assert shown(pilot) is LinkedScreen
        assert header(pilot) == "Nobody has joined yet."
        assert "p4tui join alice" in status(pilot)
        bob = GuestSide("Bob", Meeting(JOIN, "alice", "-"))
        try:
            await both(pilot, bob, lambda: "Bob has joined." in status(pilot))
            assert header(pilot) == "Bob is here."
            await press(pilot, "4")
            await both(pilot, bob, lambda: bob.moves == (3,))
            assert status(pilot) == "Bob is to move"
            assert "thinking" not in screen_text(pilot)
            bob.session.move(YELLOW, 2)
            await both(pilot, bob, lambda: moves(pilot) == "4 3")
            assert status(pilot) == "Bob: column 3. Alice: choose a column"
        finally:
            bob.link.close()
        await until(pilot, lambda: "Bob is away." in status(pilot))


async def test_a_request_is_asked_and_answered(host: HostSide) -> None:
    async with playing(joined()) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        await press(pilot, "u")
        assert "Nothing to undo" in status(pilot)
        await press(pilot, "d")
        await both(pilot, host, lambda: host.link.shared.request is not None)
        await until(pilot, lambda: status(pilot).startswith("You have offered a draw."))
        request = host.link.shared.request
        assert request is not None
        host.link.answer(request, yes=False)
        await both(pilot, host, lambda: "refused" in status(pilot))
        host.link.ask(RequestKind.SWAP)
        await both(pilot, host, lambda: status(pilot).endswith("y: yes, n: no"))
        await press(
            pilot, "3"
        )  # a move goes on as if nothing was asked, and the question is dropped
        await both(pilot, host, lambda: host.moves == (3, 2))
        await both(pilot, host, lambda: "y: yes" not in status(pilot))
        host.link.ask(RequestKind.SWAP)
        await both(pilot, host, lambda: status(pilot).endswith("y: yes, n: no"))
        await press(pilot, "y")
        await both(pilot, host, lambda: game_of(pilot).session.match.red.name == "Bob")


async def test_hints_and_scores_need_both_players(host: HostSide) -> None:
    async with playing(joined()) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        await press(pilot, "s")
        assert not game_of(pilot).scores_enabled
        await both(pilot, host, lambda: host.link.shared.request is not None)
        request = host.link.shared.request
        assert request is not None
        assert request.kind is RequestKind.HINTS
        host.link.answer(request, yes=True)
        await both(pilot, host, lambda: "Hints are allowed." in status(pilot))
        await press(pilot, "s")
        assert game_of(pilot).scores_enabled
        await both(pilot, host, lambda: host.link.shared.hints_used == (0, 1))


async def test_messages_are_typed_in_the_line_and_can_be_hidden(host: HostSide) -> None:
    async with playing(joined()) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        await press(pilot, ["slash", *"hi", "slash", "4", "enter"])
        await both(pilot, host, lambda: bool(host.link.shared.messages))
        assert host.link.shared.messages[-1].text == "hi/4"
        assert moves(pilot) == ""
        host.link.say("hello \x1b[31m")
        await both(pilot, host, lambda: 'Alice says: "hello [31m"' in status(pilot))
        await press(pilot, ["slash", "x", "escape", "m"])
        host.link.say("again")
        await both(pilot, host, lambda: messages(pilot) == 3)
        assert status(pilot).startswith("Messages are hidden")
        await press(pilot, "i")
        assert shown(pilot) is TalkScreen
        assert "Alice: again" in screen_text(pilot)


async def test_a_lost_line_keeps_the_position_and_a_disc_is_sent_later(host: HostSide) -> None:
    async with playing(joined()) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        user = host.link._table.seat_user
        host.link.close()
        await until(pilot, lambda: "The line is lost" in status(pilot))
        await press(pilot, "2")
        assert moves(pilot) == "4 2"
        again = HostSide(Meeting(HOST, "alice", "g1", user=user), host.session.match)
        try:
            await both(pilot, again, lambda: again.moves == (3, 1))
            await both(pilot, again, lambda: header(pilot) == "Alice is here.")
        finally:
            again.link.close()


async def test_after_a_game_both_agree_to_another(host: HostSide) -> None:
    async with playing(joined()) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.link.resign()
        await both(pilot, host, lambda: shown(pilot) is LinkedResultsScreen)
        await press(pilot, "r")
        await both(pilot, host, lambda: host.link.shared.request is not None)
        assert shown(pilot) is LinkedResultsScreen
        request = host.link.shared.request
        assert request is not None
        host.link.answer(request, yes=True)
        await both(pilot, host, lambda: shown(pilot) is LinkedScreen)
        assert game_of(pilot).session.match.outcome is None


async def test_a_spectator_only_looks_and_leaves_without_a_question(host: HostSide) -> None:
    async with playing(joined(plays=False)) as pilot:
        await both(pilot, host, lambda: host.link.shared.watchers == 1)
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        await press(pilot, "4")
        assert status(pilot).startswith("You watch this game")
        await press(pilot, "h")
        assert status(pilot).startswith("Spectators see hints only")
        host.link.resign()
        await both(pilot, host, lambda: shown(pilot) is LinkedResultsScreen)
        await until(pilot, lambda: "Copy moves" in screen_text(pilot))
        text = screen_text(pilot)
        assert not any(each in text for each in ("Rematch", "Swap sides", "Undo"))
        await press(pilot, "u")
        assert status(pilot).startswith("You watch this game")
        await press(pilot, "q")
        assert shown(pilot) is MenuScreen


async def test_the_clock_is_read_again_when_the_other_player_is_back() -> None:
    async with playing(hosted(TimeControl(60_000))) as pilot:
        bob = GuestSide("Bob", Meeting(JOIN, "alice", "-"))
        try:
            await both(pilot, bob, lambda: "Bob has joined." in status(pilot))
            await press(pilot, "4")
            await both(pilot, bob, lambda: bob.moves == (3,))
            bob.session.move(YELLOW, 2)
            await both(pilot, bob, lambda: moves(pilot) == "4 3")
            screen = game_of(pilot)
            assert isinstance(screen, LinkedScreen)
            link, face = screen.linked.link, screen.controller.clock_face
            assert isinstance(link, Host)
            table = link._table

            def silence() -> None:
                """Let the guest be silent for long, as the table sees it."""
                table.tick(0.0)
                for visitor in table.visitors.values():
                    visitor.heard = -AWAY_SECONDS - 1
                table.tick(0.0)

            link._order(silence)
            await until(pilot, lambda: "Bob is away." in header(pilot))
            assert (screen.session.clock_runs, bool(face._timer)) == (False, False)
            link._order(table.hear, next(iter(table.visitors)), 0.0)
            await until(pilot, lambda: "Bob is here." in header(pilot))
            assert (screen.session.clock_runs, bool(face._timer)) == (True, True)
        finally:
            bob.link.close()


async def test_leaving_a_game_says_that_the_other_waits() -> None:
    async with playing(hosted()) as pilot:
        bob = GuestSide("Bob", Meeting(JOIN, "alice", "-"))
        try:
            await both(pilot, bob, lambda: "Bob has joined." in status(pilot))
            await press(pilot, "4")
            await press(pilot, "q")
            assert shown(pilot) is ConfirmScreen
        finally:
            bob.link.close()


async def test_the_list_shows_open_games_and_joins_one(host: HostSide) -> None:
    async with running() as pilot:
        await press(pilot, "w")
        await until(pilot, lambda: shown(pilot) is TogetherScreen and "Alice" in screen_text(pilot))
        assert "7 × 6, free" in screen_text(pilot)
        await press(pilot, ["enter"])
        await both(pilot, host, lambda: shown(pilot) is LinkedScreen)
        await both(pilot, host, lambda: host.link.shared.joined)


async def test_who_leaves_comes_back_from_the_list_into_the_same_seat(host: HostSide) -> None:
    async with playing(joined()) as pilot:  # as Bob, who is not the user
        await both(pilot, host, lambda: host.link.shared.joined)
        await press(pilot, ["q", "y", "w"])
        await until(pilot, lambda: shown(pilot) is TogetherScreen and "Alice" in screen_text(pilot))
        await press(pilot, ["enter"])
        await both(pilot, host, lambda: shown(pilot) is LinkedScreen and host.link.shared.joined)
        screen = game_of(pilot)
        assert isinstance(screen, LinkedScreen)
        assert screen.linked.link.own_colour is YELLOW
        app_of(pilot).preferences.change(red_name="Zoe")
        assert not app_of(pilot).preferences.linked_name, "a name that is chosen later comes first"


async def test_a_game_opened_from_the_list_is_resumed_or_shown_without_its_host(
    tmp_path: Path, host: HostSide
) -> None:
    async with running_on(tmp_path / "games.db") as pilot:
        await press(pilot, ["w"])
        await until(pilot, lambda: "Alice" in screen_text(pilot))
        await press(pilot, ["enter"])
        await both(pilot, host, lambda: shown(pilot) is LinkedScreen and host.link.shared.joined)
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        await press(pilot, ["q", "y"])
        await until(pilot, lambda: shown(pilot) is MenuScreen)
        await until(pilot, lambda: "Resume" in screen_text(pilot))
        await press(pilot, ["r"])
        await both(pilot, host, lambda: shown(pilot) is LinkedScreen)
        await press(pilot, ["q", "y"])
        host.link.close()
        await until(pilot, lambda: "Resume" in screen_text(pilot))
        await press(pilot, ["r"])
        await until(pilot, lambda: shown(pilot) is NoticeScreen)
        await press(pilot, ["enter"])
        assert shown(pilot) is ReplayScreen


async def saved(pilot: Pilot[None], archive: HeldArchive, seconds: float = 0.0) -> None:
    """Have the archive work, and what it tells shown."""
    archive.work(seconds)
    await settled(pilot)


@pytest.mark.parametrize("again", [True, False])
async def test_a_game_that_is_deleted_meanwhile_is_kept_and_goes_on_or_is_left(
    tmp_path: Path, host: HostSide, again: bool
) -> None:
    games = Games(tmp_path / "games.sqlite3")
    archive = HeldArchive(games)
    async with playing(joined(), archive) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        await saved(pilot, archive)
        with closing(GameRepository(games.place)) as other:
            other.delete(1)
        await saved(pilot, archive, 5.0)
        assert shown(pilot) is LossScreen
        assert "This game was deleted in another window." in screen_text(pilot).replace("\n", " ")
        host.link.say("are you there?")  # the other terminal is not left
        await both(pilot, host, lambda: messages(pilot) == 1)
        assert host.link.shared.here == (True, True)
        await press(pilot, "y" if again else "m")
        await saved(pilot, archive)
        assert shown(pilot) is (LinkedScreen if again else MenuScreen)
        if again:
            await press(pilot, "3")
            await both(pilot, host, lambda: host.moves == (3, 2))
            await saved(pilot, archive)
        else:
            await both(pilot, host, lambda: not all(host.link.shared.here))
        assert games.moves() == (["43"] if again else [])


async def test_a_game_that_another_window_takes_is_taken_back_with_its_guest(
    tmp_path: Path,
) -> None:
    games = Games(tmp_path / "games.sqlite3")
    archive = HeldArchive(games)
    async with playing(hosted(), archive) as pilot:
        bob = GuestSide("Bob", Meeting(JOIN, "alice", "-"))
        try:
            await both(pilot, bob, lambda: "Bob has joined." in status(pilot))
            await press(pilot, "4")
            await saved(pilot, archive)
            await both(pilot, bob, lambda: bob.moves == (3,))
            with closing(GameRepository(games.place)) as other:
                other.open(1)
            await saved(pilot, archive, 5.0)
            assert shown(pilot) is LossScreen
            await both(pilot, bob, lambda: not bob.link.is_connected)
            bob.session.move(YELLOW, 2)
            await press(pilot, "y")
            await saved(pilot, archive)

            def goes_on() -> bool:
                if archive.waiting:
                    archive.work()
                return shown(pilot) is LinkedScreen and moves(pilot) == "4 3"

            await both(pilot, bob, goes_on)
            await both(pilot, bob, lambda: bob.link.is_connected)
            await saved(pilot, archive)
            assert games.moves() == ["43"]
        finally:
            bob.link.close()


async def test_whoever_loses_the_seat_saves_nothing_of_the_others(
    tmp_path: Path, host: HostSide
) -> None:
    games = Games(tmp_path / "games.sqlite3")
    archive = HeldArchive(games)
    async with playing(joined(), archive) as pilot:
        await both(pilot, host, lambda: host.session.match.yellow.name == "Bob")
        host.session.move(RED, 3)
        await both(pilot, host, lambda: moves(pilot) == "4")
        host.link.close()
        meeting = Meeting(HOST, "alice", "g2", user="uid:0 of another system")
        match = Setup(Person("Alice"), Remote(meeting.text, "Eve")).new_match(random.Random(1))
        again = HostSide(meeting, match)
        try:
            again.session.move(RED, 0)
            await both(pilot, again, lambda: moves(pilot) == "1")
            assert header(pilot) == "Alice is here. Eve is away. 1 spectator."
            again.link.participant.play(1, 4)
            await both(pilot, again, lambda: moves(pilot) == "1 5")
            await saved(pilot, archive)
            assert games.moves() == ["4"]
        finally:
            again.link.close()


def test_a_linked_game_is_played_on_at_one_terminal_from_an_earlier_move() -> None:
    meeting = Meeting(JOIN, "alice", "g1")
    match = Setup(Remote(meeting.text, "Alice"), Person("Bob")).new_match(random.Random(1))
    assert match.at_one_terminal.red == Person("Alice")
