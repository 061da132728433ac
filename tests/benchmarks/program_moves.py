"""What the referee costs for a move of a program that answers at once: `python -m tests.benchmarks.program_moves`.

Two programs play through pipes. The budget is 1 ms a move beside the programs' own time, and 500 moves a second.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random

from p4tui.arena.dialects import Allowance
from p4tui.arena.players import ArenaPlayer, open_player
from p4tui.core.game import Game
from p4tui.engine.limit import StopFlag
from tests.unit.programs import GOOD, program

GAMES = 100
MOVES_PER_SECOND = 500


def play(players: tuple[ArenaPlayer, ArenaPlayer], opening: int) -> int:
    """Play a game; return how many moves the programs made."""
    game = Game.new().play(opening)
    while game.outcome is None:
        player = players[game.position.to_move]
        column = player.choose_column(game, Allowance.per_move(1000), StopFlag())
        game = game.play(column)
    return game.cursor - 1


def main() -> None:
    """Print moves a second."""
    with tempfile.TemporaryDirectory() as folder:
        text = program(Path(folder), GOOD)
        first, second = (open_player(text, Random(1)) for _side in range(2))
        first.start(Game.new())
        second.start(Game.new())
        began, own = time.perf_counter(), time.process_time()
        moves = sum(play((first, second), number % 7) for number in range(GAMES))
        seconds, own = time.perf_counter() - began, time.process_time() - own
        first.close()
        second.close()
    print(f"{moves} moves in {seconds:.2f} s: {moves / seconds:.0f} moves a second")
    print(f"the referee's own processor time: {1000 * own / moves:.3f} ms a move")
    print("within the budget" if moves / seconds >= MOVES_PER_SECOND else "TOO SLOW")


if __name__ == "__main__":
    main()
