"""Games as lines of text: what is written, and what is read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves, parse_game
from p4tui.core.position import Position, Side
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat
from p4tui.players.levels import LEVELS
from p4tui.storage.errors import RecordError
from p4tui.storage.exchange.game_json import ImportedGame, to_json
from p4tui.storage.exchange.line_errors import Fault, FaultKind, LineError, LineProblem
from p4tui.storage.exchange.text import MAX_LINE_LENGTH, games_of_line, to_link, to_moves
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame

STANDARD = Geometry()
NAMES = st.text(max_size=12)
SEATS: st.SearchStrategy[Seat] = (
    st.builds(Person, NAMES)
    | st.builds(LevelSeat, st.sampled_from([level.id for level in LEVELS]), NAMES)
    | st.builds(UnknownSeat, st.sampled_from(["program", "robot"]), NAMES, NAMES)
)


def read(line: str, geometry: Geometry = STANDARD) -> list[ImportedGame | LineError]:
    return list(games_of_line(line, geometry))


def match_of(line: str, geometry: Geometry = STANDARD) -> Match:
    (found,) = read(line, geometry)
    assert not isinstance(found, LineError), repr(found.__cause__)
    return found.match if isinstance(found, SavedGame) else found[0]


def moves_of(line: str, geometry: Geometry = STANDARD) -> str:
    return format_moves(match_of(line, geometry).game.played)


def refusal(line: str) -> LineError:
    (found,) = read(line)
    assert isinstance(found, LineError)
    return found


def saved(match: Match) -> SavedGame:
    return SavedGame(3, match, 1000.25, 2000.5)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match of any kind, at any moment of one of its games."""
    columns, rows = draw(st.integers(4, 9)), draw(st.integers(4, 7))
    geometry = Geometry(columns, rows, draw(st.integers(3, max(columns, rows))))
    before = _random_game(draw, Game.new(Position(geometry)), 6)
    start = before.position if before.outcome is None and draw(st.booleans()) else None
    game = _random_game(draw, Game.new(start or Position(geometry)), 30)
    clock = None
    if draw(st.booleans()):
        control = TimeControl(draw(st.integers(1, 10)) * 60_000, draw(st.integers(0, 9)) * 1000)
        times = st.tuples(st.integers(-9, 10**7), st.integers(-9, 10**7))
        count = len(game.positions)
        clock = Clock(
            control,
            tuple(draw(st.lists(times, min_size=count, max_size=count))),
            draw(st.integers(0, 10**6)),
            draw(st.integers(0, count - 1)),
        )
    for _ in range(draw(st.integers(0, 3))):
        game = game.undo() if game.can_undo else game
    if game.outcome is None:
        side = draw(st.sampled_from(tuple(Side)))
        game = draw(st.sampled_from([game, game.resign(side), game.time_out(side)]))
    results = draw(st.lists(st.sampled_from([None, *Colour]), max_size=4))
    starter = draw(st.sampled_from(Colour))
    swaps = draw(st.sets(st.integers(1, game.cursor))) if game.cursor else ()
    return Match(
        draw(SEATS), draw(SEATS), game, starter, tuple(results), clock, tuple(sorted(swaps))
    )


def _random_game(draw: st.DrawFn, game: Game, max_moves: int) -> Game:
    for _ in range(draw(st.integers(0, max_moves))):
        free = game.position.legal_columns() if game.outcome is None else ()
        if not free:
            break
        game = game.play(draw(st.sampled_from(tuple(free))))
    return game


# There and back


@given(matches(), st.floats(0, 2e9), st.floats(0, 2e9))
def test_a_game_is_written_as_json_and_read_back(
    match: Match, started: float, changed: float
) -> None:
    line = to_json(SavedGame(7, match, started, changed))
    assert line.isascii()
    assert "\n" not in line
    assert read(line) == [SavedGame(7, match, started, changed)]


@pytest.mark.parametrize("imported", [False, True])
def test_a_game_of_our_json_is_imported_only_if_it_was_imported_there(imported: bool) -> None:
    game = replace(saved(Match(Person("Alice"), Person(), parse_game("44"))), imported=imported)
    assert read(to_json(game)) == [game]
    fields = json.loads(to_json(game))
    del fields["p4tui"]
    (other,) = read(json.dumps(fields))
    assert isinstance(other, SavedGame)
    assert other.imported


@pytest.mark.parametrize("number", ["0", "-1", "true", "1.5", '"7"', "null", str(1 << 63)])
def test_an_impossible_number_is_ignored(number: str) -> None:
    (game,) = read(f'{{"p4tui": 1, "moves": "1", "started": 5, "number": {number}}}')
    assert isinstance(game, SavedGame)
    assert game.number == 0


