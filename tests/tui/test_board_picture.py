"""The lines of a board: lane, cells, numbers and scores."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color as TextualColor

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_picture import board_lines, mini_board
from p4tui.tui.look.board_state import BoardState, ScoreLabel
from p4tui.tui.look.cells import CellSize, Frame
from p4tui.tui.look.looks import Look
from p4tui.tui.look.scene import Scene
from p4tui.tui.look.span import Ink, Line
from p4tui.tui.look.themes import own_themes, palette
from p4tui.tui.look.viewport import Viewport
from tests.property.oracle import position_after
from tests.tui.driving import app_of, grid_of, people, running

PALETTE = palette(own_themes()[0], "truecolor")
CELLS = st.sampled_from([CellSize(pixels) for pixels in (2, 3, 4, 5, 6, 8, 10)])
ARTS = st.sampled_from(
    [
        Art(),
        Art("256", lean=True),
        Art(glyphs="ascii"),
        Art("none", lean=True),
        Art(glyphs="neutral"),
    ]
)


def text(line: Line) -> str:
    return "".join(span.text for span in line)


def picture(state: BoardState, frame: Frame, art: Art | None = None) -> list[Line]:
    """Return the lines of a whole board."""
    geometry = state.position.geometry
    view = Viewport(0, 0, geometry.columns, geometry.rows, geometry.columns, geometry.rows)
    return board_lines(Scene(state, frame, view, art or Art(), PALETTE))


@given(
    st.integers(4, 12),
    st.integers(4, 12),
    st.lists(st.integers(0, 99), max_size=40),
    st.tuples(st.integers(1, 60), st.integers(1, 30)),
    CELLS,
    ARTS,
    st.booleans(),
)
def test_every_line_of_the_board_is_as_wide_as_the_columns_that_are_seen(
    columns: int,
    rows: int,
    choices: list[int],
    window: tuple[int, int],
    cell: CellSize,
    art: Art,
    above: bool,
) -> None:
    if cell.pixels % 2 and art.glyphs != "blocks":
        cell = CellSize(cell.pixels + 1)
    geometry = Geometry(columns, rows)
    position = position_after(geometry, choices)
    frame = Frame(cell, 0 if above else cell.high_lane, numbers_above=above, score_lines=1)
    # Only boards with the smallest cells are ever larger than their window.
    size = window if cell.is_plain else (cell.width(columns), cell.lines(rows))
    view = Viewport().fit(geometry, cell, *size).scroll_to(columns - 1, rows // 2)
    state = BoardState(
        position,
        pointer=columns - 1,
        choosing=True,
        hint=2,
        threats={Cell(0, rows - 1): (Colour.RED,), Cell(1, rows - 1): tuple(Colour)},
        chosen=Cell(0, 0),
        scores=[ScoreLabel("+3", best=True)] * columns,
    )
    lines = board_lines(Scene(state, frame, view, art, PALETTE))
    assert len(lines) == frame.top + cell.lines(view.rows) + frame.bottom
    assert {cell_len(text(line)) for line in lines[:-1]} == {cell.width(view.columns)}
    assert cell_len(text(lines[-1])) <= cell.width(view.columns)
    drawn = "".join(map(text, lines))
    assert drawn.isascii() or art.glyphs != "ascii"
    assert columns > 9 or str(columns) in text(lines[0 if above else -2])


LABELS = st.lists(
    st.sampled_from(["", ".", "0", "+3", "-11", "0?", "+?", "+509", "-512"]),
    min_size=32,
    max_size=32,
)


@given(LABELS, st.integers(4, 32), st.integers(5, 60), CELLS, st.booleans())
def test_scores_stand_under_their_columns_whatever_they_are(
    labels: list[str], columns: int, width: int, cell: CellSize, instead: bool
) -> None:
    """Scores of discs may take the line of the numbers."""
    instead = instead and not cell.is_plain
    geometry, steps = Geometry(columns, 4), cell.score_lines
    view = Viewport().fit(geometry, cell, width, 20).scroll_to(columns - 1, 0)
    scores = tuple(ScoreLabel(label) for label in labels[:columns])
    frame = Frame(cell, score_lines=0 if instead else steps)
    lines = board_lines(
        Scene(BoardState(Position(geometry), scores=scores), frame, view, Art(), PALETTE)
    )
    below = [text(line) for line in lines[frame.top + cell.lines(view.rows) + (not instead) :]]
    assert len(below) == steps
    assert all(len(line) <= cell.width(view.columns) for line in below)
    seen = range(view.column, view.column + view.columns)
    room = cell.pixels - 1 if instead else cell.pixels * steps - (steps - 1)
    for start, line in enumerate(below):
        own = [column for column in seen if column % steps == start and labels[column]]
        found = re.findall(r"[+-][0-9?]*|\.|0\??", line)
        short = [label if len(label) <= room else label[0] for label in labels]
        assert found == [short[column] for column in own]


def test_without_scores_there_is_no_line_for_them() -> None:
    assert len(picture(BoardState(Position()), Frame(CellSize(4)))) == 14


def test_the_board_keeps_its_lines_when_scores_are_shown() -> None:
    for frame in (Frame(CellSize(6)), Frame(CellSize(3), 0, numbers_above=True)):
        plain = picture(BoardState(Position()), frame)
        scored = picture(BoardState(Position(), scores=[ScoreLabel("+1")] * 7), frame)
        assert [line for line in scored if "+1" not in text(line)] == [
            line for line in plain if "1" not in text(line)
        ]


def test_the_best_score_is_told_without_colour() -> None:
    scores = [ScoreLabel("+1", best=column == 2) for column in range(7)]
    for frame, art in product(
        (Frame(CellSize(6)), Frame(CellSize(6), score_lines=1)), (Art(), Art("none", lean=True))
    ):
        last = picture(BoardState(Position(), scores=scores), frame, art)[-1]
        inks = [span.style for span in last if span.text == "+1"]
        marked = [isinstance(ink, Ink) and ink.bold and ink.underline for ink in inks]
        assert marked == [column == 2 for column in range(7)]


# The pointer and the chosen column


@pytest.mark.parametrize("pixels", [3, 4, 5, 6, 8, 10])
def test_the_pointer_is_the_disc_that_would_fall(pixels: int) -> None:
    frame = Frame(CellSize(pixels))
    for starter, colour in ((Colour.RED, PALETTE.red), (Colour.YELLOW, PALETTE.yellow)):
        state = BoardState(Position(), starter, pointer=2, choosing=True)
        lane = picture(state, frame, Art(kind="flat"))[0]
        columns = [x for x, ink in inks_of(lane) if colour in (ink.letters, ink.ground)]
        assert columns
        assert all(1 + 2 * pixels <= x < 1 + 3 * pixels for x in columns)


def inks_of(line: Line) -> list[tuple[int, Ink]]:
    """Return the places of the characters of a line with their inks; the letters of a blank have none."""
    found, x = [], 0
    for span in line:
        assert isinstance(span.style, Ink)
        blank = span.style._replace(letters="")
        found += [
            (x + index, blank if char == " " else span.style)
            for index, char in enumerate(span.text)
        ]
        x += len(span.text)
    return found


def test_a_high_lane_shows_the_whole_disc() -> None:
    state = BoardState(Position(), pointer=0, choosing=True)
    lines = picture(state, Frame(CellSize(10), 6), Art(kind="flat"))
    assert text(lines[0]).strip() == ""
    assert [text(line)[1:11] for line in lines[1:6]] == [
        "  ▂▄▅▅▄▂  ",
        " ▟      ▙ ",
        "▐        ▌",
        " ▖      ▗ ",
        "  ▆▄▃▃▄▆  ",
    ]


@pytest.mark.parametrize(
    ("art", "sign"),
    [
        (Art("256", lean=True), "▾"),
        (Art("none", lean=True), "v"),
        (Art(glyphs="ascii"), "v"),
    ],
)
def test_where_bytes_are_dear_the_pointer_is_a_sign(art: Art, sign: str) -> None:
    state = BoardState(Position(), pointer=2, choosing=True)
    assert text(picture(state, Frame(CellSize(6)), art)[0]).split() == [sign]


def number_ink(state: BoardState, pixels: int, art: Art) -> Ink:
    """Return the ink of the number 3."""
    line = picture(state, Frame(CellSize(pixels)), art)[-1]
    (ink,) = (span.style for span in line if span.text.strip() == "3")
    assert isinstance(ink, Ink)
    return ink


def test_the_chosen_columns_number_is_on_the_players_colour() -> None:
    state = BoardState(Position(), pointer=2, choosing=True)
    yellow = BoardState(Position(), Colour.YELLOW, pointer=2, choosing=True)
    assert number_ink(state, 6, Art()).ground == PALETTE.red
    assert number_ink(yellow, 6, Art()).ground == PALETTE.yellow
    assert number_ink(state, 5, Art()).ground == PALETTE.white
    assert number_ink(state, 6, Art(lean=True)).ground == PALETTE.accent
    assert number_ink(state, 6, Art("none", lean=True)).reverse
    waiting = BoardState(Position(), pointer=2)
    assert number_ink(waiting, 6, Art()).ground == PALETTE.board_lo


# The marks


def test_the_hint_marks_the_advised_cell() -> None:
    position = parse_game("44").position
    state = BoardState(position, hint=3, pointer=3, choosing=True)
    assert state.looks()[Cell(3, 2)] == Look(hint=True, ghost=Colour.RED)


def test_beside_a_winning_line_discs_are_dimmed_where_bytes_are_cheap() -> None:
    state = BoardState(parse_game("1212121").position)
    assert state.looks()[Cell(1, 0)].dimmed
    assert not state.looks()[Cell(0, 0)].dimmed
    local, lean = (picture(state, Frame(CellSize(6)), Art(lean=lean)) for lean in (False, True))
    grounds = [
        {ink.ground for line in lines for _, ink in inks_of(line)} for lines in (local, lean)
    ]
    assert PALETTE.yellow not in grounds[0]
    assert PALETTE.yellow in grounds[1]


def test_hidden_rows_and_columns_are_marked() -> None:
    view = Viewport(2, 2, 7, 6, 20, 20)
    for art, signs in ((Art(), "◂▸▴▾"), (Art(glyphs="ascii"), "<>^v")):
        state = BoardState(Position(Geometry(20, 20)))
        lines = board_lines(Scene(state, Frame(), view, art, PALETTE))
        found = text(lines[0])[0] + text(lines[0])[-1] + text(lines[1])[0] + text(lines[6])[0]
        assert found == signs


def test_a_small_board_is_the_cells_alone() -> None:
    position = parse_game("4453").position
    lines = mini_board(position, Colour.RED, CellSize(3), Art(), PALETTE)
    assert len(lines) == 9
    assert {len(text(line)) for line in lines} == {23}


# The state


def test_discs_belong_to_whoever_began() -> None:
    position = parse_game("45").position
    red_began, yellow_began = BoardState(position), BoardState(position, Colour.YELLOW)
    assert [look.disc for look in red_began.looks().values()] == [Colour.RED, Colour.YELLOW]
    assert [look.disc for look in yellow_began.looks().values()] == [Colour.YELLOW, Colour.RED]


def test_nothing_can_be_chosen_after_the_end_or_out_of_turn() -> None:
    over = parse_game("1212121").position
    for state in (BoardState(over, pointer=3, choosing=True), BoardState(Position(), pointer=3)):
        assert not any(look.ghost for look in state.looks().values())


def test_a_full_column_has_no_landing_cell() -> None:
    full = parse_game("444444").position
    state = BoardState(full, pointer=3, choosing=True, chosen=Cell(3, 5))
    looks = state.looks()
    assert not any(look.ghost for look in looks.values())
    assert looks[Cell(3, 5)].chosen


# The widget


async def test_the_board_has_the_colours_of_the_style_sheets_and_follows_the_theme() -> None:
    async with running(people(game=parse_game("44"))) as pilot:
        grid, app = grid_of(pilot), app_of(pilot)
        for theme in ("contrast", "paper", "ansi", "nord"):
            app.theme = theme
            await pilot.pause()
            assert grid.palette == app.palette
            grounds = {
                segment.style.bgcolor
                for y in range(grid.size.height)
                for segment in grid.render_line(y)
                if segment.style is not None
            }
            assert TextualColor.parse(app.palette.board).rich_color in grounds
