"""The dialects of programs: what is said to them in games of every kind, and Kaggle submissions and contest programs that play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from p4tui.arena.dialects import (
    Allowance,
    Exchange,
    KaggleDialect,
    LinesDialect,
    UgiDialect,
    dialect_of,
)
from p4tui.arena.players import ProgramPlayer, open_player
from p4tui.arena.reaching import moves_to
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.engine.limit import StopFlag
from p4tui.players.levels import UnknownLevelError
from tests.unit.programs import program

SECOND = Allowance.per_move(1000)
LONG = Allowance.per_move(20_000)
SMALL = Geometry(5, 4, 3)


def ask(player: ProgramPlayer, moves: str = "", game: Game | None = None) -> int:
    return player.choose_column(game or parse_game(moves), LONG, StopFlag())


@contextmanager
def kaggle(folder: Path, source: str) -> Iterator[ProgramPlayer]:
    """A player of a submission."""
    path = folder / "my submission.py"
    path.write_text(source, encoding="utf-8")
    player = ProgramPlayer(f"kaggle:{path}")
    yield player
    player.close()


# What is said


def test_ugi_names_the_size_only_if_it_changes() -> None:
    dialect = UgiDialect("bot")
    small = Game.new(Position(SMALL))
    size = "setoption name size value 5x4x3\n"
    begin = "uginewgame\nisready\n"
    assert dialect.greeting() == Exchange("ugi\n", "ugiok")
    assert dialect.preparation(Game.new()) == Exchange(begin, "readyok")
    assert dialect.preparation(small).text == size + begin
    assert dialect.preparation(small).text == begin
    assert dialect.preparation(Game.new()).text == "setoption name size value 7x6x4\n" + begin


def test_ugi_gives_the_time_for_the_move_or_both_clocks() -> None:
    dialect = UgiDialect("bot")
    game = parse_game("443")
    clock = Allowance.of_clock(Side.SECOND, (60_000, 50_000), (2000, 3000))
    assert clock.seconds == 50.0
    assert dialect.question(game, SECOND) == "position startpos moves 4 4 3\ngo movetime 1000\n"
    assert dialect.question(Game.new(), SECOND) == "position startpos\ngo movetime 1000\n"
    assert dialect.question(game, clock).splitlines()[1] == (
        "go p1time 60000 p2time 50000 p1inc 2000 p2inc 3000"
    )


def test_ugi_reads_the_move_and_skips_the_rest() -> None:
    dialect = UgiDialect("bot")
    lines = ("bestmove 4", "bestmove 12 ponder 3", "info depth 3", "", "hello bestmove 4")
    assert [dialect.answer(line) for line in lines] == [3, 11, None, None, None]


def test_a_game_from_a_board_is_told_by_moves_that_lead_there() -> None:
    start = parse_game("443566").position
    game = Game.new(start).play(0)
    words = UgiDialect("bot").question(game, SECOND).splitlines()[0].split()
    moves = [int(word) - 1 for word in words[3:]]
    assert parse_game("".join(str(move + 1) for move in moves)).position == game.position


def test_moves_lead_to_the_position_of_every_game() -> None:
    rng = Random(5)
    for _game in range(50):
        game = Game.new()
        while game.outcome is None and len(game.moves) < 40:
            found = moves_to(game.position)
            assert found is not None
            position = Position()
            for column in found:
                position = position.play(column)
            assert position == game.position
            game = game.play(rng.choice(game.position.legal_columns()))


def test_a_board_that_no_game_reaches_has_no_moves() -> None:
    # Both bottom discs are the second side's, so nobody could have begun.
    bottom = Position().geometry.bit(0, 0) | Position().geometry.bit(1, 0)
    above = bottom << 1
    assert moves_to(Position(Geometry(), above, bottom)) is None


def test_the_contest_gets_its_place_and_then_each_move_of_the_opponent() -> None:
    dialect = LinesDialect("bot")
    dialect.preparation(Game.new())
    assert dialect.question(Game.new(), SECOND) == "7 6 2 1\n"
    assert dialect.question(parse_game("45"), SECOND) == "4\n"
    dialect.preparation(parse_game("4"))
    assert dialect.question(parse_game("4"), SECOND) == "7 6 2 2\n3\n"
    assert [dialect.answer(line) for line in ("> 5", "", "0", "6")] == [None, None, 0, 6]


@pytest.mark.parametrize(
    "game", [parse_game("44"), Game.new(Position(SMALL)), Game.new(parse_game("4").position)]
)
def test_the_contest_knows_only_games_of_four_in_line_from_the_empty_board(game: Game) -> None:
    with pytest.raises(PlayerError) as raised:
        LinesDialect("bot").preparation(game)
    assert raised.value.verdict is Verdict.UNSUPPORTED


def test_kaggle_gets_the_board_from_the_top_and_its_mark() -> None:
    question = KaggleDialect("f.py").question(parse_game("4453"), SECOND)
    observation, configuration = json.loads(question)
    assert observation["board"] == [0] * 28 + [0, 0, 0, 2, 0, 0, 0] + [0, 0, 2, 1, 1, 0, 0]
    assert (observation["mark"], observation["step"]) == (1, 4)
    assert {"columns": 7, "rows": 6, "inarow": 4}.items() <= configuration.items()


@pytest.mark.parametrize("text", ["uci:bot", "", "bot"])
def test_an_unknown_protocol_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        dialect_of(text)


def test_players_are_opened_by_their_text(tmp_path: Path) -> None:
    level = open_player("winner", Random(1))
    assert level.choose_column(parse_game("121212"), SECOND, StopFlag()) == 0
    assert isinstance(open_player("ugi:bot", Random(1)), ProgramPlayer)
    with pytest.raises(UnknownLevelError):
        open_player("grandmaster", Random(1))


# Contest programs


def test_a_contest_program_plays_games_one_process_each(tmp_path: Path) -> None:
    body = """
