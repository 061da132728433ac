"""Players named by people: levels, programs, files, and names from the settings."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from p4tui.arena.launch import absolute_command, absolute_word
from p4tui.play.seats import is_program
from p4tui.players.levels import LEVELS


class UnknownPlayerError(ValueError):
    """A text that names no player.

    Attributes:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"no player {text!r}")
        self.text = text


def player_text(text: str, programs: Mapping[str, str]) -> str:
    """Return the text of a player, as seats and the arena have it: a level's id, or a program with absolute paths.

    Args:
        text: a level's id, a protocol with a command or a file, the path of a program, or a name of the settings.
        programs: the programs of the settings by their names.

    Raises:
        UnknownPlayerError: it is none of them.
    """
    if any(text == level.id for level in LEVELS):
        return text
    if text in programs:
        text = programs[text]
    try:
        if is_program(text):
            return _with_absolute_paths(text)
        path = Path(text).expanduser()
        if path.is_file() and path.suffix == ".py":
            return f"ugi:{shlex.join(['python3', os.path.abspath(path)])}"  # noqa: PTH100
        if path.is_file() and os.access(path, os.X_OK):
            return f"ugi:{shlex.quote(os.path.abspath(path))}"  # noqa: PTH100
    except (
        ValueError,
        RuntimeError,
        OSError,
    ):  # an open quotation mark, no home folder, a NUL in a path
        pass
    raise UnknownPlayerError(text)


def _with_absolute_paths(text: str) -> str:
    """Return the text of a program with absolute paths.

    Raises:
        ValueError: a quotation mark is not closed, or a submission to Kaggle is no file.
    """
    protocol, _colon, rest = text.partition(":")
    if protocol == "kaggle":
        path = absolute_word(rest.strip())
        if not Path(path).is_file():
            raise ValueError(path)
        return f"{protocol}:{path}"
    return f"{protocol}:{absolute_command(rest)}"
