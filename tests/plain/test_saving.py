"""The plain-text game saves what is played, and `p4tui resume` goes on with it."""

from __future__ import annotations

import contextlib
import io
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from p4tui import paths
from p4tui.cli import streams
from p4tui.cli.play import start
from p4tui.core.notation import format_moves, parse_game
from p4tui.options import Options
from p4tui.plain.console import Console
from p4tui.plain.line_input import LineReader
from p4tui.plain.saving import Saving
from p4tui.play.clock import TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage import connections
from p4tui.storage.archive import Archive
from p4tui.storage.errors import GameTakenError, StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.records import SavedGame
from p4tui.words.errors import storage_sentence
from tests.plain.driving import Answer, moves, p4tui, play

GO_ON = "The game is saved: p4tui resume --plain continues it."
WORKS = "Games are saved again."
WON = "4433556"
ALICE, BOB = Person("Alice"), Person("Bob")


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


class Slow(GameRepository):
    """A repository whose saves wait until a test lets them go on."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path)
        self.may_save = threading.Event()

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        assert self.may_save.wait(60)
        return super().save(match, owned, by_player=by_player)


def test_a_move_is_shown_before_it_is_saved_and_saved_by_the_end(
    games: GameRepository, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(database)
    monkeypatch.setattr(start, "users_archive", lambda: Archive(lambda: slow))
    seen: list[int] = []
    say = Console.say

    def watching(console: Console, text: str) -> None:
        say(console, text)
        if text.startswith("Discs left"):
            seen.append(games.count())
        if len(seen) == 3:
            slow.may_save.set()

    monkeypatch.setattr(Console, "say", watching)
    answer = play("Alice", "Bob", typed="4\n3\n")
    assert seen == [0, 0, 0]
    assert answer.status == 1
    assert answer.err == f"The input ended before the game did. {GO_ON}\n"
    assert played(games.load(1)) == "43"


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_the_game_waits_for_the_last_save(
    name: str, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)
    lines = iter([b"4\n", b"3\n"])

    class Source(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            for line in lines:
                return line
            signal.raise_signal(number)
            return b""

    reader = LineReader(Source())
    monkeypatch.setattr(streams, "standard_input", lambda: reader)
    try:
        answer = play("Alice", "Bob")
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert answer.status == 128 + number
    assert played(games.load(1)) == "43"


def test_a_whole_match_is_saved_with_everything_that_belongs_to_it(games: GameRepository) -> None:
    play("Alice", "Bob", "--size", "8x7", typed=moves(WON) + "new\n4\n5\nundo\nswap\n")
    first, second = games.load(1), games.load(2)
    assert (played(first), first.match.winner) == (WON, 1)
    assert (played(second), second.match.game.moves) == ("4", (3, 4))
    assert second.match.results == (2,)  # Alice has the other colour since the seats were swapped
    assert (second.match.red, second.match.yellow) == (BOB, ALICE)


@pytest.mark.parametrize(
    "words", [("--red", "random", "--yellow", "random"), ("--red", "random", "Alice")]
)
def test_games_with_computers_are_saved_too(words: tuple[str, ...], games: GameRepository) -> None:
    play("--seed", "1", *words)
    assert games.load(1).match.red == LevelSeat("random")


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
    assert answer.lines[-1] == "La partie est enregistrée : p4tui resume --plain la reprend."


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
    sentence = f"Games are not saved: {database} belongs to another program."
    assert answer.err.splitlines()[-3:] == [
        "The last moves could not be saved.",
        sentence,
        "The whole game: 43",
    ]
    assert answer.err.count(sentence) <= 2
    assert answer.status == 1
    assert GO_ON not in answer.out


@pytest.mark.parametrize("moves", ["43", WON], ids=["left", "finished"])
def test_a_damaged_database_is_moved_aside_and_said_once(
    moves: str, database: Path, games: GameRepository
) -> None:
    database.parent.mkdir(parents=True)
    database.write_bytes(b"no database at all " * 1000)
    answer = play("Alice", "Bob", typed="".join(f"{each}\n" for each in moves))
    said = "The saved games were damaged, and there was no backup. The damaged file was moved to "
    assert answer.err.count(said) == 1
    assert answer.status == (0 if moves == WON else 1)
    assert played(games.load(1)) == moves


class Troubled(GameRepository):
    """A repository that cannot be saved in at some moments.

    Attributes:
        problem: what keeps it from saving now, or None.
    """

    problem: StorageProblem | None = None

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        if self.problem is not None:
            raise StorageError(self.problem, self.path)
        return super().save(match, owned, by_player=by_player)


class Program:
    """The plain game with a repository of the test, driven line by line.

    Attributes:
        games: the repository.
        archive: with its thread.
        err: what was complained of.
    """

    def __init__(self, games: GameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games = games
        self.archive = Archive(lambda: games)
        self._patch = monkeypatch
        # The archive looks whose the game is whenever it has done something, not only every few seconds.
        monkeypatch.setattr("p4tui.storage.archive.CHECK_SECONDS", 0.0)

    def play(self, *lines: str | Callable[[], object], words: Sequence[str] = ()) -> Answer:
        """Play lines; whatever else stands between them is done when all before it is saved, or was tried to."""
        left = iter([*lines, ""])

        def readline(_size: int = -1) -> bytes:
            for line in left:
                # Twice: what was done before the second time, was looked at.
                assert self.archive.settle(60)
                assert self.archive.settle(60)
                if isinstance(line, str):
                    return line.encode() + b"\n" * bool(line)
                line()
            return b""

        class Source(io.BytesIO):
            def read(self, _size: int | None = -1) -> bytes:
                return readline()

        reader = LineReader(Source())
        self._patch.setattr(streams, "standard_input", lambda: reader)
        self._patch.setattr(start, "users_archive", lambda: self.archive)
        return p4tui(*words) if words else play("Alice", "Bob")


@pytest.mark.parametrize("problem", [StorageProblem.FULL, StorageProblem.READ_ONLY])
def test_each_time_saving_begins_to_fail_is_said_once_and_that_it_works_again(
    problem: StorageProblem, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Troubled(database)
    program = Program(games, monkeypatch)

    def fails() -> None:
        games.problem = problem

    def works() -> None:
        games.problem = None

    answer = program.play(
        *("4", fails, "4", "4", "4", works, "3", "board", fails, "3", works, "3", "quit")
    )
    trouble = storage_sentence(StorageError(problem, database))
    assert answer.err.splitlines() == [trouble, WORKS, trouble, WORKS]
    assert (answer.status, answer.lines[-1]) == (0, GO_ON)


@pytest.mark.parametrize("end", ["quit", ""], ids=["quit", "end of the input"])
def test_what_could_not_be_saved_at_the_end_is_told_with_its_moves_and_status_1(
    end: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Troubled(database)
    games.problem = StorageProblem.FULL
    answer = Program(games, monkeypatch).play("4", "3", "2", end)
    trouble = storage_sentence(StorageError(StorageProblem.FULL, database))
    told = [trouble, "The last moves could not be saved.", trouble, "The whole game: 432"]
    assert answer.err.splitlines()[:4] == told
    assert answer.status == 1
    assert GO_ON not in answer.out + answer.err


def test_moves_seen_are_told_where_another_program_keeps_the_database_to_itself(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.plain.saving.CLOSING_SECONDS", 0.0)
    games = Troubled(database)
    games.problem = StorageProblem.BUSY
    answer = Program(games, monkeypatch).play("4", "3", "quit")
    busy = f"Not saved yet: another program has locked {database}."
    assert answer.err.splitlines() == [
        busy,
        "The last moves could not be saved.",
        busy,
        "The whole game: 43",
    ]
    assert answer.status == 1


def test_a_game_that_cannot_be_saved_for_a_moment_is_saved_with_the_next_move(
    database: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.0)
    games.save(Match(ALICE, BOB, parse_game("1")), Ownership())
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    program = Program(GameRepository(database), monkeypatch)
    answer = program.play("4", "3", lambda: other.execute("ROLLBACK"), "2", "quit")
    other.close()
    busy = f"Not saved yet: another program has locked {database}."
    assert answer.err.splitlines() == [busy, WORKS]
    assert answer.lines[-1] == GO_ON
    assert [played(game) for game in games.all_games() if isinstance(game, SavedGame)] == [
        "1",
        "432",
    ]


# A disk that is slow, or hangs


class Hung(Archive):
    """An archive whose thread hangs, for as long as a test wants, and a program that waits without waiting.

    Attributes:
        waited: for how many seconds the program was to wait.
        interrupted: whether Ctrl+C comes while it waits.
    """

    def __init__(self, games: Slow, ends: float | None = None) -> None:
        super().__init__(lambda: games)
        self._slow = games
        self.waited: list[float] = []
        self.interrupted = False
        self._ends = ends

    def wait_closed(self, seconds: float) -> bool:
        if not seconds:
            return (
                self._ends is not None
                and self._ends <= sum(self.waited)
                and super().wait_closed(60)
            )
        self.waited.append(seconds)
        if self.interrupted and len(self.waited) == 2:
            raise KeyboardInterrupt
        if self._ends is not None and self._ends <= sum(self.waited):
            self._slow.may_save.set()
        return self.wait_closed(0)


@pytest.fixture
def hung(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hung]]:
    """Have the program save on a disk that hangs, or answers after so many seconds."""
    made: list[Slow] = []

    def hang(ends: float | None = None) -> Hung:
        slow = Slow(database)
        made.append(slow)
        archive = Hung(slow, ends)
        monkeypatch.setattr(start, "users_archive", lambda: archive)
        return archive

    yield hang
    for slow in made:
        slow.may_save.set()


def test_a_slow_save_at_the_end_is_waited_for_and_said(
    hung: Callable[..., Hung], games: GameRepository
) -> None:
    archive = hung(ends=5.0)
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    assert archive.waited == [0.5, 6.5]
    assert answer.err == "Saving...\n"
    assert (answer.status, answer.lines[-1]) == (0, GO_ON)
    assert played(games.load(1)) == "43"


def test_of_a_save_that_takes_less_than_half_a_second_nothing_is_said(
    hung: Callable[..., Hung],
) -> None:
    archive = hung(ends=0.4)
    answer = play("Alice", "Bob", typed="4\nquit\n")
    assert archive.waited == [0.5]
    assert (answer.status, answer.err) == (0, "")


def test_a_disk_that_hangs_is_waited_for_seven_seconds_and_the_moves_are_told(
    hung: Callable[..., Hung],
) -> None:
    archive = hung()
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    assert archive.waited == [0.5, 6.5]
    assert answer.err.splitlines() == [
        "Saving...",
        "The last moves could not be saved.",
        "The whole game: 43",
    ]
    assert answer.status == 1
    assert GO_ON not in answer.out


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_while_it_saves_ends_no_waiting(
    name: str, hung: Callable[..., Hung], games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = hung(ends=5.0)
    closed = archive.wait_closed
    before = signal.signal(getattr(signal, name), signal.SIG_DFL)

    def interrupted(seconds: float) -> bool:
        if seconds:
            signal.raise_signal(getattr(signal, name))
        return closed(seconds)

    monkeypatch.setattr(archive, "wait_closed", interrupted)
    try:
        answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    finally:
        signal.signal(getattr(signal, name), before)
    assert (answer.status, answer.err) == (0, "Saving...\n")
    assert played(games.load(1)) == "43"


def test_ctrl_c_while_it_saves_ends_at_once_with_status_1(hung: Callable[..., Hung]) -> None:
    archive = hung()
    archive.interrupted = True
    answer = play("Alice", "Bob", typed="4\n3\nquit\n")
    assert answer.err.splitlines() == [
        "Saving...",
        "The last moves could not be saved.",
        "The whole game: 43",
    ]
    assert answer.status == 1


@pytest.mark.parametrize("status", [0, 7, 130])
def test_nothing_ends_well_that_could_not_be_saved(status: int, hung: Callable[..., Hung]) -> None:
    """Whichever front end it is, and however it ends."""
    archive = hung()
    said: list[str] = []

    def front_end() -> int:
        archive.save(Ownership(), Match(ALICE, BOB, parse_game("44")))
        archive.save(Ownership(), Match(ALICE, BOB, parse_game("1")))
        if status == 130:
            raise KeyboardInterrupt
        return status

    assert start.play_saved(front_end, archive, said.append) == 1
    assert said[-2:] == ["The whole game: 44", "The whole game: 1"]


@pytest.mark.parametrize("status", [0, 7, 130])
def test_the_status_of_a_game_that_was_saved_is_its_own(
    status: int, games: GameRepository, database: Path
) -> None:
    archive = Archive(lambda: GameRepository(database))

    def front_end() -> int:
        archive.save(Ownership(), Match(ALICE, BOB, parse_game("44")))
        if status == 130:
            raise KeyboardInterrupt
        return status

    assert start.play_saved(front_end, archive, pytest.fail) == status
    assert played(games.load(1)) == "44"


def test_a_front_end_that_fails_has_its_game_saved(games: GameRepository, database: Path) -> None:
    archive = Archive(lambda: GameRepository(database))

    def front_end() -> int:
        archive.save(Ownership(), Match(ALICE, BOB, parse_game("44")))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        start.play_saved(front_end, archive, pytest.fail)
    assert played(games.load(1)) == "44"


# Other windows


@pytest.fixture
def program(database: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The plain game, its saves on the disk before the next line is read."""
    return Program(GameRepository(database), monkeypatch)


