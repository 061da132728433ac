from __future__ import annotations

import re

import pytest

from p4tui.core.board_text import MAX_TEXT, drawing_ends, from_matrix, parse_board
from p4tui.core.colour import Colour
from p4tui.core.drawings import to_matrix
from p4tui.core.errors import BoardError, BoardErrorKind, GeometryError, NotationError
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from tests.tools.positions import after
from tests.unit.test_drawings import (
    DEBUG,
    DRAWN,
    EMPTY_E,
    EXERCISE_A,
    EXERCISE_B,
    EXERCISE_B_MATRIX,
    EXERCISE_D,
    EXERCISE_E_FIGURE_2,
    TALL_E,
    eight_discs,
)

ALL_DRAWINGS = [drawing for _, _, drawing in DRAWN.values()]


@pytest.mark.parametrize("drawing", ALL_DRAWINGS, ids=DRAWN.keys())
def test_blanks_and_line_ends_around_a_drawing_do_not_matter(drawing: str) -> None:
    expected = parse_board(drawing)
    lines = drawing.splitlines()
    assert parse_board("\n".join(line.rstrip() for line in lines)) == expected
    assert parse_board("\n".join(line + "  \t" for line in lines)) == expected
    assert parse_board("\r\n".join(lines) + "\r\n") == expected
    assert parse_board("\n \n\n" + drawing + "\n\n  \n") == expected
    assert parse_board("\ufeff" + drawing) == expected
    assert parse_board(drawing.strip()) == expected


@pytest.mark.parametrize(("style", "position", "drawing"), DRAWN.values(), ids=DRAWN.keys())
def test_the_lines_of_column_numbers_may_be_missing(
    style: str, position: Position, drawing: str
) -> None:
    above, below = {"exercise-a": (1, 0), "exercise-e": (1, 1), "debug": (0, 0)}.get(style, (0, 1))
    lines = drawing.splitlines()
    grid = lines[above : len(lines) - below]
    assert len(grid) == position.geometry.rows
    assert parse_board("\n".join(grid)) == (position, Colour.RED)
    if above:
        assert parse_board("\n".join(lines[:above] + grid)) == (position, Colour.RED)


def test_the_row_numbers_of_exercise_d_may_be_missing() -> None:
    text = "\n".join(line[1:] for line in EXERCISE_D.splitlines()[:-1])
    assert parse_board(text) == (eight_discs(), Colour.RED)


@pytest.mark.parametrize(
    "text",
    [
        EXERCISE_B_MATRIX.replace(",", ", "),
        EXERCISE_B_MATRIX.replace("],", "],\n "),
        EXERCISE_B_MATRIX.replace("[", "[\r\n\t").replace(",", "\n,\n"),
        EXERCISE_B_MATRIX.replace("[", "(").replace("]", ")"),
        EXERCISE_B_MATRIX.replace("]", ",]"),
        "\ufeff\n " + EXERCISE_B_MATRIX + "\n",
    ],
)
def test_a_matrix_may_be_written_as_python_and_json_do(text: str) -> None:
    assert parse_board(text) == (after("454"), Colour.RED)


def test_the_digits_of_debug_may_stand_together() -> None:
    assert parse_board(DEBUG.replace(" ", "")) == (after("454"), Colour.RED)


def test_a_lone_disc_of_exercise_d_is_of_whoever_began() -> None:
    text = "| | | | |\n" * 3 + "|B| | | |"
    for letter in "BWN":
        assert parse_board(text.replace("B", letter))[0].first == 1


