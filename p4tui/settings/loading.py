"""The settings: read from a TOML file and checked key by key.

The good keys of a file count also if others are wrong; those are reported with their lines.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from p4tui.i18n import _
from p4tui.settings.rules import HUMAN, KEYS, RULES, TABLES, Key, key_on_line, line_of

if TYPE_CHECKING:
    from p4tui.play.setup import Setup

MAX_BYTES = 65_536
"""The largest settings file that is read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user has chosen to last; None: not chosen, so the environment decides.

    Attributes:
        language, theme: one of `i18n.LANGUAGES` and one of `rules.THEMES`.
        cursor: what the arrow keys choose, `column` or `cell`.
        advice: a hint's kind, one of `rules.ADVICE_KINDS`.
        animation, confirm: whether discs are seen falling, and whether leaving a game in progress asks first.
        speed: seconds between the moves of two computers, 0 to 10.
        table_mib, threads: what an exact search may use, mebibytes of 1 to 4096, threads of 1 to 256.
        keys: for the id of an action the keys that start it, separated by commas; empty for none.
        red_name, yellow_name: the names last given in the menu; empty where none was.
        red_level, yellow_level: the ids of the levels last chosen there, None for a person.
        columns, rows, connect: the board last chosen there, see `core.Geometry`.
        first, clock: the starter last chosen there, and the time control (a text of `TimeControl`), None for no clock.
    """

    language: str | None = None
    theme: str | None = None
    cursor: str = "column"
    advice: str = "exact"
    animation: bool | None = None
    confirm: bool = True
    speed: float = 0.5
    table_mib: int | None = None
    threads: int | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    red_name: str = ""
    red_level: str | None = None
    yellow_name: str = ""
    yellow_level: str | None = "club"
    columns: int = 7
    rows: int = 6
    connect: int = 4
    first: str = "red"
    clock: str | None = None

    def setup(self) -> Setup:
        """Return the setup of the match last chosen in the menu."""
        from p4tui.core.geometry import Geometry
        from p4tui.play.seats import seat_of
        from p4tui.play.setup import Setup, parse_control

        return Setup(
            seat_of(self.red_level, self.red_name),
            seat_of(self.yellow_level, self.yellow_name),
            Geometry(self.columns, self.rows, self.connect),
            self.first,
            control=parse_control(self.clock),
        )


class Fault(NamedTuple):
    """A key that is wrong, and why, in the language spoken."""

    key: Key
    reason: str


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """Something that is wrong with a settings file.

    Attributes:
        path: the file.
        reason: what is wrong, in the language that was spoken when it was found.
        line: the line at fault, counted from 1; None if there is none.
        key: the key at fault, with its table as in `menu.rows`; empty if there is none.
    """

    path: Path
    reason: str
    line: int | None = None
    key: str = ""

    def sentence(self) -> str:
        """Return the problem in one sentence, control characters replaced."""
        from p4tui.words.text import printable, shorten

        place = [str(self.path)]
        if self.line is not None:
            place.append(_("line {line}").format(line=self.line))
        if self.key:
            place.append(shorten(self.key, 80))
        text = _("Settings file {place}: {reason}.")
        return printable(text.format(place=", ".join(place), reason=self.reason))


class SettingsFileError(Exception):
    """A settings file has no values that could be read.

    Attributes:
        problem: why.
    """

    def __init__(self, path: Path, reason: str, line: int | None = None, key: str = "") -> None:
        super().__init__("the settings file cannot be used")
        self.problem = SettingsProblem(path, reason, line, key)


def load(
    path: Path | None, *, language_only: bool = False
) -> tuple[Settings, list[SettingsProblem]]:
    """Return the settings of a file, and everything that is wrong with it, in the order of its lines.

    A value that is missing or wrong has its default. A missing file is no problem.

    Args:
        path: the file; None if the machine has no place for one.
        language_only: ignore every other key: what is needed to answer `--help`, in a fraction of the time.
    """
    if path is None:
        return Settings(), []
    try:
        text, values = read_file(path)
    except SettingsFileError as error:
        return Settings(), [error.problem]
    if not text and path.is_symlink() and not path.exists():
        return Settings(), [SettingsProblem(path, _("it is a link to a file that is missing"))]
    if language_only:
        values = {key: value for key, value in values.items() if key == "language"}
    settings, faults = check(values)
    return settings, problems_of(path, text, faults)


def problems_of(path: Path, text: str, faults: Iterable[Fault]) -> list[SettingsProblem]:
    """Return the problems that faults in a text are, in the order of its lines."""
    problems = [
        SettingsProblem(path, fault.reason, line_of(text, fault.key), ".".join(fault.key))
        for fault in faults
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def check(values: Mapping[str, object]) -> tuple[Settings, list[Fault]]:
    """Return the settings in the values of a file, and every key that is wrong; those have their defaults."""
    good: dict[str, Any] = {}
    keys: dict[str, str] = {}
    faults = []
    for key, value in _flat(values):
        rule = KEYS if key[0] == "keys" and len(key) > 1 else RULES.get(key)
        action = ".".join(key[1:])
        if rule is None:
            wrong = key[0] in TABLES and len(key) == 1
            faults.append(
                Fault(key, must_be(_("a table")) if wrong else _("there is no such setting"))
            )
        elif not rule.accepts(value):
            faults.append(Fault(key, must_be(rule.allowed())))
        elif rule is not KEYS:
            good[key[-1]] = None if key[-1].endswith("_level") and value == HUMAN else value
        elif action in keys:
            faults.append(Fault(key, _("this action stands there twice")))
        else:
            keys[action] = value if isinstance(value, str) else ",".join(cast("list[str]", value))
    settings = Settings(**good, keys=keys)
    longer = max(settings.columns, settings.rows)
    if settings.connect > longer:
        allowed = _("a whole number from {least} to {most}").format(least=3, most=longer)
        faults.append(Fault(("menu", "connect"), must_be(allowed)))
        settings = replace(settings, connect=Settings().connect)
    return settings, faults


def must_be(allowed: str) -> str:
    """Return what is wrong with a value that is not allowed."""
    return _("the value must be {allowed}").format(allowed=allowed)


def read_file(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a settings file and the values in it; both are empty if there is no file.

    Raises:
        SettingsFileError: it cannot be read, or it is not TOML.
    """
    data = _read_bytes(path)
    try:
        # Some editors put a byte order mark before the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsFileError(path, _("this is not UTF-8 text"), line) from error
    return text, parse(path, text)


