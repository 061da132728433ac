from __future__ import annotations

import pytest

from p4tui.core.errors import (
    ColumnFullError,
    GameOverError,
    NoSuchColumnError,
    NotationError,
)
from p4tui.core.geometry import Geometry
from p4tui.core.notation import (
    SYMBOLS,
    column_of,
    column_symbol,
    format_moves,
    parse_game,
    parse_moves,
)
from p4tui.core.position import Position


def test_the_example_of_the_rules_is_four_moves() -> None:
    assert parse_moves("4453") == (3, 3, 4, 2)
    assert format_moves((3, 3, 4, 2)) == "4453"
    assert parse_game("4453").played == (3, 3, 4, 2)


def test_every_column_has_one_symbol_in_either_case() -> None:
    assert len(set(SYMBOLS)) == 32
    for column in range(32):
        symbol = column_symbol(column)
        assert column_of(symbol) == column_of(symbol.lower()) == column
    assert (column_symbol(0), column_symbol(8), column_symbol(9), column_symbol(31)) == (
        "1",
        "9",
        "A",
        "W",
    )


@pytest.mark.parametrize("symbol", ["0", "X", "x", "-", "", "12", "é", "٣", "①", "\x00"])
def test_other_characters_are_not_columns(symbol: str) -> None:
    assert column_of(symbol) is None


def test_blanks_between_symbols_are_skipped() -> None:
    assert parse_moves(" 44\t5\n3 ") == (3, 3, 4, 2)
    assert parse_moves("") == parse_moves(" \r\n") == ()


def test_an_unreadable_character_is_shown_by_its_offset() -> None:
    for parse in (parse_moves, parse_game):
        with pytest.raises(NotationError) as caught:
            parse("44 x5")
        assert caught.value.offset == 3
        assert caught.value.reason is None


@pytest.mark.parametrize(
    ("text", "offset", "reason"),
    [
        ("44 444 4 4", 9, ColumnFullError),
        ("48", 1, NoSuchColumnError),
        ("1212121 7", 8, GameOverError),
        ("A", 0, NoSuchColumnError),
    ],
)
def test_a_refused_move_is_shown_by_its_offset_and_its_reason(
    text: str, offset: int, reason: type[Exception]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_game(text)
    assert caught.value.offset == offset
    assert type(caught.value.reason) is reason


def test_a_move_string_continues_from_a_given_start() -> None:
    start = Position(Geometry(32, 4, 4)).play(31)
    game = parse_game("wW1", start)
    assert game.start == start
    assert game.played == (31, 31, 0)
    assert format_moves(game.played) == "WW1"
