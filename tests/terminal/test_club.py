"""People at terminals of a club's host play one game: under several Unix users, over SSH, and by the network."""

from __future__ import annotations

import os
import re
import shlex
import socket
from collections.abc import Iterator
from signal import SIGCONT, SIGKILL, SIGSTOP

import pytest

from p4tui.link.places import user_name
from tests.terminal.club import ALICE, BOB, CAROL, ROOT, Club, lacking
from tests.terminal.reading import moves
from tests.terminal.remote import Sshd
from tests.terminal.tmux import Tmux

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.tmux,
    pytest.mark.skipif(bool(why := lacking()), reason=why),
]

STILL = ("--animation", "off")


@pytest.fixture
def club() -> Iterator[Club]:
    with Club() as found:
        yield found


@pytest.fixture
def sshd(club: Club) -> Iterator[Sshd]:
    """The daemon of the club; the `ssh` of all there knows it, and has a key for root."""
    with Sshd(club.environment(ROOT)) as daemon:
        club.install("ssh", f'exec {shlex.join(daemon.client("user"))} "$@"')
        yield daemon


def hosted(club: Club, *options: str) -> Tmux:
    """Return Alice's terminal, with a game called club."""
    command = ("p4tui", "host", "--as", "Alice", "--game", "club", *STILL)
    host = club.terminal(ALICE, *command, *options)
    host.wait_for("p4tui join club")
    return host


def joined(club: Club, user: int, where: str = "club", name: str = "Bob") -> Tmux:
    """Return a new terminal of a user who joins a game."""
    return club.terminal(user, "p4tui", "join", where, "--as", name, *STILL)


def killed_and_resumed(club: Club, host: Tmux, guest: Tmux) -> Tmux:
    """Kill the host; return Alice's next terminal, once the guest has reached the game again."""
    host.signal(SIGKILL)
    guest.wait_for("The line is lost")
    again = club.terminal(ALICE, "p4tui", "resume", *STILL)
    guest.wait_for("The game is reached again.")
    return again


def wait_for_game(played: str, *terminals: Tmux) -> None:
    """Wait until terminals show the moves of a game."""
    for terminal in terminals:
        terminal.wait_until(lambda lines: moves(lines) == played, f"the game {played!r}")


def play(game: str, host: Tmux, guest: Tmux, *watching: Tmux) -> None:
    """Play the last move of a game, and wait until all terminals show it."""
    (host if len(game) % 2 else guest).keys(game[-1])
    wait_for_game(game, host, guest, *watching)


def test_two_users_play_lose_each_other_and_come_back(club: Club) -> None:
    host = hosted(club)
    guest = joined(club, BOB, where=user_name(ALICE))
    host.wait_for("Bob has joined.")
    play("4", host, guest)
    play("43", host, guest)

    guest.signal(SIGSTOP)
    host.keys("2")
    wait_for_game("432", host)
    guest.signal(SIGCONT)
    wait_for_game("432", guest)

    guest.signal(SIGKILL)
    host.wait_for("Bob is away.")
    guest = joined(club, BOB)
    host.wait_for("Bob is back.")
    play("4325", host, guest)

    host = killed_and_resumed(club, host, guest)
    play("43256", host, guest)
    host.keys("g")
    host.wait_for("Resign this game?")
    host.keys("y")
    host.wait_for("Bob wins")
    guest.wait_for("Bob wins")


def test_four_terminals_play_watch_lose_and_come_back(club: Club) -> None:
    host = hosted(club)
    guest = joined(club, BOB)
    host.wait_for("Bob has joined.")
    play("4", host, guest)
    spectator = club.terminal(CAROL, "p4tui", "watch", "club", "--as", "Carol", *STILL)
    wait_for_game("4", spectator)
    play("43", host, guest, spectator)
    play("434", host, guest, spectator)

    guest.signal(SIGKILL)
    host.wait_for("Bob is away.")
    thief = joined(club, CAROL)
    host.wait_for("Bob is away. 2 spectators.")
    wait_for_game("434", thief)
    thief.wait_for("You are watching this game.")
    thief.keys("1")
    thief.wait_for("You watch this game")
    guest = joined(club, BOB)
    host.wait_for("Bob is here. 2 spectators.")
    play("4343", host, guest, spectator, thief)

    host.signal(SIGKILL)
    for left in (guest, spectator, thief):
        left.wait_for("The line is lost")
    host = club.terminal(ALICE, "p4tui", "resume", *STILL)
    host.wait_for("Bob is here. 2 spectators.")
    play("43434", host, guest, spectator, thief)
    play("434343", host, guest, spectator, thief)
    host.keys("4")
    for terminal in (host, guest, spectator, thief):
        terminal.wait_for("Alice wins")


def play_and_cut(sshd: Sshd, host: Tmux, guest: Tmux) -> None:
    """Play two discs, then end the guest's line without a word."""
    host.wait_for("Bob has joined.")
    play("4", host, guest)
    play("43", host, guest)
    for pid in sshd.sessions():
        os.kill(pid, SIGKILL)


@pytest.mark.ssh
def test_a_guest_comes_by_ssh_and_comes_back_when_the_line_is_cut(club: Club, sshd: Sshd) -> None:
    host = hosted(club)
    guest = joined(club, ROOT, where=f"ssh://127.0.0.1:{sshd.port}/club")
    play_and_cut(sshd, host, guest)
    host.wait_for("Bob is back.")
    play("432", host, guest)

    host = killed_and_resumed(club, host, guest)
    play("4322", host, guest)


@pytest.mark.ssh
def test_a_guest_without_p4tui_comes_by_a_key(club: Club, sshd: Sshd) -> None:
    sshd.allow("guest", 'restrict,pty,command="p4tui join club --as Bob"')
    ssh = (*sshd.client("guest"), "-p", str(sshd.port), "127.0.0.1")
    host = hosted(club)
    guest = club.terminal(ROOT, *ssh)
    play_and_cut(sshd, host, guest)
    host.wait_for("Bob is away.")
    guest = club.terminal(ROOT, *ssh, "-t", "cat", "/etc/passwd")
    host.wait_for("Bob is back.")
    wait_for_game("43", guest)
    play("432", host, guest)


def test_a_guest_of_the_network_comes_by_a_code_and_comes_back(club: Club) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    host = hosted(club, "--listen", where)
    (invitation,) = re.findall(rf"p4tui join {where} --code \S+", "\n".join(host.lines()))
    command = [*invitation.split(), "--as", "Bob", *STILL]
    stranger = club.run(CAROL, "p4tui", "join", where, "--code", "AAAA-AAAA", "--plain")
    assert (stranger.returncode, stranger.stdout) == (1, "")
    assert "The code is wrong" in stranger.stderr

    guest = club.terminal(BOB, *command)
    host.wait_for("Bob has joined.")
    play("4", host, guest)
    guest.signal(SIGKILL)
    host.wait_for("Bob is away.")
    guest = club.terminal(BOB, *command)
    host.wait_for("Bob is back.")
    play("43", host, guest)

    host = killed_and_resumed(club, host, guest)
    play("432", host, guest)
