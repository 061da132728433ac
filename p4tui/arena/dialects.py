"""Dialects: how a game is told to a program, and how its answers are read. No input or output here."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from p4tui.arena.reaching import moves_to
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side

RUNNER = Path(__file__).with_name("kaggle_runner.py")
"""The program that runs a Kaggle submission."""

_NUMBER = re.compile("[0-9]{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Allowance:
    """The time for one move.

    Attributes:
        seconds: the most that the move may take, without the grace of the referee.
        movetime: the milliseconds that the program is told; None if it is told the clock.
        times: the milliseconds left to the first and second side, with a clock.
        increments: the milliseconds that each of them gains by a move.
    """

    seconds: float
    movetime: int | None = None
    times: tuple[int, int] = (0, 0)
    increments: tuple[int, int] = (0, 0)

    @classmethod
    def per_move(cls, milliseconds: int) -> Allowance:
        """Return the same time for every move."""
        return cls(milliseconds / 1000, milliseconds)

    @classmethod
    def of_clock(
        cls, side: Side, times: tuple[int, int], increments: tuple[int, int] = (0, 0)
    ) -> Allowance:
        """Return the time that a clock leaves to the side to move."""
        return cls(times[side] / 1000, None, times, increments)


class Exchange(NamedTuple):
    """Lines for a program, and the first word of the line that ends its answer; empty if none is awaited."""

    text: str = ""
    awaited: str = ""


class Dialect(Protocol):
    """The protocol of one program.

    Attributes:
        command: the words that start it.
        stop: the line that ends its thinking; empty if the protocol has none.
        farewell: the line that ends it.
        one_game: whether a process plays a single game.
        first_column: its number of the leftmost column.
    """

    command: Sequence[str]
    stop: str
    farewell: str
    one_game: bool
    first_column: int

    def greeting(self) -> Exchange:
        """Return what is said to a new process."""
        ...

    def preparation(self, game: Game) -> Exchange:
        """Return what is said before the first question of a game.

        Raises:
            PlayerError: the protocol cannot express the game (`UNSUPPORTED`).
        """
        ...

    def question(self, game: Game, allowance: Allowance) -> str:
        """Return the question for a move.

        Raises:
            PlayerError: the protocol cannot express the game (`UNSUPPORTED`).
        """
        ...

    def answer(self, line: str) -> int | None:
        """Return the column on a line, counted from 0, or None if the line is no answer.

        Raises:
            PlayerError: the line is an answer, but no column (`UNREADABLE`, `ERROR`).
        """
        ...

    def refusal(self, line: str) -> PlayerError | None:
        """Return why a line refuses to go on, or None if it does not."""
        ...


class UgiDialect:
    """`ugi:CMD`: the subset of the Universal Game Interface."""

    stop = "stop\n"
    farewell = "quit\n"
    one_game = False
    first_column = 1

    def __init__(self, command: str) -> None:
        self.command: Sequence[str] = shlex.split(command)
        self._geometry = Geometry()

    def greeting(self) -> Exchange:
        """Say `ugi`."""
        self._geometry = Geometry()
        return Exchange("ugi\n", "ugiok")

    def preparation(self, game: Game) -> Exchange:
        """Name the size of the board if it changes, and announce the game."""
        lines = ["uginewgame", "isready", ""]
        geometry = game.start.geometry
        if geometry != self._geometry:
            lines.insert(0, f"setoption name size value {size_text(geometry)}")
            self._geometry = geometry
        return Exchange("\n".join(lines), "readyok")

    def question(self, game: Game, allowance: Allowance) -> str:
        """Give the whole game and the time; columns count from 1."""
        before = moves_to(game.start)
        if before is None:
            raise PlayerError(Verdict.UNSUPPORTED)
        moves = [column + 1 for column in (*before, *game.played)]
        position = " ".join(["position startpos", *(["moves"] if moves else []), *map(str, moves)])
        if allowance.movetime is not None:
            return f"{position}\ngo movetime {allowance.movetime}\n"
        (first, second), (gain, other) = allowance.times, allowance.increments
        return f"{position}\ngo p1time {first} p2time {second} p1inc {gain} p2inc {other}\n"

    def answer(self, line: str) -> int | None:
        """Read `bestmove N`."""
        words = line.split()
        if not words or words[0] != "bestmove":
            return None
        if len(words) < 2 or not _NUMBER.fullmatch(words[1]):
            raise PlayerError(Verdict.UNREADABLE, line)
        return int(words[1]) - 1

    def refusal(self, line: str) -> PlayerError | None:
        """Read `info string unsupported`."""
        unsupported = line.split()[:3] == ["info", "string", "unsupported"]
        return PlayerError(Verdict.UNSUPPORTED, line) if unsupported else None


class LinesDialect:
    """`lines:CMD`: the contest of INSAlgo. Columns count from 0; lines that begin with > are remarks.

    A process plays one game from the empty board; it gets the size, the number of players and its place, then each move of
    the opponent.
    """

    stop = ""
    farewell = ""
    one_game = True
    first_column = 0

    def __init__(self, command: str) -> None:
        self.command: Sequence[str] = shlex.split(command)
        self._header = ""

    def greeting(self) -> Exchange:
        """Say nothing: the first line belongs to the first question."""
        return Exchange()

    def preparation(self, game: Game) -> Exchange:
        """Check that the game can be told, and keep its first line for the first question."""
        geometry = game.start.geometry
        if game.start.ply or game.cursor > 1 or geometry.connect != Geometry().connect:
            raise PlayerError(Verdict.UNSUPPORTED)
        self._header = f"{geometry.columns} {geometry.rows} 2 {game.cursor + 1}\n"
        return Exchange()

    def question(self, game: Game, allowance: Allowance) -> str:
        """Give the opponent's last move."""
        header, self._header = self._header, ""
        return header if game.last_move is None else f"{header}{game.last_move}\n"

    def answer(self, line: str) -> int | None:
        """Read a column counted from 0."""
        if not line or line.startswith(">"):
            return None
        if not _NUMBER.fullmatch(line):
            raise PlayerError(Verdict.UNREADABLE, line)
        return int(line)

    def refusal(self, line: str) -> PlayerError | None:
        """Return None: the protocol has no refusals."""
        return None


