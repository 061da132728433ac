"""The plain-text game saves what is played, and `p4tui resume` goes on with it."""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p4tui import paths
from p4tui.cli import start
from p4tui.core.notation import format_moves, parse_game
from p4tui.line_input import LineReader
from p4tui.options import Options
from p4tui.plain.console import Console
from p4tui.play.clock import TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from tests.plain.driving import moves, p4tui, play
from tests.unit.stored import Peer, change_rows

GO_ON = "The game is saved: p4tui resume goes on with it."
WON = "4433556"
ALICE, BOB = Person("Alice"), Person("Bob")
told = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="who has a lock is told")


@pytest.fixture
def database() -> Path:
    path = paths.games_file()
    assert path is not None
    return path


@pytest.fixture
def games(database: Path) -> Iterator[GameRepository]:
    """The user's games, as another program sees them."""
    repository = GameRepository(database)
    yield repository
    repository.close()


def played(game: SavedGame) -> str:
    return format_moves(game.match.game.played)


def test_no_test_sees_the_games_of_a_user(own_machine: Path, database: Path) -> None:
    assert database.is_relative_to(own_machine)


# Saving


def test_every_move_is_saved_before_it_is_shown(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    say = Console.say

    def watching(console: Console, text: str) -> None:
        if text.startswith("Discs left"):
            seen.append(played(games.load(1)) if games.count() else "")
        say(console, text)

    monkeypatch.setattr(Console, "say", watching)
    play("Alice", "Bob", typed="4\n3\n")
    assert seen == ["", "4", "43"]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals to hold back")
def test_ctrl_z_waits_for_the_end_of_a_save(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[set[int]] = []
    save = GameRepository.save

    def look(*arguments: Any, **options: Any) -> int:
        held.append(blocked())
        return save(*arguments, **options)

    monkeypatch.setattr(GameRepository, "save", look)
    before = blocked()
    play("Alice", "Bob", typed="4\nquit\n")
    assert held == [before | {signal.SIGTSTP}]
    assert blocked() == before


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals to hold back")
def test_ctrl_c_while_the_first_move_goes_to_the_disk_leaves_one_game(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "p4tui.storage.connections.to_disk", lambda _path: os.kill(os.getpid(), signal.SIGINT)
    )
    # A shell has what it starts in the background ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        answer = play("Alice", "Bob", typed="4\n3\n")
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert answer.status == 130
    assert answer.err == f"{GO_ON}\n"
    assert [played(game) for game in games.all_games() if isinstance(game, SavedGame)] == ["4"]


def blocked() -> set[int]:
    """The signals that have no effect for now."""
    return signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_whole_match_is_saved_with_everything_that_belongs_to_it(games: GameRepository) -> None:
    play("Alice", "Bob", "--size", "8x7", typed=moves(WON) + "new\n4\n5\nundo\nswap\n")
    first, second = games.load(1), games.load(2)
    assert (played(first), first.match.winner) == (WON, 1)
    assert (played(second), second.match.game.moves) == ("4", (3, 4))
    assert second.match.results == (2,)  # Alice has the other colour since the seats were swapped
    assert (second.match.red, second.match.yellow) == (BOB, ALICE)
    assert games.match_of(2) == 1


@pytest.mark.parametrize(
    "words", [("--red", "random", "--yellow", "random"), ("--red", "random", "Alice")]
)
def test_games_with_computers_are_saved_too(words: tuple[str, ...], games: GameRepository) -> None:
    play("--seed", "1", *words)
    assert games.load(1).match.red.level == "random"


def test_a_name_is_saved_whole_and_shown_short(games: GameRepository) -> None:
    name = "x" * 100
    answer = play(name, "Bob", typed="4\n")
    assert name not in answer.out
    assert "x" * 37 + "...: choose a column" in answer.out
    assert games.load(1).match.red.name == name


@pytest.mark.parametrize(
    "typed", ["quit\n", moves(WON) + "quit\n", "4\nresign\nquit\n", "resign\nnew\n"]
)
def test_a_game_that_is_over_or_has_no_move_is_not_said_to_be_saved(typed: str) -> None:
    answer = play("Alice", "Bob", typed=typed)
    assert "saved" not in answer.out + answer.err


def test_how_to_go_on_is_said_in_french() -> None:
    answer = play("--lang", "fr", "Alice", "Bob", typed="4\nquitter\n")
    assert answer.lines[-1] == "La partie est enregistrée : p4tui resume la reprend."


# Trouble


def test_without_a_place_for_games_play_goes_on_and_it_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paths, "games_file", lambda: None)
    answer = play("Alice", "Bob", typed="4\n3\n4\nquit\n")
    assert answer.err == "Games are not saved: this machine has no folder for data.\n"
    assert (answer.status, answer.lines[-1]) == (0, "Bob: choose a column")


def test_the_database_of_another_program_is_left_alone_and_said_once(database: Path) -> None:
    database.parent.mkdir(parents=True)
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    assert answer.err == f"Games are not saved: {database} belongs to another program.\n"
    assert GO_ON not in answer.out


def test_a_damaged_database_is_moved_aside_and_said_once(
    database: Path, games: GameRepository
) -> None:
    database.parent.mkdir(parents=True)
    database.write_bytes(b"no database at all " * 1000)
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    assert answer.err.startswith("The saved games were damaged, and none could be read: the ")
    assert answer.err.count("\n") == 1
    assert answer.lines[-1] == GO_ON
    assert played(games.load(1)) == "43"


def test_what_was_to_be_saved_later_and_never_was_is_told_at_the_end(
    database: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.storage.connections.BUSY_SECONDS", 0.0)
    games.save(Match(ALICE, BOB, parse_game("1")))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    other.close()
    assert answer.err == (
        f"Not saved yet: another program keeps {database} to itself.\n"
        "What was played could not be saved.\n"
    )
    assert games.count() == 1


def test_a_game_that_cannot_be_kept_for_a_moment_is_kept_with_the_next_move(
    database: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.storage.connections.BUSY_SECONDS", 0.0)
    games.save(Match(ALICE, BOB, parse_game("1")))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers = iter([b"4\n", b"3\n", b"2\n", b"quit\n"])

    class Source(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            line = next(answers)
            if line == b"2\n":
                other.execute("ROLLBACK")
            return line

    monkeypatch.setattr(start, "standard_input", lambda: LineReader(Source()))
    answer = play("Alice", "Bob")
    other.close()
    assert answer.err == (f"Not saved yet: another program keeps {database} to itself.\n")
    assert answer.lines[-1] == GO_ON
    assert [played(game) for game in games.all_games() if isinstance(game, SavedGame)] == [
        "1",
        "432",
    ]


# Resuming


def test_the_game_left_last_goes_on_where_it_stood(games: GameRepository) -> None:
    play("Alice", "Bob", typed="4\nquit\n")
    play("Carol", "Dave", typed=moves(WON) + "new\n1\n2\nquit\n")
    answer = p4tui("resume", typed="moves\nundo\n3\nquit\n")
    assert answer.lines[:2] == ["Red (X): Carol", "Yellow (O): Dave"]
    assert answer.lines[2] == "Score: Carol 1, Dave 0, draws 0"
    assert "Moves: 12" in answer.lines
    assert answer.lines[-1] == GO_ON
    assert played(games.load(3)) == "13"
    assert games.count() == 3


def test_a_game_goes_on_by_its_number_and_in_any_style(games: GameRepository) -> None:
    play("Alice", "Bob", typed="4\n")
    play("Carol", "Dave", typed="1\n")
    answer = p4tui("resume", "1", "--style", "spoken", typed="quit\n")
    assert "column 4: one red" in answer.lines
    assert "Bob: choose a column" in answer.lines


def test_a_new_game_of_a_resumed_match_is_one_of_that_match(games: GameRepository) -> None:
    play("Alice", "Bob", typed=moves(WON[:-1]))
    p4tui("resume", typed=moves(WON[-1]) + "new\n4\n")
    assert games.load(1).match.winner == 1
    assert (games.match_of(2), games.load(2).match.results) == (1, (1,))


def test_an_imported_game_goes_on_by_its_number_alone(games: GameRepository) -> None:
    games.add([(Match(ALICE, BOB, parse_game("4")), None)])
    assert p4tui("resume").status == 1
    answer = p4tui("resume", "1", typed="3\nquit\n")
    assert answer.lines[-1] == "The game is saved: p4tui resume 1 goes on with it."
    assert played(games.load(1)) == "43"


def test_a_game_that_others_were_played_after_goes_on_by_its_number(
    games: GameRepository,
) -> None:
    for moves_made in ("4", "3"):
        games.release(games.save(Match(ALICE, BOB, parse_game(moves_made))))
    answer = p4tui("resume", "1", typed="quit\n")
    assert answer.lines[-1] == "The game is saved: p4tui resume 1 goes on with it."
    assert p4tui("resume", "1", typed="3\nquit\n").lines[-1] == GO_ON


def test_a_game_between_computers_goes_on_by_itself(games: GameRepository) -> None:
    computers = LevelSeat("winner"), LevelSeat("random")
    games.release(games.save(Match(*computers, parse_game("4433"))))
    assert p4tui("resume", "--seed", "3").status == 0
    assert games.load(1).match.outcome is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "There is no unfinished game to go on with."),
        (("1",), "Game 1 is over: p4tui games show 1 shows it."),
        (("7",), "There is no game 7."),
        (("999999999999999999",), "There is no game 999999999999999999."),
    ],
)
def test_why_a_game_cannot_go_on_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    play("Alice", "Bob", typed=moves(WON))
    assert p4tui("resume", *words) == (1, "", f"p4tui: {sentence}\n")


@pytest.mark.parametrize("number", ["0", "-1", "x", "1" * 19, "²"])
def test_what_is_no_number_of_a_game_is_refused(number: str) -> None:
    answer = p4tui("resume", "--", number)
    assert answer.status == 2
    assert "is not the number of a game" in answer.err


def test_a_game_that_another_program_plays_is_refused(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.release(games.save(Match(ALICE, BOB, parse_game("4"))))
    monkeypatch.setattr("p4tui.storage.claims.Claims._lock", lambda _claims, byte: byte == 0)
    assert p4tui("resume", "1").err == "p4tui: Game 1 is being played elsewhere.\n"
    assert p4tui("resume", "1", "--take-over").err == "p4tui: Game 1 is being played elsewhere.\n"
    assert p4tui("resume") == (
        1,
        "",
        "p4tui: Game 1 (Alice - Bob, move 1) is being played elsewhere: p4tui resume N goes on with another game.\n",
    )


BUSY = "Game 2 (Alice - Bob, move 4) is being played in another terminal"
LEFT_THERE = (
    f"p4tui: {BUSY}: p4tui resume 2 --take-over ends it there and goes on here,"
    " p4tui resume N goes on with another game.\n"
)


@pytest.fixture
def peer(games: GameRepository, database: Path) -> Iterator[Peer]:
    """Another program that plays game 2; game 1 was left before."""
    games.release(games.save(Match(ALICE, BOB, parse_game("4"))))
    with Peer(database) as peer:
        assert peer("play", "4453") == "2"
        yield peer


@told
@pytest.mark.parametrize("number", [(), ("2",)])
@pytest.mark.parametrize("typed", ["", "n\n", "\n", "x\n"])
def test_a_game_stays_where_it_is_played_unless_the_answer_is_yes(
    peer: Peer, number: tuple[str, ...], typed: str
) -> None:
    """No older game is gone on with in its place."""
    assert p4tui("resume", *number) == (1, "", LEFT_THERE)
    answer = p4tui("resume", "--plain", *number, typed=typed, terminal=True)
    question = f"{BUSY}. End it there and go on here? [y/N] "
    assert answer == (1, question, LEFT_THERE)
    assert peer.process.poll() is None


@told
@pytest.mark.parametrize("yes", ["y\n", "Oui\n"])
def test_a_game_is_taken_over_after_a_yes(peer: Peer, games: GameRepository, yes: str) -> None:
    answer = p4tui("resume", "--plain", typed=f"{yes}1\nquit\n", terminal=True)
    assert answer.status == 0
    assert peer.process.wait(60) == -signal.SIGHUP
    assert played(games.load(2)) == "44531"


@told
@pytest.mark.parametrize("number", [(), ("2",)])
def test_a_game_is_taken_over_without_a_question(
    peer: Peer, games: GameRepository, number: tuple[str, ...]
) -> None:
    answer = p4tui("resume", "--take-over", *number, typed="1\nquit\n")
    assert (answer.status, answer.err) == (0, "")
    assert peer.process.wait(60) == -signal.SIGHUP
    assert played(games.load(2)) == "44531"


@told
def test_a_program_that_does_not_end_keeps_its_game(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.storage.claims.ask_to_end", lambda _process: False)
    assert p4tui("resume", "--take-over") == (
        1,
        "",
        "p4tui: Game 2 (Alice - Bob, move 4) could not be ended in the other terminal.\n",
    )
    assert peer.process.poll() is None


def test_a_game_that_cannot_be_read_is_passed_over(games: GameRepository, database: Path) -> None:
    for columns in ("4", "45"):
        games.release(games.save(Match(ALICE, BOB, parse_game(columns))))
    change_rows(database, "UPDATE games SET moves = 'zz' WHERE id = 2")
    assert p4tui("resume", typed="1\nquit\n").status == 0
    assert played(games.load(1)) == "41"


def test_what_is_no_game_any_more_is_refused(database: Path) -> None:
    play("Alice", "Bob", typed="4\n")
    connection = sqlite3.connect(database)
    connection.execute("UPDATE games SET moves = '9'")
    connection.commit()
    connection.close()
    for words in (("resume", "1"), ("resume",)):
        assert p4tui(*words) == (1, "", "p4tui: What is kept of game 1 cannot be read.\n")


def test_games_that_cannot_be_read_are_said_in_a_sentence(database: Path) -> None:
    database.mkdir(parents=True)
    answer = p4tui("resume")
    assert (answer.status, answer.out, answer.err.count("\n")) == (1, "", 1)
    assert answer.err.startswith("p4tui: Games are not saved: ")


def test_a_person_called_resume_goes_after_play() -> None:
    assert "Resume: choose a column" in p4tui("play", "Resume", "Games").out
    assert "resume: choose a column" in p4tui("play", "resume", "stats").out


def test_a_terminal_gets_the_full_screen_game(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("Alice", "Bob", typed="4\n")
    calls: list[tuple[Options, SavedGame, GameRepository]] = []

    def run(
        setup: None,
        options: Options,
        _settings: object,
        *,
        resume: SavedGame,
        games: GameRepository,
    ) -> int:
        calls.append((options, resume, games))
        return 7

    monkeypatch.setattr(start, "has_terminal", lambda: True)
    monkeypatch.setattr("p4tui.tui.app.run", run)
    assert p4tui("resume", "--cursor", "cell", "--seed", "5").status == 7
    ((options, resumed, given),) = calls
    assert (options.cursor, options.seed, played(resumed)) == ("cell", 5, "4")
    assert isinstance(given, GameRepository)


def test_ctrl_c_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter([b"4\n"])

    class Source(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            for line in lines:
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr(start, "standard_input", lambda: LineReader(Source()))
    answer = play("Alice", "Bob")
    assert (answer.status, answer.err) == (130, f"{GO_ON}\n")


def test_a_game_with_a_clock_goes_on_with_its_times(games: GameRepository) -> None:
    play("Alice", "Bob", "--clock", "5+3", typed="4\n3\nquit\n")
    game = games.load(1)
    assert game.match.clock is not None
    assert game.match.clock.control == TimeControl(300_000, 3000)
    left = game.match.clock.times
    p4tui("resume", typed="5\nquit\n")
    clock = games.load(1).match.clock
    assert clock is not None
    assert clock.times[: len(left)] == left
    assert (clock.begin, len(clock.times)) == (0, 4)
