"""`Drill`: positions to answer with a column, one after the other, each until it is right."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple, Protocol

from p4tui.core.errors import P4Error
from p4tui.i18n import N_, _
from p4tui.plain import styles
from p4tui.plain.commands import MAX_ECHO_LENGTH, plain_word
from p4tui.plain.console import Console
from p4tui.play.match import Match
from p4tui.words.errors import error_sentence
from p4tui.words.text import shorten


class Word(Enum):
    """A command of a drill; the value is its English word."""

    HINT = "hint"
    SKIP = "skip"
    BACK = "back"
    BOARD = "board"
    HELP = "help"
    QUIT = "quit"


WORDS = {
    **{word.value: word for word in Word},
    "next": Word.SKIP,
    "conseil": Word.HINT,
    "passer": Word.SKIP,
    "suivant": Word.SKIP,
    "retour": Word.BACK,
    "precedent": Word.BACK,
    "plateau": Word.BOARD,
    "grille": Word.BOARD,
    "aide": Word.HELP,
    "?": Word.HELP,
    "quitter": Word.QUIT,
}
"""Every command word, in lower case without accents; both languages are always understood."""

HELP = (
    N_("a number or letter: your column"),
    N_("hint: help; skip: the solution, and on to the next one"),
    N_("back: the position before"),
    N_("board: show the board again; help: this list; quit: leave"),
)
"""The lines of the help."""


class Verdict(NamedTuple):
    """The answer to a column.

    Attributes:
        right: whether the exercise is solved.
        sentence: what to say.
        over: whether no other answer is wanted.
    """

    right: bool
    sentence: str
    over: bool = False


class Exercise(Protocol):
    """A position to answer with a column."""

    match: Match
    """The match at the position."""
    heading: str
    """Which exercise it is."""
    question: str
    """What is asked."""

    def answer(self, column: int) -> Verdict:
        """Return the answer to a playable column, from 0."""

    def hint(self) -> str:
        """Return a sentence that helps."""

    def solution(self) -> Verdict:
        """Return the solution, or why it is not told yet."""


class _End(Enum):
    """The end of an exercise."""

    SOLVED = auto()
    SKIPPED = auto()
    BACK = auto()
    LEFT = auto()


class Drill:
    """Asks exercises through a console, in the style of the plain-text game."""

    def __init__(self, console: Console, style: str) -> None:
        self._console = console
        self._style = style

    def run(self, exercises: Iterable[Exercise]) -> tuple[int, int]:
        """Ask each exercise until it is solved or skipped, or the person leaves; return how many were solved and asked."""
        rest, asked, solved = iter(exercises), list[Exercise](), set[int]()
        place, end = 0, _End.SKIPPED
        while end is not _End.LEFT:
            if place == len(asked):
                exercise = next(rest, None)
                if exercise is None:
                    break
                asked.append(exercise)
            end = self._ask(asked[place])
            if end is _End.SOLVED:
                solved.add(place)
            place = max(place - 1, 0) if end is _End.BACK else place + 1
        return len(solved), len(asked)

    def _ask(self, exercise: Exercise) -> _End:
        """Ask one exercise."""
        self._console.say(exercise.heading)
        self._show(exercise)
        while True:
            self._console.say(exercise.question)
            line = self._console.read()
            if line is None:
                return _End.LEFT
            words = line.split()
            if not words:
                continue
            match WORDS.get(plain_word(words[0])):
                case Word.QUIT:
                    return _End.LEFT
                case Word.SKIP:
                    told = exercise.solution()
                    self._console.say(told.sentence)
                    if told.over:
                        return _End.SKIPPED
                case Word.BACK:
                    return _End.BACK
                case Word.HINT:
                    self._console.say(exercise.hint())
                case Word.BOARD:
                    self._show(exercise)
                case Word.HELP:
                    self._console.say("\n".join(_(line) for line in HELP))
                case None:
                    verdict = self._verdict(exercise, line.strip())
                    self._console.say(verdict.sentence)
                    if verdict.right or verdict.over:
                        return _End.SOLVED if verdict.right else _End.SKIPPED

    def _show(self, exercise: Exercise) -> None:
        """Draw the board, or describe it in the spoken style."""
        write = self._console.say if self._style == styles.SPOKEN else self._console.draw
        write(styles.board(exercise.match, self._style))

    def _verdict(self, exercise: Exercise, text: str) -> Verdict:
        """Return the answer to a typed column, or why it is none."""
        column = styles.read_column(text, self._style)
        position = exercise.match.position
        if column is None:
            sentence = _('"{text}" is neither a column nor a command; type help for a list.')
            return Verdict(False, sentence.format(text=shorten(text, MAX_ECHO_LENGTH)))
        try:
            position.play(column)
        except P4Error as error:
            return Verdict(False, error_sentence(error, styles.first_column(self._style)))
        return exercise.answer(column)
