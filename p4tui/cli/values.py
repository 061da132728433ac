"""Parses and checks the values of options. An error states the allowed range."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from p4tui.cli.messages import quoted
from p4tui.i18n import LANGUAGES, N_, _

if TYPE_CHECKING:
    from datetime import date

    from p4tui.play.clock import TimeControl

FIT = "fit"
"""The value for the largest board that fits the terminal."""

MAX_ELO = 2_000
"""The largest difference in Elo that can be asked for."""


class ChoiceError(ArgumentTypeError):
    """A text that is none of the choices.

    Attributes:
        choices: the words that are allowed.
    """

    def __init__(self, text: str, choices: Sequence[str]) -> None:
        super().__init__(
            _('"{value}" is not one of: {choices}').format(
                value=quoted(text), choices=", ".join(choices)
            )
        )
        self.choices = choices


def one_of(text: str, choices: Iterable[str]) -> str:
    """Check that a text is one of several choices, and return it.

    Raises:
        ChoiceError: it is not.
    """
    allowed = tuple(choices)
    if text not in allowed:
        raise ChoiceError(text, allowed)
    return text


def choice(*allowed: str) -> Callable[[str], str]:
    """Return a checker for one of several choices."""
    return lambda text: one_of(text, allowed)


def language(text: str) -> str:
    """Return the code of a language."""
    return one_of(text, LANGUAGES)


def theme(text: str) -> str:
    """Return the name of a theme: ours, one of Textual's, or one of the settings file.

    Raises:
        ArgumentTypeError: there is none of this name.
    """
    from p4tui.settings.themes import THEMES

    if text in THEMES:
        return text
    from p4tui.paths import settings_file
    from p4tui.settings import load

    if text in load(settings_file())[0].themes:
        return text
    raise ArgumentTypeError(
        _('"{value}" is not a theme; p4tui help terminals lists them').format(value=quoted(text))
    )


def on_or_off(text: str) -> bool:
    """Return True for `on` and False for `off`."""
    return one_of(text, ("on", "off")) == "on"


def advice(text: str) -> str:
    """Return a kind of advice."""
    from p4tui.settings.rules import ADVICE_KINDS

    return one_of(text, ADVICE_KINDS)


def first(text: str) -> str:
    """Return who starts the first game."""
    from p4tui.play.setup import FIRST_CHOICES

    return one_of(text, FIRST_CHOICES)


def style(text: str) -> str:
    """Return the name of a style of the plain-text game."""
    from p4tui.plain.styles import STYLES

    return one_of(text, STYLES)


def level(text: str) -> str:
    """Return `auto` or the id of a level."""
    from p4tui.play.seats import HUMAN, SEAT_TEXTS

    return one_of(text, (each for each in SEAT_TEXTS if each != HUMAN))


def elo(text: str) -> float:
    """Return a difference in Elo.

    Raises:
        ArgumentTypeError: it is none, or too large to be told from certainty.
    """
    with suppress(ValueError):
        number = float(text)
        if abs(number) <= MAX_ELO:
            return number
    raise ArgumentTypeError(
        _('"{value}" is no Elo difference from -{most} to {most}').format(
            value=quoted(text), most=MAX_ELO
        )
    )


def clock(text: str) -> TimeControl:
    """Return the time that each player has.

    Raises:
        ArgumentTypeError: it is no time control.
    """
    from p4tui.play.clock import MAX_INCREMENT, MAX_MINUTES, TimeControl, TimeControlError

    try:
        return TimeControl.parse(text)
    except TimeControlError as error:
        raise ArgumentTypeError(
            _(
                '"{value}" is not a valid clock setting: minutes per game, then a plus and seconds per move, such as '
                "5+3 or 10; at least a second, at most {minutes} minutes and {seconds} seconds"
            ).format(value=quoted(text), minutes=MAX_MINUTES, seconds=MAX_INCREMENT)
        ) from error


def size(text: str) -> tuple[int, int] | str:
    """Return columns and rows, or `FIT`.

    Raises:
        ArgumentTypeError: it is neither.
    """
    if text == FIT:
        return FIT
    return _columns_and_rows(
        text,
        N_(
            '"{value}" is not a valid board size: columns x rows, {least} to {most} each, such as 7x6; or fit'
        ),
    )


def board_size(text: str) -> tuple[int, int]:
    """Return columns and rows.

    Raises:
        ArgumentTypeError: it is something else.
    """
    return _columns_and_rows(
        text,
        N_(
            '"{value}" is not a valid board size: columns x rows, {least} to {most} each, such as 7x6'
        ),
    )


def _columns_and_rows(text: str, refusal: str) -> tuple[int, int]:
    """Return the two numbers around an x."""
    from p4tui.core.geometry import MAX_SIZE, MIN_SIZE

    match = re.fullmatch(r"([0-9]{1,2})[xX×]([0-9]{1,2})", text)
    sizes = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(MIN_SIZE <= number <= MAX_SIZE for number in sizes):
        raise ArgumentTypeError(
            _(refusal).format(value=quoted(text), least=MIN_SIZE, most=MAX_SIZE)
        )
    return sizes


def connect(text: str) -> int:
    """Return the length of a winning line; whether the board is large enough is checked later.

    Raises:
        ArgumentTypeError: it is no number from 3 to 32.
    """
    from p4tui.core.geometry import MAX_SIZE, MIN_CONNECT

    if not re.fullmatch("[0-9]{1,2}", text) or not MIN_CONNECT <= int(text) <= MAX_SIZE:
        raise ArgumentTypeError(
            _('"{value}" is not a number from {least} to the longer side of the board').format(
                value=quoted(text), least=MIN_CONNECT
            )
        )
    return int(text)


def whole(minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a checker for a whole number in a range, of at most six digits."""

    def check(text: str) -> int:
        if not re.fullmatch("[0-9]{1,6}", text) or not minimum <= int(text) <= maximum:
            raise ArgumentTypeError(
                _('"{value}" is not a whole number from {least} to {most}').format(
                    value=quoted(text), least=minimum, most=maximum
                )
            )
        return int(text)

    return check


