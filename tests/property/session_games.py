"""Random matches played through the session, with refusals, undo, redo and late answers on the way, beside the naive oracle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from p4tui.core.colour import Colour
from p4tui.core.errors import ColumnFullError, GameOverError, NoSuchColumnError, NotYourTurnError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome, Position
from p4tui.play.match import Match
from p4tui.play.seats import seat_of_text
from p4tui.play.session import Session
from tests.property.oracle import STANDARD, Board, assert_same
from tests.unit.sessions import chosen, deliver, play, session_with, turn_of

SEATS = (("human", "human"), ("human", "random"), ("random", "human"), ("random", "random"))
"""Two people, a person against a computer on either side, two computers."""


def random_match(rng: random.Random, games: int, geometry: Geometry = STANDARD) -> list[Outcome]:
    """Play games of one match to their ends, starters alternating, and compare the score after each; how they ended."""
    red, yellow = rng.choice(SEATS)
    starter = rng.choice(tuple(Colour))
    match = Match(seat_of_text(red), seat_of_text(yellow), Game.new(Position(geometry)), starter)
    session = session_with(match, random.Random(rng.getrandbits(32)))
    outcomes: list[Outcome] = []
    wins: Counter[Colour | None] = Counter()
    for _ in range(games):
        assert session.match.starter is starter
        board = _play_to_the_end(session, rng)
        lines = board.lines()
        winner = None if not lines else starter if lines[0][0] == 1 else starter.other
        wins[winner] += 1
        match = session.match
        assert match.outcome is not None
        assert match.winner is winner
        assert {colour: match.wins(colour) for colour in Colour} == {
            colour: wins[colour] for colour in Colour
        }
        assert match.draws == wins[None]
        outcomes.append(match.outcome)
        session.new_game()
        starter = starter.other
    session.close()
    return outcomes


def _play_to_the_end(session: Session, rng: random.Random) -> Board:
    """Play a game to its end, compared before and after every move; the oracle's final board."""
    board = _board(session.match.geometry, [])
    assert_same(session.match.position, board)
    moves: list[int] = []
    while session.match.outcome is None:
        if moves and rng.random() < 0.05:
            moves = _take_back(session, moves, rng)
            board = _board(session.match.geometry, moves)
        else:
            column = rng.choice(board.open_columns())
            _move(session, board, column)
            moves.append(column)
            board.drop(column)
        assert_same(session.match.position, board)
        assert list(session.match.game.played) == moves
    with pytest.raises(GameOverError):
        play(session, rng.randrange(board.columns))
    return board


def _board(geometry: Geometry, moves: list[int]) -> Board:
    """The oracle's board after moves."""
    board = Board(geometry.columns, geometry.rows, geometry.connect)
    for column in moves:
        board.drop(column)
    return board


def _move(session: Session, board: Board, column: int) -> None:
    """The move of whoever's turn it is, after the refusals that the oracle expects."""
    if session.match.person_to_move:
        with pytest.raises(NoSuchColumnError):
            play(session, board.columns)
        for full in set(range(board.columns)) - set(board.open_columns()):
            with pytest.raises(ColumnFullError):
                play(session, full)
        play(session, column)
        return
    with pytest.raises(NotYourTurnError):
        play(session, column)
    turn = turn_of(session)
    assert chosen(session) in board.open_columns()
    assert deliver(session, turn, column)
    assert not deliver(session, turn, column)


def _take_back(session: Session, moves: list[int], rng: random.Random) -> list[int]:
    """Take back, perhaps make again; the moves that then stand: back to a person's turn where a person plays."""
    match = session.match
    late = session.turn
    computers_only = match.computers_only
    kept = len(moves) - 1
    while kept and not computers_only and not match.is_person(_mover(match, kept)):
        kept -= 1
    if not computers_only and not match.is_person(_mover(match, kept)):
        return moves  # the computer began, and nothing else was played
    session.undo()
    if late is not None:
        assert not deliver(session, late, 0)
    if rng.random() < 0.5:
        session.redo()
        kept = len(moves)
    session.pause(False)
    return moves[:kept]


def _mover(match: Match, ply: int) -> Colour:
    """Who moves after so many moves."""
    return match.starter if ply % 2 == 0 else match.starter.other
