"""Kills the program in the middle of games: ``python -m tests.terminal.kills --times 200 --seed 1``.

The real program plays in a pseudo-terminal, typed at quickly and without waiting for it; at a random moment, also while it
writes, it gets SIGKILL. Everything that had been written on the screen by then has to be there after ``p4tui resume``.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from p4tui.core.errors import P4Error
from p4tui.core.notation import format_moves
from p4tui.play.match import Match
from p4tui.play.session import Session
from p4tui.storage.errors import RecordError, StorageError
from p4tui.storage.games import Filter, GameRepository
from p4tui.storage.records import SavedGame
from tests.terminal.harness import TerminalProgram

P4TUI = (sys.executable, "-m", "p4tui")
ON_A_SLOW_DISK = (
    sys.executable,
    "-c",
    """
import random, sys, time
from p4tui.storage.keeper import Keeper
keep = Keeper.keep
def slowly(self, change, match):
    time.sleep(random.uniform(0, 0.04))
    keep(self, change, match)
Keeper.keep = slowly
from p4tui.cli import main
sys.exit(main())
""",
)
"""The same, where each game takes up to 40 ms to be written: most kills come upon a write."""
SECONDS = 1.6
"""The longest time from the first picture of the board to the kill."""
PAUSE = 0.03
"""The longest pause between two keys, seconds."""
ASKING = "Yes (y)"
OVER = "Rematch"


class Seen(NamedTuple):
    """What the screen shows of a game."""

    moves: str
    """The panel's; of a game that is over as many blanks as the results say it had moves."""
    over: bool


class State(NamedTuple):
    """A game as it is kept.

    `game` counts the games of a match.
    """

    moves: str
    cursor: int
    over: bool
    game: int = 0

    @property
    def played(self) -> str:
        """The moves that stand."""
        return self.moves[: self.cursor]

    def same(self, other: State) -> bool:
        """Whether both are the same, in whichever game of a match."""
        return self[:3] == other[:3]


def read(lines: Sequence[str]) -> Seen | None:
    """The moves that stand on the screen; None where it shows no game, or a question over it."""
    text = "\n".join(lines)
    if ASKING in text:
        return None
    if OVER in text:
        found = re.search(r"after (\d+) moves?", text)
        return Seen(" " * int(found[1]), over=True) if found else None
    if "Menu" not in lines[-1]:
        return None
    for number, line in enumerate(lines):
        if (place := line.find("   Moves ")) >= 0:
            rows = (below[place:].strip() for below in lines[number + 1 : -2])
            return Seen("".join(row for row in rows if row.isdigit()), over=False)
    return Seen("", over=False)


def state_of(match: Match, game: int = 0) -> State:
    """A match as it would be kept."""
    moves = format_moves(match.game.moves)
    return State(moves, match.game.cursor, match.outcome is not None, game)


def kept(home: Path) -> list[SavedGame]:
    """The games that are saved, finished or not, the last first."""
    with closing(GameRepository(home / "data/p4tui/games.sqlite3")) as games:
        return [games.load(each.number) for each in games.summaries(Filter())]


@dataclass
class People:
    """Two people: what they type is played on a match of our own as well, so that every state that can be is known."""

    match: Match
    states: list[State] = field(default_factory=list)
    pointer: int = 0
    game: int = 0

    def __post_init__(self) -> None:
        self.session = Session(self.match, random.Random(0))
        self.states.append(state_of(self.match))

    @property
    def settled(self) -> bool:
        """Whether all that was typed has been seen."""
        now, last = self.states[self.pointer], self.states[-1]
        return now[1:] == last[1:] and now.played == last.played

    def typed(self, key: str) -> None:
        """A key that was typed."""
        with suppress(P4Error):
            if key.isdigit():
                self.session.play(int(key) - 1)
            elif key == "u":
                self.session.undo()
            elif key == "r":
                self.session.redo()
            elif key == "g":
                self.session.resign()
            elif key == "n":
                self.session.new_game()
                self.game += 1
        self.states.append(state_of(self.session.match, self.game))

    def saw(self, seen: Seen) -> None:
        """What was read off the screen: some state from the one that was seen before on."""
        for index in range(self.pointer, len(self.states)):
            state = self.states[index]
            # The results come a moment after the last move.
            ended = state.over and len(seen.moves) == state.cursor
            if ended if seen.over else seen.moves == state.played:
                self.pointer = index
                return

    def explains(self, games: Sequence[State], seen: Seen | None) -> bool:
        """Whether what is saved is what was seen last, or what was typed after it."""
        saved = games[0] if games else None
        possible = [self._kept(index) for index in range(self.pointer, len(self.states))]
        last = self.states[self.pointer]
        torn = seen is None or seen.over or last.over or last.played.startswith(seen.moves)
        return torn and any(
            state is saved is None
            or (state is not None and saved is not None and state.same(saved))
            for state in possible
        )

    def _kept(self, index: int) -> State | None:
        """What is saved last where the match stands at a state: of a game without a move nothing is."""
        while index >= 0 and not self.states[index].moves:
            index -= 1
        return self.states[index] if index >= 0 else None


@dataclass
class Computers:
    """One or two computers: what they play is not known, but moves are only added until a key says otherwise.

    A key is typed once what the one before it did has been seen, and only where it will do something.
    """

    seen: Seen = field(default_factory=lambda: Seen("", over=False))
    outstanding: str = ""

    def typed(self, key: str) -> None:
        """A key that was typed."""
        self.outstanding = key

    def saw(self, seen: Seen) -> None:
        """What was read off the screen."""
        # The results make way for the board as it was, before anything that was chosen there is seen.
        back = self.seen.over and not seen.over and len(seen.moves) == len(self.seen.moves)
        if seen != self.seen and not back:
            self.outstanding = ""
        self.seen = seen

    def explains(self, games: Sequence[State], seen: Seen | None) -> bool:
        """Whether all that was seen last is saved: in the last game, or in one before where a new one has begun unseen."""
        return not self.seen.moves or any(self._holds(game) for game in games)

    def _holds(self, game: State) -> bool:
        """Whether a saved game is the one that was seen last."""
        last = self.seen
        if last.over:
            return self.outstanding == "u" or (game.over and game.cursor == len(last.moves))
        stands = game.moves if self.outstanding == "u" else game.played
        return stands.startswith(last.moves)


