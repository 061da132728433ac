"""The commands of the plain-text game that act on its match."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p4tui.core.lines import longest_line
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.plain.announcer import Announcer
from p4tui.plain.commands import (
    ADVICE_WORDS,
    HELP,
    LINKED_ACTIONS,
    Action,
    Command,
    plain_word,
    read_cell,
    read_seat,
)
from p4tui.play.analysis import AdviceKind
from p4tui.play.session import Session


class MatchCommands:
    """The commands that act on the match of an announcer."""

    def __init__(
        self, announcer: Announcer, style: str, advice: AdviceKind, programs: Mapping[str, str]
    ) -> None:
        """Act on the announcer's match.

        Args:
            announcer: shows the match.
            style: the style of the game.
            advice: the default kind of `hint`.
            programs: the programs of the settings by their names.
        """
        self._announcer = announcer
        self._show, self._answer = announcer.show, announcer.answer
        self._style = style
        self._advice = advice
        self._programs = programs

    @property
    def by_action(self) -> dict[Action, Callable[[Command], None]]:
        """The function of each action. It may raise `P4Error`."""
        return {
            Action.MOVE: self._play,
            Action.UNDO: lambda _command: self._change(Session.undo),
            Action.REDO: lambda _command: self._change(Session.redo),
            Action.RESIGN: lambda _command: self._change(_resign),
            Action.NEW: lambda _command: self._change(Session.new_game),
            Action.SWAP: self._swap,
            Action.HINT: self._hint,
            Action.SCORES: self._scores,
            Action.THREATS: lambda _command: self._answer(
                report.threats(self._announcer.match, self._style)
            ),
            Action.EXPLORE: lambda _command: self._answer(self._announcer.explore()),
            Action.LEVEL: self._level,
            Action.LINE: self._line,
            Action.BOARD: self._board,
            Action.MOVES: lambda _command: self._answer(
                report.moves(self._announcer.match, self._style)
            ),
            Action.CLOCK: lambda _command: self._answer(
                report.times(self._announcer.session, self._style)
            ),
            Action.REVIEW: lambda _command: self._announcer.review(),
            Action.MISTAKES: lambda _command: self._announcer.try_mistakes(),
            Action.LEARN: lambda command: self._announcer.learn(command.words),
            Action.GO: self._go,
            Action.NOW: self._now,
            **dict.fromkeys(LINKED_ACTIONS, self._refuse),
            Action.HELP: lambda _command: self._answer("\n".join(_(line) for line in HELP)),
        }

    def _play(self, command: Command) -> None:
        self._announcer.session.move(self._announcer.match.to_move, command.column)
        self._show()

    def _change(self, act: Callable[[Session], None]) -> None:
        """Change the match and show it. Announce the seats if they have changed."""
        before = report.seats(self._announcer.match, self._style)
        act(self._announcer.session)
        if report.seats(self._announcer.match, self._style) != before:
            self._announcer.say_seats()
        self._show()

    def _swap(self, _command: Command) -> None:
        self._announcer.session.swap_sides()
        self._announcer.say_seats()
        self._show()

    def _hint(self, command: Command) -> None:
        """`hint [KIND]`."""
        kind = ADVICE_WORDS.get(plain_word(command.words[0])) if command.words else self._advice
        if kind is None or len(command.words) > 1:
            self._answer(report.hint_usage())
        else:
            self._answer(self._announcer.hint(kind))

    def _scores(self, _command: Command) -> None:
        self._announcer.toggle_scores()
        self._announcer.ask()

    def _board(self, command: Command) -> None:
        """`board [STYLE]`."""
        if not command.words:
            self._show()
            return
        style = plain_word(command.words[0])
        if style not in styles.STYLES or len(command.words) > 1:
            self._answer(report.board_usage())
            return
        match = self._announcer.match
        self._answer(f"{report.seats(match, style)}\n{styles.board(match, style)}")

    def _go(self, _command: Command) -> None:
        session = self._announcer.session
        session.pause(False)
        if session.failure is not None:
            session.move_now()
        self._announcer.ask()

    def _now(self, _command: Command) -> None:
        if not self._announcer.session.move_now():
            self._answer(_("No computer is thinking"))

    def _refuse(self, _command: Command) -> None:
        self._answer(_("That needs a game with another terminal: see p4tui help together."))

    def _level(self, command: Command) -> None:
        """`level NAME|PROGRAM [COLOUR]`."""
        seat = read_seat(command.words, self._announcer.session.match, self._programs)
        if seat is None:
            self._answer(report.level_usage())
            return
        self._announcer.session.set_seat(*seat)
        self._announcer.say_seats()
        self._announcer.ask()

    def _line(self, command: Command) -> None:
        """`line COLUMN ROW`."""
        position = self._announcer.match.position
        cell = read_cell(command.words, position.geometry, self._style)
        if cell is None:
            self._answer(report.line_usage(position.geometry, self._style))
            return
        self._answer(
            _("Longest line through column {column}, row {row}: {length}").format(
                column=cell.column + styles.first_column(self._style),
                row=cell.row + 1,
                length=longest_line(position, *cell),
            )
        )


def _resign(session: Session) -> None:
    session.resign(session.match.resigning_colour)