def test_whether_a_game_was_imported_is_true_or_false() -> None:
    (error,) = read('{"p4tui": 1, "moves": "1", "started": 5, "imported": "no"}')
    assert isinstance(error, LineError)
    assert error.problem is LineProblem.NO_GAME


@given(matches())
def test_the_end_may_be_missing(match: Match) -> None:
    if match.game.forfeited:
        match = replace(match, game=match.game.undo())
    fields = json.loads(to_json(saved(match)))
    del fields["end"], fields["winner"]
    assert match_of(json.dumps(fields)) == match


@given(matches())
def test_json_imported_and_exported_is_the_same_but_for_the_number(match: Match) -> None:
    (game,) = read(to_json(saved(match)))
    assert isinstance(game, SavedGame)
    assert to_json(replace(game, number=3)) == to_json(saved(match))


def test_games_from_json_keep_their_dates(tmp_path: Path) -> None:
    match = Match(Person("Alice"), LevelSeat("club"), parse_game("4433556"))
    repository = GameRepository(tmp_path / "games.sqlite3")
    (game,) = read(to_json(saved(match)))
    assert not isinstance(game, LineError)
    (number,) = repository.add([game])
    assert repository.load(number) == SavedGame(number, match, 1000.25, 2000.5)
    repository.close()


@pytest.mark.parametrize("moves", ["", "4453", "4433556"])
def test_moves_and_links_are_written_and_read_back(moves: str) -> None:
    match = Match(Person(), Person(), parse_game(moves))
    line, link = to_moves(match), to_link(match)
    assert (line, link) == (moves or "-", f"https://connect4.gamesolver.org/?pos={moves}")
    assert line is not None
    assert link is not None
    assert match_of(line) == match_of(link) == match


def test_games_without_a_move_string_or_link() -> None:
    begun = Match(Person(), Person(), Game.new(parse_game("44").position).play(3))
    assert (to_moves(begun), to_link(begun)) == (None, None)
    wide = Match(Person(), Person(), parse_game("8A", Position(Geometry(10, 6, 4))))
    assert (to_moves(wide), to_link(wide)) == ("8A", None)


def test_moves_taken_back_are_in_json_alone() -> None:
    match = Match(Person(), Person(), parse_game("4453").undo().undo())
    assert (to_moves(match), to_link(match)) == ("44", "https://connect4.gamesolver.org/?pos=44")
    assert match_of(to_json(saved(match))) == match


# What people have


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("4453", "4453"),
        ("  4453\t\r\n", "4453"),
        ("4453 2", "4453"),
        ("4453 -18 comment", "4453"),
        ("4 4 5 3", "4453"),
        ("4 2", "4"),
        ("4 44 5", "4"),
        ("-", ""),
        ("- 0", ""),
        ("https://connect4.gamesolver.org/?pos=4453", "4453"),
        ("http://connect4.gamesolver.org/en/?x=1&pos=4453&y=2", "4453"),
        ("see <https://connect4.gamesolver.org/?pos=4453>, please", "4453"),
        ("https://connect4.gamesolver.org/?pos=", ""),
        ('{"moves": "4453"}', "4453"),
        ('[{"moves": "4453"}]', "4453"),
        ('[{"moves": "4453"},', "4453"),
        ('{"moves": "4453"},', "4453"),
        ('{"moves": "4453"}]', "4453"),
        ('{"moves": "44 53", "p4tui": 1, "first": "red", "else": [1]}', "4453"),
    ],
)
def test_lines_of_every_kind_are_read(line: str, moves: str) -> None:
    assert moves_of(line) == moves


@pytest.mark.parametrize("line", ["", "  \n", "[", "]", ",", "],", "[]"])
def test_empty_lines_are_skipped(line: str) -> None:
    assert read(line) == []


def test_move_strings_of_another_board() -> None:
    wide = Geometry(10, 4, 5)
    assert moves_of("AA9 x", wide) == "AA9"
    assert match_of("AA9", wide).geometry == wide
    assert match_of("https://connect4.gamesolver.org/?pos=4453", wide).geometry == STANDARD
    assert match_of('{"moves": "4453"}', wide).geometry == STANDARD


def test_every_game_and_every_fault_of_an_array_is_found() -> None:
    first, fault, third = read('[{"moves": "4"}, 5, {"moves": "44", "started": 3}]')
    assert isinstance(first, tuple)
    assert isinstance(fault, LineError)
    assert isinstance(third, SavedGame)
    assert (third.started, third.changed) == (3.0, 3.0)


