"""The library: all saved games, the one changed last at the top."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import Worker

from p4tui.i18n import N_, _, ngettext
from p4tui.storage.errors import NoSuchGameError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.storage.summaries import Filter, Summary
from p4tui.tui.actions import FIND, LIBRARY, SHOW, bindings, named
from p4tui.tui.game_words import NAME_WIDTHS, game_forms
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.deletion import ask_to_delete, deleted_sentence
from p4tui.tui.screens.menu import next_of
from p4tui.tui.text import cut
from p4tui.tui.widgets.game_list import PAGE, GameList
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.errors import storage_sentence
from p4tui.words.saved import GAME_PROBLEMS, filter_of, problem_sentence
from p4tui.words.text import printable

SHOWN = {None: "", False: N_("unfinished"), True: N_("finished")}
"""Which games can be shown, in the order in which a key goes through them; to be translated."""


class _Said(NamedTuple):
    """A sentence that stays on the line of text while the game at a place is the chosen one."""

    text: str
    place: int = 0
    alert: bool = False


class LibraryScreen(P4Screen[None]):
    """Lists the saved games; nothing here waits for the disk while keys come."""

    ACTIONS = LIBRARY
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LIBRARY)]

    def __init__(self) -> None:
        super().__init__()
        self.wanted = Filter()
        self._typed = ""
        self._said = _Said("")
        self._worker: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """The list, a line on the chosen game, the keys."""
        yield GameList(ascii_only=self.p4app.ascii_only, id="games")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def games(self) -> GameList:
        """The list."""
        return self.query_one(GameList)

    def on_mount(self) -> None:
        """Fetch the first games."""
        self.games.focus()
        # Not by way of a message: the line of text then comes with the list's change, in one update.
        self.watch(self.games, "selected", self._explain, init=False)
        self.reload()

    def refresh_words(self) -> None:
        """The texts in the language that is spoken now."""
        self._said = _Said("")
        self._note()
        self._explain()

    # -- fetching ---------------------------------------------------------------------------------------------------

    def reload(self, number: int | None = None, said: str = "", *, alert: bool = False) -> None:
        """List the games wanted anew, at the place that was the chosen one's.

        Args:
            number: the game to choose, if it has come to lie near that place; the chosen one unless given, 0: none.
            said: what the line of text says then, in place of the chosen game.
            alert: whether that is a refusal.
        """
        if number is None and self.games.game is not None:
            number = self.games.game.number
        if self._worker is not None:
            self._worker.cancel()
        self._worker = self.work(partial(self._reload, number, said, alert=alert), group="pages")

    async def _reload(self, number: int | None, said: str, *, alert: bool) -> None:
        wanted, place = self.wanted, self.games.selected

        def fetch(games: GameRepository) -> tuple[int, int, list[Summary]]:
            if wanted is not self.wanted:  # others are asked for by now
                return 0, 0, []
            total = games.count(wanted)
            page = max(min(place, total - 1), 0) // PAGE
            return total, page, games.summaries(wanted, page * PAGE, PAGE)

        try:
            total, page, found = await self.ask_games(fetch)
        except StorageError as error:
            self._failed(error)
            return
        numbers = [game.number for game in found]
        if number in numbers:
            place = page * PAGE + numbers.index(number)
        self.games.begin(total, place, page, found)
        self._note()
        self.announce(said, alert=alert)
        await self._fill()

    async def _fill(self) -> None:
        """Fetch what is seen and not known, for as long as there is such."""
        while (page := self.games.missing()) is not None:
            fetch = partial(
                GameRepository.summaries, wanted=self.wanted, first=page * PAGE, most=PAGE
            )
            try:
                self.games.deliver(page, await self.ask_games(fetch))
            except StorageError as error:
                self._failed(error)

    def _failed(self, error: StorageError) -> None:
        """Say why there is no list."""
        self.games.begin(0, 0, 0, [])
        self.games.note = storage_sentence(error)
        self.announce(storage_sentence(error), alert=True)

    def on_game_list_moved(self, message: GameList.Moved) -> None:
        """Say what is chosen, and fetch what is seen."""
        self._explain()
        idle = self._worker is None or self._worker.is_finished
        if idle and self.games.missing() is not None:
            self._worker = self.work(self._fill, group="pages")

    # -- words ------------------------------------------------------------------------------------------------------

    def announce(self, text: str, *, alert: bool = False) -> None:
        """Say something until another game is chosen."""
        self._said = _Said(text, self.games.selected, alert)
        self._explain()

    def _explain(self) -> None:
        """The title, and a sentence on the chosen game."""
        games = self.games
        games.titles = self._titles()
        if self._said.text and self._said.place == games.selected:
            self.say(self._said.text, alert=self._said.alert)
        else:
            self.say(*(game_forms(games.game, games.columns) if games.game else ("",)))

    def _titles(self) -> list[str]:
        """Which games are listed, and where among them the chosen one is, in forms that grow shorter."""
        number, total = min(self.games.selected + 1, self.games.total), self.games.total
        title = _("Saved games")
        if total:
            title = _("Saved games: {number} of {total}").format(number=number, total=total)
        brief = _("Games {number} / {total}").format(number=number, total=total)
        counts = (title, brief, f"{number} / {total}")
        kind = [_(SHOWN[self.wanted.finished])] if self.wanted.finished is not None else []
        if not self._typed:
            return [f"{each} ({', '.join(kind)})" if kind else each for each in counts]
        typed, words = printable(self._typed), _("with {text}")
        forms = [(each, typed) for each in counts]
        forms += [(counts[-1], cut(typed, width)) for width in NAME_WIDTHS]
        return [f"{each} ({', '.join([*kind, words.format(text=text)])})" for each, text in forms]

    def _note(self) -> None:
        """What stands in the place of games where there are none."""
        if self.wanted == Filter():
            self.games.note = _(
                "There are no saved games yet. A game is kept from its first move on."
            )
        else:
            self.games.note = _(
                "No saved game is like that. {find} and {show} change what is shown."
            ).format(
                find=named(FIND, self.p4app.settings.keys),
                show=named(SHOW, self.p4app.settings.keys),
            )

    # -- what a person does -----------------------------------------------------------------------------------------

    def _show(self, wanted: Filter) -> None:
        """List other games, from the first one on."""
        self.wanted = wanted
        self.games.selected = 0
        self.reload(0)

    def action_show(self) -> None:
        """All games, then the unfinished ones, then the finished ones."""
        self._show(replace(self.wanted, finished=next_of(tuple(SHOWN), self.wanted.finished, 1)))

    def action_find(self) -> None:
        """Ask for a text that a name or a level has in it."""
        from p4tui.tui.screens.dialogs import TextScreen

        def take(text: object) -> None:
            if isinstance(text, str):
                self._typed = text.strip()
                self._show(filter_of(text, self.wanted.finished))

        question = _("Part of a name, or a level; nothing: all games")
        self.app.push_screen(TextScreen(question, self._typed), take)

    def action_open(self) -> None:
        """Look at the chosen game (the key bar's click)."""
        self.games.action_activate()

    def on_game_list_activated(self, message: GameList.Activated) -> None:
        """Look at a game."""
        number = message.summary.number
        self.work(partial(self._open, number), group="open", exclusive=True)

    async def _open(self, number: int) -> None:
        from p4tui.tui.screens.replay import ReplayScreen

        try:
            saved = await self.ask_games(lambda games: games.load(number))
        except GAME_PROBLEMS as error:
            self._refused(problem_sentence(error), isinstance(error, NoSuchGameError))
            return
        self.app.push_screen(ReplayScreen(saved), self._back)

    def _back(self, said: str | None) -> None:
        """Back from a game, which may be deleted; the others may have changed meanwhile."""
        self.reload(said=said or "")

    def _refused(self, sentence: str, gone: bool) -> None:
        """Say why something cannot be done; what is gone is listed no longer."""
        if gone:
            self.reload(said=sentence, alert=True)
        else:
            self.announce(sentence, alert=True)

    def action_delete(self) -> None:
        """Delete the chosen game, after a question."""
        game = self.games.game
        if game is not None:
            ask_to_delete(self, game.number, self._deleted, self._refused)

    def _deleted(self, number: int) -> None:
        """Show the list without it."""
        self.reload(said=deleted_sentence(self, number))

    def action_undelete(self) -> None:
        """Bring the game back that was deleted last."""
        self.work(self._undelete, group="open", exclusive=True)

    async def _undelete(self) -> None:
        try:
            numbers = await self.ask_games(GameRepository.undelete)
        except StorageError as error:
            self.announce(storage_sentence(error), alert=True)
            return
        if not numbers:
            self.announce(_("There is no deleted game to bring back"), alert=True)
            return
        said = ngettext("Game {number} is back", "{count} games are back", len(numbers))
        self.reload(numbers[-1], said.format(number=numbers[0], count=len(numbers)))

    def action_back(self) -> None:
        """Back to the screen before."""
        self.dismiss(None)
