"""Many programs at once that keep their games in one database: every game is read back and compared with what was played.

    python -m tests.benchmarks.sessions --sessions 100 --at-once 10 --games 50

Each session is a process of its own: two computers play whole games, with moves taken back now and then, every change goes
to the archive as the program hands it over, and the next one waits until the archive has reported it. What was played is
written into a file of that process. In the end the database must hold exactly those games.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from weakref import WeakKeyDictionary

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.participants import Answer, Reply, participant_factory
from p4tui.play.seats import LevelSeat
from p4tui.play.session import Session
from p4tui.storage import records
from p4tui.storage.archive import Archive
from p4tui.storage.errors import RecordError
from p4tui.storage.events import Event, GameSaved, SavingFailed
from p4tui.storage.games import GameRepository
from p4tui.storage.recorder import Recorder

SLOW_SECONDS = 0.1
"""On a machine that is idle 99 % of all changes are reported within this time."""
PATIENCE = 3600.0
"""Seconds within which a session must have played its games."""


@dataclass
class Report:
    """What came out of a run.

    Attributes:
        games: how many games the processes said they played.
        moves: how many moves stand in them.
        kept: how many games the database holds.
        errors: what went wrong, a line each.
        seconds: how long it took.
        slowest: the longest that it took from a change to the archive's report, seconds.
        slow: how many took more than `SLOW_SECONDS`.
        changes: how many changes were reported.
    """

    games: int = 0
    moves: int = 0
    kept: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0
    slow: int = 0
    changes: int = 0


def play(database: Path, output: Path, games: int, seed: int) -> None:
    """One session: play games into a database, and write what was played into a file, a line a game."""
    rng = random.Random(seed)
    reported: SimpleQueue[Event] = SimpleQueue()
    archive = Archive(lambda: GameRepository(database))
    archive.listener = reported.put
    session = new_session(new_match(rng, f"Session {seed}"), rng)
    recorder = Recorder(archive)
    session.subscribe(recorder.record)
    times: list[float] = []
    refused: list[str] = []
    with output.open("w", encoding="utf-8") as file:
        for _ in range(games):
            while session.match.outcome is None:
                before, match = time.perf_counter(), session.match
                change(session, rng)
                if session.match is match or not session.match.game.moves:
                    continue
                while not isinstance(event := reported.get(timeout=PATIENCE), GameSaved):
                    if isinstance(event, SavingFailed):
                        refused.append(str(event.error))  # it is tried again
                times.append(time.perf_counter() - before)
            line = {"number": recorder.number, "row": records.to_row(session.match)}
            file.write(json.dumps(line) + "\n")
            session.new_game()
        slow = sum(each > SLOW_SECONDS for each in times)
        last = {"slowest": max(times), "slow": slow, "changes": len(times), "refused": refused}
        file.write(json.dumps(last) + "\n")
    recorder.close()
    if not archive.close(PATIENCE) or archive.failure is not None:
        raise SystemExit(f"not all was saved: {archive.error} {archive.failure}")


def new_session(match: Match, rng: random.Random) -> Session:
    """A session of computers that answer at once."""
    replies: list[Reply] = []
    session = Session(match, rng, participant_factory(lambda job: job()), replies.append)
    _REPLIES[session] = replies
    return session


_REPLIES: WeakKeyDictionary[Session, list[Reply]] = WeakKeyDictionary()


def new_match(rng: random.Random, name: str) -> Match:
    """A match of two quick computers, on some board, with a clock or without."""
    columns, rows = rng.choice(((7, 6), (7, 6), (4, 4), (9, 7), (6, 5)))
    control = rng.choice((None, TimeControl(600_000, 1000)))
    return Match(
        LevelSeat("random", name),
        LevelSeat("winner"),
        Game.new(Position(Geometry(columns, rows, 4))),
        clock=None if control is None else Clock.new(control),
    )


def change(session: Session, rng: random.Random) -> None:
    """A move, or now and then one that is taken back, or the time that was used."""
    chance = rng.random()
    if chance < 0.05 and session.match.game.can_undo:
        session.undo()
        session.pause(False)
    elif chance < 0.1:
        session.check_clock()
    elif session.turn is not None:
        session.start_turn()
        reply = _REPLIES[session].pop()
        if isinstance(reply, Answer) and session.receive(reply):
            session.deliver(reply)


def run(folder: Path, sessions: int, at_once: int, games: int) -> Report:
    """Let sessions play, so many at a time, and compare.

    Args:
        folder: an empty one, for the database and what the sessions say.
        sessions: how many in all.
        at_once: how many at the same time.
        games: how many games each.
    """
    report, begun = Report(), time.monotonic()
    database = folder / "games.sqlite3"
    waiting = list(range(sessions))
    running: dict[int, subprocess.Popen[str]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            seed = waiting.pop(0)
            running[seed] = _start(database, folder / f"{seed}.jsonl", games, seed)
        # Whichever began first; the others go on meanwhile.
        seed = next((each for each, process in running.items() if process.poll() is not None), -1)
        seed = next(iter(running)) if seed < 0 else seed
        process = running.pop(seed)
        _output, complaint = process.communicate(timeout=PATIENCE)
        if process.returncode or complaint:
            report.errors.append(f"session {seed}: status {process.returncode}: {complaint[-300:]}")
    compare(report, database, folder.glob("*.jsonl"))
    report.seconds = time.monotonic() - begun
    return report


def _start(database: Path, output: Path, games: int, seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.benchmarks.sessions", "--database", str(database)]
    command += ["--output", str(output), "--games", str(games), "--seed", str(seed)]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    )


def compare(report: Report, database: Path, outputs: Iterator[Path]) -> None:
    """Add to a report what the database holds beside what the sessions said."""
    played: dict[int, records.Row] = {}
    for output in sorted(outputs):
        lines = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
        *games, last = lines or [{}]
        report.slowest = max(report.slowest, last.get("slowest", 0.0))
        report.slow += last.get("slow", 0)
        report.changes += last.get("changes", 0)
        report.errors += [f"refused for now: {refusal}" for refusal in last.get("refused", ())]
        for game in games:
            number = int(game["number"])
            if number in played:
                report.errors.append(f"two sessions played game {number}")
            played[number] = game["row"]
    report.games = len(played)
    with closing(sqlite3.connect(database)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
    if answer != "ok":
        report.errors.append(f"integrity check: {answer}")
    with closing(GameRepository(database)) as repository:
        for game in repository.all_games():
            report.kept += 1
            if isinstance(game, RecordError):
                report.errors.append(f"game {game.number} is not whole: {game}")
            elif game.number not in played:
                report.errors.append(f"nobody played game {game.number}")
            else:
                report.moves += game.match.game.cursor
                if game.match != records.from_row(played.pop(game.number)):
                    report.errors.append(f"game {game.number} was played otherwise")
        if repository.unfinished():
            report.errors.append("a game waits to be finished")
    report.errors += [f"game {number} is lost" for number in played]


def main() -> int:
    """Read the command line, play, print; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--database", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.output is not None:
        play(arguments.database, arguments.output, arguments.games, arguments.seed)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder), arguments.sessions, arguments.at_once, arguments.games)
    print(f"{arguments.sessions} sessions, {arguments.at_once} at a time")
    print(f"{report.games} games played, {report.kept} kept, {report.moves} moves in them")
    print(
        f"{report.changes} changes reported in {report.seconds:.0f} s, the slowest after {report.slowest:.2f} s,"
        f" {report.slow} after more than {SLOW_SECONDS} s"
    )
    print("\n".join(report.errors) or "no error")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
