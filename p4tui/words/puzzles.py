"""Puzzles in words: what to find, verdicts, lines of play, the puzzle of a day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Position
from p4tui.i18n import _, ngettext
from p4tui.play.analysis import ColumnScore
from p4tui.review.puzzles.daily import FIRST_DAY, DayError, DayProblem
from p4tui.review.puzzles.puzzle import HARDEST, Problem, Puzzle
from p4tui.training.courses import Course, DailyCourse, Task
from p4tui.words.advice import effect_phrase, score_words
from p4tui.words.match import column_name, column_sentence
from p4tui.words.players import colour_name
from p4tui.words.text import MAX_PATH_LENGTH, printable, shorten

if TYPE_CHECKING:
    from p4tui.review.puzzles.attempt import Attempt
    from p4tui.review.puzzles.file import PuzzleFileError
    from p4tui.storage.training_records import MistakeCard
    from p4tui.training.mistakes import Scan

MOST_MOVES = 9
"""The most moves of a line in a sentence."""


def goal_sentence(problem: Problem, starter: Colour) -> str:
    """Return who is to move and what to find: `Red to move: win in 4 moves`."""
    colour = colour_name(colour_of(problem.position.to_move, starter))
    moves = problem.moves_to_win
    if moves is None:
        return _("{colour} to move: hold the draw").format(colour=colour)
    return ngettext(
        "{colour} to move: win in {moves} move", "{colour} to move: win in {moves} moves", moves
    ).format(colour=colour, moves=moves)


def brief_goal(problem: Problem) -> str:
    """Return what to find: `Win in 4 moves`, `Hold the draw`."""
    moves = problem.moves_to_win
    if moves is None:
        return _("Hold the draw")
    return ngettext("Win in {moves} move", "Win in {moves} moves", moves).format(moves=moves)


def question_forms(task: Task, attempt: Attempt) -> tuple[str, ...]:
    """Return what to find, and how many tries are left, in forms that grow shorter."""
    goal, brief = goal_sentence(task.problem, task.starter), brief_goal(task.problem)
    left = attempt.tries_left
    if left is None:
        return goal, brief
    tries = tries_phrase(left)
    return f"{goal} ({tries})", f"{brief} ({tries})", brief


def asking_forms(task: Task, attempt: Attempt) -> tuple[str, ...]:
    """Return who chooses a column, and how many tries are left; what to find stands elsewhere."""
    colour = colour_name(colour_of(task.problem.position.to_move, task.starter))
    ask, left = _("{name}: choose a column").format(name=colour), attempt.tries_left
    return (ask,) if left is None else (f"{ask} ({tries_phrase(left)})", tries_phrase(left))


def puzzle_paragraphs(task: Task) -> list[str]:
    """Return what to find, where the mistake was made, and how many columns are right."""
    problem = task.problem
    said = [f"{goal_sentence(problem, task.starter)}."]
    if task.card is not None:
        said.append(mistake_sentence(task.card))
    if len(problem.answers) > 1:
        return [*said, _("More than one column is right.")]
    if problem.moves_to_win is None:
        return [*said, _("One column holds the draw, all others lose.")]
    return [*said, _("One column wins, whatever the answer.")]


def brief_hint(columns: tuple[int, ...]) -> str:
    """Return the columns among which the answer is: `Column 2 or 4`."""
    first, *second = map(column_name, columns)
    if not second:
        return _("Column {column}").format(column=first)
    return _("Column {first} or {second}").format(first=first, second=second[0])


def task_title(task: Task, course: Course) -> str:
    """Return which puzzle it is, in few words: `Puzzle of 2026-11-28`, `Puzzle 90 (1/5)`, `Game 12`."""
    if isinstance(course, DailyCourse):
        return _("Puzzle of {date}").format(date=course.day.isoformat())
    if isinstance(task.problem, Puzzle):
        return _("Puzzle {number} ({difficulty}/{most})").format(
            number=task.problem.number, difficulty=task.problem.difficulty, most=HARDEST
        )
    return "" if task.card is None else _("Game {number}").format(number=task.card.game)


def task_heading(task: Task, course: Course, first_column: int = 1) -> str:
    """Return which puzzle it is: `Puzzle of 2026-11-28. Puzzle 90, difficulty 1 of 5.`."""
    parts = []
    if isinstance(course, DailyCourse):
        parts.append(_("Puzzle of {date}.").format(date=course.day.isoformat()))
    if isinstance(task.problem, Puzzle):
        parts.append(
            _("Puzzle {number}, difficulty {difficulty} of {most}.").format(
                number=task.problem.number, difficulty=task.problem.difficulty, most=HARDEST
            )
        )
    if task.card is not None:
        parts.append(mistake_sentence(task.card, first_column))
    return " ".join(parts)


def mistake_sentence(card: MistakeCard, first_column: int = 1) -> str:
    """Return where a mistake was made: `Game 12, move 9: column 3 loses in 7 moves.`."""
    score = card.scores[card.played]
    assert score is not None
    return _("Game {number}, move {ply}: {played}.").format(
        number=card.game,
        ply=card.ply,
        played=effect_phrase(card.position, card.played, score, first_column),
    )


def verdict_sentence(problem: Problem, column: int, first_column: int = 1) -> str:
    """Return whether a column is right, and what it leads to: `Wrong: column 3 loses in 5 moves.`."""
    score = problem.scores[column]
    assert score is not None
    effect = effect_phrase(problem.position, column, score, first_column)
    right = column in problem.answers
    return (_("Right: {effect}.") if right else _("Wrong: {effect}.")).format(effect=effect)


def brief_verdict(problem: Problem, column: int) -> str:
    """Return a verdict in few words: `Column 3: loses in 5 moves`."""
    score = problem.scores[column]
    assert score is not None
    return column_sentence(column, score_words(problem.position, ColumnScore(score, True)))


def answer_sentence(attempt: Attempt, first_column: int = 1) -> str:
    """Return the answer after giving up or the last try: `The answer: column 4 wins in 3 moves.`."""
    column = attempt.best
    score = attempt.problem.scores[column]
    assert score is not None
    return _("The answer: {effect}.").format(
        effect=effect_phrase(attempt.problem.position, column, score, first_column)
    )


def line_sentence(
    position: Position, line: tuple[int, ...], starter: Colour, first_column: int = 1
) -> str:
    """Return moves with their colours, and how they end: `Red 4, Yellow 4, Red 2: Red wins.`.

    Of a long line the moves after `MOST_MOVES` are left out.
    """
    parts = []
    for column in line:
        colour = colour_name(colour_of(position.to_move, starter))
        parts.append(f"{colour} {column_name(column, first_column)}")
        position = position.play(column)
    moves = ", ".join(parts if len(parts) <= MOST_MOVES else [*parts[: MOST_MOVES - 1], "..."])
    if position.outcome is None:
        return f"{moves}."
    winner = position.outcome.winner
    if winner is None:
        return _("{moves}: a draw.").format(moves=moves)
    return _("{moves}: {colour} wins.").format(
        moves=moves, colour=colour_name(colour_of(winner, starter))
    )


def tries_phrase(left: int) -> str:
    """Return how many answers are left."""
    return ngettext("{count} try left", "{count} tries left", left).format(count=left)


def left_sentence(left: int) -> str:
    """Return how many answers are left, as a sentence."""
    return ngettext("{count} try left.", "{count} tries left.", left).format(count=left)


def streak_sentence(days: int) -> str:
    """Return how many days in a row were solved."""
    return ngettext("Solved {days} day in a row.", "Solved {days} days in a row.", days).format(
        days=days
    )


def done_sentence(share: str) -> str:
    """Return that today's puzzle is done, with the line to share."""
    return _("Today's puzzle is done: {share}. Here it is for practice.").format(share=share)