def _read_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Devices and pipes are not opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SettingsFileError(path, _("it is no file"))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        raise SettingsFileError(path, _("it cannot be read")) from error
    if len(data) > MAX_BYTES:
        raise SettingsFileError(path, _("it is too large"))
    return data


def parse(path: Path, text: str) -> dict[str, Any]:
    """Return the values of the TOML text of a file.

    Raises:
        SettingsFileError: it is not TOML.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise SettingsFileError(path, _("this is not TOML"), 1) from error
    except ValueError as error:  # TOMLDecodeError, or a number with more digits than int() takes
        place = re.search(r"\(at line ([0-9]+),", str(error))
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        key = key_on_line(text, line)
        raise SettingsFileError(path, _("this is not TOML"), line, key) from error


def _flat(values: Mapping[str, object]) -> list[tuple[Key, object]]:
    """Every value with its key; the tables `menu` and `keys` are opened.

    Within `keys` so are others: an action's id may hold dots, which TOML takes for tables unless it is quoted.
    """
    found: list[tuple[Key, object]] = []
    todo: list[tuple[Key, object]] = [
        ((name,), value) for name, value in reversed(list(values.items()))
    ]
    while todo:
        key, value = todo.pop()
        if isinstance(value, dict) and (key == ("menu",) or key[0] == "keys"):
            todo += [
                ((*key, inner), inner_value) for inner, inner_value in reversed(list(value.items()))
            ]
        else:
            found.append((key, value))
    return found
