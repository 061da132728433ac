"""Widgets and pictures without an app around them."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.options import Options
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.settings import Settings
from p4tui.tui import app as app_module
from p4tui.tui.look.board_picture import BoardState, ScoreLabel, board_lines
from p4tui.tui.look.layout import CellSize
from p4tui.tui.look.span import Line
from p4tui.tui.look.viewport import Viewport
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.player_panel import PlayerPanel
from tests.property.oracle import position_after


def text(line: Line) -> str:
    return "".join(span.text for span in line)


# The board


@given(
    st.integers(4, 12),
    st.integers(4, 12),
    st.lists(st.integers(0, 99), max_size=40),
    st.tuples(st.integers(1, 60), st.integers(1, 30)),
    st.sampled_from([CellSize(2, 1), CellSize(4, 2), CellSize(5, 3), CellSize(8, 4)]),
    st.booleans(),
)
def test_every_line_of_the_board_is_as_wide_as_the_columns_that_are_seen(
    columns: int,
    rows: int,
    choices: list[int],
    window: tuple[int, int],
    cell: CellSize,
    ascii_only: bool,
) -> None:
    geometry = Geometry(columns, rows)
    position = position_after(geometry, choices)
    # Only boards with the smallest cells are ever larger than their window.
    size = window if cell.height == 1 else cell.board(columns, rows)
    view = Viewport().fit(geometry, cell, size).scroll_to(columns - 1, rows // 2)
    state = BoardState(
        position, pointer=1, choosing=True, hint=2, chosen=Cell(0, 0), ascii_only=ascii_only
    )
    lines = board_lines(state, cell, view)
    assert len(lines) == view.rows * cell.height + 2
    width = view.columns * cell.width + cell.margin
    assert {cell_len(text(line)) for line in lines} == {width}
    assert not ascii_only or "".join(map(text, lines)).isascii()


LABELS = st.lists(
    st.sampled_from(["", ".", "0", "+3", "-11", "0?", "+?", "+509", "-512"]),
    min_size=32,
    max_size=32,
)


@given(
    LABELS,
    st.integers(4, 32),
    st.integers(5, 60),
    st.sampled_from([CellSize(2, 1), CellSize(4, 2), CellSize(5, 3), CellSize(8, 4)]),
)
def test_scores_stand_under_their_columns_whatever_they_are(
    labels: list[str], columns: int, width: int, cell: CellSize
) -> None:
    geometry = Geometry(columns, 4)
    view = Viewport().fit(geometry, cell, (width, 20)).scroll_to(columns - 1, 0)
    scores = tuple(ScoreLabel(label) for label in labels[:columns])
    lines = board_lines(BoardState(Position(geometry), scores=scores), cell, view)
    below = [text(line) for line in lines[view.rows * cell.height + 2 :]]
    assert len(below) == cell.score_lines
    assert all(len(line) <= view.columns * cell.width + cell.margin for line in below)
    seen = range(view.column, view.column + view.columns)
    for start, line in enumerate(below):
        own = [column for column in seen if column % cell.score_lines == start and labels[column]]
        found = re.findall(r"[+-][0-9?]*|\.|0\??", line)
        short = [label if cell.width > 2 or len(label) < 4 else label[0] for label in labels]
        assert found == [short[column] for column in own]


def test_without_scores_there_is_no_line_for_them() -> None:
    assert len(board_lines(BoardState(Position()), CellSize(4, 2), Viewport())) == 14


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


# The list


def test_a_list_without_rows_or_with_headings_alone_chooses_nothing() -> None:
    empty = ChoiceList()
    empty.action_go(1)
    assert empty.selected == 0
    headings = ChoiceList([Row("a", "A", heading=True), Row("b", "B", heading=True)])
    headings.action_go(1)
    assert headings.selected == 0


def test_a_list_steps_over_headings() -> None:
    rows = [Row("a", "A", heading=True), Row("b", "B"), Row("c", "C", heading=True), Row("d", "D")]
    choices = ChoiceList(rows)
    seen = []
    for step in (1, 1, 1, -1, -1, 99, -99):
        choices.action_go(step)
        seen.append(choices.row.id)
    assert seen == ["b", "d", "d", "b", "b", "d", "b"]
    choices.select("none such")
    assert choices.row.id == "b"


# The panel


@pytest.mark.parametrize("width", [1, 4, 10, 14, 26, 40])
@pytest.mark.parametrize("height", [1, 2, 3, 6, 7, 12])
def test_the_panel_fits_into_any_size(width: int, height: int) -> None:
    panel = PlayerPanel()
    assert panel.paint(width, height) == []
    game = parse_game("1122334")
    panel.set_reactive(
        PlayerPanel.match,
        Match(Person("A" * 50), Person("日" * 50), game, results=(None, Colour.RED)),
    )
    lines = panel.paint(width, height)
    if width >= 14:
        assert all(cell_len(text(line)) <= width for line in lines[2:])
        assert height < 3 or len(lines) <= max(height, 2)


def test_the_last_moves_are_shown_where_not_all_fit() -> None:
    panel = PlayerPanel()
    game = Game.new(Position(Geometry(8, 8, 8)))
    for column in [*range(8)] * 6:
        game = game.play(column)
    panel.set_reactive(PlayerPanel.match, Match(Person("A"), Person("B"), game))
    assert text(panel.paint(20, 3)[2]) == "Moves: 4567812345678"
    shown = [text(line).strip() for line in panel.paint(16, 9)]
    assert shown[-1] == "12345678"
    assert shown[-2] == "7812345678" or len(shown[-2]) == 10


def test_one_line_of_moves_is_a_full_one() -> None:
    panel = PlayerPanel()
    panel.set_reactive(
        PlayerPanel.match, Match(Person("A"), Person("B"), parse_game("44343525364"))
    )
    panel.set_reactive(PlayerPanel.times, (300, 300))
    shown = [text(line).strip() for line in panel.paint(13, 10)]
    assert shown[-2:] == ["Moves", "4343525364"]


# The start


@pytest.mark.parametrize("mouse", [True, False])
def test_the_app_is_run_with_or_without_a_mouse(
    monkeypatch: pytest.MonkeyPatch, mouse: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    ran = []

    def run_app(app: app_module.P4App, *, mouse: bool) -> int:
        ran.append((app, mouse))
        return 7

    monkeypatch.setattr(app_module, "run_app", run_app)
    assert app_module.run(None, Options(mouse=mouse), Settings()) == 7
    ((app, with_mouse),) = ran
    assert with_mouse is mouse
    assert isinstance(app, app_module.P4App)
    assert "NO_COLOR" not in os.environ
