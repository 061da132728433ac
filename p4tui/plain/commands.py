"""The commands of the plain-text game in both languages, and their parser."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell, Geometry
from p4tui.i18n import N_
from p4tui.plain.styles import read_column, read_row
from p4tui.play.analysis import AdviceKind
from p4tui.play.match import Match
from p4tui.play.seats import AUTO, HUMAN, Seat, seat_of_text
from p4tui.players.levels import LEVELS
from p4tui.words.players import level_name


class Action(Enum):
    """What a command does; the value is its English word."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    SCORES = "scores"
    THREATS = "threats"
    EXPLORE = "explore"
    LEVEL = "level"
    LINE = "line"
    BOARD = "board"
    MOVES = "moves"
    REVIEW = "review"
    MISTAKES = "mistakes"
    PUZZLE = "puzzle"
    LEARN = "learn"
    PROGRAM = "program"
    NOW = "now"
    RESIGN = "resign"
    NEW = "new"
    CLOCK = "clock"
    SWAP = "swap"
    GO = "go"
    RESUME = "resume"
    KEEP = "keep"
    SAY = "say"
    MUTE = "mute"
    WHO = "who"
    DRAW = "draw"
    YES = "yes"
    NO = "no"
    HELP = "help"
    QUIT = "quit"


LINKED_ACTIONS = (Action.SAY, Action.MUTE, Action.WHO, Action.DRAW, Action.YES, Action.NO)
"""The actions of a game with another terminal."""

WORDS = {
    **{action.value: action for action in Action if action is not Action.MOVE},
    "annuler": Action.UNDO,
    "refaire": Action.REDO,
    "conseil": Action.HINT,
    "menaces": Action.THREATS,
    "explorer": Action.EXPLORE,
    "niveau": Action.LEVEL,
    "ligne": Action.LINE,
    "plateau": Action.BOARD,
    "coups": Action.MOVES,
    "analyse": Action.REVIEW,
    "analyser": Action.REVIEW,
    "erreurs": Action.MISTAKES,
    "puzzles": Action.PUZZLE,
    "probleme": Action.PUZZLE,
    "problemes": Action.PUZZLE,
    "lecons": Action.LEARN,
    "lecon": Action.LEARN,
    "apprendre": Action.LEARN,
    "programme": Action.PROGRAM,
    "maintenant": Action.NOW,
    "abandonner": Action.RESIGN,
    "abandon": Action.RESIGN,
    "nouvelle": Action.NEW,
    "pendule": Action.CLOCK,
    "horloge": Action.CLOCK,
    "echanger": Action.SWAP,
    "continuer": Action.GO,
    "reprendre": Action.RESUME,
    "garder": Action.KEEP,
    "dire": Action.SAY,
    "muet": Action.MUTE,
    "qui": Action.WHO,
    "nulle": Action.DRAW,
    "nul": Action.DRAW,
    "oui": Action.YES,
    "non": Action.NO,
    "aide": Action.HELP,
    "?": Action.HELP,
    "quitter": Action.QUIT,
}
"""Every command word, in lower case without accents; both languages are always understood."""

ADVICE_WORDS = {
    **{kind.value: kind for kind in AdviceKind},
    "meilleur": AdviceKind.EXACT,
    "alignement": AdviceKind.LONGEST,
    "hasard": AdviceKind.RANDOM,
}
"""The words after `hint`, likewise."""

COLOUR_WORDS = {
    "red": Colour.RED,
    "rouge": Colour.RED,
    "yellow": Colour.YELLOW,
    "jaune": Colour.YELLOW,
}
SEAT_WORDS = {"human": HUMAN, "humain": HUMAN, AUTO: AUTO, "automatique": AUTO}
"""The words for seats other than levels, likewise."""
MAX_ECHO_LENGTH = 40
"""The length limit of a typed text in an answer."""

_DROP = N_("a number or letter: drop a disc in that column")
_LINE = N_("line COLUMN ROW: the longest line through a cell")
_BOARD = N_("board: show the board again; board STYLE: in another style, such as matrix")
_MOVES = N_("moves: list the moves; clock: the time left")
_LEAVE = N_("help: this list; quit: leave")

