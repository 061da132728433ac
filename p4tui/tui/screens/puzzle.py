"""A puzzle on the board: a column answers it, and best play shows why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.action import Action, named
from p4tui.actions.keymap import given_keys
from p4tui.actions.puzzle import COPY, LATER, NEXT, PUZZLE, TODAY
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.review.puzzles.attempt import Attempt
from p4tui.training.courses import Course, DailyCourse, MistakeCourse, Task
from p4tui.training.keeping import Keeper
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import is_too_small
from p4tui.tui.look.places import GameLayout
from p4tui.tui.screens.best_lines import BestLines, LineFound
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.screens.own_mistakes import OwnMistakes, ScanProgress
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.window_page import WindowPage
from p4tui.words import puzzles as words
from p4tui.words.errors import error_sentence
from p4tui.words.saved import problem_sentence


class PuzzleScreen(BoardScreen[None]):
    """The puzzles of a course, one after the other.

    Attributes:
        attempt: the attempt at the puzzle that is shown, None while there is none.
    """

    ACTIONS = PUZZLE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PUZZLE)
    LAST_RESORT = "too-small"
    AUTO_FOCUS = ""

    def __init__(self, course: Course, keeper: Keeper | None = None) -> None:
        """Show a course; `keeper` saves what it remembers."""
        super().__init__()
        self.attempt: Attempt | None = None
        self._course = course
        self._keeper = keeper or Keeper(None)
        self._asked: Task | None = None
        self._match = Match(Person(), Person(), Game.new())
        self._news: tuple[str, ...] = ("",)
        self._lines = BestLines(self)
        self._mistakes: OwnMistakes | None = None
        if isinstance(course, MistakeCourse):
            self._mistakes = OwnMistakes(self, course, self._show_task)

    def compose(self) -> ComposeResult:
        """Yield the board, the widgets around it, and the text for a window that is too small."""
        yield from super().compose()
        yield WindowPage(id="too-small")

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.place_board()
        self._show()
        self.grid.focus()
        if self._mistakes is not None:
            self._mistakes.begin()
        self.action_next_task()

    def on_unmount(self) -> None:
        """Stop everything."""
        super().on_unmount()
        self._lines.close()
        if self._mistakes is not None:
            self._mistakes.stop()

    leave = on_unmount

    @property
    def current(self) -> Match:
        """The puzzle's position, and the moves of the line that are shown; its other moves count as undone."""
        return self._match

    @property
    def shown(self) -> int:
        """The number of moves of the line before the shown position."""
        return self._match.game.cursor

    @property
    def at_end(self) -> bool:
        """Whether the puzzle itself is shown, where somebody is to move."""
        return not self.shown

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here; the puzzle of a day has no next one."""
        return TODAY if isinstance(self._course, DailyCourse) else PUZZLE

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        if action.run == "copy":
            return self._course.share is not None
        return action.run != "next_task" or not isinstance(self._course, DailyCourse)

    def place_board(self) -> GameLayout:
        """Place everything."""
        self.grid.reserved = given_keys(self.services.preferences.settings.keymap)
        if not is_too_small(*self.app.size) and self.focused is None:
            self.call_after_refresh(self.grid.focus)
        layout = super().place_board()
        self.query_one("#match").display = False  # nobody plays a match
        return layout

    def names(self) -> str:
        """Return nothing: nobody plays."""
        return ""

    def facts(self) -> str:
        """Return which puzzle it is."""
        return "" if self._asked is None else words.task_title(self._asked, self._course)

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.place_board()
        self._ask_again()

    def on_scan_progress(self, message: ScanProgress) -> None:
        """Follow the review of one's games."""
        if self._mistakes is not None:
            self._mistakes.follow(message.scan, is_waiting=self.attempt is None)

    # -- a puzzle ---------------------------------------------------------------------------------------------------

    def action_next_task(self) -> None:
        """Show the next puzzle, or say that there is none."""
        if self._asked is not None and isinstance(self._course, DailyCourse):
            self.say(_("The next one comes tomorrow"), alert=True)
            return
        task = self._course.next_task()
        if task is None and self._mistakes is not None:
            self.attempt = None  # so that a mistake found later is shown
            self._mistakes.look()
        elif task is not None:
            self._show_task(task)

    def _show_task(self, task: Task) -> None:
        """Show a puzzle."""
        self._asked, self.attempt = task, Attempt(task.problem, task.most_tries)
        self._match = Match(Person(), Person(), Game.new(task.problem.position), task.starter)
        self.place_board()
        self._show()
        self._introduce(task)

    def _introduce(self, task: Task) -> None:
        """Say what to find, and what is special about the puzzle of a day or a mistake."""
        course = self._course
        self._ask_again()
        if isinstance(course, DailyCourse) and course.later is not None:
            self.services.notices.show(words.clock_sentence(course.today, course.later))
        elif isinstance(course, DailyCourse) and course.share is not None:
            self.say(words.done_sentence(course.share), course.share)
        elif task.card is not None:
            mistake, goal = words.mistake_sentence(task.card), words.brief_goal(task.problem)
            self.say(f"{mistake} {goal}", goal)

    def _ask_again(self) -> None:
        """Say what to find, and how many tries are left."""
        if self._asked is None or self.attempt is None or self.shown or self.attempt.is_over:
            self.say(*self._news)
        else:
            self.say(*words.question_forms(self._asked, self.attempt))

    def _show(self) -> None:
        """Show the position."""
        grid, match = self.grid, self._match
        grid.starter, grid.position = match.starter, self.shown_position
        grid.last = match.game.cell_of_move(self.shown) if self.shown else None
        grid.browsing = self.shown > 0
        grid.live = not self.shown and self.attempt is not None and not self.attempt.is_over
        self.show_match()

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Answer with a column, or return to the puzzle from a line."""
        if (attempt := self.attempt) is None:
            return
        if attempt.is_over:
            self.say(*self._news, alert=True)
        elif self.shown:
            self._go_to(0)
        else:
            try:
                attempt.answer(message.column)
            except P4Error as error:
                self.say(error_sentence(error), alert=True)
            else:
                self._judge(attempt, message.column)

    def action_answer(self) -> None:
        """Answer with the chosen column."""
        self.grid.action_drop()

    def action_hint(self) -> None:
        """Say two columns, one of them right."""
        if self.attempt is None or self.attempt.is_over:
            self.say(*self._news, alert=True)
            return
        self._go_to(0)
        columns = self.attempt.hint()
        self.say(words.hint_sentence(columns), words.brief_hint(columns))

    def action_solution(self) -> None:
        """Give up and show the answer; a slip of the key must not cost the puzzle of the day."""
        attempt = self.attempt
        if attempt is None or attempt.is_over:
            self.say(*self._news, alert=True)
        elif attempt.tries_left is not None:
            after = words.no_answer_yet_sentence()
            self.say(after, _("Only after three tries"), alert=True)
        else:
            self._judge(attempt, attempt.give_up())

    def _judge(self, attempt: Attempt, column: int) -> None:
        """Say the verdict on a column, remember it, and look for the line that proves it."""
        assert self._asked is not None
        self._course.record(self._asked, attempt)
        verdict = words.verdict_sentence(attempt.problem, column)
        if attempt.is_over and not attempt.solved:
            verdict, column = words.answer_sentence(attempt), attempt.best
        rest, brief = self._rest(attempt), words.brief_verdict(attempt.problem, column)
        self._news = (f"{verdict} {rest}".rstrip(), verdict, brief)
        self.say(*self._news)
        self._report_failure()
        self._lines.find(attempt, column)

    def _rest(self, attempt: Attempt) -> str:
        """Return what follows the verdict: the key that shows why, the line to share, or the key that leads on."""
        keymap = self.services.preferences.settings.keymap
        if not attempt.is_over:
            return _("{key}: see why").format(key=named(LATER, keymap))
        if (share := self._course.share) is not None:
            return _("{share} ({key}: copy)").format(share=share, key=named(COPY, keymap))
        if isinstance(self._course, DailyCourse):
            return ""
        return _("{key}: next puzzle").format(key=named(NEXT, keymap))

    def _report_failure(self) -> None:
        """Show why results are not saved."""
        failure = self._keeper.failure()
        if failure is not None:
            self.services.notices.show(problem_sentence(failure))

    # -- best play --------------------------------------------------------------------------------------------------

    def on_line_found(self, message: LineFound) -> None:
        """Show the answer; the next moves come with a key, as two discs at once cost a slow line too much."""
        if message.attempt is not self.attempt or message.flag.is_set():
            return
        game = Game.new(message.attempt.problem.position)
        for column in message.line:
            game = game.play(column)
        self._match = self._match.with_game(game)
        self._go_to(1)

    def action_step(self, step: int) -> None:
        """Go some moves forward in the line, or back."""
        self._go_to(self.shown + step)

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        """Go to a move of the line."""
        self._go_to(message.shown)

    def _go_to(self, shown: int) -> None:
        """Show a position of the line; the first one is the puzzle."""
        game = self._match.game
        shown = min(max(shown, 0), len(game.moves))
        self._match = self._match.with_game(replace(game, cursor=shown))
        self._show()
        self._ask_again()

    def action_copy(self) -> None:
        """Copy the line to share."""
        if self._course.share is None:
            after = _("There is a line to share after today's puzzle")
            self.say(after, _("Only after today's puzzle"), alert=True)
        else:
            self.app.copy_to_clipboard(self._course.share)
            self.say(_("Copied: {moves}").format(moves=self._course.share))

    def action_back(self) -> None:
        """Return to the choice of puzzles."""
        self._report_failure()
        self.dismiss(None)
