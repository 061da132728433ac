"""Puzzles in plain text: one answer or command a line."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import Solver
from p4tui.i18n import N_, _
from p4tui.plain import styles
from p4tui.plain.commands import MAX_ECHO_LENGTH, plain_word
from p4tui.plain.console import Console
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.review.puzzles.attempt import Attempt, best_line
from p4tui.review.puzzles.puzzle import Puzzle
from p4tui.training.courses import Course, DailyCourse, Task
from p4tui.words import puzzles as words
from p4tui.words.errors import error_sentence
from p4tui.words.text import shorten


class PuzzleAction(Enum):
    """What a command does; the value is its English word."""

    HINT = "hint"
    ANSWER = "answer"
    NEXT = "next"
    BOARD = "board"
    HELP = "help"
    QUIT = "quit"


PUZZLE_WORDS = {
    **{action.value: action for action in PuzzleAction},
    "conseil": PuzzleAction.HINT,
    "reponse": PuzzleAction.ANSWER,
    "suivant": PuzzleAction.NEXT,
    "plateau": PuzzleAction.BOARD,
    "grille": PuzzleAction.BOARD,
    "aide": PuzzleAction.HELP,
    "?": PuzzleAction.HELP,
    "quitter": PuzzleAction.QUIT,
}
"""Every command word, in lower case without accents; both languages are always understood."""

PUZZLE_HELP = (
    N_("a number or letter: answer with that column"),
    N_("hint: two columns, one of them right; answer: give up and see the answer"),
    N_("next: the next puzzle; board: show the board again"),
    N_("help: this list; quit: leave the puzzles"),
)
"""The lines of the help."""


class PuzzleDialogue:
    """A course of puzzles on a console, shown in one of `styles.STYLES`."""

    def __init__(
        self,
        course: Course,
        style: str,
        console: Console,
        refill: Callable[[], bool] = lambda: False,
    ) -> None:
        """Show a course.

        Args:
            course: the puzzles.
            style: one of `styles.STYLES`.
            console: where they are shown.
            refill: adds tasks to an empty course; returns whether it did.
        """
        self._course = course
        self._style = style
        self._first = styles.first_column(style)
        self._console = console
        self._refill = refill
        self._solver = Solver()

    def run(self) -> None:
        """Ask puzzle after puzzle until the course or the input ends, or `quit`."""
        shown = 0
        while (task := self._next_task()) is not None:
            if not self._ask(task):
                return
            shown += 1
        if shown and not isinstance(self._course, DailyCourse):
            self._console.say(_("That was the last one."))

    def _next_task(self) -> Task | None:
        task = self._course.next_task()
        return self._course.next_task() if task is None and self._refill() else task

    def _ask(self, task: Task) -> bool:
        """Ask a puzzle; return whether the next one is wanted."""
        attempt = Attempt(task.problem, task.most_tries)
        self._introduce(task)
        self._show(task)
        while True:
            line = self._console.read()
            if line is None:
                return False
            words = line.split()
            action = PUZZLE_WORDS.get(plain_word(words[0])) if len(words) == 1 else None
            if action is PuzzleAction.QUIT:
                return False
            if action is PuzzleAction.NEXT:
                return True
            if action is not None:
                self._act(action, task, attempt)
            elif words:
                self._answer(line.strip(), task, attempt)
            if attempt.is_over and isinstance(self._course, DailyCourse):
                return True  # a day has one puzzle

    def _introduce(self, task: Task) -> None:
        """Say which puzzle it is."""
        say, course, problem = self._console.say, self._course, task.problem
        if isinstance(course, DailyCourse):
            say(words.day_title(course.day))
        if isinstance(problem, Puzzle):
            title = _("Puzzle {number}, {difficulty}.").format(
                number=problem.number, difficulty=words.difficulty_phrase(problem.difficulty)
            )
            say(title)
        if task.card is not None:
            say(words.mistake_sentence(task.card, self._first))
        if task.most_tries is not None:
            say(words.tries_phrase(task.most_tries))

    def _show(self, task: Task) -> None:
        """Show the position and what to find."""
        match = Match(Person(), Person(), Game.new(task.problem.position), task.starter)
        write = self._console.say if self._style == styles.SPOKEN else self._console.draw
        write(styles.board(match, self._style))
        spoken = self._style == styles.SPOKEN  # it has said whose turn it is
        goal = words.brief_goal(task.problem)
        self._console.say(goal if spoken else words.goal_sentence(task.problem, task.starter))

    def _act(self, action: PuzzleAction, task: Task, attempt: Attempt) -> None:
        """Run a command that is neither an answer nor leaves the puzzle."""
        say = self._console.say
        if action is PuzzleAction.HELP:
            say("\n".join(_(line) for line in PUZZLE_HELP))
        elif action is PuzzleAction.BOARD:
            self._show(task)
        elif action is PuzzleAction.HINT and not attempt.is_over:
            say(words.hint_sentence(attempt.hint(), self._first))
        elif action is PuzzleAction.ANSWER and not attempt.is_over:
            attempt.give_up()
            self._course.record(attempt)
            self._end(task, attempt)
        else:
            say(self._after_the_end())

    def _answer(self, text: str, task: Task, attempt: Attempt) -> None:
        """Judge an answer."""
        column = styles.read_column(text, self._style)
        if column is None:
            self._console.say(
                _('"{text}" is neither a column nor a command; type help for a list.').format(
                    text=shorten(text, MAX_ECHO_LENGTH)
                )
            )
        elif attempt.is_over:
            self._console.say(self._after_the_end())
        else:
            try:
                right = attempt.answer(column)
            except P4Error as error:
                self._console.say(error_sentence(error, self._first))
                return
            self._course.record(attempt)
            self._console.say(words.verdict_sentence(task.problem, column, self._first))
            self._say_line(task, column)
            if right or attempt.is_over:
                self._end(task, attempt)
            else:
                self._ask_again(task, attempt)

    def _ask_again(self, task: Task, attempt: Attempt) -> None:
        """Ask for another answer."""
        goal = words.goal_sentence(task.problem, task.starter)
        left = attempt.tries_left
        self._console.say(goal if left is None else f"{goal} ({words.tries_phrase(left)})")

    def _say_line(self, task: Task, column: int) -> None:
        """Say the perfect play that proves a verdict."""
        line = best_line(task.problem, column, self._solver, StopFlag())
        position = task.problem.position
        self._console.say(words.line_sentence(position, line, task.starter, self._first))

    def _end(self, task: Task, attempt: Attempt) -> None:
        """Show the answer if it was not found, and how to go on."""
        course = self._course
        if not attempt.solved:
            self._console.say(words.answer_sentence(attempt, self._first))
            self._say_line(task, attempt.best)
        if not isinstance(course, DailyCourse):
            self._console.say(self._after_the_end())
        elif course.counts and course.share is not None:
            self._console.say(course.share)
            if course.streak:
                self._console.say(words.streak_sentence(course.streak))

    def _after_the_end(self) -> str:
        """Return how to go on after a puzzle."""
        return _("Type next for another puzzle, or quit.")
