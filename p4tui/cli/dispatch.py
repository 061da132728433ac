"""What the first word decides, and in which language the answer comes."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from p4tui import i18n
from p4tui.cli import parser
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings, SettingsProblem

COMMANDS = ("play", "resume", "games", "stats", "solve", "book", "levels", "doctor")
"""The sub-commands; any other first word is a name."""

WRONG_USE = 2
"""The status for arguments that are refused."""
OUT_OF_MEMORY = 1
"""The status where there is not enough memory."""


class Request(NamedTuple):
    """The arguments sorted.

    Attributes:
        command: one of `COMMANDS`, or `menu`.
        words: what its parser is given: the options, then `--`, then the names.
    """

    command: str
    words: list[str]


def dispatch(words: Sequence[str]) -> int:
    """Run what the arguments ask for and answer the exit status."""
    _never_fail_on_a_character()
    request = sort_words(words)
    options = request.words[: request.words.index("--")] if "--" in request.words else request.words
    language_only = not {"--help", "-h"}.isdisjoint(options)
    settings, problems = _load_settings(language_only=language_only)
    chosen = settings.language if settings else None
    i18n.activate(choose_language(request, chosen, os.environ))
    if problems:
        # What is wrong is put into words as the file is read.
        settings, problems = _load_settings(language_only=language_only)
    try:
        command = _command(request.command)
        arguments = command.make_parser().read(request.words)
        for problem in problems:
            parser.complain(problem.sentence())
        if settings is None:
            from p4tui.settings import Settings

            settings = Settings()
        return command.run(arguments, settings)
    except parser.UsageError as error:
        parser.complain(str(error), parser.LONGEST_COMPLAINT)
        return WRONG_USE
    except MemoryError:
        parser.complain(_("There is not enough memory; a smaller --table takes less."))
        return OUT_OF_MEMORY
    except SystemExit as stop:  # how argparse ends after --help
        return stop.code if isinstance(stop.code, int) else 0


def sort_words(words: Sequence[str]) -> Request:
    """Find the command among arguments: the first word that is neither an option nor the value of one.

    Options may stand before and after it. Words behind `--` are names. Without any word it is the menu, unless an
    option of `play` says that a game is wanted.
    """
    options: list[str] = []
    names: list[str] = []
    rest = iter(words)
    command = None
    for word in rest:
        if word == "--":
            names += rest
        elif word.startswith("-") and word != "-":
            options.append(word)
            if parser.takes_value(word, command):
                options += [value for value in [next(rest, None)] if value is not None]
        elif command is None and not names and word in COMMANDS:
            command = word
        else:
            names.append(word)
    if command is None:
        wants_menu = not names and all(
            parser.is_display_option(word) for word in _without_values(options)
        )
        command = "menu" if wants_menu else "play"
    return Request(command, [*options, "--", *names] if names else options)


def _without_values(options: Sequence[str]) -> list[str]:
    """The option words alone."""
    found = []
    rest = iter(options)
    for word in rest:
        found.append(word)
        if word in parser.OPTIONS_WITH_VALUE:
            next(rest, None)
    return found


def choose_language(request: Request, chosen: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: `--lang`, else the one of the settings, else the locale's; what is none is passed over."""
    asked = None
    rest = iter(request.words)
    for word in rest:
        if word == "--":
            break
        if word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        elif parser.takes_value(word, request.command):
            value = next(rest, None)
            asked = value if word == "--lang" else asked
    for code in (asked, chosen):
        if code in i18n.LANGUAGES:
            return str(code)
    return i18n.from_environment(environ)


def _load_settings(*, language_only: bool) -> tuple[Settings | None, list[SettingsProblem]]:
    """The settings and what is wrong with their file; no settings, and nothing imported, where there is no file."""
    from p4tui.paths import settings_file

    path = settings_file()
    if path is None or not os.path.lexists(path):
        return None, []
    from p4tui import settings

    return settings.load(path, language_only=language_only)


def _command(name: str) -> parser.Command:
    """A command by its name; its module alone is imported."""
    if name == "resume":
        from p4tui.cli.play.resume import RESUME

        return RESUME
    if name == "play":
        from p4tui.cli.play.play import PLAY

        return PLAY
    if name == "games":
        from p4tui.cli.games.games import GAMES

        return GAMES
    if name == "stats":
        from p4tui.cli.games.stats import STATS

        return STATS
    if name == "solve":
        from p4tui.cli.solve.solve import SOLVE

        return SOLVE
    if name == "book":
        from p4tui.cli.book.book import BOOK

        return BOOK
    if name == "levels":
        from p4tui.cli.levels import LEVELS

        return LEVELS
    if name == "doctor":
        from p4tui.cli.doctor import DOCTOR

        return DOCTOR
    from p4tui.cli.play.menu import MENU

    return MENU


def _never_fail_on_a_character() -> None:
    """Have what the output's encoding lacks replaced: names may be any Unicode, locales are not.

    A terminal gets ASCII where its locale and Python do not agree on an encoding. Files and pipes get what Python writes.
    """
    codecs.register_error("p4tui", _simpler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="p4tui")
            if stream.isatty() and _only_ascii_is_safe(stream.encoding):
                stream.reconfigure(encoding="ascii", errors="p4tui")


def _only_ascii_is_safe(encoding: str) -> bool:
    """Whether the terminal's locale speaks of another encoding than the one that Python writes."""
    from p4tui.tui.terminal.detection import terminal_encoding

    return terminal_encoding(os.environ, encoding) == "ascii"


def _simpler(error: UnicodeError) -> tuple[str, int]:
    """In place of characters that cannot be encoded: their ASCII letters without accents, or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import unicodedata

    from p4tui.tui.terminal.detection import SPELLINGS

    characters = error.object[error.start : error.end]
    parts = (
        SPELLINGS.get(char)
        or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        or "?"
        for char in characters
    )
    return "".join(parts), error.end
