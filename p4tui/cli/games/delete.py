"""`p4tui games delete` and `undelete`: some games at once, all of them or none."""

from __future__ import annotations

import argparse
import re

from p4tui.cli import values
from p4tui.cli.games.games import nothing_else
from p4tui.cli.games.show import title
from p4tui.cli.parser import UsageError, complain, say
from p4tui.cli.saved import FAILED, answered_yes, can_ask
from p4tui.cli.values import shown
from p4tui.i18n import _, ngettext
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.games import GameRepository
from p4tui.words.saved import problem_sentence

NOTHING_DELETED = 1
"""The status where there is nothing to bring back."""
MOST_TITLES = 10
"""Games that are named before the question."""


def delete(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Delete games, after a question.

    Raises:
        UsageError: the arguments are refused.
    """
    ranges = [_range(text) for text in arguments.what]
    if not ranges:
        raise UsageError(_("delete takes the numbers of games, as in 3 5 8-12."))
    if not arguments.yes and not can_ask():
        raise UsageError(_("Without a terminal nothing is deleted unless --yes is given."))
    numbers: set[int] = set()
    for first, last in ranges:
        found = [first] if first == last else games.numbers(first, last)
        if not found:
            sentence = _("There is no game from {first} to {last}.")
            complain(sentence.format(first=first, last=last))
            return FAILED
        numbers.update(found)
    if not arguments.yes and not _is_meant(games, sorted(numbers)):
        say(_("Nothing was deleted."))
        return 0
    games.delete(*sorted(numbers))
    say(
        ngettext(
            "Game {number} was deleted; p4tui games undelete brings it back, until the next one is deleted.",
            "{count} games were deleted; p4tui games undelete brings them back, until the next one is deleted.",
            len(numbers),
        ).format(number=min(numbers), count=len(numbers))
    )
    return 0


def undelete(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Bring back the games that were deleted last.

    Raises:
        UsageError: the arguments are refused.
    """
    nothing_else(arguments)
    numbers = games.undelete()
    if not numbers:
        complain(_("There is no deleted game to bring back."))
        return NOTHING_DELETED
    say(
        ngettext("Game {number} is back.", "{count} games are back.", len(numbers)).format(
            number=numbers[0], count=len(numbers)
        )
    )
    return 0


def _range(text: str) -> tuple[int, int]:
    """The first and the last number of a range, `8-12`, or of a single game, `8`.

    Raises:
        UsageError: it is none.
    """
    first, dash, last = text.partition("-")
    if not dash or not re.fullmatch("[0-9]+-[0-9]+", text):
        first = last = text
    try:
        numbers = values.game_number(first), values.game_number(last)
    except argparse.ArgumentTypeError as error:
        raise UsageError(str(error)) from error
    if numbers[0] > numbers[1]:
        raise UsageError(_('"{value}": the smaller number comes first').format(value=shown(text)))
    return numbers


def _is_meant(games: GameRepository, numbers: list[int]) -> bool:
    """Name the games and ask whether they are to be deleted.

    Raises:
        NoSuchGameError: some of them are not there.
    """
    missing = set(numbers).difference(games.numbers(numbers[0], numbers[-1]))
    if missing:
        raise NoSuchGameError(*sorted(missing))
    for number in numbers[:MOST_TITLES]:
        try:
            say(title(games.load(number)))
        except RecordError as error:  # that is no reason to keep it
            say(problem_sentence(error))
    rest = len(numbers) - MOST_TITLES
    if rest > 0:
        say(ngettext("and {count} more", "and {count} more", rest).format(count=rest))
    question = ngettext(
        "Delete this game? (y/n)", "Delete these {count} games? (y/n)", len(numbers)
    )
    print(question.format(count=len(numbers)), end=" ", flush=True)
    return answered_yes()