@pytest.fixture
def other(games: GameRepository) -> Callable[[str], Callable[[], None]]:
    """Another window: it takes game 1 over and plays columns there."""

    def plays(columns: str) -> Callable[[], None]:
        def take_over() -> None:
            opened = games.open(1)
            match = opened.saved.match
            for column in columns:
                match = match.with_game(match.game.play(int(column) - 1))
            games.save(match, opened.ownership)

        return take_over

    return plays


Other = Callable[[str], Callable[[], None]]
TAKEN = "This game is now played in another window."
CHOICES = "Type resume to resume it here, or quit."


def test_a_game_that_another_window_plays_takes_no_moves_here(
    program: Program, other: Other, games: GameRepository
) -> None:
    typed = ("5", "undo", "hint", "resign", "new", "level random red", "quit")
    answer = program.play("4", "3", other("1"), *typed)
    assert (answer.status, answer.err) == (0, f"{TAKEN}\n")
    assert answer.lines.count(CHOICES) == len(typed) - 1
    assert GO_ON not in answer.out
    assert played(games.load(1)) == "431"
    assert games.count() == 1


def test_a_move_made_before_the_take_over_was_seen_is_saved_as_a_game_of_its_own(
    program: Program, other: Other, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p4tui.storage.archive.CHECK_SECONDS", 3600.0)
    answer = program.play("4", "3", other("1"), "5", "6", "quit")
    assert answer.err == f"{TAKEN} Your moves here are saved as game 2.\n"
    assert CHOICES in answer.lines
    assert (played(games.load(1)), played(games.load(2))) == ("431", "435")


def test_what_can_be_looked_at_is_still_shown_after_a_take_over(
    program: Program, other: Other
) -> None:
    answer = program.play("4", other("3"), "clock", "moves", "board", "help", "quit")
    assert answer.err == f"{TAKEN}\n"
    assert answer.lines.count(CHOICES) == 4
    assert "Moves: 4" in answer.lines


def test_resume_takes_a_game_back_as_it_stands_there(
    program: Program, other: Other, games: GameRepository
) -> None:
    answer = program.play(
        *("4", other("321"), "board", "resume", "moves", "5", "undo", "undo", "redo", "quit")
    )
    assert "Moves: 4321" in answer.lines
    assert (answer.err, answer.lines[-1]) == (f"{TAKEN}\n", GO_ON)
    game = games.load(1).match.game
    assert format_moves(game.played) == "4321"
    assert game.can_redo
    assert games.count() == 1


def test_resume_takes_back_what_can_be_made_again_and_the_clock(
    program: Program, games: GameRepository
) -> None:
    def take_over() -> None:
        opened = games.open(1)
        match = opened.saved.match.with_game(opened.saved.match.game.undo())
        assert match.clock is not None
        games.save(replace(match, clock=replace(match.clock, spent=42_000)), opened.ownership)

    words = ("play", "--plain", "--clock", "5", "Alice", "Bob")
    answer = program.play("4", "3", take_over, "board", "resume", "clock", "redo", words=words)
    times = [line for line in answer.lines if line.startswith("Time left")]
    assert times[0].startswith("Time left: Alice 5:00, Bob 4:1")
    assert played(games.load(1)) == "43"


def test_two_windows_can_take_a_game_from_each_other_again_and_again(
    program: Program, other: Other, games: GameRepository
) -> None:
    answer = program.play(
        *("4", other("3"), "resume", "resume", "5", other("1"), "7", "resume", "2", "quit")
    )
    assert answer.err.splitlines() == [TAKEN, TAKEN]
    assert played(games.load(1)) == "43512"
    assert games.count() == 1


def test_a_game_that_is_played_here_need_not_be_taken_back(program: Program) -> None:
    answer = program.play("4", "resume", "keep", "quit")
    assert "You are already playing this game here." in answer.lines
    assert "This game was not deleted." in answer.lines
    assert answer.lines[-2:] == ["Bob: choose a column", GO_ON]


def test_that_the_game_before_this_one_was_taken_over_concerns_nobody(
    program: Program, other: Other, games: GameRepository
) -> None:
    answer = program.play(*WON, "new", "1", other(""), "2", "quit")
    assert answer.err == ""
    assert played(games.load(2)) == "12"


def test_a_deleted_game_is_kept_as_a_new_one(program: Program, games: GameRepository) -> None:
    answer = program.play("4", "3", lambda: games.delete(1), "5", "keep", "5", "quit")
    deleted = "This game was deleted in another window."
    assert answer.err == f"{deleted}\n"
    assert "Type keep to keep it as a new game, or quit." in answer.lines
    assert answer.lines[-1] == GO_ON
    assert [summary.number for summary in games.summaries()] == [2]
    assert played(games.load(2)) == "435"


def test_a_game_taken_over_and_then_deleted_can_be_kept(
    program: Program, other: Other, games: GameRepository
) -> None:
    answer = program.play(
        *("4", other("3"), "board", lambda: games.delete(1), "resume", "keep", "5", "quit")
    )
    assert "There is no game 1." in answer.lines
    assert answer.lines[-1] == GO_ON
    assert [played(games.load(each.number)) for each in games.summaries()] == ["45"]


def test_leaving_a_game_that_another_window_plays_changes_nothing_there(
    program: Program, other: Other, games: GameRepository
) -> None:
    answer = program.play("4", other("3"), "quit")
    assert answer.err == f"{TAKEN}\n"
    assert GO_ON not in answer.out
    assert played(games.load(1)) == "43"
    assert games.count() == 1


# Resuming


def test_the_game_left_last_goes_on_where_it_stood(games: GameRepository) -> None:
    play("Alice", "Bob", typed="4\nquit\n")
    play("Carol", "Dave", typed=moves(WON) + "new\n1\n2\nquit\n")
    answer = p4tui("resume", typed="moves\nundo\n3\nquit\n")
    assert answer.lines[:2] == ["Red (X): Carol", "Yellow (O): Dave"]
    assert answer.lines[2] == "Score: Carol 1, Dave 0, draws 0"
    assert answer.lines[3].startswith("Last move: ")
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
    assert games.load(2).match.results == (1,)


def test_an_imported_game_goes_on_by_its_number_alone(games: GameRepository) -> None:
    games.add([(Match(ALICE, BOB, parse_game("4")), None)])
    assert p4tui("resume").status == 1
    answer = p4tui("resume", "1", typed="3\nquit\n")
    assert answer.lines[-1] == "The game is saved: p4tui resume 1 --plain continues it."
    assert played(games.load(1)) == "43"


def test_a_game_that_others_were_played_after_goes_on_by_its_number(
    games: GameRepository,
) -> None:
    for moves_made in ("4", "3"):
        games.save(Match(ALICE, BOB, parse_game(moves_made)), Ownership())
    answer = p4tui("resume", "1", typed="quit\n")
    assert answer.lines[-1] == "The game is saved: p4tui resume 1 --plain continues it."
    assert p4tui("resume", "1", typed="3\nquit\n").lines[-1] == GO_ON


def test_a_game_between_computers_goes_on_by_itself(games: GameRepository) -> None:
    computers = LevelSeat("winner"), LevelSeat("random")
    games.save(Match(*computers, parse_game("4433")), Ownership())
    assert p4tui("resume", "--seed", "3").status == 0
    assert games.load(1).match.outcome is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "There is no unfinished game to resume."),
        (("1",), "Game 1 is over. See it with p4tui games show 1."),
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


