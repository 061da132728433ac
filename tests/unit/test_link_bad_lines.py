"""Slices of the benchmarks of games between terminals: bad lines and killed programs, frames by chance, spectators."""

from __future__ import annotations

from pathlib import Path

import pytest

from p4tui.core.notation import parse_game
from p4tui.link.meeting import HOST, Meeting
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote
from tests.benchmarks import link_games


def test_games_over_a_bad_line_between_killed_programs(tmp_path: Path) -> None:
    report = link_games.run(tmp_path, 5, seed=5, at_once=5)
    assert not report.errors
    assert report.counts["games"] == 5
    assert report.counts["kills within this process"] > 0
    assert report.counts["cuts"] > 0


@pytest.mark.exhaustive
def test_a_game_over_a_bad_line_between_killed_processes(tmp_path: Path) -> None:
    report = link_games.run(tmp_path, 1, seed=7, processes=1)
    assert not report.errors


def match_of(moves: str, *, hosts: bool = True) -> Match:
    own, other = Person("A"), Remote(Meeting(HOST, "w", "g1").text)
    red, yellow = (own, other) if hosts else (other, own)
    return Match(red, yellow, parse_game(moves))


def test_lost_and_doubled_moves_would_be_noticed() -> None:
    """The judge of the games above, judged."""
    chosen = link_games.Chosen(set)
    whole = match_of("1212121")
    for ply, column in enumerate(whole.game.played):
        chosen[whole.game.played[:ply]].add(column)
    guest = match_of("1212121", hosts=False)
    assert link_games.differences([whole], [guest], chosen) == []
    for host, theirs in (
        ([whole], []),
        ([whole, whole], [guest]),
        ([whole], [match_of("121212", hosts=False)]),
        ([match_of("121212")], [match_of("121212", hosts=False)]),
        ([match_of("1212112121")], [match_of("1212112121", hosts=False)]),
        ([whole], [whole]),
    ):
        assert link_games.differences(host, theirs, chosen) != []
