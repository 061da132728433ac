"""Programs that break every rule are survived, each with the right verdict, and leave nothing behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p4tui.arena import child, launch, players
from p4tui.arena.child import Child
from p4tui.arena.dialects import Allowance
from p4tui.arena.exits import telling_line
from p4tui.arena.guard import guard
from p4tui.arena.players import ProgramPlayer
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from tests.unit import programs
from tests.unit.programs import group_of, is_gone, program

ROOT = Path(__file__).parents[2]
FULL = parse_game("444444")
SHORT = Allowance.per_move(100)
LONG = Allowance.per_move(5000)


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)


@pytest.fixture
def player(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ProgramPlayer]:
    """A player of the program that the test names; after the test nothing of it is left."""
    player = ProgramPlayer(program(tmp_path, request.param))
    yield player
    pid = pid_of(player)
    folder = folder_of(player)
    player.close()
    assert pid is None or group_of(pid) == []
    assert folder is None or not folder.exists()


def with_program(body: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("player", [body], indirect=True, ids=[""])


def pid_of(player: ProgramPlayer) -> int | None:
    return None if player._child is None else player._child.pid


def folder_of(player: ProgramPlayer) -> Path | None:
    return None if player._child is None else Path(player._child._folder)


def ask(player: ProgramPlayer, game: Game = FULL, allowance: Allowance = LONG) -> int:
    """Return the column that a program chooses, counted from 0."""
    return player.choose_column(game, allowance, StopFlag())


def verdict_on(
    player: ProgramPlayer, game: Game = FULL, allowance: Allowance = LONG
) -> PlayerError:
    with pytest.raises(PlayerError) as raised:
        ask(player, game, allowance)
    return raised.value


@with_program(programs.GOOD)
def test_a_good_program_plays_and_ends_by_itself(player: ProgramPlayer) -> None:
    assert [ask(player, parse_game(moves)) for moves in ("", "12", "1111114")] == [0, 0, 1]


@with_program(programs.ECHO)
def test_a_program_is_told_the_whole_game_with_columns_from_1(player: ProgramPlayer) -> None:
    assert [ask(player, parse_game(moves)) for moves in ("44", "4455", "4")] == [2, 4, 1]


@with_program(programs.GOOD)
def test_to_get_ready_for_a_game_is_no_part_of_the_question(
    player: ProgramPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    sending = Child.send

    def send(child: Child, text: str) -> None:
        sent.append(text)
        sending(child, text)

    monkeypatch.setattr(Child, "send", send)
    player.start(FULL)
    assert sent == ["ugi\n", "uginewgame\nisready\n"]
    ask(player)
    player.start(parse_game("44444412"))
    ask(player, parse_game("44444412"))
    assert [text.split()[0] for text in sent[2:]] == ["position", "position"]


@with_program(
    "[say('info string unsupported' if 'size' in line else 'ugiok') for line in sys.stdin]"
)
def test_a_size_that_was_refused_is_named_at_the_next_try_too(player: ProgramPlayer) -> None:
    other = Game.new(Position(Geometry(9, 7, 5)))
    assert [verdict_on(player, other).verdict for _try in range(2)] == [Verdict.UNSUPPORTED] * 2


@pytest.mark.parametrize(
    ("player", "column"),
    [(f"turns(lambda: say('{answer}'))", column) for answer, column in programs.ANSWERS.values()],
    indirect=["player"],
    ids=programs.ANSWERS,
)
def test_a_wrong_answer_is_told_from_a_crash(player: ProgramPlayer, column: int | None) -> None:
    error = verdict_on(player)
    verdict = Verdict.UNREADABLE if column is None else Verdict.ILLEGAL
    assert (error.verdict, error.column) == (verdict, column)


@pytest.mark.parametrize(
    "player",
    [
        programs.NO_ANSWER,
        programs.BUSY,
        programs.STOPPED,
        programs.FLOOD,
        programs.FLOOD_OF_LINES,
        programs.FLOOD_OF_ERRORS,
        programs.PROMPT,
    ],
    indirect=True,
    ids=["silent", "busy", "stopped", "flood", "lines", "errors", "prompt"],
)
def test_a_program_that_gives_no_answer_is_late(player: ProgramPlayer) -> None:
    player.start(FULL)
    pid = pid_of(player)
    assert verdict_on(player, allowance=SHORT).verdict is Verdict.LATE
    assert pid is not None and group_of(pid) == []
    assert len(player.errors()) <= child.MAX_ERRORS


@pytest.mark.parametrize(
    ("player", "verdict", "detail"),
    [
        (programs.EXIT, Verdict.CRASHED, "out of ideas"),
        (programs.KILLED, Verdict.CRASHED, "SIGKILL"),
        (programs.KILLED.replace("9", "40"), Verdict.CRASHED, "signal 40"),
        (programs.FORK, Verdict.CRASHED, "exit(0)"),
        (programs.CLOSED, Verdict.CLOSED, ""),
    ],
    indirect=["player"],
    ids=["exit", "killed", "by a signal without a name", "its children hold the pipes", "closed"],
)
def test_a_program_that_ends_has_crashed_and_is_started_again(
    player: ProgramPlayer, verdict: Verdict, detail: str
) -> None:
    for _time in range(2):
        player.start(FULL)
        pid = pid_of(player)
        error = verdict_on(player)
        assert (error.verdict, error.detail) == (verdict, detail)
        assert pid is not None and group_of(pid) == []


@with_program(programs.EXIT_BETWEEN)
def test_a_program_that_ends_between_moves_is_started_again(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    assert verdict_on(player).verdict is Verdict.CRASHED
    assert ask(player) == 0


@with_program(programs.SILENT)
def test_a_program_that_never_gets_ready_is_silent(
    player: ProgramPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STARTUP_SECONDS", 0.1)
    assert verdict_on(player).verdict is Verdict.SILENT


@with_program(
    "turns(lambda: (time.sleep(0.3 if len(moves) == 1 else 0), say(f'bestmove {len(moves)}')))"
)
def test_an_answer_to_an_old_question_reaches_nobody(player: ProgramPlayer) -> None:
    player.start(FULL)
    assert verdict_on(player, parse_game("4"), SHORT).verdict is Verdict.LATE
    assert ask(player, parse_game("444")) == 2


@with_program(programs.TWO_ANSWERS)
def test_the_second_of_two_answers_is_dropped(player: ProgramPlayer) -> None:
    games = [parse_game(moves) for moves in ("", "11", "1111")]
    assert [ask(player, game) for game in games] == [3, 3, 3]


@with_program(programs.LONG_LINE)
def test_a_line_over_4_kb_is_dropped_and_the_answer_after_it_counts(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    assert all(len(line) <= child.MAX_LINE for line in player.said)


@with_program(programs.LOUD)
def test_the_last_4_kb_of_the_errors_are_kept(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    assert player.errors().endswith("x end")
    player.close()
    assert len(player.errors()) == child.MAX_ERRORS


@with_program(programs.TERMINAL)
def test_a_program_has_no_terminal(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    assert player.said[0] == "info string none"


@with_program(programs.NO_END)
def test_a_program_that_ignores_signals_and_quit_is_killed(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    pid = pid_of(player)
    player.close()
    assert pid is not None and group_of(pid) == []


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
@pytest.mark.parametrize("player", [programs.DAEMON, programs.STRANGER], indirect=True)
def test_a_process_in_a_session_of_its_own_ends_with_the_program(player: ProgramPlayer) -> None:
    assert ask(player) == 0
    stray = int(next(line for line in player.said if line.startswith("info")).split()[1])
    assert group_of(stray, 0) != []
    player.close()
    assert group_of(stray) == []


@with_program(programs.KILLED)
def test_a_program_has_crashed_where_the_system_keeps_no_status(player: ProgramPlayer) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        error = verdict_on(player)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert (error.verdict, error.detail) == (Verdict.CRASHED, "")


@with_program("say(os.getcwd()); say(' '.join(sorted(os.environ))); turns(good)")
def test_a_program_has_a_folder_of_its_own_and_no_secrets(
    player: ProgramPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P4TUI_SECRET", "x")
    player.start(FULL)
    assert ask(player) == 0
    folder = folder_of(player)
    assert folder is not None and folder.is_dir()
    assert player.said[0] == str(folder.resolve())
    assert "P4TUI_SECRET" not in player.said[1]


def test_a_missing_file_is_missing() -> None:
    assert verdict_on(ProgramPlayer("ugi:./no such file")).verdict is Verdict.MISSING


def test_a_path_may_have_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "my bots (2)"
    folder.mkdir()
    player = ProgramPlayer(program(folder, programs.GOOD))
    assert ask(player) == 0
    player.close()


@with_program(programs.NO_ANSWER)
def test_stop_ends_the_wait_for_a_program_that_does_not_know_it(
    player: ProgramPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STOP_SECONDS", 0.05)
    stop = StopFlag()
    stop.set()
    with pytest.raises(PlayerError) as raised:
        player.choose_column(FULL, Allowance.per_move(60_000), stop)
    assert raised.value.verdict in {Verdict.SILENT, Verdict.LATE}


class Clock:
    """A time that passes when a line is read."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("late", "column"),
    [
        pytest.param(0.0, 0, id="in time"),
        pytest.param(0.001, None, id="late"),
        pytest.param(child.STOPPED_SECONDS + 0.001, 0, id="perhaps in time: p4tui was stopped"),
    ],
)
def test_a_move_may_come_up_to_the_grace_and_not_a_millisecond_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: float, column: int | None
) -> None:
    now = Clock()
    reading = Child._read_output

    def read(child: Child) -> bool:
        found = reading(child)
        if b"bestmove" in os.fsencode(" ".join(child._lines)):
            now.seconds += 0.1 + players.GRACE_SECONDS + late
        return found

    monkeypatch.setattr(Child, "_read_output", read)
    text = program(tmp_path, "turns(lambda: say('info depth 5\\nbestmove 1'))")
    player = ProgramPlayer(text, now=now)
    if column is None:
        assert verdict_on(player, allowance=SHORT).verdict is Verdict.LATE
    else:
        assert ask(player, allowance=SHORT) == column
    player.close()


