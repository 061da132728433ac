"""A class of thirty programs, ten of them broken: `python -m tests.benchmarks.thirty_programs`.

They play a gauntlet and a round robin with `p4tui arena play --jobs 2`. Each tournament is played once to its end, and once more
with a Ctrl+C and a SIGKILL on the way, each followed by `--resume`. Both tables must be the same, each broken program must have
its own failures and no other one any, and no process may be left at any time.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.unit import programs

GOOD = 20
"""How many programs play well: each prefers other columns."""
BROKEN = {
    "absent": ("", "crashes"),
    "answers-nothing": (programs.NO_ANSWER, "timeouts"),
    "off-the-board": ("turns(lambda: say('bestmove 8'))", "illegal"),
    "floods": (programs.FLOOD, "timeouts"),
    "exits": (programs.EXIT, "crashes"),
    "closes-output": (programs.CLOSED, "crashes"),
    "stops-itself": (programs.STOPPED, "timeouts"),
    "leaves-a-fork": (programs.FORK, "crashes"),
    "takes-all-time": (programs.BUSY, "timeouts"),
    "answers-in-words": ("turns(lambda: say('bestmove four'))", "illegal"),
}
"""The broken programs: their sources, and where their failures count; the first has no file."""
STUBBORN = "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]\n"
"""Good programs ignore all signals, and `quit`: only SIGKILL ends them."""
END_SECONDS = 10.0
"""Seconds after which a process counts as left behind."""


class Ended(NamedTuple):
    """A run of the command: its exit status, its table, and how many games it told of."""

    status: int
    table: list[dict[str, Any]]
    told: int


def write_class(folder: Path) -> list[str]:
    """Write the programs into a folder; return the texts of the players."""
    sources = {name: source for name, (source, _field) in BROKEN.items()}
    for number in range(GOOD):
        order = [
            (number + step) % 7 + 1 for step in range(0, 7 * (1 + number // 7), 1 + number // 7)
        ]
        order = list(dict.fromkeys([*order, *range(1, 8)]))
        answer = f"say(f'bestmove {{next(c for c in {order} if moves.count(c) < 6)}}')"
        sources[f"good-{number:02}"] = (
            f"{STUBBORN}turns(lambda: {answer})\nwhile True: time.sleep(60)"
        )
    texts = []
    for name, source in sources.items():
        path = folder / f"{name}.py"
        if source:
            path.write_text(programs.source(source), encoding="utf-8")
        texts.append(f"ugi:{path if not source else f'{sys.executable} -IS {path}'}")
    return texts


def left_behind(folder: Path) -> list[str]:
    """Return the processes whose command line names a folder, once there are none or it is time."""
    deadline = time.monotonic() + END_SECONDS
    while True:
        listed = subprocess.run(
            ["ps", "-A", "-o", "stat=,args="], capture_output=True, text=True, check=True
        ).stdout
        found = [
            line for line in listed.splitlines() if str(folder) in line and not line.startswith("Z")
        ]
        if not found or time.monotonic() > deadline:
            return found


class Tournament:
    """A tournament of the class, played by the command."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        self.folder = folder
        self.players = write_class(folder)
        self._options = options

    def play(self, file: str, *more: str, games: int = 0, end: int = 0) -> Ended:
        """Play; after so many games, send a signal."""
        command = [
            sys.executable,
            "-m",
            "p4tui",
            "arena",
            "play",
            "--json",
            "--jobs",
            "2",
            "--plain",
        ]
        output = ["--output", str(self.folder / file), *more]
        with subprocess.Popen(
            [*command, *self._options, *output, *self.players],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "LANG": "C.UTF-8"},
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            told = 0
            for line in process.stderr:
                told += " of " in line and line.endswith(".\n")
                if end and told == games:
                    process.send_signal(end)
            table = [json.loads(line) for line in process.stdout]
        return Ended(process.returncode, table, told)


def untimed(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a table without the times, and with each player's file for its name."""
    return [
        {key: value for key, value in row.items() if key != "seconds_per_move"} for row in table
    ]


def failures(table: list[dict[str, Any]], referees: Sequence[str] = ()) -> list[str]:
    """Return what is wrong with a table."""
    wrong = []
    for row in table:
        name = Path(row["player"]).stem
        field = BROKEN.get(name, ("", ""))[1]
        counts = {each: row[each] for each in ("illegal", "timeouts", "crashes")}
        others = sum(count for each, count in counts.items() if each != field)
        if name in referees or others or (field and row["wins"] > 0 and not row["losses"]):
            wrong.append(f"{name}: {counts}, {row['wins']} won")
    return wrong


def check(folder: Path, options: Sequence[str], moments: tuple[int, int]) -> list[str]:
    """Play a tournament whole, and again with two interruptions; return what is wrong.

    Args:
        folder: an empty folder for the programs and the games.
        options: those of the command.
        moments: the games after which the signals come, the second counted from the first.
    """
    tournament = Tournament(folder, options)
    whole = tournament.play("whole.jsonl")
    wrong = [f"status {whole.status}"] * (whole.status != 0) + failures(whole.table)
    wrong += left_behind(folder)
    stopped = tournament.play("broken.jsonl", games=moments[0], end=signal.SIGINT)
    wrong += [f"after Ctrl+C: status {stopped.status}"] * (stopped.status != 130)
    wrong += left_behind(folder)
    killed = tournament.play("broken.jsonl", "--resume", games=moments[1], end=signal.SIGKILL)
    wrong += [f"after SIGKILL: status {killed.status}"] * (killed.status != -signal.SIGKILL)
    wrong += left_behind(folder)
    resumed = tournament.play("broken.jsonl", "--resume")
    wrong += ["another table"] * (untimed(resumed.table) != untimed(whole.table))
    print(
        f"{' '.join(options)}: {whole.told} games; {stopped.told} before Ctrl+C, {killed.told} before SIGKILL, "
        f"{resumed.told} after --resume",
        flush=True,
    )
    for row in whole.table:
        print(
            f"  {Path(row['player']).stem:17} {row['points']:5} {row['wins']}/{row['draws']}/{row['losses']} "
            f"illegal {row['illegal']} late {row['timeouts']} crashes {row['crashes']}"
        )
    return wrong


def main() -> int:
    """Play both tournaments; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="A class of thirty programs, ten of them broken.")
    parser.add_argument("--movetime", default="200")
    parser.add_argument("--only", choices=("gauntlet", "round-robin"))
    arguments = parser.parse_args()
    common = ["--movetime", arguments.movetime, "--openings", "random:12"]
    status = 0
    for kind, options in (("gauntlet", ["--gauntlet", "careful"]), ("round-robin", [])):
        if arguments.only in {None, kind}:
            began = time.perf_counter()
            with tempfile.TemporaryDirectory(prefix="p4tui-class-") as folder:
                wrong = check(Path(folder), [*common, *options], (15, 15))
            print(f"{kind}: {time.perf_counter() - began:.0f} s", *wrong or ["right"], sep="\n  ")
            status |= bool(wrong)
    return status


if __name__ == "__main__":
    sys.exit(main())
