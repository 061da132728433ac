"""Finished games as lines: back the same, cut lines, the app's import."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.arena.record_file import RecordFile
from p4tui.arena.records import (
    GameRecord,
    RecordLineError,
    read_lines,
    record_of,
    saved_game,
    to_line,
)
from p4tui.arena.schedule import ScheduledGame
from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_moves
from p4tui.core.position import Side, Termination
from p4tui.play.seats import LevelSeat, Program
from p4tui.storage.exchange.text import games_of_line
from p4tui.storage.records import SavedGame

WON = GameRecord(
    ScheduledGame("club", "ugi:python3 mybot.py", 3, "45"),
    parse_moves("45414151"),
    Side.SECOND,
    "illegal",
    "8",
    (0.5, 0.001, 0.25, 0.001, 0.75, 0.001, 0.25),
    (0, 2),
    1_700_000_000.0,
    1_700_000_009.5,
)
LINE = replace(WON, moves=parse_moves("4545454"), winner=Side.FIRST, reason="line", detail="")

RECORDS = st.builds(
    GameRecord,
    st.builds(
        ScheduledGame,
        st.text(min_size=1),
        st.text(min_size=1),
        st.integers(1, 999),
        st.sampled_from(["", "4", "4453"]),
    ),
    st.sampled_from([parse_moves("4453"), parse_moves("44531")]),
    st.sampled_from([Side.FIRST, Side.SECOND]),
    st.sampled_from(["late", "crashed", "illegal"]),
    st.text(),
    st.lists(st.integers(0, 9_999).map(lambda each: each / 1000), max_size=4).map(tuple),
    st.none() | st.tuples(st.integers(0, 21), st.integers(0, 21)),
    st.integers(0, 2_000_000_000).map(float),
    st.integers(0, 2_000_000_000).map(float),
)


@settings(max_examples=50, deadline=None)
@given(record=RECORDS)
def test_a_record_comes_back_the_same(record: GameRecord) -> None:
    line = to_line(record, {})
    assert line.isascii()
    assert "\n" not in line
    assert record_of(line) == record


@settings(max_examples=50, deadline=None)
@given(record=RECORDS)
def test_the_app_imports_a_record(record: GameRecord) -> None:
    (game,) = games_of_line(to_line(record, {}), Geometry())
    assert isinstance(game, SavedGame)
    assert game == saved_game(record, {})
    assert game.imported
    assert game.match.game.played == record.moves
    assert game.match.winner is (Colour.YELLOW if record.winner else Colour.RED)


@pytest.mark.parametrize(
    ("record", "termination"),
    [
        (WON, Termination.RESIGNATION),
        (replace(WON, reason="late"), Termination.TIME),
        (LINE, Termination.LINE),
    ],
)
def test_the_app_sees_how_a_game_ended(record: GameRecord, termination: Termination) -> None:
    match = saved_game(record, {}).match
    assert match.outcome is not None
    assert match.outcome.termination is termination
    assert match.outcome.winner is record.winner
    assert match.red == LevelSeat("club")
    assert (match.yellow.kind, match.yellow.id) == ("program", "ugi:python3 mybot.py")


def test_a_program_with_a_name_keeps_both() -> None:
    record = replace(WON, game=WON.game._replace(first="bob.py"))
    line = to_line(record, {"bob.py": "ugi:python3 bob.py"})
    assert record_of(line) == record
    (game,) = games_of_line(line, Geometry())
    assert isinstance(game, SavedGame)
    assert game.match.red == Program("ugi:python3 bob.py", "bob.py")


def test_the_times_of_a_side_begin_after_the_opening() -> None:
    assert WON.seconds_of(Side.FIRST) == (0.5, 0.25, 0.75, 0.25)
    odd = replace(WON, game=WON.game._replace(opening="4"), seconds=(1.0, 2.0, 3.0))
    assert odd.seconds_of(Side.FIRST) == (2.0,)
    assert odd.seconds_of(Side.SECOND) == (1.0, 3.0)


def test_a_loser_is_named() -> None:
    assert WON.loser == "club"
    assert replace(WON, winner=None).loser is None


def test_a_file_grows_by_lines_and_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with RecordFile(path, {}, resume=False) as file:
        assert file.records == []
        file.append(WON)
        assert list(read_lines([path.read_bytes()])) == [WON]
    with RecordFile(path, {}, resume=True) as file:
        assert file.records == [WON]
        file.append(LINE)
    assert list(read_lines(path.read_bytes().splitlines(keepends=True))) == [WON, LINE]


@pytest.mark.parametrize("cut", [1, 20, 400])
def test_a_cut_last_line_is_left_out_and_removed(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    line = to_line(WON, {}).encode() + b"\n"
    path.write_bytes(line + line[:-cut])
    with RecordFile(path, {}, resume=True) as file:
        assert file.records == [WON]
        file.append(LINE)
    assert list(read_lines(path.read_bytes().splitlines(keepends=True))) == [WON, LINE]


def test_a_file_that_is_not_there_is_begun(tmp_path: Path) -> None:
    with RecordFile(tmp_path / "new.jsonl", {}, resume=True) as file:
        assert file.records == []


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("mine\n")
    with pytest.raises(FileExistsError):
        RecordFile(path, {}, resume=False)
    with pytest.raises(RecordLineError) as error:
        RecordFile(path, {}, resume=True)
    assert error.value.line == 1
    assert path.read_text() == "mine\n"


def changed(**values: object) -> str:
    """A line with some values under `arena` changed."""
    fields = json.loads(to_line(WON, {}))
    fields["arena"] |= values
    return json.dumps(fields)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "4453",
        "[]",
        "{}",
        '{"arena": 1}',
        "[" * 100_000,
        changed(first=1),
        changed(round="x"),
        changed(opening="x"),
        changed(opening=4),
        changed(result="maybe"),
        changed(result=[]),
        changed(reason=None),
        changed(detail=[]),
        changed(seconds=None),
        changed(seconds=["soon"]),
        changed(mistakes=1),
        changed(mistakes=[1]),
        changed(mistakes=[1, 2.5]),
        changed(mistakes=[-1, 2]),
        changed(mistakes=[1, 43]),
        changed(seconds=[float("nan")]),
        changed(seconds=[float("inf")]),
        changed(seconds=[-1]),
        changed(seconds=[10**400]),
    ],
)
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        record_of(line)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(RecordLineError):
        list(read_lines([b"\xff\n"]))