def seconds(text: str) -> float:
    """Return a time, 0 to 999,999 seconds.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text):
        raise ArgumentTypeError(
            _('"{value}" is not a number of seconds from 0 to 999999, such as 0.5').format(
                value=quoted(text)
            )
        )
    return float(text)


def seed(text: str) -> int:
    """Return a seed of the random generator.

    Raises:
        ArgumentTypeError: it is no whole number, or one of more than 18 digits.
    """
    if not re.fullmatch("-?[0-9]{1,18}", text):
        raise ArgumentTypeError(
            _('"{value}" is not a whole number of 1 to 18 digits').format(value=quoted(text))
        )
    return int(text)


def day(text: str) -> date:
    """Return a date.

    Raises:
        ArgumentTypeError: it is no date.
    """
    from datetime import date

    if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise ArgumentTypeError(
        _('"{value}" is not a date, such as 2026-11-28').format(value=quoted(text))
    )


def game_number(text: str) -> int:
    """Return the number of a saved game, from 1.

    Raises:
        ArgumentTypeError: it is something else.
    """
    if not re.fullmatch("[0-9]{1,18}", text) or not int(text):
        raise ArgumentTypeError(
            _('"{value}" is not the number of a game').format(value=quoted(text))
        )
    return int(text)


def game_range(text: str) -> tuple[int, int]:
    """Return the first and last number of a range of saved games, `8-12`, or of a single one, `8`.

    Raises:
        ArgumentTypeError: it is something else.
    """
    first, dash, last = text.partition("-")
    if not dash or not re.fullmatch("[0-9]+-[0-9]+", text):
        first = last = text
    numbers = game_number(first), game_number(last)
    if numbers[0] > numbers[1]:
        raise ArgumentTypeError(
            _('"{value}": put the smaller number first').format(value=quoted(text))
        )
    return numbers
