"""The commands of a plain-text game with another terminal."""

from __future__ import annotations

from collections.abc import Callable

from p4tui.core.errors import GameOverError, NothingToUndoError
from p4tui.i18n import _
from p4tui.link.guest import Guest
from p4tui.link.link import Link
from p4tui.link.shared import RequestKind, Shared, makes_sense
from p4tui.plain.announcer import Announcer
from p4tui.plain.commands import LINKED_HELP, Action, Command
from p4tui.words.link import person_name, presence_sentence

Function = Callable[[Command], None]

_HELP_IN_PLAY = (Action.HINT, Action.SCORES, Action.THREATS, Action.EXPLORE, Action.REVIEW)
"""What helps to play: the players agree on it."""
_AFTER_GAME = (Action.MISTAKES, Action.PUZZLE, Action.LEARN)
"""The exercises, during which nothing of the other terminal is told."""
_UNCHANGED = (
    *(Action.MOVE, Action.LINE, Action.BOARD, Action.MOVES, Action.CLOCK),
    *(Action.RESUME, Action.KEEP),
)
"""What is as in every game."""
_FOR_WATCHERS = {
    *(Action.LINE, Action.BOARD, Action.MOVES, Action.CLOCK, Action.HELP),
    *(Action.SAY, Action.MUTE, Action.WHO, *_HELP_IN_PLAY, *_AFTER_GAME),
}
"""What a spectator can do."""


