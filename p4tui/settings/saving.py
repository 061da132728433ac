"""Saves changed settings into the current content of the file."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path

from p4tui.i18n import _
from p4tui.settings.faults import Key, SettingsFileError, SettingsProblem, must_be
from p4tui.settings.loading import Settings, check, parse, read_file
from p4tui.settings.rules import PRESET, RULES, line_of

_KEYS = {key[-1]: key for key in RULES}
"""The keys of the file for the names of settings."""


class SettingsNotSavedError(Exception):
    """The settings were not saved; the file is unchanged.

    Attributes:
        problem: the problem of the file; None if it cannot be written or has no path.
    """

    def __init__(self, problem: SettingsProblem | None = None) -> None:
        super().__init__(
            "the settings file is bad" if problem else "the settings file cannot be written"
        )
        self.problem = problem

    def sentence(self) -> str:
        """Return the reason in the current language."""
        if self.problem is None:
            return _("The settings cannot be saved: their file cannot be written.")
        return _("The settings are not saved until their file is corrected. {problem}").format(
            problem=self.problem.sentence()
        )


def save(changes: Mapping[str, object], path: Path | None) -> None:
    """Write changed settings into their file atomically; its other content stays.

    The file is read first: changes of other programs stay. A default is written only if the file has the key.
    A link is followed: its target is replaced.

    Args:
        changes: the new values by the names of `Settings`; `keys` cannot be saved.
        path: the file, or None without a home folder.

    Raises:
        SettingsNotSavedError: the file is not TOML, or cannot be written.
        ValueError: `load` would refuse a value.
    """
    if path is None:
        raise SettingsNotSavedError
    values = {_KEYS[name]: _file_value(_KEYS[name], value) for name, value in changes.items()}
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target.parent):
            old, _values = read_file(path)
            new = _with_fitting_line(path, _with_values(path, old, values))
            if new != old:
                _replace_file(target, new.encode())
    except SettingsFileError as error:
        raise SettingsNotSavedError(error.problem) from error
    except OSError as error:
        raise SettingsNotSavedError from error


def _file_value(key: Key, value: object) -> object:
    """Return a value for the file; None removes the key. Names lose characters that UTF-8 cannot encode."""
    if isinstance(value, str):
        value = value.encode(errors="replace").decode()
    if value is not None and not RULES[key].accepts(value):
        raise ValueError(key, value)
    return value


def _with_values(path: Path, text: str, values: Mapping[Key, object]) -> str:
    """Return a TOML text with other values; comments, blank lines and order stay."""
    import tomlkit

    # tomlkit would append a key to an unfinished last line.
    document = tomlkit.parse(text if text.endswith("\n") or not text else text + "\n")
    for key, value in values.items():
        *outer, name = key
        if key == PRESET and not isinstance(document.get("keys"), MutableMapping):
            outer, name = [], "keys"
        table = document.get(outer[0], {}) if outer else document
        if not isinstance(table, MutableMapping):
            line = line_of(text, (outer[0],))
            raise SettingsFileError(path, must_be(_("a table")), line, outer[0])
        if value is None:
            table.pop(name, None)
        elif name in table or value != _file_value(key, getattr(Settings(), key[-1])):
            if outer and outer[0] not in document:
                document[outer[0]] = table = tomlkit.table()
            table[name] = value
    return tomlkit.dumps(document)


def _with_fitting_line(path: Path, text: str) -> str:
    """Return a TOML text with a valid line length; two programs may have changed board and length separately."""
    key = _KEYS["connect"]
    settings, faults = check(parse(path, text))
    misfit = any(fault.key == key for fault in faults)
    return _with_values(path, text, {key: settings.connect}) if misfit else text


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder against other p4tui programs, unless the system has no such locks."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _replace_file(target: Path, data: bytes) -> None:
    """Replace a file atomically.

    Raises:
        OSError: the new file cannot be written; the old one stays.
    """
    import shutil
    import tempfile

    with tempfile.NamedTemporaryFile(
        dir=target.parent, prefix=f".{target.name}.", delete=False
    ) as file:
        written = Path(file.name)
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            if target.exists():
                shutil.copymode(target, written)
            written.replace(target)
        except BaseException:
            file.close()
            with contextlib.suppress(OSError):
                written.unlink()
            raise
