"""The keys of the settings file: what each may hold, and on which line of a text it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from p4tui.engine.resources import MOST_MIB, MOST_THREADS
from p4tui.i18n import LANGUAGES, _

THEMES = ("p4tui", "contrast", "colour-blind", "ansi")
"""The names of the themes, the default first."""

LONGEST_NAME = 200
"""The longest name of a player, characters: as much as can be typed in the menu."""

ADVICE_KINDS = ("exact", "longest", "random")
"""The names of the kinds of advice, the default first."""

SPEEDS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds between the moves of two computers, to choose from in the app."""

HUMAN = "human"
"""What stands for a person where a level could stand."""

Key = tuple[str, ...]
"""A key with its tables: `("menu", "rows")`."""


class Rule(NamedTuple):
    """What a key may hold: the test of a value, and the allowed ones put into words."""

    accepts: Callable[[object], bool]
    allowed: Callable[[], str]


def _choice(*choices: str) -> Rule:
    return Rule(
        lambda value: value in choices,
        lambda: _("one of {choices}").format(choices=", ".join(choices)),
    )


def _whole(least: int, most: int) -> Rule:
    return Rule(
        lambda value: (
            isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        ),
        lambda: _("a whole number from {least} to {most}").format(least=least, most=most),
    )


def _number(least: int, most: int) -> Rule:
    return Rule(
        lambda value: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ),
        lambda: _("a number from {least} to {most}").format(least=least, most=most),
    )


def _seat_choices() -> tuple[str, ...]:
    """What can stand for a player; asked late, because the levels bring the search with them."""
    from p4tui.players.levels import LEVELS

    return (HUMAN, *(level.id for level in LEVELS))


def _is_clock(value: object) -> bool:
    """Whether a value is a time control; the menu writes them as its texts."""
    from p4tui.play.clock import TimeControl, TimeControlError

    try:
        return isinstance(value, str) and bool(TimeControl.parse(value))
    except TimeControlError:
        return False


_FLAG = Rule(lambda value: isinstance(value, bool), lambda: _("true or false"))
_CLOCK = Rule(
    _is_clock, lambda: _("a clock in quotes: minutes, or minutes and seconds for each move, as 5+3")
)
_NAME = Rule(
    lambda value: isinstance(value, str) and len(value) <= LONGEST_NAME,
    lambda: _("a text in quotes of at most {most} characters").format(most=LONGEST_NAME),
)
_SEAT = Rule(
    lambda value: value in _seat_choices(),
    lambda: _("one of {choices}").format(choices=", ".join(_seat_choices())),
)

RULES: dict[Key, Rule] = {
    ("language",): _choice(*LANGUAGES),
    ("theme",): _choice(*THEMES),
    ("cursor",): _choice("column", "cell"),
    ("advice",): _choice(*ADVICE_KINDS),
    ("animation",): _FLAG,
    ("confirm",): _FLAG,
    ("speed",): _number(0, 10),
    ("table_mib",): _whole(1, MOST_MIB),
    ("threads",): _whole(1, MOST_THREADS),
    ("menu", "red_name"): _NAME,
    ("menu", "red_level"): _SEAT,
    ("menu", "yellow_name"): _NAME,
    ("menu", "yellow_level"): _SEAT,
    ("menu", "columns"): _whole(4, 32),
    ("menu", "rows"): _whole(4, 32),
    ("menu", "connect"): _whole(3, 32),
    ("menu", "first"): _choice("red", "yellow", "random"),
    ("menu", "clock"): _CLOCK,
}
"""Every key but those of the table `keys`, which is free."""

TABLES = ("keys", "menu")
"""The tables of the file."""

KEYS = Rule(
    lambda value: (
        isinstance(value, str)
        or (isinstance(value, list) and all(isinstance(key, str) for key in value))
    ),
    lambda: _("a text in quotes, or a list of them"),
)
"""What a key of the table `keys` may hold; which keys there are only Textual knows."""

_PART = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*\[{{1,2}}[ \t]*({_DOTTED})[ \t]*\]")
_ENTRY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def line_of(text: str, key: Key) -> int | None:
    """Return the line, counted from 1, of a key in a TOML text, or of the table or inline table it is in.

    The dots of `game.undo` are the same within quotes and without.
    """
    key = tuple(".".join(key).split("."))
    table: Key = ()
    quoted = False
    for number, line in enumerate(text.split("\n"), 1):
        was_quoted, quoted = quoted, quoted ^ _toggles_quoting(line)
        if was_quoted:
            continue
        if header := _HEADER.match(line):
            table = _parts(header[1])
            if _meets(table, key) and len(table) >= len(key):
                return number
        elif (entry := _ENTRY.match(line)) and _meets((*table, *_parts(entry[1])), key):
            return number
    return None


def key_on_line(text: str, number: int) -> str:
    """The key that a line, counted from 1, gives a value to, as it is written there; empty where there is none."""
    lines = text.split("\n")
    entry = _ENTRY.match(lines[number - 1]) if 0 < number <= len(lines) else None
    return entry[1] if entry else ""


def _toggles_quoting(line: str) -> bool:
    """Whether a text of several lines begins or ends on a line."""
    return bool((line.count('"""') + line.count("'''")) % 2)


def _parts(dotted: str) -> Key:
    """Return the parts of a dotted key, without their quotes."""
    parts = (part[1:-1] if part[0] in "\"'" else part for part in re.findall(_PART, dotted))
    return tuple(".".join(parts).split("."))


def _meets(found: Key, wanted: Key) -> bool:
    """Whether one key leads to the other."""
    length = min(len(found), len(wanted))
    return found[:length] == wanted[:length]
