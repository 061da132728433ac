"""Games in every kind of terminal: every two values of different dimensions meet in one of the cells played here.

`python -m tests.terminal.matrix` plays in all cells.
"""

from __future__ import annotations

import itertools

import pytest

from tests.terminal.harness import colours_used
from tests.terminal.matrix import Cell, main, pairs, pairs_of, play, product

pytestmark = pytest.mark.terminal


FEW = 14
"""Cells among which every value is met; the later ones are there for pairs of values."""


def marks_of(cell: Cell, number: int) -> list[pytest.MarkDecorator]:
    return [pytest.mark.tmux] * cell.tmux + [pytest.mark.exhaustive] * (number >= FEW)


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(cell, id=str(cell), marks=marks_of(cell, number))
        for number, cell in enumerate(pairs())
    ],
)
def test_a_game_comes_to_its_end(cell: Cell) -> None:
    play(cell)


def test_every_two_values_that_can_meet_do_so() -> None:
    found = set().union(*map(pairs_of, pairs()))
    assert found == set().union(*map(pairs_of, product()))
    assert len(pairs()) == len(set(pairs())) < 80


def test_every_value_is_met_in_the_few_cells_that_are_always_played() -> None:
    few, all_of_them = (
        {value for cell in cells for value in enumerate(cell)} for cells in (pairs()[:FEW], pairs())
    )
    assert few == all_of_them


def test_every_cell_has_a_name_of_its_own() -> None:
    assert len({str(cell) for cell in product()}) == len(list(product()))


def test_every_value_meets_a_full_screen_or_a_plain_game_or_both() -> None:
    for front_end, terminal in itertools.product((True, False), ("truecolor", "unset")):
        assert any(cell.full_screen == front_end and cell.terminal == terminal for cell in pairs())
    assert not any(cell.full_screen for cell in pairs() if cell.terminal == "dumb")


def test_the_table_names_the_cells_that_were_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "^80x24-dumb-utf-8-en-stdin-pipe$"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["dumb-utf-8-en-stdin-pipe", "ok"]


@pytest.mark.parametrize(
    ("stream", "kinds"),
    [
        (b"\x1b[0;1;7;39;49m", set()),
        (b"\x1b[31m\x1b[1;104m", {"16"}),
        (b"\x1b[38;5;31m", {"256"}),
        (b"\x1b[1;48;2;31;32;33;7m", {"truecolor"}),
        (b"\x1b[38;5;1;44m", {"16", "256"}),
        (b"\x1b[>4;31m\x1b[31;1H", set()),
    ],
)
def test_colours_are_told_from_other_numbers(stream: bytes, kinds: set[str]) -> None:
    assert colours_used(stream) == kinds
