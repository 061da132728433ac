"""Widgets and pictures without an app around them."""

from __future__ import annotations

import os

import pytest
from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.options import Options
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.settings import Settings
from p4tui.tui import app as app_module
from p4tui.tui.look.span import Line
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.player_panel import PlayerPanel


def text(line: Line) -> str:
    return "".join(span.text for span in line)


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


def test_a_list_that_scrolls_says_so_in_its_last_cells() -> None:
    choices = ChoiceList([Row(str(number), f"Row {number}") for number in range(9)])
    assert [text(line)[-1] for line in choices.paint(12, 9)] == [" "] * 9
    assert [text(line)[-1] for line in choices.paint(12, 4)] == [" ", " ", " ", "▾"]
    choices.set_reactive(ChoiceList.selected, 8)
    choices._top = 5
    assert text(choices.paint(12, 4)[0])[-1] == "▴"


def test_rows_of_a_list_fill_its_width_with_marks_keys_and_values() -> None:
    rows = [
        Row("a", "Look", heading=True),
        Row("b", "Rematch", key="n"),
        Row("c", "Theme", "Night", changes=True),
        Row("d", "", heading=True),
    ]
    choices = ChoiceList(rows)
    choices.set_reactive(ChoiceList.selected, 1)
    assert [text(line) for line in choices.paint(28, 4)] == [
        " Look                       ",
        "▌▸ n Rematch                ",
        "     Theme ◂ Night ▸        ",
        "                            ",
    ]
    ascii_list = ChoiceList(rows, ascii_only=True)
    ascii_list.set_reactive(ChoiceList.selected, 1)
    assert all(text(line).isascii() for line in ascii_list.paint(28, 4))


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
