"""The sentences of a review: marks, whole moves and reasons."""

from __future__ import annotations

from functools import cache

import pytest

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.core.position import Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.plain.review import review_lines
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.review.kinds import Reason, ReasonKind
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.review.reasons import reasons_of
from p4tui.review.walk import Line
from p4tui.words.match import moment_sentence
from p4tui.words.reasons import reason_phrase, reason_sentence
from p4tui.words.review import (
    better_sentence,
    mark_forms,
    mark_name,
    move_heading,
    spoken_move,
    verdict_forms,
    verdict_sentence,
)
from p4tui.words.walk import attempt_forms, line_sentence, question_heading
from p4tui.words.wrapping import cells

NODES = Limit(nodes=20_000_000)
SOLVER = Solver(threads=1)


def match_of(moves: str, starter: Colour = Colour.RED) -> Match:
    return Match(Person(), Person(), parse_game(moves), starter)


@cache
def last_move(moves: str) -> ReviewedMove:
    return next(review_game(parse_game(moves), SOLVER, StopFlag()))


@cache
def reasons_for(moves: str) -> tuple[Reason, ...]:
    return reasons_of(last_move(moves), SOLVER, StopFlag(), NODES)


@pytest.mark.parametrize(
    ("moves", "mark", "forms"),
    [
        ("6", "??", ("throws a win away: now loses in 21", "throws a win away")),
        ("554235", "??", ("throws a win away: now loses at once", "throws a win away")),
        ("3", "?", ("lets the win go: a draw now", "lets the win go")),
        ("57", "?", ("gives the draw away: now loses in 19", "gives the draw away")),
        ("4453", "", ("",)),
        ("4", "!", ("the only move",)),
        ("4453233", "~", ("loses 1 move sooner",)),
        ("445323", "~", ("1 move slower",)),
    ],
)
def test_a_mark_is_said_in_forms_that_grow_shorter(
    moves: str, mark: str, forms: tuple[str, ...]
) -> None:
    move = last_move(moves)
    assert move.mark.value == mark
    assert mark_forms(move) == forms


def test_every_mark_has_a_name() -> None:
    names = [mark_name(mark) for mark in Mark]
    assert names == ["blunder", "mistake", "slower", "only move", ""]


@pytest.mark.parametrize(
    ("moves", "verdict", "better"),
    [
        ("6", "A blunder: it was a win, now Yellow wins in 21.", "Only column 4 won."),
        ("3", "A mistake: it was a win, now it is a draw.", "Only column 4 won."),
        ("57", "A mistake: it was a draw, now Red wins in 19.", "Columns 2, 3, 4 and 5 held."),
        (
            "554235",
            "A blunder: it was a win, now Red wins at once.",
            "Only column 6 won.",
        ),
        ("445323", "Still a win, but 1 move slower.", "Column 4 was quicker."),
        ("4453233", "Still a loss, but 1 move sooner.", "Column 2 held out longer."),
        ("4", "The only move that wins.", ""),
        ("44", "Still a loss, in 20.", ""),
        ("4453", "Still a win, in 19.", ""),
        ("1212121", "It wins the game.", ""),
    ],
)
def test_a_move_is_told_with_its_result_and_the_better_columns(
    moves: str, verdict: str, better: str
) -> None:
    move = last_move(moves)
    assert (verdict_sentence(match_of(moves), move), better_sentence(move)) == (verdict, better)


def test_a_whole_move_is_spoken_with_names_and_columns_of_the_style() -> None:
    move, reasons = last_move("554235"), reasons_for("554235")
    assert spoken_move(match_of("554235"), move, reasons) == (
        "Move 6, Yellow, column 5. A blunder: it was a win, now Red wins at once. "
        "Only column 6 won. Column 5 lets Red win in column 6."
    )
    named = Match(LevelSeat("club"), Person("Bob"), parse_game("554235"), Colour.YELLOW)
    assert move_heading(named, move, 0) == "Move 6, Club player, column 4"
    assert reason_sentence(named, reasons[0], 0) == "Column 4 lets Bob win in column 5."


def test_the_forms_of_a_move_end_with_a_phrase() -> None:
    forms = verdict_forms(match_of("554235"), last_move("554235"), reasons_for("554235"))
    assert forms[-3:] == (
        "throws a win away: Red wins in column 6",
        "throws a win away: now loses at once",
        "throws a win away",
    )
    assert list(map(len, forms)) == sorted(map(len, forms), reverse=True)