@pytest.mark.parametrize(
    "words", [(), ("1",), ("--take-over",), ("--take-over", "1")], ids=" ".join
)
def test_a_game_is_taken_over_without_a_question(
    words: tuple[str, ...], games: GameRepository
) -> None:
    owned = Ownership()
    games.save(Match(ALICE, BOB, parse_game("4")), owned)
    answer = p4tui("resume", *words, typed="3\nquit\n")
    assert (answer.status, answer.err) == (0, "")
    with pytest.raises(GameTakenError):
        games.check(owned)
    assert played(games.load(1)) == "43"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5, "Last move: 5 s ago"), (7300, "Last move: 2 hours ago"), (-60, None)],
)
def test_resuming_says_who_plays_and_how_long_ago_the_last_move_was(
    seconds: float, said: str | None, database: Path
) -> None:
    with contextlib.closing(GameRepository(database, lambda: 1000.0)) as games:
        games.save(Match(ALICE, BOB, parse_game("4")), Ownership())
        opened = games.open(1)
    archive = Archive(lambda: GameRepository(database))
    saving = Saving(archive, pytest.fail, opened, today=lambda: 1000 + seconds)
    score = "Score: Alice 0, Bob 0, draws 0"
    assert saving.introduction() == "\n".join(filter(None, [score, said]))


