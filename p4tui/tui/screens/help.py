"""Help: the keys of all screens, the rules and the marks as cards, then the pages of the manual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.action import Action, named
from p4tui.actions.everywhere import HELP
from p4tui.actions.help_cards import HelpCard, HelpGroup, key_groups
from p4tui.actions.lists import MANUAL, NEXT_PAGE
from p4tui.i18n import N_, _, language
from p4tui.manual.pages import TOPICS, title
from p4tui.tui.bindings import bindings
from p4tui.tui.look.lists import top_margin
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.card_lines import KeyCard
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.help_page import HelpPage
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import PREFORMATTED, TITLE, Paragraph

RULES = (
    N_(
        "Two players take turns to drop a disc into a column of an upright board. A disc falls to the lowest free cell."
    ),
    N_(
        "Four discs in line (or as many as the menu says) win at once, in any direction. A full board without a line is a draw."
    ),
    N_("Boards have 4 to 32 columns and rows; a line has 3 discs or more, as chosen in the menu."),
    N_(
        "With a clock, you lose if your time runs out. The clock starts with the first disc; undo gives the time back."
    ),
    N_("Player 1 is red, player 2 yellow. The players take turns to start."),
)
"""The rules, to be translated."""
SCORES = (
    ("+5", N_("that side wins; the higher, the sooner")),
    ("0", N_("a draw")),
    ("-5", N_("that side loses; the lower, the sooner")),
    ("+?", N_("not proven yet: who seems to be ahead")),
)
"""The meaning of a column's score for the side that plays it; to be translated."""


class HelpScreen(P4Screen[None]):
    """Pages of cards with keys and rules, and a page for every topic of the manual.

    Attributes:
        page: the page of the manual that is shown; 0 for the cards.
    """

    ACTIONS = MANUAL
    BINDINGS: ClassVar[list[BindingType]] = bindings(MANUAL)

    def __init__(self) -> None:
        super().__init__()
        self.page = 0

    def compose(self) -> ComposeResult:
        """Yield the header, the page, the status line and the key bar."""
        yield Header(self.services.art)
        yield HelpPage(self._cards, self.paragraphs, id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def text(self) -> HelpPage:
        """The page that is shown."""
        return self.query_one(HelpPage)

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: help is open."""
        return action is not HELP

    def on_mount(self) -> None:
        """Focus the page."""
        self.set_focus(self.text)
        self.watch(self.text, "top", self._explain, init=False)
        self._place()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the page to the window."""
        self._place()
        super().on_resize(event)
        self.call_after_refresh(self._explain)

    def _place(self) -> None:
        """Set the blank lines above the page."""
        top = top_margin(self.app.size.height)
        self.text.styles.margin = (top, 0, 0, 0)

    def refresh_words(self) -> None:
        """Show header and status line in the current language."""
        self._explain()

    def _explain(self) -> None:
        """Say which page is shown, and what follows."""
        header, text = self.query_one(Header), self.text
        key = named(NEXT_PAGE, self.services.preferences.settings.keymap)
        header.title = _("Help")
        if self.page:
            header.aside = title(TOPICS[self.page - 1], language())
            place = _("manual {number} of {total}")
            header.facts = place.format(number=self.page, total=len(TOPICS))
            forms = _("{key}: the next page of the manual"), _("{key}: next page")
            self.say(*(form.format(key=key) for form in forms))
            return
        groups, page = self._groups(), text.page
        header.aside = groups[text.group_of(page)].name
        header.facts = _("page {number} of {total}").format(number=page + 1, total=text.pages)
        manual = _("{key}: the manual").format(key=key)
        if page + 1 < text.pages:
            following = groups[text.group_of(page + 1)].name
            say = _("Page Down: {following}").format(following=following)
            self.say(f"{say}. {manual}", say, _("Page Down: more"))
        else:
            self.say(manual)

    def _groups(self) -> list[HelpGroup]:
        """Return the cards of help."""
        preferences = self.services.preferences
        by_cell = preferences.cursor == "cell"
        groups = key_groups(preferences.settings.keymap, by_cell=by_cell)
        return [*groups, HelpGroup(_("Rules, marks and scores"), list(self._rule_cards()))]

    def _rule_cards(self) -> Iterator[HelpCard]:
        """Yield the cards that are not on keys."""
        yield HelpCard(_("Rules"), [("", _(rule)) for rule in RULES])
        yield HelpCard(_("Marks"), [(sign, _(text)) for sign, text in self._marks()])
        yield HelpCard(_("Scores"), [(sign, _(text)) for sign, text in SCORES])

    def _marks(self) -> Iterator[tuple[str, str]]:
        """Yield the marks on the board of this terminal, to be translated."""
        art = self.services.art
        blocks, coloured = art.glyphs == "blocks", art.colours != "none"
        yield "●" if blocks else "X", N_("red: a whole disc")
        yield "○" if blocks else "O", N_("yellow: a ring")
        yield "▾" if art.glyphs != "ascii" else "v", N_("the chosen column")
        yield "()" if blocks else "xx oo", N_("the cell where a disc would land")
        white = blocks and coloured
        yield "▀▀" if white else "[ ]", N_("the last move")
        yield "▗▄▖" if white else "**", N_("the winning line")
        yield "<>", N_("the column of a hint")

    def _cards(self) -> Sequence[Sequence[KeyCard]]:
        """Return the cards of every group, their keys as arrows where there are some."""
        arrows = (
            {_("Left"): "◂", _("Right"): "▸", _("Up"): "▴", _("Down"): "▾"}
            if self.services.art.glyphs != "ascii"
            else {}
        )

        def shown(keys: str) -> str:
            return " ".join(arrows.get(key, key) for key in keys.split(" "))

        return [
            [
                KeyCard(card.title, [(shown(keys), text) for keys, text in card.rows])
                for card in group.cards
            ]
            for group in self._groups()
        ]

    def paragraphs(self) -> list[Paragraph]:
        """Return the page of the manual, if one is shown."""
        if not self.page:
            return []
        from p4tui.manual.rendering import manual_lines
        from p4tui.manual.tables import table

        tables = partial(table, self.services.preferences.settings.keymap)
        return [
            (TITLE if line.is_heading else PREFORMATTED, line.text)
            for line in manual_lines(
                TOPICS[self.page - 1], language(), self.text.text_width, tables
            )
        ]

    def action_turn(self, pages: int) -> None:
        """Turn the pages of the manual; the last one is followed by the cards."""
        self.page = (self.page + pages) % (len(TOPICS) + 1)
        self.text.set_reactive(HelpPage.top, 0)
        self.text.repaint()
        self.refresh_words()

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
