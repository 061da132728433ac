"""`p4tui arena play`: tables of every kind, files that are gone on with, arguments that are refused."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from p4tui.arena import tournament as arena_tournament
from p4tui.arena.record_file import RecordFile
from p4tui.arena.records import GameRecord, read_lines
from p4tui.arena.standings import Row
from p4tui.arena.tournament import Keep, Task, Tournament
from p4tui.cli.arena import course, options
from p4tui.cli.book import cluster
from p4tui.engine.resources import RESOURCES
from tests.plain.driving import Answer, harmless, p4tui

ROOT = Path(__file__).parents[2]
FAST = ("--openings", "random:10", "--games", "2")


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread plays the games instead of processes."""

    @contextmanager
    def processes(_jobs: int, _at_start: object) -> Iterator[Executor]:
        with ThreadPoolExecutor(1) as executor:
            yield executor

    monkeypatch.setattr(course, "processes", processes)
    monkeypatch.setattr(RESOURCES, "threads", RESOURCES.threads)
    monkeypatch.setattr(RESOURCES, "table_mib", 4)


def play(*words: str) -> Answer:
    return p4tui("arena", "play", *words)


def records(path: Path) -> list[GameRecord]:
    return list(read_lines(path.read_bytes().splitlines(keepends=True)))


def test_the_table_has_a_line_for_each_player() -> None:
    answer = play("random", "winner", "aligner", *FAST)
    assert answer.status == 0
    heading, *lines = answer.lines
    assert heading.split()[:4] == ["Player", "Points", "Games", "W/D/L"]
    assert sorted(line.split()[0] for line in lines) == ["aligner", "random", "winner"]
    assert {line.split()[2] for line in lines} == {"4"}


def test_a_gauntlet_is_the_first_player_against_the_others() -> None:
    answer = play("random", "winner", "aligner", "--gauntlet", "--json", *FAST)
    games = {row["player"]: row["games"] for row in map(json.loads, answer.lines)}
    assert games == {"random": 4, "winner": 2, "aligner": 2}


def test_json_and_csv_have_the_same_fields() -> None:
    objects = [json.loads(line) for line in play("random", "winner", "--json", *FAST).lines]
    names, *lines = csv.reader(play("random", "winner", "--csv", *FAST).lines)
    assert tuple(names) == tuple(objects[0]) == Row._fields
    assert [line[:6] for line in lines] == [
        [str(each[name]) for name in names[:6]] for each in objects
    ]


def test_markdown_keeps_the_columns_apart(tmp_path: Path) -> None:
    answer = play("random", "winner", "--markdown", *FAST)
    heading, rule, *lines = answer.lines
    assert heading.startswith("| Player | Points |")
    assert rule.startswith("| --- | ---: |")
    assert all(line.count("|") == heading.count("|") for line in lines)


