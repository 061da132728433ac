"""Two windows with one database, in any order: no move that was saved is lost, and no game is there twice by itself."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.errors import GameDeletedError, GameTakenError
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from tests.unit.stored import ask

WIDE = Geometry(20, 20, 20)
"""Nobody wins here within a test, and two moves that are made at different times are two columns."""
WINDOWS = st.integers(0, 1)


@dataclass
class Window:
    """A program with a game on screen, or none."""

    games: GameRepository
    match: Match | None = None
    owned: Ownership = field(default_factory=Ownership)


class Windows(RuleBasedStateMachine):
    """What two windows can do. The names of the games tell which came of which."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "games.sqlite3"
        self.windows = [Window(GameRepository(self.path, lambda: 1000.0)) for _ in range(2)]
        self.clock = 0
        self.saved: set[tuple[str, str]] = set()
        self.gone: set[tuple[str, str]] = set()
        self.copies: Counter[str] = Counter()
        self.excused: set[str] = set()

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            for window in self.windows:
                window.games.close()
            self.folder.cleanup()

    def rows(self) -> list[tuple[int, str, str]]:
        """The games that are there: number, name, moves."""
        if not self.path.exists():
            return []
        found = ask(self.path, "SELECT id, red_name, moves FROM games WHERE deleted = 0")
        return [(int(str(number)), str(name), str(moves)) for number, name, moves in found]

    def tick(self) -> int:
        self.clock += 1
        return self.clock

    def save(self, window: Window) -> None:
        """Save what is on screen; whoever has lost the game puts it away, as the front ends do."""
        assert window.match is not None
        name, had_copy = window.match.red.name, window.owned.copy
        try:
            window.games.save(window.match, window.owned)
        except GameTakenError as error:
            self.copies[name] += error.copy is not None and had_copy is None
        except GameDeletedError:
            window.match = None
            return
        self.saved.add((name, format_moves(window.match.game.played)))

    @precondition(lambda self: len(self.rows()) < 3)
    @rule(place=WINDOWS)
    def new_game(self, place: int) -> None:
        window = self.windows[place]
        game = Game.new(Position(WIDE)).play(self.tick() % 20)
        window.match = Match(Person(f"Game {self.clock}"), Person(), game)
        window.owned = Ownership()
        self.save(window)

    @precondition(lambda self: any(each.match is not None for each in self.windows))
    @rule(place=WINDOWS)
    def move(self, place: int) -> None:
        window = self.windows[place]
        if window.match is not None:
            window.match = window.match.with_game(window.match.game.play(self.tick() % 20))
            self.save(window)

    @precondition(lambda self: any(each.match is not None for each in self.windows))
    @rule(place=WINDOWS)
    def save_again(self, place: int) -> None:
        if self.windows[place].match is not None:
            self.save(self.windows[place])

    @precondition(lambda self: self.rows() != [])
    @rule(place=WINDOWS, which=st.integers(0, 2))
    def open_game(self, place: int, which: int) -> None:
        window, rows = self.windows[place], self.rows()
        opened = window.games.open(rows[which % len(rows)][0])
        window.match, window.owned = opened.saved.match, opened.ownership

    @precondition(lambda self: self.rows() != [])
    @rule(place=WINDOWS, which=st.integers(0, 2))
    def delete(self, place: int, which: int) -> None:
        rows = self.rows()
        number, name, moves = rows[which % len(rows)]
        self.windows[place].games.delete(number)
        self.gone.add((name, moves))

    @precondition(lambda self: self.rows() != [])
    @rule(place=WINDOWS, away=st.booleans())
    def close(self, place: int, away: bool) -> None:
        """A window closes the file, or somebody else moves it away while both have it open."""
        if not away:
            self.windows[place].games.close()
            return
        self.excused |= {name for _number, name, _moves in self.rows()}
        self.excused |= {each.match.red.name for each in self.windows if each.match is not None}
        self.path.rename(self.path.with_name(f"elsewhere-{self.tick()}"))
        self.saved.clear()

    @invariant()
    def every_move_that_was_saved_is_there(self) -> None:
        there = {(name, moves) for _number, name, moves in self.rows()} | self.gone
        for name, moves in self.saved:
            assert any(name == other and long.startswith(moves) for other, long in there)

    @invariant()
    def no_game_is_there_twice_that_only_one_window_played_on(self) -> None:
        rows = self.rows()
        assert len({(name, moves) for _number, name, moves in rows}) == len(rows)
        for name, count in Counter(name for _number, name, _moves in rows).items():
            assert name in self.excused or count <= 1 + self.copies[name]


TestWindows = Windows.TestCase
TestWindows.settings = settings(max_examples=50, stateful_step_count=15, deadline=None)
