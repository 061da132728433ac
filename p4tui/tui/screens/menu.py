"""The menu: who plays, on which board, and the way to all other screens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from p4tui.actions.action import Action, key_name, keys_of
from p4tui.actions.everywhere import HELP, OPENING, QUIT
from p4tui.actions.lists import EXPLORE, MENU, RESUME, REVIEW_LAST
from p4tui.actions.widgets import ACTIVATE
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.setup import Setup
from p4tui.storage.errors import StorageError
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import header_lines
from p4tui.tui.look.menu_layout import LINK_WIDTH
from p4tui.tui.look.signs import signs_of
from p4tui.tui.screens.choices import Choice, ChoicesScreen
from p4tui.tui.screens.match_choices import MatchChoices
from p4tui.tui.screens.menu_facts import (
    kernel_warning,
    library_link,
    list_heading,
    menu_keys,
    resume_forms,
    resume_link,
    seat_facts,
)
from p4tui.tui.screens.resuming import (
    MenuGames,
    brief_progress,
    find_games,
    find_results,
    open_game,
    progress_text,
)
from p4tui.tui.screens.reviewing import review_last
from p4tui.tui.widgets.choice_list import ROW_PADDING, Row
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint
from p4tui.tui.widgets.menu_page import MenuPage, View
from p4tui.tui.widgets.menu_parts import Link, MenuFacts
from p4tui.tui.widgets.menu_ways import WAYS
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.match import board_forms
from p4tui.words.saved import problem_sentence

if TYPE_CHECKING:
    from p4tui.storage.archive import Archive
    from p4tui.storage.ownership import OpenedGame
    from p4tui.storage.records import SavedGame
    from p4tui.storage.statistics import Tally


class MenuScreen(ChoicesScreen):
    """The first screen.

    Attributes:
        unfinished: the game that can be resumed, or None if none is known.
    """

    ACTIONS = MENU
    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)

    def __init__(self, row: str = "resume") -> None:
        """Start at a row; `resume` means Play until an unfinished game is found."""
        super().__init__()
        self._first_row = row
        self._games = MenuGames()
        self._setup: Setup | None = None
        self._results: tuple[Tally | None, Tally | None] = (None, None)
        self._touched = False

    @property
    def unfinished(self) -> SavedGame | None:
        """The game that can be resumed, or None if none is known."""
        return self._games.unfinished

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: there may be no game to resume."""
        return action is not RESUME or self.unfinished is not None

    def compose(self) -> ComposeResult:
        """Yield the header, the choices, the status line and the key bar."""
        services, window = self.services, self.app.size
        self._match, self._signs = MatchChoices(self), signs_of(services.art)
        self._header = Header(services.art)
        self._page = MenuPage(services.art, lambda: services.palette, id="menu")
        self._page.view = self._page.view_for(window, _("CONNECT FOUR"))
        self._page.set_reactive(MenuPage.rows, self._rows())
        self._page.facts = self._facts()
        self._fill_header()
        yield self._header
        yield self._page
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Select the initial row; the row that resumes a game does not exist yet."""
        self.begin("play" if self._first_row == "resume" else self._first_row)

    def on_resize(self, event: events.Resize) -> None:
        """Show the choices as a page or as a list."""
        self._follow_size(event.size)

    def refresh_words(self) -> None:
        """Show header, choices and status line in the current language."""
        self._follow_size(self.app.size)

    def _follow_size(self, window: Size) -> None:
        """Show the view that a window has room for."""
        self._page.view = self._page.view_for(window, _("CONNECT FOUR"))
        self._fill_header()
        self.show_choices()

    def _fill_header(self) -> None:
        """Show the header above a list, and above a page without a large title."""
        self._header.title = _("Connect Four")
        self._header.facts = kernel_warning() if self._page.view is View.PAGE else ""
        self._header.display = self._page.view is not View.TITLED

    def show_choices(self) -> None:
        """Show the choices as they are now; the selected row stays selected, or else Play."""
        self._look_for_results()
        self._page.show(self._rows(), self._facts(), self._page.row.id)
        self.explain()

    def list_hints(self) -> list[KeyHint]:
        """Return the keys of the choices; those of a list are plain to see where a bar has little room."""
        hints = super().list_hints()
        return hints[1:] if self._page.view is View.LIST else hints

    def _facts(self) -> MenuFacts:
        """Return what the page shows beside the choices."""
        services, found = self.services, self._games
        setup, keymap = services.preferences.choices.setup(), services.preferences.settings.keymap
        keys = menu_keys(keymap)
        resume = Link()
        if (saved := found.unfinished) is not None:
            since = services.today() - saved.changed
            resume = resume_link(saved.match, since, keys["resume"], self._signs.dash)
        return MenuFacts(
            title=_("CONNECT FOUR"),
            warning=kernel_warning(),
            red=seat_facts(setup, Colour.RED, self._results[0]),
            yellow=seat_facts(setup, Colour.YELLOW, self._results[1]),
            geometry=setup.geometry,
            caption=board_forms(setup.geometry, self._signs.times)[0],
            resume=resume,
            library=library_link(found.count, found.open_count, keys["library"]),
            play_key=key_name(keys_of(ACTIVATE, keymap)),
        )

    # -- the choices ------------------------------------------------------------------------------------------------

    def choices(self) -> list[Choice]:
        """Return the rows as they are now, in reading order; the list begins with the games."""
        games = [
            *self._resume_choices(),
            Choice(
                Row("play", _("Play")),
                activate=self.action_play,
                explain=lambda: (_("Enter: play with these choices"),),
            ),
        ]
        options = [*self._match.options(), self.language_choice(), self.theme_choice()]
        opening = {**OPENING, "explorer": EXPLORE}
        screens = {each: self._screen_choice(each, action) for each, action in opening.items()}
        if self._games.has_finished:
            review = self._screen_choice("review", REVIEW_LAST)
            screens["review"] = replace(review, activate=self.action_review)
        if self._page.view is not View.LIST:
            ways = self._keyed(screens[way] for way in WAYS if way in screens)
            return [*self._match.seats(), *games, screens["library"], *ways, *options]
        others = [
            *screens.values(),
            self._screen_choice("help", HELP),
            replace(self._screen_choice("quit", QUIT), activate=self.app.exit),
        ]
        heading = list_heading(has_header=header_lines(self.app.size.height) > 0)
        return self._keyed([*heading, *games, *self._match.seats(), *options, *others])

    def _keyed(self, choices: Iterable[Choice]) -> list[Choice]:
        """Return choices with the keys of the menu that do the same."""
        keys = menu_keys(self.services.preferences.settings.keymap)
        return [
            replace(each, row=replace(each.row, key=keys.get(each.row.id, ""))) for each in choices
        ]

    def _resume_choices(self) -> list[Choice]:
        """Return the row of the unfinished game, if there is one."""
        if self.unfinished is None:
            return []
        match = self.unfinished.match
        row = Row("resume", _("Resume"), progress_text(match), brief_value=brief_progress(match))
        since = self.services.today() - self.unfinished.changed
        if self._page.view is View.LIST:
            room = self.app.size.width - ROW_PADDING - self._page.key_width
            whole = row.fit(room)[1] == row.value
        else:
            whole = cell_len(resume_link(match, since, "", self._signs.dash).name) <= LINK_WIDTH - 2
        explain = partial(resume_forms, match, since, names_shown=whole)
        return [Choice(row, activate=self.action_resume, explain=explain)]

    def _screen_choice(self, id: str, action: Action) -> Choice:
        """Return the row that opens a screen of the registry."""
        return Choice(
            Row(id, _(action.label)),
            activate=partial(self.services.navigation.open, id),
            explain=lambda: (_(action.description), _(action.label)),
        )

    # -- playing ----------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Start a game with the chosen settings."""
        self.services.navigation.start(self.services.preferences.choices.setup())

    def on_screen_resume(self) -> None:
        """Look for a game to resume after the first picture."""
        self.call_after_refresh(self._look_for_game)

    def note_input(self) -> None:
        """Stop moving the cursor after the first input."""
        self._touched = True

    def _look_for_game(self) -> None:
        """Start the search for the unfinished game."""
        if (archive := self.services.archive) is not None:
            self.work(partial(self._find_game, archive), group="unfinished", exclusive=True)

    async def _find_game(self, archive: Archive) -> None:
        """Show the row of the unfinished game, or remove it.

        The cursor moves to a new row if the menu begins there and has had no input yet.
        """
        found = await find_games(archive)
        if found != self._games and self.is_open:
            new = self.unfinished is None and found.unfinished is not None
            self._games = found
            self._setup = None
            self.show_choices()
            if new and not self._touched and self._first_row == "resume":
                self.choice_list.select("resume")
                self.explain()

    def _look_for_results(self) -> None:
        """Start to count the games between the two seats for the cards, if the seats have changed."""
        setup, archive = self.services.preferences.choices.setup(), self.services.archive
        known = self._setup
        if archive is None or self._page.view is View.LIST:
            return
        if known is None or (setup.red, setup.yellow) != (known.red, known.yellow):
            self._setup, self._results = setup, (None, None)
            count = partial(self._count_results, archive, setup)
            self.work(count, group="results", exclusive=True)

    async def _count_results(self, archive: Archive, setup: Setup) -> None:
        """Show the results on the cards."""
        self._results = await find_results(archive, setup)
        if self.is_open and any(self._results):
            self.show_choices()

    def action_review(self) -> None:
        """Review the last finished game."""
        review_last(self)

    def action_resume(self) -> None:
        """Resume the unfinished game."""
        if (archive := self.services.archive) is None:
            self.say(_("There is no unfinished game"), alert=True)
        else:
            self.open_by(partial(self._open_game, archive))

    async def _open_game(self, archive: Archive) -> None:
        """Open the game of the row or, without a row, the last changed unfinished one."""
        found = await open_game(archive, self.unfinished)
        if isinstance(found, StorageError):
            self.services.notices.show(problem_sentence(found))
        elif isinstance(found, str):
            self.say(found, alert=True)
            self._look_for_game()
        else:
            self.call_later(self._play_on, found)

    def _play_on(self, opened: OpenedGame) -> None:
        """Resume an opened game, unless another screen was opened meanwhile."""
        if self.is_active:
            self.services.navigation.resume(opened)
