"""Programs and their verdicts in words."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from typing import TYPE_CHECKING

from p4tui.i18n import N_, _
from p4tui.words.text import printable, shorten

if TYPE_CHECKING:
    from p4tui.arena.verdicts import PlayerError

MAX_LABEL = 30
"""The length limit of a program's name."""
MAX_DETAIL = 80
"""The length limit of what a program said."""

_SENTENCES = {
    "missing": N_("{name} cannot be started: there is no program {detail}."),
    "silent": N_("{name} did not get ready in 10 seconds."),
    "crashed": N_("{name} has ended: {detail}."),
    "closed": N_("{name} has closed its output."),
    "late": N_("{name} did not answer in time."),
    "illegal": N_("{name} chose column {column}, which cannot be played."),
    "unreadable": N_("{name} answered {detail}, which is no column."),
    "error": N_("{name} raised an exception: {detail}."),
    "unsupported": N_("{name} cannot play this board or position."),
    "out": N_("{name} has crashed three times and plays no more."),
}


def program_label(text: str) -> str:
    """Return the name of a program from its text: its file, such as `mybot.py`, else its command."""
    command = text.partition(":")[2].strip()
    words = [command]
    with suppress(ValueError):  # a quotation mark that is not closed
        words = shlex.split(command) if not text.startswith("kaggle:") else [command]
    names = [word.rstrip("/").rpartition("/")[2] or word for word in words]
    files = (name for name in names if re.search(r"\.[A-Za-z]\w*$", name))
    return printable(shorten(next(files, " ".join(names)), MAX_LABEL))


def verdict_sentence(name: str, error: PlayerError, first_column: int = 1) -> str:
    """Return why a program made no move.

    Args:
        name: of the player, safe to print.
        error: its verdict.
        first_column: the number of the leftmost column.
    """
    column = "" if error.column is None else str(error.column + first_column)
    detail = printable(shorten(error.detail.strip(), MAX_DETAIL)).rstrip(".")
    return _(_SENTENCES[error.verdict.value]).format(name=name, detail=detail or "…", column=column)
