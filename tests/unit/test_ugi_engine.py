"""Our levels as engines: transcripts of the protocol, and games that our own referee plays with them."""

from __future__ import annotations

import sys
from random import Random

import pytest

from p4tui.arena.dialects import Allowance
from p4tui.arena.players import open_player
from p4tui.arena.ugi_engine import UgiEngine, limited
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag


def answers(*lines: str, level: str = "winner") -> list[str]:
    """Return what an engine answers to lines."""
    written: list[str] = []
    engine = UgiEngine(level, Random(1), written.append)
    for line in lines:
        if not engine.handle(line):
            break
        engine.wait()
    engine.close()
    return written


def test_it_introduces_itself() -> None:
    *names, last = answers("ugi", "isready", "quit", "isready")
    assert [line.split()[0] for line in names] == ["id", "id", "option", "ugiok"]
    assert names[0].endswith(" winner")
    assert last == "readyok"


@pytest.mark.parametrize(
    ("position", "column"),
    [("moves 1 2 1 2 1 2", "1"), ("moves 7 1 7 1 7 1", "7"), ("moves 1 1 2 2 3 3", "4")],
)
def test_it_plays_in_the_position(position: str, column: str) -> None:
    assert answers(f"position startpos {position}", "go movetime 100") == [f"bestmove {column}"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position startpos moves 1 1 1 1 1 1 1", "info string illegal move '1'"),
        ("position startpos moves 8", "info string illegal move '8'"),
        ("position startpos moves x\x1b", "info string illegal move 'x\\x1b'"),
        ("position fen 7/7", "info string unsupported position"),
        ("position", "info string unsupported position"),
        ("setoption name size value 3x3x3", "info string unsupported size"),
        ("setoption name size value big", "info string unsupported size"),
    ],
)
def test_what_it_cannot_do_is_told_and_changes_nothing(line: str, answer: str) -> None:
    before = "position startpos moves 1 2 1 2 1 2"
    assert answers(before, line, "go") == [answer, "bestmove 1"]


@pytest.mark.parametrize(
    "line", ["", "hello", "stop", "setoption name hash value 4", "ponderhit", "query", "debug on"]
)
def test_other_lines_are_ignored(line: str) -> None:
    assert answers(line, "isready") == ["readyok"]


def test_it_plays_on_other_boards() -> None:
    size = "setoption name size value 5x4x3"
    assert answers(size, "position startpos moves 1 2 1 2", "go") == ["bestmove 1"]
    assert answers(size, "position startpos moves 6") == ["info string illegal move '6'"]


def test_it_answers_queries() -> None:
    queries = ("query p1turn", "query gameover", "query result")
    assert answers(*queries) == ["response true", "response false", "response none"]
    won = ("position startpos moves 1 2 1 2 1 2 1", *queries, "go")
    assert answers(*won) == [
        "response false",
        "response true",
        "response p1win",
        "info string the game is over",
        "bestmove none",
    ]


def test_stop_ends_its_thinking_and_quit_too() -> None:
    written: list[str] = []
    engine = UgiEngine("perfect", Random(1), written.append)
    engine.handle("setoption name size value 9x8x4")
    for last in ("stop", "uginewgame", "quit"):
        engine.handle("go")
        engine.handle(last)
        assert len(written) == 1
        assert written.pop().startswith("bestmove ")


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("", Limit(seconds=0.8)),
        ("movetime 100", Limit(seconds=0.1)),
        ("movetime 5000", Limit(seconds=0.8)),
        ("movetime x", Limit(seconds=0.8)),
        ("p1time 60000 p2time 1000", Limit(seconds=0.04)),
        ("p1time 60000 p2time 1000 p2inc 100", Limit(seconds=0.115)),
        ("p1time 10", Limit(seconds=0.8)),
        ("nodes 50 depth 3", Limit(0.8, 50, 3)),
    ],
)
def test_the_words_after_go_reduce_its_limit(words: str, limit: Limit) -> None:
    found = limited(Limit(seconds=0.8), words.split(), Side.SECOND)
    assert found.seconds == pytest.approx(limit.seconds)
    assert (found.nodes, found.depth) == (limit.nodes, limit.depth)


def test_our_referee_plays_with_it_on_two_boards() -> None:
    command = f"ugi:'{sys.executable}' -m p4tui ugi --level careful --seed 1"
    engine, level = open_player(command, Random(1)), open_player("winner", Random(2))
    for geometry in (Geometry(5, 4, 3), Geometry()):
        game = Game.new(Position(geometry))
        while game.outcome is None:
            player = (engine, level)[game.position.to_move]
            game = game.play(player.choose_column(game, Allowance.per_move(5000), StopFlag()))
        assert game.position.outcome is not None
    engine.close()
    level.close()
