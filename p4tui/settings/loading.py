"""The settings: read from a TOML file and checked key by key.

Valid keys of a file apply even if others are wrong; errors are reported with their lines.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from p4tui.i18n import _
from p4tui.settings.faults import Fault, Key, SettingsFileError, SettingsProblem, must_be
from p4tui.settings.programs import check_programs
from p4tui.settings.rules import KEYS, PRESET, PRESET_ALONE, RULES, Rule, key_on_line, line_of
from p4tui.settings.themes import FORMER_THEME, THEMES, Theme, check_themes

if TYPE_CHECKING:
    from p4tui.play.setup import Setup

MAX_BYTES = 65_536
"""The largest settings file that is read, in bytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a user. None leaves the choice to the environment.

    Attributes:
        language, theme: one of `i18n.LANGUAGES` and one of `theme_names`.
        art: how discs are drawn, one of `rules.ART_KINDS`.
        cursor: what the arrow keys choose, `column` or `cell`.
        advice: the kind of hints, one of `rules.ADVICE_KINDS`.
        animation, confirm: whether discs fall visibly, and whether leaving a game in progress asks first.
        bell: whether the terminal's bell calls a person while the window has no focus.
        explain_scores: whether the scores are explained the next time that they are shown.
        speed: seconds between the moves of two computers, 0 to 10.
        table_mib, threads: limits of an exact search, mebibytes of 1 to 4096, threads of 1 to 256.
        themes: the user's own themes by their names.
        programs: the user's programs by their names, as texts of `play.seats`.
        preset: the set of keys, one of `actions.presets.PRESETS`.
        keys: other keys of actions by their ids, separated by commas; empty for none.
        red_name, yellow_name: the names in the menu; empty for none.
        red_level, yellow_level: the seats in the menu, as texts of `play.seats`.
        columns, rows, connect: the board in the menu, see `core.Geometry`.
        first, clock: who starts, and the time control as a text of `TimeControl`, None for no clock.
    """

    language: str | None = None
    theme: str | None = None
    art: str = "auto"
    cursor: str = "column"
    advice: str = "exact"
    animation: bool | None = None
    confirm: bool = True
    bell: bool = False
    explain_scores: bool = True
    speed: float = 0.5
    table_mib: int | None = None
    threads: int | None = None
    preset: str = "usual"
    keys: Mapping[str, str] = field(default_factory=dict)
    themes: Mapping[str, Theme] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)
    red_name: str = ""
    red_level: str = "human"
    yellow_name: str = ""
    yellow_level: str = "auto"
    columns: int = 7
    rows: int = 6
    connect: int = 4
    first: str = "red"
    clock: str | None = None

    @property
    def theme_names(self) -> tuple[str, ...]:
        """The names of all themes: the user's, ours, those of Textual."""
        return (*self.themes, *THEMES)

    @property
    def keymap(self) -> Mapping[str, str]:
        """The keys of actions that are not the built-in ones: those of the preset and of the user."""
        if self.preset == Settings().preset:
            return self.keys
        from p4tui.actions.keymap import keys_with_preset

        return keys_with_preset(self.preset, self.keys)

    def program_name(self, text: str) -> str:
        """Return the name of a program's text; empty if it has none."""
        return next((name for name, each in self.programs.items() if each == text), "")

    def setup(self) -> Setup:
        """Return the setup of the match last chosen in the menu."""
        from p4tui.core.geometry import Geometry
        from p4tui.play.seats import seat_of_text
        from p4tui.play.setup import Setup, parse_control

        return Setup(
            seat_of_text(self.red_level, self.red_name or self.program_name(self.red_level)),
            seat_of_text(
                self.yellow_level, self.yellow_name or self.program_name(self.yellow_level)
            ),
            Geometry(self.columns, self.rows, self.connect),
            self.first,
            control=parse_control(self.clock),
        )


