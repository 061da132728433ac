"""What can be typed in the plain-text game: words of both languages, and columns."""

from __future__ import annotations

import unicodedata
from enum import Enum
from typing import NamedTuple

from p4tui.i18n import N_
from p4tui.plain.styles import read_column
from p4tui.play.analysis import AdviceKind


class Action(Enum):
    """What a line asks for; the value is its English word."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    SCORES = "scores"
    LEVEL = "level"
    LINE = "line"
    BOARD = "board"
    MOVES = "moves"
    RESIGN = "resign"
    NEW = "new"
    CLOCK = "clock"
    SWAP = "swap"
    GO = "go"
    RESUME = "resume"
    KEEP = "keep"
    HELP = "help"
    QUIT = "quit"


WORDS = {
    **{action.value: action for action in Action if action is not Action.MOVE},
    "annuler": Action.UNDO,
    "refaire": Action.REDO,
    "conseil": Action.HINT,
    "niveau": Action.LEVEL,
    "ligne": Action.LINE,
    "plateau": Action.BOARD,
    "coups": Action.MOVES,
    "abandonner": Action.RESIGN,
    "abandon": Action.RESIGN,
    "nouvelle": Action.NEW,
    "pendule": Action.CLOCK,
    "horloge": Action.CLOCK,
    "echanger": Action.SWAP,
    "continuer": Action.GO,
    "reprendre": Action.RESUME,
    "garder": Action.KEEP,
    "aide": Action.HELP,
    "?": Action.HELP,
    "quitter": Action.QUIT,
}
"""Every word, in small letters without accents; all of them are understood whatever language is spoken."""

ADVICE_WORDS = {
    **{kind.value: kind for kind in AdviceKind},
    "meilleur": AdviceKind.EXACT,
    "alignement": AdviceKind.LONGEST,
    "hasard": AdviceKind.RANDOM,
}
"""The words behind `hint`, in the same way."""

HELP = (
    N_("a number or letter: drop a disc in that column"),
    N_("undo: take a move back; redo: make it again"),
    N_(
        "hint: a column, and why; hint exact: the best, hint longest: the longest line, hint random: any"
    ),
    N_("scores: what each column leads to, until typed again"),
    N_(
        "level NAME: change the computer's level; level NAME red or level NAME yellow: put it in that seat"
    ),
    N_("line COLUMN ROW: the longest line through a cell"),
    N_("board: show the board again; board STYLE: in another style, such as matrix"),
    N_("moves: list the moves; clock: the time left"),
    N_("swap: exchange the players' discs; resign: give up"),
    N_("new: another game, the other player begins"),
    N_("go: let two computers play on"),
    N_(
        "resume: take back a game that is played in another window; keep: keep one that was deleted"
    ),
    N_("help: this list; quit: leave"),
)
"""The help, a line each."""


class Command(NamedTuple):
    """A line understood.

    Attributes:
        action: what it asks for.
        words: what follows the word of the action, as it was typed.
        column: for a move its column, counted from 0; it may lie off the board.
    """

    action: Action
    words: tuple[str, ...] = ()
    column: int = 0


def parse_command(line: str, style: str) -> Command | None:
    """What a line asks for in a game shown in a style; None where it is no command."""
    words = line.split()
    if not words:
        return None
    action = WORDS.get(plain_word(words[0]))
    if action is not None:
        return Command(action, tuple(words[1:]))
    column = read_column(words[0], style) if len(words) == 1 else None
    return None if column is None else Command(Action.MOVE, (), column)


def plain_word(word: str) -> str:
    """A word in small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))
