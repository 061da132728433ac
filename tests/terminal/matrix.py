"""Games in every kind of terminal: ``python -m tests.terminal.matrix`` plays all of them and prints a table.

A cell of the matrix is a window, a terminal, a locale and so on, in which a game is played to its end by keys and checked
on the emulated screen. `product` has every cell; `pairs` has few, among which every two values of different dimensions meet
in each front end where they can meet. It is made greedily and without chance: always the cell that adds most new pairs to
those before it, the first one of several; so it is the same in every run, and grows by itself with a dimension's values.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from p4tui.tui.look.layout import NARROW_WINDOW
from tests.terminal.harness import (
    COLOURLESS,
    TMUX_SETTINGS,
    TerminalProgram,
    colours_used,
    style_codes,
)
from tests.terminal.reading import numbers
from tests.tools.rasteriser import CELL, draw, screen_grid

SIZES: Final = ("80x24", "40x12", "30x12", "20x8", "200x60", "300x100")
TERMINALS: Final = {
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color"},
    "16": {"TERM": "xterm"},
    "linux": {"TERM": "linux"},
    "unset": {},
    "dumb": {"TERM": "dumb"},
}
LOCALES: Final = {
    "utf-8": {"LANG": "C.UTF-8"},
    "latin-1": {"LC_ALL": "fr_FR.ISO-8859-1"},
    "c": {"LC_ALL": "C"},
}
"""By what the environment says: the locales need not be installed."""
PIPES: Final = ("tty", "stdin", "stdout", "stderr")
"""Which standard stream is a pipe; `tty`: none."""

MOVES: Final = "4343434"
"""Red has a column of four with the last of them."""
SAID: Final = {
    "en": {
        "turn": "Alice: choose a column",
        "short": "Alice to move",
        "won": "Alice has won",
        "wins": "Alice wins",
        "small": "at least 30 x 12",
    },
    "fr": {
        "turn": "Alice : choisissez une colonne",
        "short": "À Alice de jouer",
        "won": "Alice a gagné",
        "wins": "Alice gagne",
        "small": "d'au moins 30 x 12",
    },
}
"""What is to be read."""
ENLARGED: Final = (80, 24)
"""The window that follows one which is too small."""
ENDED: Final = "It is over."
"""What the shell in tmux says once p4tui has ended."""
CTRL_C: Final = b"\x03"
P4TUI_MODES: Final = frozenset(
    {"bracketed paste", "cursor hidden", "mouse clicks", "mouse motion", "mouse SGR"}
)
"""Modes of the full-screen game that tmux passes on to its terminal while they are on."""


class Cell(NamedTuple):
    """One place to play in."""

    size: str
    terminal: str
    locale: str
    pipe: str
    colour: bool
    """False: `NO_COLOR` is set."""
    tmux: bool
    ascii: bool
    """`--ascii`."""
    language: str

    @property
    def window(self) -> tuple[int, int]:
        """Columns and lines."""
        columns, lines = self.size.split("x")
        return int(columns), int(lines)

    @property
    def full_screen(self) -> bool:
        """Whether the full-screen game is to start."""
        return self.pipe == "tty" and self.terminal != "dumb"

    @property
    def too_small(self) -> bool:
        """Whether the full-screen game has no room."""
        return self.full_screen and self.window < (30, 12)

    @property
    def plain_drawing(self) -> bool:
        """Whether no sign but ASCII may be drawn; letters are another matter."""
        return self.ascii or self.locale != "utf-8" or self.terminal == "linux"

    @property
    def colours(self) -> set[str]:
        """The kinds of colours that may be sent, the richest one has to."""
        if not self.colour or not self.full_screen:
            return set()
        return {"truecolor": {"truecolor"}, "256": {"256"}}.get(self.terminal, {"16"})

    def __str__(self) -> str:
        marks = (
            ("" if self.colour else "no-color"),
            ("tmux" if self.tmux else ""),
            ("ascii" if self.ascii else ""),
            ("" if self.pipe == "tty" else f"{self.pipe}-pipe"),
        )
        return "-".join(
            part for part in (self.size, self.terminal, self.locale, self.language, *marks) if part
        )


def product() -> Iterator[Cell]:
    """Every cell."""
    choices = (SIZES, TERMINALS, LOCALES, PIPES, (True, False), (False, True), (False, True), SAID)
    for values in itertools.product(*choices):
        yield Cell(*values)


def pairs_of(cell: Cell) -> set[tuple[object, ...]]:
    """Every two values that meet in a cell, with the front end in which they do."""
    named = list(zip(cell._fields, cell, strict=True))
    return {(cell.full_screen, *one, *other) for one, other in itertools.combinations(named, 2)}


@lru_cache(1)
def pairs() -> tuple[Cell, ...]:
    """Few cells in which every pair of values meets that can meet."""
    bits: dict[tuple[object, ...], int] = {}
    rest = [
        (cell, sum(1 << bits.setdefault(pair, len(bits)) for pair in pairs_of(cell)))
        for cell in product()
    ]
    missing_pairs = (1 << len(bits)) - 1
    chosen = []
    while missing_pairs:
        best, found = max(rest, key=lambda each: (each[1] & missing_pairs).bit_count())
        chosen.append(best)
        missing_pairs &= ~found
    return tuple(chosen)


# Playing


def play(cell: Cell) -> None:
    """Play a game to its end in a cell of the matrix.

    Raises:
        AssertionError: what is wrong, and the screen.
    """
    with tempfile.TemporaryDirectory(prefix="p4tui-matrix-") as name:
        folder = Path(name)
        with _started(cell, folder) as program:
            (_play_full_screen if cell.full_screen else _play_plain)(cell, program)
            if cell.tmux:
                # At its own end tmux drops what a slow terminal does not take at once: asked while it is still there.
                program.wait_for_text(ENDED)
                program.wait_for(
                    lambda _: not P4TUI_MODES & program.modes_left_on(), what="a restored terminal"
                )
                program.send("\n")
            status = program.wait_exit()
            assert status == 0, f"the terminal's program ended with {status}"
            assert program.terminal_is_cooked(), "the terminal was left without echo"
            left_on = set() if cell.tmux else program.modes_left_on()
            assert not left_on, f"left on: {left_on}"
            status = int((folder / "status").read_text())
            assert status == 0, f"p4tui ended with {status}"
        if not cell.tmux:
            _check_bytes(cell, bytes(program.output))


@contextmanager
def _started(cell: Cell, folder: Path) -> Iterator[TerminalProgram]:
    """The game in its terminal."""
    columns, lines = cell.window
    command = ["sh", "-c", _script(cell, folder)]
    socket = str(folder / "tmux")
    # What surrounds tmux is always the same; what runs in it finds the cell's environment.
    environ = dict(TERMINALS[cell.terminal if cell.terminal == "truecolor" else "256"])
    if cell.tmux:
        settings = folder / "tmux.conf"
        settings.write_text(TMUX_SETTINGS + "set -as terminal-features ',xterm-256color:RGB'\n")
        command = ["tmux", "-u", "-S", socket, "-f", str(settings), "new-session", *command]
    with TerminalProgram(command, columns=columns, lines=lines, environ=environ) as program:
        try:
            yield program
        finally:
            if cell.tmux and program.exit_status is None:
                subprocess.run(
                    ("tmux", "-S", socket, "kill-server"), check=False, capture_output=True
                )


def _script(cell: Cell, folder: Path) -> str:
    """What the shell is told: the cell's environment, its pipe, the status into a file."""
    game = [sys.executable, "-m", "p4tui", "play", "Alice", "Bob", "--animation", "off"]
    game += ["--lang", cell.language, *(["--ascii"] if cell.ascii else [])]
    forgotten = ("COLORTERM", "LANG", "LC_ALL", "NO_COLOR", "TERM")
    environ = TERMINALS[cell.terminal] | LOCALES[cell.locale]
    if not cell.colour:
        environ |= {"NO_COLOR": "1"}
    command = shlex.join(
        [
            "env",
            *(part for name in forgotten for part in ("-u", name)),
            *(f"{name}={value}" for name, value in environ.items()),
            *game,
        ]
    )
    status = shlex.quote(str(folder / "status"))
    script = {
        "tty": f"{command}; echo $? >{status}",
        "stdin": f"printf '%s\\n' {' '.join(MOVES)} | {{ {command}; echo $? >{status}; }}",
        "stdout": f"{{ {command}; echo $? >{status}; }} | cat",
        "stderr": f"{{ {{ {command}; echo $? >{status}; }} 2>&1 1>&3 | cat; }} 3>&1",
    }[cell.pipe]
    # In tmux the shell waits for a line, so that the picture is not taken away.
    return f"{script}; echo {ENDED}; read _" if cell.tmux else script


