from __future__ import annotations

import pytest

from p4tui.core.board_text import from_matrix, parse_board
from p4tui.core.colour import Colour
from p4tui.core.drawings import DRAWING_STYLES, draw, format_matrix, to_matrix
from p4tui.core.geometry import Geometry
from p4tui.core.lines import Direction, line_length, longest_line
from p4tui.core.position import Position, Side
from tests.tools.positions import after

EXERCISE_A = """\
1234567
_______
_______
_______
_______
X______
X___O__"""

EXERCISE_B = """\
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |X| | | |
| | | |X|O| | |
 0 1 2 3 4 5 6"""

EXERCISE_B_MATRIX = "[[0,0,0,1,2,0,0],[0,0,0,1,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]"

EXERCISE_D = """\
6| | | | | | | |
5| | | | | | | |
4| | | | | | | |
3| | | | |W| | |
2| |W| |W|B| | |
1| |B|W|B|B| | |
  1 2 3 4 5 6 7"""

EXERCISE_E_FIGURE_2 = """\
    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o * * o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7"""

DEBUG = """\
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 1 0 0 0
0 0 0 1 2 0 0"""

EMPTY_E = """\
    1 2 3 4
  5          5
  4          4
  3          3
  2          2
  1          1
    1 2 3 4"""

WIDE_A = """\
123456789ABC
____________
____________
____________
X__________O"""

WIDE_B = """\
|  |  |  |  |  |  |  |  |  |  |  |  |
|  |  |  |  |  |  |  |  |  |  |  |  |
|  |  |  |  |  |  |  |  |  |  |  |  |
| X|  |  |  |  |  |  |  |  |  |  | O|
  0  1  2  3  4  5  6  7  8  9 10 11"""

WIDE_D = """\
 4|  |  |  |  |  |  |  |  |  |  |  |  |
 3|  |  |  |  |  |  |  |  |  |  |  |  |
 2|  |  |  |  |  |  |  |  |  |  |  |  |
 1| W|  |  |  |  |  |  |  |  |  |  | B|
    1  2  3  4  5  6  7  8  9 10 11 12"""

WIDE_E = """\
      1  2  3  4  5  6  7  8  9 10 11 12
   4                                       4
   3                                       3
   2                                       2
   1  *                                o   1
      1  2  3  4  5  6  7  8  9 10 11 12"""

TALL_D = """\
10| | | | |
 9| | | | |
 8| | | | |
 7| | | | |
 6| | | | |
 5| | | | |
 4| | | | |
 3| | | | |
 2| | | | |
 1|W| | |B|
   1 2 3 4"""

TALL_E = """\
     1 2 3 4
  10          10
   9           9
   8           8
   7           7
   6           6
   5           5
   4           4
   3           3
   2           2
   1 *     o   1
     1 2 3 4"""


def figure_2() -> Position:
    """Exercise E's figure 2: red has just played column 5, so yellow began."""
    return parse_board(EXERCISE_E_FIGURE_2, starter=Colour.YELLOW)[0]


def eight_discs() -> Position:
    """Exercise D's picture, white the first side; no game leads to it, as every move would land on a black disc."""
    geometry = Geometry()
    white = [(2, 0), (1, 1), (3, 1), (4, 2)]
    black = [(1, 0), (3, 0), (4, 0), (4, 1)]
    first, second = (sum(geometry.bit(*cell) for cell in cells) for cells in (white, black))
    return Position(geometry, first, second)


WIDE = after("1C", Geometry(12, 4, 4))
TALL = after("14", Geometry(4, 10, 4))

DRAWN = {
    "exercise A": ("exercise-a", after("151"), EXERCISE_A),
    "exercise B": ("exercise-b", after("454"), EXERCISE_B),
    "exercise D": ("exercise-d", eight_discs(), EXERCISE_D),
    "debug": ("debug", after("454"), DEBUG),
    "an empty board like exercise E's": ("exercise-e", Position(Geometry(4, 5, 4)), EMPTY_E),
    "A, twelve columns": ("exercise-a", WIDE, WIDE_A),
    "B, twelve columns": ("exercise-b", WIDE, WIDE_B),
    "D, twelve columns": ("exercise-d", WIDE, WIDE_D),
    "E, twelve columns": ("exercise-e", WIDE, WIDE_E),
    "D, ten rows": ("exercise-d", TALL, TALL_D),
    "E, ten rows": ("exercise-e", TALL, TALL_E),
}


