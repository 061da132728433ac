"""The likely mistakes of those who write their first program, told from its failures."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from enum import Enum

from p4tui.arena.child import Child
from p4tui.arena.dialects import Allowance, Dialect, UgiDialect
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game

WAIT_SECONDS = 1.0
"""Seconds in which output comes that was kept back."""

_WORDS = {"id", "option", "ugiok", "readyok", "info", "bestmove", "response"}


class Mistake(Enum):
    """A likely mistake of a program."""

    FROM_ZERO = "columns from 0"
    FROM_ONE = "columns from 1"
    NOT_FLUSHED = "output not flushed"
    EXTRA_TEXT = "text before the answer"
    NO_BESTMOVE = "bestmove missing"
    ENDS_EARLY = "ends by itself"
    FULL_COLUMN = "full column"


def mistake_in_greeting(
    dialect: Dialect, error: PlayerError, said: Iterable[str]
) -> Mistake | None:
    """Return the likely mistake of a program that did not get ready, and said some lines."""
    if error.verdict is Verdict.CRASHED:
        return Mistake.ENDS_EARLY if error.detail == "exit(0)" else None
    if error.verdict is not Verdict.SILENT or not isinstance(dialect, UgiDialect):
        return None
    greeting, preparation = dialect.greeting(), dialect.preparation(Game.new())
    if any(each.awaited in line for line in said for each in (greeting, preparation)):
        return Mistake.EXTRA_TEXT
    kept_back = _kept_back(dialect, preparation.text, preparation.awaited)
    return Mistake.NOT_FLUSHED if kept_back else None


def mistake_in_answer(
    dialect: Dialect, error: PlayerError, said: Iterable[str], game: Game
) -> Mistake | None:
    """Return the likely mistake behind a wrong or missing answer.

    Args:
        dialect: the program's protocol.
        error: its verdict.
        said: its lines that were no answers.
        game: the question.
    """
    if error.verdict is Verdict.ILLEGAL and error.column is not None:
        return _mistake_in_column(dialect, error.column, game.position.geometry.columns)
    if error.verdict is Verdict.CRASHED:
        return Mistake.ENDS_EARLY if error.detail == "exit(0)" else None
    if error.verdict is not Verdict.LATE or not isinstance(dialect, UgiDialect):
        return None
    said = list(said)
    if any("bestmove" in line for line in said):
        return Mistake.EXTRA_TEXT
    if any(re.search(r"\b[0-9]{1,2}\b", line) and not is_known(line) for line in said):
        return Mistake.NO_BESTMOVE
    question = dialect.question(game, Allowance.per_move(1000))
    kept_back = _kept_back(dialect, f"uginewgame\nisready\n{question}", "bestmove")
    return Mistake.NOT_FLUSHED if kept_back else None


def _mistake_in_column(dialect: Dialect, column: int, columns: int) -> Mistake | None:
    """Return the likely mistake behind an illegal column, counted from 0.

    Who counts otherwise goes over the edge as soon as only a column there is open.
    """
    if 0 <= column < columns:
        return Mistake.FULL_COLUMN
    if dialect.first_column == 1:
        return Mistake.FROM_ZERO if column == -1 else None
    return Mistake.FROM_ONE if column == columns else None


def is_known(line: str) -> bool:
    """Return whether a line begins with a word of the protocol."""
    return not line or line.split(maxsplit=1)[0] in _WORDS


def _kept_back(dialect: Dialect, text: str, awaited: str) -> bool:
    """Return whether a line comes only when the input ends: it was written, but not flushed."""
    with suppress(PlayerError), closing(Child(dialect.command)) as child:
        child.send(dialect.greeting().text + text)
        child.end_input()
        deadline = time.monotonic() + WAIT_SECONDS
        while (line := child.read(deadline)) is not None:
            if line.split()[:1] == [awaited]:
                return True
    return False
