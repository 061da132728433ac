"""The programs of a game from a file are never started: whoever wrote it could name any command."""

from __future__ import annotations

import random
from pathlib import Path

from p4tui import i18n
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.participants import CannotPlayError
from p4tui.play.seats import Person, Program, UnknownSeat
from p4tui.storage.exchange.game_json import to_json
from p4tui.storage.exchange.text import games_of_line
from p4tui.storage.records import SavedGame
from p4tui.words.match import failure_sentence
from tests.unit.sessions import Replies, session_with
from tests.unit.stored import repository_of, saved

DANGER = Program("ugi:rm -rf precious", "Bot")
MATCH = Match(Person("Alice"), DANGER, parse_game("4"))


def imported(path: Path) -> SavedGame:
    """Return a game that was exported, imported and opened to be played."""
    line = to_json(SavedGame(1, MATCH, 5.0, 6.0, imported=False))
    with repository_of(path) as games:
        (game,) = games_of_line(line, MATCH.geometry)
        assert isinstance(game, SavedGame)
        numbers = games.add([game])
        assert games.load(1).match.yellow == DANGER
        assert numbers
        return games.open(1).saved


def test_the_program_of_an_imported_game_has_no_participant(tmp_path: Path) -> None:
    match = imported(tmp_path / "games.sqlite3").match
    assert match.yellow == UnknownSeat("program", DANGER.id, "Bot")
    replies = Replies()
    session = session_with(match, random.Random(1), on_reply=replies.append)
    session.start_turn()
    replies.deliver(session)
    failure = session.failure
    assert failure is not None and isinstance(failure.error, CannotPlayError)
    i18n.activate("en")
    assert failure_sentence(match, failure) == "Bot comes from a file: p4tui does not start it."


def test_the_program_of_a_game_played_here_is_kept(tmp_path: Path) -> None:
    with repository_of(tmp_path / "games.sqlite3") as games:
        assert games.open(saved(games, MATCH)).saved.match.yellow == DANGER