def no_answer_yet_sentence() -> str:
    """Return that today's puzzle cannot be given up."""
    return _("The puzzle of a day shows its answer after three tries")


def earlier_day_sentence() -> str:
    """Return that an earlier day's answers do not count."""
    return _("The puzzle of an earlier day is for practice: it does not change the streak.")


def clock_sentence(today: date, later: date) -> str:
    """Return that the clock was set back."""
    return _(
        "This machine says that it is {today}, but the puzzle of {later} has an answer. Check the clock; nothing is lost."
    ).format(today=today.isoformat(), later=later.isoformat())


def day_error_sentence(error: DayError, today: date) -> str:
    """Return why a day has no puzzle."""
    if error.problem is DayProblem.FUTURE:
        return _("The puzzle of {day} is not out yet: today is {today}.").format(
            day=error.day.isoformat(), today=today.isoformat()
        )
    return _("There is no puzzle of {day}: the first one is of {first}.").format(
        day=error.day.isoformat(), first=FIRST_DAY.isoformat()
    )


def puzzle_file_sentence(error: PuzzleFileError) -> str:
    """Return that the puzzles cannot be read."""
    path = printable(shorten(str(error.path), MAX_PATH_LENGTH))
    return _(
        "The puzzles cannot be read: {path} is missing or damaged. Install p4tui again."
    ).format(path=path)


def scan_sentence(scan: Scan) -> str:
    """Return how far the review of one's games is: `Games reviewed: 3 of 20, mistakes found: 7`."""
    return _("Games reviewed: {done} of {total}, mistakes found: {found}").format(
        done=scan.done, total=scan.total, found=scan.found
    )


def brief_scan(scan: Scan) -> str:
    """Return how far the review is, in few words."""
    return _("Reviewed: {done} of {total}").format(done=scan.done, total=scan.total)


def nothing_due_sentence(mistakes: int, next_due: str | None) -> str:
    """Return that no mistake is due.

    Args:
        mistakes: the number of all mistakes.
        next_due: the date of the next one, None without mistakes.
    """
    if not mistakes or next_due is None:
        return _("There are no mistakes of yours to repeat. Finish a game, then come back.")
    return _("No mistake is due now. The next one comes at {date}.").format(date=next_due)


def games_left_sentence(count: int) -> str:
    """Return that no mistake is due, and how many games are not reviewed yet."""
    return ngettext(
        "No mistake is due now, and {count} game is left to review.",
        "No mistake is due now, and {count} games are left to review.",
        count,
    ).format(count=count)


def brief_nothing_due(next_due: str | None) -> str:
    """Return when the next mistake is due, in few words."""
    if next_due is None:
        return _("No mistakes to repeat")
    return _("Next one: {date}").format(date=next_due)
