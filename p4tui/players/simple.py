"""The rule-based players of the source exercises, for every board and line length.

They look one move ahead and ignore limit and flag. Each player's random generator breaks ties, all columns equally
likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from p4tui.core.lines import longest_line
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag

Rule = Callable[[Position], Sequence[int]]
"""A function from a running position to the columns, at least one, that a player chooses among."""


class RulePlayer:
    """A player that chooses at random among the columns of a rule."""

    unproven = False
    """Always false, as it promises no proof."""

    def __init__(self, rule: Rule, rng: Random) -> None:
        """Create a player with a rule and its own random generator."""
        self._rule = rule
        self._rng = rng

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """Return one of the rule's columns (see `Player`)."""
        if position.outcome is not None:
            raise ValueError("the position is finished")
        return self._rng.choice(self._rule(position))


def random_player(rng: Random) -> RulePlayer:
    """Return a player of level `random`: any playable column."""
    return RulePlayer(Position.legal_columns, rng)


def winner(rng: Random) -> RulePlayer:
    """Return a player of level `winner`: a winning column if there is one, else any."""
    return RulePlayer(winning_or_any_columns, rng)


def careful(rng: Random) -> RulePlayer:
    """Return a player of level `careful`: like `winner`, but lets the opponent win at once only if it has to."""
    return RulePlayer(careful_columns, rng)


def aligner(rng: Random) -> RulePlayer:
    """Return a player of level `aligner`: the column of the longest line, hence a winning one if there is one."""
    return RulePlayer(aligned_columns, rng)


def tactician(rng: Random) -> RulePlayer:
    """Return a player of level `tactician`: the short-term strategy of `tactical_columns`."""
    return RulePlayer(tactical_columns, rng)


def winning_columns(position: Position, side: Side | None = None) -> list[int]:
    """Return the columns where a side, by default the one to move, makes a line."""
    return [column for column in position.legal_columns() if position.wins_at(column, side)]


def winning_or_any_columns(position: Position) -> Sequence[int]:
    """Return the winning columns if there are any, else every legal one."""
    return winning_columns(position) or position.legal_columns()


def careful_columns(position: Position) -> Sequence[int]:
    """Return the winning columns; if none, those after which the opponent cannot win at once; if none, every legal one."""
    legal = position.legal_columns()
    return (
        winning_columns(position)
        or [c for c in legal if not winning_columns(position.play(c))]
        or legal
    )


def aligned_columns(position: Position, among: Iterable[int] | None = None) -> list[int]:
    """Return the columns where the side to move makes its longest line, from the left.

    They win if any column wins. Lines count in full: with four needed, a line of five beats one of four.

    Args:
        position: a running position.
        among: the legal columns to choose from, at least one; all by default.
    """
    lines = _lines(position, position.to_move)
    return _longest(lines if among is None else {column: lines[column] for column in among}, 1)


def tactical_columns(position: Position) -> Sequence[int]:
    """Return the columns that `tactician` chooses among: those of the first rule that applies.

    1. Make the longest line of at least `connect - 1` discs (3 of four).
    2. If the opponent could make such a line next, take its cell: an end or a gap. The longest line goes first.
    3. Make the longest line of at least 2 discs. With four in line to win, that is a line of 2.
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


def _longest(lengths: dict[int, int], minimum: int) -> list[int]:
    """Return the columns of the greatest length; none if that is below `minimum`."""
    longest = max(lengths.values())
    return (
        [column for column, length in lengths.items() if length == longest]
        if longest >= minimum
        else []
    )


def _on_opponent_or_bottom(position: Position, column: int) -> bool:
    """Return whether a disc in this column would land on the bottom row or on a disc of the opponent."""
    row = position.height(column)
    return row == 0 or position.at(column, row - 1) is position.to_move.other
