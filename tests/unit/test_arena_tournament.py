"""The referee and the course of a tournament, with levels and with players that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from random import Random

import pytest

from p4tui.arena import tournament as module
from p4tui.arena.dialects import Allowance
from p4tui.arena.openings import random_openings
from p4tui.arena.records import GameRecord
from p4tui.arena.referee import Pace, forfeit, play_game
from p4tui.arena.schedule import ScheduledGame, gauntlet, round_robin, schedule
from p4tui.arena.standings import Row
from p4tui.arena.tournament import Task, Tournament
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.notation import format_moves
from p4tui.core.position import Side
from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import RESOURCES
from p4tui.play.clock import TimeControl

GAME = ScheduledGame("A", "B", 1, "")
PACE = Pace()


class Scripted:
    """A player that makes given moves, counted from 1, and then fails."""

    is_loading = False

    def __init__(self, moves: str, verdict: Verdict = Verdict.CRASHED) -> None:
        self.text = "scripted"
        self.allowances: list[Allowance] = []
        self._moves = iter(moves)
        self._verdict = verdict

    def start(self, game: Game) -> None:
        """Be ready."""

    def close(self) -> None:
        """Keep nothing."""

    def choose_column(self, game: Game, allowance: Allowance, stop: StopFlag) -> int:
        self.allowances.append(allowance)
        move = next(self._moves, None)
        if move is None:
            raise PlayerError(self._verdict, "it said no")
        return int(move) - 1


def played(
    first: str, second: str, *, seconds: float = 0.25, pace: Pace = PACE, opening: str = ""
) -> tuple[GameRecord, Scripted, Scripted]:
    """Play a game in which every answer takes so long."""
    ticks = (seconds * tick for tick in count())
    players = Scripted(first), Scripted(second)
    game = GAME._replace(opening=opening)
    record = play_game(game, players, pace, StopFlag(), lambda: next(ticks), lambda: 5.0)
    return record, *players


def test_a_game_is_played_to_its_end() -> None:
    record, first, _second = played("4444", "555")
    assert (format_moves(record.moves), record.winner, record.reason) == (
        "4545454",
        Side.FIRST,
        "line",
    )
    assert record.seconds == (0.25,) * 7
    assert first.allowances == [Allowance.per_move(1000)] * 4
    assert (record.started, record.ended) == (5, 5)


def test_who_makes_no_move_loses_with_the_reason() -> None:
    record, *_players = played("44", "5", pace=Pace(200))
    assert (record.winner, record.reason, record.detail) == (Side.FIRST, "crashed", "it said no")
    assert (format_moves(record.moves), len(record.seconds)) == ("454", 4)


def test_an_opening_comes_first() -> None:
    record, *_players = played("44", "55", opening="412")
    assert (format_moves(record.moves), record.winner) == ("4125454", Side.FIRST)


def test_a_clock_is_spent_and_gains() -> None:
    record, first, second = played("4444", "555", pace=Pace(clock=TimeControl(1000, 100)))
    assert record.reason == "line"
    assert [each.times for each in first.allowances] == [
        (1000, 1000),
        (850, 850),
        (700, 700),
        (550, 550),
    ]
    assert second.allowances[0].increments == (100, 100)


def test_an_answer_that_tells_of_being_ready_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scripted, "is_loading", property(lambda self: not self.allowances))
    record, first, _second = played("4444", "555", seconds=0.4, pace=Pace(clock=TimeControl(1000)))
    assert record.seconds[:4] == pytest.approx((0, 0, 0.4, 0.4))
    assert [each.times[0] for each in first.allowances] == [1000, 1000, 600, 200]


def test_whose_time_runs_out_loses_without_the_move() -> None:
    record, *_players = played("4444", "555", seconds=0.4, pace=Pace(clock=TimeControl(1000)))
    assert (record.winner, record.reason) == (Side.SECOND, "late")
    assert format_moves(record.moves) == "4545"


def test_the_grace_leaves_a_millisecond() -> None:
    record, first, _second = played("444", "55", seconds=0.52, pace=Pace(clock=TimeControl(1000)))
    assert [each.times[0] for each in first.allowances] == [1000, 480, 1]
    assert record.reason == "late"


@pytest.mark.parametrize(("loser", "winner"), [("A", Side.SECOND), ("B", Side.FIRST)])
def test_a_forfeited_game_is_lost_without_a_move(loser: str, winner: Side) -> None:
    record = forfeit(GAME._replace(opening="45"), loser, lambda: 5.0)
    assert (record.winner, record.reason, record.loser) == (winner, "out", loser)
    assert (format_moves(record.moves), record.seconds) == ("45", ())


PLAYERS = ("random", "winner", "aligner")


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task sets the threads of its process."""
    monkeypatch.setattr(RESOURCES, "threads", RESOURCES.threads)
    monkeypatch.setattr(RESOURCES, "table_mib", 4)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Iterator[GameRecord]]:
    """Plays the rest of a tournament in a thread instead of processes."""

    def play(tournament: Tournament, jobs: int = 1) -> Iterator[GameRecord]:
        with ThreadPoolExecutor(1) as executor:
            yield from tournament.play(executor, jobs, Task((), {}, seed=3))

    return play


