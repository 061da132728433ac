"""The games of a tournament, in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from p4tui.core.notation import format_moves


class ScheduledGame(NamedTuple):
    """A game to play; equal games are the same game, also in another run.

    Attributes:
        first: the player that moves first from the empty board.
        second: the other player.
        round: the number of the opening, from 1. Both games of an opening have the same one.
        opening: the move string before the players' own moves, empty for the empty board.
    """

    first: str
    second: str
    round: int
    opening: str


def round_robin(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairings of players."""
    return list(combinations(players, 2))


def gauntlet(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairings of the first player with every other."""
    return [(players[0], other) for other in players[1:]]


def schedule(
    pairings: Iterable[tuple[str, str]], openings: Sequence[Sequence[int]], games: int
) -> list[ScheduledGame]:
    """Return all games: round by round, the two games of an opening together.

    After any whole round all pairings have played equally often.

    Args:
        pairings: the players that meet, each pairing once.
        openings: the columns before the players' own moves, from 0, an opening for every round. If there are fewer, they
            are taken again from the first.
        games: the games of a pairing, an even number.

    Raises:
        ValueError: the number is odd or negative, or there is no opening.
    """
    if games < 0 or games % 2:
        raise ValueError(f"games must be even, not {games}")
    if not openings:
        raise ValueError("there is no opening")
    texts, met = [format_moves(opening) for opening in openings], list(pairings)
    return [
        ScheduledGame(first, second, number + 1, texts[number % len(texts)])
        for number in range(games // 2)
        for pairing in met
        for first, second in (pairing, pairing[::-1])
    ]


def unfinished(
    games: Iterable[ScheduledGame], finished: Collection[ScheduledGame]
) -> Iterator[ScheduledGame]:
    """Yield the games that are still to be played, in order; `finished` is quick to search."""
    return (game for game in games if game not in finished)