def _play_plain(cell: Cell, program: TerminalProgram) -> None:
    """A game in lines."""
    if cell.pipe != "stdin":
        program.send("".join(f"{move}\n" for move in (*MOVES, "quit")))
    drawing = ["___X___", *["__OX___"] * 3]

    def ended(lines: list[str]) -> bool:
        read = [line.strip() for line in lines]
        last = max((number for number, line in enumerate(read) if line == drawing[0]), default=0)
        said = _spelled(" ".join(read))
        return read[last : last + 4] == drawing and _spelled(SAID[cell.language]["won"]) in said

    program.wait_for(ended, what="the end of the game")
    _check_screen(cell, program)


def _play_full_screen(cell: Cell, program: TerminalProgram) -> None:
    """A game by keys on the board."""
    if cell.too_small:
        _wait_small(cell, program)
        program.resize(*ENLARGED)
    program.wait_for(lambda lines: _says_whose_turn(cell, lines), what="the whole line of text")
    program.send(MOVES[:-1])
    place = _wait_board(cell, program)
    if cell.too_small:
        program.resize(*cell.window)
        _wait_small(cell, program)
        program.resize(*ENLARGED)
        place = _wait_board(cell, program)
    program.send(MOVES[-1])
    _wait_board(cell, program, place=place)
    if cell.too_small:
        program.resize(*cell.window)
        program.wait_for(lambda lines: _says(cell, "wins", lines), what="the end of the game")
        _check_screen(cell, program)
    program.send(CTRL_C * 2)


