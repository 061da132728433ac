"""`p4tui doctor`: reports versions, terminal features and file locations."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import shlex
import shutil
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import p4tui
from p4tui import paths
from p4tui.cli.messages import say
from p4tui.cli.parser import Parser
from p4tui.i18n import LANGUAGES, N_, _, language
from p4tui.settings import Settings
from p4tui.tui.terminal import detection as terminal

_REFUSALS = {
    terminal.Refusal.DUMB_TERMINAL: N_("no: TERM names a terminal that cannot move its cursor"),
    terminal.Refusal.STDIN: N_("no: the input is not a terminal"),
    terminal.Refusal.STDOUT: N_("no: the output is not a terminal"),
    terminal.Refusal.STDERR: N_("no: standard error is not a terminal"),
}

_COLOURS = {
    "none": N_("none"),
    "16": N_("16, the terminal's own"),
    "256": N_("256"),
    "truecolor": N_("16 million"),
}


def add_arguments(parser: Parser) -> None:
    """Define the help texts of the command."""
    parser.describe(
        _("Show versions, what the terminal can do, and where settings and data are kept.")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the report."""
    for title, lines in (
        (_("Versions"), _versions()),
        (_("Search"), [(_("kernel"), _kernel()), *_build_command()]),
        (_("Terminal"), _terminal(arguments, settings, os.environ)),
        (
            _("Files"),
            [
                (_("settings"), _place(paths.settings_file())),
                (_("data"), _place(paths.data_folder())),
            ],
        ),
        (_("Saved games"), _games(paths.games_file())),
    ):
        print(title)
        width = max(len(label) for label, _value in lines)
        for label, value in lines:
            say(f"  {label.ljust(width)}  {value}")
    return 0


def _versions() -> list[tuple[str, str]]:
    """Return the versions of the program and its libraries."""
    found = [
        ("p4tui", p4tui.__version__),
        ("Python", f"{platform.python_version()} ({sys.executable or '?'})"),
    ]
    for name in ("textual", "rich"):
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            found.append((name, _("not installed")))
    return found


def _kernel() -> str:
    """Return the search kernel in use, or the reason that there is none."""
    from p4tui.engine.kernel import choice
    from p4tui.words.errors import kernel_sentence

    try:
        name = choice.kernel_name()
    except choice.KernelError as error:
        return kernel_sentence(error)
    return (
        _("{name} (plain Python; exact scores take longer)").format(name=name)
        if name == "python"
        else name
    )


def _build_command() -> list[tuple[str, str]]:
    """Return the command that builds the compiled kernel, if it is missing or out of date."""
    from p4tui.engine.kernel import choice

    try:
        choice.kernel({choice.VARIABLE: "native"})
    except choice.KernelUnavailableError:
        command = f"{shlex.quote(sys.executable)} -m pip install --force-reinstall --no-deps ."
        how = (
            _("out of date, not used. With a C compiler, run in a copy of the repository:")
            if choice.has_outdated_build()
            else _("not built. With a C compiler, run in a copy of the repository:")
        )
        return [("native", how), ("", command)]
    return []


def _terminal(
    arguments: argparse.Namespace, settings: Settings, environ: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the detected features of the terminal and the resulting modes."""
    width, height = shutil.get_terminal_size()
    encoding = getattr(sys.stderr, "encoding", None)
    refusal = terminal.terminal_refusal(environ, sys.stdin, sys.stdout, sys.stderr)
    remote = terminal.over_ssh(environ)
    animation = arguments.animation if arguments.animation is not None else settings.animation
    ascii_only = bool(arguments.ascii) or terminal.wants_ascii(environ, encoding)
    return [
        ("TERM", environ.get("TERM") or _("not set")),
        (_("full screen"), _("yes") if refusal is None else _(_REFUSALS[refusal])),
        (_("size"), _("{columns} columns, {rows} rows").format(columns=width, rows=height)),
        (_("colours"), _(_COLOURS[terminal.colour_support(environ)])),
        (_("encoding"), encoding or _("unknown")),
        (_("drawing"), _("ASCII only") if ascii_only else _("Unicode")),
        ("SSH", _yes_or_no(remote)),
        (_("animation"), _yes_or_no(not remote if animation is None else animation)),
        (_("language"), LANGUAGES[language()]),
    ]


def _games(path: Path | None) -> list[tuple[str, str]]:
    """Return the path and number of saved games, and whether the database is writable."""
    from p4tui.storage.errors import StorageError
    from p4tui.storage.games import GameRepository
    from p4tui.storage.summaries import Filter
    from p4tui.words.errors import storage_sentence

    lines = [] if path is None else [(_("file"), _place(path))]
    with contextlib.closing(GameRepository(path, auto_restore=False)) as games:
        try:
            lines.append((_("games"), str(games.count())))
            lines.append((_("unfinished"), str(games.count(Filter(finished=False)))))
            games.check_writing()
            lines += [(_("journal"), games.journal())] if path is not None and path.exists() else []
        except StorageError as error:
            return [*lines, (_("state"), storage_sentence(error))]
    return [*lines, (_("state"), _("in order"))]


def _place(path: Path | None) -> str:
    """Return a path, and whether it exists."""
    if path is None:
        return _("nowhere: there is no home folder")
    try:
        there = path.exists()
    except OSError:
        return _("{path} (cannot be read)").format(path=path)
    return str(path) if there else _("{path} (does not exist yet)").format(path=path)


def _yes_or_no(answer: bool) -> str:
    return _("yes") if answer else _("no")
