"""`Importer` saves games in batches and counts them."""

from __future__ import annotations

import sys

from p4tui.cli.messages import ComplaintLog, complain, say
from p4tui.core.errors import P4Error
from p4tui.core.geometry import Geometry
from p4tui.i18n import N_, _, ngettext
from p4tui.plain.interrupts import defer_interrupt
from p4tui.players.levels import UnknownLevelError
from p4tui.storage.exchange.deduplication import ImportDeduplicator
from p4tui.storage.exchange.game_json import ImportedGame
from p4tui.storage.exchange.line_errors import Fault, FaultKind, LineError, LineProblem
from p4tui.storage.exchange.text import games_of_line
from p4tui.storage.games import GameRepository
from p4tui.words.errors import error_sentence, unknown_level_sentence

BATCH = 250
"""The number of games saved in one transaction. Other programs can write between transactions."""

PROBLEMS = {
    "TOO_LONG": N_("The line is too long."),
    "NO_TEXT": N_("This is not text."),
    "NO_JSON": N_("This is not JSON, or a part of it is missing."),
    "NEWER": N_("A newer version of p4tui wrote this."),
    "OTHER_GAME": N_("This is an episode of another game than ConnectX."),
}
"""Why a line holds no game, to be translated."""
_FAULTS = {
    "OBJECT": N_('"{field}" must be a JSON object.'),
    "MISSING": N_('"{field}" is missing.'),
    "TEXT": N_('"{field}" must be a string.'),
    "NUMBER": N_('"{field}" must be a whole number from {least} to {most}.'),
    "FLAG": N_('"{field}" must be true or false.'),
    "DATE": N_('"{field}" must be a date from the years 1 to 9999, in seconds since 1970.'),
    "CHOICE": N_('"{field}" must be one of these: {choices}.'),
    "LIST": N_('"{field}" must be a list of these: {choices}.'),
    "START": N_('"{field}" is not a possible start on this board.'),
    "STEPS": N_('"{field}" must be a list of steps, each with two agents.'),
    "BOARD": N_('"{field}" is not the board after the moves.'),
    "RESULT": N_('"{field}" and "winner" contradict the moves.'),
    "WINNER": N_('"{field}" must name the winner, because "end" is {choices}.'),
}
"""What is wrong with a JSON object, to be translated."""


class Importer:
    """A batch import into the database.

    Attributes:
        complaints: the lines that hold no game.
    """

    def __init__(self, games: GameRepository, geometry: Geometry, complaints: ComplaintLog) -> None:
        self.complaints = complaints
        self._games = games
        self._geometry = geometry
        self._batch: list[ImportedGame] = []
        self._first_unsaved = 1
        """The first line that is not completely saved."""
        self._line = 1
        """The first line that is not completely read."""
        self._added = 0
        self._duplicates = 0
        self._deduplicator = ImportDeduplicator()

    def add_line(self, number: int, line: str | None) -> None:
        """Add the games of a line, or None for a line that is too long."""
        self._line = number
        found = [LineError(LineProblem.TOO_LONG)] if line is None else None
        for game in found or games_of_line(line or "", self._geometry):
            if isinstance(game, LineError):
                self.complaints.add(line_complaint(number, game))
                continue
            self.add_game(game)
        self._line = number + 1
        if len(self._batch) >= BATCH:
            self.flush()
        elif not self._batch:
            self._first_unsaved = self._line

    def add_game(self, game: ImportedGame) -> None:
        """Add a game."""
        if len(self._batch) >= BATCH:
            self.flush()
        self._batch.append(game)

    @property
    def count(self) -> int:
        """The number of games found, duplicates included."""
        return self._added + self._duplicates

    def flush(self) -> None:
        """Save the batch."""
        with defer_interrupt():
            if self._batch:
                added = len(self._games.add(self._batch, self._deduplicator))
                self._added += added
                self._duplicates += len(self._batch) - added
                self._batch = []
                self._first_unsaved = self._line

    def report(self) -> None:
        """Report how many games were imported, and how many complaints are hidden."""
        self.complaints.report_hidden(
            lambda count: ngettext(
                "{count} more line holds no game.", "{count} more lines hold no game.", count
            )
        )
        sentences = [
            ngettext("{count} game imported.", "{count} games imported.", self._added).format(
                count=self._added
            )
        ]
        if self._duplicates:
            sentences.append(
                ngettext(
                    "{count} game was already here.",
                    "{count} games were already here.",
                    self._duplicates,
                ).format(count=self._duplicates)
            )
        for sentence in sentences:
            say(sentence)
        sys.stdout.flush()

    def report_stop(self) -> None:
        """Report the line at which the import was stopped."""
        complain(_("The import stopped at line {number}.").format(number=self._first_unsaved))


def line_complaint(number: int, error: LineError) -> str:
    """Return which line holds no game, and why."""
    sentence = _("line {number}: {reason}")
    if error.game is not None:
        sentence = _("line {number}, game {game}: {reason}")
    return sentence.format(number=number, game=error.game, reason=_reason(error))


def _fault_sentence(fault: Fault) -> str:
    """Describe the fault of a JSON object. It names only keys that games have."""
    if fault.kind is FaultKind.TIMES:
        return ngettext(
            '"{field}" must be a list of {count} pair of milliseconds.',
            '"{field}" must be a list of {count} pairs of milliseconds, one for the start and one for each move.',
            fault.count,
        ).format(field=fault.field, count=fault.count)
    if not fault.field:
        return _("This is not a JSON object.")
    return _(_FAULTS[fault.kind.name]).format(
        field=fault.field,
        least=fault.minimum,
        most=fault.maximum,
        choices=", ".join(f'"{choice}"' for choice in fault.choices),
    )


def _reason(error: LineError) -> str:
    """Return why a line holds no game."""
    cause = error.__cause__
    if error.fault is not None:
        return _fault_sentence(error.fault)
    if error.problem is not None:
        return _(PROBLEMS[error.problem.name])
    if isinstance(cause, UnknownLevelError):
        return unknown_level_sentence(cause)
    assert isinstance(cause, P4Error)
    return error_sentence(cause)
