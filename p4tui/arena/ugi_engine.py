"""`UgiEngine`: a level as an engine of the Universal Game Interface, for other people's tools."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from random import Random

import p4tui
from p4tui.arena.dialects import size_text
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.play.participants import limit_with_clock
from p4tui.players.levels import level

_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_NUMBERS = {"movetime", "p1time", "p2time", "p1inc", "p2inc", "nodes", "depth"}
MOST_MILLISECONDS = 10**9
"""The longest time that is understood."""


class UgiEngine:
    """One engine. It thinks in a thread, so that it can be stopped and asked meanwhile."""

    def __init__(self, level_id: str, rng: Random, write: Callable[[str], None]) -> None:
        """Play at a level.

        Args:
            level_id: the level.
            rng: makes its random choices.
            write: writes a line; called from two threads, one at a time.

        Raises:
            UnknownLevelError: there is no such level.
        """
        self._level = level(level_id)
        self._rng = rng
        self._player = self._level.make(rng)
        self._game = Game.new()
        self._stop = StopFlag()
        self._thinking: threading.Thread | None = None
        self._writing = threading.Lock()
        self._write = write
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "ugi": self._introduce,
            "isready": lambda _words: self._say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._begin,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _words: self._end_search(),
            "query": self._answer_query,
        }

    def handle(self, line: str) -> bool:
        """Act on a line; return False if the engine is to end. Unknown lines are ignored."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self.close()
            return False
        command = self._commands.get(words[0])
        if command is not None:
            command(words[1:])
        return True

    def wait(self) -> None:
        """Wait for the answer to the last `go`."""
        if self._thinking is not None:
            self._thinking.join()

    def close(self) -> None:
        """Stop thinking; the answer is still written."""
        self._end_search()

    def _say(self, line: str) -> None:
        # Who has closed the other end of the pipe needs no answer.
        with self._writing, suppress(OSError):
            self._write(line)

    def _introduce(self, _words: Sequence[str]) -> None:
        """`ugi`."""
        self._say(f"id name p4tui {p4tui.__version__} {self._level.id}")
        self._say("id author the p4tui authors")
        self._say(f"option name size type string default {size_text(Geometry())}")
        self._say("ugiok")

    def _set_option(self, words: Sequence[str]) -> None:
        """`setoption name size value 7x6x4`."""
        if list(words[:3]) != ["name", "size", "value"]:
            return
        self._end_search()
        found = _SIZE.fullmatch("".join(words[3:]))
        try:
            geometry = Geometry(*map(int, found.groups())) if found else None
        except P4Error:
            geometry = None
        if geometry is None:
            self._say("info string unsupported size")
        else:
            self._game = Game.new(Position(geometry))

    def _begin(self, _words: Sequence[str]) -> None:
        """`uginewgame`."""
        self._end_search()
        self._player = self._level.make(self._rng)
        self._game = Game.new(self._game.start)

    def _set_position(self, words: Sequence[str]) -> None:
        """`position startpos [moves 4 4 3]`; after an error, the position stays."""
        self._end_search()
        if words[:1] != ["startpos"] or words[1:2] not in ([], ["moves"]):
            self._say("info string unsupported position")
            return
        game = Game.new(self._game.start)
        for word in words[2:]:
            column = int(word) - 1 if re.fullmatch("[0-9]{1,2}", word, re.ASCII) else -1
            try:
                game = game.play(column)
            except P4Error:
                self._say(f"info string illegal move {word[:20]!a}")
                return
        self._game = game

    def _go(self, words: Sequence[str]) -> None:
        """`go`, with `movetime`, clocks, `nodes` or `depth`; else with the level's own limit."""
        self._end_search()
        game, stop = self._game, StopFlag()
        if game.outcome is not None:
            self._say("info string the game is over")
            self._say("bestmove none")
            return
        limit = limited(self._level.limit, words, game.position.to_move)
        self._stop = stop
        self._thinking = threading.Thread(target=self._think, args=(game, limit, stop), daemon=True)
        self._thinking.start()

    def _think(self, game: Game, limit: Limit, stop: StopFlag) -> None:
        column = self._player.choose_column(game.position, limit, stop)
        self._say(f"bestmove {column + 1}")

    def _end_search(self) -> None:
        """Stop thinking and wait for the answer."""
        self._stop.set()
        self.wait()
        self._thinking = None

    def _answer_query(self, words: Sequence[str]) -> None:
        """`query p1turn`, `gameover` or `result`, for referees that ask the engines about the rules."""
        outcome = self._game.outcome
        result = "none"
        if outcome is not None:
            winners = {Side.FIRST: "p1win", Side.SECOND: "p2win", None: "draw"}
            result = winners[outcome.winner]
        answers = {
            "p1turn": str(self._game.position.to_move is Side.FIRST).lower(),
            "gameover": str(outcome is not None).lower(),
            "result": result,
        }
        if words and words[0] in answers:
            self._say(f"response {answers[words[0]]}")


def limited(limit: Limit, words: Sequence[str], side: Side) -> Limit:
    """Return a level's limit, reduced by the words after `go`.

    Args:
        limit: the level's.
        words: names with their numbers; others are ignored.
        side: the side to move.
    """
    given = {
        name: min(int(number), MOST_MILLISECONDS)
        for name, number in pairwise(words)
        if name in _NUMBERS and re.fullmatch("[0-9]{1,18}", number, re.ASCII)
    }
    if "movetime" in given:
        seconds = given["movetime"] / 1000
        limit = replace(limit, seconds=min(seconds, limit.seconds or seconds))
    number = side + 1
    if f"p{number}time" in given:
        left, gain = given[f"p{number}time"], given.get(f"p{number}inc", 0)
        limit = limit_with_clock(limit, left, gain)
    if "nodes" in given:
        limit = replace(limit, nodes=given["nodes"])
    if given.get("depth"):
        limit = replace(limit, depth=given["depth"])
    return limit
