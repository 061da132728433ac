"""The graph of a review: bars, dots or letters that are told apart without colours, marks, and the move under the mouse."""

from __future__ import annotations

import pytest

from p4tui.core.colour import Colour
from p4tui.tui.look.cell_letters import Glyphs
from p4tui.tui.look.graph_art import Graph, GraphMove, graph_lines, scale_of

SCORES = (3, 3, -6, -6, 0, 18, None)


def graph(scores: tuple[int | None, ...] = SCORES, cursor: int = 3) -> Graph:
    """Return a graph of these scores; the third move is a blunder, the fifth a mistake."""
    marks = {2: 2, 4: 1}
    moves = [
        GraphMove(list(Colour)[ply % 2], score, known=True, mistake=marks.get(ply, 0))
        for ply, score in enumerate(scores)
    ]
    return Graph(moves, cursor, 18)


def drawn(of: Graph, width: int, height: int, glyphs: Glyphs = "blocks") -> list[str]:
    """Return the characters of a graph."""
    lines = graph_lines(of, width, height, glyphs)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_bars_stand_above_and_hang_below_the_zero_line() -> None:
    above, zero, below, marks = drawn(graph(), 10, 4)
    assert above == "▃▃   █"
    assert zero == "──────·───"
    assert below == "  ▄▄"
    assert marks == "  ? ?"


def test_a_high_graph_has_more_steps() -> None:
    lines = drawn(graph(), 10, 10)
    assert lines[4] == "──────·───"
    assert [line[5:6] for line in lines[:4]] == ["█"] * 4
    assert [line[2:4].strip() for line in lines[:4]] == [""] * 4


@pytest.mark.parametrize("glyphs", ["blocks", "neutral"])
def test_moves_of_a_long_game_share_columns_of_dots(glyphs: Glyphs) -> None:
    scores = tuple(each for _ in range(7) for each in (5, -5, 0, 5, -5, 0))
    lines = drawn(graph(scores, 42), 21, 4, glyphs)
    assert [len(line) for line in lines] == [20, 21, 21, 21]
    assert all(0x2800 <= ord(sign) <= 0x28FF for line in lines[:3] for sign in line if sign != " ")
    assert lines[3].endswith("⢸")
    assert lines[0].startswith("⡀⢀ ")


def test_plain_text_has_letters() -> None:
    assert drawn(graph(), 10, 4, "ascii") == ["", "", "RRYY=R.", "  ? ?"]
    assert drawn(graph(cursor=1), 10, 2, "ascii") == ["RRYY=R.", "^ ? ?"]


def test_a_mistake_under_the_cursor_stays_a_mistake() -> None:
    (*_plot, marks) = graph_lines(graph(cursor=3), 10, 4, "blocks")
    styles = {span.style for span in marks if span.text == "?"}
    assert styles == {"card--shown", "graph--mistake-red"}


def test_columns_lead_to_moves() -> None:
    whole = scale_of(graph(), 10, dots=True)
    assert [whole.ply_at(x) for x in (-1, 0, 6, 7)] == [None, 1, 7, None]
    packed = scale_of(graph((0,) * 42), 21, dots=True)
    assert [packed.ply_at(x) for x in (0, 20, 21)] == [1, 41, None]


@pytest.mark.parametrize("cursor", [0, 1, 50, 100])
@pytest.mark.parametrize("dots", [True, False])
def test_of_a_game_too_long_the_part_with_the_cursor_is_shown(cursor: int, dots: bool) -> None:
    scale = scale_of(graph((0,) * 100, cursor), 20, dots=dots)
    plies = [ply for x in range(scale.columns) for ply in scale.plies(x)]
    assert max(cursor, 1) in plies
    assert scale.columns <= 21
    assert plies == sorted(set(plies))
    assert plies[-1] <= 100
