"""Writing the settings file: values put into a TOML text without touching the rest, and a file replaced at once."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, cast

import tomlkit

from p4tui.settings_rules import Key


def with_values(text: str, wanted: Mapping[Key, object], defaults: Mapping[Key, object]) -> str:
    """A TOML text with other values; every comment, blank line and order in it is kept.

    Args:
        text: the text as it is, good TOML.
        wanted: every value that the text is to have; the known keys that are not among them are taken out.
        defaults: what a missing key stands for: such a value is written only where the text has the key.
    """
    document = tomlkit.parse(text)
    present = set()
    for path in _paths(document):
        key = path if path[0] != "keys" else ("keys", ".".join(path[1:]))
        table = _table(document, path[:-1])
        if key not in wanted:
            del table[path[-1]]
            continue
        present.add(key)
        if table[path[-1]] != wanted[key]:
            table[path[-1]] = wanted[key]
    for key, value in wanted.items():
        if key not in present and (key not in defaults or defaults[key] != value):
            if len(key) > 1 and key[0] not in document:
                document[key[0]] = tomlkit.table()
            _table(document, key[:-1])[key[-1]] = value
    return tomlkit.dumps(document)


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file, or what a link of this name leads to: whoever reads it finds the old or the new one, whole.

    Raises:
        OSError: it cannot be written; the old one is still there.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
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


def _paths(document: tomlkit.TOMLDocument) -> list[Key]:
    """The path of every value in a text that was checked."""
    paths: list[Key] = []
    todo: list[Key] = [(name,) for name in document]
    while todo:
        path = todo.pop()
        value = _table(document, path[:-1])[path[-1]]
        if isinstance(value, Mapping):
            todo += [(*path, name) for name in value]
        else:
            paths.append(path)
    return paths


def _table(document: tomlkit.TOMLDocument, path: Key) -> MutableMapping[str, Any]:
    """The table at a path, the document itself at the empty one."""
    table: Any = document
    for name in path:
        table = table[name]
    return cast("MutableMapping[str, Any]", table)