def test_every_game_is_kept_and_imported(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert play("random", "winner", "--output", str(path), *FAST).status == 0
    assert [record.game.first for record in records(path)] == ["random", "winner"]
    assert p4tui("games", "import", str(path)).lines == ["2 games imported."]
    assert len(p4tui("review", "--game", "1").lines) > 10


def test_a_tournament_is_gone_on_with_to_the_same_table(tmp_path: Path) -> None:
    path, names = tmp_path / "games.jsonl", ("random", "winner", "aligner")
    options = ("--output", str(path), "--csv", *FAST)
    whole = play(*names, *options)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    resumed = play(*names, *options, "--resume")
    assert resumed.status == 0

    def untimed(answer: Answer) -> list[str]:
        return [line.rpartition(",")[0] for line in answer.lines]

    assert untimed(resumed) == untimed(whole)
    assert len(records(path)) == 6


def test_games_of_another_tournament_are_told_of(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play("random", "winner", "--output", str(path), *FAST)
    answer = play("random", "aligner", "--output", str(path), "--resume", *FAST)
    assert "2 games in" in answer.err
    assert "belong to another tournament" in answer.err
    assert len(records(path)) == 4


def test_the_sequential_test_ends_the_tournament() -> None:
    answer = play(
        "tactician", "random", "--sprt", "-200", "200", "--games", "200", "--openings", "random:8"
    )
    assert answer.status == 0
    assert answer.lines[-1].startswith("SPRT: +200 Elo accepted. LLR ")
    assert int(answer.lines[1].split()[2]) < 100


def test_a_cluster_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.tools.local_cluster arena play ... --scheduler ADDRESS` plays on one."""
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.2)
    answer = play("random", "winner", "--scheduler", "tcp://127.0.0.1:1", *FAST)
    assert (answer.status, answer.lines) == (2, [])
    assert "No Dask scheduler answers at tcp://127.0.0.1:1." in answer.err


@pytest.mark.exhaustive
def test_a_cluster_plays_to_the_same_table() -> None:
    words = ("arena", "play", "random", "winner", "aligner", "--csv", *FAST)
    run = subprocess.run(
        [sys.executable, "-m", "tests.tools.local_cluster", *words, "--scheduler", "ADDRESS"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    *table, workers = run.stdout.splitlines()
    assert workers == "2 workers"
    here = p4tui(*words).lines
    assert [line.rpartition(",")[0] for line in table] == [line.rpartition(",")[0] for line in here]


@pytest.mark.parametrize(("words", "memory_mib"), [((), None), (("--memory", "512"), 512)])
def test_memory_is_limited_on_request(
    words: tuple[str, ...], memory_mib: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[Task] = []

    def play_task(task: Task) -> list[GameRecord]:
        tasks.append(task)
        return []

    monkeypatch.setattr(arena_tournament, "play_task", play_task)
    assert play("random", "winner", *words).status == 0
    assert [task.memory_mib for task in tasks] == [memory_mib]


def test_openings_come_from_a_file(tmp_path: Path) -> None:
    path, games = tmp_path / "openings.txt", tmp_path / "games.jsonl"
    path.write_text("# two\n4444\n1122\n")
    play("random", "winner", "--openings", str(path), "--games", "4", "--output", str(games))
    assert [record.game.opening for record in records(games)] == ["4444"] * 2 + ["1122"] * 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "A tournament needs two players or more."),
        (("random",), "A tournament needs two players or more."),
        (("random", "random"), 'The player "random" is named twice.'),
        (("random", "human"), '"human" is no player'),
        (("random", "\x1b[2J"), "is no player"),
        (("random", "winner", "aligner", "--games", "900000"), "at most 1,000,000 games"),
        (("random", "winner", "--games", "3"), "--games needs an even number"),
        (("random", "winner", "--resume"), "--resume needs --output."),
        (("random", "winner", "aligner", "--sprt", "0", "5"), "--sprt needs two players"),
        (("random", "winner", "--sprt", "5", "0"), "--sprt needs the smaller Elo first."),
        (("random", "winner", "--sprt", "0", "many"), "is no Elo difference"),
        (("random", "winner", "--sprt", "0", "nan"), "is no Elo difference"),
        (("random", "winner", "--sprt", "0"), "expected 2 arguments"),
        (("random", "winner", "--openings", "none.txt"), "there is no such file"),
        (
            ("random", "winner", "--openings", "random:1", "--games", "100"),
            "--openings random:1 has 4 different openings, enough for --games 8.",
        ),
        (("random", "winner", "--openings", "random:99"), "no game is still open after 99 moves"),
        (("random", "winner", "--openings", "random:999999"), "no game is still open"),
        (("random", "winner", "--openings", ""), "there is no such file"),
        (("random", "lines:./bot", "--openings", "random:2"), "begins on the empty board only"),
        (("random", "winner", "--movetime", "5", "--clock", "5"), "not allowed with"),
        (("random", "winner", "--output", "/"), "--output names a folder"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = play(*words)
    assert answer.status == 2
    assert sentence in answer.err
    assert harmless(answer.err)
    assert not answer.lines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4\n44x\n", "line 2: "),
        ("1212121\n", "line 1: the game is decided after these moves"),
        ("# nothing\n", "has no openings"),
    ],
)
def test_a_file_without_openings_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    answer = play("random", "winner", "--openings", str(path))
    assert answer.status == 2
    assert sentence in answer.err


@pytest.mark.parametrize(
    ("size", "sentence"), [(1 << 20, "has no openings"), ((1 << 20) + 1, "is larger than 1 MiB.")]
)
def test_a_file_of_openings_is_read_whole_or_not_at_all(
    size: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "MAX_OPENINGS_FILE", 1 << 20)
    path = tmp_path / "openings.txt"
    path.write_text("#" * size)
    answer = play("random", "winner", "--openings", str(path))
    assert answer.status == 2
    assert sentence in answer.err


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine\n")
    answer = play("random", "winner", "--output", str(path), *FAST)
    assert answer.status == 2
    assert "exists. Continue it with --resume" in answer.err
    answer = play("random", "winner", "--output", str(path), "--resume", *FAST)
    assert answer.status == 2
    assert "line 1: this is no game of a tournament." in answer.err
    assert path.read_text() == "mine\n"


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (BrokenProcessPool(), 1, "A process of the tournament was killed."),
        (OSError(24, "Too many open files"), 1, "cannot go on: Too many open files."),
        (KeyboardInterrupt(), 130, "1 of 2 games are in"),
    ],
)
def test_whatever_ends_a_tournament_leaves_the_table_and_the_games(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    status: int,
    sentence: str,
) -> None:
    path, real = tmp_path / "games.jsonl", Tournament.play

    def failing(
        self: Tournament, executor: Executor, jobs: int, task: Task, keep: Keep | None
    ) -> Iterator[GameRecord]:
        yield next(real(self, executor, jobs, task, keep))
        raise error

    monkeypatch.setattr(arena_tournament.Tournament, "play", failing)
    answer = play("random", "winner", "--output", str(path), *FAST)
    assert answer.status == status
    assert sentence in answer.err
    assert "1 of 2 games are in" in answer.err
    assert "Continue with --resume." in answer.err
    assert "Points" in answer.lines[0]
    assert len(records(path)) == 1
    assert "--resume" not in play("random", "winner", *FAST).err


def test_a_game_that_cannot_be_written_counts_for_nothing_and_is_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = FileIO.write

    class Full(FileIO):
        """A file on a disk that is full in the middle of the second line."""

        def write(self, data: Any, /) -> int:
            room = 1000 - self.seek(0, os.SEEK_END)
            if room <= 0:
                raise OSError(28, "No space left on device")
            return real(self, bytes(data)[:room])

    monkeypatch.setattr(Path, "open", lambda path, mode, buffering: Full(path, mode))
    path = tmp_path / "games.jsonl"
    answer = play("random", "winner", "--output", str(path), "--csv", *FAST)
    assert answer.status == 1
    *_told, complaint, kept = answer.err.splitlines()
    assert complaint == "p4tui: The game cannot be written: No space left on device."
    assert kept.startswith("p4tui: 1 of 2 games are in")
    assert [line.split(",")[1] for line in answer.lines] == ["games", "1", "1"]


def test_one_tournament_at_a_time_has_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with RecordFile(path, {}, resume=False):
        answer = play("random", "winner", "--output", str(path), "--resume", *FAST)
    assert answer.status == 2
    assert "belongs to a tournament that is being played." in answer.err
    assert play("random", "winner", "--output", str(path), "--resume", *FAST).status == 0
