from __future__ import annotations

import pytest

from p4tui.core.colour import Colour
from p4tui.core.drawings import (
    DRAWING_STYLES,
    draw,
    format_matrix,
    from_matrix,
    parse_board,
    to_matrix,
)
from p4tui.core.errors import BoardError, BoardErrorKind
from p4tui.core.geometry import Geometry
from p4tui.core.lines import Direction, line_length, longest_line
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side

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
  1 * o * * o o o  1
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
 1| B|  |  |  |  |  |  |  |  |  |  | W|
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
 1|B| | |W|
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


def after(moves: str, geometry: Geometry | None = None) -> Position:
    return parse_game(moves, Position(Geometry() if geometry is None else geometry)).position


def figure_2() -> Position:
    """Exercise E's figure 2, yellow first, disc by disc: the counts of the figure are those of no game."""
    geometry = Geometry()
    rows = EXERCISE_E_FIGURE_2.splitlines()[-2:0:-1]
    discs = {"*": 0, "o": 0, " ": 0}
    for row, line in enumerate(rows):
        for column in range(7):
            discs[line[4 + 2 * column]] |= geometry.bit(column, row)
    return Position(geometry, discs["o"], discs["*"])


WIDE = after("1C", Geometry(12, 4, 4))
TALL = after("14", Geometry(4, 10, 4))

DRAWN = {
    "exercise A": ("exercise-a", after("151"), EXERCISE_A),
    "exercise B": ("exercise-b", after("454"), EXERCISE_B),
    "exercise D": ("exercise-d", after("22445355"), EXERCISE_D),
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


@pytest.mark.parametrize("style", DRAWING_STYLES)
def test_colours_belong_to_players_whoever_starts(style: str) -> None:
    assert draw(after("4"), style, Colour.RED) != draw(after("4"), style, Colour.YELLOW)
    assert parse_board(draw(after("454"), style, Colour.YELLOW)) == (after("454"), Colour.YELLOW)
    assert to_matrix(after("4"), Colour.YELLOW)[0][3] == 2


def test_exercise_d_speaks_french() -> None:
    drawing = draw(after("22445355"), "exercise-d", letters="NB")
    assert drawing == EXERCISE_D.replace("B", "N").replace("W", "B")
    assert parse_board(drawing) == (after("22445355"), Colour.RED)


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
    assert longest_line(position, 5, 1) == 3
    # The exercise says 2: in its text, not in its figure, one of the three discs before the corner is red.
    assert longest_line(position, 6, 0) == line_length(position, 6, 0, Direction.HORIZONTAL) == 3


def test_figure_2_has_two_yellow_discs_too_many_for_a_game() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(EXERCISE_E_FIGURE_2)
    assert caught.value.kind is BoardErrorKind.COUNTS


@pytest.mark.parametrize("bottom", ["* o * * * o o", "* o * * o * o", "* o * * o o *"])
def test_with_one_disc_of_its_bottom_row_red_figure_2_is_a_game_and_its_text_holds(
    bottom: str,
) -> None:
    text = EXERCISE_E_FIGURE_2.replace("* o * * o o o", bottom)
    position, starter = parse_board(text, starter=Colour.YELLOW)
    assert starter is Colour.YELLOW
    assert draw(position, "exercise-e", starter) == text
    assert [longest_line(position, *cell) for cell in [(0, 0), (6, 0), (5, 1)]] == [3, 2, 3]
    assert position.wins_at(4)
