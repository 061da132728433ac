"""Opens the user's saved games and reports their errors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from p4tui import paths
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.statuses import FAILED
from p4tui.storage.games import GameRepository
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence, restored_sentence


@contextlib.contextmanager
def report_problems() -> Iterator[None]:
    """Report a problem with a game or the database instead of raising it."""
    try:
        yield
    except GAME_PROBLEMS as error:
        complain(problem_sentence(error), MAX_COMPLAINT_LENGTH)


def users_games() -> GameRepository:
    """Return the user's games; a restored database is reported."""
    games = GameRepository(paths.games_file())
    games.on_restored(
        lambda restoration: complain(restored_sentence(restoration), MAX_COMPLAINT_LENGTH)
    )
    return games


def with_games(work: Callable[[GameRepository], int]) -> int:
    """Run `work` with the user's games; return its status, or `FAILED` after an error."""
    status = FAILED
    with report_problems(), contextlib.closing(users_games()) as games:
        status = work(games)
    return status  # noqa: RET504  a problem may have ended the work before