class LinkedCommands:
    """The commands, of which many are requests to the other player.

    Attributes:
        waits: whether a request or a resignation waits for the other terminal.
        is_muted: whether messages are hidden.
    """

    def __init__(self, link: Link, announcer: Announcer, by_action: dict[Action, Function]) -> None:
        """Act on a link.

        Args:
            link: joins the terminals.
            announcer: asks and answers.
            by_action: the commands of a game at one terminal.
        """
        self.waits = self.is_muted = False
        self._link = link
        self._announcer = announcer
        self._answer = announcer.answer
        self._alone = by_action

    @property
    def is_connected(self) -> bool:
        """Whether the host can be reached, as of the last event."""
        return not isinstance(self._link, Guest) or self._link.is_connected

    @property
    def by_action(self) -> dict[Action, Function]:
        """The function of each action. It may raise `P4Error`."""
        found: dict[Action, Function] = dict.fromkeys(self._alone, self._refuse)
        found |= {action: self._alone[action] for action in _UNCHANGED}
        found |= {action: self._with_hints(action) for action in _HELP_IN_PLAY}
        found |= {action: self._after_game(action) for action in _AFTER_GAME}
        found |= {
            Action.UNDO: lambda _command: self._ask(RequestKind.UNDO),
            Action.SWAP: lambda _command: self._ask(RequestKind.SWAP),
            Action.DRAW: lambda _command: self._ask(RequestKind.DRAW),
            Action.NEW: lambda _command: self._ask(RequestKind.REMATCH),
            Action.RESIGN: self._resign,
            Action.YES: lambda _command: self._reply(yes=True),
            Action.NO: lambda _command: self._reply(yes=False),
            Action.SAY: self._say,
            Action.MUTE: self._mute,
            Action.WHO: self._who,
            Action.HELP: lambda _command: self._answer("\n".join(_(line) for line in LINKED_HELP)),
        }
        return {action: self._for_players(action, act) for action, act in found.items()}

    def note(self, before: Shared | None, after: Shared) -> None:
        """Note that a request of this player is no longer waiting."""
        asked = None if before is None else before.request
        if asked is not None and asked.by is self._link.own_colour and after.request != asked:
            self.waits = False

    def _for_players(self, action: Action, act: Function) -> Function:
        """Return the function of an action, which spectators may have or not."""

        def run(command: Command) -> None:
            if self._link.own_colour is None and action not in _FOR_WATCHERS:
                self._answer(_("You are watching this game."))
            else:
                act(command)

        return run

    def _with_hints(self, action: Action) -> Function:
        """Return the function of something that helps to play."""

        def run(command: Command) -> None:
            shared, own = self._link.shared, self._link.own_colour
            agreed = shared is not None and shared.hints
            if self._announcer.match.outcome is not None:
                self._alone[action](command)
            elif agreed:
                if own is not None:
                    self._link.use_hint()
                self._alone[action](command)
            elif action is Action.HINT and own is not None:
                self._ask(RequestKind.HINTS)
            elif own is None:
                self._answer(_("The players have not agreed on hints."))
            else:
                self._answer(_("The players have not agreed on hints: hint asks for them."))

        return run

    def _after_game(self, action: Action) -> Function:
        """Return the function of an exercise."""

        def run(command: Command) -> None:
            if self._announcer.match.outcome is None:
                self._answer(_("That is for after the game."))
            else:
                self._alone[action](command)

        return run

    def _refuse(self, _command: Command) -> None:
        self._answer(_("That is not for a game with another terminal."))

    def _ask(self, kind: RequestKind) -> None:
        """Ask the other player, or say why not.

        Raises:
            P4Error: it makes no sense now.
        """
        match, own, shared = self._announcer.session.match, self._link.own_colour, self._link.shared
        if not self._is_reached() or own is None or shared is None:
            return
        request = shared.request
        if request is not None and request.by is own:
            self._answer(_("Your request still waits for an answer."))
        elif not makes_sense(kind, own, match):
            self._refuse_request(kind)
        else:
            answers = request is not None and request.kind is kind
            self._link.ask(kind)
            self.waits = True
            if not answers:
                name = person_name(shared, own.other)
                self._answer(_("{name} is asked.").format(name=name))

    def _refuse_request(self, kind: RequestKind) -> None:
        """Say why a request makes no sense now.

        Raises:
            P4Error: it belongs to an error of the rules.
        """
        if kind is RequestKind.UNDO:
            raise NothingToUndoError
        if self._announcer.match.outcome is not None:
            raise GameOverError
        if kind is RequestKind.DRAW:
            self._answer(_("There is no move yet."))
        else:
            self._answer(_("Another game begins after this one: resign, or offer a draw."))

    def _resign(self, _command: Command) -> None:
        """Resign.

        Raises:
            GameOverError: the game has ended.
        """
        if self._announcer.session.match.outcome is not None:
            raise GameOverError
        if self._is_reached():
            self._link.resign()
            self.waits = not self._link.is_host
            if self._link.is_host:
                self._announcer.show()

    def _reply(self, *, yes: bool) -> None:
        """Answer the request of the other player."""
        shared, own = self._link.shared, self._link.own_colour
        request = None if shared is None else shared.request
        if request is None or request.by is own:
            self._answer(_("Nobody has asked for anything."))
        elif self._is_reached():
            self._link.answer(request, yes)
            if not yes:  # what a yes brings about is told as it comes
                self._answer(_("You have refused."))

    def _say(self, command: Command) -> None:
        """`say TEXT`."""
        if not command.words:
            self._answer(_("Type say and a message."))
        elif self._is_reached():
            self._link.say(" ".join(command.words))
            self._announcer.ask()

    def _mute(self, _command: Command) -> None:
        self.is_muted = not self.is_muted
        self._answer(_("Messages are hidden.") if self.is_muted else _("Messages are shown."))

    def _who(self, _command: Command) -> None:
        shared = self._link.shared
        if shared is not None:
            own = self._link.own_colour
            self._answer(presence_sentence(shared, own, is_connected=self.is_connected))

    def _is_reached(self) -> bool:
        """Return whether the other terminal can be asked; if not, say so."""
        shared = self._link.shared
        if self.is_connected or shared is None:
            return True
        self._answer(presence_sentence(shared, self._link.own_colour, is_connected=False))
        return False