def load(
    path: Path | None, *, language_only: bool = False
) -> tuple[Settings, list[SettingsProblem]]:
    """Return the settings of a file, and its problems in the order of its lines.

    A missing or wrong value has its default. A missing file is no problem.

    Args:
        path: the file, or None without a home folder.
        language_only: read only the language, which is quick; `--help` needs no more.
    """
    if path is None:
        return Settings(), []
    try:
        text, values = read_file(path)
    except SettingsFileError as error:
        return Settings(), [error.problem]
    if not text and path.is_symlink() and not path.exists():
        return Settings(), [SettingsProblem(path, _("the link leads to a missing file"))]
    if language_only:
        values = {key: value for key, value in values.items() if key == "language"}
    settings, faults = check(values)
    return settings, problems_of(path, text, faults)


def problems_of(path: Path, text: str, faults: Iterable[Fault]) -> list[SettingsProblem]:
    """Return faults in a text as problems, in the order of its lines."""
    problems = [
        SettingsProblem(path, fault.reason, line_of(text, fault.key), ".".join(fault.key))
        for fault in faults
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _rule_of(key: Key) -> Rule | None:
    """Return the rule of a key, or None if there is no such key."""
    if key == ("keys",):
        return PRESET_ALONE
    return KEYS if key[0] == "keys" and key != PRESET else RULES.get(key)


def check(values: Mapping[str, object]) -> tuple[Settings, list[Fault]]:
    """Return the settings from the values of a file, and the wrong keys, which have their defaults."""
    good: dict[str, Any] = {}
    keys: dict[str, str] = {}
    themes, faults = check_themes(values.get("themes", {}))
    programs, program_faults = check_programs(values.get("programs", {}))
    faults += program_faults
    tables = {"themes", "programs"}
    for key, value in _flat({key: value for key, value in values.items() if key not in tables}):
        rule = _rule_of(key)
        action = ".".join(key[1:])
        if rule is None:
            wrong = key == ("menu",)
            faults.append(Fault(key, must_be(_("a table")) if wrong else _("unknown setting")))
        elif not rule.accepts(value):
            faults.append(Fault(key, must_be(rule.allowed())))
        elif rule is not KEYS:
            good["preset" if rule is PRESET_ALONE else key[-1]] = value
        elif action in keys:
            faults.append(Fault(key, _("this action appears twice")))
        else:
            keys[action] = value if isinstance(value, str) else ",".join(cast("list[str]", value))
    if keys:
        from p4tui.actions.keymap import check_keys

        keys, wrong_keys = check_keys(keys, good.get(PRESET[-1], Settings().preset))
        faults += [Fault(("keys", action), reason) for action, reason in wrong_keys]
    settings, misfits = _fitting(Settings(**good, keys=keys, themes=themes, programs=programs))
    return settings, faults + misfits


def _fitting(settings: Settings) -> tuple[Settings, list[Fault]]:
    """Return settings that fit each other, and the keys that did not: the theme and the line length."""
    faults = []
    if settings.theme == FORMER_THEME:
        settings = replace(settings, theme=THEMES[0])
    elif settings.theme is not None and settings.theme not in settings.theme_names:
        faults.append(
            Fault(("theme",), _("there is no such theme; p4tui help terminals lists them"))
        )
        settings = replace(settings, theme=None)
    longer = max(settings.columns, settings.rows)
    if settings.connect > longer:
        allowed = _("a whole number from {least} to {most}").format(least=3, most=longer)
        faults.append(Fault(("menu", "connect"), must_be(allowed)))
        settings = replace(settings, connect=Settings().connect)
    return settings, faults


def read_file(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text and values of a settings file; both are empty without a file.

    Raises:
        SettingsFileError: the file cannot be read, or it is not TOML.
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
    """Return the bytes of a regular file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SettingsFileError(path, _("this is not a regular file"))
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
        SettingsFileError: the text is not TOML.
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
    """Return every value with its key, from inside the tables `menu` and `keys` too.

    Tables within `keys` are opened: the dots of an unquoted action's id make TOML tables.
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
