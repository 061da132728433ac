"""Starts a game in plain text or full screen, and saves it."""

from __future__ import annotations

import argparse
import contextlib
import gc
import random
import shutil
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli import streams
from p4tui.cli.messages import complain
from p4tui.cli.statuses import FAILED, INTERRUPTED
from p4tui.options import Options
from p4tui.plain.interrupts import exit_on_termination
from p4tui.plain.styles import DEFAULT_STYLE
from p4tui.plain.styles import fitting_size as fitting_drawing
from p4tui.play.match import Match
from p4tui.play.setup import Setup
from p4tui.settings import Settings

if TYPE_CHECKING:
    from p4tui.link.opening import LinkedGame
    from p4tui.plain.game import PlainGame
    from p4tui.storage.archive import Archive
    from p4tui.storage.events import Event
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame
    from p4tui.tui.app import P4App

PLAIN_LINES = 6
"""The lines of text that the plain-text game writes around its drawing."""
ANSWER_SECONDS = 5.0
"""Seconds to wait after a crash for what is saved."""


def chosen_style(arguments: argparse.Namespace) -> str | None:
    """Return the style of the plain-text game, or None if the game is played full screen."""
    style: str | None = getattr(arguments, "style", None)
    plain = getattr(arguments, "plain", False) or style or not streams.has_terminal()
    return style or DEFAULT_STYLE if plain else None


def fitting_size(style: str | None) -> tuple[int, int]:
    """Return the columns and rows of the largest board that fits the terminal; the style None means full screen."""
    width, height = shutil.get_terminal_size()
    if style is None:
        from p4tui.tui.look.layout import fit_board

        return fit_board(width, height)
    return fitting_drawing(style, width, height - PLAIN_LINES)


def play_plain(
    match: Match,
    style: str,
    rng: random.Random,
    settings: Settings,
    resumed: OpenedGame | None = None,
    linked: LinkedGame | None = None,
) -> int:
    """Play a match in plain text on the standard streams and save it.

    Args:
        match: the match as it stands.
        style: one of `plain.styles.STYLES`.
        rng: makes the computers' random choices.
        settings: the kind of hints, the names of programs, and whether the bell rings.
        resumed: the saved game of a resumed match.
        linked: the game with another terminal that the match belongs to.
    """
    from p4tui.plain.saving import Saving
    from p4tui.storage.errors import StorageError, StorageProblem
    from p4tui.words.errors import storage_sentence

    console = streams.standard_console()

    def game_of(saving: Saving | None) -> PlainGame:
        advice, programs = settings.advice, settings.programs
        if linked is None:
            from p4tui.plain.game import PlainGame

            return PlainGame(match, rng, style, console, saving, advice=advice, programs=programs)
        from p4tui.plain.linked_game import LinkedPlainGame

        link, bell = linked.link, settings.bell
        return LinkedPlainGame(match, link, rng, style, console, saving, advice=advice, bell=bell)

    if paths.games_file() is None:
        console.complain(storage_sentence(StorageError(StorageProblem.NO_PLACE)))
        return game_of(None).run()
    archive = users_archive()
    saving = Saving(archive, console.complain, resumed)
    game = game_of(saving)
    with exit_on_termination():
        status = play_saved(game.run, archive, console.complain)
    saving.report_events(at_end=True)
    return status


def play_full_screen(
    setup: Setup | None,
    arguments: argparse.Namespace,
    settings: Settings,
    resumed: OpenedGame | None = None,
    first: Callable[[P4App], None] | None = None,
) -> int:
    """Run the app and save its games.

    Args:
        setup: the match to play at once; None opens the menu.
        arguments: those of the command line.
        settings: the user's settings.
        resumed: the saved game to resume at once.
        first: opens the first screen in place of the menu.
    """
    # Nothing that imports make is garbage: the app looks for it again after its first picture.
    gc.disable()
    from p4tui.tui.app import run
    from p4tui.words.saved import saved_sentence

    # Without a home folder, settings have no place either; the app reports neither.
    if paths.games_file() is None:
        return run(setup, display_options(arguments), settings, first=first)
    archive = users_archive()
    late: list[Event] = []
    began = time.time()

    def play() -> int:
        options = display_options(arguments)
        try:
            status = run(setup, options, settings, resumed=resumed, archive=archive, first=first)
        except Exception as crash:
            if _can_resume(archive, began):
                crash.add_note(saved_sentence("p4tui resume"))
            raise
        archive.listener = late.append
        return status

    status = play_saved(play, archive, complain)
    for event in late:
        _report(event)
    return status


def _can_resume(archive: Archive, began: float) -> bool:
    """Return whether the game that `p4tui resume` continues was played since a time."""
    from p4tui.storage.errors import StorageError

    with contextlib.suppress(StorageError, TimeoutError):
        found = archive.request(lambda games: games.unfinished(limit=1)).result(ANSWER_SECONDS)
        return any(game.changed >= began for game in found)
    return False


def _report(event: Event) -> None:
    """Report that saved games were restored, that one is lost, or that a result is not saved."""
    from p4tui.storage.events import DatabaseRestored, GameLost, ResultUnsaved
    from p4tui.words.saved import event_sentence

    told = (DatabaseRestored, GameLost, ResultUnsaved)
    if isinstance(event, told) and (sentence := event_sentence(event)):
        complain(sentence)


def users_archive() -> Archive:
    """Return the archive of the user's saved games; it reports restored games until a front end takes its events."""
    from p4tui.storage.archive import Archive

    def open_games() -> GameRepository:
        from p4tui.storage.games import GameRepository

        return GameRepository(paths.games_file())

    archive = Archive(open_games)
    archive.listener = _report
    return archive


def play_saved(play: Callable[[], int], archive: Archive, say: Callable[[str], None]) -> int:
    """Play, then wait for the last save, even after an exception.

    Args:
        play: plays; returns the exit status.
        archive: the saved games.
        say: prints a report of unsaved games.

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
    return status if saved else FAILED


def display_options(arguments: argparse.Namespace) -> Options:
    """Return the options that the full-screen app takes."""
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