@pytest.mark.parametrize(("style", "position", "drawing"), DRAWN.values(), ids=DRAWN.keys())
def test_drawings_are_exact_and_read_back(style: str, position: Position, drawing: str) -> None:
    assert draw(position, style) == drawing
    assert parse_board(drawing) == (position, Colour.RED)


def test_exercise_b_counts_columns_from_0_so_ten_of_them_need_one_digit() -> None:
    drawing = draw(Position(Geometry(10, 4, 4)), "exercise-b")
    assert drawing.splitlines() == ["| | | | | | | | | | |"] * 4 + [" 0 1 2 3 4 5 6 7 8 9"]


def test_the_matrix_of_exercise_b_has_its_bottom_row_first() -> None:
    position = after("454")
    assert to_matrix(position) == ((0, 0, 0, 1, 2, 0, 0), (0, 0, 0, 1, 0, 0, 0), *[(0,) * 7] * 4)
    assert format_matrix(position, Colour.RED) == EXERCISE_B_MATRIX
    assert parse_board(EXERCISE_B_MATRIX) == (position, Colour.RED)
    assert from_matrix(to_matrix(position)) == (position, Colour.RED)


def test_a_matrix_is_a_style_too() -> None:
    assert draw(after("454"), "matrix") == EXERCISE_B_MATRIX
    yellow = EXERCISE_B_MATRIX.translate(str.maketrans("12", "21"))
    assert draw(after("454"), "matrix", Colour.YELLOW) == yellow


@pytest.mark.parametrize("style", [style for style in DRAWING_STYLES if style != "exercise-d"])
def test_colours_belong_to_players_whoever_starts(style: str) -> None:
    assert draw(after("4"), style, Colour.RED) != draw(after("4"), style, Colour.YELLOW)
    assert parse_board(draw(after("454"), style, Colour.YELLOW)) == (after("454"), Colour.YELLOW)
    assert to_matrix(after("4"), Colour.YELLOW)[0][3] == 2


@pytest.mark.parametrize("starter", Colour)
def test_whoever_began_is_white_in_exercise_d(starter: Colour) -> None:
    drawing = draw(after("454"), "exercise-d", starter)
    assert drawing == draw(after("454"), "exercise-d")
    assert drawing.splitlines()[4:6] == ["2| | | |W| | | |", "1| | | |W|B| | |"]
    assert parse_board(drawing, starter=starter) == (after("454"), starter)
    assert parse_board(drawing) == (after("454"), Colour.RED)


def test_exercise_d_speaks_french() -> None:
    drawing = draw(eight_discs(), "exercise-d", letters="BN")
    assert drawing == EXERCISE_D.replace("B", "N").replace("W", "B")
    assert parse_board(drawing) == (eight_discs(), Colour.RED)


@pytest.mark.parametrize("letters", ["", "B", "BB", "BWN", "B ", "|B", "12", "\n\t"])
def test_two_different_letters_are_wanted(letters: str) -> None:
    with pytest.raises(ValueError, match="two letters"):
        draw(after("4"), "exercise-d", letters=letters)


def test_an_unknown_style_is_an_error() -> None:
    with pytest.raises(ValueError, match="exercise-c"):
        draw(after("4"), "exercise-c")


def test_figure_2_of_exercise_e_is_drawn_exactly() -> None:
    assert draw(figure_2(), "exercise-e", Colour.YELLOW) == EXERCISE_E_FIGURE_2


def test_column_4_of_figure_2_is_full_and_yellow_wins_in_column_5() -> None:
    position = figure_2()
    assert [column for column in range(7) if not position.is_playable(column)] == [3]
    assert position.to_move is Side.FIRST
    assert [column for column in range(7) if position.wins_at(column)] == [4]


def test_the_longest_lines_of_figure_2() -> None:
    position = figure_2()
    assert longest_line(position, 0, 0) == line_length(position, 0, 0, Direction.RISING) == 3
    assert longest_line(position, 6, 0) == line_length(position, 6, 0, Direction.VERTICAL) == 2
    assert longest_line(position, 5, 1) == 3


def test_figure_2_has_eleven_discs_each() -> None:
    assert figure_2().ply == 22
    assert parse_board(EXERCISE_E_FIGURE_2)[1] is Colour.RED
