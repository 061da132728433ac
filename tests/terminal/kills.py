"""Kills the program in the middle of games: ``python -m tests.terminal.kills --times 200 --seed 1``.

The real program plays in a pseudo-terminal, typed at quickly and without waiting for it; at a random moment, also while it
writes, it gets SIGKILL. It notes each state of a game that it hands over to be saved, and each that the archive reports as
saved. What was reported has to be there after the kill, or something newer; how long the archive took is measured.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from p4tui.core.notation import format_moves
from p4tui.play.match import Match
from p4tui.storage.errors import RecordError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import Filter
from tests.terminal.harness import TerminalProgram
from tests.terminal.reading import UNSEEN, moves

P4TUI = (sys.executable, "-m", "p4tui")
_NOTING = """
import os, random, sys, time
from pathlib import Path
from p4tui.core.notation import format_moves
from p4tui.storage.recorder import Recorder
from p4tui.tui.app import P4App

file = os.open(Path.home() / "notes", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
def note(kind, ownership, match):
    game, over = match.game, match.outcome is not None
    words = kind, time.monotonic(), ownership.token, ownership.number, format_moves(game.moves) or "-", game.cursor, over
    os.write(file, (" ".join(map(str, words)) + "\\n").encode())

save, post = Recorder.save, P4App._post_event
def noted_save(self, match, **options):
    note("handed", self.ownership, match)
    save(self, match, **options)
def noted_post(self, event):
    if type(event).__name__ == "GameSaved":
        note("saved", event.ownership, event.match)
    post(self, event)
Recorder.save, P4App._post_event = noted_save, noted_post
"""
_SLOW = """
from p4tui.storage.games import GameRepository
write = GameRepository._write
def slowly(*arguments):
    time.sleep(random.uniform(0, 0.04))
    return write(*arguments)
GameRepository._write = slowly
"""
_MAIN = """
from p4tui.cli import main
sys.exit(main())
"""
NOTING = (sys.executable, "-c", _NOTING + _MAIN)
"""The program, which notes what it saves."""
ON_A_SLOW_DISK = (sys.executable, "-c", _NOTING + _SLOW + _MAIN)
"""The same, where each game takes up to 40 ms to be written: most kills come upon a write."""
SECONDS = 1.6
"""The longest time from the first picture of the board to the kill."""
PAUSE = 0.03
"""The longest pause between two keys, seconds."""
KEYS = {
    "people": ("1", "2", "3", "4", "5", "6", "7", "u", "r", "ny", "gy"),
    "level": ("1", "2", "3", "4", "5", "6", "7", "u", "r", "ny", "gy"),
    "computers": ("ny", "u", "", ""),
}
"""What is typed, by who plays; each is a question's answer where one is asked, and else does little."""
WEIGHTS = {"ny": 0.1, "gy": 0.1}
ASKING = "◂▸ Choose"
OVER = "Rematch"
PROMPTLY = 0.1
"""Within how many seconds a state that was handed over is to be reported, on a disk that is not slow."""


class Seen(NamedTuple):
    """What the screen shows of a game."""

    moves: str
    """The list's, as `reading.moves` has them; none of a game that is over, whose list has given way to what is next."""
    over: bool


class State(NamedTuple):
    """A game as it is kept."""

    moves: str
    cursor: int
    over: bool

    @property
    def played(self) -> str:
        """The moves that stand."""
        return self.moves[: self.cursor]


class Note(NamedTuple):
    """A state that was handed over to be saved, or reported as saved."""

    kind: str
    seconds: float
    token: str
    number: int | None
    state: State


def read(lines: Sequence[str]) -> Seen | None:
    """Return the game on the screen; None where it shows no game, or a question over it."""
    text = "\n".join(lines)
    if ASKING in text:
        return None
    if OVER in text:
        return Seen("", over=True)
    return Seen(moves(lines), over=False) if "Menu" in lines[-1] else None


def begins(seen: str, wanted: str) -> bool:
    """Return whether the moves seen begin with others, as far as they are in sight."""
    return len(seen) >= len(wanted) and all(
        one in {UNSEEN, other} for one, other in zip(seen, wanted, strict=False)
    )


def state_of(match: Match) -> State:
    """A match as it would be kept."""
    return State(format_moves(match.game.moves), match.game.cursor, match.outcome is not None)


def kept(home: Path) -> list[SavedGame]:
    """The games that are saved, finished or not, the last first."""
    with closing(GameRepository(home / "data/p4tui/games.sqlite3")) as games:
        return [games.load(each.number) for each in games.summaries(Filter())]


def notes_of(home: Path) -> list[Note]:
    """What the program has noted, in its order."""
    found = []
    for line in (home / "notes").read_text(encoding="ascii").splitlines():
        kind, seconds, token, number, moves, cursor, over = line.split()
        state = State(moves.replace("-", ""), int(cursor), over == "True")
        found.append(
            Note(kind, float(seconds), token, None if number == "None" else int(number), state)
        )
    return found


def lost(notes: Sequence[Note], games: dict[int, State]) -> tuple[list[str], list[float]]:
    """Compare what was noted with what is saved.

    Args:
        notes: what was noted.
        games: what is saved, by number.

    Returns:
        What is missing, in words; and how long each state that was reported, itself or a newer one, had taken.
    """
    missing, delays = [], []
    for token in {note.token for note in notes if note.kind == "saved"}:
        waiting: list[Note] = []
        newest: list[State] = []
        number = None
        for note in (note for note in notes if note.token == token):
            if note.kind == "handed":
                waiting.append(note)
                continue
            number = note.number
            count = 1 + next(i for i, each in enumerate(waiting) if each.state == note.state)
            delays += [note.seconds - each.seconds for each in waiting[:count]]
            newest, waiting = [note.state], waiting[count:]
        newest += [note.state for note in waiting]
        found = games.get(number or 0)
        if found not in newest:
            missing.append(f"game {number} is {found}; reported, and handed over since: {newest}")
    return missing, delays


def command_of(rng: random.Random, kind: str) -> tuple[str, ...]:
    """A game of a kind."""
    animation = ("--animation", rng.choice(("off", "off", "on")))
    seed = ("--seed", str(rng.randrange(1000)))
    if kind == "people":
        seats: tuple[str, ...] = ("--red", "human", "--yellow", "human")
    elif kind == "level":
        level = rng.choice(("random", "winner", "careful", "aligner"))
        seats = ("--red", "human", "--yellow", level)
    else:
        seats = ("--red", "winner", "--yellow", "random")
    return ("play", *seats, *seed, *animation)


def play_until(program: TerminalProgram, kind: str, rng: random.Random, seconds: float) -> None:
    """Type for so long, then kill."""
    until = time.monotonic() + seconds
    typed = 0.0
    keys = KEYS[kind]
    weights = [WEIGHTS.get(key, 1.0) for key in keys]
    while (now := time.monotonic()) < until:
        program.pump(min(0.004, until - now))
        if now >= typed:
            typed = now + rng.uniform(0, PAUSE)
            program.send(rng.choices(keys, weights)[0])
    program.signal(signal.SIGKILL)
    program.wait_exit()


class Failure(AssertionError):  # noqa: N818  a name for the reader
    """Something that was reported as saved is lost."""


class Outcome(NamedTuple):
    """What came of a game that was killed."""

    saves: int
    delays: list[float]
    """How long each state took from its handing over to its report; none of a slow disk."""


def one(rng: random.Random, kind: str, kills: int = 1) -> Outcome:
    """Play a game and kill it, once or more often, and go on each time.

    Raises:
        Failure: something that was reported as saved is lost.
    """
    saves, delays = 0, []
    with tempfile.TemporaryDirectory(prefix="killed-home-") as name:
        home = Path(name)
        (home / "config/p4tui").mkdir(parents=True)
        (home / "config/p4tui/settings.toml").write_text("speed = 0.0\n", encoding="utf-8")
        command = command_of(rng, kind)
        slow = rng.random() < 0.5
        for _ in range(kills):
            with TerminalProgram(
                (*(ON_A_SLOW_DISK if slow else NOTING), *command), home=home
            ) as program:
                program.wait_for(lambda lines: read(lines) is not None, what="a board")
                play_until(program, kind, rng, rng.uniform(0.0, SECONDS))
            games = kept(home)
            found, taken = lost(
                notes_of(home), {game.number: state_of(game.match) for game in games}
            )
            if found:
                raise Failure(f"{command}: {found}\n{program}")
            saves += len(taken)
            delays += [] if slow else taken
            unfinished = next((game for game in games if game.match.outcome is None), None)
            if unfinished is None:
                break
            _check_resumed(home, unfinished)
            command = ("resume", str(unfinished.number), "--animation", "off")
            # Computers may have played on meanwhile, to the end.
            if state_of(
                next(game for game in kept(home) if game.number == unfinished.number).match
            ).over:
                break
    return Outcome(saves, delays)


def _check_resumed(home: Path, game: SavedGame) -> None:
    """See that `p4tui resume` shows all that is saved of a game."""
    wanted = state_of(game.match).played
    resume = ("resume", str(game.number), "--animation", "off")
    with TerminalProgram((*P4TUI, *resume), home=home) as program:

        def shows(lines: list[str]) -> bool:
            found = read(lines)
            return found is not None and (found.over or begins(found.moves, wanted))

        program.wait_for(shows, what=f"the moves {wanted}")
        program.signal(signal.SIGKILL)
        program.wait_exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many games; return 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.terminal.kills", description="Kill the program during games."
    )
    parser.add_argument("--times", type=int, default=200, help="how many games")
    parser.add_argument("--seed", type=int, default=1, help="for what is random")
    options = parser.parse_args(arguments)
    failures = saves = 0
    delays: list[float] = []
    for number in range(options.times):
        rng = random.Random(options.seed * 1_000_003 + number)
        kind = ("people", "level", "computers")[number % 3]
        try:
            outcome = one(rng, kind)
        except (AssertionError, StorageError, RecordError) as error:
            failures += 1
            print(f"{number} ({kind}): {error}", flush=True)
            continue
        saves += outcome.saves
        delays += outcome.delays
    print(f"{options.times} kills, {saves} states saved, {failures} games with something lost")
    prompt = sum(delay <= PROMPTLY for delay in delays)
    if delays:
        print(
            f"reported within {1000 * PROMPTLY:.0f} ms: {prompt / len(delays):.2%} of {len(delays)}"
            f" (longest {1000 * max(delays):.0f} ms)"
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
