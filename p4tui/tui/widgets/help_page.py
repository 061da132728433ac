"""`HelpPage`: pages of cards, or a page of the manual."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import ClassVar

from textual.geometry import Size

from p4tui.tui.look.span import Line
from p4tui.tui.widgets.card import Card
from p4tui.tui.widgets.card_lines import KeyCard, page_lines
from p4tui.tui.widgets.text_page import Paragraph, TextPage


class HelpPage(TextPage):
    """Pages of cards, turned by the page keys; or paragraphs that scroll."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*TextPage.COMPONENT_CLASSES, *Card.COMPONENT_CLASSES}

    def __init__(
        self,
        groups: Callable[[], Sequence[Sequence[KeyCard]]],
        paragraphs: Callable[[], Sequence[Paragraph]],
        *,
        id: str | None = None,
    ) -> None:
        """Show the cards of some groups, or some paragraphs if there are any."""
        super().__init__(paragraphs, id=id)
        self._groups = groups
        self._size_before = Size()

    @property
    def pages(self) -> int:
        """The number of pages of cards."""
        return len(self._pages(self.size.width))

    @property
    def page(self) -> int:
        """The index of the page of cards that is seen."""
        return self.top // max(self.size.height, 1)

    def group_of(self, page: int) -> int:
        """Return the index of the group on a page of cards."""
        return bisect_right(self._first_pages(self.size), page) - 1

    def _first_pages(self, size: Size) -> list[int]:
        """Return the first page of every group in a size."""
        width, height = size.width, max(size.height, 2)
        counts = [len(page_lines([group], width, height)) for group in self._groups()]
        return [0, *accumulate(counts[:-1])]

    def _pages(self, width: int) -> list[list[Line]]:
        """Return the pages of cards."""
        return page_lines(self._groups(), width, max(self.size.height, 2))

    def _all_lines(self, width: int) -> list[Line]:
        """Return the lines of all pages of cards, or of the paragraphs."""
        lines = super()._all_lines(width)
        return lines or [line for page in self._pages(width) for line in page]

    def on_resize(self) -> None:
        """Show the cards of the same group from their beginning: pages are as high as the window."""
        before, self._size_before = self._size_before, self.size
        if self._paragraphs():
            super().on_resize()
        elif before.height:
            group = bisect_right(self._first_pages(before), self.top // before.height) - 1
            self.top = self._first_pages(self.size)[group] * self.size.height

    def action_page(self, pages: int) -> None:
        """Turn pages of cards, or scroll the paragraphs by pages."""
        if self._paragraphs():
            super().action_page(pages)
            return
        height = max(self.size.height, 1)
        self.action_scroll((self.page + pages) * height - self.top)
