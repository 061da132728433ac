"""The files that commands write: what stands is not replaced before there is something right to put there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from p4tui import paths
from p4tui.cli.messages import quoted
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from tests.plain.driving import Answer, p4tui
from tests.unit.stored import change_rows

OWN = "p4tui: --output names one of p4tui's own files. Choose another name.\n"
WON = Match(Person("Alice"), Person("Bob"), parse_game("4433556"))


@pytest.fixture
def database() -> Path:
    path = paths.games_file()
    assert path is not None
    return path


@pytest.fixture
def games(database: Path) -> Iterator[GameRepository]:
    with closing(GameRepository(database)) as repository:
        repository.save(WON, Ownership())
        yield repository


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """The file of the last backup."""
    path = tmp_path / "backup"
    path.write_text("before", encoding="utf-8")
    return path


def exported(file: Path, *words: str) -> Answer:
    return p4tui("games", "export", *words, "--output", str(file))


def test_an_export_that_finds_nothing_leaves_the_last_backup(backup: Path) -> None:
    """As where the data folder is another one."""
    answer = exported(backup, "--all", "--format", "json")
    assert answer == (
        1,
        "",
        f'p4tui: There are no saved games. The file "{quoted(str(backup))}" was not replaced.\n',
    )
    assert backup.read_text(encoding="utf-8") == "before"


def test_an_export_that_finds_nothing_makes_no_file(games: GameRepository, tmp_path: Path) -> None:
    file = tmp_path / "new"
    assert exported(file, "--all", "--find", "Zoë") == (
        1,
        "",
        "p4tui: No matching games.\n",
    )
    assert exported(file, "9") == (1, "", "p4tui: There is no game 9.\n")
    assert list(tmp_path.iterdir()) == []


def test_an_export_of_nothing_to_the_output_has_status_1() -> None:
    assert p4tui("games", "export", "--all") == (1, "", "p4tui: There are no saved games.\n")


def test_an_export_that_lacks_games_leaves_the_last_backup(
    games: GameRepository, database: Path, backup: Path
) -> None:
    games.save(WON, Ownership())
    games.close()
    change_rows(database, "UPDATE games SET cursor = 99 WHERE id = 1")
    answer = exported(backup, "--all", "--format", "json")
    assert (answer.status, answer.out) == (1, "")
    first, second = answer.err.splitlines()
    assert first == "p4tui: Game 1 cannot be read: its record is damaged."
    assert "was not replaced, since games would be missing" in second
    assert backup.read_text(encoding="utf-8") == "before"
    new = backup.with_name("new")
    assert exported(new, "--all", "--format", "json").status == 1
    assert new.read_text(encoding="utf-8").count("\n") == 1


def test_games_that_a_format_cannot_hold_do_not_keep_a_file_as_it_was(
    games: GameRepository, backup: Path
) -> None:
    begun = Game.new(parse_game("44").position).play(2)
    games.save(Match(Person(), Person(), begun), Ownership())
    assert exported(backup, "--all").status == 1
    assert backup.read_text(encoding="utf-8") == "4433556\n"


OWN_NAMES = [
    "games.sqlite3",
    "games.sqlite3-wal",
    "games.sqlite3-shm",
    "games.sqlite3-journal",
    "games.sqlite3.backup-1",
    "games.sqlite3.damaged-20260101-000000",
]


@pytest.mark.parametrize("name", OWN_NAMES)
@pytest.mark.parametrize("way", ["itself", "a link", "a second name", "a linked folder"])
def test_no_export_replaces_the_database_or_what_is_beside_it(
    name: str, way: str, games: GameRepository, database: Path, tmp_path: Path
) -> None:
    own = database.with_name(name)
    if not own.exists():
        own.write_bytes(b"kept")
    before = own.read_bytes()
    file = own
    if way == "a link":
        file = tmp_path / "link"
        file.symlink_to(own)
    elif way == "a second name":
        file = tmp_path / "name"
        os.link(own, file)
    elif way == "a linked folder":
        (tmp_path / "folder").symlink_to(own.parent)
        file = tmp_path / "folder" / name
    assert exported(file, "1") == (2, "", OWN)
    assert own.read_bytes() == before


@pytest.mark.parametrize("name", OWN_NAMES[1:])
def test_no_export_makes_a_file_that_belongs_to_the_database(
    name: str, games: GameRepository, database: Path
) -> None:
    games.close()
    own = database.with_name(name)
    assert not own.exists()
    assert exported(own, "1") == (2, "", OWN)
    assert not own.exists()


def test_no_export_replaces_the_settings_or_an_opening_book(games: GameRepository) -> None:
    settings, books = paths.settings_file(), paths.books_folder()
    assert settings is not None
    assert books is not None
    for own in (settings, books / "7x6-connect4.p4b"):
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_bytes(b"")
        assert exported(own, "1") == (2, "", OWN)
        assert own.read_bytes() == b""


def test_other_files_in_the_data_folder_can_be_written(
    games: GameRepository, database: Path
) -> None:
    file = database.with_name("games.json")
    assert exported(file, "1").status == 0
    assert file.read_text(encoding="utf-8") == "4433556\n"


@pytest.mark.parametrize("name", ["games.sqlite3", "games.sqlite3-wal"])
def test_no_book_takes_the_place_of_a_file_of_the_database(
    name: str, games: GameRepository, database: Path
) -> None:
    games.close()
    database.write_bytes(b"")
    own = database.with_name(name)
    answer = p4tui(
        *("book", "build", "--size", "4x4", "--connect", "3", "--depth", "1", "--output", str(own))
    )
    assert answer == (2, "", OWN)
    assert database.read_bytes() == b""
    assert own == database or not own.exists()


def test_a_place_that_the_machine_does_not_name_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("games_file", "books_folder", "settings_file", "crash_file"):
        monkeypatch.setattr(paths, name, lambda: None)
    assert not paths.is_own_file(Path("games.sqlite3"))
