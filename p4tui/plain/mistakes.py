"""The mistakes of a game, tried again in the plain-text game."""

from __future__ import annotations

from collections.abc import Iterable

from p4tui.core.colour import colour_of
from p4tui.core.position import Side
from p4tui.i18n import _, ngettext
from p4tui.plain import report, styles
from p4tui.plain.console import Console
from p4tui.plain.drill import Drill, Verdict
from p4tui.plain.review import Explain
from p4tui.play.match import Match
from p4tui.review.moves import ReviewedMove, with_column
from p4tui.review.puzzles.attempt import Attempt
from p4tui.review.puzzles.puzzle import Problem
from p4tui.words.advice import choice_hint
from p4tui.words.review import move_heading, reason_sentences, verdict_forms, verdict_sentence


class MistakeExercise:
    """The position before a mistake; every column that keeps the result is right.

    Attributes:
        match: the match at the position.
        heading: which mistake it is.
        question: whose turn it is.
    """

    def __init__(
        self, match: Match, move: ReviewedMove, place: str, style: str, explain: Explain
    ) -> None:
        """Take a mistake of a match; `place` says which one it is, and `explain` returns the reasons for a move."""
        self._first = styles.first_column(style)
        self._move = move
        self._attempt = Attempt(Problem(move.position, move.scores))
        self._attempt.wrong.append(move.column)
        self._explain = explain
        match = match.seated_at(move.ply)
        self.match = match.with_game(match.game.after(move.ply - 1))
        self.heading = f"{place}. {move_heading(match, move, self._first)}."
        self.question = report.question(self.match, style)

    def answer(self, column: int) -> Verdict:
        """Return whether a column keeps the result, what it leads to, and why."""
        tried = with_column(self._move, column)
        if not tried.keeps_result:
            self._attempt.wrong.append(column)
        said = [verdict_sentence(self.match, tried)]
        # What speaks for another column would give the solution away.
        reasons = [reason for reason in self._explain(tried) if reason.column == column]
        said += reason_sentences(self.match, tried, reasons, self._first)
        text = _("Right. {words}") if tried.keeps_result else _("Not that one. {words}")
        return Verdict(tried.keeps_result, text.format(words=" ".join(said)))

    def hint(self) -> str:
        """Return columns of which one is right: none that was played or tried already."""
        return choice_hint(self._attempt.hint(), self._first)

    def solution(self) -> Verdict:
        """Return what the move did, which columns were right, and why."""
        reasons = self._explain(self._move)
        sentence = verdict_forms(self.match, self._move, reasons, self._first)[0]
        return Verdict(False, sentence, over=True)


def mistakes_of(
    match: Match, moves: Iterable[ReviewedMove], side: Side | None
) -> list[ReviewedMove]:
    """Return the mistakes of a side; of the people's sides, or else of both, if it is None."""
    lost = [move for move in moves if move.mark.loses_result]
    if side is not None:
        return [move for move in lost if move.side is side]
    return [move for move in lost if match.computers_only or _is_persons(match, move)]


def _is_persons(match: Match, move: ReviewedMove) -> bool:
    """Return whether a person made a move."""
    return match.seated_at(move.ply).is_person(colour_of(move.side, match.starter))


def try_again(
    match: Match,
    moves: Iterable[ReviewedMove],
    console: Console,
    style: str,
    explain: Explain,
    side: Side | None = None,
) -> None:
    """Let a person try the mistakes of a game again, one after the other.

    Args:
        match: the match with the game.
        moves: its moves, in the order of play.
        console: where it is asked.
        style: the style of the plain-text game.
        explain: returns the reasons for a move.
        side: whose mistakes; those of people, or else of both sides, if it is None.
    """
    found = mistakes_of(match, moves, side)
    if not found:
        console.say(_("There are no mistakes to try again."))
        return
    places = (
        _("Mistake {number} of {count}").format(number=number, count=len(found))
        for number in range(1, len(found) + 1)
    )
    exercises = (
        MistakeExercise(match, move, place, style, explain)
        for move, place in zip(found, places, strict=True)
    )
    solved, _asked = Drill(console, style).run(exercises)
    text = ngettext(
        "{solved} of {count} mistake corrected.",
        "{solved} of {count} mistakes corrected.",
        len(found),
    )
    console.say(text.format(solved=solved, count=len(found)))
