"""A tournament in lines of text on the standard error: every game as it ends, and the table from time to time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

from p4tui.arena.records import GameRecord
from p4tui.arena.tournament import Tournament
from p4tui.cli.arena.tables import text_lines
from p4tui.words.arena import failure_sentence, game_sentence, player_labels, progress_phrase

TABLE_SECONDS = 60.0
"""Seconds between two tables."""


class Lines:
    """Tells of a tournament while it is played. Each line is whole when it is written: a log may keep them."""

    def __init__(
        self,
        tournament: Tournament,
        stream: TextIO | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Say nothing yet.

        Args:
            tournament: the games.
            stream: where the lines go; the standard error by default.
            now: returns the time in seconds.
        """
        self._tournament = tournament
        self._stream = sys.stderr if stream is None else stream
        self._now = now
        self._began = self._counted = now()
        self._first = tournament.done
        self._labels = player_labels(tournament.players)

    def tell(self, record: GameRecord) -> None:
        """Tell of a game that has ended, and now and then of the table."""
        done, total = self._tournament.done, len(self._tournament.games)
        sentence = game_sentence(record, done, total, self._labels)
        lines = [f"{sentence} {failure_sentence(record, self._labels)}".rstrip()]
        now = self._now()
        if done < total and now - self._counted >= TABLE_SECONDS:
            self._counted = now
            left = (now - self._began) * (total - done) / (done - self._first)
            lines += ["", progress_phrase(done, total, left)]
            lines += [*text_lines(self._tournament.standings.rows()), ""]
        if self._stream is not None:
            self._stream.write("".join(f"{line}\n" for line in lines))
            self._stream.flush()
