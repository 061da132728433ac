"""`Navigation`: from screen to screen. The registry names the classes, so nothing here imports a screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.screen import Screen
from textual.worker import Worker

from p4tui.actions.screens import SCREENS
from p4tui.play.seats import LevelSeat, Seat
from p4tui.play.setup import Setup
from p4tui.tui.terminal.app import OPENER

if TYPE_CHECKING:
    from p4tui.arena.live import LiveTournament
    from p4tui.link.opening import LinkedGame
    from p4tui.play.match import Match
    from p4tui.players.rating import Result
    from p4tui.storage.archive import Archive
    from p4tui.storage.errors import GameLostError
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame
    from p4tui.storage.recorder import Recorder


class PlayedGame(Protocol):
    """The interface of `GameScreen`.

    Attributes:
        recorder: saves the game.
    """

    recorder: Recorder

    def handle_loss(self, error: GameLostError) -> None:
        """Stop the game, which another window has taken or deleted."""

    def confirm_leaving(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the game; confirm first if the game is in progress."""


def screen_class(screen_id: str) -> Any:
    """Import the class of a screen of the registry."""
    module, _, name = SCREENS[screen_id].path.rpartition(".")
    return getattr(import_module(f"p4tui.tui.{module}"), name)


class Navigation:
    """The screens of an app. At most one game is being played."""

    def __init__(self, app: App[None], seed: int | None, archive: Archive | None) -> None:
        """Start without screens.

        Args:
            app: has the screens.
            seed: seeds the random generator of every match; None for a random one.
            archive: the saved games, or None.
        """
        self._app = app
        self._seed = seed
        self._archive = archive

    @property
    def game(self) -> PlayedGame | None:
        """The screen of the game being played, even under other screens, or None."""
        game = screen_class("game")
        return next((each for each in self._app.screen_stack if isinstance(each, game)), None)

    @property
    def game_number(self) -> int | None:
        """The number of the saved game being played, or None."""
        return None if self.game is None else self.game.recorder.number

    def is_open(self, screen_id: str) -> bool:
        """Return whether a screen of the registry is on top; the saved games may be under others, and open once only."""
        screens = self._app.screen_stack if screen_id == "library" else [self._app.screen]
        path = f"p4tui.tui.{SCREENS[screen_id].path}"
        return any(f"{type(each).__module__}.{type(each).__name__}" == path for each in screens)

    def open(self, screen_id: str) -> None:
        """Open a screen of the registry, unless it is open."""
        if not self.is_open(screen_id):
            self._app.push_screen(screen_class(screen_id)())

    def begin(self, setup: Setup | None, resumed: OpenedGame | None) -> None:
        """Open the first screen: a saved game, a new match, or the menu."""
        if resumed is not None:
            self.resume(resumed)
        elif setup is not None:
            self.start(setup)
        else:
            self.show_menu()

    def follow_tournament(self, tournament: LiveTournament) -> None:
        """Show a tournament, alone."""
        self._replace_all(screen_class("tournament")(tournament))

    def show_menu(self, row: str = "resume") -> None:
        """Close all screens and show the menu, at one of its rows; see `MenuScreen`."""
        self.leave_all()
        self._replace_all(screen_class("menu")(row))

    def start(self, setup: Setup) -> None:
        """Play a new match (see `_begin`)."""
        self._begin((setup.red, setup.yellow), setup.new_match)

    def play_on(self, match: Match, *, save_now: bool = False) -> None:
        """Start a new game from a match in progress (see `_begin`). With `save_now` it keeps its levels, and is saved."""
        match = match.at_one_terminal
        if save_now:
            self._play(lambda _rng: match.with_fixed_levels()).recorder.save(match)
        else:
            self._begin((match.red, match.yellow), lambda _rng: match)

    def _begin(self, seats: Sequence[Seat], new_match: Callable[[random.Random], Match]) -> None:
        """Play a match at once, or as soon as the results for an automatic level are found."""
        if any(isinstance(seat, LevelSeat) and seat.auto for seat in seats):
            job = partial(self._begin_auto, {seat.name for seat in seats}, new_match)
            _worker: Worker[None] = self._app.run_worker(job, group=OPENER, exclusive=True)
        else:
            self._play(new_match)

    async def _begin_auto(
        self, names: Iterable[str], new_match: Callable[[random.Random], Match]
    ) -> None:
        """Find the results of people, as far as they can be read, then play a match."""
        from p4tui.storage.errors import StorageError

        def find(games: GameRepository) -> dict[str, Sequence[Result]]:
            with suppress(StorageError):
                return {name: games.level_results(name) for name in names}
            return {}

        results = {} if self._archive is None else await self._archive.ask(find)
        self._play(new_match, results=results)

    def resume(self, opened: OpenedGame) -> None:
        """Resume a saved game; one with another terminal as soon as that is reached."""
        if opened.saved.match.is_linked:
            job = partial(self._come_back, opened)
            _worker: Worker[None] = self._app.run_worker(job, group="start", exclusive=True)
        else:
            self._play(lambda _rng: opened.saved.match, opened)

    async def _come_back(self, opened: OpenedGame) -> None:
        """Play a game with another terminal on; where nobody has it open, say so and show the game."""
        from p4tui.i18n import _
        from p4tui.link.errors import LinkError
        from p4tui.tui.joining import come_back
        from p4tui.words.link import link_sentence

        screen = self._app.screen
        if say := getattr(screen, "say", None):
            say(_("Looking for the other terminal"))
        try:
            linked = await come_back(self._archive, opened)
        except LinkError as error:
            if self._app.screen is screen:
                self._show_unreached(opened, link_sentence(error))
            return
        if self._app.screen is screen:
            self.play_linked(linked)
        else:  # somebody has gone elsewhere meanwhile
            linked.link.close()

    def _show_unreached(self, opened: OpenedGame, sentence: str) -> None:
        """Show a game that cannot be resumed now, and why."""
        if len(self._app.screen_stack) < 2:  # the program has begun with it
            self.show_menu()
        if not isinstance(self._app.screen, screen_class("replay")):
            self._app.push_screen(screen_class("replay")(opened.saved))
        self._app.push_screen(screen_class("notice")(sentence))

    def play_linked(self, linked: LinkedGame) -> None:
        """Play a game with another terminal."""
        self.leave_all()
        self._replace_all(screen_class("linked")(linked, random.Random(self._seed)))

    def explore(self, match: Match, shown: int, done: Callable[[], object]) -> None:
        """Explore the position after some moves of a match; call `done` when the explorer is closed."""
        screen = screen_class("explorer")(match, shown)

        def closed(_result: object) -> None:
            done()

        self._app.push_screen(screen, closed)

    def leave_game(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the current game, if any; confirm first if the game is in progress."""
        if self.game is None:
            act()
        else:
            self.game.confirm_leaving(act)

    def back_to_game(self) -> None:
        """Close the screens over the game being played."""
        game = screen_class("game")
        while len(self._app.screen_stack) > 2 and not isinstance(self._app.screen, game):
            self._app.pop_screen()

    def leave_all(self) -> None:
        """Make every screen release its resources."""
        for screen in self._app.screen_stack:
            if leave := getattr(screen, "leave", None):
                leave()

    def _play(
        self,
        new_match: Callable[[random.Random], Match],
        opened: OpenedGame | None = None,
        results: Mapping[str, Sequence[Result]] = MappingProxyType({}),
    ) -> PlayedGame:
        """Replace all screens by a game; return its screen. The people's results choose automatic levels."""
        from p4tui.play.auto_level import LevelChooser

        # Release the old game before another one is recorded.
        self.leave_all()
        rng = random.Random(self._seed)
        choose_levels = LevelChooser(lambda name: results.get(name, ()), rng).choose
        screen = screen_class("game")(choose_levels(new_match(rng)), rng, opened, choose_levels)
        self._replace_all(screen)
        return cast("PlayedGame", screen)

    def _replace_all(self, screen: Screen[None]) -> None:
        """Replace all screens by one."""
        while len(self._app.screen_stack) > 2:
            self._app.pop_screen()
        if len(self._app.screen_stack) > 1:
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)
