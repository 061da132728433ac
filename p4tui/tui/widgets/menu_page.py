"""`MenuPage`: the choices of the menu as a page of cards; in a small window they are a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import cycle
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import BindingType
from textual.geometry import Offset, Size

from p4tui.actions.widgets import PARTS
from p4tui.core.colour import Colour
from p4tui.tui.bindings import bindings
from p4tui.tui.look.art import Art, Variant
from p4tui.tui.look.board_picture import disc_icon
from p4tui.tui.look.layout import SCREEN_LINES, header_lines
from p4tui.tui.look.letters import LETTER_LINES, title_of
from p4tui.tui.look.menu_inks import menu_inks
from p4tui.tui.look.menu_layout import (
    CARD_TEXT,
    PLAY_WIDTH,
    Box,
    MenuLayout,
    has_page,
    has_title,
    menu_layout,
)
from p4tui.tui.look.menu_pictures import sample_board, title_disc
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.sheet import Sheet
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.menu_options import place_options
from p4tui.tui.widgets.menu_parts import (
    NAME_LINE,
    MenuFacts,
    link_lines,
    play_button,
    play_start,
    seat_card,
    value_place,
)
from p4tui.tui.widgets.menu_ways import WAYS, place_ways, way_line

LINES = (("resume", "play", "library"), WAYS)
"""The rows that Left and Right choose among."""


class View(Enum):
    """How the menu is shown."""

    LIST = "a list"
    PAGE = "a page under a header"
    TITLED = "a page with a title in letters"


class Part(NamedTuple):
    """The place of a row on the page.

    Attributes:
        box: where a click selects it.
        text: the place of the terminal's cursor.
        arrow: the place of the left arrow, or None without a value.
        value: where a click activates it; None for the whole box.
    """

    box: Box
    text: Offset
    arrow: Offset | None = None
    value: Box | None = None


class MenuPage(ChoiceList):
    """The menu: a page of cards, or the list of `ChoiceList` in a window without room for it.

    Attributes:
        facts: what the page shows beside the rows.
        view: how the choices are shown; the screen sets it before the rows.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(PARTS)

    art: Art
    facts: MenuFacts | None = None
    view = View.LIST

    def __init__(self, art: Art, palette: Callable[[], Palette], *, id: str | None = None) -> None:
        super().__init__(signs=signs_of(art), id=id)
        self.art = art
        self._palette = palette

    def notify_style_update(self) -> None:
        """Draw with the colours of another theme."""
        self.repaint_all()
        super().notify_style_update()

    def _style(self, named: str | Ink) -> Style:
        """Return the style of an ink, by its name on the page, or of a component class of the list."""
        inks = menu_inks(self._palette(), self.art)
        return super()._style(inks.get(named, named) if isinstance(named, str) else named)

    def show(self, rows: Sequence[Row], facts: MenuFacts, row: str) -> None:
        """Show rows with their facts; select a row, or Play if it is not among them."""
        self.facts = facts
        self.set_reactive(MenuPage.rows, rows)
        index = {each.id: place for place, each in enumerate(rows)}
        self.set_reactive(MenuPage.selected, index.get(row, index["play"]))
        self.repaint()
        self.place_cursor()

    def view_for(self, window: Size, title: str) -> View:
        """Return the view for a window and a title."""
        letters = title_of(title) if self.art.glyphs == "blocks" else None
        if letters is not None and has_title(*window, letters.width):
            return View.TITLED
        height = window.height - SCREEN_LINES - header_lines(window.height)
        return View.PAGE if has_page(window.width, height) else View.LIST

    @property
    def shown(self) -> MenuFacts | None:
        """The facts of the page, or None if the choices are shown as a list."""
        return self.facts if self.view is not View.LIST and has_page(*self.size) else None

    def _kinds(self) -> list[str]:
        """Return the kinds of both players."""
        return [row.value for row in self.rows if row.id.endswith("_level")]

    def _layout(self, facts: MenuFacts) -> MenuLayout:
        return menu_layout(
            *self.size,
            facts.geometry.columns,
            facts.geometry.rows,
            titled=self.view is View.TITLED,
            halves=self.art.glyphs == "blocks",
        )

    # -- the parts --------------------------------------------------------------------------------------------------

    def parts(self) -> dict[str, Part]:
        """Return the places of the rows on the page; none for a list."""
        if (facts := self.shown) is None:
            return {}
        layout, rows = self._layout(facts), {row.id: row for row in self.rows}
        parts: dict[str, Part] = {}
        x, y = value_place(self._kinds(), layout.disc)
        for colour, box in (("red", layout.red), ("yellow", layout.yellow)):
            name = Box(box.x + 3 + layout.disc, box.y + NAME_LINE, CARD_TEXT, 1)
            # The name lies on the card, and comes first for a click.
            parts[f"{colour}_name"] = Part(name, Offset(name.x + 2, name.y))
            value = rows[f"{colour}_level"].value
            place = Box(box.x + x, box.y + y, cell_len(value) + 4, 1)
            parts[f"{colour}_level"] = Part(
                box, Offset(place.x + 2, place.y), Offset(place.x, place.y), place
            )
        for link, box in (("resume", layout.resume), ("library", layout.library)):
            parts[link] = Part(box, Offset(box.x + 2, box.y))
        play, start = layout.play, play_start(rows["play"].label, facts.play_key, PLAY_WIDTH)
        parts["play"] = Part(play, Offset(play.x + start + 2, play.y + 1))
        for way, box in place_ways(rows, layout):
            parts[way.id] = Part(box, Offset(box.x + cell_len(way.key) + 1, box.y))
        for option, box in place_options(rows, layout, self._signs):
            arrow = Offset(box.x + option.arrow, box.y)
            parts[option.row.id] = Part(box, Offset(box.x, box.y), arrow)
        return {row: part for row, part in parts.items() if row in rows}

    # -- keys and mouse ---------------------------------------------------------------------------------------------

    def action_change(self, step: int) -> None:
        """Ask for the next or previous value; on a link, select the one beside it."""
        line = next((each for each in LINES if self.row.id in each), ())
        if self.shown is None or not line:
            super().action_change(step)
            return
        present = [each for each in line if any(row.id == each for row in self.rows)]
        index = present.index(self.row.id) + step
        if not 0 <= index < len(present):
            raise SkipAction
        self.select(present[index])

    def on_click(self, event: events.Click) -> None:
        """Select the part under the mouse and activate it; on the left arrow, ask for the previous value."""
        if self.shown is None:
            return  # Textual calls the list's handler next
        event.prevent_default()
        for row, part in self.parts().items():
            if not part.box.holds(event.x, event.y):
                continue
            self.select(row)
            if part.arrow is not None and event.offset in (part.arrow, part.arrow + Offset(1, 0)):
                self.action_change(-1)
            elif part.value is None or part.value.holds(event.x, event.y):
                self.action_activate()
            return

    def cursor_place(self) -> Offset:
        """Return the place of the first letter of the selected row."""
        part = self.parts().get(self.row.id)
        return super().cursor_place() if part is None else part.text

    # -- the picture ------------------------------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the page, or the list."""
        if (facts := self.shown) is None:
            return super().paint(width, height)
        layout, sheet, palette = self._layout(facts), Sheet(), self._palette()
        rows = {row.id: row for row in self.rows}
        focus, signs = self.row.id, self._signs
        if layout.title is not None:
            self._paint_title(sheet, facts, layout.title, palette)
        self._paint_board(sheet, facts, layout, palette)
        self._paint_cards(sheet, facts, layout, palette)
        for row, link, box in (
            ("resume", facts.resume, layout.resume),
            ("library", facts.library, layout.library),
        ):
            if row in rows:
                lines = link_lines(link, box.width, signs, focused=focus == row)
                sheet.place(box.x, box.y, lines)
        if "play" in rows:
            button = play_button(
                rows["play"].label,
                facts.play_key,
                layout.play,
                signs,
                focused=focus == "play",
                ground=self.art.colours != "none" and palette.bar != palette.page,
            )
            sheet.place(layout.play.x, layout.play.y, button)
        for way, box in place_ways(rows, layout):
            sheet.place(box.x, box.y, [way_line(way, signs, focused=focus == way.id)])
        for option, box in place_options(rows, layout, signs):
            sheet.place(box.x, box.y, [option.line(signs, focused=focus == option.row.id)])
        return sheet.lines(height)

    def _paint_title(self, sheet: Sheet, facts: MenuFacts, line: int, palette: Palette) -> None:
        """Put the title and the warning in the middle."""
        title, width = title_of(facts.title), self.size.width
        if title is None:
            return
        left = (width - title.width) // 2
        for x, letters in title.letters:
            sheet.place(left + x, line, [[Span(each, "title")] for each in letters])
        for x, colour in zip(title.discs, cycle(Colour)):
            sheet.place(left + x, line, title_disc(colour, self.art, palette))
        if facts.warning:
            x = (width - cell_len(facts.warning)) // 2
            sheet.place(x, line + LETTER_LINES, [[Span(facts.warning, "warning")]])

    def _paint_cards(
        self, sheet: Sheet, facts: MenuFacts, layout: MenuLayout, palette: Palette
    ) -> None:
        """Put the cards of the seats beside the board."""
        rows = {row.id: row for row in self.rows}
        for colour, seat, box in (
            (Colour.RED, facts.red, layout.red),
            (Colour.YELLOW, facts.yellow, layout.yellow),
        ):
            name = colour.name.lower()
            card = seat_card(
                seat,
                (rows[f"{name}_level"], rows.get(f"{name}_name")),
                box,
                disc_icon(colour, layout.disc, self.art, palette),
                self._signs,
                focus=self.row.id,
                left=colour is Colour.RED,
                value_y=value_place(self._kinds(), layout.disc)[1],
            )
            sheet.place(box.x, box.y, card)

    def _paint_board(
        self, sheet: Sheet, facts: MenuFacts, layout: MenuLayout, palette: Palette
    ) -> None:
        """Put the chosen board between the cards, with its caption."""
        box = layout.board
        board = sample_board(
            layout.columns,
            layout.rows,
            facts.geometry.connect,
            layout.pixels,
            self.art,
            palette,
        )
        sheet.place(box.x, box.y, board)
        caption = layout.caption(cell_len(facts.caption) + 2)
        # On the colour of the board above it: the lowest discs of small boards touch the caption.
        flat = self.art.variant(layout.pixels) is Variant.FLAT
        span = Span(facts.caption.center(caption.width), "caption" if flat else "caption-toned")
        sheet.place(caption.x, caption.y, [[span]])
