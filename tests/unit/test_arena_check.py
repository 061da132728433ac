"""The check of programs: what passes, and the mistakes that it names."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from p4tui import i18n
from p4tui.arena import check, child, mistakes, players
from p4tui.arena.check import FULL_COLUMNS, Check, Finding, Point
from p4tui.arena.dialects import Allowance, Dialect, KaggleDialect, LinesDialect, UgiDialect
from p4tui.arena.mistakes import Mistake, mistake_in_answer
from p4tui.arena.players import ProgramPlayer
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.notation import parse_game
from p4tui.words.check import _POINTS, finding_sentence, point_name, status_word
from tests.unit import programs
from tests.unit.programs import program

ALL = [point.value for point in Point]
OPEN = "next(c for c in range(7) if moves.count(c + 1) < 6)"
WHOLE = """\
import sys
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        moves = words[3:]
    elif words[0] == "go":
        print("bestmove", next(c for c in "1234567" if moves.count(c) < 6))
"""
"""A program that flushes nothing."""


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "STARTUP_SECONDS", 2.0)
    monkeypatch.setattr(players, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)
    monkeypatch.setattr(check, "QUIT_SECONDS", 0.2)
    monkeypatch.setattr(mistakes, "WAIT_SECONDS", 1.0)


def found(folder: Path, body: str) -> dict[str, Finding]:
    """Return the findings on a program, by the names of the points."""
    return {each.point.value: each for each in Check(program(folder, body)).findings()}


def wrong(findings: dict[str, Finding]) -> dict[str, Mistake | None]:
    """Return the points that fail, with the mistakes."""
    return {name: each.mistake for name, each in findings.items() if each.error and each.counts}


def test_a_good_program_passes_all_points(tmp_path: Path) -> None:
    findings = found(tmp_path, programs.GOOD)
    assert list(findings) == ALL
    assert wrong(findings) == {}


@pytest.mark.parametrize("order", ["7654321", "4352617"])
def test_a_program_for_one_size_passes_with_a_remark(order: str, tmp_path: Path) -> None:
    first_open = f'next(c for c in "{order}" if moves.count(int(c)) < 6)'
    findings = found(tmp_path, f"turns(lambda: say(f'bestmove {{{first_open}}}'))")
    assert wrong(findings) == {}
    size = findings["size"]
    assert (size.error is not None, size.counts, status_word(size)) == (True, False, "remark")


def test_a_program_that_another_size_ends_fails_no_other_point(tmp_path: Path) -> None:
    body = """
reading = iter(sys.stdin)
sys.stdin = iter(lambda: (line := next(reading), "setoption" in line and 1 / 0)[0], None)
turns(good)
"""
    findings = found(tmp_path, body)
    assert list(findings) == ALL
    assert wrong(findings) == {}
    error = findings["size"].error
    assert error is not None and error.verdict is Verdict.CRASHED


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        (f"say(f'bestmove {{{OPEN}}}')", Mistake.FROM_ZERO),
        (f"say(f'Your move: bestmove {{{OPEN} + 1}}')", Mistake.EXTRA_TEXT),
        (f"say(f'{{{OPEN} + 1}}')", Mistake.NO_BESTMOVE),
        (f"say(f'I play {{{OPEN} + 1}}')", Mistake.NO_BESTMOVE),
        (f"print(f'bestmove {{{OPEN} + 1}}')", Mistake.NOT_FLUSHED),
        ("os._exit(0)", Mistake.ENDS_EARLY),
        ("None", None),
        ("say('bestmove four')", None),
    ],
)
def test_a_likely_mistake_is_named(
    answer: str, mistake: Mistake | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "ALLOWANCE", Allowance.per_move(150))
    assert wrong(found(tmp_path, f"turns(lambda: {answer})")) == {"flush": mistake}


def test_columns_from_0_are_found_when_few_are_open(tmp_path: Path) -> None:
    last = "max(c for c in range(7) if moves.count(c + 1) < 6)"
    findings = found(tmp_path, f"turns(lambda: say(f'bestmove {{{last}}}'))")
    assert wrong(findings) == {"legality": Mistake.FROM_ZERO}


def test_a_program_that_looks_for_no_full_columns_is_told_of_them(tmp_path: Path) -> None:
    findings = found(tmp_path, "turns(lambda: say('bestmove 4'))")
    assert wrong(findings) == {"legality": Mistake.FULL_COLUMN}
    assert finding_sentence(findings["legality"], "bot") == (
        "bot chose column 4, which cannot be played. It is full: choose one whose top cell is empty."
    )


@pytest.mark.parametrize(
    ("dialect", "column", "mistake"),
    [
        (UgiDialect("bot"), -1, Mistake.FROM_ZERO),
        (UgiDialect("bot"), 3, Mistake.FULL_COLUMN),
        (UgiDialect("bot"), 8, None),
        (LinesDialect("bot"), 7, Mistake.FROM_ONE),
        (LinesDialect("bot"), 3, Mistake.FULL_COLUMN),
        (KaggleDialect("bot.py"), 7, Mistake.FROM_ONE),
        (KaggleDialect("bot.py"), -1, None),
    ],
)
def test_a_wrong_column_is_full_or_counted_from_elsewhere(
    dialect: Dialect, column: int, mistake: Mistake | None
) -> None:
    error = PlayerError(Verdict.ILLEGAL, "", column)
    assert mistake_in_answer(dialect, error, (), parse_game("444444")) is mistake


def test_a_column_has_the_number_that_the_program_gave(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text("def agent(o, c): return 7", encoding="utf-8")
    *_passed, last = Check(f"kaggle:{path}").findings()
    assert finding_sentence(last, "bot") == (
        "bot chose column 7, which cannot be played. Columns count from 0 here: the left one is 0."
    )


def test_a_program_that_never_flushes_is_told_at_the_handshake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STARTUP_SECONDS", 0.2)
    monkeypatch.setattr("tests.unit.programs.PRELUDE", "")
    assert wrong(found(tmp_path, WHOLE)) == {"handshake": Mistake.NOT_FLUSHED}


@pytest.mark.parametrize(
    ("body", "mistake"),
    [
        ("[say('> ugiok') for line in sys.stdin]", Mistake.EXTRA_TEXT),
        ("[say('ugiok') for line in sys.stdin if line == 'ugi\\n']", None),
        ("say('hello')", Mistake.ENDS_EARLY),
        ("time.sleep(60)", None),
        ("1 / 0", None),
    ],
)
def test_a_handshake_that_fails_ends_the_check(
    body: str, mistake: Mistake | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STARTUP_SECONDS", 0.3)
    monkeypatch.setattr(mistakes, "WAIT_SECONDS", 0.1)
    findings = found(tmp_path, body)
    assert wrong(findings) == {"handshake": mistake}
    assert list(findings) == ["handshake"]


def test_a_slow_program_fails_the_point_time_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "STOP_SECONDS", 1.0)
    body = "turns(lambda: (time.sleep(0.2), good()))"
    assert wrong(found(tmp_path, body)) == {"time": None}


def test_a_program_that_ignores_stop_and_quit_fails_these(tmp_path: Path) -> None:
    body = """
