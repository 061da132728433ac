"""A puzzle on the board: a column answers it, and best play shows why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.action import Action, with_bar
from p4tui.actions.puzzle import ANSWER, COPY, GO_ON, HINT, LATER, NEXT, PUZZLE, SOLUTION, TRY_AGAIN
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.i18n import _
from p4tui.review.puzzles.attempt import Attempt
from p4tui.training.courses import Course, DailyCourse, MistakeCourse, Task
from p4tui.tui.bindings import bindings
from p4tui.tui.screens.best_lines import BestLines, LineFound
from p4tui.tui.screens.own_mistakes import OwnMistakes, ScanProgress
from p4tui.tui.screens.question import QuestionScreen
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.lesson_text import LessonPage
from p4tui.words import puzzles as words
from p4tui.words.advice import choice_hint
from p4tui.words.errors import error_sentence


class PuzzleScreen(QuestionScreen):
    """The puzzles of a course, one after the other.

    Attributes:
        attempt: the attempt at the puzzle that is shown, None while there is none.
    """

    ACTIONS = PUZZLE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PUZZLE)
    LEAST_TEXT = (14, 0)

    def __init__(self, course: Course) -> None:
        """Show a course."""
        super().__init__()
        self.attempt: Attempt | None = None
        self._course = course
        self._asked: Task | None = None
        self._line = Game.new()
        self._verdict: tuple[str, ...] = ("",)
        self._lines = BestLines(self)
        self._mistakes: OwnMistakes | None = None
        if isinstance(course, MistakeCourse):
            self._mistakes = OwnMistakes(self, course, self._show_task)

    def begin(self) -> None:
        """Show the first puzzle."""
        self.show()
        if self._mistakes is not None:
            self._mistakes.begin()
        self.action_next_task()

    def on_unmount(self) -> None:
        """Stop everything."""
        self._lines.close()
        if self._mistakes is not None:
            self._mistakes.stop()

    leave = on_unmount

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self._line.position.geometry

    @property
    def shown(self) -> int:
        """The number of moves of the line of best play that are shown."""
        return self._line.cursor

    @property
    def is_unanswered(self) -> bool:
        """Whether an answer is still wanted."""
        return self.attempt is not None and not self.attempt.is_over

    @property
    def asks(self) -> bool:
        """Whether a column is asked for."""
        return self.is_unanswered and not self.shown

    @property
    def refutes(self) -> bool:
        """Whether a wrong answer is played out, after which the question is asked again."""
        return self.is_unanswered and self.shown > 0

    @property
    def _counts(self) -> bool:
        """Whether the answers are those of the puzzle of the day, not practice."""
        return self._asked is not None and self._asked.most_tries is not None

    @property
    def actions(self) -> Sequence[Action]:
        """The actions, with the key bar of the moment."""
        has_next = () if isinstance(self._course, DailyCourse) else (NEXT,)
        if self.asks:
            give_up = () if self._counts else (SOLUTION,)
            return with_bar(PUZZLE, ANSWER, HINT, *give_up, *has_next)
        if self.refutes:
            return with_bar(PUZZLE, TRY_AGAIN, LATER)
        if self.attempt is None:
            return with_bar(PUZZLE, *has_next)
        if self._counts:
            return with_bar(PUZZLE, LATER, COPY)
        return with_bar(PUZZLE, *((GO_ON,) if has_next else ()), LATER)

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        conditions = {
            "copy": self._course.share is not None,
            "next_task": not isinstance(self._course, DailyCourse),
            "hint": self.is_unanswered,
            "solution": self.is_unanswered and not self._counts,
        }
        return conditions.get(action.run, True)

    def on_scan_progress(self, message: ScanProgress) -> None:
        """Follow the review of one's games."""
        if self._mistakes is not None:
            self._mistakes.follow(message.scan, is_waiting=self.attempt is None)

    # -- what is seen -----------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everything."""
        self.show_game(self._line)
        header, task = self.query_one(Header), self._asked
        header.title = _("Puzzles")
        header.facts = "" if task is None else words.task_title(task, self._course)
        self.text.page = LessonPage()
        if task is not None and self.attempt is not None:
            paragraphs = words.puzzle_paragraphs(task)
            styles = ("card--strong", *["card--text"] * len(paragraphs))
            pairs = list(zip(styles, paragraphs, strict=False))
            self.text.page = LessonPage(_("Puzzle"), "", pairs)
        self._say()

    def _say(self, *, alert: bool = False) -> None:
        """Say what is asked for, or the verdict on the last answer; without a puzzle the words stay."""
        if self.attempt is None:
            if alert:
                self.say(_("Nothing is asked"), alert=True)
        elif self.asks and self._asked is not None:
            forms = words.question_forms(self._asked, self.attempt)
            beside = words.asking_forms(self._asked, self.attempt)
            self.say(*(beside if self.text.display else forms))
        else:
            self.say(*self._verdict, alert=alert)

    def _go_to(self, shown: int) -> None:
        """Show a position of the line; the first one is the puzzle."""
        self._line = replace(self._line, cursor=min(max(shown, 0), len(self._line.moves)))
        self.show()

    # -- a puzzle ---------------------------------------------------------------------------------------------------

    def action_next_task(self) -> None:
        """Show the next puzzle, or say that there is none."""
        if self._asked is not None and isinstance(self._course, DailyCourse):
            self.say(_("The next one comes tomorrow"), alert=True)
            return
        task = self._course.next_task()
        if task is None and self._mistakes is not None:
            # So that a mistake found later is shown.
            self.attempt = self._asked = None
            self._line = Game.new(self._line.position)
            self.show()
            self._mistakes.look()
        elif task is not None:
            self._show_task(task)

    go_on = action_next_task

    def _show_task(self, task: Task) -> None:
        """Show a puzzle, and say what is special about it."""
        self._asked, self.attempt = task, Attempt(task.problem, task.most_tries)
        self._line, self.grid.starter = Game.new(task.problem.position), task.starter
        self.place_board()
        self.show()
        course = self._course
        if isinstance(course, DailyCourse) and course.later is not None:
            self.services.notices.show(words.clock_sentence(course.today, course.later))
        elif isinstance(course, DailyCourse) and course.share is not None:
            if self.text.display:
                self.say(words.done_sentence(course.share), course.share)
            else:  # what to find stands in the line
                self.services.notices.show(words.done_sentence(course.share))

    def answer(self, column: int) -> None:
        """Answer with a column, from 0."""
        assert self.attempt is not None
        try:
            self.attempt.answer(column)
        except P4Error as error:
            self.say(error_sentence(error), alert=True)
        else:
            self._judge(self.attempt, column)

    def ask_again(self) -> None:
        """Show the puzzle again."""
        self._go_to(0)

    def action_hint(self) -> None:
        """Say two columns, one of them right."""
        if self.attempt is None or self.attempt.is_over:
            self._say(alert=True)
            return
        self._go_to(0)
        columns = self.attempt.hint()
        self.say(choice_hint(columns), words.brief_hint(columns))

    def action_solution(self) -> None:
        """Give up and show the answer; a slip of the key must not cost the puzzle of the day."""
        attempt = self.attempt
        if attempt is None or attempt.is_over:
            self._say(alert=True)
        elif attempt.tries_left is not None:
            after = words.no_answer_yet_sentence()
            self.say(after, _("Only after three tries"), alert=True)
        else:
            self._judge(attempt, attempt.give_up())

    def _judge(self, attempt: Attempt, column: int) -> None:
        """Show an answer on the board with the verdict, remember it, and look for the line that proves it."""
        assert self._asked is not None
        self._course.record(self._asked, attempt)
        verdict = words.verdict_sentence(attempt.problem, column)
        if attempt.is_over and not attempt.solved:
            verdict, column = words.answer_sentence(attempt), attempt.best
        rest = ""
        if self._counts:
            left = attempt.tries_left
            rest = (
                (self._course.share or "")
                if attempt.is_over or not left
                else words.left_sentence(left)
            )
        self._verdict = (
            f"{verdict} {rest}".rstrip(),
            verdict,
            words.brief_verdict(attempt.problem, column),
        )
        self._line = Game.new(attempt.problem.position).play(column)
        self.show()
        self._lines.find(attempt, column)

    # -- best play --------------------------------------------------------------------------------------------------

    def on_line_found(self, message: LineFound) -> None:
        """Keep the rest of the line; its moves come with a key, as two discs at once cost a slow line too much."""
        if message.attempt is self.attempt and not message.flag.is_set():
            line, shown = Game.new(message.attempt.problem.position), self.shown
            for column in message.line:
                line = line.play(column)
            self._line = replace(line, cursor=shown)

    def action_step(self, step: int) -> None:
        """Go some moves forward in the line, or back."""
        self._go_to(self.shown + step)

    def action_copy(self) -> None:
        """Copy the line to share."""
        if self._course.share is None:
            after = _("There is a line to share after today's puzzle")
            self.say(after, _("Only after today's puzzle"), alert=True)
        else:
            self.app.copy_to_clipboard(self._course.share)
            self.say(_("Copied: {moves}").format(moves=self._course.share))