@pytest.mark.parametrize(("bottom", "first"), [("|B|W|B| |", "B"), ("|W|B|W| |", "W")])
def test_in_exercise_d_white_began_or_black_where_it_has_one_disc_more(
    bottom: str, first: str
) -> None:
    position, starter = parse_board("| | | | |\n" * 3 + bottom, starter=Colour.YELLOW)
    assert starter is Colour.YELLOW
    assert position.at(bottom.index(first) // 2, 0) is Side.FIRST


@pytest.mark.parametrize(("style", "position", "drawing"), DRAWN.values(), ids=DRAWN.keys())
def test_rows_may_be_set_apart_by_empty_lines(style: str, position: Position, drawing: str) -> None:
    assert parse_board(drawing.replace("\n", "\n\n")) == (position, Colour.RED)
    assert parse_board(drawing.replace("\n", "\r\n \t\r\n\r\n")) == (position, Colour.RED)


@pytest.mark.parametrize(("style", "position", "drawing"), DRAWN.values(), ids=DRAWN.keys())
def test_every_blank_may_be_a_tab(style: str, position: Position, drawing: str) -> None:
    assert parse_board(drawing.replace(" ", "\t")) == (position, Colour.RED)
    assert parse_board(drawing.replace(" ", "\t").replace("\n", "\n\n"))[0] == position


@pytest.mark.parametrize("bare", ["both", "above", "below"])
@pytest.mark.parametrize("geometry", [Geometry(), Geometry(12, 11), Geometry(4, 4)], ids=str)
def test_the_cells_of_exercise_e_may_be_a_tab_apart(geometry: Geometry, bare: str) -> None:
    position = after("4433141", geometry)
    rows = [[" *o"[value] for value in row] for row in to_matrix(position)]
    numbers = "\t" + "\t".join(str(1 + column) for column in range(geometry.columns))
    lines = [
        numbers,
        *("\t".join([str(n), *rows[n - 1], str(n)]) for n in range(geometry.rows, 0, -1)),
        numbers,
    ]
    kept = {"both": lines, "above": lines[:-1], "below": lines[1:]}[bare]
    assert parse_board("\n".join(kept).replace(" ", "")) == (position, Colour.RED)
    assert parse_board("\n\n".join(kept)) == (position, Colour.RED)


def test_a_figure_of_exercise_e_may_have_tabs_up_to_the_stops_of_eight() -> None:
    text = "\n".join(
        re.sub(r" +$", "\t", line[:8]) + re.sub(r" +$", "\t", line[8:16]) + line[16:]
        for line in EXERCISE_E_FIGURE_2.splitlines()
    )
    assert text.count("\t") > 4
    assert parse_board(text) == parse_board(EXERCISE_E_FIGURE_2)


def test_a_mark_that_stands_under_no_number_is_unreadable() -> None:
    numbers = "\t1\t2\t3\t4\n"
    with pytest.raises(BoardError):
        parse_board(numbers + "4\t\t\t\t\t4\n3\t\t\t\t\t3\n2\t\t\t\t\t2\n1\t *\t\t\t\t1")


def test_the_cells_of_exercise_a_may_stand_apart() -> None:
    lines = [" ".join(line) for line in EXERCISE_A.splitlines()]
    assert (
        parse_board("\n".join(lines))
        == parse_board("\n".join(lines[1:]))
        == (after("151"), Colour.RED)
    )


def test_a_line_that_begins_with_a_hash_is_a_remark() -> None:
    for drawing in (EXERCISE_A, EXERCISE_B_MATRIX):
        assert parse_board(f"# Game 3\n  # [X]\n{drawing}\n# 7") == parse_board(drawing)
    assert parse_board("# Game 3\n#\n" + EXERCISE_D)[0] == eight_discs()


def lines_until_the_end(text: str) -> int | None:
    """How many lines of a text are read before an empty one ends the drawing; None where none does."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.strip() and drawing_ends("".join(f"{each}\n" for each in lines[:number])):
            return number
    return None


@pytest.mark.parametrize("drawing", [*ALL_DRAWINGS, EXERCISE_B_MATRIX])
def test_an_empty_line_ends_a_whole_board(drawing: str) -> None:
    count = drawing.count("\n") + 1
    assert lines_until_the_end(f"{drawing}\n\n4") == count
    assert lines_until_the_end(f"\n\t\n{drawing}\n") == 2 + count


@pytest.mark.parametrize("text", ["hello", "[[0,0,0", "_____\n_____", "|B|W|\n|B|W|\n 1 2"])
def test_two_empty_lines_end_anything(text: str) -> None:
    count = text.count("\n") + 1
    assert lines_until_the_end(f"{text}\n\n4") is None
    assert lines_until_the_end(f"\n{text}\n\n\n4") == 1 + count + 1


@pytest.mark.parametrize(
    "drawing", [EXERCISE_A, EXERCISE_B, EXERCISE_D, EXERCISE_E_FIGURE_2, DEBUG, TALL_E]
)
def test_rows_between_empty_lines_end_after_the_column_numbers_or_two_empty_lines(
    drawing: str,
) -> None:
    lines = drawing.splitlines()
    numbered = "2 3 4" in lines[-1]
    text = "\n\n".join(lines) + "\n\n\n4"
    assert lines_until_the_end(text) == 2 * len(lines) - (1 if numbered else 0)


def test_an_empty_line_after_the_column_numbers_alone_ends_nothing() -> None:
    above, *rows = EXERCISE_A.splitlines()
    text = "\n".join([above, "", *rows, "", "4"])
    assert lines_until_the_end(text) == 8


def test_a_board_that_is_whole_but_impossible_ends_at_an_empty_line() -> None:
    assert lines_until_the_end("____\n" * 2 + "X___\n" + "____\n" + "\n4") == 4


def test_more_lines_than_any_drawing_has_end_at_an_empty_line() -> None:
    assert lines_until_the_end("hello\n" * 40 + "\n4") == 40


def test_letters_of_both_languages_at_once_are_unreadable() -> None:
    text = EXERCISE_D.replace("|W|B|B|", "|N|B|B|")
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    assert caught.value.kind is BoardErrorKind.UNREADABLE
    assert text[caught.value.offset] == "N"
    assert (caught.value.column, caught.value.row) == (2, 0)


def rows_of(*rows: str) -> str:
    """Debug's digits with the given rows at the bottom of seven by six."""
    return "\n".join([*["0000000"] * (6 - len(rows)), *rows])


def test_the_starter_follows_from_the_counts() -> None:
    assert parse_board(rows_of("0000000"))[1] is Colour.RED
    assert parse_board(rows_of("1200000"))[1] is Colour.RED
    assert parse_board(rows_of("1210000"))[1] is Colour.RED
    assert parse_board(rows_of("2120000"))[1] is Colour.YELLOW


def test_the_starter_is_an_option_where_the_counts_leave_it_open() -> None:
    position, starter = parse_board(rows_of("1200000"), starter=Colour.YELLOW)
    assert starter is Colour.YELLOW
    assert position == after("21")
    assert parse_board(rows_of("0000000"), starter=Colour.YELLOW)[1] is Colour.YELLOW
    assert parse_board(rows_of("2120000"), starter=Colour.YELLOW)[1] is Colour.YELLOW


@pytest.mark.parametrize(("row", "starter"), [("1210000", Colour.YELLOW), ("2120000", Colour.RED)])
def test_a_starter_against_the_counts_is_an_error(row: str, starter: Colour) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(rows_of(row), starter=starter)
    assert caught.value.kind is BoardErrorKind.STARTER


def test_the_length_of_a_line_is_an_option() -> None:
    text = rows_of("1112200")
    assert parse_board(text)[0].outcome is None
    assert parse_board(text, connect=3)[0].outcome is not None
    with pytest.raises(GeometryError):
        parse_board(text, connect=8)
    with pytest.raises(GeometryError):
        from_matrix([[0] * 7] * 6, connect=2)


K = BoardErrorKind
REFUSED: dict[str, tuple[str, BoardErrorKind, int, tuple[int | None, int | None]]] = {
    "nothing": ("", K.UNREADABLE, 0, (None, None)),
    "blanks": (" \r\n\t\n", K.UNREADABLE, 0, (None, None)),
    "a word": ("\n\nhello\n", K.UNREADABLE, 2, (None, None)),
    "a move string": ("4453", K.UNREADABLE, 0, (None, None)),
    "no rows in brackets": ("[]", K.SIZE, 0, (None, None)),
    "empty rows in brackets": ("[[],[],[],[]]", K.SIZE, 0, (None, None)),
    "an open bracket": ("[[0,0,0,0],[0,0,0,0]", K.UNREADABLE, 20, (None, None)),
    "a bracket of another kind": ("[[0,0,0,0)]", K.UNREADABLE, 9, (None, None)),
    "text behind a matrix": ("[[0,0,0,0]] x", K.UNREADABLE, 12, (None, None)),
    "a matrix twice": ("[[0]] [[0]]", K.UNREADABLE, 6, (None, None)),
    "three brackets deep": ("[[[0]]]", K.UNREADABLE, 2, (None, None)),
    "one bracket deep": ("[0,0,0,0]", K.UNREADABLE, 1, (None, None)),
    "a value too large": ("[[0,0,3,0]]", K.UNREADABLE, 6, (None, None)),
    "a negative value": ("[[0,0,-1,0]]", K.UNREADABLE, 6, (None, None)),
    "two digits": ("[[0,0,12,0]]", K.UNREADABLE, 7, (None, None)),
    "two commas": ("[[0,,0]]", K.UNREADABLE, 4, (None, None)),
    "a digit of another script": ("[[0,\u0661]]", K.UNREADABLE, 4, (None, None)),
    "a short row in brackets": ("[[0,0,0,0],[0,0,0],[0,0,0,0],[0,0,0,0]]", K.RAGGED, 11, (None, 1)),
    "a short row of digits": ("00000\n0000\n00000\n00000", K.RAGGED, 6, (None, 2)),
    "a short row of marks": (EXERCISE_A.replace("X______", "X_____"), K.RAGGED, 40, (None, 1)),
    "more numbers than columns": (
        EXERCISE_A.replace("1234567", "12345678"),
        K.RAGGED,
        0,
        (None, None),
    ),
    "fewer numbers than columns": (EXERCISE_B[:-2], K.RAGGED, 96, (None, None)),
    "three columns": ("000\n" * 4, K.SIZE, 0, (None, None)),
    "three rows": ("0000\n" * 3, K.SIZE, 0, (None, None)),
    "33 columns": (("_" * 33 + "\n") * 4, K.SIZE, 0, (None, None)),
    "33 rows": ("|" + " |" * 4 + ("\n|" + " |" * 4) * 32, K.SIZE, 0, (None, None)),
    "only column numbers": ("1234567", K.SIZE, 0, (None, None)),
    "a disc in the air": (rows_of("0010000", "0000000"), K.FLOATING, 34, (2, 1)),
    "a disc in the air of exercise E": (
        EMPTY_E.replace("  3          3", "  3     *    3"),
        K.FLOATING,
        12 + 15 + 15 + 8,
        (2, 2),
    ),
    "two red discs more": (rows_of("1010000"), K.COUNTS, 0, (None, None)),
    "two yellow discs more": (rows_of("2020000"), K.COUNTS, 0, (None, None)),
    "lines of both": (rows_of("2222000", "1111000"), K.LINES, 0, (None, None)),
    "two lines apart": (rows_of("2200000", "1111222", "1111222"), K.LINES, 0, (None, None)),
    "a strange mark": (EXERCISE_A.replace("X___O__", "X___Z__"), K.UNREADABLE, 52, (4, 0)),
    "a strange mark between bars": (EXERCISE_B.replace("|X|O|", "|X|o|"), K.UNREADABLE, 89, (4, 0)),
    "a strange mark of exercise E": (EMPTY_E.replace("  1   ", "  1 x "), K.UNREADABLE, 76, (0, 0)),
    "a mark between the cells of exercise E": (
        EMPTY_E.replace("  1    ", "  1  * "),
        K.UNREADABLE,
        72,
        (None, None),
    ),
    "a wrong row number": (EXERCISE_D.replace("4|", "5|"), K.UNREADABLE, 34, (None, None)),
    "a wrong row number of exercise E": (
        EMPTY_E.replace("  3 ", "  2 "),
        K.UNREADABLE,
        42,
        (None, None),
    ),
    "a wrong row number to the right": (
        EMPTY_E.replace("3\n", "4\n"),
        K.UNREADABLE,
        42,
        (None, None),
    ),
    "33 columns of exercise E": (
        "\n".join(f"{n} {' ' * 98}   {n}" for n in (4, 3, 2, 1)),
        K.SIZE,
        0,
        (None, None),
    ),
    "120 columns of exercise E": (
        "\n".join(f"{n} {' ' * 479}    {n}" for n in (4, 3, 2, 1)),
        K.SIZE,
        0,
        (None, None),
    ),
    "text before the bars": ("my board\n" + EXERCISE_B, K.UNREADABLE, 0, (None, None)),
    "a bar missing": (EXERCISE_B.replace("|X|O| | |", "|X|O| | "), K.RAGGED, 80, (None, 0)),
    "text after the last bar": (
        EXERCISE_B.replace("|X|O| | |", "|X|O| | |x"),
        K.UNREADABLE,
        80,
        (None, None),
    ),
    "cells shifted between the row numbers": (
        EMPTY_E.replace("  2          2", "  2           2"),
        K.RAGGED,
        57,
        (None, 1),
    ),
}


@pytest.mark.parametrize(("text", "kind", "offset", "cell"), REFUSED.values(), ids=REFUSED.keys())
def test_an_impossible_board_is_refused_with_the_place_of_its_fault(
    text: str, kind: BoardErrorKind, offset: int, cell: tuple[int | None, int | None]
) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    error = caught.value
    assert (error.kind, error.offset, (error.column, error.row)) == (kind, offset, cell)
    assert isinstance(error, NotationError)


@pytest.mark.parametrize(
    ("matrix", "kind"),
    [
        ([], K.SIZE),
        ([[], [], [], []], K.SIZE),
        ([[0] * 4] * 33, K.SIZE),
        ([[0] * 33] * 4, K.SIZE),
        ([[0] * 4, [0] * 5, [0] * 4, [0] * 4], K.RAGGED),
        ([[0, 0, 0, 3], *[[0] * 4] * 3], K.UNREADABLE),
        ([[0, 0, 0, -1], *[[0] * 4] * 3], K.UNREADABLE),
        ([[0] * 4, [1, 0, 0, 0], *[[0] * 4] * 2], K.FLOATING),
        ([[1, 1, 0, 0], *[[0] * 4] * 3], K.COUNTS),
        ([[1, 1, 1, 1], [2, 2, 2, 2], *[[0] * 4] * 2], K.LINES),
    ],
)
def test_a_matrix_of_numbers_is_checked_too(matrix: list[list[int]], kind: BoardErrorKind) -> None:
    with pytest.raises(BoardError) as caught:
        from_matrix(matrix)
    assert caught.value.kind is kind


HOSTILE = {
    "deep brackets": "[" * 60_000,
    "deeper brackets": "[" * 5_000_000,
    "a long number": "[[" + "1" * 60_000 + "]]",
    "many short rows": "[" + "[]," * 20_000 + "]",
    "many columns": "[[" + "0," * 30_000 + "]]",
    "a long row number": "9" * 60_000 + "|" + " |" * 4,
    "long row numbers of exercise E": "1" * 30_000 + " * " + "1" * 30_000,
    "only bars": "|" * 60_000,
    "only bars, line by line": "|\n" * 30_000,
    "long column numbers": ("7" * 50 + " ") * 1_000,
    "blanks between numbers": "1" + " " * 60_000 + "1",
    "many lines of exercise E": "1 * 1\n" * 10_000,
    "megabytes of digits": "0" * 4_000_000,
    "megabytes of lines": "0 0 0 0\n" * 500_000,
    "zero bytes": "\x00" * 60_000,
    "half a character": "\ud800" * 10,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_are_refused_like_any_other(text: str) -> None:
    with pytest.raises(BoardError):
        parse_board(text)


def test_a_text_longer_than_any_board_is_refused_unread() -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(" " * MAX_TEXT + EXERCISE_A)
    assert caught.value.kind is BoardErrorKind.SIZE
    padded = EXERCISE_A + " " * (MAX_TEXT - len(EXERCISE_A))
    assert parse_board(padded)[0] == after("151")
