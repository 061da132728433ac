"""A tournament as those who look on know it: its moments, its lines, and the news of its games."""

from __future__ import annotations

import io
import queue
from collections.abc import Iterator
from itertools import count

import pytest

from p4tui.arena import news
from p4tui.arena.live import LiveTournament
from p4tui.arena.news import GameNews
from p4tui.arena.records import GameRecord
from p4tui.arena.schedule import ScheduledGame
from p4tui.arena.tournament import Task, Tournament, play_task
from p4tui.cli.arena import lines
from p4tui.cli.arena.lines import Lines
from p4tui.core.notation import format_moves
from p4tui.core.position import Side
from p4tui.engine.resources import RESOURCES
from p4tui.words.arena import failure_sentence, player_labels, progress_phrase

GAMES = [ScheduledGame("random", "winner", number, "4455") for number in (1, 2)]


def record(game: ScheduledGame, reason: str = "line", detail: str = "") -> GameRecord:
    return GameRecord(game, (3, 3, 4, 4), Side.FIRST, reason, detail)


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> queue.SimpleQueue[GameNews]:
    """Hears of the games of this process."""
    monkeypatch.setattr(news, "_LISTENERS", [])
    monkeypatch.setattr(RESOURCES, "threads", RESOURCES.threads)
    monkeypatch.setattr(RESOURCES, "table_mib", 4)
    heard: queue.SimpleQueue[GameNews] = queue.SimpleQueue()
    news.tell(heard)
    return heard


def test_a_listener_hears_of_every_move(listener: queue.SimpleQueue[GameNews]) -> None:
    (played,) = play_task(Task((GAMES[0],), {}))
    heard = [format_moves(listener.get(timeout=1).moves) for _news in range(listener.qsize())]
    assert heard[0] == "4455"
    assert heard == [
        format_moves(played.moves[:plies]) for plies in range(4, len(played.moves) + 1)
    ]


def test_the_time_left_is_estimated_from_the_games_of_this_run() -> None:
    tournament, ticks = Tournament(["random", "winner"], GAMES), count(0, 60)

    def course() -> Iterator[GameRecord]:
        tournament.add(record(GAMES[0]))
        yield record(GAMES[0])

    live = LiveTournament(tournament, {}, course(), now=lambda: next(ticks))
    assert live.snapshot().seconds_left is None
    live.start()
    live.join(5)
    seen = live.snapshot()
    assert (seen.done, seen.total, seen.outdated, seen.over) == (1, 2, True, True)
    assert seen.seconds_left == 60
    live.count()
    assert not live.snapshot().outdated


def test_lines_tell_of_games_and_now_and_then_of_the_table() -> None:
    tournament, written = Tournament(["random", "winner"], GAMES), io.StringIO()
    clock = iter([0.0, lines.TABLE_SECONDS, 2 * lines.TABLE_SECONDS])
    told = Lines(tournament, written, lambda: next(clock))
    for game in GAMES:
        tournament.add(record(game))
        told.tell(record(game, "illegal", "8"))
    first, *table, last = written.getvalue().splitlines()
    assert first == (
        "1 of 2: random - winner 1-0, 4 moves. winner chose column 9, which cannot be played."
    )
    assert last.startswith("2 of 2: random - winner 1-0")
    assert table[1] == "1 of 2 games, 1 min left"
    assert [line.split()[0] for line in table[2:-1]] == ["Player", "random", "winner"]


def test_players_have_the_names_of_their_files_unless_two_share_one() -> None:
    labels = player_labels(["club", "ugi:python3 a/bot.py", "b/one.py", "c/two.py", "d/two.py"])
    assert list(labels.values()) == ["club", "bot.py", "one.py", "c/two.py", "d/two.py"]


@pytest.mark.parametrize(
    ("reason", "detail", "sentence"),
    [
        ("line", "", ""),
        ("late", "", "winner did not answer in time."),
        ("illegal", "not a number", "winner chose column , which cannot be played."),
        ("unreadable", "\x1b[2J", "winner answered"),
    ],
)
def test_a_failure_is_told_whatever_a_file_says(reason: str, detail: str, sentence: str) -> None:
    found = failure_sentence(record(GAMES[0], reason, detail), player_labels(GAMES[0][:2]))
    assert found.startswith(sentence)
    assert bool(found) == bool(sentence)
    assert "\x1b" not in found


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (20.0, ", under 1 min left"),
        (185.0, ", 3 min left"),
        (3700.0, ", 1 h 02 min left"),
    ],
)
def test_the_time_left_is_told_in_minutes(seconds: float | None, words: str) -> None:
    assert progress_phrase(1, 9, seconds) == f"1 of 9 games{words}"
