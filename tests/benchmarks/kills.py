"""A program that is killed while it keeps a game: whatever it had kept is there, and the game can be played on.

    python -m tests.benchmarks.kills --times 200

A process plays random games, hands every change to the archive and says how the game stands, before it does and when the
archive has reported it. Often it does not wait for that. It is killed (SIGKILL) at random moments, and the next one plays
on what the one before has left. After each kill the database must be in order: every change whose save was reported is in
it, or a later one of that game.
"""

from __future__ import annotations

import argparse
import json
import random
import select
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from p4tui.play.match import Change, Match
from p4tui.storage import records
from p4tui.storage.archive import Archive
from p4tui.storage.errors import RecordError
from p4tui.storage.events import Event, GameSaved
from p4tui.storage.games import GameRepository
from p4tui.storage.recorder import Recorder
from tests.benchmarks.sessions import change, new_match, new_session

MAX_CHANGES = 40
"""A program is killed within so many changes."""
MAX_START_SECONDS = 0.6
"""Seconds after its start within which one is killed that is to be killed before it has said anything."""
PATIENCE = 300.0
"""Seconds within which a program must say something."""


@dataclass
class Report:
    """What came out of a run.

    Attributes:
        kills: how many programs were killed.
        changes: how many changes they said that the archive had reported.
        resumed: how often a game was played on that a killed program had left.
        errors: what went wrong, a line each.
    """

    kills: int = 0
    changes: int = 0
    resumed: int = 0
    errors: list[str] = field(default_factory=list)


def play(database: Path, seed: int) -> None:
    """Play on what was left, and then other games, for ever; say how each change leaves the game."""
    rng = random.Random(seed)
    with closing(GameRepository(database)) as repository:
        left = repository.open_latest()
    match = new_match(rng, "Killed") if left is None else left.saved.match
    archive = Archive(lambda: GameRepository(database))

    def tell(event: Event) -> None:
        if isinstance(event, GameSaved):
            say("kept", event.match, event.ownership.number)

    archive.listener = tell
    recorder = Recorder(archive, None if left is None else left.ownership)
    session = new_session(match, rng)

    def record(what: Change, match: Match) -> None:
        say("wanted", match, recorder.number)
        recorder.record(what, match)

    session.subscribe(record)
    if left is not None:
        say("resumed", match, left.saved.number)
    while True:
        if session.match.outcome is None:
            change(session, rng)
        else:
            session.new_game()
        if rng.random() < 0.7:
            archive.settle(PATIENCE)


_SAYING = threading.Lock()


def say(what: str, match: Match, number: int | None) -> None:
    """Tell the one who kills; it comes through even if the next thing is the end."""
    row = records.to_row(match) if match.game.moves else None
    with _SAYING:
        print(json.dumps({"what": what, "number": number, "row": row}), flush=True)


def run(database: Path, times: int, seed: int) -> Report:
    """Kill programs, so many times, and look at what each has left."""
    report, rng = Report(), random.Random(seed)
    for index in range(times):
        said = _killed(database, rng, index)
        report.kills += 1
        report.changes += sum(line["what"] == "kept" for line in said)
        report.resumed += any(line["what"] == "resumed" for line in said)
        report.errors += [f"kill {index}: {error}" for error in differences(database, said)]
    return report


def _killed(database: Path, rng: random.Random, seed: int) -> list[dict[str, object]]:
    """What a program said before it was killed."""
    command = [sys.executable, "-m", "tests.benchmarks.kills", "--database", str(database)]
    lines = rng.randrange(2 * MAX_CHANGES)
    with subprocess.Popen(
        [*command, "--seed", str(seed)],
        stdout=subprocess.PIPE,
        bufsize=0,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        output, until = b"", time.monotonic() + PATIENCE
        if not lines:
            until = time.monotonic() + rng.uniform(0, MAX_START_SECONDS)
        while lines == 0 or output.count(b"\n") < lines:
            ready, _, _ = select.select([process.stdout], [], [], max(until - time.monotonic(), 0))
            if not ready:
                break
            output += process.stdout.read(512) or b""
        # Somewhere in the next change: it takes some milliseconds.
        select.select([], [], [], rng.uniform(0, 0.01))
        process.kill()
        output += process.stdout.read()
    # The last line may have been cut off.
    return [json.loads(line) for line in output.decode().split("\n")[:-1]]


def _handed_over(said: list[dict[str, object]], reported: int) -> int:
    """Return the place of the line that handed over what a later line reported."""
    row = said[reported]["row"]
    return max(n for n in range(-1, reported) if n < 0 or said[n]["row"] == row)


def differences(database: Path, said: list[dict[str, object]]) -> list[str]:
    """Where the database is not in order, or not what a program said; a line each."""
    kept = {
        line["number"]: line["row"] for line in said if line["what"] != "wanted" and line["row"]
    }
    last = max((n for n, line in enumerate(said) if line["what"] == "kept"), default=-1)
    begun = last if last < 0 else _handed_over(said, last)
    wanted = [line["row"] for line in said[begun + 1 :] if line["what"] == "wanted"]
    found = []
    with closing(GameRepository(database)) as repository:
        games = {}
        for game in repository.all_games():
            if isinstance(game, RecordError):
                found.append(f"game {game.number} is not whole: {game}")
            else:
                games[game.number] = game
        for number, row in kept.items():
            there = games.get(int(str(number)))
            stands = None if there is None else records.to_row(there.match)
            # What came after the last report may be there or not.
            if stands not in [row, *wanted]:
                found.append(f"game {number} is not as it was reported")
        waiting = [number for number, game in games.items() if game.match.outcome is None]
        latest = repository.open_latest()
        if (latest.saved.number if latest else None) != max(waiting, default=None):
            found.append("the game that was left is not the one that is offered")
    if not database.exists():
        return found
    with closing(sqlite3.connect(database)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        if answer != "ok":
            found.append(str(answer))
    return found


def main() -> int:
    """Read the command line, kill, print; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Kill programs that save games.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.database is not None:
        play(arguments.database, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder) / "games.sqlite3", arguments.times, arguments.seed)
    print(f"{report.kills} kills, {report.changes} changes reported before them")
    print(f"{report.resumed} games played on")
    print("\n".join(report.errors) or "no error")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
