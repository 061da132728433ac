"""Runs the command of a command line in the requested language."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import p4tui
from p4tui import i18n
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain, quoted
from p4tui.cli.output import encode_safely
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.statuses import FAILED, WRONG_USE
from p4tui.i18n import N_, _

if TYPE_CHECKING:
    from p4tui.settings import Settings, SettingsProblem

COMMANDS = {
    "play": ("play.play", N_("start a game, with options")),
    "resume": ("play.resume", N_("resume the last unfinished game")),
    "games": ("games.games", N_("saved games: list, show, export, import, delete")),
    "stats": ("games.stats", N_("results of all players")),
    "host": ("link.host", N_("open a game for a person at another terminal")),
    "join": ("link.join", N_("join such a game")),
    "watch": ("link.watch", N_("watch such a game")),
    "relay": ("link.relay", N_("join a game to standard input and output, for ssh")),
    "puzzle": ("puzzle", N_("puzzles: today's, by difficulty, your own mistakes")),
    "review": ("review.review", N_("what a game teaches, move by move")),
    "learn": ("learn", N_("ten short lessons with positions to play")),
    "solve": ("solve.solve", N_("exact scores of positions")),
    "explore": ("solve.explore", N_("the columns of a position, and your games")),
    "arena": ("arena.arena", N_("computer players of your own: checks, tournaments")),
    "ugi": ("ugi", N_("a level as an engine for other programs")),
    "serve": ("serve", N_("the game in a browser")),
    "book": ("book.book", N_("opening books")),
    "levels": ("levels", N_("the computer's levels")),
    "help": ("help", N_("the manual")),
    "completion": ("completion", N_("completion of commands and options in a shell")),
    "doctor": ("doctor", N_("versions, terminal, and where files are kept")),
}
"""Every command with its module and its line in the help."""
MIN_MISTYPED, SIMILARITY = 5, 0.8
"""The shortest word that may be a mistyped command, and the least likeness of both (see `difflib`)."""
MIN_SWAPPED = 4
"""The shortest word that may be a command with two letters in the wrong order, such as `jion`."""


def dispatch(words: Sequence[str]) -> int:
    """Run the command of the command line; return the exit status."""
    encode_safely()
    options = before_dashes(words)
    language_only = not {"--help", "-h"}.isdisjoint(options)
    settings, problems = _load_settings(language_only=language_only)
    i18n.activate(choose_language(options, settings.language if settings else None, os.environ))
    if problems:
        # They are put into words while the file is read.
        settings, problems = _load_settings(language_only=language_only)
    try:
        parser = make_parser()
        arguments = parser.read(with_command(parser, words))
        for problem in problems:
            complain(problem.sentence())
        if settings is None:
            from p4tui.settings import Settings

            settings = Settings()
        status: int = arguments.run(arguments, settings)
    except UsageError as error:
        complain(str(error), MAX_COMPLAINT_LENGTH)
        return WRONG_USE
    except MemoryError:
        complain(_("Not enough memory. Try a smaller --table."))
        return FAILED
    except SystemExit as stop:  # how argparse ends after --help
        return stop.code if isinstance(stop.code, int) else 0
    return status


def with_command(parser: Parser, words: Sequence[str]) -> Sequence[str]:
    """Prefix the words with `play`, unless they name a command or have only display options, which open the menu."""
    front = before_dashes(words)
    options, names = parser.split(front)
    if names and names[0] in parser.commands:
        return words
    if names and (meant := similar_command(names[0], parser.commands)):
        sentence = _(
            'There is no command "{name}". Did you mean {meant}? A player of this name: p4tui play {name}'
        )
        raise UsageError(sentence.format(name=quoted(names[0]), meant=meant))
    has_names = names or len(words) > len(front) + 1
    if not has_names and all(parser.has_own_option(option) for option, *_value in options):
        return words
    return ["play", *words]


def similar_command(name: str, commands: Iterable[str]) -> str | None:
    """Return the command that a mistyped word in small letters may mean, or None; few names of people are like one."""
    if not name.isascii() or not name.islower() or len(name) < MIN_SWAPPED:
        return None
    if len(name) < MIN_MISTYPED:
        return next((each for each in commands if are_neighbours_swapped(name, each)), None)
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, commands, 1, SIMILARITY)), None)


def are_neighbours_swapped(word: str, other: str) -> bool:
    """Return whether two words differ by two neighbouring letters that have changed places."""
    return any(
        other == word[:place] + right + left + word[place + 2 :]
        for place, (left, right) in enumerate(pairwise(word))
        if left != right
    )


def before_dashes(words: Sequence[str]) -> Sequence[str]:
    """Return the words before `--`, behind which all are names."""
    return words[: words.index("--")] if "--" in words else words


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    uses = (
        ("p4tui", _("open the menu")),
        (_("p4tui NAME1 NAME2"), _("two people at one keyboard")),
        (_("p4tui NAME"), _("one person against the computer")),
    )
    width = max(len(use) for use, _meaning in uses)
    lines = [f"  {use.ljust(width)}  {meaning}" for use, meaning in uses]
    parser = Parser("p4tui")
    parser.describe(
        "\n".join([_("Connect Four (Puissance 4) for the terminal."), "", *lines]),
        _("[NAME1 [NAME2] | COMMAND ...]"),
        _("p4tui COMMAND --help shows the options of a command."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=p4tui.__version__,
        help=_("show the version and exit"),
    )
    parser.add_commands(COMMANDS, _("COMMAND"))
    parser.add_display_options()
    parser.set_defaults(run=_open_menu)
    return parser


def _open_menu(arguments: argparse.Namespace, settings: Settings) -> int:
    from p4tui.cli.play.menu import run

    return run(arguments, settings)


def choose_language(options: Sequence[str], chosen: str | None, environ: Mapping[str, str]) -> str:
    """Return the language of the last `--lang`, of the settings or of the locale, in this order."""
    requested = None
    for word, following in pairwise([*options, ""]):
        if word == "--lang":
            requested = following
        elif word.startswith("--lang="):
            requested = word.removeprefix("--lang=")
    known = (code for code in (requested, chosen) if code in i18n.LANGUAGES)
    return next(filter(None, known), None) or i18n.from_environment(environ)


def _load_settings(*, language_only: bool) -> tuple[Settings | None, list[SettingsProblem]]:
    """Return the settings and the problems of their file. Without a file, skip the import and return None."""
    from p4tui.paths import settings_file

    path = settings_file()
    if path is None or not os.path.lexists(path):
        return None, []
    from p4tui import settings

    return settings.load(path, language_only=language_only)
