"""Random commands to a session in any order, beside a model of lists and numbers.

Its participants answer late, never, twice, illegally and out of turn, and raise whatever is asked of them.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, NothingToRedoError, NothingToUndoError, P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Termination
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Change, Match
from p4tui.play.participants import Answer, Failure, Reply, Turn
from p4tui.play.seats import SEAT_TEXTS, seat_of_text, text_of
from tests.property.oracle import Board, assert_same
from tests.unit.sessions import Awkward, Replies, factory_of, gives, raises, session_with

SEATS = st.sampled_from(SEAT_TEXTS)
COLUMNS = st.integers(-1, 5)
COLOURS = st.sampled_from(tuple(Colour))
CONTROLS = st.sampled_from((None, TimeControl(5000), TimeControl(5000, 1000)))
MILLISECONDS = st.one_of(st.integers(0, 2500), st.just(6000))
ILLEGAL = st.sampled_from((-1, 5, 10**30, "1", None, 0.0))
ERROR = ConnectionError("gone")


class SessionMachine(RuleBasedStateMachine):
    """A 5x4 board with lines of three: games end often, with a clock or without."""

    @initialize(red=SEATS, yellow=SEATS, starter=COLOURS, control=CONTROLS)
    def begin(
        self,
        red: str,
        yellow: str,
        starter: Colour,
        control: TimeControl | None,
    ) -> None:
        game = Game.new(Position(Geometry(5, 4, 3)))
        self.now = 0
        clock = None if control is None else Clock.new(control)
        match = Match(seat_of_text(red, "A"), seat_of_text(yellow, "B"), game, starter, clock=clock)
        self.participant = Awkward(on_cancel=raises(ERROR), on_close=raises(ERROR))
        self.replies = Replies()
        self.session = session_with(
            match,
            random.Random(1),
            lambda: self.now / 1000,
            factory=factory_of(self.participant),
            on_reply=self.replies.append,
        )
        self.control = control
        self.times = self.full_clocks()
        self.used = 0
        self.suspended = self.searching = self.failed = False
        self.kept: Answer | None = None
        self.seats = {Colour.RED: red, Colour.YELLOW: yellow}
        self.starter = starter
        self.moves: list[int] = []
        self.undone: list[int] = []
        self.resigned: Colour | None = None
        self.flagged: Colour | None = None
        self.results: list[Colour | None] = []
        self.old: list[Turn] = []
        self.heard: list[Change] = []
        self.session.subscribe(lambda change, match: self.heard.append(change))

    # The model

    def board(self) -> Board:
        board = Board(5, 4, 3)
        for column in self.moves:
            board.drop(column)
        return board

    def mover(self, ply: int | None = None) -> Colour:
        ply = len(self.moves) if ply is None else ply
        return self.starter if ply % 2 == 0 else self.starter.other

    def loser(self) -> Colour | None:
        """Who gave up or ran out of time."""
        return self.resigned or self.flagged

    def over(self) -> bool:
        return self.loser() is not None or bool(self.board().lines()) or self.board().full()

    def winner(self) -> Colour | None:
        loser = self.loser()
        if loser is not None:
            return loser.other
        lines = self.board().lines()
        if not lines:
            return None
        return self.starter if lines[0][0] == 1 else self.starter.other

    def computers_only(self) -> bool:
        return "human" not in self.seats.values()

    def keep_turn(self) -> None:
        if self.session.turn is not None:
            self.old.append(self.session.turn)

    def full_clocks(self) -> list[dict[Colour, int]]:
        """The times of a game that has not begun: one entry for each position, also those that were taken back."""
        base = self.control.base if self.control else 0
        return [dict.fromkeys(Colour, base)]

    def time_runs(self) -> bool:
        counted = self.control is not None and bool(self.moves) and not self.over()
        thinks = self.seats[self.mover()] == "human" or self.searching
        return counted and thinks and not self.suspended and not self.session.paused

    def left(self, colour: Colour) -> int:
        used = self.used if colour is self.mover() else 0
        return self.times[len(self.moves)][colour] - used

    def look_at_the_clock(self) -> bool:
        """The model's part of a look: whether the flag of the one to move falls."""
        if self.control is None or self.over() or self.left(self.mover()) > 0:
            return False
        self.flagged = self.mover()
        self.ask_anew()
        return True

    def moved(self, column: int) -> None:
        """The model's part of a move."""
        times = dict(self.times[len(self.moves)])
        if self.control is not None and self.moves:
            times[self.mover()] += self.control.increment - self.used
        self.times[len(self.moves) + 1 :] = [times]
        self.moves.append(column)
        self.undone = []
        self.new_turn()

    def new_turn(self) -> None:
        """Nothing of its time is used."""
        self.used = 0
        self.ask_anew()

    def ask_anew(self) -> None:
        """Whoever was asked for a move is asked no longer."""
        self.searching = self.failed = False
        self.kept = None

    # The clock

    @rule(milliseconds=MILLISECONDS)
    def time_passes(self, milliseconds: int) -> None:
        self.now += milliseconds
        if self.time_runs():
            self.used += min(milliseconds, self.left(self.mover()))

    @rule()
    def check_clock(self) -> None:
        runs = self.time_runs()
        assert self.session.check_clock() is (runs and self.look_at_the_clock())

    @rule()
    def suspend(self) -> None:
        self.session.suspend()
        self.suspended = True

    @rule()
    def resume(self) -> None:
        self.session.resume()
        self.suspended = False

    # The participants

    def start_turn(self) -> Turn:
        self.keep_turn()
        turn = self.session.turn
        assert turn is not None
        self.session.start_turn()
        self.searching = self.kept is None
        return turn

    def legal(self, choice: int) -> int:
        columns = self.board().open_columns()
        return columns[choice % len(columns)]

    @precondition(lambda self: self.session.turn is not None)
    @rule(milliseconds=MILLISECONDS)
    def thinks_for_a_while(self, milliseconds: int) -> None:
        self.start_turn()
        self.time_passes(milliseconds)

    @precondition(lambda self: self.session.turn is not None and self.kept is None)
    @rule(choice=st.integers(0, 4))
    def answers(self, choice: int) -> None:
        """The answer waits for its delivery; a second one to the same turn is dropped."""
        reply = Answer(self.start_turn(), self.legal(choice))
        assert self.session.receive(reply)
        assert not self.session.receive(reply)
        self.kept = reply
        self.searching = False

    @precondition(lambda self: self.kept is not None)
    @rule()
    def is_delivered(self) -> None:
        self.keep_turn()
        answer = self.kept
        assert answer is not None
        fallen = self.look_at_the_clock()
        assert self.session.deliver(answer) is not fallen
        if not fallen:
            self.moved(answer.column)

    @precondition(lambda self: self.session.turn is not None and self.kept is None)
    @rule(column=ILLEGAL, choice=st.integers(0, 4))
    def answers_illegally(self, column: object, choice: int) -> None:
        """What comes after it to the same turn is dropped, be it legal."""
        turn = self.start_turn()
        gives(column, self.legal(choice))(turn, self.replies.append)
        assert self.replies.deliver(self.session) == [False, False]
        self.ask_anew()
        self.failed = True

    @precondition(lambda self: self.session.turn is not None and self.kept is None)
    @rule()
    def raises_in_its_turn(self) -> None:
        """Where it is told of the turn once only, it raises in the middle of it."""
        self.participant.on_start = raises(ERROR)
        turn = self.start_turn()
        self.participant.on_start = lambda _turn, _on_reply: None
        self.replies.append(Failure(turn, ERROR))
        assert not any(self.replies.deliver(self.session))
        self.ask_anew()
        self.failed = True

    # The commands

    @rule(column=COLUMNS)
    def play(self, column: int) -> None:
        self.keep_turn()
        board = self.board()
        fallen = self.look_at_the_clock()
        allowed = (
            not self.over()
            and self.seats[self.mover()] == "human"
            and board.free_row(column) is not None
        )
        before = self.session.match
        try:
            self.session.move(self.session.match.to_move, column)
        except P4Error:
            assert not allowed
            assert fallen or self.session.match is before
        else:
            assert allowed
            self.moved(column)

    @rule(choice=st.integers(0, 99), fails=st.booleans())
    def answers_late(self, choice: int, fails: bool) -> None:
        if self.old:
            before = self.session.match
            turn = self.old[choice % len(self.old)]
            if turn is not self.session.turn:
                reply: Reply = Failure(turn, ERROR) if fails else Answer(turn, 0)
                assert not self.session.receive(reply)
                assert not isinstance(reply, Answer) or not self.session.deliver(reply)
                assert self.session.match is before

    @rule()
    def undo(self) -> None:
        self.keep_turn()
        forfeited = self.loser() is not None
        kept = len(self.moves) if forfeited else len(self.moves) - 1
        if not forfeited and not self.computers_only():
            while kept > 0 and self.seats[self.mover(kept)] != "human":
                kept -= 1
        possible = kept >= 0 and (
            forfeited or self.computers_only() or self.seats[self.mover(kept)] == "human"
        )
        try:
            self.session.undo()
        except NothingToUndoError:
            assert not possible
        else:
            assert possible
            self.undone = self.moves[kept:] + self.undone
            del self.moves[kept:]
            self.resigned = self.flagged = None
            self.new_turn()

    @rule()
    def redo(self) -> None:
        self.keep_turn()
        possible = bool(self.undone) and self.loser() is None
        try:
            self.session.redo()
        except NothingToRedoError:
            assert not possible
            return
        assert possible
        self.moves.append(self.undone.pop(0))
        while self.undone and not self.computers_only() and self.seats[self.mover()] != "human":
            self.moves.append(self.undone.pop(0))
        self.new_turn()

    @rule(colour=COLOURS)
    def resign(self, colour: Colour) -> None:
        self.keep_turn()
        self.look_at_the_clock()
        possible = not self.over() and self.seats[colour] == "human"
        try:
            self.session.resign(colour)
        except P4Error:
            assert not possible
        else:
            assert possible
            self.resigned = colour
            self.ask_anew()

    def next_game(self) -> None:
        """The model's part of a new game."""
        if self.over():
            self.results.append(self.winner())
        if self.moves or self.over():
            self.starter = self.starter.other
        self.moves, self.undone, self.resigned, self.flagged = [], [], None, None
        self.times = self.full_clocks()
        self.new_turn()

    @rule()
    def new_game(self) -> None:
        self.keep_turn()
        self.session.new_game()
        self.next_game()

    @rule()
    def swap_sides(self) -> None:
        self.keep_turn()
        self.session.swap_sides()
        if self.over():
            self.next_game()
            # Whoever was second begins, now with the other's discs.
            self.starter = self.starter.other
        self.seats = {Colour.RED: self.seats[Colour.YELLOW], Colour.YELLOW: self.seats[Colour.RED]}
        self.ask_anew()
        self.results = [winner and winner.other for winner in self.results]

    @rule(colour=COLOURS, level=SEATS)
    def set_seat(self, colour: Colour, level: str) -> None:
        self.keep_turn()
        self.session.set_seat(colour, seat_of_text(level))
        self.seats[colour] = level
        self.ask_anew()

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.keep_turn()
        if self.computers_only() and paused is not self.session.paused:
            self.ask_anew()
        self.session.pause(paused)

    @rule()
    def step(self) -> None:
        self.keep_turn()
        self.session.step()
        if self.computers_only():
            self.failed = False

    @rule()
    def move_now(self) -> None:
        asked = self.failed or self.session.turn is not None
        assert self.session.move_now() is asked
        self.failed = False

    @rule()
    def hint(self) -> None:
        with suppress(GameOverError):
            question = self.session.question()
            assert set(question.position.legal_columns()) == set(self.board().open_columns())
            return
        assert self.over()

    # What always holds

    @invariant()
    def the_match_is_the_models(self) -> None:
        match = self.session.match
        assert list(match.game.played) == self.moves
        assert_same(match.position, self.board())
        assert match.starter is self.starter
        assert match.to_move is self.mover()
        assert (match.outcome is not None) is self.over()
        assert match.winner is (self.winner() if self.over() else None)
        assert {colour: text_of(match.seat(colour)) for colour in Colour} == self.seats
        results = [*self.results, self.winner()] if self.over() else self.results
        assert list(match.all_results) == results

    @invariant()
    def a_move_is_asked_for_exactly_while_a_computer_is_to_move_that_has_not_failed(self) -> None:
        session = self.session
        wanted = not self.over() and self.seats[self.mover()] != "human" and not session.paused
        assert (session.turn is not None) is (wanted and not self.failed)
        assert (session.failure is not None) is self.failed
        assert session.match.person_to_move is (
            not self.over() and self.seats[self.mover()] == "human"
        )
        if session.turn is not None:
            assert session.turn.game == session.match.game
            assert session.turn.colour is session.match.to_move

    @invariant()
    def both_have_the_time_that_they_have_in_the_model(self) -> None:
        session = self.session
        for colour in Colour:
            left = session.time_left(colour)
            assert left == (None if self.control is None else self.left(colour))
            assert left is None or left >= 0
        assert session.clock_runs is self.time_runs()

    @invariant()
    def no_time_is_lost_or_won_but_increments_and_what_was_used(self) -> None:
        clock = self.session.match.clock
        if clock is None or self.control is None:
            return
        assert len(clock.times) == len(self.moves) + len(self.undone) + 1
        for before, after in pairwise(clock.times[1:]):
            changes = [new - old for old, new in zip(before, after, strict=True)]
            assert 0 in changes
            assert max(changes) <= self.control.increment
            assert min(after) > 0

    @invariant()
    def the_loser_by_the_clock_is_who_has_no_time(self) -> None:
        outcome = self.session.match.outcome
        fallen = outcome is not None and outcome.termination is Termination.TIME
        assert fallen is (self.flagged is not None)
        assert not fallen or self.session.time_left(self.mover()) == 0

    @invariant()
    def only_computers_are_paused(self) -> None:
        assert not self.session.paused or self.session.match.computers_only

    @invariant()
    def every_turn_but_the_current_one_is_stopped(self) -> None:
        for turn in [*self.old, *self.participant.turns]:
            assert turn is self.session.turn or turn.stop.is_set()


TestSession = SessionMachine.TestCase
TestSession.settings = settings(max_examples=200, stateful_step_count=40)