# What is no game


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("4" * (MAX_LINE_LENGTH + 1), LineProblem.TOO_LONG),
        ("{", LineProblem.NO_JSON),
        ('{"moves": 44', LineProblem.NO_JSON),
        ("[" * 100_000 + "]" * 100_000, LineProblem.NO_JSON),
        ('{"moves": "4", "started": NaN}', LineProblem.NO_JSON),
        ('{"moves": "4", "columns": ' + "7" * 5000 + "}", LineProblem.NO_JSON),
        ('{"p4tui": 2, "moves": "4"}', LineProblem.NEWER),
        ("[4]", LineProblem.NO_GAME),
        ("{}", LineProblem.NO_GAME),
        ('{"p4tui": "1", "moves": "4"}', LineProblem.NO_GAME),
    ],
)
def test_lines_without_a_game_have_errors(line: str, problem: LineProblem) -> None:
    assert refusal(line).problem is problem


@pytest.mark.parametrize(
    "change",
    [
        '"moves": 4',
        '"taken_back": 4',
        '"columns": 7.0',
        '"columns": true',
        '"rows": -1',
        '"start": "1/1"',
        '"start": "x//////"',
        '"first": "green"',
        '"red": "Alice"',
        '"red": {"name": 5}',
        '"red": {"level": []}',
        '"results": "r"',
        '"results": ["x"]',
        '"results": [["red"]]',
        '"started": "today"',
        '"started": true',
        '"started": -1e12',
        '"started": 1e12',
        '"started": 5, "changed": 1' + "0" * 400,
        '"end": "line"',
        '"end": "line", "winner": "red"',
        '"end": "resignation"',
        '"end": "time", "winner": "green"',
        '"end": ["line"]',
        '"end": null, "winner": "red"',
        '"clock": 5',
        '"clock": {"base": 1, "increment": 0, "left": [[1, 1], [1, 1]]}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1]]}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, -1' + "0" * 13 + "]]}",
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, 1e3]]}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], "11"]}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, 1]], "spent": 1e3}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, 1]], "spent": 1'
        + "0" * 30
        + "}",
        '"clock": {"base": 60000, "increment": 0}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, 1]], "begin": 2}',
        '"clock": {"base": 60000, "increment": 0, "left": [[1, 1], [1, 1]], "begin": true}',
    ],
)
def test_objects_that_contradict_themselves_are_no_games(change: str) -> None:
    good = '{"moves": "4", "clock": null}'
    assert moves_of(good) == "4"
    error = refusal('{"moves": "4", ' + change + "}")
    assert error.problem is LineProblem.NO_GAME
    assert error.fault is not None


