"""`QuestionScreen`: a board, a question about it, and its text. A key that plays answers."""

from __future__ import annotations

from abc import abstractmethod

from textual import events
from textual.app import ComposeResult

from p4tui.actions.keymap import given_keys
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.tui.look.layout import MIN_WINDOW
from p4tui.tui.look.lesson_layout import MIN_LINES, MIN_TEXT, lesson_layout
from p4tui.tui.look.signs import signs_of
from p4tui.tui.screens.base import STYLES, P4Screen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.lesson_text import LessonText
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.window_page import WindowPage
from p4tui.words.match import cell_sentence


class QuestionScreen(P4Screen[None]):
    """A board with a question and its text.

    A wrong answer is played out on the board. Space, or the choice of a column, asks again; a column that was typed or clicked
    is the next answer at once. After the last answer Space goes on, and no other key does by accident.
    """

    CSS_PATH = STYLES / "game.tcss"
    LAST_RESORT = "too-small"
    LEAST_TEXT = (MIN_TEXT, MIN_LINES)
    """The least width of the text beside the board, and its least height below it."""

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.query_one("#board", Grid)

    @property
    def text(self) -> LessonText:
        """The text."""
        return self.query_one(LessonText)

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """The size of the board."""

    @property
    @abstractmethod
    def asks(self) -> bool:
        """Whether a column is asked for."""

    @property
    @abstractmethod
    def refutes(self) -> bool:
        """Whether a wrong answer is played out, after which the question is asked again."""

    @abstractmethod
    def begin(self) -> None:
        """Show what comes first."""

    @abstractmethod
    def answer(self, column: int) -> None:
        """Answer with a column, from 0."""

    @abstractmethod
    def ask_again(self) -> None:
        """Show the question again after a wrong answer."""

    @abstractmethod
    def go_on(self) -> None:
        """Go on from a text, or from the end of a question."""

    @abstractmethod
    def show(self) -> None:
        """Show everything."""

    def compose(self) -> ComposeResult:
        """Yield the header, the board, the text, the message, the keys, and the text for a window that is too small."""
        art = self.services.art
        yield Header(art)
        yield Grid(art=art, id="board")
        yield LessonText(signs_of(art), id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")
        yield WindowPage(id="too-small")

    def on_mount(self) -> None:
        """Place everything, and give the board the keys."""
        self.watch(self.grid, "cursor", self._cursor_moved, init=False)
        self.set_focus(self.grid)
        self.place_board()
        self.begin()

    def on_resize(self, event: events.Resize) -> None:
        """Place everything in the new window."""
        self.place_board()
        super().on_resize(event)

    def place_board(self) -> None:
        """Give every widget its place in the window."""
        geometry = self.geometry
        layout = lesson_layout(
            geometry.columns,
            geometry.rows,
            *map(max, self.app.size, MIN_WINDOW),
            halves=self.services.art.glyphs == "blocks",
            least=self.LEAST_TEXT,
        )
        self.place_widgets(layout.places)
        preferences = self.services.preferences
        self.grid.frame = layout.window.frame
        self.grid.by_cell = preferences.cursor == "cell"
        self.grid.reserved = given_keys(preferences.settings.keymap)
        self.text.titled = layout.beside
        if self.focused is None and self.grid.display:
            self.call_after_refresh(self.grid.focus)

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.place_board()
        self.show()

    def show_game(self, game: Game) -> None:
        """Show the position of a game, and the keys that make sense there."""
        grid = self.grid
        grid.position, grid.last = game.position, game.last_cell
        grid.live, grid.browsing = self.asks, self.refutes
        self.query_one(KeyBar).repaint()

    # -- what a person does -----------------------------------------------------------------------------------------

    def _cursor_moved(self) -> None:
        """Ask again once another column is chosen: what is chosen is seen in the question alone."""
        if self.refutes:
            self.ask_again()

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """Answer with a column, ask again, or go on."""
        if self.asks:
            self.answer(message.column)
        elif self.refutes:
            self.ask_again()
        elif message.direct:
            self.show()  # what comes next is said once more
        else:
            self.go_on()

    def on_grid_cell_refused(self, message: Grid.CellRefused) -> None:
        """Say where a disc would land."""
        if not self.asks or message.landing is None:
            self.on_grid_column_selected(Grid.ColumnSelected(message.cell.column))
        else:
            self.say(cell_sentence(message.cell, message.landing), alert=True)

    def action_drop(self) -> None:
        """Answer with the chosen column, or go on."""
        self.grid.action_drop()

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
