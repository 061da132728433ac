"""Widgets and pictures without an app around them."""

from __future__ import annotations

import os

import pytest

from p4tui.options import Options
from p4tui.settings import Settings
from p4tui.tui import app as app_module
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
