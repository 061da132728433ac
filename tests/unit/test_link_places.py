"""The folder and the sockets of open games: whose they are, and how they are found."""

from __future__ import annotations

import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from p4tui.link import places
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.listing import list_games, own_word
from p4tui.link.places import bind, check_word, find_game, own_folder, user_of


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "BASE", tmp_path)
    return tmp_path


def own(base: Path) -> Path:
    """The folder of the user who runs the test."""
    return base / f"p4tui-{os.getuid()}"


@contextmanager
def problem(expected: LinkProblem) -> Iterator[None]:
    """Expect a problem."""
    with pytest.raises(LinkError) as caught:
        yield
    assert caught.value.problem is expected


def test_the_folder_is_for_its_owner_and_the_socket_for_everybody(base: Path) -> None:
    before = os.umask(0o077)
    try:
        with closing(bind("club")):
            folder = own(base)
            assert stat.S_IMODE(folder.stat().st_mode) == 0o755
            assert stat.S_IMODE((folder / "club.game").stat().st_mode) == 0o666
            assert find_game("club") == folder / "club.game"
    finally:
        os.umask(before)


def test_a_folder_that_somebody_else_made_is_not_used(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.getuid() + 1
    (base / f"p4tui-{other}").mkdir(mode=0o755)  # it belongs to whoever runs the test
    monkeypatch.setattr(os, "getuid", lambda: other)
    with problem(LinkProblem.FOLDER):
        bind("club")


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757])
def test_a_folder_into_which_others_write_is_not_used(base: Path, mode: int) -> None:
    own(base).mkdir()
    own(base).chmod(mode)
    with problem(LinkProblem.FOLDER):
        own_folder()
    with closing(socket.socket(socket.AF_UNIX)) as stranger:
        stranger.bind(str(own(base) / "club.game"))
        stranger.listen()
        with problem(LinkProblem.NO_GAME):
            find_game("club")
        assert list_games() == []


def test_a_link_in_the_place_of_the_folder_is_not_used(base: Path) -> None:
    (base / "elsewhere").mkdir(mode=0o755)
    own(base).symlink_to(base / "elsewhere")
    with problem(LinkProblem.FOLDER):
        bind("club")


def test_a_file_in_the_place_of_the_folder_is_not_used(base: Path) -> None:
    own(base).write_text("")
    with problem(LinkProblem.FOLDER):
        bind("club")


def test_a_folder_that_cannot_be_made_is_a_problem(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "BASE", base / "missing")
    with problem(LinkProblem.FOLDER):
        own_folder()


def test_two_games_have_two_words() -> None:
    with closing(bind("club")):
        with problem(LinkProblem.TAKEN):
            bind("club")
        with closing(bind("club2")):
            assert find_game("club") != find_game("club2")


def test_of_two_programs_that_open_a_word_at_once_one_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second looks while the first has looked, but not opened the word yet."""
    looks, answers = threading.Event(), places._answers
    problems: list[LinkProblem | None] = []

    def second() -> None:
        try:
            bind("club").close()
            problems.append(None)
        except LinkError as error:
            problems.append(error.problem)

    thread = threading.Thread(target=second)

    def slow(path: Path) -> bool:
        found = answers(path)
        if not looks.is_set():
            looks.set()
            thread.start()
            thread.join(0.05)  # it would be done by then
        return found

    monkeypatch.setattr(places, "_answers", slow)
    with closing(bind("club")):
        thread.join()
        assert problems == [LinkProblem.TAKEN]


def test_the_socket_of_a_killed_program_is_replaced() -> None:
    bind("club").close()
    with problem(LinkProblem.NO_GAME):
        find_game("club")
    with closing(bind("club")):
        assert find_game("club").name == "club.game"
    places.unbind("club")
    assert places.open_games() == []


def test_a_game_is_found_by_its_word_its_user_or_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "user_name", lambda _uid: "alice")
    with closing(bind("club")):
        path = find_game("club")
        assert find_game("alice") == find_game("alice/club") == path
        for wrong in ("bob", "alice/other", "bob/club", "alice/", "/club"):
            with problem(LinkProblem.NO_GAME):
                find_game(wrong)
        with closing(bind("other")), pytest.raises(LinkError) as caught:
            find_game("alice")
    assert caught.value.problem is LinkProblem.SEVERAL
    assert caught.value.detail == "alice/club, alice/other"


def test_folders_of_strange_names_are_left_alone(base: Path) -> None:
    for name in ("p4tui-", "p4tui-x", "p4tui-007", "p4tui--1"):
        (base / name).mkdir()
        (base / name / "club.game").write_text("")
    own_folder()
    (own(base) / ".game").write_text("")
    (own(base) / f"{'x' * 40}.game").write_text("")
    (own(base) / "club.txt").write_text("")
    assert places.open_games() == []


@pytest.mark.parametrize("word", ["a", "A.b-c_9", "x" * 32])
def test_a_word_is_letters_digits_and_signs(word: str) -> None:
    assert check_word(word) == word


@pytest.mark.parametrize("word", ["", ".", "..", "../x", "a/b", "-a", "x" * 33, "é", "a b", "a\n"])
def test_what_could_lead_elsewhere_is_no_word(word: str) -> None:
    with problem(LinkProblem.WORD):
        bind(word)


def test_the_system_says_who_connects() -> None:
    here, there = socket.socketpair(socket.AF_UNIX)
    with here, there:
        assert user_of(here) == os.getuid()
    with problem(LinkProblem.NO_SOCKETS):
        user_of(here)


def test_a_new_game_of_a_user_gets_a_free_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "user_name", lambda _uid: "alice")
    monkeypatch.setattr("p4tui.link.listing.user_name", lambda _uid: "alice")
    with closing(bind(own_word())) as first, closing(bind(own_word())) as second:
        names = [Path(each.getsockname()).name for each in (first, second)]
    assert names == ["alice.game", "alice2.game"]