HELP = (
    _DROP,
    N_("undo: take back a move; redo: play it again"),
    N_(
        "hint: a column, and why; hint exact: the best, hint longest: the longest line, hint random: any"
    ),
    N_("scores: what each column leads to; scores again: hide them"),
    N_("threats: the cells in which a disc would complete a line"),
    N_("explore: the score of each column, and your finished games that played it here"),
    N_(
        "level NAME: change the computer's level; level NAME red or level NAME yellow: let it play that colour"
    ),
    N_("level PROGRAM: let a program play, such as level ugi:python3 mybot.py"),
    N_("level auto: let the computer find the level at which you win about half of your games"),
    _LINE,
    _BOARD,
    _MOVES,
    N_("review: the moves so far beside perfect play; mistakes: try your mistakes again"),
    N_("puzzle: today's; puzzle 1 to puzzle 5: by difficulty; puzzle mine: your own mistakes"),
    N_("program: what a program in the game has written last; now: make it move now"),
    N_("learn: list the lessons; learn N: take lesson N, then come back to the game"),
    N_("swap: swap the players' sides; resign: resign the game"),
    N_("new: another game; the other player starts"),
    N_("go: let two computers play on"),
    N_(
        "resume: resume a game that another window has taken over; keep: keep a game that another window has deleted"
    ),
    _LEAVE,
)
"""The lines of the help."""

LINKED_HELP = (
    _DROP,
    N_(
        "undo: ask to take back a move; swap: ask to swap sides; draw: offer a draw; resign: resign"
    ),
    N_("new: ask for another game after this one"),
    N_("yes or no: answer what you are asked"),
    N_("say TEXT or /TEXT: send a message; mute: hide messages, or show them again"),
    N_("who: who is there"),
    N_(
        "hint: ask to allow hints to both players; then a column, and why, which the others are told"
    ),
    N_("scores, threats, explore, review: help too, with hints or after the game"),
    _LINE,
    _BOARD,
    _MOVES,
    N_("after the game: mistakes, puzzle, learn"),
    _LEAVE,
)
"""The lines of the help in a game with another terminal."""


class Command(NamedTuple):
    """A parsed line.

    Attributes:
        action: what to do.
        words: the words after the command, as typed.
        column: the column of a move, counted from 0; it may be off the board.
    """

    action: Action
    words: tuple[str, ...] = ()
    column: int = 0


def parse_command(line: str, style: str) -> Command | None:
    """Return the command on a line, or None if there is none; the style decides how columns are counted."""
    words = line.split()
    if not words:
        return None
    action = WORDS.get(plain_word(words[0]))
    if action is not None:
        return Command(action, tuple(words[1:]))
    column = read_column(words[0], style) if len(words) == 1 else None
    return None if column is None else Command(Action.MOVE, (), column)


def plain_word(word: str) -> str:
    """Return a word in lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def read_seat(
    words: Sequence[str], match: Match, programs: Mapping[str, str]
) -> tuple[Colour, Seat] | None:
    """Return the seat that `level` changes, and its new player. Without a colour it is the seat of the only computer.

    Return None if the words are ambiguous or unknown.

    Args:
        words: the words after `level`: a level or a program, perhaps a colour.
        match: the match.
        programs: the programs of the settings by their names.

    Raises:
        UnknownLevelError: there is no such level.
    """
    from p4tui.arena.naming import UnknownPlayerError, player_text

    chosen = [word for word in words if plain_word(word) not in COLOUR_WORDS]
    colours = [COLOUR_WORDS[plain] for word in words if (plain := plain_word(word)) in COLOUR_WORDS]
    colours = colours or [colour for colour in Colour if not match.is_person(colour)]
    text = " ".join(chosen)
    if not text or len(colours) != 1:
        return None
    name = match.seat(colours[0]).name
    # The name of a program leaves with it.
    name = "" if name in programs else name
    levels = {plain_word(level_name(level.id)): level.id for level in LEVELS} | SEAT_WORDS
    known = levels.get(plain_word(text))
    if known is not None:
        return colours[0], seat_of_text(known, name)
    try:
        program = player_text(text, programs)
    except UnknownPlayerError:
        return (
            (colours[0], seat_of_text(text[:MAX_ECHO_LENGTH], name)) if len(chosen) == 1 else None
        )
    return colours[0], seat_of_text(program, name or (text if text in programs else ""))


def read_cell(words: Sequence[str], geometry: Geometry, style: str) -> Cell | None:
    """Return the cell after `line`, or None if there is no such cell; rows are counted from 1 at the bottom."""
    if len(words) != 2:
        return None
    column, row = read_column(words[0], style), read_row(words[1])
    if column is None or row is None or not geometry.contains(column, row):
        return None
    return Cell(column, row)
