"""The plain-text game saves what is played behind its own back, and says what keeps it from doing so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from p4tui.core.notation import format_moves
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.saved_words import event_sentence
from p4tui.storage.archive import Archive, Event, GameLost
from p4tui.storage.errors import GameLostError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.recorder import Recorder
from p4tui.words import storage_sentence

CLOSING_SECONDS = 7.0
"""How long the end of the program waits for the last save: longer than SQLite waits for other programs."""
SLOW_SECONDS = 0.5
"""After how long it says so."""


class Saving:
    """Has one match saved.

    Attributes:
        archive: the saved games.
        recorder: of the match.
        resumed: whether a saved game is played on.
        lost: why the game is saved here no longer, or None.
    """

    def __init__(
        self, archive: Archive, complain: Callable[[str], None], resumed: OpenedGame | None = None
    ) -> None:
        """Save a match.

        Args:
            archive: the saved games.
            complain: says what is wrong, in a sentence.
            resumed: the game that is played on; None for a new match.
        """
        self.archive = archive
        self.resumed = resumed is not None
        self.lost: GameLostError | None = None
        self.recorder = Recorder(archive, None if resumed is None else resumed.ownership)
        self._complain = complain
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._latest: int | None = None
        archive.listener = self._events.put

    def tell(self) -> None:
        """Say what has happened to the saved games since this was last called, and note the loss of the game."""
        while True:
            try:
                event = self._events.get_nowait()
            except Empty:
                return
            if isinstance(event, GameLost):
                if event.ownership is not self.recorder.ownership or self.lost is not None:
                    continue
                self.lost = event.error
            if sentence := event_sentence(event):
                self._complain(sentence)

    def take_back(self) -> OpenedGame:
        """Open the game that was lost to another window again.

        Raises:
            StorageError, NoSuchGameError, RecordError: it cannot be had.
        """
        assert self.lost is not None
        number = self.lost.number
        opened = self.archive.request(lambda games: games.open(number)).result()
        self._go_on(opened.ownership)
        return opened

    def keep(self, match: Match) -> None:
        """Save the game that was lost as a new one."""
        self._go_on(Ownership())
        self.archive.save(self.recorder.ownership, match)

    def _go_on(self, ownership: Ownership) -> None:
        self.lost = None
        self.recorder = Recorder(self.archive, ownership)

    def how_to_resume(self, match: Match) -> str | None:
        """Save everything; return how the game can be resumed, or None if it is over, or not saved."""
        self.archive.submit(self._find_latest)
        saved = finish(self.archive, self._complain)
        number = self.recorder.number
        self.tell()
        if not saved or match.outcome is not None or number is None or self.lost is not None:
            return None
        if self._latest == number:
            return _("The game is saved: p4tui resume goes on with it.")
        return _("The game is saved: p4tui resume {number} goes on with it.").format(number=number)

    def _find_latest(self, games: GameRepository) -> None:
        try:
            self._latest = next((game.number for game in games.unfinished(most=1)), None)
        except StorageError:
            self._latest = None


def finish(archive: Archive, say: Callable[[str], None]) -> bool:
    """Save everything; return whether that was done. Where it takes long, or fails, say so, the first time.

    Ctrl+C ends the waiting at once.

    Raises:
        Exception: a bug that the archive has met.
    """

    def tell(sentence: str) -> None:
        with suppress(OSError):  # a terminal that is gone does not end the waiting
            say(sentence)

    first = archive.begin_closing(CLOSING_SECONDS)
    with suppress(KeyboardInterrupt):
        if first and not archive.closed(SLOW_SECONDS):
            tell(_("Saving..."))
            archive.closed(CLOSING_SECONDS - SLOW_SECONDS)
    if archive.failure is not None:
        raise archive.failure
    saved = archive.close(0)
    if first and not saved:
        _say_unsaved(archive, tell)
    return saved


def _say_unsaved(archive: Archive, say: Callable[[str], None]) -> None:
    """Say what could not be saved, so that it is not lost."""
    say(_("The last moves could not be saved."))
    if archive.error is not None:
        say(storage_sentence(archive.error))
    for match in archive.unsaved:
        say(_("They were: {moves}").format(moves=format_moves(match.game.played)))
