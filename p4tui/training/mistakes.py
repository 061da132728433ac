"""One's own mistakes: found by the review of saved games, repeated by FSRS."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from p4tui.core.colour import colour_of
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.choice import kernel_name
from p4tui.engine.limit import StopFlag
from p4tui.engine.score import moves_to_end
from p4tui.engine.solver import Solver
from p4tui.review.moves import ReviewedMove, review_game
from p4tui.review.puzzles.attempt import Grade
from p4tui.review.puzzles.puzzle import LONGEST_WIN
from p4tui.storage.archive import Archive
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.training import UnreviewedGame
from p4tui.storage.training_records import MistakeCard, Schedule

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.records import SavedGame

Answer = TypeVar("Answer")

ANSWER_SECONDS = 0.1
"""Seconds between two looks at the flag during a wait."""


class Scan(NamedTuple):
    """The progress of a scan.

    Attributes:
        done: the games reviewed.
        total: the games to review.
        found: the new mistakes found so far.
    """

    done: int
    total: int
    found: int


def scan(archive: Archive, solver: Solver, stop: StopFlag, now: float) -> Iterator[Scan]:
    """Review the finished games of persons that are not yet reviewed, the newest first, and keep their mistakes.

    It waits for the archive between the games; run it in a thread of its own beside a screen.

    Args:
        archive: the saved games.
        solver: proves the scores.
        stop: ends the scan within milliseconds; games reviewed by then stay reviewed.
        now: the date, in seconds since 1970; new mistakes are due at once.

    Raises:
        StorageError: the games cannot be read, or the mistakes not saved.
    """
    ask = partial(_ask, archive, stop)
    with suppress(CancelledError):  # the flag was set during a wait
        waiting = ask(unreviewed_games)
        found = 0
        yield Scan(0, len(waiting), found)
        for done, game in enumerate(waiting, 1):
            cards, whole = list[MistakeCard](), True
            with suppress(NoSuchGameError, RecordError):  # deleted meanwhile, or an invalid row
                saved = ask(partial(_load, game.number))
                moves = list(review_game(saved.match.game, solver, stop))
                cards = list(mistakes_of(saved, moves, now))
                # No later run proves more with the compiled kernel.
                whole = _is_compiled() or all(move.proven for move in moves)
            if stop.is_set():
                return
            found += ask(partial(_add, game, cards, whole))
            yield Scan(done, len(waiting), found)


def unreviewed_games(games: GameRepository) -> list[UnreviewedGame]:
    """Return the games that a scan would review: each once, and once more if there is a better kernel now."""
    return games.training.unreviewed_games(again=_is_compiled())


def _is_compiled() -> bool:
    """Return whether the compiled kernel proves the scores."""
    return kernel_name() != reference.NAME


def _ask(archive: Archive, stop: StopFlag, work: Callable[[GameRepository], Answer]) -> Answer:
    """Return the archive's answer.

    Raises:
        CancelledError: the flag was set first. An archive that is closing answers no more.
    """
    answer = archive.request(work)
    while not stop.is_set():
        with suppress(TimeoutError):
            return answer.result(ANSWER_SECONDS)
    raise CancelledError


def _load(number: int, games: GameRepository) -> SavedGame:
    return games.load(number)


def _add(game: UnreviewedGame, cards: list[MistakeCard], whole: bool, games: GameRepository) -> int:
    return games.training.add_mistakes(game, cards, whole=whole)


def mistakes_of(
    saved: SavedGame, moves: Iterable[ReviewedMove], now: float
) -> Iterator[MistakeCard]:
    """Yield the cards of the mistakes in sight that persons made in a game, from its reviewed moves."""
    match = saved.match
    for move in moves:
        colour = colour_of(move.side, match.starter)
        if is_in_sight(move) and match.seated_at(move.ply).is_person(colour):
            yield MistakeCard(
                move.position,
                match.starter,
                move.scores,
                move.column,
                saved.number,
                move.ply,
                Schedule(now),
            )


def is_in_sight(move: ReviewedMove) -> bool:
    """Return whether a move is a mistake that a person can understand: its win or loss is no farther than a puzzle's.

    What loses a theoretical result of the opening is no exercise.
    """
    if not move.mark.loses_result:
        return False
    scores = (score for score in (move.best_score, move.score) if score)
    return min(moves_to_end(move.position, score) for score in scores) <= LONGEST_WIN


def rescheduled(card: MistakeCard, grade: Grade, now: float) -> MistakeCard:
    """Return a card with its next date after an answer at `now`, in seconds since 1970.

    If the clock was set back, the answer counts as given at the last one's time.
    """
    # FSRS takes some 20 ms to import.
    from fsrs import Card, Rating, Scheduler, State

    rating = {Grade.WRONG: Rating.Again, Grade.HINTED: Rating.Hard, Grade.RIGHT: Rating.Good}[grade]
    schedule = card.schedule
    last = None if schedule.repeated is None else _date(schedule.repeated)
    at = _date(now) if last is None else max(_date(now), last)
    before = Card(
        card_id=1,
        state=State(schedule.state),
        step=schedule.step,
        stability=schedule.stability,
        difficulty=schedule.difficulty,
        due=_date(schedule.due),
        last_review=last,
    )
    after, _log = Scheduler(enable_fuzzing=False).review_card(before, rating, at)
    return replace(
        card,
        schedule=Schedule(
            after.due.timestamp(),
            int(after.state),
            after.step,
            after.stability,
            after.difficulty,
            at.timestamp(),
        ),
    )


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
