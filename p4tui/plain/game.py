"""The plain-text game: one command a line, the same session as the full-screen game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from types import MappingProxyType

from p4tui.arena.participants import ParticipantFactory
from p4tui.core.errors import P4Error
from p4tui.i18n import _
from p4tui.plain import styles
from p4tui.plain.announcer import Announcer
from p4tui.plain.commands import MAX_ECHO_LENGTH, Action, Command, parse_command, plain_word
from p4tui.plain.console import Console
from p4tui.plain.match_commands import MatchCommands
from p4tui.plain.saving import Saving
from p4tui.plain.waiting import next_line, stopped_clock, think
from p4tui.play.analysis import AdviceKind
from p4tui.play.auto_level import LevelChooser
from p4tui.play.match import Match
from p4tui.play.participants import Factory, Reply
from p4tui.play.session import Session
from p4tui.players.levels import UnknownLevelError
from p4tui.players.rating import Result
from p4tui.storage.errors import GameDeletedError, GameLostError, GameTakenError
from p4tui.words.advice import unproven_phrase
from p4tui.words.errors import error_sentence, unknown_level_sentence
from p4tui.words.match import failure_sentence, move_sentence
from p4tui.words.programs import program_report
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence
from p4tui.words.text import shorten

DONE = 0
"""The exit status of a game that was finished, or left with `quit`."""
ENDED_EARLY = 1
"""The exit status if the input ends during a game."""
NO_INPUT = 2
"""The exit status if the input ends before any move."""

_ALLOWED_AFTER_LOSS = {
    *(Action.RESUME, Action.KEEP, Action.HELP, Action.BOARD, Action.MOVES),
    *(Action.REVIEW, Action.MISTAKES, Action.PUZZLE, Action.LEARN),
}
"""The commands of a game that is no longer saved here."""


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
        programs: Mapping[str, str] = MappingProxyType({}),
        now: Callable[[], float] = time.monotonic,
        factory: Factory | None = None,
    ) -> None:
        """Play a match.

        Args:
            match: as it stands.
            rng: makes the computers' random choices.
            style: one of `styles.STYLES`.
            console: where it is played.
            saving: saves every change; None if nothing is saved.
            advice: the kind of a hint that names none, the value of an `AdviceKind`.
            programs: the programs of the settings by their names.
            now: returns the time in seconds, for the clock.
            factory: makes the participants; by default levels and programs.
        """
        self._rng = rng
        self._now = now
        self._participants = ParticipantFactory(lambda job: job())
        self._factory = factory or self._participants
        self._saving = saving
        chooser = LevelChooser(self._results_of, rng)
        self._choose_levels = chooser.choose
        match = chooser.choose(match)
        session = self._new_session(match)
        self._style = style
        self._console = console
        self._announcer = Announcer(session, console, style, saving)
        self._show, self._answer = self._announcer.show, self._announcer.answer
        self._moved = False
        self._commands = {
            **MatchCommands(self._announcer, style, AdviceKind(advice), programs).by_action,
            Action.RESUME: self._take_back,
            Action.KEEP: self._keep,
            Action.PUZZLE: self._puzzles,
            Action.PROGRAM: self._program,
        }

    def _new_session(self, match: Match) -> Session:
        """Return a session of a match, whose changes are saved; it has a queue of its own for its replies."""
        self._replies: SimpleQueue[Reply] = SimpleQueue()
        session = Session(
            match, self._rng, self._factory, self._replies.put, self._now, self._choose_levels
        )
        if self._saving is not None:
            session.subscribe(self._saving.recorder.record)
        return session

    def _results_of(self, name: str) -> Sequence[Result]:
        """Return the saved results of a person against levels."""
        return () if self._saving is None else self._saving.results_of(name)

    def _play_on(self, match: Match) -> None:
        """Play a match in a new session."""
        self._announcer.session = self._new_session(match)
        self._show()

    @property
    def _session(self) -> Session:
        """The session of the match."""
        return self._announcer.session

    @property
    def _match(self) -> Match:
        """The match as it is shown."""
        return self._announcer.match

    def run(self) -> int:
        """Play until the input ends, `quit`, or two computers have finished; return the exit status."""
        try:
            return self._run()
        except KeyboardInterrupt:
            if self._console.interactive:
                self._console.complain("")  # leaves the line where the terminal shows ^C
            if how := self._how_to_resume():
                self._console.complain(how)
            raise

    def _introduce(self) -> None:
        """Say who plays, and show the board."""
        self._announcer.say_seats()
        if self._saving is not None and (introduction := self._saving.introduction()):
            self._console.say(introduction)
        if self._console.interactive:
            self._console.say(_("Type help for the commands."))
        self._show()

    def _run(self) -> int:
        """Run the loop of `run`."""
        self._introduce()
        while True:
            before = self._lost
            if self._report_saving() and before is None:
                self._announcer.ask()
            if self._session.turn is not None and self._let_computer_move():
                continue
            if self._match.outcome and self._match.computers_only and not self._console.interactive:
                return DONE
            line = next_line(self._session, self._console, self._show, self._finish_save)
            if line is None:
                return self._end_of_input()
            command = parse_command(line, self._style)
            if command is None:
                self._answer_unknown(line)
            elif command.action is Action.QUIT:
                if how := self._how_to_resume():
                    self._console.say(how)
                return DONE
            else:
                self._execute(command)

    def _execute(self, command: Command) -> None:
        """Execute a command, or print the reason against it and ask again."""
        if self._report_saving() and command.action not in _ALLOWED_AFTER_LOSS:
            self._announcer.ask()
            return
        try:
            self._commands[command.action](command)
            self._moved = self._moved or command.action is Action.MOVE
        except UnknownLevelError as error:
            self._answer(unknown_level_sentence(error))
        except P4Error as error:
            self._answer(error_sentence(error, styles.first_column(self._style)))

    def _answer_unknown(self, line: str) -> None:
        """Answer an unknown command; after an empty line, only ask again."""
        text = line.strip()
        if not text:
            self._announcer.ask()
            return
        self._answer(
            _('"{text}" is neither a column nor a command; type help for a list.').format(
                text=shorten(text, MAX_ECHO_LENGTH)
            )
        )

    def _end_of_input(self) -> int:
        """Return the exit status at the end of the input; complain if the game is not over."""
        if self._match.outcome:
            return DONE
        if not self._moved and not self._match.all_results:
            self._console.complain(
                _("The input ended before any move: type moves, or send them through a pipe.")
            )
            return NO_INPUT
        ended = _("The input ended before the game did.")
        # In one write: a program that reads it gets one answer.
        self._console.complain(" ".join(filter(None, (ended, self._how_to_resume()))))
        return ENDED_EARLY

    def _how_to_resume(self) -> str | None:
        """End the session. Return the command that resumes the game, or None."""
        self._session.close()
        if self._saving is None:
            return None
        return self._saving.how_to_resume(self._session.match, self._style)

    def _let_computer_move(self) -> bool:
        """Wait for a computer's move and print it. Return False if a person must type something."""
        answer = think(self._session, self._replies, self._console)
        self._announcer.report_unusable_books()
        if answer is None:
            if self._session.failure is not None:
                self._answer(failure_sentence(self._match, self._session.failure))
            elif self._match.outcome is not None:
                self._show()
            return False
        colour, column = answer.turn.colour, answer.column
        sentence = move_sentence(self._match, colour, column, styles.first_column(self._style))
        if not self._session.deliver(answer):
            self._show()
            return True
        if self._session.unproven:
            sentence += f" ({unproven_phrase()})"
        self._moved = self._moved or self._match.computers_only
        self._console.say(sentence)
        self._show()
        return True

    def _report_saving(self) -> bool:
        """Report events of the saved games; return whether another window has taken this one."""
        if self._saving is None:
            return False
        self._saving.report_events()
        if self._lost is not None:
            self._session.close()
        return self._lost is not None

    @property
    def _lost(self) -> GameLostError | None:
        """The reason that the game is no longer saved here, or None."""
        return None if self._saving is None else self._saving.lost

    def _finish_save(self) -> None:
        """Wait briefly for a running save."""
        if self._saving is not None:
            self._saving.wait_for_save()

    def _take_back(self, _command: Command) -> None:
        """Take back a game from another window, in its current state there."""
        saving = self._saving
        if saving is None or not isinstance(saving.lost, GameTakenError):
            lost = saving is not None and saving.lost is not None
            self._answer("" if lost else _("You are already playing this game here."))
            return
        try:
            opened = saving.take_back()
        except GAME_PROBLEMS as error:
            self._answer(problem_sentence(error))
            return
        self._play_on(opened.saved.match)

    def _puzzles(self, command: Command) -> None:
        """`puzzle [daily|1-5|mine]`; the clock stands still meanwhile."""
        from p4tui.plain.puzzle_courses import PuzzleCourses

        archive = None if self._saving is None else self._saving.archive
        with stopped_clock(self._session):
            courses = PuzzleCourses(self._console, self._style, archive, self._rng)
            courses.run_words([plain_word(word) for word in command.words])
        self._announcer.return_to_game()

    def _program(self, _command: Command) -> None:
        """Say what the programs have written last."""
        self._answer(program_report(self._match, self._participants.outputs(self._session.match)))

    def _keep(self, _command: Command) -> None:
        """Save a deleted game as a new one."""
        saving = self._saving
        if saving is None or not isinstance(saving.lost, GameDeletedError):
            self._answer(_("This game was not deleted."))
            return
        saving.save_as_new(self._session.match)
        self._play_on(self._session.match)
