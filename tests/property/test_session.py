"""Random commands to a session in any order, beside a model of lists and numbers."""

from __future__ import annotations

import random
from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, NothingToRedoError, NothingToUndoError, P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.match import Match, Seat
from p4tui.play.session import Change, Session, Ticket
from p4tui.players.levels import LEVELS
from tests.property.oracle import Board, assert_same

SEATS = st.sampled_from((None, *(level.id for level in LEVELS)))
COLUMNS = st.integers(-1, 5)
COLOURS = st.sampled_from(tuple(Colour))


class SessionMachine(RuleBasedStateMachine):
    """A 5x4 board with lines of three: games end often."""

    @initialize(red=SEATS, yellow=SEATS, starter=COLOURS)
    def begin(self, red: str | None, yellow: str | None, starter: Colour) -> None:
        game = Game.new(Position(Geometry(5, 4, 3)))
        self.session = Session(
            Match(Seat("A", red), Seat("B", yellow), game, starter), random.Random(1)
        )
        self.seats = {Colour.RED: red, Colour.YELLOW: yellow}
        self.starter = starter
        self.moves: list[int] = []
        self.undone: list[int] = []
        self.resigned: Colour | None = None
        self.results: list[Colour | None] = []
        self.old: list[Ticket] = []
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

    def over(self) -> bool:
        return self.resigned is not None or bool(self.board().lines()) or self.board().full()

    def winner(self) -> Colour | None:
        if self.resigned is not None:
            return self.resigned.other
        lines = self.board().lines()
        if not lines:
            return None
        return self.starter if lines[0][0] == 1 else self.starter.other

    def computers_only(self) -> bool:
        return None not in self.seats.values()

    def keep_ticket(self) -> None:
        if self.session.ticket is not None:
            self.old.append(self.session.ticket)

    # The commands

    @rule(column=COLUMNS)
    def play(self, column: int) -> None:
        self.keep_ticket()
        board = self.board()
        allowed = (
            not self.over()
            and self.seats[self.mover()] is None
            and board.free_row(column) is not None
        )
        before = self.session.match
        try:
            self.session.play(column)
        except P4Error:
            assert not allowed
            assert self.session.match is before
        else:
            assert allowed
            self.moves.append(column)
            self.undone = []

    @precondition(lambda self: self.session.ticket is not None)
    @rule(choice=st.integers(0, 4))
    def answer(self, choice: int) -> None:
        ticket = self.session.ticket
        assert ticket is not None
        self.keep_ticket()
        columns = self.board().open_columns()
        column = columns[choice % len(columns)]
        assert self.session.deliver(ticket, column)
        self.moves.append(column)
        self.undone = []

    @rule(choice=st.integers(0, 99))
    def late_answer(self, choice: int) -> None:
        if self.old:
            before = self.session.match
            ticket = self.old[choice % len(self.old)]
            if ticket is not self.session.ticket:
                assert not self.session.deliver(ticket, 0)
                assert self.session.match is before

    @rule()
    def undo(self) -> None:
        self.keep_ticket()
        kept = len(self.moves) if self.resigned is not None else len(self.moves) - 1
        if self.resigned is None and not self.computers_only():
            while kept > 0 and self.seats[self.mover(kept)] is not None:
                kept -= 1
        possible = kept >= 0 and (
            self.resigned is not None
            or self.computers_only()
            or self.seats[self.mover(kept)] is None
        )
        try:
            self.session.undo()
        except NothingToUndoError:
            assert not possible
        else:
            assert possible
            self.undone = self.moves[kept:] + self.undone
            del self.moves[kept:]
            self.resigned = None

    @rule()
    def redo(self) -> None:
        self.keep_ticket()
        possible = bool(self.undone) and self.resigned is None
        try:
            self.session.redo()
        except NothingToRedoError:
            assert not possible
            return
        assert possible
        self.moves.append(self.undone.pop(0))
        while self.undone and not self.computers_only() and self.seats[self.mover()] is not None:
            self.moves.append(self.undone.pop(0))

    @rule()
    def resign(self) -> None:
        self.keep_ticket()
        possible = not self.over() and not self.computers_only()
        try:
            self.session.resign()
        except P4Error:
            assert not possible
        else:
            assert possible
            person = self.mover() if self.seats[self.mover()] is None else self.mover().other
            self.resigned = person

    def next_game(self) -> None:
        """The model's part of a new game."""
        if self.over():
            self.results.append(self.winner())
        if self.moves or self.over():
            self.starter = self.starter.other
        self.moves, self.undone, self.resigned = [], [], None

    @rule()
    def new_game(self) -> None:
        self.keep_ticket()
        self.session.new_game()
        self.next_game()

    @rule()
    def swap_sides(self) -> None:
        self.keep_ticket()
        self.session.swap_sides()
        if self.over():
            self.next_game()
            # Whoever was second begins, now with the other's discs.
            self.starter = self.starter.other
        self.seats = {Colour.RED: self.seats[Colour.YELLOW], Colour.YELLOW: self.seats[Colour.RED]}
        self.results = [winner and winner.other for winner in self.results]

    @rule(colour=COLOURS, level=SEATS)
    def set_level(self, colour: Colour, level: str | None) -> None:
        self.keep_ticket()
        self.session.set_level(colour, level)
        self.seats[colour] = level

    @rule(paused=st.booleans())
    def pause(self, paused: bool) -> None:
        self.keep_ticket()
        self.session.pause(paused)

    @rule()
    def step(self) -> None:
        self.keep_ticket()
        self.session.step()

    @rule()
    def move_now(self) -> None:
        assert self.session.move_now() is (self.session.ticket is not None)

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
        assert (match.red.level, match.yellow.level) == (
            self.seats[Colour.RED],
            self.seats[Colour.YELLOW],
        )
        results = [*self.results, self.winner()] if self.over() else self.results
        assert list(match.all_results) == results

    @invariant()
    def a_search_is_wanted_exactly_while_a_computer_is_to_move(self) -> None:
        session = self.session
        wanted = not self.over() and self.seats[self.mover()] is not None and not session.paused
        assert (session.ticket is not None) is wanted
        assert session.human_to_move is (not self.over() and self.seats[self.mover()] is None)
        if session.ticket is not None:
            assert session.ticket.position == session.match.position
            assert session.ticket.colour is session.match.to_move

    @invariant()
    def only_computers_are_paused(self) -> None:
        assert not self.session.paused or self.session.match.computers_only

    @invariant()
    def every_ticket_but_the_current_one_is_stopped_or_answered(self) -> None:
        for ticket in self.old:
            if ticket is not self.session.ticket:
                assert ticket.stop.is_set()


TestSession = SessionMachine.TestCase
TestSession.settings = settings(max_examples=60, stateful_step_count=40)