LEFT = '"increment": 0, "left": [[1, 1], [1, 1]]'


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("[4]", Fault(FaultKind.OBJECT)),
        ("{}", Fault(FaultKind.MISSING, "moves")),
        ('{"moves": null}', Fault(FaultKind.TEXT, "moves")),
        ('{"moves": "", "taken_back": 4}', Fault(FaultKind.TEXT, "taken_back")),
        ('{"moves": "", "red": 5}', Fault(FaultKind.OBJECT, "red")),
        ('{"moves": "", "red": {"name": 5}}', Fault(FaultKind.TEXT, "red.name")),
        ('{"moves": "", "yellow": {"level": 5}}', Fault(FaultKind.TEXT, "yellow.level")),
        ('{"moves": "", "rows": "6"}', Fault(FaultKind.NUMBER, "rows", 4, 32)),
        ('{"moves": "44", "swaps": [3]}', Fault(FaultKind.NUMBER, "swaps", 1, 2)),
        ('{"moves": "44", "swaps": [2, 1]}', Fault(FaultKind.NUMBER, "swaps", 1, 2)),
        ('{"moves": "44", "swaps": "1"}', Fault(FaultKind.NUMBER, "swaps", 1, 2)),
        ('{"moves": "", "columns": 1e1}', Fault(FaultKind.NUMBER, "columns", 4, 32)),
        ('{"p4tui": "1"}', Fault(FaultKind.NUMBER, "p4tui", 1, 999_999)),
        (
            '{"moves": "", "p4tui": 1, "started": 1, "imported": 1}',
            Fault(FaultKind.FLAG, "imported"),
        ),
        ('{"moves": "", "started": "today"}', Fault(FaultKind.DATE, "started")),
        ('{"moves": "", "started": 1, "changed": 1e300}', Fault(FaultKind.DATE, "changed")),
        (
            '{"moves": "", "first": "green"}',
            Fault(FaultKind.CHOICE, "first", choices=("red", "yellow")),
        ),
        (
            '{"moves": "", "end": "nothing"}',
            Fault(
                FaultKind.CHOICE,
                "end",
                choices=("line", "full board", "resignation", "time", "agreement"),
            ),
        ),
        (
            '{"moves": "", "end": "time", "winner": 5}',
            Fault(FaultKind.CHOICE, "winner", choices=("red", "yellow")),
        ),
        (
            '{"moves": "", "results": ["green"]}',
            Fault(FaultKind.LIST, "results", choices=("red", "yellow", "draw")),
        ),
        ('{"moves": "", "start": "1/1"}', Fault(FaultKind.START, "start")),
        ('{"moves": "", "start": "11//////"}', Fault(FaultKind.START, "start")),
        ('{"moves": "4", "end": "line", "winner": "red"}', Fault(FaultKind.RESULT, "end")),
        ('{"moves": "4433556", "end": null}', Fault(FaultKind.RESULT, "end")),
        (
            '{"moves": "4433556", "end": "line", "winner": "yellow"}',
            Fault(FaultKind.RESULT, "end"),
        ),
        (
            '{"moves": "4433556", "end": "resignation", "winner": "red"}',
            Fault(FaultKind.RESULT, "end"),
        ),
        (
            '{"moves": "4433556", "end": "time", "winner": "red"}',
            Fault(FaultKind.RESULT, "end"),
        ),
        (
            '{"moves": "4", "end": "resignation"}',
            Fault(FaultKind.WINNER, "winner", choices=("resignation",)),
        ),
        ('{"moves": "4", "clock": []}', Fault(FaultKind.OBJECT, "clock")),
        (
            '{"moves": "4", "clock": {"base": 1, ' + LEFT + "}}",
            Fault(FaultKind.NUMBER, "clock.base", 1000, 10_800_000),
        ),
        (
            '{"moves": "4", "clock": {"base": 1000}}',
            Fault(FaultKind.NUMBER, "clock.increment", 0, 180_000),
        ),
        (
            '{"moves": "4", "clock": {"base": 1000, "increment": 0, "left": 5}}',
            Fault(FaultKind.TIMES, "clock.left", count=2),
        ),
        (
            '{"moves": "44", "clock": {"base": 1000, ' + LEFT + "}}",
            Fault(FaultKind.TIMES, "clock.left", count=3),
        ),
        (
            '{"moves": "4", "clock": {"base": 1000, ' + LEFT + ', "spent": -1}}',
            Fault(FaultKind.NUMBER, "clock.spent", 0, 10**12),
        ),
        (
            '{"moves": "4", "clock": {"base": 1000, ' + LEFT + ', "begin": 2}}',
            Fault(FaultKind.NUMBER, "clock.begin", 0, 1),
        ),
    ],
)
def test_faults_of_objects(line: str, fault: Fault) -> None:
    assert refusal(line).fault == fault


def test_invalid_moves_are_reported_before_their_clock() -> None:
    assert refusal('{"moves": "x", "clock": {"base": 5}}').problem is None
    assert isinstance(refusal('{"moves": "4433556", "taken_back": "1"}').__cause__, P4Error)


def test_a_fault_names_its_game_in_the_line() -> None:
    found = read('[{"moves": "4"}, 5, {}]')
    assert [each.game for each in found if isinstance(each, LineError)] == [2, 3]
    assert refusal("[5]").game is None


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "4444444",
        "44335566",
        "0",
        "https://connect4.gamesolver.org/?pos=8",
        '{"moves": "8"}',
        '{"moves": "44335566", "end": null}',
        '{"moves": "x"}',
        '{"moves": "4", "connect": 9}',
        '{"moves": "4", "red": {"level": "emperor"}}',
    ],
)
def test_an_illegal_game_has_the_rules_error_as_its_cause(line: str) -> None:
    error = refusal(line)
    assert error.problem is None
    assert error.__cause__ is not None
    assert not isinstance(error.__cause__, RecordError)


@given(st.text())
def test_any_line_is_read_as_games_that_can_be_written_or_has_its_error(line: str) -> None:
    for found in read(line):
        if isinstance(found, LineError):
            assert found.problem is not None or found.__cause__ is not None
        else:
            assert isinstance(found, tuple)
            assert read(to_moves(found[0]) or "") == [found]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3),
)


@given(matches(), st.data())
def test_an_object_with_any_value_is_a_game_that_can_be_written_or_has_its_error(
    match: Match, data: st.DataObject
) -> None:
    fields = json.loads(to_json(saved(match)))
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(JSON)
    for found in read(json.dumps(fields)):
        if isinstance(found, SavedGame):
            assert read(to_json(found)) == [found]
        elif isinstance(found, tuple):
            assert found[1] is None
        else:
            assert (found.problem is LineProblem.NO_GAME) is (found.fault is not None)
            assert found.problem is not None or found.__cause__ is not None
