"""A lesson: its text, and its positions to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.keymap import given_keys
from p4tui.actions.learn import (
    AFTER_RIGHT,
    AFTER_WRONG,
    AT_TEXT,
    LESSON,
    LINE,
)
from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import IllegalMoveError
from p4tui.core.geometry import Cell
from p4tui.i18n import _
from p4tui.review.lessons.lesson import Lesson
from p4tui.review.lessons.moment import Moment, Stage
from p4tui.training.keeping import Keeper
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import MIN_WINDOW
from p4tui.tui.look.lesson_layout import lesson_layout
from p4tui.tui.look.signs import signs_of
from p4tui.tui.screens.base import STYLES, P4Screen
from p4tui.tui.screens.lesson_page import lesson_page, status_forms
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.lesson_text import LessonText
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.errors import error_sentence, storage_sentence
from p4tui.words.lessons import hint_sentence, lesson_title, progress_phrase

_ACTIONS = {
    Stage.TEXT: AT_TEXT,
    Stage.ASKED: LESSON,
    Stage.WRONG: AFTER_WRONG,
    Stage.RIGHT: AFTER_RIGHT,
}


class LessonScreen(P4Screen[None]):
    """The text of a lesson with a board. A key that plays answers, and then goes on.

    Attributes:
        lesson: the lesson.
        moment: where the person is in it.
    """

    CSS_PATH = STYLES / "game.tcss"
    ACTIONS = LESSON
    BINDINGS: ClassVar[list[BindingType]] = bindings(LESSON)

    def __init__(self, number: int, lesson: Lesson, solved: set[str]) -> None:
        """Begin a lesson.

        Args:
            number: its number, from 1.
            lesson: the lesson.
            solved: the moves of its solved positions; the screen adds to them.
        """
        super().__init__()
        self.lesson = lesson
        self.moment = Moment(lesson)
        self._number = number
        self._solved = solved

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.query_one("#board", Grid)

    @property
    def _text(self) -> LessonText:
        """The text."""
        return self.query_one(LessonText)

    def compose(self) -> ComposeResult:
        """Yield the header, the board, the text, the message and the keys."""
        art = self.services.art
        yield Header(art)
        yield Grid(art=art, id="board")
        yield LessonText(signs_of(art), id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Show the text."""
        self._keeper = Keeper(self.services.archive)
        self.grid.focus()
        self.place_board()
        self._show(self.moment)

    def on_resize(self, event: events.Resize) -> None:
        """Place everything in the new window."""
        self.place_board()
        super().on_resize(event)

    def place_board(self) -> None:
        """Give every widget its place in the window."""
        geometry = self.moment.exercise.position.geometry
        layout = lesson_layout(
            geometry.columns,
            geometry.rows,
            *map(max, self.app.size, MIN_WINDOW),
            halves=self.services.art.glyphs == "blocks",
        )
        for widget in self.children:
            place = layout.places.get(widget.id or "")
            widget.display = place is not None and bool(place.height)
            if place is not None:
                widget.styles.offset = place.x, place.y
                widget.styles.width, widget.styles.height = place.width, place.height
        preferences = self.services.preferences
        self.grid.frame = layout.window.frame
        self.grid.by_cell = preferences.cursor == "cell"
        self.grid.reserved = given_keys(preferences.settings.keymap)
        self._text.titled = layout.beside

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.place_board()
        self._show(self.moment)

    @property
    def actions(self) -> Sequence[Action]:
        """The actions, with the key bar of the moment."""
        shown = _ACTIONS[self.moment.stage]
        played_out = self.moment.stage is Stage.WRONG and not self.moment.can_step
        return [each for each in shown if each.id != LINE.id] if played_out else shown

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        moment = self.moment
        conditions = {
            "lesson.next": moment.can_go_on,
            "lesson.previous": moment.stage is not Stage.TEXT,
            "lesson.hint": moment.stage is Stage.ASKED,
            "lesson.line": moment.can_step,
        }
        return conditions.get(action.id, True)

    def _show(self, moment: Moment) -> None:
        """Show a moment of the lesson."""
        self.moment = moment
        failure = self._keeper.failure()
        if failure is not None:
            self.services.notices.show(storage_sentence(failure))
        grid, game = self.grid, moment.game
        grid.position, grid.last = game.position, game.last_cell
        grid.live = moment.stage is Stage.ASKED
        grid.threats = _threats(moment)
        solved = moment.exercise.moves in self._solved
        self._text.page = lesson_page(moment, solved=solved)
        header = self.query_one(Header)
        header.title = lesson_title(self._number, self.lesson)
        header.facts = progress_phrase(len(self._solved), self.lesson)
        self.say(*status_forms(moment))
        self.query_one(KeyBar).repaint()

    # -- what a person does -----------------------------------------------------------------------------------------

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Answer with a column; after an answer, read on, and then go on."""
        match self.moment.stage:
            case Stage.ASKED:
                self._answer(message.column)
            case Stage.WRONG:
                self._show(self.moment.again())
            case Stage.TEXT | Stage.RIGHT if self._text.has_more:
                self._text.scroll_pages(1)
            case Stage.TEXT | Stage.RIGHT:
                self._go_on()

    def _answer(self, column: int) -> None:
        """Show whether a column is right."""
        try:
            moment = self.moment.answer(column)
        except IllegalMoveError as error:
            self.say(error_sentence(error), alert=True)
            return
        if moment.stage is Stage.RIGHT:
            self._solved.add(moment.exercise.moves)
            lesson, moves = self.lesson.id, moment.exercise.moves
            # Leaving the screen ends its own jobs; what is solved is saved all the same.
            self._keeper.keep(lambda training: training.solve_lesson(lesson, moves))
        self._show(moment)

    def _go_on(self) -> None:
        """Go to the next position that is not solved, else to the next one; after the last, leave."""
        moment = self.moment
        while moment.can_go_on:
            moment = moment.go(1)
            if moment.exercise.moves not in self._solved:
                self._show(moment)
                return
        if self.moment.can_go_on:
            self._show(self.moment.go(1))
        else:
            self.dismiss(None)

    def on_grid_cell_refused(self, message: Grid.CellRefused) -> None:
        """Say where a disc would land."""
        if self.moment.stage is not Stage.ASKED or message.landing is None:
            self.on_grid_column_selected(Grid.ColumnSelected(message.cell.column))
            return
        self.say(
            _("A disc in column {column} lands in row {row}, not in row {chosen}").format(
                column=message.cell.column + 1,
                row=message.landing.row + 1,
                chosen=message.cell.row + 1,
            ),
            alert=True,
        )

    def action_drop(self) -> None:
        """Answer with the chosen column, or go on."""
        self.grid.action_drop()

    def action_hint(self) -> None:
        """Name two columns of which one is right."""
        if self.moment.stage is Stage.ASKED:
            self.say(hint_sentence(self.moment.exercise))

    def action_line(self) -> None:
        """Show the next move of the punishment of a wrong column."""
        if self.moment.can_step:
            self._show(self.moment.step())
        else:
            self.say(_("Nothing to play out here"), alert=True)

    def action_go(self, step: int) -> None:
        """Go to the next position, or the one before."""
        self._show(self.moment.go(step))

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        self._text.scroll_pages(pages)

    def action_back(self) -> None:
        """Return to the list of lessons."""
        self.dismiss(None)


def _threats(moment: Moment) -> dict[Cell, tuple[Colour, ...]]:
    """Return the marked cells with the colours that would win there; red moves first in every lesson."""
    threats: dict[Cell, tuple[Colour, ...]] = {}
    for cell, side in sorted(moment.marks):
        threats[cell] = (*threats.get(cell, ()), colour_of(side, Colour.RED))
    return threats
