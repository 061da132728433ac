"""How positions are shown in plain text, and which columns are meant by what is typed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.drawings import DRAWING_STYLES, draw, to_matrix
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.plain import styles
from p4tui.play.match import Match
from p4tui.play.seats import Person

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(WORDS, 1)}


def match_of(moves: str, columns: int = 7, rows: int = 6, starter: Colour = Colour.RED) -> Match:
    geometry = Geometry(columns, rows, 4)
    return Match(Person("Alice"), Person("Bob"), parse_game(moves, Position(geometry)), starter)


def heard(lines: list[str], columns: int, rows: int) -> list[list[int]]:
    """The matrix that a listener would write down, row by row from the bottom."""
    cells = [[0] * columns for _row in range(rows)]
    for line in lines:
        found = re.match(r"column (\d+)(?:, full)?: (.*)", line)
        if not found:
            continue
        row = 0
        for run in found[2].split(", "):
            word, colour = run.split()
            for _disc in range(NUMBERS.get(word) or int(word)):
                cells[row][int(found[1]) - 1] = Colour[colour.upper()].value
                row += 1
    return cells


@pytest.mark.parametrize("style", DRAWING_STYLES)
def test_the_drawings_are_those_of_the_core(style: str) -> None:
    match = match_of("4453", starter=Colour.YELLOW)
    assert styles.board(match, style) == draw(match.position, style, Colour.YELLOW)


def test_the_letters_of_black_and_white_follow_the_language() -> None:
    assert styles.disc_letters() == "WB"
    i18n.activate("fr")
    assert styles.disc_letters() == "BN"
    assert "|B|" in styles.board(match_of("4"), "exercise-d")


def test_spoken_tells_runs_from_the_bottom_empty_columns_the_last_move_and_whose_turn_it_is() -> (
    None
):
    assert styles.board(match_of("44454"), "spoken").splitlines() == [
        "column 4: one red, one yellow, two red",
        "column 5: one yellow",
        "empty columns: 1 to 3, 6, 7",
        "last move: column 4, row 4; longest line through it: 2",
        "yellow's turn",
    ]


def test_spoken_says_an_empty_board_briefly() -> None:
    assert styles.board(match_of(""), "spoken").splitlines() == ["the board is empty", "red's turn"]


def test_spoken_says_that_a_column_is_full_and_nobody_is_to_move_after_the_end() -> None:
    lines = styles.board(match_of("1212121", rows=4), "spoken").splitlines()
    assert lines[0] == "column 1, full: four red"
    assert not any("turn" in line for line in lines)


def test_spoken_speaks_french() -> None:
    i18n.activate("fr")
    lines = styles.board(match_of("44"), "spoken").splitlines()
    assert not {"column", "red", "yellow", "row"} & set(" ".join(lines).split())


@given(st.data())
def test_spoken_loses_nothing(data: st.DataObject) -> None:
    columns, rows = data.draw(st.integers(4, 32)), data.draw(st.integers(4, 32))
    # Lines as long as the board is hardly ever won: columns fill, runs grow.
    game = Game.new(Position(Geometry(columns, rows, max(columns, rows))))
    for _ply in range(data.draw(st.integers(0, columns * rows))):
        legal = game.position.legal_columns()
        if not legal:
            break
        game = game.play(legal[data.draw(st.integers(0, 2)) * 7 % len(legal)])
    match = Match(Person(), Person(), game, data.draw(st.sampled_from(Colour)))
    lines = styles.spoken_lines(match)
    assert heard(lines, columns, rows) == [
        list(row) for row in to_matrix(match.position, match.starter)
    ]
    turn = [line for line in lines if line.endswith("turn")]
    assert turn == ([] if match.outcome else [f"{match.to_move.name.lower()}'s turn"])


@pytest.mark.parametrize(("number", "word"), [(1, "one"), (10, "ten"), (11, "11"), (31, "31")])
def test_small_numbers_are_words(number: int, word: str) -> None:
    assert styles.number_word(number) == word


@pytest.mark.parametrize(
    ("text", "style", "column"),
    [
        ("1", "exercise-a", 0),
        ("7", "spoken", 6),
        ("10", "exercise-a", 9),
        ("A", "exercise-a", 9),
        ("a", "exercise-e", 9),
        ("W", "debug", 31),
        ("0", "exercise-b", 0),
        ("10", "exercise-b", 10),
        ("A", "exercise-b", 10),
        ("007", "exercise-d", 6),
        ("0", "exercise-a", -1),
        ("-1", "exercise-a", -2),
        ("x", "exercise-a", None),
        ("X1", "exercise-a", None),
        ("", "exercise-a", None),
        ("-", "exercise-a", None),
        ("4.0", "exercise-a", None),
        ("٤", "exercise-a", None),
        ("²", "exercise-a", None),
        # The capitals of these are S and T, which are columns; they themselves are none.
        ("ﬆ", "exercise-a", None),
        ("ſ", "exercise-a", None),
    ],
)
def test_columns_are_read_as_they_are_drawn(text: str, style: str, column: int | None) -> None:
    assert styles.read_column(text, style) == column


def test_a_number_of_a_million_digits_is_off_every_board() -> None:
    column = styles.read_column("9" * 1_000_000, "exercise-a")
    assert column is not None
    assert column > 32


@pytest.mark.parametrize("style", styles.STYLES)
@pytest.mark.parametrize(
    ("width", "height"), [(80, 18), (40, 10), (200, 60), (17, 12), (16, 40), (1, 1)]
)
def test_the_fitting_size_is_the_largest_that_fits(style: str, width: int, height: int) -> None:
    columns, rows = styles.fitting_size(style, width, height)

    def fits(columns: int, rows: int) -> bool:
        match = Match(Person(), Person(), Game.new(Position(Geometry(columns, rows, 3))))
        lines = styles.board(
            match, "exercise-a" if style in {"spoken", "matrix"} else style
        ).splitlines()
        return len(lines) <= height and max(map(len, lines)) <= width

    if (width, height) == (1, 1):
        assert (columns, rows) == (4, 4)
        return
    assert fits(columns, rows)
    assert columns == 32 or not fits(columns + 1, rows)
    assert rows == 32 or not fits(columns, rows + 1)


def test_the_marks_are_those_of_the_drawings() -> None:
    for starter in Colour:
        match = match_of("4453", starter=starter)
        for style in styles.STYLES:
            drawn = styles.board(match, style)
            for colour in Colour:
                assert styles.mark(style, colour, starter) in drawn


def test_white_is_whoever_began() -> None:
    assert styles.mark("exercise-d", Colour.YELLOW, Colour.YELLOW) == "W"
    assert styles.mark("exercise-d", Colour.RED, Colour.YELLOW) == "B"
