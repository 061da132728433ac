"""The list of saved games, the last changed at the top."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.worker import Worker

from p4tui.actions.action import Action, named
from p4tui.actions.lists import DELETE, FIND, LIBRARY, OPEN, SHOW, UNDELETE
from p4tui.i18n import _
from p4tui.storage.errors import NoSuchGameError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.storage.summaries import Filter, Summary
from p4tui.tui.bindings import bindings
from p4tui.tui.list_words import counts_words, empty_list_words, game_forms
from p4tui.tui.look.lists import side_margin, top_margin
from p4tui.tui.screens.base import STYLES, P4Screen
from p4tui.tui.screens.card_feeder import CardFeeder
from p4tui.tui.screens.choices import next_of
from p4tui.tui.screens.deletion import confirm_deletion, deleted_sentence, restore_deleted
from p4tui.tui.widgets.filter_bar import FILTERS, Counts, FilterBar
from p4tui.tui.widgets.game_card import GameCard
from p4tui.tui.widgets.game_list import PAGE, GameList
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.errors import storage_sentence
from p4tui.words.saved import GAME_PROBLEMS, filter_of, problem_sentence
from p4tui.words.text import printable


class _Sentence(NamedTuple):
    """A sentence that stays on the status line until another game is selected."""

    text: str
    place: int = 0
    alert: bool = False


class LibraryScreen(P4Screen[None]):
    """A list of the saved games, fetched page by page; keys never wait for the disk."""

    ACTIONS = LIBRARY
    BINDINGS: ClassVar[list[BindingType]] = bindings(LIBRARY)
    CSS_PATH = STYLES / "library.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.criteria = Filter()
        self._typed = ""
        self._sentence = _Sentence("")
        self._worker: Worker[None] | None = None
        self._counts: Counts | None = None
        self._card = CardFeeder(self)

    def compose(self) -> ComposeResult:
        """Yield the filters, the list, the card of the selected game, the status line and the key bar."""
        services = self.services
        yield Header(services.art)
        with Horizontal(id="library"):
            with Vertical(id="listing"):
                yield FilterBar(self._filter_keys, id="filters")
                yield GameList(services.art, services.today, id="games")
            yield GameCard(services.art, lambda: services.palette, id="game")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def games(self) -> GameList:
        """The list."""
        return self.query_one(GameList)

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: some need a selected game, or a deleted one."""
        if action is UNDELETE:
            return self._counts is not None and self._counts.has_deleted
        return self.games.game is not None or action not in {OPEN, DELETE}

    def on_resize(self, event: events.Resize) -> None:
        """Place the parts, and show or hide the card."""
        self._place()
        super().on_resize(event)

    def _place(self) -> None:
        """Set the margins for the window."""
        width, height = self.app.size
        side, top = side_margin(width), top_margin(height)
        self.query_one("#library").styles.padding = (top, side, 0, side)
        self.query_one("#filters").styles.margin = (0, 0, top, 0)
        self.query_one(GameCard).place(width)
        self._card.follow(self.games.game)

    def _filter_keys(self) -> tuple[str, str]:
        """Return the keys that change the filter and the text to find."""
        keys = self.services.preferences.settings.keymap
        return named(SHOW, keys), named(FIND, keys)

    def on_mount(self) -> None:
        """Fetch the first page."""
        self._place()
        self.set_focus(self.games)
        # A watcher, not a message: list and status line then change in one update.
        self.watch(self.games, "selected", self._explain, init=False)
        self.reload()

    def refresh_words(self) -> None:
        """Show all texts in the current language."""
        self._sentence = _Sentence("")
        self._note()
        self._explain()

    # -- fetching ---------------------------------------------------------------------------------------------------

    def reload(self, number: int | None = None, sentence: str = "", *, alert: bool = False) -> None:
        """Fetch the list again, around the selected game.

        Args:
            number: the game to select if it is there; by default the selected one, 0 for none.
            sentence: a sentence for the status line.
            alert: whether the sentence is a refusal.
        """
        if number is None and self.games.game is not None:
            number = self.games.game.number
        if self._worker is not None:
            self._worker.cancel()
        job = partial(self._reload, number, self.games.selected, sentence, alert=alert)
        self._worker = self.work(job, group="pages")

    async def _reload(self, number: int | None, place: int, sentence: str, *, alert: bool) -> None:
        criteria = self.criteria

        def fetch(games: GameRepository) -> tuple[Counts, int, list[Summary]]:
            if criteria is not self.criteria:  # the filter has changed
                return Counts(0, 0), 0, []
            counts = Counts(
                games.count(replace(criteria, finished=None)),
                games.count(replace(criteria, finished=False)),
                games.can_undelete(),
            )
            page = max(min(place, counts.of(criteria.finished) - 1), 0) // PAGE
            return counts, page, games.summaries(criteria, page * PAGE, PAGE)

        try:
            counts, page, found = await self.ask_games(fetch)
        except StorageError as error:
            self._failed(error)
            return
        if self.games.selected != place and self.games.game is not None:
            # Another game was selected meanwhile.
            number = self.games.game.number
        numbers = [game.number for game in found]
        if number in numbers:
            place = page * PAGE + numbers.index(number)
        self._card.forget()
        self.query_one(FilterBar).counts = self._counts = counts
        self.games.begin(counts.of(criteria.finished), place, page, found)
        self._note()
        self.announce(sentence, alert=alert)
        await self._fill()

    async def _fill(self) -> None:
        """Fetch the visible pages that are missing."""
        while (page := self.games.missing()) is not None:
            fetch = partial(
                GameRepository.summaries, criteria=self.criteria, first=page * PAGE, limit=PAGE
            )
            try:
                self.games.deliver(page, await self.ask_games(fetch))
            except StorageError as error:
                self._failed(error)

    def _failed(self, error: StorageError) -> None:
        """Show the error in place of the list."""
        self.query_one(FilterBar).counts = self._counts = None
        self.games.begin(0, 0, 0, [])
        self.games.note = storage_sentence(error)
        self.announce(storage_sentence(error), alert=True)

    def on_game_list_moved(self, message: GameList.Moved) -> None:
        """Describe the selected game, and fetch missing pages."""
        self._explain()
        self._card.follow(self.games.game)
        idle = self._worker is None or self._worker.is_finished
        if idle and self.games.missing() is not None:
            self._worker = self.work(self._fill, group="pages")

    # -- words ------------------------------------------------------------------------------------------------------

    def announce(self, sentence: str, *, alert: bool = False) -> None:
        """Show a sentence until another game is selected."""
        self._sentence = _Sentence(sentence, self.games.selected, alert)
        self._explain()

    def _explain(self) -> None:
        """Show the facts of the list, and a sentence on the selected game."""
        games, header = self.games, self.query_one(Header)
        header.title = _("Saved games")
        header.facts = counts_words(*self._counts[:2]) if self._counts else ""
        if self._sentence.text and self._sentence.place == games.selected:
            self.say(self._sentence.text, alert=self._sentence.alert)
        else:
            self.say(*(game_forms(games.game) if games.game else ("",)))

    def _note(self) -> None:
        """Set the text that an empty list shows."""
        show, find = self._filter_keys()
        self.games.note = empty_list_words(None if self.criteria == Filter() else (find, show))

    # -- what a person does -----------------------------------------------------------------------------------------

    def _show(self, criteria: Filter) -> None:
        """List the games of another filter, from the first one on."""
        self.criteria = criteria
        filters = self.query_one(FilterBar)
        filters.finished, filters.typed = criteria.finished, printable(self._typed)
        self.games.selected = 0
        self.reload(0)

    def action_show(self) -> None:
        """Switch between all games, the unfinished and the finished ones."""
        self._show(
            replace(self.criteria, finished=next_of(tuple(FILTERS), self.criteria.finished, 1))
        )

    def on_filter_bar_chosen(self, message: FilterBar.Chosen) -> None:
        """Show the games of a clicked filter."""
        self._show(replace(self.criteria, finished=message.finished))

    def on_filter_bar_finding(self) -> None:
        """Edit the clicked text."""
        self.action_find()

    def action_find(self) -> None:
        """Ask for part of a name, or a level."""
        from p4tui.tui.screens.dialogs import TextScreen

        def take(text: object) -> None:
            if isinstance(text, str):
                self._typed = text.strip()
                self._show(filter_of(text, self.criteria.finished))

        dialog = TextScreen(_("Name or level"), self._typed, _("Leave it empty for all games."))
        self.app.push_screen(dialog, take)

    def action_open(self) -> None:
        """Open the selected game: a click on the key bar."""
        self.games.action_activate()

    def on_game_list_activated(self, message: GameList.Activated) -> None:
        """Open a game."""
        number = message.summary.number
        self.open_by(partial(self._open, number))

    async def _open(self, number: int) -> None:
        from p4tui.tui.screens.replay import ReplayScreen

        try:
            saved = await self.ask_games(lambda games: games.load(number))
        except GAME_PROBLEMS as error:
            self._refused(problem_sentence(error), isinstance(error, NoSuchGameError))
            return
        self.app.push_screen(ReplayScreen(saved), self._back)

    def _back(self, sentence: str | None) -> None:
        """Fetch the list again after a replay, and show its result."""
        self.reload(sentence=sentence or "")

    def _refused(self, sentence: str, is_missing: bool) -> None:
        """Explain a refused action. Fetch the list again if the game no longer exists."""
        say = self.reload if is_missing else self.announce
        say(sentence=sentence, alert=True)

    def action_delete(self) -> None:
        """Delete the selected game, after a question."""
        game = self.games.game
        if game is not None:
            confirm_deletion(self, game.number, self._deleted, self._refused)

    def _deleted(self, number: int) -> None:
        """Fetch the list again after a deletion."""
        self.reload(sentence=deleted_sentence(self, number))

    def action_undelete(self) -> None:
        """Restore the game deleted last."""
        self.work(self._undelete, group="open", exclusive=True)

    async def _undelete(self) -> None:
        number, sentence = await restore_deleted(self)
        self.announce(sentence, alert=True) if number is None else self.reload(number, sentence)

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