class KaggleDialect:
    """`kaggle:FILE.py`: a submission to Kaggle's ConnectX, called in a child Python."""

    stop = ""
    farewell = ""
    one_game = False
    first_column = 0

    def __init__(self, path: str) -> None:
        # -I: neither the folder nor the variables of this process change what it imports.
        self.command: Sequence[str] = [sys.executable, "-I", str(RUNNER), path]

    def greeting(self) -> Exchange:
        """Say nothing: the file is loaded for each game."""
        return Exchange()

    def preparation(self, game: Game) -> Exchange:
        """Load the file anew: nothing that it remembers comes from another game."""
        return Exchange("new\n", "ready")

    def question(self, game: Game, allowance: Allowance) -> str:
        """Give observation and configuration as one line of JSON."""
        position = game.position
        geometry = position.geometry
        observation = {
            "board": flat_board(position),
            "mark": position.to_move + 1,
            "step": position.ply,
            "remainingOverageTime": 0,
        }
        configuration = {
            "columns": geometry.columns,
            "rows": geometry.rows,
            "inarow": geometry.connect,
            "actTimeout": allowance.seconds,
            "timeout": allowance.seconds,
        }
        return json.dumps([observation, configuration]) + "\n"

    def answer(self, line: str) -> int | None:
        """Read `column N`, counted from 0, or `value TEXT` for anything else that the function has returned."""
        kind, _blank, rest = line.partition(" ")
        if kind == "value":
            raise PlayerError(Verdict.UNREADABLE, rest)
        if kind == "column" and re.fullmatch("-?[0-9]{1,9}", rest, re.ASCII):
            return int(rest)
        return None

    def refusal(self, line: str) -> PlayerError | None:
        """Read `error TEXT`: the file or its function has raised an exception."""
        kind, _blank, rest = line.partition(" ")
        return PlayerError(Verdict.ERROR, rest) if kind == "error" else None


def dialect_of(text: str) -> Dialect:
    """Return the dialect of a program's text, such as `ugi:./mybot`.

    Raises:
        ValueError: the prefix is unknown, or a quotation mark is not closed.
    """
    prefix, _colon, rest = text.partition(":")
    dialects: dict[str, type[UgiDialect | LinesDialect | KaggleDialect]] = {
        "ugi": UgiDialect,
        "lines": LinesDialect,
        "kaggle": KaggleDialect,
    }
    if prefix not in dialects:
        raise ValueError(prefix)
    return dialects[prefix](rest)


def size_text(geometry: Geometry) -> str:
    """Return columns, rows and length of a line: `7x6x4`."""
    return f"{geometry.columns}x{geometry.rows}x{geometry.connect}"


def flat_board(position: Position) -> list[int]:
    """Return the cells row by row from the top: 0 empty, 1 the first side, 2 the second."""
    geometry = position.geometry
    cells = (
        position.at(column, row)
        for row in reversed(range(geometry.rows))
        for column in range(geometry.columns)
    )
    return [0 if side is None else side + 1 for side in cells]
