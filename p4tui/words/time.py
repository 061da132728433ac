"""Times in words: clocks, dates and ages."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.words.players import player_name

if TYPE_CHECKING:
    from datetime import date

DAY = "%Y-%m-%d"
"""The form of a date, the same in every language."""
MINUTE = "%Y-%m-%d %H:%M"
"""The form of a date with its time."""

LOW_SECONDS = 20
"""A time of at most this many seconds is marked as short."""


def whole_seconds(milliseconds: int) -> int:
    """Return a time in whole seconds, rounded up: 0 means that it is over."""
    return -(-milliseconds // 1000)


def clock_time(seconds: int) -> str:
    """Return a time as clocks show it: `4:59`, above an hour `1:04:59`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def marked_time(seconds: int) -> str:
    """Return a time with a mark if it is short: `0:09!`."""
    return clock_time(seconds) + ("!" if seconds <= LOW_SECONDS else "")


def times_words(times: tuple[int, int]) -> str:
    """Return the seconds left to red and yellow in short: `X 4:59 O 5:00`."""
    red, yellow = map(marked_time, times)
    return f"X {red} O {yellow}"


def spoken_time(seconds: int) -> str:
    """Return a time to be read aloud: `4 minutes 59 seconds`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        (hours, ngettext("{number} hour", "{number} hours", hours)),
        (minutes, ngettext("{number} minute", "{number} minutes", minutes)),
        (rest, ngettext("{number} second", "{number} seconds", rest)),
    ]
    phrases = [text.format(number=number) for number, text in parts if number]
    return " ".join(phrases) or parts[-1][1].format(number=0)


def short_seconds(seconds: float) -> str:
    """Return some seconds, with the decimal sign of the language: `0.5 s`."""
    return with_decimal_sign(f"{seconds:g} s")


def with_decimal_sign(number: str) -> str:
    """Return the text of a number with the decimal sign of the language."""
    # Translators: a number with the decimal sign of the language.
    return number.replace(".", _("1.5")[1])


def time_phrase(milliseconds: int) -> str:
    """Return the time left for a move: `4:59 left`."""
    return _("{time} left").format(time=clock_time(whole_seconds(milliseconds)))


def times_sentence(match: Match, red: int, yellow: int, *, spoken: bool = False) -> str:
    """Return the time left to both players, given in milliseconds: `Time left: Alice 4:59, Bob 5:00`."""
    say = spoken_time if spoken else clock_time
    return _("Time left: {red} {red_time}, {yellow} {yellow_time}").format(
        red=player_name(match, Colour.RED),
        red_time=say(whole_seconds(red)),
        yellow=player_name(match, Colour.YELLOW),
        yellow_time=say(whole_seconds(yellow)),
    )


def date_words(seconds: float, form: str = DAY) -> str:
    """Return a local date; empty if the system cannot represent it."""
    try:
        return time.strftime(form, time.localtime(seconds))
    except (ValueError, OverflowError, OSError):
        return ""


def local_day(seconds: float) -> date:
    """Return the local day of a time in seconds since 1970."""
    from datetime import date

    return date.fromtimestamp(seconds)  # noqa: DTZ012  people's own day


def last_change_phrase(seconds: float) -> str:
    """Return how long ago a game was changed, in the largest unit that fits; empty for a date in the future."""
    days, hours, minutes = (int(seconds // unit) for unit in (86400, 3600, 60))
    if days > 0:
        return ngettext("{count} day ago", "{count} days ago", days).format(count=days)
    if hours > 0:
        return ngettext("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    if minutes > 0:
        return ngettext("{count} min ago", "{count} min ago", minutes).format(count=minutes)
    return _("{count} s ago").format(count=int(seconds)) if seconds >= 0 else ""
