"""`LineWidget`: the base of our widgets, on the line API.

A subclass returns its lines from `paint`, as spans that name component classes: layout and colours stay in the style sheets.
Pictures of discs have more colours than classes: their spans hold inks.
Only the lines that changed are refreshed, and of these the compositor sends only the cells that changed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from p4tui.tui.look.art import Art
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.terminal.cursor import show_terminal_cursor
from p4tui.tui.text import cut


class LineWidget(Widget):
    """A widget made of lines of styled text.

    Attributes:
        art: how discs are drawn on this terminal; None for a widget without discs. The app changes it with the setting.
    """

    art: Art | None = None

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Line] = []
        self._drawn_size = Size(-1, -1)
        self._styles_by_name: dict[str | Ink, Style] = {}

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the widget for a size in characters; missing lines are blank."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Refresh the lines that changed. A widget that is hidden has no size: all of it is drawn once it is shown."""
        size = self.size
        if not self.is_mounted or size != self._drawn_size:
            self.repaint_all()
            return
        old, self._lines = self._lines, self.paint(*size)
        pairs = enumerate(zip_longest(old, self._lines))
        regions = [Region(0, y, size.width, 1) for y, (before, after) in pairs if before != after]
        if regions:
            self.refresh(*regions)

    def cursor_place(self) -> Offset | None:
        """Return the place in the widget of the terminal's own cursor, or None to hide it."""
        return None

    def place_cursor(self, *, at_once: bool = False) -> None:
        """Move the terminal's own cursor, if the widget has the focus; see `show_terminal_cursor`.

        A widget under a dialog keeps the focus of its screen, and leaves the cursor to the dialog.
        """
        if self.has_focus and self.is_mounted and self.is_attached and self.screen.is_active:
            place = self.cursor_place()
            origin = self.content_region.offset
            place = None if place is None else origin + place
            show_terminal_cursor(self.app, place, at_once=at_once)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Move the cursor with the focus, which a widget does not have yet in `on_focus`."""
        super().watch_has_focus(has_focus)
        self.place_cursor()

    def on_resize(self) -> None:
        """Move the cursor along with its target."""
        self.place_cursor()

    def repaint_all(self) -> None:
        """Redraw everything, as after a change of language."""
        self._drawn_size = Size(-1, -1)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line as Textual asks for it."""
        size = self.size
        if size != self._drawn_size:
            self._lines = self.paint(*size)
            self._drawn_size = size
        line = self._lines[y] if y < len(self._lines) else ()
        segments = [Segment(text, self._style(style)) for text, style in line]
        strip = Strip(segments).simplify()
        return strip.adjust_cell_length(size.width, self.visual_style.rich_style)

    def notify_style_update(self) -> None:
        """Look all styles up again."""
        self._styles_by_name.clear()
        super().notify_style_update()

    def _style(self, named: str | Ink) -> Style:
        """Return the style of a component class or an ink."""
        style = self._styles_by_name.get(named)
        if style is None:
            own = self.visual_style.rich_style
            if isinstance(named, Ink):
                style = own + ink_style(named)
            else:
                style = self.get_component_rich_style(named) if named else own
            self._styles_by_name[named] = style
        return style


@lru_cache(4096)
def ink_style(ink: Ink) -> Style:
    """Return an ink as a style of rich."""
    letters, ground = (
        Color.parse(colour).rich_color if colour else None for colour in (ink.letters, ink.ground)
    )
    return Style(
        color=letters,
        bgcolor=ground,
        bold=ink.bold,
        underline=ink.underline,
        reverse=ink.reverse,
    )


def fit(text: str, style: str | Ink, width: int) -> Span:
    """Return a text cut or padded to a width in cells."""
    short = cut(text, width)
    return Span(short + " " * (width - cell_len(short)), style)
