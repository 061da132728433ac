"""The rule-following players of the source exercises, for every board and line length.

They look one move ahead and take no time, so limit and flag mean nothing to them. Ties are broken at random, each tied
column equally often, by the generator that each player is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from p4tui.core.lines import longest_line
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag

Rule = Callable[[Position], Sequence[int]]
"""From a position that is not finished the columns, at least one, that a player would choose among."""


class RulePlayer:
    """A player that picks at random among the columns that a rule allows."""

    unproven = False
    """It promises no proof."""

    def __init__(self, rule: Rule, rng: Random) -> None:
        """A player with a rule and its own generator of random numbers."""
        self._rule = rule
        self._rng = rng

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """One of the columns that the rule allows (see `Player`)."""
        if position.outcome is not None:
            raise ValueError("the position is finished")
        return self._rng.choice(self._rule(position))


def random_player(rng: Random) -> RulePlayer:
    """`random`: any column with a free cell."""
    return RulePlayer(Position.legal_columns, rng)


def winner(rng: Random) -> RulePlayer:
    """`winner`: a winning column if there is one, else like `random`."""
    return RulePlayer(winning_or_any_columns, rng)


def careful(rng: Random) -> RulePlayer:
    """`careful`: like `winner`, and avoids, where it can, a column after which the opponent wins at once."""
    return RulePlayer(careful_columns, rng)


def aligner(rng: Random) -> RulePlayer:
    """`aligner`: the column that makes the longest line, so always a winning one where there is one."""
    return RulePlayer(aligned_columns, rng)


def tactician(rng: Random) -> RulePlayer:
    """`tactician`: the short-term strategy of `tactical_columns`."""
    return RulePlayer(tactical_columns, rng)


def winning_columns(position: Position, side: Side | None = None) -> list[int]:
    """The columns where a disc of a side (the one to move, unless given) makes a line; often none."""
    return [column for column in position.legal_columns() if position.wins_at(column, side)]


def winning_or_any_columns(position: Position) -> Sequence[int]:
    """The winning columns if there are any, else every legal one."""
    return winning_columns(position) or position.legal_columns()


def careful_columns(position: Position) -> Sequence[int]:
    """The winning columns; else those after which the opponent cannot win at once; else every legal one."""
    legal = position.legal_columns()
    return (
        winning_columns(position)
        or [c for c in legal if not winning_columns(position.play(c))]
        or legal
    )


def aligned_columns(position: Position, among: Iterable[int] | None = None) -> list[int]:
    """The columns where the side to move makes its longest line, the ties from the left; winning ones where there are
    any. `among`: the columns looked at, every legal one unless given; at least one, all legal.

    Lines longer than needed count in full: of a line of four and one of five, with four needed, only the five is
    chosen.
    """
    lines = _lines(position, position.to_move)
    return _longest(lines if among is None else {column: lines[column] for column in among}, 1)


def tactical_columns(position: Position) -> Sequence[int]:
    """Return the columns that `tactician` chooses among: those of the first rule that allows any.

    1. Make a line of at least `connect - 1` discs (3 of four), the longest there is.
    2. Where the opponent could make such a line with the next move, take the cell they would make it with: an end of
       their line or a gap in it. The longest of these lines goes first.
    3. Make a line of at least 2 discs, the longest there is: with four in line to win, that is a line of 2, with five a
       line of 3 before one of 2; with three, rule 1 has already done it.
    4. Land on top of a disc of the opponent, or on the bottom row.
    5. Any legal column.
    """
    nearly = position.geometry.connect - 1
    own = _lines(position, position.to_move)
    return (
        _longest(own, nearly)
        or _longest(_lines(position, position.to_move.other), nearly)
        or _longest(own, 2)
        or [column for column in own if _on_opponent_or_bottom(position, column)]
        or list(own)
    )


def _lines(position: Position, side: Side) -> dict[int, int]:
    """Return for each legal column the longest line that a disc of a side makes there."""
    return {
        c: longest_line(position, c, position.height(c), side) for c in position.legal_columns()
    }


def _longest(lengths: dict[int, int], least: int) -> list[int]:
    """The columns of the greatest length; none where that is below `least`."""
    longest = max(lengths.values())
    return (
        [column for column, length in lengths.items() if length == longest]
        if longest >= least
        else []
    )


def _on_opponent_or_bottom(position: Position, column: int) -> bool:
    """Whether a disc in this column would land on the bottom row or on a disc of the opponent."""
    row = position.height(column)
    return row == 0 or position.at(column, row - 1) is position.to_move.other
