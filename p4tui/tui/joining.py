"""Opens, joins and lists games of other terminals in threads: it may take seconds, and keys never wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from p4tui.link.meeting import Meeting
    from p4tui.link.opening import Find, LinkedGame
    from p4tui.play.match import Match
    from p4tui.storage.archive import Archive
    from p4tui.storage.ownership import OpenedGame

Found = TypeVar("Found")

SAVED_SECONDS = 5.0
"""Seconds to wait for the guest's own copy of a game."""


def in_thread(
    work: Callable[[], Found], discard: Callable[[Found], object] = lambda _found: None
) -> asyncio.Future[Found]:
    """Do some work in a thread that the end of the program does not wait for.

    Args:
        work: the work.
        discard: takes what was found if nobody waits for it any more.
    """
    answer: Future[Found] = Future()

    def run() -> None:
        try:
            found = work()
        except Exception as error:  # noqa: BLE001  the caller gets it
            if not answer.cancelled():
                answer.set_exception(error)
            return
        try:
            answer.set_result(found)
        except InvalidStateError:  # cancelled
            discard(found)

    threading.Thread(target=run, name="joining", daemon=True).start()
    return asyncio.wrap_future(answer)


def _leave(linked: LinkedGame) -> None:
    linked.link.close()


def _finder(archive: Archive | None) -> Find:
    """Return what finds the guest's own copy of a game. Where it cannot be opened, a new one is saved."""

    def find(game: str) -> OpenedGame | None:
        if archive is None:
            return None
        from p4tui.words.saved import GAME_PROBLEMS

        with suppress(*GAME_PROBLEMS, TimeoutError):
            number = archive.request(lambda games: games.find_linked(game)).result(SAVED_SECONDS)
            if number is not None:
                return archive.request(lambda games: games.open(number)).result(SAVED_SECONDS)
        return None

    return find


async def host_game(match: Match, meeting: Meeting) -> LinkedGame:
    """Open a game for others.

    Raises:
        LinkError: it cannot be opened.
    """
    from p4tui.link.opening import open_game

    return await in_thread(partial(open_game, match, meeting), _leave)


async def join(archive: Archive | None, name: str, meeting: Meeting, *, plays: bool) -> LinkedGame:
    """Join a game, or watch it.

    Raises:
        LinkError: it cannot be joined.
    """
    from p4tui.link.opening import join_game

    act = partial(join_game, name, meeting, _finder(archive), plays=plays, may_ask=False)
    return await in_thread(act, _leave)


async def come_back(archive: Archive | None, opened: OpenedGame) -> LinkedGame:
    """Come back to a saved game, as its host or its guest.

    Raises:
        LinkError: it cannot be opened, or nobody has it open.
    """
    from p4tui.link.opening import resume_game

    return await in_thread(partial(resume_game, opened, _finder(archive), may_ask=False), _leave)
