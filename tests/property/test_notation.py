"""Every notation there and back on boards of all sizes, and arbitrary texts, which give nothing but the typed errors."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from p4tui.core.board_text import drawing_ends, from_matrix, parse_board
from p4tui.core.colour import Colour
from p4tui.core.drawings import DRAWING_STYLES, MATRIX, draw, format_matrix, to_matrix
from p4tui.core.errors import BoardError, NotationError
from p4tui.core.game import Game
from p4tui.core.geometry import MIN_SIZE, Geometry
from p4tui.core.notation import format_moves, parse_game, parse_moves
from p4tui.core.position import Position, Side
from tests.property.oracle import position_after

STARTERS = st.sampled_from(Colour)
STYLES = st.sampled_from(DRAWING_STYLES)
LETTERS = st.sampled_from(["WB", "BN"])


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions reached by playing on boards of all sizes, with lines of 3 to 6."""
    columns, rows = draw(st.integers(4, 32)), draw(st.integers(4, 32))
    geometry = Geometry(columns, rows, draw(st.integers(3, min(6, max(columns, rows)))))
    plies = draw(st.integers(0, geometry.cells))
    return position_after(geometry, draw(st.binary(min_size=plies, max_size=plies)))


@given(st.lists(st.integers(0, 31)))
def test_move_strings_there_and_back(moves: list[int]) -> None:
    text = format_moves(moves)
    assert len(text) == len(moves)
    assert list(parse_moves(text)) == list(parse_moves(text.lower())) == moves
    assert list(parse_moves(" ".join(text) + "\n")) == moves


@given(st.integers(4, 32), st.integers(4, 32), st.binary(max_size=200))
def test_games_there_and_back(columns: int, rows: int, choices: bytes) -> None:
    game = Game.new(Position(Geometry(columns, rows)))
    for choice in choices:
        legal = game.position.legal_columns()
        if not legal:
            break
        game = game.play(legal[choice % len(legal)])
    assert parse_game(format_moves(game.played), game.start) == game


@given(positions(), STARTERS)
def test_matrices_there_and_back(position: Position, starter: Colour) -> None:
    connect = position.geometry.connect
    matrix = to_matrix(position, starter)
    assert from_matrix(matrix, connect, starter) == (position, starter)
    text = format_matrix(position, starter)
    assert json.loads(text) == [list(row) for row in matrix]
    assert parse_board(text, connect, starter) == (position, starter)
    assert parse_board(json.dumps(matrix, indent=8), connect, starter) == (position, starter)
    assert parse_board(str(matrix), connect, starter) == (position, starter)


@given(positions(), STARTERS, STYLES, LETTERS)
def test_drawings_there_and_back(
    position: Position, starter: Colour, style: str, letters: str
) -> None:
    connect = position.geometry.connect
    drawing = draw(position, style, starter, letters)
    assert parse_board(drawing, connect, starter) == (position, starter)
    bare = "\r\n".join(line.rstrip() for line in drawing.split("\n"))
    for written in (bare, bare.replace("\n", "\n\n"), bare.replace(" ", "\t")):
        assert parse_board(f"\ufeff\r\n{written}\r\n\r\n", connect, starter) == (position, starter)


@given(positions(), STARTERS, STYLES)
def test_the_starter_is_found_wherever_the_drawing_tells_it(
    position: Position, starter: Colour, style: str
) -> None:
    drawing = draw(position, style, starter)
    found = parse_board(drawing, position.geometry.connect)
    if style == "exercise-d":
        assert found == (position, Colour.RED)
    elif position.to_move is Side.SECOND:
        assert found == (position, starter)
    else:
        assert found[1] is Colour.RED
        assert to_matrix(*found) == to_matrix(position, starter)


@given(positions(), STARTERS, st.sampled_from(DRAWING_STYLES[:-2]))
def test_drawings_are_read_without_their_column_numbers(
    position: Position, starter: Colour, style: str
) -> None:
    lines = draw(position, style, starter).split("\n")
    above, below = {"exercise-a": (1, 0), "exercise-e": (1, 1)}.get(style, (0, 1))
    grid = "\n".join(lines[above : len(lines) - below])
    assert parse_board(grid, position.geometry.connect, starter) == (position, starter)


@given(positions(), STARTERS, STYLES)
def test_a_drawing_that_comes_in_ends_where_it_is_whole(
    position: Position, starter: Colour, style: str
) -> None:
    lines = draw(position, style, starter).split("\n")
    assert drawing_ends("\n".join(lines) + "\n")
    least = 1 if style == MATRIX else MIN_SIZE + (style in {"exercise-a", "exercise-e"})
    assert not any(drawing_ends("\n".join(lines[:n]) + "\n") for n in range(least))


@given(positions(), STARTERS)
def test_every_line_of_a_drawing_is_as_wide_as_the_format_needs(
    position: Position, starter: Colour
) -> None:
    columns, rows = position.geometry.columns, position.geometry.rows
    width = len(str(columns))
    label = max(width, len(str(rows)))
    widths = {
        "exercise-a": {columns},
        "exercise-d": {label + 1 + columns * (width + 1), label + columns * (width + 1)},
        "exercise-e": {
            2 + label + columns * (width + 1) + 2 + label,
            2 + label + columns * (width + 1),
        },
        "debug": {2 * columns - 1},
    }
    for style, expected in widths.items():
        assert {len(line) for line in draw(position, style, starter).split("\n")} == expected


def read_anything(text: str) -> None:
    """Check that each reader accepts a text or raises a typed error with an offset in it."""
    for read in (parse_moves, parse_game, parse_board):
        refused: NotationError | None = None
        try:
            read(text)
        except NotationError as error:
            refused = error
        assert refused is None or 0 <= refused.offset <= len(text)
        assert read is not parse_board or refused is None or isinstance(refused, BoardError)


@example("")
@example("\ufeff")
@example("[[")
@example("1\n2\n3\n4")
@example("|\n|\n|\n|")
@example("1  1\n1  1\n1  1\n1  1")
@given(st.text())
def test_arbitrary_text_gives_typed_errors(text: str) -> None:
    read_anything(text)


@settings(max_examples=300)
@given(st.text("0123456789 \n|XOBWN_*o[](),-\t\r", max_size=200))
def test_text_of_the_drawings_own_characters_gives_typed_errors(text: str) -> None:
    read_anything(text)
    drawing_ends(text + "\n")


@settings(max_examples=300)
@given(positions(), STYLES, st.data())
def test_a_drawing_with_a_fault_gives_a_position_or_a_typed_error(
    position: Position, style: str, data: st.DataObject
) -> None:
    text = draw(position, style)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 40)))
    put = data.draw(st.text("012 \n|XOBWN_*o[](),é", max_size=3))
    read_anything(text[:begin] + put + text[end:])
