"""Saves the plain-text game in a thread of its own, and reports failures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.i18n import _
from p4tui.plain.interrupts import ignore_termination
from p4tui.plain.styles import DEFAULT_STYLE
from p4tui.play.match import Change, Match
from p4tui.players.rating import Result
from p4tui.storage.archive import Archive
from p4tui.storage.errors import GameDeletedError, GameLostError, NoSuchGameError, StorageError
from p4tui.storage.events import Event, GameLost, SavingFailed, SavingRecovered
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.played import Reached
from p4tui.storage.recorder import Recorder
from p4tui.words.errors import storage_sentence
from p4tui.words.match import score_sentence
from p4tui.words.saved import event_sentence, saved_sentence
from p4tui.words.time import last_change_phrase

CLOSING_SECONDS = 7.0
"""Seconds to wait for the last save: longer than SQLite waits for other programs."""
SLOW_SECONDS = 0.5
"""Seconds after which a wait is announced."""
STOP_SECONDS = 1.0
"""Seconds to wait for a save before Ctrl+Z stops the program: a stopped save would block other programs."""


class Saving:
    """The saving of one match.

    Attributes:
        archive: the saved games.
        recorder: saves the match.
        lost: the reason that the game is no longer saved here, or None.
    """

    def __init__(
        self,
        archive: Archive,
        complain: Callable[[str], None],
        resumed: OpenedGame | None = None,
        *,
        today: Callable[[], float] = time.time,
    ) -> None:
        """Save a match.

        Args:
            archive: the saved games.
            complain: prints an error message.
            resumed: the game that is resumed; None for a new match.
            today: returns the date, in seconds since 1970.
        """
        self.archive = archive
        self.lost: GameLostError | None = None
        self.recorder = Recorder(archive, None if resumed is None else resumed.ownership)
        self._complain = complain
        self._resumed = resumed
        self._today = today
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._latest: int | None = None
        archive.listener = self._events.put

    def introduction(self) -> str | None:
        """Return the score and the age of the last move of a resumed game; None for a new one."""
        if self._resumed is None:
            return None
        saved = self._resumed.saved
        score = score_sentence(saved.match)
        ago = "" if saved.imported else last_change_phrase(self._today() - saved.changed)
        return "\n".join([score, _("Last move: {ago}").format(ago=ago)]) if ago else score

    def keep(self, match: Match) -> None:
        """Save a match that has begun, unless it is as it was saved: another terminal may have gone on with it."""
        if self._resumed is None or self._resumed.saved.match != match:
            self.recorder.record(Change.SEATS, match)

    def wait_for_save(self) -> None:
        """Wait briefly for a running save."""
        self.archive.settle(STOP_SECONDS)

    def report_events(self, *, at_end: bool = False) -> None:
        """Report the new events of the saved games, and record the loss of this game.

        At the end, leave out failed saves: `finish` has reported them.
        """
        while True:
            try:
                event = self._events.get_nowait()
            except Empty:
                return
            if isinstance(event, GameLost):
                if event.ownership is not self.recorder.ownership or self.lost is not None:
                    continue
                self.lost = event.error
            is_reported = at_end and isinstance(event, SavingFailed | SavingRecovered)
            if not is_reported and (sentence := event_sentence(event)):
                self._complain(sentence)

    def reached(self, position: Position) -> Reached:
        """Return the finished games that reached a position.

        Raises:
            StorageError: they cannot be read.
        """
        geometry, stop = position.geometry, StopFlag()
        return self.archive.request(
            lambda games: games.played_games(geometry, stop).reached(position)
        ).result()

    def take_back(self) -> OpenedGame:
        """Take the game back from the other window.

        Raises:
            StorageError, NoSuchGameError, RecordError: it cannot be opened.
        """
        assert self.lost is not None
        number = self.lost.number
        try:
            opened = self.archive.request(lambda games: games.open(number)).result()
        except NoSuchGameError:
            self.lost = GameDeletedError(number)
            raise
        self._record_as(opened.ownership)
        return opened

    def save_as_new(self, match: Match) -> None:
        """Save the lost game as a new one."""
        self._record_as(Ownership())
        self.archive.save(self.recorder.ownership, match)

    def _record_as(self, ownership: Ownership) -> None:
        self.lost = None
        self.recorder = Recorder(self.archive, ownership)

    def results_of(self, name: str) -> Sequence[Result]:
        """Return the saved results of a person against levels; none if they cannot be read."""
        with suppress(StorageError):
            return self.archive.request(lambda games: games.level_results(name)).result()
        return ()

    def how_to_resume(self, match: Match, style: str) -> str | None:
        """Save everything. Return how the game is resumed in this style, or None if it is over or not saved."""
        self.archive.submit(self._find_latest)
        if not finish(self.archive, self._complain):
            return None
        self.report_events()
        number = self.recorder.number
        if match.outcome is not None or number is None or self.lost is not None:
            return None
        words = ["p4tui resume", *([] if self._latest == number else [str(number)]), "--plain"]
        if style != DEFAULT_STYLE:
            words.append(f"--style {style}")
        return saved_sentence(" ".join(words))

    def _find_latest(self, games: GameRepository) -> None:
        try:
            self._latest = next((game.number for game in games.unfinished(limit=1)), None)
        except StorageError:
            self._latest = None


def finish(archive: Archive, say: Callable[[str], None]) -> bool:
    """Save everything; return whether it succeeded. The first call reports a long wait or a failure.

    Ctrl+C ends the wait at once.

    Raises:
        Exception: a bug in the archive.
    """

    def say_if_possible(sentence: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            say(sentence)

    first = archive.begin_closing(CLOSING_SECONDS)
    if first:
        _wait(archive, say_if_possible)
    if archive.failure is not None:
        raise archive.failure
    saved = archive.close(0)
    if first and not saved:
        _say_unsaved(archive, say_if_possible)
    return saved


def _wait(archive: Archive, say: Callable[[str], None]) -> None:
    """Wait for the last save or Ctrl+C. Other signals are ignored, as the program ends anyway."""
    with suppress(KeyboardInterrupt), ignore_termination():
        if not archive.wait_closed(SLOW_SECONDS):
            say(_("Saving..."))
            archive.wait_closed(CLOSING_SECONDS - SLOW_SECONDS)


def _say_unsaved(archive: Archive, say: Callable[[str], None]) -> None:
    """Print the moves that could not be saved, so that people can note them."""
    say(_("The last moves could not be saved."))
    if archive.error is not None:
        say(storage_sentence(archive.error))
    for match in archive.unsaved:
        if match.game.played:
            say(_("The whole game: {moves}").format(moves=format_moves(match.game.played)))