say("> " + input())
place = int(sys.argv[-1] if sys.argv[1:] else 0)
while True:
    move = input()
    say("> heard " + move)
    say((int(move) + 1) % 7)
"""
    player = ProgramPlayer(program(tmp_path, body, "lines"))
    assert ask(player, "4") == 4
    assert ask(player, "454") == 4
    assert ask(player, "7") == 0
    assert list(player.said) == ["> 7 6 2 2", "> heard 3", "> heard 3", "> 7 6 2 2", "> heard 6"]
    with pytest.raises(PlayerError) as raised:
        ask(player, "1234")
    assert raised.value.verdict is Verdict.UNSUPPORTED
    player.start(parse_game("4"))
    assert player.is_loading
    player.close()


# Kaggle submissions

SUBMISSIONS = {
    "agent": "def agent(observation, configuration): return 2\ndef other(): return 5",
    "the last function": "def helper(x): return 5\ndef mine(obs, config):\n    return 2",
    "one argument": "def mine(obs): return obs.board[0] + 2",
    "a third with a default": "def mine(obs, config, extra=2): return extra",
    "any number": "def mine(*everything): return len(everything)",
    "attributes and entries": "def mine(o, c): return o['mark'] + o.mark + c.columns - c['columns']",
    "prints": "import os\nprint('hello')\ndef mine(o, c):\n    os.system('echo noise')\n    print('column 5')\n    return 2",
    "reads": "import sys\ndef mine(o, c):\n    sys.stdin.read()\n    return 2",
    "imports at the end": "def mine(o, c): return 2\nfrom random import choice",
    "another name at the end": "def mine(o, c): return 2\ndef helper(x): return 5\nagent_1 = mine",
    "a decorated function": "from functools import wraps\ndef same(f):\n    @wraps(f)\n    def call(*a): return f(*a)\n    return call\n@same\ndef mine(o, c): return 2",
    "a part of a function": "from functools import partial\ndef helper(x, o, c): return x\nmine = partial(helper, 2)",
    "a name given twice": "def helper(x): return 5\ndef mine(o, c): return 2\ndef helper(x): return 6",
    "an object": "class Player:\n    def __call__(self, o, c): return 2\nmine = Player()",
    "a number of its own": "class Two:\n    def __index__(self): return 2\ndef mine(o, c): return Two()",
}


@pytest.mark.parametrize("source", SUBMISSIONS.values(), ids=SUBMISSIONS)
def test_a_submission_plays_unmodified(source: str, tmp_path: Path) -> None:
    with kaggle(tmp_path, source) as player:
        assert ask(player) == 2


BROKEN = {
    "raises": ("def f(o, c): return 1 / 0", Verdict.ERROR, "ZeroDivisionError: division by zero"),
    "needs three": (
        "def f(o, c, more): return 2",
        Verdict.ERROR,
        "TypeError: f() missing 1 required positional argument: 'more'",
    ),
    "imports what is missing": (
        "import no_such_module\ndef f(o, c): return 2",
        Verdict.ERROR,
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "no function": ("x = 1", Verdict.ERROR, "LookupError: no function in the file"),
    "no Python": ("def f(:", Verdict.ERROR, None),
    "exits": ("import sys\ndef f(o, c): sys.exit(3)", Verdict.ERROR, "SystemExit: 3"),
    "None": ("def f(o, c): pass", Verdict.UNREADABLE, "None"),
    "a text": ("def f(o, c): return '2\\n3'", Verdict.UNREADABLE, "'2\\n3'"),
    "a column off the board": ("def f(o, c): return 7", Verdict.ILLEGAL, "7"),
    "below zero": ("def f(o, c): return -1", Verdict.ILLEGAL, "-1"),
    "ends the process": ("import os\ndef f(o, c): os._exit(3)", Verdict.CRASHED, "exit(3)"),
}


@pytest.mark.parametrize(("source", "verdict", "detail"), BROKEN.values(), ids=BROKEN)
def test_a_broken_submission_gets_its_verdict(
    source: str, verdict: Verdict, detail: str | None, tmp_path: Path
) -> None:
    with kaggle(tmp_path, source) as player:
        with pytest.raises(PlayerError) as raised:
            ask(player)
        assert raised.value.verdict is verdict
        assert detail in {None, raised.value.detail}


def test_what_a_submission_prints_is_seen_while_it_plays(tmp_path: Path) -> None:
    source = "def f(o, c):\n    print('thinking of', o.step)\n    return 2"
    with kaggle(tmp_path, source) as player:
        ask(player)
        ask(player, "12")
        assert player.errors().splitlines()[0] == "thinking of 0"


def test_a_submission_keeps_its_state_within_a_game_only(tmp_path: Path) -> None:
    source = "calls = []\ndef f(o, c):\n    calls.append(1)\n    return len(calls) - 1"
    with kaggle(tmp_path, source) as player:
        assert [ask(player, moves) for moves in ("", "12", "1234", "7", "765")] == [0, 1, 2, 0, 1]


def test_a_submission_imports_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "helper_of_mine.py").write_text("two = 2", encoding="utf-8")
    source = "from helper_of_mine import two\ndef f(o, c): return two"
    with kaggle(tmp_path, source) as player:
        assert ask(player) == 2
