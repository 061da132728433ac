"""`p4tui review --screen`: the review screen with one game."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from p4tui.cli.messages import complain
from p4tui.cli.parser import UsageError
from p4tui.cli.play.start import play_full_screen
from p4tui.cli.review.sources import Refusal, Source
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.tui.app import P4App


def show_review(
    arguments: argparse.Namespace, settings: Settings, sources: Iterable[Source | Refusal]
) -> int:
    """Show the review of the only game of the sources on the screen.

    Raises:
        UsageError: there are several games.
    """
    found = list(islice(sources, 2))
    if len(found) > 1:
        raise UsageError(_("--screen shows one game: name one, or its number with --game."))
    source = found[0] if found else Refusal(_("There is no game in the input."))
    if isinstance(source, Source) and not source.match.game.cursor:
        source = Refusal(_("There are no moves to review"))
    if isinstance(source, Refusal):
        complain(source.sentence)
        return FAILED
    game = source

    def open_review(app: P4App) -> None:
        from p4tui.tui.screens.review import ReviewScreen
        from p4tui.tui.screens.reviewing import saved_facts

        app.navigation.show_menu()
        facts = "" if game.saved is None else saved_facts(game.saved)
        app.push_screen(ReviewScreen(game.match, facts))

    return play_full_screen(None, arguments, settings, first=open_review)
