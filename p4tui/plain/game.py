"""The plain-text game: one command a line, the same session as the full-screen game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, P4Error
from p4tui.core.lines import longest_line
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import BOOKS
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.plain.commands import ADVICE_WORDS, HELP, Action, Command, parse_command, plain_word
from p4tui.plain.console import Console
from p4tui.plain.saving import Saving
from p4tui.plain.waiting import clock_stands, next_line, think
from p4tui.play.analysis import AdviceKind, Desk
from p4tui.play.match import Match
from p4tui.play.participants import Factory, Reply, level_factory
from p4tui.play.seats import Seat, seat_of
from p4tui.play.session import Session
from p4tui.players.levels import LEVELS, UnknownLevelError
from p4tui.storage.errors import GameDeletedError, GameLostError, GameTakenError
from p4tui.words.advice import advice_sentence, unproven_phrase
from p4tui.words.errors import book_sentence, error_sentence, unknown_level_sentence
from p4tui.words.match import failure_sentence, how_it_ended, move_sentence, score_sentence
from p4tui.words.players import level_name
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence
from p4tui.words.text import shorten

DONE = 0
"""The status of a game that was played to its end, or left with `quit`."""
ENDED_EARLY = 1
"""The status when the input ends in the middle of a game."""
NO_INPUT = 2
"""The status when the input ends before any move."""

LONGEST_NAME = 40
"""The characters of a name that are shown; every line that has it would grow with it."""
SCORES_SECONDS = 2.0
"""The longest time for the scores of a position."""

_COLOUR_WORDS = {
    "red": Colour.RED,
    "rouge": Colour.RED,
    "yellow": Colour.YELLOW,
    "jaune": Colour.YELLOW,
}
_HUMAN_WORDS = {"human", "humain"}
_LONGEST_ECHO = 40
_ALWAYS = {Action.RESUME, Action.KEEP, Action.HELP, Action.BOARD, Action.MOVES}
"""What can be asked for in a game that is saved here no longer."""


class PlainGame:
    """A match played through a console, shown in one of `styles.STYLES`."""

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        style: str,
        console: Console,
        saving: Saving | None = None,
        *,
        advice: str = AdviceKind.EXACT.value,
        now: Callable[[], float] = time.monotonic,
        factory: Factory | None = None,
    ) -> None:
        """Play a match.

        Args:
            match: as it stands.
            rng: makes the computers' random choices.
            style: one of `styles.STYLES`.
            console: where it is played.
            saving: has every change saved; None: nothing is saved.
            advice: what a hint goes by where the line does not say, the value of an `AdviceKind`.
            now: tells the time in seconds, for the clock of the match.
            factory: makes what moves for the seats; unless given, only levels do.
        """
        self._rng = rng
        self._now = now
        self._factory = factory or level_factory(lambda job: job())
        self._saving = saving
        self._session, self._replies = self._new_session(match)
        self._style = style
        self._advice = AdviceKind(advice)
        self._console = console
        self._moved = False
        self._desk = Desk()
        self._books_told = 0
        self._scores_wanted = False
        self._actions = self._handlers()

    def _handlers(self) -> dict[Action, Callable[[Command], None]]:
        """Return what does each action but `quit`."""
        return {
            Action.MOVE: self._play,
            Action.UNDO: self._undo,
            Action.REDO: self._redo,
            Action.HINT: self._hint,
            Action.SCORES: self._scores,
            Action.LEVEL: self._level,
            Action.LINE: self._line,
            Action.BOARD: self._board,
            Action.MOVES: self._moves,
            Action.RESIGN: self._resign,
            Action.NEW: self._new,
            Action.CLOCK: self._clock,
            Action.SWAP: self._swap,
            Action.GO: self._go,
            Action.RESUME: self._take_back,
            Action.KEEP: self._keep,
            Action.HELP: self._help,
        }

    def _new_session(self, match: Match) -> tuple[Session, SimpleQueue[Reply]]:
        """Return a session of a match, which is saved, and where its replies arrive."""
        replies: SimpleQueue[Reply] = SimpleQueue()
        session = Session(match, self._rng, self._factory, replies.put, self._now)
        if self._saving is not None:
            session.subscribe(self._saving.recorder.record)
        return session, replies

    @property
    def _match(self) -> Match:
        """The match as it is shown."""
        match = self._session.match
        return replace(match, red=_shown(match.red), yellow=_shown(match.yellow))

    def run(self) -> int:
        """Play until the input ends or asks to leave, or two computers are done; answer the exit status."""
        try:
            return self._run()
        except KeyboardInterrupt:
            if self._console.interactive:
                self._console.complain("")  # leaves the line where the terminal shows ^C
            if how := self._how_to_go_on():
                self._console.complain(how)
            raise

    def _run(self) -> int:
        """As `run`."""
        self._console.say(report.seats(self._match, self._style))
        if self._saving is not None and (introduction := self._saving.introduction()):
            self._console.say(introduction)
        if self._console.interactive:
            self._console.say(_("Type help for the commands."))
        self._show()
        while True:
            before = self._lost
            if self._tell_of_saving() and before is None:
                self._ask()
            if self._session.turn is not None and self._let_computer_move():
                continue
            if self._match.outcome and self._match.computers_only and not self._console.interactive:
                return DONE
            line = next_line(self._session, self._console, self._show, self._settle)
            if line is None:
                return self._end_of_input()
            command = parse_command(line, self._style)
            if command is None:
                self._refuse(line)
            elif command.action is Action.QUIT:
                if how := self._how_to_go_on():
                    self._console.say(how)
                return DONE
            else:
                self._obey(command)

    def _obey(self, command: Command) -> None:
        """Do what was asked for, or say why not and ask again."""
        if self._tell_of_saving() and command.action not in _ALWAYS:
            self._ask()
            return
        try:
            self._actions[command.action](command)
        except UnknownLevelError as error:
            self._say_and_ask(unknown_level_sentence(error))
        except P4Error as error:
            self._say_and_ask(error_sentence(error, styles.first_column(self._style)))

    def _refuse(self, line: str) -> None:
        """Answer a line that is no command; an empty one only has the question asked again."""
        text = line.strip()
        if not text:
            self._ask()
            return
        self._say_and_ask(
            _('"{text}" is neither a column nor a command; help lists them.').format(
                text=shorten(text, _LONGEST_ECHO)
            )
        )

    def _end_of_input(self) -> int:
        """Nothing more comes: fine after a game, else said in a sentence."""
        if self._match.outcome:
            return DONE
        if not self._moved and not self._match.all_results:
            self._console.complain(
                _("The input ended before any move: type moves, or send them through a pipe.")
            )
            return NO_INPUT
        ended = _("The input ended before the game did.")
        # At once: a program that reads it gets one answer.
        self._console.complain(" ".join(filter(None, (ended, self._how_to_go_on()))))
        return ENDED_EARLY

    def _how_to_go_on(self) -> str | None:
        """How the game that is left can be gone on with, if it was kept, with the time that was used until now."""
        self._session.close()
        return None if self._saving is None else self._saving.how_to_resume(self._session.match)

    def _let_computer_move(self) -> bool:
        """Wait for the move that the session asks for, and tell it; return False where a person is to type something."""
        answer = think(self._session, self._replies, self._console)
        self._complain_of_books()
        if answer is None:
            if self._session.failure is not None:
                self._say_and_ask(failure_sentence(self._match, self._session.failure))
            elif self._match.outcome is not None:
                self._show()
            return False
        first_column = styles.first_column(self._style)
        colour, column = answer.turn.colour, answer.column
        sentence = move_sentence(self._match, colour, column, first_column)
        if not self._session.deliver(answer):
            self._show()
            return True
        if self._session.unproven:
            sentence += f" ({unproven_phrase()})"
        self._moved = self._moved or self._match.computers_only
        self._console.say(sentence)
        self._show()
        return True

    # -- a game that was lost to another window ---------------------------------------------------------------------

    def _tell_of_saving(self) -> bool:
        """Say what has happened to the saved games; return whether this one is saved here no longer."""
        if self._saving is None:
            return False
        self._saving.tell()
        if self._lost is not None:
            self._session.close()
        return self._lost is not None

    @property
    def _lost(self) -> GameLostError | None:
        """Why the game is saved here no longer, or None."""
        return None if self._saving is None else self._saving.lost

    def _settle(self) -> None:
        """Wait a moment for what is being saved."""
        if self._saving is not None:
            self._saving.settle()

    def _take_back(self, _command: Command) -> None:
        """Go on here with a game that was taken over, as it stands there."""
        saving = self._saving
        if saving is None or not isinstance(saving.lost, GameTakenError):
            lost = saving is not None and saving.lost is not None
            self._say_and_ask("" if lost else _("This game is played here already."))
            return
        try:
            opened = saving.take_back()
        except GAME_PROBLEMS as error:
            self._say_and_ask(problem_sentence(error))
            return
        self._session, self._replies = self._new_session(opened.saved.match)
        self._show()

    def _keep(self, _command: Command) -> None:
        """Keep a game that was deleted as a new one."""
        saving = self._saving
        if saving is None or not isinstance(saving.lost, GameDeletedError):
            self._say_and_ask(_("This game is not deleted."))
            return
        saving.keep(self._session.match)
        self._session, self._replies = self._new_session(self._session.match)
        self._show()

    def _show(self, _command: Command | None = None) -> None:
        """The board and what belongs to it: the end of the game, or the question."""
        match = self._match
        if match.outcome is None:
            self._console.say(report.discs_left(match))
            self._show_board(match)
            self._say_scores()
            self._ask()
            return
        self._console.say(how_it_ended(match))
        self._console.say(score_sentence(match))
        if self._console.interactive:
            self._console.say(
                _("Type new for another game, undo to take the last move back, quit to leave.")
            )
        self._show_board(match)
        self._console.say(report.result(match, self._style))

    def _show_board(self, match: Match) -> None:
        """Draw the board, or say it in the style that does."""
        write = self._console.say if self._style == styles.SPOKEN else self._console.draw
        write(styles.board(match, self._style))

    def _ask(self) -> None:
        """Ask for what is to be typed now; nothing is asked after a game."""
        if self._lost is not None:
            self._console.say(
                _("Type keep to keep it as a new game, or quit.")
                if isinstance(self._lost, GameDeletedError)
                else _("Type resume to take it back, or quit.")
            )
        elif self._match.outcome is not None:
            return
        elif self._session.failure is not None:
            self._console.say(_("Type go to ask again, or level to choose who plays."))
        elif self._session.match.person_to_move:
            left = self._session.time_left(self._match.to_move)
            self._console.say(report.question(self._match, self._style, left))
        elif self._session.paused:
            self._console.say(_("Paused: type go to let the computers play on."))

    def _say_and_ask(self, sentence: str) -> None:
        self._console.say(sentence)
        self._ask()

    def _play(self, command: Command) -> None:
        self._session.move(self._match.to_move, command.column)
        self._moved = True
        self._show()

    def _undo(self, _command: Command) -> None:
        self._session.undo()
        self._show()

    def _redo(self, _command: Command) -> None:
        self._session.redo()
        self._show()

    def _complain_of_books(self) -> None:
        """Say what is wrong with opening books that the search before has come upon."""
        news = BOOKS.refused[self._books_told :]
        self._books_told += len(news)
        for error in news:
            self._console.complain(book_sentence(error))

    def _hint(self, command: Command) -> None:
        """`hint [KIND]`."""
        kind = ADVICE_WORDS.get(plain_word(command.words[0])) if command.words else self._advice
        if kind is None or len(command.words) > 1:
            self._say_and_ask(report.hint_usage())
            return
        with clock_stands(self._session):
            advice = self._desk.answer(self._session.question(kind=kind))
        self._complain_of_books()
        self._say_and_ask(advice_sentence(advice, styles.first_column(self._style)))

    def _scores(self, _command: Command) -> None:
        """Show the columns' scores from now on, or no more."""
        if self._match.outcome:
            raise GameOverError
        self._scores_wanted = not self._scores_wanted
        if not self._scores_wanted:
            self._console.say(_("The scores are not shown any more."))
        self._say_scores()
        self._ask()

    def _say_scores(self) -> None:
        """Say the columns' scores where they are wanted and somebody may look at them."""
        position = self._match.position
        if not self._scores_wanted or self._match.outcome or self._session.turn:
            return
        with clock_stands(self._session):
            *_before, found = self._desk.scores(position, StopFlag(), (SCORES_SECONDS,))
        self._complain_of_books()
        self._console.say(report.scores(position, found, self._style))

    def _moves(self, _command: Command) -> None:
        self._say_and_ask(report.moves(self._match, self._style))

    def _clock(self, _command: Command) -> None:
        self._say_and_ask(report.times(self._session, self._style))

    def _resign(self, _command: Command) -> None:
        self._session.resign(self._session.match.resigning_colour)
        self._show()

    def _new(self, _command: Command) -> None:
        before = report.seats(self._match, self._style)
        self._session.new_game()
        if (seats := report.seats(self._match, self._style)) != before:
            self._console.say(seats)
        self._show()

    def _board(self, command: Command) -> None:
        """`board [STYLE]`."""
        if not command.words:
            self._show()
            return
        style = plain_word(command.words[0])
        if style not in styles.STYLES or len(command.words) > 1:
            self._say_and_ask(report.board_usage())
            return
        self._console.say(report.seats(self._match, style))
        self._say_and_ask(styles.board(self._match, style))

    def _swap(self, _command: Command) -> None:
        self._session.swap_sides()
        self._console.say(report.seats(self._match, self._style))
        self._show()

    def _go(self, _command: Command) -> None:
        self._session.pause(False)
        if self._session.failure is not None:
            self._session.move_now()
        self._ask()

    def _help(self, _command: Command) -> None:
        self._say_and_ask("\n".join(_(line) for line in HELP))

    def _level(self, command: Command) -> None:
        """`level NAME [COLOUR]`: without a colour it is for the only computer, where there is just one."""
        match = self._match
        named = [
            colour for word in command.words if (colour := _COLOUR_WORDS.get(plain_word(word)))
        ]
        levels = [
            plain_word(word) for word in command.words if plain_word(word) not in _COLOUR_WORDS
        ]
        computers = [colour for colour in Colour if not match.is_person(colour)]
        seats = named or computers
        if len(levels) != 1 or len(seats) != 1:
            self._say_and_ask(report.level_usage())
            return
        shown = {plain_word(level_name(each.id)): each.id for each in LEVELS}
        name = shown.get(levels[0], levels[0])
        chosen = None if name in _HUMAN_WORDS else name[:_LONGEST_ECHO]
        self._session.set_seat(seats[0], seat_of(chosen, self._session.match.seat(seats[0]).name))
        self._console.say(report.seats(self._match, self._style))
        self._ask()

    def _line(self, command: Command) -> None:
        """`line COLUMN ROW`: rows are counted from 1 at the bottom."""
        geometry = self._match.geometry
        column = (
            styles.read_column(command.words[0], self._style) if len(command.words) == 2 else None
        )
        row = styles.read_row(command.words[1]) if len(command.words) == 2 else None
        if column is None or row is None or not geometry.contains(column, row):
            self._say_and_ask(report.line_usage(geometry, self._style))
            return
        self._say_and_ask(
            _("Longest line through column {column}, row {row}: {length}").format(
                column=column + styles.first_column(self._style),
                row=row + 1,
                length=longest_line(self._match.position, column, row),
            )
        )


def _shown(seat: Seat) -> Seat:
    """A seat with a name of which every line can have room."""
    return replace(seat, name=shorten(seat.name, LONGEST_NAME))
