"""Plays a game with another terminal: what `host`, `join`, `watch` and `resume` share."""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli.messages import complain
from p4tui.cli.statuses import FAILED

if TYPE_CHECKING:
    from collections.abc import Callable

    from p4tui.link.opening import LinkedGame
    from p4tui.settings import Settings
    from p4tui.storage.ownership import OpenedGame


def find_saved(game: str) -> OpenedGame | None:
    """Open the saved game of an id, or return None; a problem with the file is reported."""
    from p4tui.cli.saved import report_problems, users_games

    opened = None
    if paths.games_file() is not None:
        with report_problems(), contextlib.closing(users_games()) as games:
            number = games.find_linked(game)
            opened = None if number is None else games.open(number)
    return opened


def play_linked(
    prepare: Callable[[], LinkedGame],
    arguments: argparse.Namespace,
    settings: Settings,
    otherwise: str = "",
) -> int:
    """Prepare a game with another terminal and play it, in plain text or full screen.

    Args:
        prepare: opens or joins the game.
        arguments, settings: of the command.
        otherwise: a sentence about what can be done if the terminals do not meet.
    """
    import random
    from dataclasses import replace

    from p4tui.cli.play import start
    from p4tui.cli.search import require_kernel, use_resources
    from p4tui.link.errors import LinkError
    from p4tui.words.link import link_sentence

    require_kernel()
    use_resources(settings)
    try:
        linked = prepare()
    except LinkError as error:
        complain(" ".join(filter(None, (link_sentence(error), otherwise))))
        return FAILED
    style = start.chosen_style(arguments)
    try:
        if style is None:
            return start.play_full_screen(
                None, arguments, settings, first=lambda app: app.navigation.play_linked(linked)
            )
        rng = random.Random(arguments.seed)
        settings = replace(settings, advice=arguments.advice or settings.advice)
        return start.play_plain(linked.match, style, rng, settings, linked.opened, linked)
    finally:
        linked.link.close()
