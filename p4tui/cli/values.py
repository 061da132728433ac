"""The values of options: what is typed in, a checked value out. What is refused is answered with the allowed range."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Iterable
from typing import TYPE_CHECKING

from p4tui.engine.resources import MOST_MIB, MOST_THREADS
from p4tui.i18n import LANGUAGES, N_, _

if TYPE_CHECKING:
    from p4tui.play.clock import TimeControl

FIT = "fit"
"""The board size that asks for the largest board that can be shown."""

_LONGEST_SHOWN = 40


def shown(text: str) -> str:
    """What was typed, as a complaint repeats it: shortened."""
    from p4tui.words.text import shorten

    return shorten(text, _LONGEST_SHOWN)


def one_of(text: str, choices: Iterable[str]) -> str:
    """A text that is one of several.

    Raises:
        ArgumentTypeError: it is not.
    """
    allowed = tuple(choices)
    if text not in allowed:
        raise ArgumentTypeError(
            _('"{value}" is not one of: {choices}').format(
                value=shown(text), choices=", ".join(allowed)
            )
        )
    return text


def language(text: str) -> str:
    """The code of a language."""
    return one_of(text, LANGUAGES)


def theme(text: str) -> str:
    """The name of a theme."""
    from p4tui.settings.rules import THEMES

    return one_of(text, THEMES)


def on_or_off(text: str) -> bool:
    """`on` or `off`."""
    return one_of(text, ("on", "off")) == "on"


def cursor(text: str) -> str:
    """What the arrow keys choose."""
    return one_of(text, ("column", "cell"))


def advice(text: str) -> str:
    """Return what a hint goes by."""
    from p4tui.settings.rules import ADVICE_KINDS

    return one_of(text, ADVICE_KINDS)


def first(text: str) -> str:
    """Who starts the first game."""
    from p4tui.play.setup import FIRST_CHOICES

    return one_of(text, FIRST_CHOICES)


def clock(text: str) -> TimeControl:
    """How much time each player has.

    Raises:
        ArgumentTypeError: it is no time control.
    """
    from p4tui.play.clock import MAX_INCREMENT, MAX_MINUTES, TimeControl, TimeControlError

    try:
        return TimeControl.parse(text)
    except TimeControlError as error:
        raise ArgumentTypeError(
            _(
                '"{value}" is no clock: minutes for the game, and after a plus seconds for each move, such as 5+3 or 10; '
                "at least a second, at most {minutes} minutes and {seconds} seconds"
            ).format(value=shown(text), minutes=MAX_MINUTES, seconds=MAX_INCREMENT)
        ) from error


def style(text: str) -> str:
    """The name of a drawing of the plain-text game."""
    from p4tui.plain.styles import STYLES

    return one_of(text, STYLES)


def seat(text: str) -> str:
    """`human` or the id of a level."""
    from p4tui.players.levels import LEVELS
    from p4tui.settings.rules import HUMAN

    return one_of(text, (HUMAN, *(level.id for level in LEVELS)))


def size(text: str) -> tuple[int, int] | str:
    """Columns and rows, 4 to 32 each; or `FIT`.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if text == FIT:
        return FIT
    return _columns_and_rows(
        text,
        N_(
            '"{value}" is no board size: columns x rows, {least} to {most} each, such as 7x6; or fit'
        ),
    )


def board_size(text: str) -> tuple[int, int]:
    """Columns and rows, 4 to 32 each.

    Raises:
        ArgumentTypeError: it is something else.
    """
    return _columns_and_rows(
        text,
        N_('"{value}" is no board size: columns x rows, {least} to {most} each, such as 7x6'),
    )


def _columns_and_rows(text: str, refusal: str) -> tuple[int, int]:
    """Two numbers with an x between them; `refusal`: what is said of anything else."""
    from p4tui.core.geometry import MAX_SIZE, MIN_SIZE

    match = re.fullmatch(r"([0-9]{1,2})[xX×]([0-9]{1,2})", text)
    sizes = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(MIN_SIZE <= number <= MAX_SIZE for number in sizes):
        raise ArgumentTypeError(_(refusal).format(value=shown(text), least=MIN_SIZE, most=MAX_SIZE))
    return sizes


def connect(text: str) -> int:
    """How many discs in line win; whether the board is large enough is seen later.

    Raises:
        ArgumentTypeError: it is no number from 3 to 32.
    """
    from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT

    if not re.fullmatch("[0-9]{1,2}", text) or not MIN_CONNECT <= int(text) <= MAX_SIZE:
        raise ArgumentTypeError(
            _('"{value}" is not a number from {least} to the longer side of the board').format(
                value=shown(text), least=MIN_CONNECT
            )
        )
    return int(text)


def seconds(text: str) -> float:
    """A time, 0 to 999,999 seconds.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text):
        raise ArgumentTypeError(
            _('"{value}" is not a number of seconds from 0 to 999999, such as 0.5').format(
                value=shown(text)
            )
        )
    return float(text)


def threads(text: str) -> int:
    """A number of threads of a search, 1 to `MOST_THREADS`.

    Raises:
        ArgumentTypeError: it is something else.
    """
    return _whole(text, MOST_THREADS)


def table(text: str) -> int:
    """The size of a search's table, 1 to `MOST_MIB` mebibytes.

    Raises:
        ArgumentTypeError: it is something else.
    """
    return _whole(text, MOST_MIB)


def _whole(text: str, most: int) -> int:
    """A whole number from 1 to the most there can be."""
    if not re.fullmatch("[0-9]{1,6}", text) or not 1 <= int(text) <= most:
        raise ArgumentTypeError(
            _('"{value}" is not a whole number from 1 to {most}').format(
                value=shown(text), most=most
            )
        )
    return int(text)


def seed(text: str) -> int:
    """A seed of the random generator.

    Raises:
        ArgumentTypeError: it is no whole number, or one of more than 18 digits.
    """
    if not re.fullmatch("-?[0-9]{1,18}", text):
        raise ArgumentTypeError(
            _('"{value}" is not a whole number of 1 to 18 digits').format(value=shown(text))
        )
    return int(text)


def number(text: str, least: int, most: int) -> int:
    """A whole number from one number of at most six digits to another.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise ArgumentTypeError(
            _('"{value}" is not a whole number from {least} to {most}').format(
                value=shown(text), least=least, most=most
            )
        )
    return int(text)


def depth(text: str) -> int:
    """How many plies a book holds, 0 to 99; whether the board has as many is seen later."""
    return number(text, 0, 99)


def jobs(text: str) -> int:
    """A number of processes, 1 to 999."""
    return number(text, 1, 999)


def count(text: str) -> int:
    """A number of positions, 0 to 999,999."""
    return number(text, 0, 999_999)


def game_number(text: str) -> int:
    """The number of a saved game, from 1.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not re.fullmatch("[0-9]{1,18}", text) or not int(text):
        raise ArgumentTypeError(
            _('"{value}" is not the number of a game').format(value=shown(text))
        )
    return int(text)


def limit(text: str) -> int:
    """A number of games, 1 to 999,999."""
    return number(text, 1, 999_999)
