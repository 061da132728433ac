"""The graph of a game in one line."""

from __future__ import annotations

from itertools import islice

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.review.graph import graph_line, red_score, sign_of
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.tui.look.graph_art import Graph, GraphMove, graph_lines

DRAWN = "442761225377252342545563474175371666631311"


def reviewed(moves: str, count: int = 42, nodes: int | None = None) -> list[ReviewedMove]:
    """Return the last moves of a game."""
    solver = Solver(books=None, table_mib=1)
    found = review_game(parse_game(moves), solver, StopFlag(), Limit(nodes=nodes))
    return list(islice(found, count))


def test_each_move_has_the_letter_of_who_wins_after_it_and_mistakes_are_marked_below() -> None:
    late = reviewed(DRAWN, 18)
    graph, marks = graph_line(late, Colour.RED)
    assert graph == " " * 24 + "YRYRYRRRRRYR======"
    assert marks == " " * 25 + "?????    ???"
    assert red_score(late[0], Colour.RED) == 0


def test_the_letters_follow_the_colour_that_began() -> None:
    moves = reviewed(DRAWN, 10)
    red, _marks = graph_line(moves, Colour.RED)
    yellow, _marks = graph_line(moves, Colour.YELLOW, "RJ")
    assert red.translate(str.maketrans("RY", "JR")) == yellow
    assert red.endswith("RRYR======")


def test_a_move_that_is_not_proven_has_a_dot() -> None:
    graph, marks = graph_line(reviewed("1212121", nodes=1), Colour.RED)
    assert graph == ".....RR"
    assert not marks


def test_a_move_has_one_sign_in_every_graph() -> None:
    scores = (None, None, 0, 3, -1)
    signs = [sign_of(score, "RJ", known=ply > 0) for ply, score in enumerate(scores)]
    moves = [GraphMove(Colour.RED, score, known=ply > 0) for ply, score in enumerate(scores)]
    letters, _marks = graph_lines(Graph(moves, 0, 21, "RJ"), 9, 2, "ascii")
    assert "".join(signs) == "".join(span.text for span in letters) == " .=RJ"


def test_a_graph_without_moves_is_empty() -> None:
    assert graph_line([], Colour.RED) == ("", "")
