"""`HelpPage`: pages of cards, or a page of the manual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from p4tui.tui.look.span import Line
from p4tui.tui.widgets.card import Card
from p4tui.tui.widgets.card_lines import KeyCard, page_lines
from p4tui.tui.widgets.text_page import Paragraph, TextPage


class HelpPage(TextPage):
    """Pages of cards, one below the other; page keys turn them. With paragraphs, a page that scrolls instead."""

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
        groups = self._groups()
        width, height = self.size
        counts = [len(page_lines([group], width, max(height, 2))) for group in groups]
        ends = [sum(counts[: at + 1]) for at in range(len(counts))]
        return next((at for at, end in enumerate(ends) if page < end), len(groups) - 1)

    def _pages(self, width: int) -> list[list[Line]]:
        """Return the pages of cards."""
        return page_lines(self._groups(), width, max(self.size.height, 2))

    def _all_lines(self, width: int) -> list[Line]:
        """Return the lines of all pages of cards, or of the paragraphs."""
        lines = super()._all_lines(width)
        return lines or [line for page in self._pages(width) for line in page]

    def action_page(self, pages: int) -> None:
        """Turn pages of cards, or scroll the paragraphs by pages."""
        if self._paragraphs():
            super().action_page(pages)
            return
        height = max(self.size.height, 1)
        self.action_scroll((self.page + pages) * height - self.top)