@pytest.mark.parametrize(
    ("errors", "line"),
    [
        ("", ""),
        ("one\ntwo\n\n", "two"),
        ("Traceback:\n  x\nValueError: bad\n", "ValueError: bad"),
        (
            "throw x\n\nTypeError: f is not a function\n    at y\n\nNode.js v20",
            "TypeError: f is not a function",
        ),
        (
            'Exception in thread "main" java.lang.X\n\tat Bot',
            'Exception in thread "main" java.lang.X',
        ),
        ("json.decoder.JSONDecodeError: no\nmore", "json.decoder.JSONDecodeError: no"),
    ],
)
def test_the_line_that_names_the_exception_is_told(errors: str, line: str) -> None:
    assert telling_line(errors) == line


def test_programs_of_a_process_that_forgets_them_end_with_it(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, programs.NO_END))
    player.start(FULL)
    pid = pid_of(player)
    child.kill_all()
    assert verdict_on(player).verdict is Verdict.CRASHED
    assert pid is not None and group_of(pid) == []
    player.close()
    gc.collect()


OWNER = """\
import signal, sys
from p4tui.arena.players import ProgramPlayer
from p4tui.core.game import Game
player = ProgramPlayer(sys.argv[1])
player.start(Game.new())
print(player._child.pid, player._child._folder, flush=True)
signal.pause()
"""
"""A process with a program."""


