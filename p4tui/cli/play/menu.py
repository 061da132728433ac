"""`p4tui` alone: the menu."""

from __future__ import annotations

import argparse
import random

from p4tui.cli.play.start import chosen_style, play_full_screen, play_plain
from p4tui.cli.search import require_kernel, use_resources
from p4tui.settings import Settings


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open the menu; without a terminal, play what it would play at once, in plain text.

    Raises:
        UsageError: the search kernel asked for is not available.
    """
    require_kernel()
    use_resources(settings)
    style = chosen_style(arguments)
    if style is None:
        return play_full_screen(None, arguments, settings)
    rng = random.Random()
    return play_plain(settings.setup().new_match(rng), style, rng, settings)