def _wait_small(cell: Cell, program: TerminalProgram) -> None:
    """Wait until it is said how large the window has to be."""
    program.wait_for(lambda lines: _says(cell, "small", lines), what="what the game needs")
    _check_screen(cell, program)


def _says_whose_turn(cell: Cell, lines: Sequence[str]) -> bool:
    """Return whether the line above the keys says it in one piece, after a disc or not, shorter in a narrow window."""
    said = SAID[cell.language]
    texts = [said["turn"], said["short"]] if len(lines[0]) < NARROW_WINDOW else [said["turn"]]
    line = _spelled(lines[-2]).strip()
    return re.sub("^[●○XO] ", "", line) in map(_spelled, texts)


def _says(cell: Cell, what: str, lines: Sequence[str]) -> bool:
    """Whether a sentence is on the screen, over several lines if need be."""
    return _spelled(SAID[cell.language][what]) in _spelled(" ".join(" ".join(lines).split()))


def _wait_board(cell: Cell, program: TerminalProgram, *, place: Place | None = None) -> Place:
    """Wait until the whole board is there with the discs where they belong, and the text in one piece.

    Args:
        cell: where it is played.
        program: the game.
        place: where the board is, once the game is won: in a small window the result takes the line of the numbers.

    Returns:
        where the board is.
    """
    wrong: list[str] = []

    def right(lines: list[str]) -> bool:
        found = _what_is_wrong(cell, program, _board(lines) or place, won=place is not None)
        wrong[:] = itertools.islice(found, 1)  # no picture while the text is not yet there
        return not wrong

    try:
        program.wait_for(right, what="the board")
    except AssertionError as error:
        raise AssertionError(f"{wrong}: {error}") from error
    _check_screen(cell, program)
    found = _board(program.display) or place
    assert found is not None
    return found


class Place(NamedTuple):
    """Where a 7x6 board is drawn, in halves of lines: a place of it is as many of them high as it is columns wide.

    Attributes:
        left: its first column on the screen.
        top: its first half of a line.
        size: of a place.
    """

    left: int
    top: int
    size: int

    @property
    def last_line(self) -> int:
        """The line of the screen with the end of the board."""
        return (self.top + 6 * self.size) // 2

    def of(self, picture: Image.Image, column: int, row: int) -> Image.Image:
        """Return the picture of a place, by its column and its row from the bottom."""
        unit = CELL[0]
        x, y = self.left + column * self.size, self.top + (5 - row) * self.size
        return picture.crop((x * unit, y * unit, (x + self.size) * unit, (y + self.size) * unit))


