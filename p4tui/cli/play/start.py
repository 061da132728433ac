"""From arguments and settings to a game: who sits where, which board, which front end."""

from __future__ import annotations

import argparse
import functools
import random
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli import INTERRUPTED, streams
from p4tui.cli.parser import UsageError, complain
from p4tui.cli.play.position import find_start
from p4tui.cli.streams import input_encoding, is_terminal, standard_input
from p4tui.cli.values import shown
from p4tui.core.geometry import Geometry
from p4tui.engine.resources import RESOURCES, TABLE_MIB
from p4tui.i18n import _
from p4tui.options import Options
from p4tui.plain.interrupts import ended_by_signals
from p4tui.play.match import Match
from p4tui.play.seats import Seat, seat_of
from p4tui.play.setup import Setup, control_of
from p4tui.settings import Settings
from p4tui.settings.rules import HUMAN

if TYPE_CHECKING:
    from p4tui.storage.archive import Archive
    from p4tui.storage.events import Event
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame

DEFAULT_LEVEL = "club"
"""The level of a computer where neither arguments nor settings name one."""
NOT_SAVED = 1
"""The status where something could not be saved, whatever else has ended the program."""
PLAIN_LINES = 6
"""The lines of text that the plain-text game writes around its drawing."""


def play(arguments: argparse.Namespace, settings: Settings) -> int:
    """Play what the arguments of `play` ask for; answer the exit status.

    Raises:
        UsageError: they contradict each other, a position cannot be read, or the search kernel asked for cannot be had.
    """
    from p4tui.plain.styles import DEFAULT_STYLE

    require_kernel()
    use_resources(settings)
    if len(arguments.names) > 2:
        raise UsageError(
            _("Two names at most: {name} is one too many.").format(name=shown(arguments.names[2]))
        )
    plain = bool(arguments.plain or arguments.style) or not streams.has_terminal()
    style = arguments.style or DEFAULT_STYLE
    rng = random.Random(arguments.seed)
    red, yellow = choose_seats(arguments.names, arguments.red, arguments.yellow, settings)
    start = find_start(
        arguments,
        functools.partial(_fitting_size, style if plain else None),
        standard_input(),
        rng,
    )
    setup = Setup(red, yellow, start.geometry, start.first, start.game, arguments.clock)
    if plain:
        return play_plain(setup, style, rng, arguments.advice or settings.advice)
    return play_full_screen(setup, arguments, settings)


