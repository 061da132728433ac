"""Widgets and pictures without an app around them."""

from __future__ import annotations

import os

import pytest
from textual.geometry import Size

from p4tui.options import Options
from p4tui.settings import Settings
from p4tui.tui import app as app_module
from p4tui.tui.look.signs import ASCII, BLOCKS
from p4tui.tui.look.span import Line
from p4tui.tui.widgets.choice_list import ChoiceList, Row


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


def painted(
    monkeypatch: pytest.MonkeyPatch, choices: ChoiceList, selected: int, size: tuple[int, int]
) -> list[str]:
    """The lines of a list of a size."""
    monkeypatch.setattr(ChoiceList, "size", Size(*size))
    choices.set_reactive(ChoiceList.selected, selected)
    return [text(line) for line in choices.paint(*size)]


def test_a_list_that_scrolls_says_so_in_its_last_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = ChoiceList([Row(str(number), f"Row {number}") for number in range(9)])
    for selected, height, ends in ((0, 9, " " * 9), (0, 4, "   ▾"), (5, 4, "▴  ▾"), (8, 4, "▴   ")):
        lines = painted(monkeypatch, choices, selected, (12, height))
        assert [line[-1] for line in lines] == list(ends)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_rows_of_a_list_fill_its_width_with_marks_keys_and_values(
    monkeypatch: pytest.MonkeyPatch, ascii_only: bool
) -> None:
    rows = [
        Row("a", "Look", heading=True),
        Row("b", "Rematch", key="n"),
        Row("c", "Theme", "Night", changes=True),
        Row("d", "", heading=True),
    ]
    lines = painted(
        monkeypatch, ChoiceList(rows, signs=ASCII if ascii_only else BLOCKS), 1, (28, 4)
    )
    spelled = "".maketrans("▌▸◂", " ><") if ascii_only else {}
    assert lines == [
        line.translate(spelled).ljust(28)
        for line in (" Look", "▌▸ n Rematch", "     Theme ◂ Night ▸", "")
    ]


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
