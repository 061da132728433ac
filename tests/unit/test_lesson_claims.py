"""Every claim and every right answer of the lessons is proven."""

from __future__ import annotations

import dataclasses
import re

import pytest

from p4tui.core.lines import Direction
from p4tui.core.notation import parse_game, parse_moves
from p4tui.core.position import Position
from p4tui.engine.kernel import reference
from p4tui.engine.solver import Solver
from p4tui.review.lessons import claims
from p4tui.review.lessons.course import LESSONS
from p4tui.review.lessons.lesson import Exercise, Goal, Lesson, Statement
from tests.tools.kernels import KERNELS, NATIVE, needs_native
from tests.unit.lesson_claims import Prover, end_in_moves, winning

EXERCISES = [
    pytest.param(each, id=f"{lesson.id}-{each.moves}")
    for lesson in LESSONS
    for each in lesson.exercises
]
DEEP = {
    *("254231412333", "414444533476", "674473445677"),
    *("14444221314114", "2353665336471", "1252636225533"),
    *("425624256", "24423254"),
}
"""Positions that are neither in the opening book nor proven quickly by the plain-Python search."""
NAMED = re.compile(r"\{([cr])(\d)\}")


@pytest.fixture(scope="module", params=KERNELS)
def prover(request: pytest.FixtureRequest) -> Prover:
    return Prover(Solver(use=request.param))


@pytest.fixture(scope="module")
def compiled_prover() -> Prover:
    return Prover(Solver(use=NATIVE))


def skip_if_deep(prover: Prover, exercise: Exercise) -> None:
    """Leave a deep position to the compiled search."""
    name = prover.solver.kernel_for(exercise.position.geometry)
    if name == reference.NAME and exercise.moves in DEEP:
        pytest.skip("too deep for the plain-Python search")


def numbers(claim: object) -> set[int]:
    """Return every column, row and number of a claim."""
    found: set[int] = set()
    values = [getattr(claim, field.name) for field in dataclasses.fields(claim)]  # type: ignore[arg-type]
    while values:
        value = values.pop()
        if isinstance(value, tuple):
            values += value
        elif dataclasses.is_dataclass(value):
            found |= numbers(value)
        elif isinstance(value, int):
            found.add(int(value))
        elif isinstance(value, str) and value.isdigit():
            found |= {int(symbol) for symbol in value}
    return found


def reached(prover: Prover, exercise: Exercise) -> tuple[int, ...]:
    """Return the columns that reach the goal of an exercise."""
    position, scores = exercise.position, prover.scores(exercise.position)
    if exercise.goal is Goal.LINE:
        return winning(position, position.to_move)
    if exercise.goal is Goal.BLOCK:
        return tuple(c for c in scores if not winning(after := position.play(c - 1), after.to_move))
    return tuple(
        c for c, score in scores.items() if score > 0 or (score == 0 and exercise.goal is Goal.HOLD)
    )


def test_there_are_ten_lessons_of_three_to_six_exercises() -> None:
    assert len(LESSONS) == 10
    assert all(3 <= len(lesson.exercises) <= 6 for lesson in LESSONS)
    assert len({lesson.id for lesson in LESSONS}) == 10


def test_no_position_is_asked_twice() -> None:
    moves = [each.moves for lesson in LESSONS for each in lesson.exercises]
    assert len(set(moves)) == len(moves)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_right_columns_are_all_that_reach_the_goal(prover: Prover, exercise: Exercise) -> None:
    skip_if_deep(prover, exercise)
    position = exercise.position
    assert reached(prover, exercise) == exercise.right
    assert len(exercise.right) < len(position.legal_columns())
    if exercise.goal is Goal.HOLD:
        assert max(prover.scores(position).values()) == 0
    if exercise.goal in (Goal.BLOCK, Goal.WIN, Goal.HOLD):
        assert not winning(position, position.to_move)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_claim_of_an_exercise_holds(prover: Prover, exercise: Exercise) -> None:
    skip_if_deep(prover, exercise)
    for each in exercise.statements:
        wrong = [c for c in each.claims if not prover.holds(exercise.position, c)]
        assert not wrong, each.text


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_claim_of_the_text_holds(prover: Prover, lesson: Lesson) -> None:
    for each in lesson.paragraphs:
        wrong = [claim for claim in each.claims if not prover.holds(Position(), claim)]
        assert not wrong, each.text


@needs_native
@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_shipped_scores_and_refutations_are_exact(
    compiled_prover: Prover, exercise: Exercise
) -> None:
    prover = compiled_prover
    position, proof = exercise.position, exercise.proof
    scores = prover.scores(position)
    assert {c: s for c, s in enumerate(proof.scores, 1) if s is not None} == scores
    for column, line in enumerate(proof.lines, 1):
        loses_soon = scores.get(column, 0) < 0 and end_in_moves(position, scores[column]) <= 3
        is_wrong = column in scores and column not in exercise.right
        must_explain = is_wrong and (exercise.goal is not Goal.LINE or loses_soon)
        assert bool(line) is must_explain
        if line:
            check_line(prover, position.play(column - 1), line, -scores[column])


def check_line(prover: Prover, position: Position, line: str, score: int) -> None:
    """Check that every move of a line is a best one, and that a quick win is played to its end."""
    to_end = 2 * end_in_moves(position, score) - 1 if score > 0 else None
    for column in parse_moves(line):
        assert prover.scores(position)[column + 1] == score
        position, score = position.play(column), -score
    assert len(line) == (to_end if to_end is not None and to_end <= 5 else 3)
    assert (position.outcome is not None) is (to_end is not None and to_end <= 5)


def all_statements() -> list[tuple[Position, Statement]]:
    found = [(Position(), each) for lesson in LESSONS for each in lesson.paragraphs]
    return found + [
        (exercise.position, each)
        for lesson in LESSONS
        for exercise in lesson.exercises
        for each in exercise.statements
    ]


@pytest.mark.parametrize(
    ("position", "each"), all_statements(), ids=lambda value: getattr(value, "text", "")[:40]
)
def test_every_column_and_row_of_a_sentence_is_in_its_claims(
    position: Position, each: Statement
) -> None:
    named = {int(number) for _kind, number in NAMED.findall(each.text)}
    claimed = set().union(*(numbers(claim) for claim in each.claims), set())
    assert named <= claimed


@pytest.mark.parametrize("exercise", EXERCISES)
def test_notes_explain_wrong_columns_only(exercise: Exercise) -> None:
    legal = {column + 1 for column in exercise.position.legal_columns()}
    assert set(exercise.notes) <= legal - set(exercise.right)


def test_a_false_claim_is_found(prover: Prover) -> None:
    position = parse_game("434643").position
    for claim in (
        claims.WinsIn(4, 2),
        claims.OnlyWin(1),
        claims.Threatens(3),
        claims.WinningCell(claims.YELLOW, (4, 4)),
        claims.After("1", claims.Threatens(3)),
        claims.EndsOn((3, 4)),
        claims.LooksAhead(1, 3),
        claims.Completes(4, Direction.RISING),
        claims.OthersLose((4,)),
    ):
        assert not prover.holds(position, claim)