EXAMPLES = [
    ("3346141", "wins", "Column 2 wins at once."),
    ("141511", "blocks", "Column 1 keeps Red from winning there."),
    ("554235", "leaves_unblocked", "Column 5 lets Red win in column 6."),
    ("5542", "lets_two_threats", "Column 2 lets Red make two threats at once with column 6."),
    ("55423", "two_threats", "Column 6 makes two threats at once."),
    (
        "4463",
        "prevents_two_threats",
        "Column 5 keeps Red from making two threats at once there.",
    ),
    ("45445336", "on_top_wins", "Column 6 lets Red play on top of it and win."),
    (
        "43453332",
        "lets_force",
        "Column 2 lets Red win by force, beginning with column 4: no reply stops it.",
    ),
    ("13261126373", "forces", "Column 4 wins by force: no reply stops it."),
    (
        "6266755755444",
        "spends_threat",
        "Column 4 gives up the threat on top of it: Yellow plays there.",
    ),
    (
        "434",
        "on_top_only",
        "Column 4 lets Yellow play on top of it, the only answer that holds the draw.",
    ),
    ("22436445", "poisons", "Column 3 poisons column 1 for Red: Yellow would win on top."),
    (
        "4",
        "key_cell",
        "Column 4 takes a key cell: after any other column, Yellow plays there and does not lose.",
    ),
    (
        "242522645",
        "lets_zugzwang",
        "After column 5, best play can leave Red without a safe column: the threat of Yellow in column 3, row 3, decides.",
    ),
    (
        "1313113567435633",
        "zugzwang",
        "After column 5, best play can leave Red without a safe column: the threat of Yellow in column 4, row 4, decides.",
    ),
    ("57", "same_cell", "Column 7 leaves column 4 to Red, the only answer that wins."),
    (
        "6",
        "lets_later_zugzwang",
        "After column 6, best play can leave Red without a safe column: Yellow wins in column 7, row 6.",
    ),
    (
        "3",
        "later_zugzwang",
        "After column 4, best play can leave Yellow without a safe column: Red wins in column 1, row 5.",
    ),
    (
        "27",
        "lets_later_two_threats",
        "After column 7, best play can end with Red making two threats at once.",
    ),
    (
        "61215",
        "later_two_threats",
        "After column 6, best play can end with Red making two threats at once.",
    ),
    (
        "61215",
        "only_answer",
        "After column 5, Yellow has one answer that holds the draw: column 4.",
    ),
    ("57", "open_lines", "Column 5 keeps more lines open than column 7 (7 against 2)."),
]


@pytest.mark.parametrize(("moves", "kind", "sentence"), EXAMPLES)
def test_every_kind_of_reason_has_an_example(moves: str, kind: str, sentence: str) -> None:
    match = match_of(moves)
    said = {reason.kind.value: reason_sentence(match, reason) for reason in reasons_for(moves)}
    assert said[kind] == sentence


def test_a_threat_is_not_given_up_where_stopping_it_does_not_help() -> None:
    kinds = [reason.kind for reason in reasons_for("54432272441124176323")]
    assert kinds == [ReasonKind.WINS]


def test_the_examples_are_of_all_kinds() -> None:
    assert {kind for _moves, kind, _sentence in EXAMPLES} == {kind.value for kind in ReasonKind}


@pytest.mark.parametrize("moves", [moves for moves, _kind, _sentence in EXAMPLES])
def test_there_are_at_most_two_reasons_the_preferred_one_first(moves: str) -> None:
    ranks = [list(ReasonKind).index(reason.kind) for reason in reasons_for(moves)]
    assert 1 <= len(ranks) <= 2
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_reason_in_few_words_fits_a_narrow_window(language: str) -> None:
    i18n.activate(language)
    for moves, _kind, _sentence in EXAMPLES:
        for reason in reasons_for(moves):
            assert cells(reason_phrase(match_of(moves), reason)) <= 38


def test_a_stopped_search_leaves_what_the_board_shows() -> None:
    stop = StopFlag()
    stop.set()
    kinds = [reason.kind for reason in reasons_of(last_move("554235"), SOLVER, stop)]
    assert kinds == [ReasonKind.LEAVES_UNBLOCKED]
    kinds = [reason.kind for reason in reasons_of(last_move("6"), SOLVER, stop)]
    assert kinds == [ReasonKind.OPEN_LINES]


def test_an_unproven_move_is_said_to_be_so() -> None:
    game = parse_game("141511")
    move = next(review_game(game, Solver(books=None), StopFlag(), Limit(nodes=0)))
    assert not move.proven
    assert verdict_forms(match_of("141511"), move) == ("Not proven.",)
    kinds = [reason.kind for reason in reasons_of(move, SOLVER, StopFlag())]
    assert kinds == [ReasonKind.BLOCKS]


def test_after_a_swap_every_move_is_told_with_who_made_it() -> None:
    move, reasons = last_move("554235"), reasons_for("554235")
    seats = (Person("Alice"), Person("Bob"))
    swapped = Match(*seats, parse_game("554235"), swaps=(6,))
    said = spoken_move(swapped, move, reasons)
    assert said == (
        "Move 6, Alice, column 5. A blunder: it was a win, now Bob wins at once. "
        "Only column 6 won. Column 5 lets Bob win in column 6."
    )
    assert moment_sentence(swapped, 6) == "Move 6 of 6: Alice, column 5"
    assert question_heading(swapped, 6, Side.SECOND) == "Before move 6, Alice"
    lines = list(review_lines(swapped, [move], "spoken", lambda _move: ()))
    assert lines[:3] == ["Red: Alice", "Yellow: Bob", "Sides swapped after move 6."]
    assert lines[-1] == (
        "Yellow had no real choice, and missed an immediate win or a forced block: 1 blunder."
    )


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (1, "Red wins in 3 moves."),
        (2, "Red wins in 3 moves."),
        (3, "Red wins in 2 moves."),
        (6, "Red wins in 1 move."),
        (7, "Red has won."),
    ],
)
def test_a_line_counts_the_moves_of_the_winner_alone(step: int, said: str) -> None:
    game = parse_game("1212121")
    line = Line(game.positions[0], (), game.moves, step)
    assert line_sentence(match_of("1212121"), line) == said


def test_a_winning_move_is_said_once() -> None:
    move, reasons = last_move("1212121"), reasons_for("1212121")
    assert [reason.kind.value for reason in reasons] == ["wins"]
    spoken = spoken_move(match_of("1212121"), move, reasons)
    assert spoken == "Move 7, Red, column 1. It wins the game."
    assert attempt_forms(match_of("121212"), move, reasons) == ("Right. It wins the game.",)
