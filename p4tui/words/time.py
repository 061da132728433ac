"""The words for the time of a clock, which both front ends share."""

from __future__ import annotations

import time

from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.words.players import player_name

DAY = "%Y-%m-%d"
"""A date alone, the same in every language."""
MINUTE = "%Y-%m-%d %H:%M"
"""A date with its time."""

LOW_SECONDS = 20
"""From here on a time is marked: there is not much left."""


def whole_seconds(milliseconds: int) -> int:
    """A time in whole seconds, rounded up: 0 means that it is over."""
    return -(-milliseconds // 1000)


def clock_time(seconds: int) -> str:
    """A time as clocks show it: `4:59`, above an hour `1:04:59`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def marked_time(seconds: int) -> str:
    """A time as it is seen beside others: a short one has a mark, `0:09!`."""
    return clock_time(seconds) + ("!" if seconds <= LOW_SECONDS else "")


def spoken_time(seconds: int) -> str:
    """A time as it is said: `4 minutes 59 seconds`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        (hours, ngettext("{number} hour", "{number} hours", hours)),
        (minutes, ngettext("{number} minute", "{number} minutes", minutes)),
        (rest, ngettext("{number} second", "{number} seconds", rest)),
    ]
    said = [text.format(number=number) for number, text in parts if number]
    return " ".join(said) or parts[-1][1].format(number=0)


def time_phrase(milliseconds: int) -> str:
    """What stands behind a question, in brackets: `4:59 left`."""
    return _("{time} left").format(time=clock_time(whole_seconds(milliseconds)))


def times_sentence(match: Match, red: int, yellow: int, *, spoken: bool = False) -> str:
    """What both players have left, in milliseconds: `Time left: Alice 4:59, Bob 5:00`."""
    say = spoken_time if spoken else clock_time
    return _("Time left: {red} {red_time}, {yellow} {yellow_time}").format(
        red=player_name(match, Colour.RED),
        red_time=say(whole_seconds(red)),
        yellow=player_name(match, Colour.YELLOW),
        yellow_time=say(whole_seconds(yellow)),
    )


def date_words(seconds: float, form: str = DAY) -> str:
    """A date of this place's time; empty for one that the system cannot tell."""
    try:
        return time.strftime(form, time.localtime(seconds))
    except (ValueError, OverflowError, OSError):
        return ""


def last_change_phrase(seconds: float) -> str:
    """Return how long ago a game was changed, in the largest unit that fits; empty for the future."""
    days, hours, minutes = (int(seconds // unit) for unit in (86400, 3600, 60))
    if days > 0:
        return ngettext("{count} day ago", "{count} days ago", days).format(count=days)
    if hours > 0:
        return ngettext("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    if minutes > 0:
        return ngettext("{count} min ago", "{count} min ago", minutes).format(count=minutes)
    return _("{count} s ago").format(count=int(seconds)) if seconds >= 0 else ""
