"""Plain-text games between two terminals, both in this process: lines through pipes, answers awaited one by one."""

from __future__ import annotations

import io
import os
import random
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.link import places
from p4tui.link.host import Host
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.opening import join_game, open_game, resume_game
from p4tui.plain.console import Console
from p4tui.plain.game import DONE, ENDED_EARLY, NO_INPUT
from p4tui.plain.line_input import LineReader
from p4tui.plain.linked_game import LinkedPlainGame
from p4tui.plain.saving import Saving
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from tests.unit.link_sides import SECONDS


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    monkeypatch.setattr("p4tui.link.guest.PAUSES", (0.01,))


class Page(io.StringIO):
    """A text that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.grew = threading.Condition()

    def write(self, text: str) -> int:
        with self.grew:
            count = super().write(text)
            self.grew.notify_all()
        return count


class Player:
    """A plain-text game in a thread, whose lines come through a pipe or a terminal."""

    def __init__(
        self,
        where: str,
        name: str,
        *,
        role: str = JOIN,
        plays: bool = True,
        typed: bool = False,
        database: Path | None = None,
        resumed: int | None = None,
    ) -> None:
        """Open a game, join one, or come back to a saved one."""
        self.page = Page()
        self._read = 0
        self._typed = typed
        if typed:
            self._keys, end = os.openpty()
        else:
            end, self._keys = os.pipe()
        self._source = os.fdopen(end, "rb", buffering=0)
        self.console = console = Console(LineReader(self._source), self.page, self.page)
        meeting = Meeting(role, where, "g1")
        archive = None if database is None else Archive(lambda: GameRepository(database))
        opened = None
        if archive is not None and resumed is not None:
            opened = archive.request(lambda games: games.open(resumed)).result()
            linked = resume_game(opened, lambda _game: None)
        elif role == HOST:
            match = Setup(Person(name), Remote(meeting.text)).new_match(random.Random(1))
            linked = open_game(match, meeting)
        else:
            linked = join_game(name, meeting, lambda _game: None, plays=plays)
        self.link = linked.link
        self.archive = archive
        saving = None if archive is None else Saving(archive, console.complain, opened)
        rng = random.Random(1)
        game = LinkedPlainGame(linked.match, self.link, rng, "exercise-a", console, saving)
        self.status: int | None = None
        self._thread = threading.Thread(
            target=lambda: setattr(self, "status", game.run()), daemon=True
        )
        self._thread.start()

    def type(self, *lines: str) -> None:
        os.write(self._keys, "".join(f"{line}\n" for line in lines).encode())

    def hang_up(self) -> None:
        """End the input."""
        if self._keys >= 0:
            os.close(self._keys)
            self._keys = -1

    def hears(self, text: str) -> None:
        """Wait for a text, after the last one that was waited for."""
        with self.page.grew:
            found = self.page.grew.wait_for(
                lambda: text in self.page.getvalue()[self._read :], SECONDS
            )
            whole = self.page.getvalue()
            assert found, f"{text!r} never came: {whole}"
            self._read = whole.index(text, self._read) + len(text)

    def ends(self) -> int | None:
        """End the input, of a terminal after `quit`; return the exit status."""
        if self._typed:
            self._thread.join(SECONDS)
        self.hang_up()
        self._thread.join(SECONDS)
        assert not self._thread.is_alive(), self.page.getvalue()
        if self.archive is not None:
            self.archive.close(SECONDS)
        self.link.close()
        self._source.close()
        return self.status


@pytest.fixture
def two() -> Iterator[tuple[Player, Player]]:
    """Alice, who plays red and has opened a game, and Bob, who has joined it; both at terminals."""
    alice = Player("alice", "Alice", role=HOST, typed=True)
    bob = Player("alice", "Bob", typed=True)
    alice.hears("Bob has joined.")
    yield alice, bob
    for player in (alice, bob):
        if player.status is None:
            player.type("quit")
        player.ends()


def test_moves_from_pipes_wait_for_their_turn() -> None:
    alice = Player("alice", "Alice", role=HOST)
    alice.hears("p4tui join alice")
    alice.type("1", "1", "1", "1")
    carol = Player("alice", "Carol", plays=False)
    bob = Player("alice", "Bob")
    bob.type("2", "say well played", "2", "2")
    for player in (alice, bob, carol):
        player.hears("Alice has won")
    assert [player.ends() for player in (bob, carol, alice)] == [DONE, DONE, DONE]
    assert 'Bob says: "well played"' in alice.page.getvalue()
    assert 'Bob says: "well played"' in carol.page.getvalue()
    assert "Bob says" not in bob.page.getvalue()
    assert "not your turn" not in alice.page.getvalue() + bob.page.getvalue()


def test_a_message_is_typed_and_heard_whosever_turn_it_is(two: tuple[Player, Player]) -> None:
    alice, bob = two
    bob.hears("Alice is to move")
    bob.type("/are you \x1b[31mthere?")
    alice.hears('Bob says: "are you [31mthere?"')
    alice.type("mute")
    alice.hears("Messages are hidden.")
    bob.type("say again", "who")
    bob.hears("Alice is here.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    bob.type("4")
    alice.hears("Bob plays column 4")
    assert 'Bob says: "again"' not in alice.page.getvalue()


def test_a_move_out_of_turn_is_refused(two: tuple[Player, Player]) -> None:
    _alice, bob = two
    bob.type("4")
    bob.hears("It is not your turn")


def test_both_agree_on_what_changes_the_game(two: tuple[Player, Player]) -> None:
    alice, bob = two
    alice.type("undo")
    alice.hears("Nothing to undo")
    alice.type("4", "undo")
    alice.hears("Bob is asked.")
    bob.hears("Alice asks to take back a move.")
    bob.hears("Bob: choose a column")
    bob.hears("Type yes or no.")
    bob.type("no")
    bob.hears("You have refused.")
    alice.hears("Your request was refused.")
    alice.type("undo")
    bob.hears("Type yes or no.")
    bob.type("yes")
    alice.hears("1 move was taken back.")
    bob.hears("1 move was taken back.")
    alice.type("swap")
    bob.hears("Type yes or no.")
    bob.type("yes")
    bob.hears("Red (X): Bob")
    alice.hears("Red (X): Bob")
    bob.type("4")
    alice.hears("Bob plays column 4")
    bob.type("draw")
    alice.hears("Bob offers a draw.")
    alice.type("yes")
    bob.hears("The players agreed on a draw.")
    alice.hears("The players agreed on a draw.")
    alice.type("new")
    bob.hears("Alice asks for another game.")
    bob.type("new")
    bob.hears("A new game begins.")
    alice.hears("A new game begins.")
    bob.type("resign")
    alice.hears("Bob has resigned.")
    bob.hears("Bob has resigned.")


def test_hints_are_agreed_on_and_told(two: tuple[Player, Player]) -> None:
    alice, bob = two
    alice.type("scores")
    alice.hears("The players have not agreed on hints")
    alice.type("hint")
    bob.hears("Alice asks to allow hints to both players.")
    bob.type("yes")
    alice.hears("Hints are allowed.")
    alice.type("hint random")
    alice.hears("olumn")
    bob.hears("Alice has taken a hint.")
    alice.type("level expert", "mistakes")
    alice.hears("That is not for a game with another terminal.")
    alice.hears("That is for after the game.")


def test_a_spectator_plays_no_part(two: tuple[Player, Player]) -> None:
    alice, _bob = two
    carol = Player("alice", "Carol", plays=False)
    carol.type("4", "undo", "hint", "who", "say good luck")
    for _ in range(3):  # at the start, after a move and after a request
        carol.hears("You are watching this game.")
    carol.hears("The players have not agreed on hints.")
    carol.hears("Alice is here. Bob is here. 1 spectator.")
    alice.hears('Carol says: "good luck"')
    carol.type("quit")
    assert carol.ends() == DONE


def test_who_finds_the_seat_taken_is_told_so(two: tuple[Player, Player]) -> None:
    alice, _bob = two
    mallory = Player("alice", "Mallory", typed=True)
    mallory.hears("You are watching this game.")
    alice.type("say hello")
    mallory.hears('Alice says: "hello"')
    late = Player("alice", "Late", typed=True)
    late.hears('Alice says: "hello"')
    late.hears("Alice is to move")
    for each in (mallory, late):
        each.type("quit")
        assert each.ends() == DONE


def test_the_help_has_no_line_twice(two: tuple[Player, Player]) -> None:
    _alice, bob = two
    bob.type("help")
    bob.hears("help: this list")
    lines = bob.page.getvalue().splitlines()
    assert lines.count("line COLUMN ROW: the longest line through a cell") == 1
    assert "moves: list the moves; clock: the time left" in lines


def test_another_game_is_for_the_players_to_ask_for(two: tuple[Player, Player]) -> None:
    alice, bob = two
    carol = Player("alice", "Carol", plays=False, typed=True)
    carol.hears("Alice is to move")
    for player in (alice, bob, carol):
        player.console.interactive = True
    alice.type("resign")
    for player in (alice, bob):
        player.hears("new for another game")
    carol.hears("Type review to see what the moves were worth, quit to leave.")
    carol.type("quit")
    assert carol.ends() == DONE


def test_an_answer_through_a_pipe_is_taken_and_a_move_waits() -> None:
    alice = Player("alice", "Alice", role=HOST, typed=True)
    bob = Player("alice", "Bob")
    alice.hears("Bob has joined.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    bob.type("4")
    alice.hears("Bob plays column 4")
    alice.type("draw")
    bob.hears("Type yes or no.")
    bob.type("no", "5")
    alice.hears("Your request was refused.")
    alice.type("3")
    alice.hears("Bob plays column 5")
    alice.type("quit")
    assert alice.ends() == DONE
    bob.hears("The host has left the game.")
    bob.hears("p4tui waits until the game is opened again.")
    bob.type("quit")
    again = Player("alice", "Alice", role=HOST, typed=True)
    bob.hears("Alice is to move")
    again.type("quit")
    again.ends()
    bob.link.close()


def test_both_sides_come_back_to_their_saved_games(tmp_path: Path) -> None:
    hers, his = tmp_path / "alice.sqlite3", tmp_path / "bob.sqlite3"
    alice = Player("alice", "Alice", role=HOST, database=hers)
    bob = Player("alice", "Bob", database=his, typed=True)
    alice.hears("Bob has joined.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    bob.type("5")
    alice.hears("Bob plays column 5")
    assert alice.ends() == ENDED_EARLY
    alice.hears("The game is saved: p4tui resume")
    bob.hears("The host has left the game.")
    bob.type("quit")
    assert bob.ends() == DONE
    bob.hears("The game is saved: p4tui resume")
    alice = Player("", "Alice", database=hers, resumed=1)
    assert isinstance(alice.link, Host)
    alice.hears("p4tui join alice")
    bob = Player("", "Bob", database=his, resumed=1, typed=True)
    alice.hears("Bob is back.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    bob.type("resign")
    alice.hears("Bob has resigned.")
    assert alice.ends() == DONE
    bob.hears("Alice has won")
    bob.type("quit")
    assert bob.ends() == DONE
    for path in (hers, his):
        with closing(GameRepository(path)) as games:
            (number,) = (each.number for each in games.summaries())
            assert games.load(number).match.game.played == (3, 4, 3)
            assert {(each.name, each.total.wins) for each in games.statistics()} == {
                ("Alice", 1),
                ("Bob", 0),
            }


def test_a_game_that_is_deleted_meanwhile_is_kept_and_goes_on(tmp_path: Path) -> None:
    hers = tmp_path / "alice.sqlite3"
    alice = Player("alice", "Alice", role=HOST, database=hers, typed=True)
    bob = Player("alice", "Bob", typed=True)
    alice.hears("Bob has joined.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    assert alice.archive is not None
    alice.archive.request(lambda games: games.unfinished(limit=1)).result(SECONDS)
    with closing(GameRepository(hers)) as games:
        games.delete(1)
    bob.type("5")
    alice.hears("This game was deleted in another window.")
    alice.type("4")
    alice.hears("keep")
    alice.type("keep", "4")
    bob.hears("Alice plays column 4")
    for player in (bob, alice):
        player.type("quit")
        assert player.ends() == DONE
    with closing(GameRepository(hers)) as games:
        (number,) = (each.number for each in games.summaries())
        assert games.load(number).match.game.played == (3, 4, 3)


def test_a_guest_who_comes_back_saves_what_was_played_meanwhile(tmp_path: Path) -> None:
    his = tmp_path / "bob.sqlite3"
    alice = Player("alice", "Alice", role=HOST, typed=True)
    bob = Player("alice", "Bob", database=his, typed=True)
    alice.hears("Bob has joined.")
    alice.type("4")
    bob.hears("Alice plays column 4")
    bob.type("5")
    alice.hears("Bob plays column 5")
    bob.type("quit")
    assert bob.ends() == DONE
    alice.type("4")
    alice.hears("Bob is to move")
    bob = Player("", "Bob", database=his, resumed=1, typed=True)
    bob.hears("Alice is here.")
    for player in (bob, alice):
        player.type("quit")
        assert player.ends() == DONE
    with closing(GameRepository(his)) as games:
        assert games.load(1).match.game.played == (3, 4, 3)


def test_another_window_takes_the_place_of_a_guest() -> None:
    alice = Player("alice", "Alice", role=HOST, typed=True)
    first = Player("alice", "Bob", typed=True)
    alice.hears("Bob has joined.")
    second = Player("alice", "Bob", typed=True)
    first.hears("You have joined this game from another window.")
    assert first.ends() == ENDED_EARLY
    alice.type("4")
    second.hears("Alice plays column 4")
    for player in (second, alice):
        player.type("quit")
        assert player.ends() == DONE


def test_a_lost_terminal_ends_the_game_whosever_turn_it_is(two: tuple[Player, Player]) -> None:
    alice, bob = two
    bob.hears("Alice is to move")
    bob.hang_up()
    assert bob.ends() == NO_INPUT
    alice.hears("Bob is away.")


def test_a_host_without_lines_says_so() -> None:
    alice = Player("alice", "Alice", role=HOST)
    assert alice.ends() == NO_INPUT
    assert "The input ended before any move" in alice.page.getvalue()
