"""Finds moves from the empty board to a position: programs are told games, not boards."""

from __future__ import annotations

from functools import lru_cache

from p4tui.core.position import Position, Side

MAX_STATES = 200_000
"""The most states that are tried."""


@lru_cache(maxsize=16)
def moves_to(position: Position) -> tuple[int, ...] | None:
    """Return columns, counted from 0, that lead from the empty board to a position without a line.

    Return None if there are none: some boards that look right cannot come from a game.
    """
    columns = position.geometry.columns
    goal = tuple(position.height(column) for column in range(columns))
    moves: list[int] = []
    heights = [0] * columns
    tried: set[tuple[int, ...]] = set()
    choices = [0]
    while tuple(heights) != goal:
        side = Side(len(moves) & 1)
        column = next(
            (
                column
                for column in range(choices[-1], columns)
                if position.at(column, heights[column]) is side
            ),
            None,
        )
        if column is not None:
            choices[-1] = column + 1
            heights[column] += 1
            if tuple(heights) not in tried:
                moves.append(column)
                choices.append(0)
                continue
            heights[column] -= 1
        elif not moves or len(tried) > MAX_STATES:
            return None
        else:
            tried.add(tuple(heights))
            choices.pop()
            heights[moves.pop()] -= 1
    return tuple(moves)
