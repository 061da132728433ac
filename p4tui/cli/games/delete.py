"""`p4tui games delete`: deletes all of the given games, or none."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from p4tui.cli import values
from p4tui.cli.games.show import title
from p4tui.cli.messages import complain, say
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.saved import with_games
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import is_terminal, standard_input
from p4tui.i18n import _, ngettext
from p4tui.settings import Settings
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.games import GameRepository
from p4tui.words.saved import problem_sentence

MAX_TITLES = 10
"""The number of games that the question lists."""
_MAX_ANSWER_LENGTH = 100
_YES = {"y", "yes", "o", "oui"}


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Delete saved games. If one of them does not exist, none is deleted."), "N ..."
    )
    parser.add_argument(
        "ranges",
        metavar="N",
        nargs="+",
        type=values.game_range,
        help=_("numbers of games, such as 3 5 8-12"),
    )
    parser.add_argument("--yes", action="store_true", help=_("do not ask first"))


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Delete games, after a question.

    Raises:
        UsageError: nobody can be asked.
    """
    if not arguments.yes and not all(map(is_terminal, (sys.stdin, sys.stdout))):
        raise UsageError(_("There is no terminal to ask. Use --yes to delete without a question."))
    return with_games(partial(_delete, arguments))


def _delete(arguments: argparse.Namespace, games: GameRepository) -> int:
    numbers: set[int] = set()
    for first, last in arguments.ranges:
        found = [first] if first == last else games.numbers(first, last)
        if not found:
            sentence = _("There are no games from {first} to {last}.")
            complain(sentence.format(first=first, last=last))
            return FAILED
        numbers.update(found)
    if not arguments.yes and not _confirm(games, sorted(numbers)):
        say(_("Nothing was deleted."))
        return 0
    games.delete(*sorted(numbers))
    say(
        ngettext(
            "Game {number} was deleted. p4tui games undelete restores it, until the next deletion.",
            "{count} games were deleted. p4tui games undelete restores them, until the next deletion.",
            len(numbers),
        ).format(number=min(numbers), count=len(numbers))
    )
    return 0


def _confirm(games: GameRepository, numbers: list[int]) -> bool:
    """List the games and ask whether to delete them.

    Raises:
        NoSuchGameError: some of them are not there.
    """
    missing = set(numbers).difference(games.numbers(numbers[0], numbers[-1]))
    if missing:
        raise NoSuchGameError(*sorted(missing))
    for number in numbers[:MAX_TITLES]:
        try:
            say(title(games.load(number)))
        except RecordError as error:  # it can be deleted all the same
            say(problem_sentence(error))
    rest = len(numbers) - MAX_TITLES
    if rest > 0:
        say(ngettext("and {count} more", "and {count} more", rest).format(count=rest))
    question = ngettext(
        "Delete this game? (y/n)", "Delete these {count} games? (y/n)", len(numbers)
    )
    print(question.format(count=len(numbers)), end=" ", flush=True)
    line = standard_input().read(_MAX_ANSWER_LENGTH)
    return line is not None and line.text.strip().casefold() in _YES
