"""The settings: read from a TOML file, checked key by key, and saved without losing what a person wrote there.

A file that is wrong somewhere still counts for its good keys, is reported with line and key, and is never overwritten.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from p4tui.i18n import N_, _
from p4tui.settings_rules import HUMAN, KEY_TEXT, RULES, TABLES, Key, key_on_line, line_of

MAX_BYTES = 65_536
"""The largest settings file that is read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user has chosen to last; None: not chosen, so the environment decides.

    Attributes:
        language, theme: one of `i18n.LANGUAGES` and one of `settings_rules.THEMES`.
        cursor, advice: what the arrow keys choose, `column` or `cell`, and a hint's kind of `settings_rules.ADVICE_KINDS`.
        animation, confirm, speed: whether discs fall, whether leaving a game asks first, seconds between computers' moves.
        table_mib, threads: what an exact search may use, mebibytes of 1 to 4096, threads of 1 to 256.
        keys: for the id of an action the keys that start it, separated by commas.
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


class ProblemKind(Enum):
    """What is wrong with a settings file."""

    UNREADABLE = N_("it cannot be read")
    NOT_A_FILE = N_("it is no file")
    TOO_LARGE = N_("it is too large")
    ENCODING = N_("this is not UTF-8 text")
    SYNTAX = N_("this is not TOML")
    UNKNOWN_KEY = N_("there is no such setting")
    WRONG_VALUE = N_("the value must be {allowed}")
    KEY_TAKEN = N_("another action has the key {allowed}")


class Fault(NamedTuple):
    """A key that is wrong: unknown where `allowed` is None, else what it may hold, in the language spoken."""

    key: Key
    allowed: str | None = None


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """The first thing that is wrong with a settings file.

    Attributes:
        path: the file.
        kind: what is wrong.
        line: the line at fault, counted from 1; None where there is none.
        key: the key at fault, with its table as in `menu.rows`; empty where there is none.
        allowed: for a wrong value, which ones there are, in the language that was spoken when it was found; the key that is
            taken, for `KEY_TAKEN`.
    """

    path: Path
    kind: ProblemKind
    line: int | None = None
    key: str = ""
    allowed: str = ""

    def sentence(self) -> str:
        """The problem in one sentence, in the language spoken now; control characters replaced."""
        from p4tui.words import printable, shorten

        place = [str(self.path)]
        if self.line is not None:
            place.append(_("line {line}").format(line=self.line))
        if self.key:
            place.append(shorten(self.key, 80))
        reason = _(self.kind.value).format(allowed=self.allowed)
        text = _("Settings file {place}: {reason}.")
        return printable(text.format(place=", ".join(place), reason=reason))


class SettingsNotSavedError(Exception):
    """The settings were not saved; the file is as it was.

    Attributes:
        problem: what is wrong with the file that is there; None where there is no place for it or it cannot be written.
    """

    def __init__(self, problem: SettingsProblem | None = None) -> None:
        super().__init__(
            "the settings file is bad" if problem else "the settings file cannot be written"
        )
        self.problem = problem

    def sentence(self) -> str:
        """Why, in the language spoken now."""
        if self.problem is None:
            return _("The settings cannot be saved: their file cannot be written.")
        return _("The settings are not saved before their file is mended. {problem}").format(
            problem=self.problem.sentence()
        )


def load(
    path: Path | None, *, language_only: bool = False
) -> tuple[Settings, SettingsProblem | None]:
    """The settings of a file, and the first thing that is wrong with it.

    What is missing or wrong has its default; so has everything where there is no file, which is no problem.

    Args:
        path: the file; None where the machine has no place for one.
        language_only: pass over every other key: what is needed to answer `--help`, in a fraction of the time.
    """
    if path is None:
        return Settings(), None
    data = _read(path)
    if not isinstance(data, bytes):
        return Settings(), data
    try:
        # Some editors put a byte order mark before the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Settings(), SettingsProblem(path, ProblemKind.ENCODING, line)
    values = _parse(path, text)
    if isinstance(values, SettingsProblem):
        return Settings(), values
    if language_only:
        values = {key: value for key, value in values.items() if key == "language"}
    settings, faults = check(values)
    problems = [
        SettingsProblem(
            path,
            ProblemKind.UNKNOWN_KEY if fault.allowed is None else ProblemKind.WRONG_VALUE,
            line_of(text, fault.key),
            ".".join(fault.key),
            fault.allowed or "",
        )
        for fault in faults
    ]
    return settings, min(problems, key=lambda problem: problem.line or 0, default=None)


