"""The mistakes of a game, tried again in the plain-text game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.core.position import Side
from p4tui.i18n import _, ngettext
from p4tui.plain import report, styles
from p4tui.plain.console import Console
from p4tui.plain.drill import Drill, Verdict
from p4tui.plain.review import ExplainedMove
from p4tui.play.match import Match
from p4tui.review.moves import with_column
from p4tui.words.review import better_sentence, move_heading, verdict_sentence


class MistakeExercise:
    """The position before a mistake; every column that keeps the result is right.

    Attributes:
        match: the match at the position.
        heading: which mistake it is.
        question: whose turn it is.
    """

    def __init__(
        self, match: Match, explained: ExplainedMove, number: int, count: int, style: str
    ) -> None:
        self._first = styles.first_column(style)
        self._move, self._reasons = explained
        game = replace(match.game, cursor=self._move.ply - 1, resigned=None, timed_out=None)
        self.match = match.with_game(game)
        self.heading = _("Mistake {number} of {count}. {move}.").format(
            number=number, count=count, move=move_heading(match, self._move, self._first)
        )
        self.question = report.question(self.match, style)

    def answer(self, column: int) -> Verdict:
        """Return whether a column keeps the result, and what it leads to."""
        tried = with_column(self._move, column)
        words = verdict_sentence(self.match, tried)
        if tried.keeps_result:
            return Verdict(True, _("Right. {words}").format(words=words))
        return Verdict(False, _("Not that one. {words}").format(words=words))

    def hint(self) -> str:
        """Return how many columns are right."""
        count = len(self._move.keeping)
        return ngettext("{count} column is right.", "{count} columns are right.", count).format(
            count=count
        )

    def solution(self) -> str:
        """Return what the move did, and which columns were right."""
        return " ".join(
            (verdict_sentence(self.match, self._move), better_sentence(self._move, self._first))
        )


def mistakes_of(
    match: Match, moves: Sequence[ExplainedMove], side: Side | None
) -> list[ExplainedMove]:
    """Return the mistakes of a side; of the people's sides, or else of both, if it is None."""
    people = [colour for colour in Colour if match.is_person(colour)]
    sides = {colour.side(match.starter) for colour in people or Colour} if side is None else {side}
    return [each for each in moves if each[0].mark.loses_result and each[0].side in sides]


def try_again(
    match: Match,
    moves: Sequence[ExplainedMove],
    console: Console,
    style: str,
    side: Side | None = None,
) -> None:
    """Let a person try the mistakes of a game again, one after the other.

    Args:
        match: the match with the game.
        moves: its moves with their reasons.
        console: where it is asked.
        style: the style of the plain-text game.
        side: whose mistakes; those of people, or else of both sides, if it is None.
    """
    found = mistakes_of(match, moves, side)
    if not found:
        console.say(_("There are no mistakes to try again."))
        return
    exercises = (
        MistakeExercise(match, each, number, len(found), style)
        for number, each in enumerate(found, 1)
    )
    solved, _asked = Drill(console, style).run(exercises)
    console.say(
        ngettext(
            "{solved} of {count} mistake mended.",
            "{solved} of {count} mistakes mended.",
            len(found),
        ).format(solved=solved, count=len(found))
    )
