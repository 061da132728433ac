"""Opens every screen of p4tui in a real terminal. A new screen is one line of `SCREENS`."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NamedTuple

from tests.terminal.harness import TerminalProgram, TerminalTimeoutError

ENTER, ESC, UP, DOWN, RIGHT, LEFT = b"\r", b"\x1b", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
HOME = b"\x1b[H"
DRAWING_SECONDS = 0.05
"""Silence after which a picture counts as drawn."""
SETTLING_SECONDS = 10.0
"""How long that is waited for where the picture always moves."""


class ScreenPath(NamedTuple):
    """A screen and the keys that lead to it.

    Attributes:
        name: its name on the command line of the fuzzer.
        arguments: of p4tui.
        keys: pressed one after the other, each once the picture stands still.
        shown: a text that is then on the screen, in English.
        size: of the window: columns, lines.
        settings: the text of the settings file; empty: none.
        environ: environment variables.
        still: whether the screen stays unchanged without input.
    """

    name: str
    arguments: tuple[str, ...] = ()
    keys: tuple[bytes, ...] = ()
    shown: str = ""
    size: tuple[int, int] = (80, 24)
    settings: str = ""
    environ: tuple[tuple[str, str], ...] = ()
    still: bool = True


PEOPLE = ("play", "Alice", "Bob")
EXPLAINED = "explain_scores = false\n"
LATE = ("--position", "442761225377252342545563")
"""A position whose columns are all proven at once."""
A_GAME = (*(b"%c" % key for key in b"4343434"), b"q")
"""A game that is saved, and back to the menu."""
SLOW = (("P4TUI_KERNEL", "python"),)

SCREENS = (
    ScreenPath("menu", (), (), "Play"),
    ScreenPath("name", (), (HOME, DOWN, ENTER), "Red's name"),
    ScreenPath(
        "settings",
        (),
        (b":", *(b"Edit the set"[i : i + 1] for i in range(12)), ENTER),
        "Ask before leaving",
    ),
    ScreenPath("help", (), (b"?",), "Keys on the board"),
    ScreenPath("palette", PEOPLE, (b":",), "type to search"),
    ScreenPath("notice", (), (), "OK", settings="theme = 1\n"),
    ScreenPath("game", PEOPLE, (b"4",), "Bob: choose a column"),
    ScreenPath("cell", (*PEOPLE, "--cursor", "cell"), (b"4", UP), "Bob: choose a cell"),
    ScreenPath("confirm", PEOPLE, (b"4", b"q"), "Leave this game?"),
    ScreenPath("scores", (*PEOPLE, *LATE), (b"s",), "column 4: loses", settings=EXPLAINED),
    ScreenPath("results", PEOPLE, A_GAME[:-1], "Rematch"),
    ScreenPath("clock", (*PEOPLE, "--clock", "5+3"), (b"4",), "Bob: choose a column", still=False),
    ScreenPath("review", PEOPLE, (*A_GAME[:-1], b"v"), "It wins the game."),
    ScreenPath("library", PEOPLE, (*A_GAME, b"l"), "find a player"),
    ScreenPath("replay", PEOPLE, (*A_GAME, b"l", ENTER), "Play from here"),
    ScreenPath("filter", PEOPLE, (*A_GAME, b"l", b"/"), "Name or level"),
    ScreenPath("deletion", PEOPLE, (*A_GAME, b"l", b"d"), "Delete game 1?"),
    ScreenPath("statistics", PEOPLE, (*A_GAME, b"t"), "players"),
    ScreenPath("large", (*PEOPLE, "--size", "20x15"), (b"1", b"2"), "Bob: choose a column"),
    ScreenPath("small", PEOPLE, (), "Window too small", size=(20, 8)),
    ScreenPath(
        "thinking",
        ("play", "Ann", "--yellow", "perfect", "--size", "9x7"),
        (b"4",),
        "thinking",
        environ=SLOW,
        still=False,
    ),
    ScreenPath(
        "computers", ("play", "--red", "club", "--yellow", "random"), (), "Random", still=False
    ),
)
"""The screens, in the order in which they are tried."""


def screen_named(name: str) -> ScreenPath:
    """Return a screen by its name."""
    return next(screen for screen in SCREENS if screen.name == name)


def open_screen(
    screen: ScreenPath, *options: str, environ: dict[str, str] | None = None
) -> TerminalProgram:
    """Run p4tui and go to a screen; the caller closes it.

    Args:
        screen: where to go.
        options: more arguments of p4tui.
        environ: more environment variables.
    """
    columns, lines = screen.size
    command = (sys.executable, "-m", "p4tui", *screen.arguments, *options)
    program = TerminalProgram(
        command,
        columns=columns,
        lines=lines,
        environ={**dict(screen.environ), **(environ or {})},
        files={"config/p4tui/settings.toml": screen.settings} if screen.settings else {},
    )
    try:
        program.wait_for(lambda lines: any(line.strip() for line in lines))
        program.wait_for(lambda lines: len("".join(lines).split()) > 3, what="a picture")
        for key in screen.keys:
            settle(program)
            program.wait_for_output(since=program.send(key))
        program.wait_for(lambda lines: screen.shown in " ".join(lines), what=screen.shown)
        settle(program)
    except BaseException:
        program.close()
        raise
    return program


def settle(program: TerminalProgram) -> None:
    """Read until the picture stands still, or for a moment if it is animated."""
    with suppress(TerminalTimeoutError):
        program.wait_quiet(DRAWING_SECONDS, SETTLING_SECONDS)
