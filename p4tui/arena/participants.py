"""Programs as participants of a session, and the factory that front ends hand to it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from p4tui.core.colour import Colour
from p4tui.engine.limit import StopFlag
from p4tui.play import participants
from p4tui.play.match import Match
from p4tui.play.participants import Answer, Failure, Participant, Reply, ReplyHandler, Run, Turn
from p4tui.play.seats import Program, Seat

if TYPE_CHECKING:
    from p4tui.arena.dialects import Allowance

MOVETIME = 2000
"""Milliseconds that a program is given for a move in a game without a clock."""
PATIENCE_SECONDS = 10.0
"""Seconds after which its move is late there."""


class Output(NamedTuple):
    """What a program has written last. Clean it before it is shown.

    Attributes:
        said: its last lines of output that were no moves.
        errors: the end of its standard error.
    """

    said: tuple[str, ...]
    errors: str


class ProgramParticipant:
    """A program in a seat. Each turn has a thread, which waits for the program; one turn waits for the other."""

    def __init__(self, text: str) -> None:
        """Play with the program of a text (see `players.ProgramPlayer`); it starts with its first turn."""
        # Only who plays with a program pays for these imports.
        from p4tui.arena.players import ProgramPlayer

        self._player = ProgramPlayer(text)
        self._using = threading.Lock()
        self._stop = StopFlag()
        self._crashes = 0
        self._closed = False

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """Ask the program in a thread. One that knows no `stop` takes its time, unless the turn is cancelled."""
        stop = self._stop = turn.stop if self._player.knows_stop else StopFlag()
        threading.Thread(
            target=lambda: on_reply(self._choose(turn, stop)), name="program", daemon=True
        ).start()

    def cancel(self) -> None:
        """Stop the program's thinking."""
        self._stop.set()

    def close(self) -> None:
        """End the program at once if it is thinking, else let it end by itself for a moment."""
        self._closed = True
        self.cancel()
        if not self._using.acquire(blocking=False):
            self._player.kill()
            self._using.acquire()
        try:
            self._player.close()
        finally:
            self._using.release()

    def output(self) -> Output:
        """Return what the program has written last."""
        return Output(tuple(self._player.said), self._player.errors())

    def _choose(self, turn: Turn, stop: StopFlag) -> Reply:
        try:
            with self._using:
                if self._closed:
                    return Failure(turn, RuntimeError("closed"))
                column = self._column(turn, stop)
        except Exception as error:  # noqa: BLE001  it becomes this turn's failure
            return Failure(turn, error)
        return Answer(turn, column)

    def _column(self, turn: Turn, stop: StopFlag) -> int:
        """Return the program's move; after `MAX_CRASHES` it is asked no more."""
        from p4tui.arena.players import MAX_CRASHES
        from p4tui.arena.verdicts import CRASHES, PlayerError, Verdict

        if self._crashes >= MAX_CRASHES:
            raise PlayerError(Verdict.OUT)
        try:
            return self._player.choose_column(turn.game, allowance_of(turn), stop)
        except PlayerError as error:
            self._crashes += error.verdict in CRASHES
            raise


def allowance_of(turn: Turn) -> Allowance:
    """Return the time that a turn leaves to a program."""
    from p4tui.arena.dialects import Allowance

    if turn.time_left is None:
        return Allowance(PATIENCE_SECONDS, MOVETIME)
    side = turn.game.position.to_move
    left, other = turn.time_left, turn.opponents_time or 0
    times = (other, left) if side else (left, other)
    return Allowance.of_clock(side, times, (turn.increment, turn.increment))


class ParticipantFactory:
    """Makes the participants of a session.

    Attributes:
        programs: the last participant of each program's seat.
    """

    def __init__(self, run: Run) -> None:
        """Let levels search in `run` (see `play.participants.Run`)."""
        self._make_level = participants.participant_factory(run)
        self.programs: dict[Seat, ProgramParticipant] = {}

    def __call__(self, seat: Seat) -> Participant:
        """Return a participant for a seat.

        Raises:
            CannotPlayError: this version has none for it.
        """
        if not isinstance(seat, Program):
            return self._make_level(seat)
        participant = ProgramParticipant(seat.id)
        self.programs[seat] = participant
        return participant

    def outputs(self, match: Match) -> dict[Colour, Output]:
        """Return what the programs of a match have written; two equal seats show the same one."""
        seats = {colour: match.seat(colour) for colour in Colour}
        return {
            colour: self.programs[seat].output()
            for colour, seat in seats.items()
            if seat in self.programs
        }