def open_menu(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open the menu; without a terminal, play in plain text what the menu would play at once: its last choices.

    Raises:
        UsageError: the search kernel asked for cannot be had.
    """
    require_kernel()
    use_resources(settings)
    if streams.has_terminal():
        return play_full_screen(None, arguments, settings)
    from p4tui.plain.styles import DEFAULT_STYLE

    setup = Setup(
        seat_of(settings.red_level, settings.red_name),
        seat_of(settings.yellow_level, settings.yellow_name),
        Geometry(settings.columns, settings.rows, settings.connect),
        settings.first,
        control=control_of(settings.clock),
    )
    return play_plain(setup, DEFAULT_STYLE, random.Random(), settings.advice)


def use_resources(
    settings: Settings, *, table_mib: int | None = None, threads: int | None = None
) -> None:
    """Have all searches take what the arguments say, else what the settings say, and find the user's opening books."""
    RESOURCES.table_mib = table_mib or settings.table_mib or TABLE_MIB
    RESOURCES.threads = threads or settings.threads
    place = paths.books_folder()
    RESOURCES.book_folders[:] = [] if place is None else [place]


def require_kernel() -> None:
    """See that the search kernel which the environment asks for can be had, before any game needs it.

    Raises:
        UsageError: it cannot.
    """
    from p4tui.engine.kernel import KernelError, kernel
    from p4tui.words.errors import kernel_sentence

    try:
        kernel()
    except KernelError as error:
        raise UsageError(kernel_sentence(error)) from error


def choose_seats(
    names: list[str], red: str | None, yellow: str | None, settings: Settings
) -> tuple[Seat, Seat]:
    """Who plays red and yellow.

    Two names are two people, one is a person against the computer, unless the seats say otherwise. A single name
    belongs to the only person, also where that is yellow; else to red.

    Args:
        names: two at most.
        red, yellow: `human` or the id of a level; None: not given.
        settings: the level last chosen is the computer's.
    """
    level = settings.yellow_level or settings.red_level or DEFAULT_LEVEL
    if red is None:
        red = HUMAN
        if yellow is None:
            yellow = HUMAN if len(names) > 1 else level
    if yellow is None:
        yellow = HUMAN if red != HUMAN or len(names) > 1 else level
    if len(names) == 1 and red != HUMAN and yellow == HUMAN:
        names = ["", *names]
    red_name, yellow_name = (*names, "", "")[:2]
    return _seat(red_name, red), _seat(yellow_name, yellow)


def play_plain(setup: Setup, style: str, rng: random.Random, advice: str) -> int:
    """Play in plain text on the standard streams."""
    return play_match_plain(setup.new_match(rng), style, rng, advice)


def play_match_plain(
    match: Match,
    style: str,
    rng: random.Random,
    advice: str,
    resumed: OpenedGame | None = None,
) -> int:
    """Play a match in plain text on the standard streams; all of it is saved.

    Args:
        match: as it stands.
        style: one of `plain.styles.STYLES`.
        rng: makes the computers' random choices.
        advice: what a hint goes by, one of `settings.rules.ADVICE_KINDS`.
        resumed: the saved game that is played on.
    """
    from p4tui.plain.console import Console
    from p4tui.plain.game import PlainGame
    from p4tui.plain.saving import Saving
    from p4tui.storage.errors import StorageError, StorageProblem
    from p4tui.words.errors import storage_sentence

    console = Console(
        standard_input(),
        sys.stdout,
        sys.stderr,
        encoding=input_encoding(),
        interactive=all(is_terminal(stream) for stream in (sys.stdin, sys.stdout)),
    )
    if paths.games_file() is None:
        console.complain(storage_sentence(StorageError(StorageProblem.NO_PLACE)))
        return PlainGame(match, rng, style, console, advice=advice).run()
    archive = users_archive()
    saving = Saving(archive, console.complain, resumed)
    game = PlainGame(match, rng, style, console, saving, advice=advice)
    with ended_by_signals():
        status = play_saved(game.run, archive, console.complain)
    saving.tell(at_end=True)
    return status


def play_full_screen(
    setup: Setup | None,
    arguments: argparse.Namespace,
    settings: Settings,
    resumed: OpenedGame | None = None,
) -> int:
    """Run the app to its end; all that is played is saved.

    Args:
        setup: the match to play at once; None for the menu.
        arguments: of the command line.
        settings: what lasts.
        resumed: the saved game to play on at once.
    """
    from p4tui.tui.app import run

    # A machine that names no place for data has none for settings either; that goes without saying, as it does there.
    if paths.games_file() is None:
        return run(setup, display_options(arguments), settings)
    archive = users_archive()
    late: list[Event] = []

    def play() -> int:
        status = run(setup, display_options(arguments), settings, resumed=resumed, archive=archive)
        archive.listener = late.append
        return status

    status = play_saved(play, archive, complain)
    _tell_late(late)
    return status


def _tell_late(events: list[Event]) -> None:
    """Say what has happened to the saved games when the app could show it no longer."""
    from p4tui.storage.events import DatabaseRestored, GameLost
    from p4tui.words.saved import event_sentence

    for event in events:
        if isinstance(event, (DatabaseRestored, GameLost)) and (sentence := event_sentence(event)):
            complain(sentence)


def users_archive() -> Archive:
    """Return the user's saved games, with their thread."""
    from p4tui.storage.archive import Archive

    def open_games() -> GameRepository:
        from p4tui.storage.games import GameRepository

        return GameRepository(paths.games_file())

    return Archive(open_games)


def play_saved(play: Callable[[], int], archive: Archive, say: Callable[[str], None]) -> int:
    """Play, and have everything saved in the end, however that comes.

    Args:
        play: plays; returns the exit status.
        archive: the saved games.
        say: says what could not be saved.

    Returns:
        The status, or 1 if something could not be saved.
    """
    from p4tui.plain.saving import finish

    try:
        status = play()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
    finally:
        saved = finish(archive, say)
    return status if saved else NOT_SAVED


def display_options(arguments: argparse.Namespace) -> Options:
    """The options of the arguments that the full-screen app wants to know."""
    return Options(
        language=arguments.lang,
        theme=arguments.theme,
        ascii_only=arguments.ascii,
        animation=arguments.animation,
        mouse=not arguments.no_mouse,
        cursor=getattr(arguments, "cursor", None),
        advice=getattr(arguments, "advice", None),
        seed=getattr(arguments, "seed", None),
    )


def _seat(name: str, who: str) -> Seat:
    return seat_of(None if who == HUMAN else who, name)


def _fitting_size(style: str | None) -> tuple[int, int]:
    """Columns and rows of the largest board that the terminal shows: in a plain-text style, or full screen (None)."""
    width, height = shutil.get_terminal_size()
    if style is None:
        from p4tui.tui.look.layout import fit_board

        return fit_board(width, height)
    from p4tui.plain.styles import fitting_size

    return fitting_size(style, width, height - PLAIN_LINES)