def check(values: Mapping[str, object]) -> tuple[Settings, list[Fault]]:
    """The settings in the values of a file, and every key that is wrong; those have their defaults."""
    good: dict[str, Any] = {}
    keys: dict[str, str] = {}
    faults = []
    for key, value in _flat(values):
        if key[0] == "keys" and len(key) > 1:
            if isinstance(value, str):
                keys[".".join(key[1:])] = value
            else:
                faults.append(Fault(key, KEY_TEXT.allowed()))
        elif key in RULES:
            if RULES[key].accepts(value):
                good[key[-1]] = None if key[-1].endswith("_level") and value == HUMAN else value
            else:
                faults.append(Fault(key, RULES[key].allowed()))
        else:
            faults.append(Fault(key, _("a table") if key[0] in TABLES and len(key) == 1 else None))
    settings = Settings(**good, keys=keys)
    longer = max(settings.columns, settings.rows)
    if settings.connect > longer:
        allowed = _("a whole number from {least} to {most}").format(least=3, most=longer)
        faults.append(Fault(("menu", "connect"), allowed))
        settings = Settings(**(good | {"connect": 4}), keys=keys)
    return settings, faults


def save(settings: Settings, path: Path | None) -> None:
    """Write the settings into their file, at once or not at all; comments and what it says already are kept.

    A default is written only where the file has the key. A link is followed: the file it leads to is replaced.

    Raises:
        SettingsNotSavedError: there is a bad file, or none can be written.
        ValueError: a setting has a value that `load` would refuse.
    """
    if path is None:
        raise SettingsNotSavedError
    wanted = _as_values(settings)
    faults = check(_nested(wanted))[1]
    if faults:
        raise ValueError(faults)
    problem = load(path)[1]
    if problem is not None:
        raise SettingsNotSavedError(problem)
    from p4tui.settings_writer import replace_file, with_values

    defaults = _as_values(Settings())
    try:
        old = path.read_bytes() if path.exists() else b""
        replace_file(path, with_values(old.decode("utf-8-sig"), wanted, defaults).encode())
    except OSError as error:
        raise SettingsNotSavedError from error


def _read(path: Path) -> bytes | SettingsProblem:
    """The bytes of a file, empty where there is none, or why there are none. Devices and pipes are not opened."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            return SettingsProblem(path, ProblemKind.NOT_A_FILE)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return b""
    except (OSError, ValueError):
        return SettingsProblem(path, ProblemKind.UNREADABLE)
    return data if len(data) <= MAX_BYTES else SettingsProblem(path, ProblemKind.TOO_LARGE)


def _parse(path: Path, text: str) -> dict[str, Any] | SettingsProblem:
    """The values of a TOML text, or where it stops being one."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        return SettingsProblem(path, ProblemKind.SYNTAX, 1)
    except ValueError as error:  # TOMLDecodeError, or a number with more digits than int() takes
        place = re.search(r"\(at line ([0-9]+),", str(error))
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        return SettingsProblem(path, ProblemKind.SYNTAX, line, key_on_line(text, line))


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


def _as_values(settings: Settings) -> dict[Key, object]:
    """The settings by the keys of the file; what is not chosen is missing. Names lose what UTF-8 cannot hold."""
    fields = asdict(settings)
    values: dict[Key, object] = {}
    for key in RULES:
        value = fields[key[-1]]
        if value is None and key[-1].endswith("_level"):
            value = HUMAN
        if isinstance(value, str):
            value = value.encode(errors="replace").decode()
        if value is not None:
            values[key] = value
    return values | {("keys", action): keys for action, keys in settings.keys.items()}


def _nested(values: Mapping[Key, object]) -> dict[str, object]:
    """The values as a file has them: tables within a table."""
    nested: dict[str, Any] = {}
    for key, value in values.items():
        (nested.setdefault(key[0], {}) if len(key) == 2 else nested)[key[-1]] = value
    return nested