def test_an_imported_game_has_a_date_of_its_import_and_not_of_its_last_move(
    games: GameRepository,
) -> None:
    games.add([(Match(ALICE, BOB, parse_game("4")), None)])
    answer = p4tui("resume", "1", typed="3\nquit\n")
    assert not [line for line in answer.lines if line.startswith("Last move")]


def test_a_game_that_cannot_be_read_is_passed_over(games: GameRepository, database: Path) -> None:
    for columns in ("4", "45"):
        games.save(Match(ALICE, BOB, parse_game(columns)), Ownership())
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE games SET moves = 'zz' WHERE id = 2")
    assert p4tui("resume", typed="1\nquit\n").status == 0
    assert played(games.load(1)) == "41"


def test_what_is_no_game_any_more_is_refused(database: Path) -> None:
    play("Alice", "Bob", typed="4\n")
    connection = sqlite3.connect(database)
    connection.execute("UPDATE games SET moves = '9'")
    connection.commit()
    connection.close()
    for words in (("resume", "1"), ("resume",)):
        assert p4tui(*words) == (1, "", "p4tui: Game 1 cannot be read: its record is damaged.\n")


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
    calls: list[tuple[Options, OpenedGame]] = []

    def run(
        setup: None,
        options: Options,
        _settings: object,
        *,
        resumed: OpenedGame,
        archive: Archive,
        **_others: object,
    ) -> int:
        calls.append((options, resumed))
        archive.save(resumed.ownership, resumed.saved.match)
        return 7

    monkeypatch.setattr(streams, "has_terminal", lambda: True)
    monkeypatch.setattr("p4tui.tui.app.run", run)
    assert p4tui("resume", "--cursor", "cell", "--seed", "5").status == 7
    ((options, resumed),) = calls
    assert (options.cursor, options.seed, played(resumed.saved)) == ("cell", 5, "4")
    assert games.load(1).changed > resumed.saved.changed


def test_ctrl_c_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter([b"4\n"])

    class Source(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            for line in lines:
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr(streams, "standard_input", lambda: LineReader(Source()))
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
