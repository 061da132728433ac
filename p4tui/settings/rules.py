"""The keys of the settings file: their allowed values, and their lines in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from p4tui.actions.presets import PRESETS
from p4tui.engine.resources import MOST_MIB, MOST_THREADS
from p4tui.i18n import LANGUAGES, _
from p4tui.settings.faults import Key
from p4tui.settings.themes import is_theme_name

MAX_NAME_LENGTH = 200
"""The most characters of a player's name: the menu takes no more."""

MAX_PROGRAM_LENGTH = 1000
"""The most characters of a program's command."""

ADVICE_KINDS = ("exact", "longest", "random")
"""The kinds of advice, the default first."""

ART_KINDS = ("auto", "flat", "rich")
"""The drawings of discs, the default first."""

SPEEDS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds between the moves of two computers, to choose from in the app."""

PRESET: Key = ("keys", "preset")
"""The preset of keys, if `keys` is a table."""


class Rule(NamedTuple):
    """The rule of a key: the test of a value, and the allowed values in words."""

    accepts: Callable[[object], bool]
    allowed: Callable[[], str]


def _choice(*choices: str) -> Rule:
    return Rule(
        lambda value: value in choices,
        lambda: _("one of {choices}").format(choices=", ".join(choices)),
    )


def _whole(minimum: int, maximum: int) -> Rule:
    return Rule(
        lambda value: (
            isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum
        ),
        lambda: _("a whole number from {least} to {most}").format(least=minimum, most=maximum),
    )


def _number(minimum: int, maximum: int) -> Rule:
    return Rule(
        lambda value: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and minimum <= value <= maximum
        ),
        lambda: _("a number from {least} to {most}").format(least=minimum, most=maximum),
    )


def _seat_choices() -> tuple[str, ...]:
    """Return the values of a level key. Seats import the search, so they are imported here."""
    from p4tui.play.seats import SEAT_TEXTS

    return SEAT_TEXTS


def _is_clock(value: object) -> bool:
    """Return whether a value is the text of a time control."""
    from p4tui.play.clock import TimeControl, TimeControlError

    try:
        return isinstance(value, str) and bool(TimeControl.parse(value))
    except TimeControlError:
        return False


_FLAG = Rule(lambda value: isinstance(value, bool), lambda: _("true or false"))
_CLOCK = Rule(
    _is_clock,
    lambda: _('a clock in quotes: "10" (minutes) or "5+3" (minutes, and seconds per move)'),
)
_NAME = Rule(
    lambda value: isinstance(value, str) and len(value) <= MAX_NAME_LENGTH,
    lambda: _("a text in quotes of at most {most} characters").format(most=MAX_NAME_LENGTH),
)


def _is_program(value: object) -> bool:
    """Return whether a value is the text of a program."""
    from p4tui.play.seats import is_program

    return isinstance(value, str) and len(value) <= MAX_PROGRAM_LENGTH and is_program(value)


_SEAT = Rule(
    lambda value: value in _seat_choices() or _is_program(value),
    lambda: _("one of {choices}, or a program such as {example}").format(
        choices=", ".join(_seat_choices()), example='"ugi:python3 mybot.py"'
    ),
)
PROGRAM = Rule(
    _is_program,
    lambda: _("ugi:COMMAND, lines:COMMAND or kaggle:FILE in quotes"),
)
"""The rule of a program in the table `programs`."""

RULES: dict[Key, Rule] = {
    ("language",): _choice(*LANGUAGES),
    ("theme",): Rule(is_theme_name, lambda: _("the name of a theme in quotes")),
    ("art",): _choice(*ART_KINDS),
    ("cursor",): _choice("column", "cell"),
    ("advice",): _choice(*ADVICE_KINDS),
    ("animation",): _FLAG,
    ("confirm",): _FLAG,
    ("bell",): _FLAG,
    ("explain_scores",): _FLAG,
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
    PRESET: _choice(*PRESETS),
}
"""The rules of all keys but those of actions."""

PRESET_ALONE = Rule(
    lambda value: value in tuple(PRESETS),
    lambda: _("one of {choices}, or a table").format(choices=", ".join(PRESETS)),
)
"""The rule of `keys` without a table: `keys = "vim"`."""

KEYS = Rule(
    lambda value: (
        isinstance(value, str)
        or (isinstance(value, list) and all(isinstance(key, str) for key in value))
    ),
    lambda: _("a text in quotes, or a list of them"),
)
"""The rule of a key in the table `keys`; `actions.keymap` checks the names."""

_PART = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*\[{{1,2}}[ \t]*({_DOTTED})[ \t]*\]")
_ENTRY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def line_of(text: str, key: Key) -> int | None:
    """Return the line, counted from 1, of a key in a TOML text, or of the table or inline table that has it.

    Quotes around dots make no difference: `"game.undo"` is `game.undo`.
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
    """Return the key that a line, counted from 1, sets, as it is written; empty if there is none."""
    lines = text.split("\n")
    entry = _ENTRY.match(lines[number - 1]) if 0 < number <= len(lines) else None
    return entry[1] if entry else ""


def _toggles_quoting(line: str) -> bool:
    """Return whether a multi-line text begins or ends on a line."""
    return bool((line.count('"""') + line.count("'''")) % 2)


def _parts(dotted: str) -> Key:
    """Return the parts of a dotted key, without their quotes."""
    parts = (part[1:-1] if part[0] in "\"'" else part for part in re.findall(_PART, dotted))
    return tuple(".".join(parts).split("."))


def _meets(found: Key, wanted: Key) -> bool:
    """Return whether one key is a table of the other, or they are equal."""
    length = min(len(found), len(wanted))
    return found[:length] == wanted[:length]