def answer():
    if go[-1] == "60000":
        time.sleep(60)
    good()
class Input:
    def __iter__(self):
        for line in sys.__stdin__:
            go[:] = line.split()
            if line.strip() != "quit":
                yield line
        time.sleep(60)
go = []
sys.stdin = Input()
turns(answer)
"""
    findings = found(tmp_path, body)
    assert wrong(findings) == {"stop": None, "quit": None}
    sentences = [finding_sentence(findings[name], "bot") for name in ("stop", "quit")]
    assert sentences == [
        "no move came within a second of stop",
        "the program still ran a second after quit",
    ]


def test_lines_that_are_ignored_are_shown(tmp_path: Path) -> None:
    findings = found(tmp_path, "turns(lambda: (say('thinking \\x1b[31mhard'), good()))")
    assert wrong(findings) == {}
    sentence = finding_sentence(findings["flush"], "bot")
    assert sentence.endswith(
        'other lines are ignored: "thinking \N{REPLACEMENT CHARACTER}[31mhard"'
    )


CONTEST = """
width, height, players, place = map(int, input().split())
heights = [0] * width
def drop(column):
    heights[column] += 1
while True:
    if place == 1:
        column = next(c for c in range(width) if heights[c] < height)
        drop(column)
        say(column)
    place = 1
    drop(int(input()))
"""


def test_a_contest_program_is_checked_in_whole_games(tmp_path: Path) -> None:
    findings = Check(program(tmp_path, CONTEST, "lines")).findings()
    assert {each.point.value: each.error for each in findings} == dict.fromkeys(
        ["handshake", "flush", "legality", "size", "time"]
    )


def test_a_contest_program_that_is_slow_in_the_game_fails_the_point_time(tmp_path: Path) -> None:
    body = CONTEST.replace(
        "        say(", "        time.sleep(0.2 if sum(heights) > 1 else 0)\n        say("
    )
    check = Check(program(tmp_path, body, "lines"))
    assert wrong({"time": check._time()}) == {"time": None}
    check._player.close()


@pytest.mark.parametrize(("is_loading", "milliseconds"), [(False, 200), (True, 0)])
def test_the_time_for_getting_ready_is_not_that_of_a_move(
    is_loading: bool, milliseconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]

    def takes(seconds: float) -> int:
        clock[0] += seconds
        return 3

    monkeypatch.setattr(check, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(ProgramPlayer, "start", lambda *_question: takes(2))
    monkeypatch.setattr(ProgramPlayer, "choose_column", lambda *_question: takes(0.2))
    monkeypatch.setattr(ProgramPlayer, "is_loading", is_loading)
    assert Check("ugi:bot")._first_answer().milliseconds == milliseconds


def test_the_positions_have_ever_fewer_open_columns() -> None:
    games = [parse_game(moves) for moves in FULL_COLUMNS]
    assert all(game.outcome is None for game in games)
    assert [game.position.legal_columns() for game in games[2:]] == [(0,), (3,), (6,)]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("point", Point)
def test_every_result_has_a_sentence(point: Point, language: str) -> None:
    i18n.activate(language)
    assert set(_POINTS) == set(ALL)
    errors = [PlayerError(verdict, "x", 3) for verdict in Verdict]
    findings = [Finding(point), *(Finding(point, error) for error in errors)]
    findings += [Finding(point, errors[0], mistake) for mistake in Mistake]
    assert all(finding_sentence(each, "bot") for each in findings)
    assert all(point_name(each) and status_word(each) for each in findings)
