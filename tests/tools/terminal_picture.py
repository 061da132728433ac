"""Runs a program in a terminal and draws its screen: `python -m tests.tools.terminal_picture OUT.png -- p4tui play Alice Bob`.

Keys are separated by blanks: text is typed, `<Right>` and other names are keys, `<Click:X,Y>` and `<Point:X,Y>` are the mouse
(cells counted from 0), `<Size:40x12>` resizes the terminal, `<Show:TEXT>` waits for a text (`_` is a blank), `<Run:SECONDS>`
lets an animation run. After each of them the program is waited for until it is idle.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PIL import Image

from tests.terminal.harness import TerminalProgram, TerminalTimeoutError
from tests.tools.rasteriser import beside, draw, save, screen_grid

ENVIRONMENTS = {
    "truecolor": {"COLORTERM": "truecolor"},
    "256": {},
    "16": {"TERM": "xterm"},
    "NO_COLOR": {"COLORTERM": "truecolor", "NO_COLOR": "1"},
    "ascii": {"COLORTERM": "truecolor"},
    "ssh": {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "SSH_TTY": "/dev/pts/9"},
    "linux": {"TERM": "linux"},
}
"""Kinds of terminals. `ascii` adds `--ascii` to the command."""

KEYS = {
    "space": " ", "enter": "\r", "esc": "\x1b", "tab": "\t", "backtab": "\x1b[Z", "backspace": "\x7f", "delete": "\x1b[3~",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "less": "<", "wait": "",
}  # fmt: skip
QUIET_SECONDS = 0.2
BUSY_SECONDS = 10.0
"""How long an idle program is waited for; one with a clock or a computer that thinks never is."""


def environment(kinds: Sequence[str], language: str) -> dict[str, str]:
    """Return the variables of kinds of terminals, and of `NAME=VALUE`s."""
    found = {"LANG": f"{language}.UTF-8", "LANGUAGE": language}
    for kind in kinds:
        name, assigned, value = kind.partition("=")
        found |= {name: value} if assigned else ENVIRONMENTS[kind]
    return found


def do(program: TerminalProgram, token: str) -> None:
    """Do what one word of the keys says, and wait until the program is idle."""
    name, _, value = token[1:-1].partition(":") if token[:1] == "<" and token[1:] else ("", "", "")
    match name.lower():
        case "":
            program.send(token)
        case "click" | "point":
            x, y = (int(number) + 1 for number in value.split(","))
            codes = ((0, "M"), (0, "m")) if name.lower() == "click" else ((35, "M"),)
            program.send("".join(f"\x1b[<{code};{x};{y}{end}" for code, end in codes))
        case "size":
            program.resize(*size(value))
        case "show":
            program.wait_for_text(value.replace("_", " "))
        case "run":
            program.watch(float(value))
            return
        case control if control.startswith("ctrl+"):
            program.send(chr(ord(control[-1]) & 0x1F))
        case key:
            program.send(KEYS[key])
    settle(program)


def settle(program: TerminalProgram) -> None:
    """Read until the program is idle, for a limited time."""
    with suppress(TerminalTimeoutError):
        program.wait_quiet(QUIET_SECONDS, BUSY_SECONDS)


def size(text: str) -> tuple[int, int]:
    """Return the numbers of `80x24`."""
    columns, lines = text.split("x")
    return int(columns), int(lines)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    found.add_argument("out", type=Path, help="the picture to write")
    found.add_argument("--size", type=size, default=(80, 24), metavar="CxL")
    found.add_argument(
        "--env", action="append", metavar="KIND", help=", ".join(ENVIRONMENTS) + ", or NAME=VALUE"
    )
    found.add_argument("--lang", default="en", help="en or fr")
    found.add_argument(
        "--home", type=Path, help="the program's home (default: an empty temporary folder)"
    )
    found.add_argument("--settings", default="", help="the text of the settings file")
    found.add_argument("--keys", default="", help="such as '<Right> <Space> 4 <Show:Bob>'")
    found.add_argument("--scale", type=int, default=1)
    found.add_argument("--compare", type=Path, metavar="PNG", help="a picture to set at the right")
    found.add_argument(
        "--record", type=Path, metavar="FILE", help="write the program's output there"
    )
    found.add_argument("command", nargs="+", help="after `--`; p4tui is that of this tree")
    return found


def picture(
    command: Sequence[str],
    *,
    window: tuple[int, int] = (80, 24),
    kinds: Sequence[str] = ("truecolor",),
    language: str = "en",
    home: Path | None = None,
    settings: str = "",
    keys: Sequence[str] = (),
    scale: int = 1,
    record: Path | None = None,
) -> Image.Image:
    """Run a command in a terminal, type keys, and return the picture of the screen.

    Args:
        command: the program and its arguments; p4tui is that of this tree.
        window: columns and lines.
        kinds: of terminals, see `environment`.
        language: `en` or `fr`.
        home: the program's home; a fresh temporary folder by default.
        settings: the text of p4tui's settings file.
        keys: see the module.
        scale: pixels for each of a cell's 10x20.
        record: where the output of the program is written.
    """
    command = [*command, *(["--ascii"] if "ascii" in kinds else [])]
    if command[0] == "p4tui":
        command[:1] = [sys.executable, "-m", "p4tui"]
    with TerminalProgram(
        command,
        columns=window[0],
        lines=window[1],
        environ=environment(kinds, language),
        home=home,
        files={"config/p4tui/settings.toml": settings} if settings else {},
    ) as program:
        program.wait_for(lambda lines: any(line.strip() for line in lines), what="a picture")
        settle(program)
        for key in keys:
            do(program, key)
        if record:
            record.write_bytes(program.output)
        return draw(screen_grid(program, console="linux" in kinds), scale)


def main(arguments: Sequence[str]) -> None:
    """Run the command, type the keys, write the picture."""
    given = parser().parse_args(arguments)
    image = picture(
        given.command,
        window=given.size,
        kinds=given.env or ["truecolor"],
        language=given.lang,
        home=given.home and given.home.resolve(),
        settings=given.settings,
        keys=given.keys.split(),
        scale=given.scale,
        record=given.record,
    )
    if given.compare:
        with Image.open(given.compare) as other:
            image = beside(image, other.convert("RGB"))
    save(image, given.out)
    print(f"{given.out}: {image.width}x{image.height}, {shlex.join(given.command)}")


if __name__ == "__main__":
    main(sys.argv[1:])
