"""`LessonText`: the text of a lesson beside or below its board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.reactive import reactive

from p4tui.i18n import _
from p4tui.tui.look.signs import BLOCKS, Signs
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.card import Card
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap

WHEEL_LINES = 2
"""Lines that a step of the wheel scrolls."""


class LessonPage(NamedTuple):
    """What the text shows.

    Attributes:
        title: its title.
        aside: what stands at the right of the title.
        paragraphs: each with the component class of its letters.
    """

    title: str = ""
    aside: str = ""
    paragraphs: Sequence[tuple[str, str]] = ()


class LessonText(Card):
    """A card with paragraphs, which scrolls.

    Reactive attributes:
        page: what it shows.
        top: the first visible line of the paragraphs.
        titled: whether it has a title, and blank lines between the paragraphs.
    """

    page: reactive[LessonPage] = reactive(LessonPage(), repaint=False)
    top: reactive[int] = reactive(0, repaint=False)
    titled: reactive[bool] = reactive(True, repaint=False)

    def __init__(self, signs: Signs = BLOCKS, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._signs = signs

    def watch_page(self) -> None:
        """Show another page from its start."""
        self.top = 0
        self.repaint()

    def watch_top(self) -> None:
        """Redraw."""
        self.repaint()

    watch_titled = watch_top

    def title(self) -> str:
        """Return the title."""
        return self.page.title if self.titled else ""

    def aside(self) -> str:
        """Return the text at the right end of the title, if there is room for it."""
        title, aside = self.page.title, self.page.aside
        room = self.size.width - 2 * self.margin(self.size.width)
        return aside if cell_len(title) + 1 + cell_len(aside) <= room else ""

    def _all_lines(self, width: int) -> list[Line]:
        """Return all lines of the paragraphs."""
        lines: list[Line] = []
        for style, text in self.page.paragraphs:
            if lines and self.titled:
                lines.append([fit("", "card--text", width)])
            lines += [[fit(part, style, width)] for part in wrap(text, max(width, 1))]
        return lines

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return the visible lines, with a sign where more are hidden."""
        lines, room = self._all_lines(width), height - self._padding
        blank: list[Line] = [[fit("", "card--text", width)]] * self._padding
        seen = [list(line) for line in lines[self.top : self.top + room]]
        if seen and self.top + room < len(lines):
            more = f" {_('more')} {self._signs.down}"
            text = seen[-1][0]
            seen[-1] = [
                fit(text.text.rstrip(), str(text.style), max(width - cell_len(more), 0)),
                Span(more, "card--accent"),
            ]
        return [*blank, *seen]

    @property
    def _padding(self) -> int:
        """The blank lines under the title."""
        return 1 if self.titled else 0

    @property
    def _hidden(self) -> int:
        """The number of lines that do not fit."""
        width, height = self.size
        total = len(self._all_lines(max(width - 2 * self.margin(width), 0)))
        return max(total - (height - 2 * self._padding), 0)

    @property
    def has_more(self) -> bool:
        """Whether lines are hidden below."""
        return self.top < self._hidden

    def scroll_text(self, lines: int) -> None:
        """Scroll by lines."""
        self.top = min(max(self.top + lines, 0), self._hidden)

    def scroll_pages(self, pages: int) -> None:
        """Scroll by pages, less one line."""
        self.scroll_text(pages * max(self.size.height - 2 * self._padding - 1, 1))

    def on_resize(self) -> None:
        """Scroll back from blank lines below the end."""
        super().on_resize()
        self.scroll_text(0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.scroll_text(WHEEL_LINES)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.scroll_text(-WHEEL_LINES)
