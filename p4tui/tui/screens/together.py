"""The open games of this machine, to join or to watch, and the way to open one."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.lists import JOIN, TOGETHER_LIST
from p4tui.i18n import _, ngettext
from p4tui.link.errors import LinkError
from p4tui.link.meeting import HOST, Meeting, new_game_id
from p4tui.link.meeting import JOIN as JOINED
from p4tui.tui.bindings import bindings
from p4tui.tui.joining import host_game, in_thread, join
from p4tui.tui.look.layout import NARROW_WINDOW
from p4tui.tui.look.signs import signs_of
from p4tui.tui.screens.choice_page import ChoicePage
from p4tui.tui.screens.choices import Choice
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.words.link import link_sentence
from p4tui.words.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from p4tui.link.listing import OpenGame
    from p4tui.link.opening import LinkedGame

_GAME = "game "
"""Begins the ids of the rows of open games."""


class TogetherScreen(ChoicePage):
    """The open games of this machine."""

    ACTIONS = TOGETHER_LIST
    BINDINGS: ClassVar[list[BindingType]] = bindings(TOGETHER_LIST)
    FIRST_ROW = "open"

    def __init__(self) -> None:
        super().__init__()
        self._games: list[OpenGame] | None = None
        self._typed = ""

    def on_mount(self) -> None:
        """Look for games."""
        self.action_refresh()

    def heading(self) -> tuple[str, str]:
        """Return the name of the screen, and how many games are open."""
        games = self._games
        if games is None:
            return _("Play together"), _("Looking for open games")
        count = ngettext("{count} open game", "{count} open games", len(games))
        return _("Play together"), count.format(count=len(games))

    # -- the list ---------------------------------------------------------------------------------------------------

    def action_refresh(self) -> None:
        """Look for open games again."""
        self.work(self._look, group="open games", exclusive=True)

    async def _look(self) -> None:
        """Ask the hosts of this machine, in a thread."""
        from p4tui.link.listing import list_games

        first = self._games is None
        self._games = await in_thread(list_games)
        if self.is_open:
            self.refresh_words()
            if first and self._games and self.choice_list.row.id == self.FIRST_ROW:
                self.choice_list.select(_GAME + self._games[0].where)
                self.explain()

    def choices(self) -> list[Choice]:
        """Return a row for each open game, then the ways to others."""
        games = self._games or []
        return [
            Choice(Row("title", self._title() if games else self._none(), heading=True)),
            *(self._game_choice(game) for game in games),
            Choice(Row("", "", heading=True)),
            Choice(
                Row("open", _("Open a game"), brief=_("Open")),
                activate=self.action_host,
                explain=lambda: (
                    _("Enter: open a game for others, with the board and clock of the menu"),
                    _("Enter: open a game for others"),
                ),
            ),
            Choice(
                Row("address", _("Join by address"), brief=_("Address")),
                activate=self.action_address,
                explain=lambda: (
                    _("A word, ssh://HOST/WORD, or HOST:PORT with its code"),
                    _("Enter: type where it is"),
                ),
            ),
            Choice(
                Row("name", _("Your name"), printable(self.own_name)),
                activate=self.action_name,
                explain=lambda: (_("Enter: change your name in these games"), _("Your name")),
            ),
        ]

    def _title(self) -> str:
        is_narrow = self.app.size.width < NARROW_WINDOW
        return _("Open games") if is_narrow else _("Open games of this machine")

    def _none(self) -> str:
        return _("Looking for open games") if self._games is None else _("Nobody has opened a game")

    def _game_choice(self, game: OpenGame) -> Choice:
        """Return the row of an open game."""
        times = signs_of(self.services.art).times
        size = f"{game.board[0]} {times} {game.board[1]}"
        state = _("free") if game.free else _("taken")
        label = printable(game.host or game.user)
        if game.word != game.user:
            label += f" ({printable(game.word)})"
        if self.app.size.width >= NARROW_WINDOW and game.watchers:
            watchers = ngettext("{count} spectator", "{count} spectators", game.watchers)
            state += ", " + watchers.format(count=game.watchers)
        return Choice(
            Row(_GAME + game.where, label, f"{size}, {state}", brief_value=state),
            activate=partial(self._join, game.where),
            explain=partial(self._explain_game, game),
        )

    def _explain_game(self, game: OpenGame) -> tuple[str, ...]:
        if not game.free:
            return (
                _("Enter: come back to this game, or watch it: p4tui watch {where}").format(
                    where=game.where
                ),
                _("Enter: come back, or watch"),
            )
        name = printable(game.host)
        return _("Enter: play with {name}; w: watch").format(name=name), _("Enter: join")

    def list_hints(self) -> list[KeyHint]:
        """Return the key that chooses a row; none changes a value."""
        return super().list_hints()[:1]

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: some need a chosen game."""
        needs_game = action is JOIN or action.id == "together.watch"
        return not needs_game or self._chosen is not None

    @property
    def _chosen(self) -> str | None:
        """Where the chosen game is, or None."""
        row = self.choice_list.row.id
        return row.removeprefix(_GAME) if row.startswith(_GAME) else None

    # -- what a person does -----------------------------------------------------------------------------------------

    @property
    def own_name(self) -> str:
        """The name under which a person plays: the last one of this run, red's of the menu, or the user's."""
        import os

        from p4tui.link.places import user_name

        preferences = self.services.preferences
        named = preferences.linked_name or preferences.settings.red_name.strip()
        return named or (user_name(os.getuid()) if hasattr(os, "getuid") else _("Guest"))

    def action_join(self) -> None:
        """Join the chosen game: a click on the key bar."""
        self.choice_list.action_activate()

    def action_watch(self) -> None:
        """Watch the chosen game."""
        if self._chosen is None:
            self.say(_("Choose a game first"), alert=True)
        else:
            self._join(self._chosen, plays=False)

    def action_host(self) -> None:
        """Open a game with the board and the clock of the menu."""
        from p4tui.link.listing import own_word
        from p4tui.play.seats import Person, Remote
        from p4tui.play.setup import Setup

        async def open_it() -> LinkedGame:
            word = await in_thread(own_word)
            meeting = Meeting(HOST, word, new_game_id())
            chosen = self.services.preferences.choices.setup()
            setup = Setup(
                Person(self.own_name),
                Remote(meeting.text),
                chosen.geometry,
                chosen.first,
                None,
                chosen.control,
            )
            return await host_game(setup.new_match(Random()), meeting)

        self._begin(open_it, _("Opening a game"))

    def action_address(self) -> None:
        """Ask where a game is, then for its code if it has one."""
        from p4tui.tui.screens.dialogs import TextScreen

        def take(text: object) -> None:
            if isinstance(text, str) and text.strip():
                self._typed = text.strip()
                if ":" in self._typed and "//" not in self._typed:
                    self._ask_code(self._typed)
                else:
                    self._join(self._typed)

        explanation = _("A word, a user, ssh://HOST/WORD or HOST:PORT.")
        self.app.push_screen(TextScreen(_("Where is the game?"), self._typed, explanation), take)

    def _ask_code(self, where: str) -> None:
        """Ask for the code of a game of the network."""
        from p4tui.tui.screens.dialogs import TextScreen

        def take(code: object) -> None:
            if isinstance(code, str):
                self._join(where, code.strip())

        self.app.push_screen(TextScreen(_("The code of the game"), ""), take)

    def action_name(self) -> None:
        """Ask for the name under which a person plays."""
        from p4tui.tui.screens.dialogs import TextScreen

        def take(name: object) -> None:
            if isinstance(name, str):
                self.services.preferences.linked_name = name.strip()
                self.refresh_words()

        self.app.push_screen(TextScreen(_("Your name"), self.own_name), take)

    def _join(self, where: str, code: str = "", *, plays: bool = True) -> None:
        """Join a game, or watch it."""
        meeting = Meeting(JOINED, where, "-", code=code)
        archive, name = self.services.archive, self.own_name
        self._begin(lambda: join(archive, name, meeting, plays=plays), _("Joining"))

    def _begin(self, prepare: Callable[[], Coroutine[None, None, LinkedGame]], what: str) -> None:
        """Leave a game being played, then prepare one with another terminal and play it."""
        job = partial(self._play, prepare, what)
        leave = self.services.navigation.leave_game
        leave(lambda: self.work(job, group="join", exclusive=True))

    async def _play(
        self, prepare: Callable[[], Coroutine[None, None, LinkedGame]], what: str
    ) -> None:
        self.say(f"{what}…" if not self.services.ascii_only else f"{what}...")
        try:
            linked = await prepare()
        except LinkError as error:
            if self.is_active:
                self.say(link_sentence(error), alert=True)
            return
        if self.is_active:
            self.services.navigation.play_linked(linked)
        else:  # somebody has gone elsewhere meanwhile
            linked.link.close()

    def refresh_words(self) -> None:
        """Show the list as it is now, its selected row where it still is."""
        row = self.choice_list.row.id
        super().refresh_words()
        ids = [each.id for each in self.choice_list.rows]
        if row not in ids:
            self.choice_list.select(self.FIRST_ROW)
            self.explain()
