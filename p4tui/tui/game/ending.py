"""The end of a game: the questions before it is left, and the results after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.screen import Screen

from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.game.controller import GameController
from p4tui.tui.screens.board import BoardScreen


def confirm(title: str, text: str = "", *, yes: str, no: str) -> Screen[object]:
    """Return the dialog of a question. Its module is imported when it is opened."""
    from p4tui.tui.screens.dialogs import ConfirmScreen

    return ConfirmScreen(title, text, yes=yes, no=no)


class GameEnding:
    """The questions and the results of one game."""

    def __init__(self, screen: BoardScreen[None], controller: GameController) -> None:
        """Ask and show results over the screen of a game."""
        self._screen = screen
        self._controller = controller
        self._session = controller.session
        self._attempt = controller.attempt
        self.results_pending = False
        self._asking = False

    def new_game(self) -> None:
        """Start a new game, after a question while one is in progress."""
        question = partial(
            confirm, _("Start a new game?"), self.fate, yes=_("New game"), no=_("Stay")
        )
        self.ask(question, partial(self._attempt, self._session.new_game), needed=self.asks_first)

    def resign(self) -> None:
        """Resign, after a question."""
        match = self._session.match
        if match.computers_only:
            self._controller.refuse(_("Only on a person's turn"), _("Only for people"))
            return
        # Confirm even before the first move: the key may be a slip.
        needed = self.asks_first or (match.outcome is None and not match.game.cursor)
        resign = partial(self._session.resign, match.resigning_colour)
        question = partial(confirm, _("Resign this game?"), yes=_("Resign"), no=_("Play on"))
        self.ask(question, partial(self._attempt, resign), needed=needed)

    def show_menu(self) -> None:
        """Go to the menu, at the row that starts a new game: whoever left this one wants another."""
        self.confirm_leaving(partial(self._screen.services.navigation.show_menu, "play"))

    def confirm_leaving(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the game; confirm first if the game is in progress."""
        question = partial(confirm, _("Leave this game?"), self.fate, yes=_("Leave"), no=_("Stay"))
        self.ask(question, act, needed=self.asks_first)

    @property
    def fate(self) -> str:
        """What becomes of the game if it is left."""
        if not self._controller.recorder.is_saving:
            return _("This game is not saved: it will be lost.")
        return _("This game is saved. Resume in the menu continues it.")

    @property
    def asks_first(self) -> bool:
        """Whether leaving the game needs a confirmation."""
        return self._controller.in_progress and self._screen.services.preferences.settings.confirm

    def ask(
        self, question: Callable[[], Screen[object]], act: Callable[[], object], *, needed: bool
    ) -> None:
        """Call `act`, after a confirmation if `needed`."""
        if not needed:
            act()
            return

        def answer(yes: object) -> None:
            self._asking = False
            if yes:
                act()
            self.show_pending_results()

        self._asking = True
        self._screen.app.push_screen(question(), answer)

    def show_pending_results(self) -> None:
        """Show the results of a game that ended behind another screen, after any open question."""
        if self.results_pending and not self._asking:
            self.show_results()

    def show_results(self) -> None:
        """Show the results of a game that is over, once no other screen covers it."""
        screen, match = self._screen, self._session.match
        self.results_pending = not screen.is_active
        if screen.is_active and match.outcome is not None:
            results = self.make_results(match)
            screen.app.push_screen(results, partial(self.after_results, results))

    def make_results(self, match: Match) -> BoardScreen[str]:
        """Return the screen of the results; a subclass may have another kind."""
        from p4tui.tui.screens.results import ResultsScreen

        return ResultsScreen(match, scores_enabled=self._screen.scores_enabled)

    def after_results(self, results: BoardScreen[str], choice: str | None) -> None:
        """Run the choice of the results screen."""
        self._screen.scores_enabled = results.scores_enabled
        if choice == "rematch":
            self._attempt(self._session.new_game)
        elif choice == "swap":
            self._attempt(self._session.swap_sides)
        elif choice == "undo":
            self._attempt(self._session.undo)
            if self._session.match.outcome is not None:  # no person's move can be taken back
                self._screen.call_after_refresh(self.show_results)
        else:
            self._screen.services.navigation.show_menu(
                "red_level" if choice == "players" else "play"
            )
