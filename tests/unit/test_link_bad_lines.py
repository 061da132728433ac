"""Slices of the benchmarks of games between terminals: bad lines and killed programs, frames by chance, spectators."""

from __future__ import annotations

from pathlib import Path

import pytest

from p4tui.core.notation import parse_game
from p4tui.link import places
from p4tui.link.listing import _open_game
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.visit import Visit
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote
from tests.benchmarks import link_fuzz, link_games, link_speed
from tests.unit.bad_proxy import Weather


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


@pytest.mark.parametrize("seed", range(4))
def test_frames_by_chance_raise_nothing_but_what_is_declared(seed: int) -> None:
    counts = link_fuzz.fuzz(1000, seed)
    assert counts["lines at the host"] > 100
    assert counts["states adopted"] > 20


@pytest.mark.parametrize(
    ("challenge", "board"),
    [("\ud800", [7, 6, 4]), ("", [[], 6, 4]), ("", [7, 6, float("inf")]), ("", [7, 6, "4"])],
)
def test_a_greeting_that_no_host_sends(challenge: str, board: list[object]) -> None:
    greeting = {"p4tui": 1, "challenge": challenge, "board": board, "watchers": 0}
    visit = Visit("Bob", True, Meeting(JOIN, "w", "-", code="AAAA-BBBB"), "1")
    visit.connect(0.0)
    visit.receive(dict(greeting), 0.0)
    assert visit.take_lines()
    if board != [7, 6, 4]:
        with pytest.raises(ValueError):
            _open_game("user", "w", dict(greeting))


def test_over_a_line_that_loses_packets_nothing_is_shown_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    weather = Weather(delay=0.001, loss=0.3, resend=0.002, piece=50)
    found = link_speed.over_a_bad_line(weather, link_speed.MOVES)
    assert found["moves shown twice"] == 0
    assert found["states per move"] <= 2


@pytest.mark.exhaustive
def test_spectators_who_read_nothing_hold_a_bounded_part_of_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "BASE", tmp_path)
    found = link_speed.before_a_crowd(2, 5, 3)
    assert found["spectators"] == 8
    assert found["kB that wait for spectators"] < 3 * 150