def test_programs_of_a_process_that_is_killed_end_with_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OWNER, program(tmp_path, programs.NO_END)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as owner:
        assert owner.stdout is not None
        pid, folder = owner.stdout.readline().split()
        assert group_of(int(pid), 0) != []
        owner.kill()
    assert group_of(int(pid)) == []
    assert is_gone(Path(folder.decode()))


@pytest.mark.exhaustive
def test_a_memory_limit_is_kept_on_request(tmp_path: Path) -> None:
    text = program(tmp_path, "turns(lambda: (bytearray(1 << 29), good()))")
    limited, free = ProgramPlayer(text, memory_mib=256), ProgramPlayer(text)
    assert verdict_on(limited).detail == "MemoryError"
    assert ask(free) == 0
    limited.close()
    free.close()


def test_limits_of_files_and_core_dumps_are_set(tmp_path: Path) -> None:
    limits = "f'info {r.getrlimit(r.RLIMIT_CORE)} {r.getrlimit(r.RLIMIT_NOFILE)[0]}'"
    body = f"import resource as r\nturns(lambda: (say({limits}), good()))"
    player = ProgramPlayer(program(tmp_path, body))
    assert ask(player) == 0
    assert player.said[0] == "info (0, 0) 256"
    player.close()


def test_a_program_that_the_system_refuses_is_missing_and_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("p4tui.arena.launch.subprocess.Popen", refuse)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    error = verdict_on(ProgramPlayer("ugi:sh"))
    assert (error.verdict, error.detail) == (
        Verdict.MISSING,
        "sh (Resource temporarily unavailable)",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_command_with_a_nul_is_missing() -> None:
    error = verdict_on(ProgramPlayer("ugi:sh 'a\0b'"))
    assert (error.verdict, error.detail) == (Verdict.MISSING, "sh (embedded null byte)")


class NoPipes:
    """The module `os` of a process that has no more files to open."""

    def pipe(self) -> None:
        raise OSError(24, "Too many open files")

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


def test_a_program_without_all_its_pipes_is_missing_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def start(*arguments: Any) -> subprocess.Popen[bytes]:
        process = launch.start_process(*arguments)
        begun.append(process.pid)
        return process

    monkeypatch.setattr(child, "start_process", start)
    monkeypatch.setattr(child, "os", NoPipes())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    error = verdict_on(ProgramPlayer("ugi:cat"))
    assert (error.verdict, error.detail) == (Verdict.MISSING, "cat (Too many open files)")
    assert group_of(*begun) == []
    assert list(tmp_path.iterdir()) == []


def test_the_guard_knows_of_a_folder_from_before_its_start_until_after_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []

    def tell(line: str) -> None:
        told.append((line.partition(" ")[0], len(list(tmp_path.iterdir()))))

    monkeypatch.setattr(launch.GUARDED, "_tell", tell)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    running = Child(["cat"])
    running.close()
    assert told == [("0", 0), (str(running.pid), 1), ("0", 1), ("-", 0)]


def test_the_guard_removes_what_is_left_on_its_list(tmp_path: Path) -> None:
    left, removed = tmp_path / "left", tmp_path / "removed"
    for folder in (left, removed):
        folder.mkdir()
    guard(os.fsencode(line) for line in (f"0 {left}\n", f"0 {removed}\n", f"- {removed}\n"))
    assert list(tmp_path.iterdir()) == [removed]


KILLED_BEFORE_THE_GUARD_KNOWS = """
import os, sys
from p4tui.arena import launch
def end(folder, group):
    print(group, flush=True)
    os._exit(9)
launch.GUARDED.put = end
launch.start_process([sys.executable, "-IS", "-c", "open('begun', 'w')"], sys.argv[1], None)
"""


def test_a_program_that_nobody_guards_never_begins(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED_BEFORE_THE_GUARD_KNOWS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 9
    assert group_of(int(done.stdout)) == []
    assert list(tmp_path.iterdir()) == []