Model = People | Computers


def next_key(rng: random.Random, kind: str, model: Model, status: str) -> str:
    """What is typed next: mostly moves, and whatever else changes a game; empty for nothing."""
    chance = rng.random()
    if kind == "computers":
        return "n" if chance < 0.05 else ""
    other = rng.choices("urng", (10, 10, 1, 1))[0]
    if isinstance(model, People):
        # A key for the screen overtakes a move that the board has not reported yet.
        return rng.choice("1234567") if chance < 0.75 or not model.settled else other
    moves = model.seen.moves
    if model.outstanding:
        return ""
    if model.seen.over:
        return rng.choice("nu")
    if "choose a column" not in status:
        return ""
    free = [column for column in "1234567" if moves.count(column) < 6]
    return rng.choice(free) if chance < 0.8 or len(moves) < 3 or other == "r" else other


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


def play_until(
    program: TerminalProgram, model: Model, kind: str, rng: random.Random, seconds: float
) -> Seen | None:
    """Type for so long, then kill; the last that stands on the screen."""
    until = time.monotonic() + seconds
    typed = 0.0
    seen = None

    def look() -> None:
        nonlocal seen
        seen = read(program.display)
        if seen is not None:
            model.saw(seen)

    while (now := time.monotonic()) < until:
        if program.pump(min(0.004, until - now)):
            look()
        if now < typed:
            continue
        typed = now + rng.uniform(0, PAUSE)
        key = next_key(rng, kind, model, program.display[-2])
        if key and not (key in "ng" and not _sure(program, key, model, look, until)):
            program.send(key)
            model.typed(key)
    program.signal(signal.SIGKILL)
    program.wait_exit()
    look()
    return seen


def _sure(
    program: TerminalProgram, key: str, model: Model, look: Callable[[], None], until: float
) -> bool:
    """Type what asks a question first, and its answer once it is asked: then all is known; else whether to go on."""
    over = isinstance(model, People) and model.states[-1].over
    running = not over if isinstance(model, People) else not (model.seen.over)
    begun = model.states[-1].cursor if isinstance(model, People) else len(model.seen.moves)
    if not running or not begun:
        return key == "n" and not running
    program.send(key)
    while time.monotonic() < until:
        if program.pump(0.004):
            look()
        if any(ASKING in line for line in program.display):
            program.send("y")
            model.typed(key)
            return False
        if isinstance(model, Computers) and model.seen.over:
            # The game has ended before it was asked; the results may have taken the key.
            model.typed("n")
            return False
    return False


class Failure(AssertionError):  # noqa: N818  a name for the reader
    """Something that was shown is lost."""


def one(rng: random.Random, kind: str, kills: int = 1) -> int:
    """Play a game and kill it, once or more often, and go on each time; how many moves were seen in all.

    Raises:
        Failure: something that was shown is lost.
    """
    total = 0
    with tempfile.TemporaryDirectory(prefix="killed-home-") as name:
        home = Path(name)
        (home / "config/p4tui").mkdir(parents=True)
        (home / "config/p4tui/settings.toml").write_text("speed = 0.0\n", encoding="utf-8")
        command = command_of(rng, kind)
        before: SavedGame | None = None
        program_of = ON_A_SLOW_DISK if rng.random() < 0.5 else P4TUI
        for _ in range(kills):
            with TerminalProgram((*program_of, *command), home=home) as program:
                program.wait_for(lambda lines: read(lines) is not None, what="a board")
                model: Model = Computers()
                if kind == "people":
                    model = People(before.match if before else _new_match())
                seen = play_until(program, model, kind, rng, rng.uniform(0.0, SECONDS))
            games = kept(home)
            states = [state_of(game.match) for game in games]
            total += len(seen.moves) if seen else 0
            if not model.explains(states, seen):
                raise Failure(f"{command}: seen {seen}, saved {states}; {model}\n{program}")
            before = games[0] if games else None
            if before is None or before.match.outcome is not None:
                break
            _check_resumed(home, before)
            # Computers may have played on meanwhile, to the end.
            before = kept(home)[0]
            if before.match.outcome is not None:
                break
            command = ("resume", "--animation", "off")
    return total


def _new_match() -> Match:
    from p4tui.play.seats import Person
    from p4tui.play.setup import Setup

    return Setup(Person(), Person()).new_match(random.Random(0))


def _check_resumed(home: Path, game: SavedGame) -> None:
    """See that `p4tui resume` shows all that is saved of a game."""
    wanted = state_of(game.match).played
    with TerminalProgram((*P4TUI, "resume", "--animation", "off"), home=home) as program:

        def shows(lines: list[str]) -> bool:
            found = read(lines)
            return found is not None and (found.over or found.moves.startswith(wanted))

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
    lost = moves = 0
    for number in range(options.times):
        rng = random.Random(options.seed * 1_000_003 + number)
        kind = ("people", "level", "computers")[number % 3]
        try:
            moves += one(rng, kind)
        except (AssertionError, StorageError, RecordError) as error:
            lost += 1
            print(f"{number} ({kind}): {error}", flush=True)
    print(f"{options.times} kills, {moves} moves on the screens, {lost} games with something lost")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
