"""Every kind of seat is saved, exported, chosen, named and found."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import (
    SEAT_TEXTS,
    Person,
    Program,
    Remote,
    Seat,
    UnknownSeat,
    seat_of_text,
    text_of,
)
from p4tui.players.levels import UnknownLevelError
from p4tui.storage import records
from p4tui.storage.exchange.game_json import to_json
from p4tui.storage.exchange.text import games_of_line
from p4tui.storage.records import SavedGame
from p4tui.words.players import seat_kind_name
from p4tui.words.saved import filter_of, seat_words
from tests.unit.stored import SEATS, repository_of, saved

KNOWN = [seat for seat in SEATS.values() if not isinstance(seat, Remote | UnknownSeat)]
every_seat = pytest.mark.parametrize("seat", SEATS.values(), ids=lambda seat: seat.kind)
every_known_seat = pytest.mark.parametrize("seat", KNOWN, ids=lambda seat: seat.kind)


def match_of(seat: Seat) -> Match:
    return Match(seat, Person("Bob"), parse_game("4453"))


def test_every_kind_of_seat_has_an_example() -> None:
    assert set(SEATS) == set(get_args(Seat))
    assert all(type(seat) is kind for kind, seat in SEATS.items())
    assert len({seat.kind for seat in SEATS.values()}) == len(SEATS)


@every_seat
def test_a_seat_is_read_from_its_row(seat: Seat) -> None:
    assert records.from_row(records.to_row(match_of(seat))).red == seat


@every_seat
def test_a_seat_is_read_from_its_json_object(seat: Seat) -> None:
    (game,) = games_of_line(
        to_json(SavedGame(1, match_of(seat), 5.0, 6.0)), match_of(seat).geometry
    )
    assert isinstance(game, SavedGame)
    assert game.match.red == seat


@every_known_seat
def test_a_seat_is_read_from_its_text(seat: Seat) -> None:
    assert seat_of_text(text_of(seat), seat.name) == seat


def test_a_person_takes_the_place_of_an_unknown_seat() -> None:
    assert text_of(UnknownSeat("program", "club")) == "human"


def test_every_text_is_that_of_its_seat() -> None:
    assert [text_of(seat_of_text(text)) for text in SEAT_TEXTS] == list(SEAT_TEXTS)
    kinds = {type(seat_of_text(text)) for text in SEAT_TEXTS}
    assert kinds == {type(seat) for seat in KNOWN} - {Program}


def test_a_text_of_no_seat_is_refused() -> None:
    with pytest.raises(UnknownLevelError):
        seat_of_text("grandmaster")


@pytest.mark.parametrize("text", ["ugi:", "lines: ", "kaggle", "uci:bot"])
def test_a_protocol_without_a_program_is_refused(text: str) -> None:
    with pytest.raises(UnknownLevelError):
        seat_of_text(text)


@every_known_seat
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_known_seat_has_a_name_of_its_own(seat: Seat, language: str) -> None:
    i18n.activate(language)
    unknown = seat_kind_name(UnknownSeat(seat.kind, seat.id or ""))
    assert seat_kind_name(seat) not in {"", unknown}


@every_known_seat
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_saved_game_is_found_by_the_shown_name(seat: Seat, language: str, tmp_path: Path) -> None:
    i18n.activate(language)
    with repository_of(tmp_path / "games.sqlite3") as games:
        saved(games, match_of(UnknownSeat("program", "stockfour")))
        number = saved(games, match_of(seat))
        found = games.summaries(filter_of(seat_words(seat, Colour.RED)))
    assert [game.number for game in found] == [number]