def _board(lines: Sequence[str]) -> Place | None:
    """Return where a board is drawn; None where it is not seen whole. Its numbers are below it, or in the first line."""
    row = numbers(lines)
    if row is None or len(row.places) != len("1234567"):
        return None
    top = 2 if row.line == 0 else 2 * row.line - 6 * row.step
    return Place(row.places[0] - (row.step - 1) // 2, top, row.step) if top >= 0 else None


def _what_is_wrong(
    cell: Cell, program: TerminalProgram, place: Place | None, *, won: bool
) -> Iterator[str]:
    """Yield what is missing on a screen with the board, before the last move or after it."""
    lines = program.display
    if won and not _says(cell, "wins", lines):
        yield f"nothing says {SAID[cell.language]['wins']!r}"
    if not won and not _says_whose_turn(cell, lines):
        yield f"the line of text: {lines[-2]!r}"
    if place is None:
        yield "not the whole board"
        return
    picture = draw(screen_grid(program, lines=place.last_line + 1))
    board = {
        (column, row): place.of(picture, column, row) for column in range(7) for row in range(6)
    }
    # Before the end the third disc of yellow has the mark of the last move, which without colours reaches into the next gap.
    four = [board[3, row] for row in range(4 if won else 2)]
    three = [board[2, row] for row in range(3 if won else 2)]
    if any(each.getcolors(1) for each in board.values()):
        yield "an empty place on the board"
    if any(_differ(one, other) for discs in (four, three) for one, other in pairwise(discs)):
        yield "discs of one player that look different"
    if _shape(four[0]) == _shape(three[0]):
        yield "players of one shape"
    if not all(
        itertools.starmap(_differ, itertools.combinations((four[0], three[0], board[0, 0]), 2))
    ):
        yield "a disc that looks like none"


SHADE: Final = 48
"""How much a part of a colour may differ in the shading of a board, which is darker below."""


def _differ(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures differ by more than a shade."""
    parts = ImageChops.difference(one, other)
    return parts.point([part > SHADE for part in range(256)] * 3).getbbox() is not None


def _shape(picture: Image.Image) -> tuple[int, ...]:
    """Return how something is drawn whatever its colours are: which pixels share a colour."""
    data = picture.tobytes()
    pixels = [data[start : start + 3] for start in range(0, len(data), 3)]
    colours = {colour: number for number, colour in enumerate(dict.fromkeys(pixels))}
    return tuple(map(colours.__getitem__, pixels))


# Checking


def _spelled(text: str) -> str:
    """A text without accents and with ordinary spaces, as it may be read in any encoding."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(char for char in parts if not unicodedata.combining(char))


def _check_screen(cell: Cell, program: TerminalProgram) -> None:
    """Only what may be drawn is drawn."""
    shown = "".join(program.display)
    signs = {char for char in shown if not char.isascii() and not char.isalpha()} - {"\u00a0"}
    if cell.plain_drawing or not cell.full_screen:
        assert not signs, f"{signs}:\n{program}"
    elif not cell.too_small:
        assert signs, f"a drawing in ASCII:\n{program}"
    if cell.locale != "utf-8" and cell.pipe != "stdout":
        assert shown.isascii(), f"more than ASCII:\n{program}"
    if not cell.colours:
        columns, lines = program.size
        for line, column in itertools.product(range(lines), range(columns)):
            drawn = program.cell(column, line)
            assert (drawn.foreground, drawn.background) == ("default", "default"), f"{drawn}"


def _check_bytes(cell: Cell, output: bytes) -> None:
    """Only what may be sent was sent."""
    if not cell.full_screen:
        assert b"\x1b" not in output, "an escape sequence"
        return
    used = colours_used(output)
    assert cell.colours <= used <= cell.colours | ({"16"} if cell.colours else set()), (
        f"colours: {used}"
    )
    if not cell.colours:
        more = style_codes(output) - COLOURLESS
        assert not more, f"styles: {more}"
    if cell.locale != "utf-8":
        assert output.isascii(), "bytes beyond ASCII"


# The whole product, by hand


def outcome(cell: Cell) -> str:
    """What is wrong in a cell; nothing where all is well."""
    try:
        play(cell)
    except AssertionError as error:
        return str(error) or repr(error)
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play in the cells, print the table; return 1 if anything is wrong in one, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.terminal.matrix", description="Play a game in every kind of terminal."
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument(
        "--pairs", action="store_true", help="only the cells that the tests play in"
    )
    parser.add_argument("--only", default="", help="a regular expression that a cell's name holds")
    options = parser.parse_args(arguments)
    cells = [
        cell
        for cell in (pairs() if options.pairs else product())
        if re.search(options.only, str(cell))
    ]
    by_row: dict[str, dict[str, str]] = {}
    failed: list[str] = []
    started = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        for cell, wrong in zip(cells, pool.map(outcome, cells), strict=True):
            row = str(cell).removeprefix(f"{cell.size}-")
            by_row.setdefault(row, {})[cell.size] = "WRONG" if wrong else "ok"
            if wrong:
                failed.append(f"{cell}: {wrong}")
                print(failed[-1], file=sys.stderr, flush=True)
    print(f"{'':50}" + "".join(f"{size:>9}" for size in SIZES))
    for row, found in by_row.items():
        print(f"{row:50}" + "".join(f"{found.get(size, ''):>9}" for size in SIZES))
    seconds = time.monotonic() - started
    print(f"{len(cells)} games in {seconds:.0f} s, {len(failed)} with something wrong")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
