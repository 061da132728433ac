"""The controller of a game: passes a person's actions and the computers' moves to the session."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from p4tui.actions.action import Action
from p4tui.actions.game import FASTER, PAUSE, SLOWER, STEP
from p4tui.arena.participants import ParticipantFactory
from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.i18n import _
from p4tui.play.analysis import Advice, AdviceKind, instant_advice, proven_advice
from p4tui.play.match import Change, Match
from p4tui.play.participants import Reply
from p4tui.play.seats import LevelSeat, Program
from p4tui.play.session import Session
from p4tui.players.levels import LEVELS
from p4tui.settings.rules import SPEEDS
from p4tui.storage.archive import Archive
from p4tui.storage.ownership import OpenedGame
from p4tui.storage.recorder import Recorder
from p4tui.tui.game.clock_face import AwakeTime, ClockFace
from p4tui.tui.game.loss import GameLoss
from p4tui.tui.game.presenter import (
    Situation,
    needs_attention,
    with_turn,
)
from p4tui.tui.game.searches import Searches, run_in_thread
from p4tui.tui.match_forms import brief_error, column_forms, score_text
from p4tui.tui.messages import ReplyReceived
from p4tui.tui.screens.board import BoardScreen
from p4tui.words.advice import advice_words
from p4tui.words.errors import error_sentence
from p4tui.words.time import short_seconds


class GameController:
    """The play of one match: its session, which is saved at every change, its searches and its clock.

    Attributes:
        session: the match being played.
        recorder: saves the match.
        searches: the computers' turns.
        clock_face: the shown times.
        loss: whether the game is still saved here.
        participants: makes what moves for the computers' seats.
    """

    def __init__(
        self,
        screen: BoardScreen[None],
        match: Match,
        rng: random.Random,
        opened: OpenedGame | None,
        choose_levels: Callable[[Match], Match],
        follow: Callable[[], None],
        show_times: Callable[[], None],
    ) -> None:
        """Play a match with the arguments of `GameScreen`; `follow` brings the screen in line with the session."""
        self._screen = screen
        self._follow = follow
        self.participants = ParticipantFactory(partial(run_in_thread, screen))
        self.session = self.make_session(match, rng, choose_levels)
        self.recorder = Recorder(self.archive, opened.ownership if opened else None)
        self.searches = Searches(screen, self.session, self._on_turn_start, screen.scores_changed)
        held = opened is not None and self.waits_for_input
        self.clock_face = ClockFace(screen, self.session, show_times, held=held)
        # Not before: holding the clock is no change to save.
        self.session.subscribe(self.record)
        self.session.subscribe(self._call_person)
        self.loss = GameLoss(screen, self._stop, self.keep)

    def make_session(
        self, match: Match, rng: random.Random, choose_levels: Callable[[Match], Match]
    ) -> Session:
        """Return the session of a match; a subclass may have another kind."""
        return Session(match, rng, self.participants, self._post_reply, AwakeTime(), choose_levels)

    @property
    def archive(self) -> Archive | None:
        """Saves the match; None to save nothing."""
        return self._screen.services.archive

    @property
    def waits_for_input(self) -> bool:
        """Whether the clock of a resumed game stands still until the first key."""
        return self.session.match.person_to_move

    def close(self) -> None:
        """End the session; the time used until now is saved."""
        self.searches.stop()
        self.session.close()
        self.clock_face.close()
        self.recorder.close()

    def record(self, change: Change, match: Match) -> None:
        """Save a change of the session."""
        self.recorder.record(change, match)

    def keep(self) -> None:
        """Play a game that was deleted on as a new one."""
        self._screen.services.navigation.play_on(self.session.match, save_now=True)

    def _call_person(self, change: Change, match: Match) -> None:
        """Call a person back to the window if the change needs one."""
        if needs_attention(change, match):
            self._screen.services.attention.call()

    def _stop(self) -> None:
        """Stop playing and saving a lost game."""
        self.recorder.close()
        self.close()
        if self._screen.is_mounted:
            self._follow()

    def _post_reply(self, reply: Reply) -> None:
        """Post a participant's reply, from any thread. After the end it is dropped."""
        with suppress(RuntimeError):  # the loop has ended
            self._screen.post_message(ReplyReceived(reply))

    def _on_turn_start(self) -> None:
        """Stop the analysis for the computer's search, and start its clock."""
        self._screen.analyst.close()
        self.clock_face.follow()

    @property
    def person_to_move(self) -> bool:
        """Whether a person can move here."""
        return self.session.match.person_to_move and self.loss.error is None

    @property
    def in_progress(self) -> bool:
        """Whether the game has begun, is not over, and is played here."""
        match = self.session.match
        return match.outcome is None and match.game.cursor > 0 and self.loss.error is None

    @property
    def announces_score(self) -> bool:
        """Whether the status line includes the score of the chosen column."""
        screen = self._screen
        return screen.scores_enabled and self.person_to_move and screen.at_end

    @property
    def situation(self) -> Situation:
        """The situation, as input of the presenter."""
        session, screen, services = self.session, self._screen, self._screen.services
        score = None
        if self.announces_score:
            column = screen.grid.cursor
            score = (column, score_text(session.match.position, column, screen.analyst.scores))
        return Situation(
            session.match,
            session.paused,
            session.failure,
            self.loss.error,
            self.searches.searching,
            self.searches.seconds,
            services.preferences.cursor == "cell",
            services.preferences.settings.keymap,
            score,
            None if screen.at_end else screen.shown,
        )

    def attempt(self, act: Callable[..., object], *arguments: object) -> None:
        """Call a function, and explain a `P4Error`. In a lost game, ask what to do with the game instead."""
        if self.loss.error is not None:
            self.loss.ask()
            return
        try:
            act(*arguments)
        except P4Error as error:
            self.refuse(error_sentence(error), *brief_error(error))

    def answer(self, sentence: str, *shorter: str, alert: bool = False) -> None:
        """Say a sentence and whose turn it is; narrow windows show a shorter one."""
        self._screen.say(*with_turn(self.situation, sentence, *shorter), alert=alert)

    def refuse(self, sentence: str, *shorter: str) -> None:
        """Explain a refused action, then say whose turn it is."""
        self.answer(sentence, *shorter, alert=True)

    def move(self, column: int) -> None:
        """Make a person's move."""
        self.attempt(self.session.move, self.session.match.to_move, column)

    def hint(self) -> None:
        """Show the best column, as soon as it is found."""
        screen, analyst = self._screen, self._screen.analyst
        if not self.session.match.person_to_move:
            self.refuse(_("Only on a person's turn"), _("Only on your turn"))
            return
        if analyst.question is not None:
            return
        question = self.session.question(
            analyst.scores, AdviceKind(screen.services.preferences.advice)
        )
        advice = instant_advice(question) or proven_advice(question, question.known)
        if advice is not None:
            self.show_advice(advice)
            return
        screen.say(_("Looking for the best column"), _("Searching"))
        analyst.ask(question)

    def show_advice(self, advice: Advice) -> None:
        """Mark and select the best column, and give the reason."""
        self._screen.grid.hint = advice.column
        self._screen.grid.choose_column(advice.column)
        self._screen.say(*column_forms(advice.column, advice_words(advice)))

    def _computers_only(self, action: Action) -> bool:
        """Return whether two computers play; refuse an action if not."""
        if not self.session.match.computers_only:
            works = _("{action} works only when two computers play")
            self.refuse(works.format(action=_(action.label)), _("Only for computers"))
        return self.session.match.computers_only

    def move_now(self) -> None:
        """Make the computer play its best move so far, or retry after a failure."""
        if self.session.move_now():
            self._follow()
            self.searches.skip_delay()
        else:
            self.refuse(_("No computer is thinking"))

    def show_output(self) -> None:
        """Show what the programs have written, as it is now."""
        match = self.session.match
        if not any(isinstance(match.seat(colour), Program) for colour in Colour):
            self.refuse(_("No program is playing"))
            return
        from p4tui.tui.screens.program_output import ProgramOutputScreen

        outputs = partial(self.participants.outputs, match)
        self._screen.app.push_screen(ProgramOutputScreen(match, outputs))

    def change_level(self, step: int) -> None:
        """Change the level of the computer that is to move, or of the only one."""
        match = self.session.match
        colours = [match.to_move, match.to_move.other]
        colour = next((each for each in colours if not match.is_person(each)), None)
        if colour is None:
            self.refuse(_("No computer is playing"))
            return
        ids = [level.id for level in LEVELS]
        seat = match.seat(colour)
        if isinstance(seat, Program):
            self.refuse(_("A program has no levels"))
            return
        index = ids.index(seat.id) + step if isinstance(seat, LevelSeat) else 0
        if 0 <= index < len(ids):
            self.session.set_seat(colour, LevelSeat(ids[index], seat.name))
        elif step < 0:
            self.refuse(_("There is no weaker level"), _("The weakest level"))
        else:
            self.refuse(_("There is no stronger level"), _("The strongest level"))

    def pause(self) -> None:
        """Pause or continue two computers."""
        if self._computers_only(PAUSE):
            self.session.pause(not self.session.paused)

    def step(self) -> None:
        """Let two computers make one move."""
        if self._computers_only(STEP):
            self.session.step()
            self._follow()
            self.searches.skip_delay()

    def change_speed(self, step: int) -> None:
        """Change the time between the moves of two computers."""
        if not self._computers_only(FASTER if step < 0 else SLOWER):
            return
        services = self._screen.services
        now = services.preferences.settings.speed
        nearest = min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - now))
        seconds = SPEEDS[min(max(nearest + step, 0), len(SPEEDS) - 1)]
        services.preferences.change(speed=seconds)
        self.answer(_("{time} between moves").format(time=short_seconds(seconds)))
