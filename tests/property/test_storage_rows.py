"""Any match that can be played goes to a row and back unchanged; any other row is refused, and nothing else happens."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.core.board_text import parse_board
from p4tui.core.colour import Colour
from p4tui.core.drawings import draw
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.participants import Answer, participant_factory
from p4tui.play.seats import Person, Seat, UnknownSeat, seat_of_text
from p4tui.play.session import Session
from p4tui.storage import connections, records
from p4tui.storage.errors import RecordError
from p4tui.storage.schema import MIGRATIONS, migrate
from tests.unit.stored import SEATS as EXAMPLES

ANY_TEXT = st.text(st.characters(), max_size=12)
"""Surrogates and NUL included: names come from command lines and files."""

# Letters that SQLite's texts can hold: kinds and ids are written by programs.
IDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
SEATS: st.SearchStrategy[Seat] = st.builds(
    replace, st.sampled_from(list(EXAMPLES.values())), name=ANY_TEXT
) | st.builds(UnknownSeat, st.sampled_from(["program", "robot"]), IDS, ANY_TEXT)
CONTROLS = st.none() | st.builds(
    TimeControl, st.integers(1000, 10_800_000), st.integers(0, 180_000)
)


@st.composite
def geometries(draw_value: st.DrawFn) -> Geometry:
    columns, rows = draw_value(st.integers(4, 32)), draw_value(st.integers(4, 32))
    return Geometry(columns, rows, draw_value(st.integers(3, max(columns, rows))))


@st.composite
def starts(draw_value: st.DrawFn) -> Position:
    """The empty board, or one that was drawn by somebody."""
    position = Position(draw_value(geometries()))
    for column in draw_value(st.lists(st.integers(0, 31), max_size=40)):
        if position.is_playable(column):
            position = position.play(column)
    if draw_value(st.booleans()):
        # As it comes from a drawing: whatever the reader makes of it.
        geometry = position.geometry
        position, _ = parse_board(draw(position, "exercise-b"), geometry.connect)
    return position


@st.composite
def matches(draw_value: st.DrawFn) -> Match:
    """A match after some things were done to it through a session, with time passing."""
    start = draw_value(starts())
    control = draw_value(CONTROLS)
    game = Game.new(start)
    match = Match(
        draw_value(SEATS),
        draw_value(SEATS),
        game,
        draw_value(st.sampled_from(Colour)),
        tuple(draw_value(st.lists(st.sampled_from([*Colour, None]), max_size=5))),
        None if control is None else Clock.new(control),
    )
    now = [0.0]
    session = Session(
        match,
        random.Random(1),
        participant_factory(lambda job: None),
        lambda reply: None,
        lambda: now[0],
    )
    for _ in range(draw_value(st.integers(0, 30))):
        now[0] += draw_value(st.sampled_from([0.0, 0.0015, 1.0, 700.0]))
        what = draw_value(st.integers(0, 12))
        column = draw_value(st.integers(0, start.geometry.columns - 1))
        with suppress(P4Error):
            _do(session, what, column)
    session.close()
    return session.match


def _do(session: Session, what: int, column: int) -> None:
    """Something that the players, or the time, can do."""
    if what == 0:
        session.undo()
    elif what == 1:
        session.redo()
    elif what == 2 and column == 0:
        session.resign(session.match.resigning_colour)
    elif what == 3:
        session.swap_sides()
    elif what == 4:
        session.check_clock()
    elif what == 5 and column == 0:
        session.new_game()
    elif what == 6:
        session.set_seat(Colour.RED, seat_of_text(("random", "human")[column % 2]))
    elif session.turn is not None:
        session.start_turn()
        answer = Answer(session.turn, column)
        if session.receive(answer):
            session.deliver(answer)
    else:
        session.pause(False)
        session.move(session.match.to_move, column)


def through_sqlite(row: dict[str, object]) -> dict[str, object]:
    """A row as it comes back from a database."""
    whole = row | {"started": 1.0, "changed": 1.0, "imported": 0}
    with closing(connections.in_memory()) as connection:
        migrate(connection, MIGRATIONS, Path("nowhere"))
        names, places = ", ".join(whole), ", ".join(f":{name}" for name in whole)
        connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", whole)  # noqa: S608  names of columns
        (found,) = connection.execute("SELECT * FROM games").fetchall()
        return {name: found[name] for name in row}


@settings(max_examples=200, deadline=None)
@given(matches())
def test_a_match_comes_back_as_it_was(match: Match) -> None:
    assert records.from_row(through_sqlite(records.to_row(match))) == match


@given(st.text(st.characters()))
def test_a_name_comes_back_as_it_was(name: str) -> None:
    stored = records.encode_text(name)
    assert records.decode_text(stored) == name
    with closing(sqlite3.connect(":memory:")) as connection:
        (back,) = connection.execute("SELECT ?", (stored,)).fetchone()
    assert back == stored


@given(starts())
def test_a_start_comes_back_as_it_was(start: Position) -> None:
    assert records.parse_start(records.format_start(start), start.geometry) == start


VALUES = (
    st.none()
    | st.integers(-5, 40)
    | st.integers()
    | st.floats()
    | st.binary(max_size=8)
    | st.text(max_size=12)
    | st.text("0123456789,;+/-", max_size=30)
    | st.sampled_from(["line", "full board", "resignation", "time", "random", "r", "4453"])
)
COLUMNS = sorted(records.to_row(Match(Person(), Person(), Game.new())))


@settings(max_examples=300, deadline=None)
@given(matches(), st.dictionaries(st.sampled_from(COLUMNS), VALUES, min_size=1, max_size=4))
def test_any_other_row_is_a_game_or_refused(match: Match, changed: dict[str, object]) -> None:
    row = records.to_row(match) | changed
    try:
        found = records.from_row(row)
    except RecordError:
        return
    # What is taken for a game is one, and is written as it was understood.
    assert records.from_row(records.to_row(found)) == found


@given(st.dictionaries(st.sampled_from(COLUMNS), VALUES))
def test_a_row_of_nonsense_is_refused(row: dict[str, object]) -> None:
    try:
        found = records.from_row(row)
    except RecordError:
        return
    assert records.from_row(records.to_row(found)) == found
