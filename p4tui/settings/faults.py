"""Wrong keys and other problems of a settings file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from p4tui.i18n import _

Key = tuple[str, ...]
"""A key with its tables: `("menu", "rows")`."""


class Fault(NamedTuple):
    """A wrong key with the reason in the current language."""

    key: Key
    reason: str


def must_be(allowed: str) -> str:
    """Return the reason for a value that is not allowed."""
    return _("the value must be {allowed}").format(allowed=allowed)


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """A problem of a settings file.

    Attributes:
        path: the file.
        reason: a sentence in the language at the time of loading.
        line: the line, counted from 1, or None.
        key: the key with its table, as in `menu.rows`, or empty.
    """

    path: Path
    reason: str
    line: int | None = None
    key: str = ""

    def sentence(self) -> str:
        """Return the problem in one printable sentence."""
        from p4tui.words.text import printable, shorten

        place = [str(self.path)]
        if self.line is not None:
            place.append(_("line {line}").format(line=self.line))
        if self.key:
            place.append(shorten(self.key, 80))
        text = _("Settings file {place}: {reason}.")
        return printable(text.format(place=", ".join(place), reason=self.reason))


class SettingsFileError(Exception):
    """A settings file that cannot be read.

    Attributes:
        problem: the reason.
    """

    def __init__(self, path: Path, reason: str, line: int | None = None, key: str = "") -> None:
        super().__init__("the settings file cannot be used")
        self.problem = SettingsProblem(path, reason, line, key)