Play = Callable[..., Iterator[GameRecord]]


def games() -> list[ScheduledGame]:
    return schedule(round_robin(PLAYERS), random_openings(2, 12, Random(1)), 4)


def untimed(rows: Sequence[Row]) -> list[Row]:
    """Rows without the only numbers that differ from run to run."""
    return [row._replace(seconds_per_move=None) for row in rows]


def test_all_games_are_played_and_counted(play: Play) -> None:
    tournament = Tournament(PLAYERS, games())
    records = list(play(tournament))
    assert [record.game for record in records] == games()
    assert tournament.done == 12
    assert all(record.mistakes is not None for record in records)
    assert sum(row.points for row in tournament.standings.rows()) == 12


@pytest.mark.parametrize("finished", [1, 5, 12])
def test_an_interrupted_tournament_goes_on_to_the_same_table(play: Play, finished: int) -> None:
    whole = Tournament(PLAYERS, games())
    records = list(play(whole, jobs=2))
    rest = Tournament(PLAYERS, games(), records[:finished])
    assert rest.done == finished
    assert len(list(play(rest))) == 12 - finished
    assert untimed(rest.standings.rows()) == untimed(whole.standings.rows())


def test_games_of_other_tournaments_and_repeated_ones_do_not_count() -> None:
    record = forfeit(games()[0], "random", lambda: 5.0)
    other = forfeit(GAME, "A", lambda: 5.0)
    tournament = Tournament(PLAYERS, games(), [record, other, record])
    assert (tournament.done, tournament.foreign) == (1, 2)


@pytest.mark.parametrize("jobs", [1, 3])
def test_who_crashes_three_times_in_a_match_is_out_of_it(
    play: Play, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """However many pairs are played at once."""
    opened = []

    def open_player(text: str, rng: Random, *, memory_mib: int | None = None) -> Scripted:
        opened.append(text)
        return Scripted("" if text == "random" else "1234567")

    monkeypatch.setattr(module, "open_player", open_player)
    met = schedule(gauntlet(PLAYERS), [()], 8)
    records = list(play(Tournament(PLAYERS, met), jobs))
    assert len(records) == 16
    assert all(record.loser == "random" for record in records)
    for other in PLAYERS[1:]:
        reasons = [r.reason for r in records if other in (r.game.first, r.game.second)]
        assert reasons == ["crashed"] * 3 + ["out"] * 5
    assert opened.count("random") >= 8


def test_the_pairs_of_the_first_player_are_counted_for_the_sequential_test(play: Play) -> None:
    tournament = Tournament(PLAYERS, games())
    assert tournament.first_counts() == (0,) * 5
    for _record in islice(play(tournament), 2):
        pass
    assert sum(tournament.first_counts()) == 1


def test_a_program_starts_once_for_both_games_and_is_closed(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[str] = []

    class Logged(Scripted):
        def close(self) -> None:
            log.append("close")

    def open_player(text: str, rng: Random, *, memory_mib: int | None = None) -> Scripted:
        if text != "ugi:bot":
            return Scripted("")
        log.append("open")
        return Logged("1234567")

    monkeypatch.setattr(module, "open_player", open_player)
    task = Task((GAME, ScheduledGame("B", "A", 1, "")), {"A": "ugi:bot", "B": "random"})
    records = module.play_task(task)
    assert [record.loser for record in records] == ["B", "B"]
    assert log == ["open", "close"]


def test_a_name_that_is_no_utf8_plays() -> None:
    game = ScheduledGame("\udcff", "winner", 1, "44444435352")
    (record,) = module.play_task(Task((game,), {"\udcff": "random"}))
    assert record.reason in {"line", "full board"}
