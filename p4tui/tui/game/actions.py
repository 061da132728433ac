"""`GameActions`: what the keys of a game do."""

from __future__ import annotations

from collections.abc import Callable

from p4tui.tui.game.controller import GameController
from p4tui.tui.game.ending import GameEnding
from p4tui.tui.game.look_back import LookBack


class GameActions:
    """The actions of `GameScreen`, by the names of `p4tui.actions.game`.

    While an earlier position is shown, one that plays returns to the present and does no more;
    one that asks or marks returns first.

    Attributes:
        controller: plays the match.
        ending: asks before the game is left.
        look_back: the earlier position that is shown, if any.
    """

    controller: GameController
    ending: GameEnding
    look_back: LookBack

    def _play(self, act: Callable[..., object], *arguments: object) -> None:
        """Change the game, or return from an earlier position."""
        if not self.look_back.end():
            self.controller.attempt(act, *arguments)

    def action_undo(self) -> None:
        """Take back the last move."""
        self._play(self.controller.session.undo)

    def action_redo(self) -> None:
        """Make the move again that was taken back."""
        self._play(self.controller.session.redo)

    def action_swap(self) -> None:
        """Exchange the players' sides."""
        self._play(self.controller.session.swap_sides)

    def action_level(self, step: int) -> None:
        """Make the computer stronger, or weaker."""
        self._play(self.controller.change_level, step)

    def action_move_now(self) -> None:
        """Make the computer play its best move so far."""
        self._play(self.controller.move_now)

    def action_hint(self) -> None:
        """Show the best column in the current position."""
        self.look_back.end()
        self.controller.attempt(self.controller.hint)

    def action_pause(self) -> None:
        """Pause two computers, or let them go on."""
        self.look_back.end()
        self.controller.attempt(self.controller.pause)

    def action_step(self) -> None:
        """Let two computers make one move."""
        self._play(self.controller.step)

    def action_speed(self, step: int) -> None:
        """Change the time between the moves of two computers."""
        self.controller.change_speed(step)

    def action_output(self) -> None:
        """Show what the programs have written."""
        self.controller.show_output()

    def action_look(self, step: int) -> None:
        """Look at the position some moves earlier, or later."""
        self.look_back.step(step)

    def action_present(self) -> None:
        """Return from an earlier position."""
        self.look_back.end()

    def action_new_game(self) -> None:
        """Start a new game, after a question while one is in progress."""
        if not self.look_back.end() or self.ending.asks_first:
            self.ending.new_game()

    def action_resign(self) -> None:
        """Resign, after a question."""
        if not self.look_back.end() or self.ending.asks_first:
            self.ending.resign()

    def action_back(self) -> None:
        """Go to the menu, after a question while the game is in progress."""
        self.ending.show_menu()
