"""A saved game, move by move, to be resumed or played on from any position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.stepped import PLAY_FROM_HERE, PLAYABLE, REPLAY, RESUME
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.clock import Clock
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.errors import NoSuchGameError
from p4tui.storage.records import SavedGame
from p4tui.tui.bindings import bindings
from p4tui.tui.look.signs import signs_of
from p4tui.tui.screens.deletion import confirm_deletion, deleted_sentence
from p4tui.tui.screens.reviewing import show_review
from p4tui.tui.screens.stepped import SteppedChoices
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.words.match import turn_sentence
from p4tui.words.players import player_name, seat_kind_name
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence
from p4tui.words.time import MINUTE, date_words


def match_from(match: Match, moves: int) -> Match:
    """Return a new match of the same players with the first moves of a game and a full clock."""
    clock = match.clock and Clock.new(match.clock.control, moves + 1)
    return Match(match.red, match.yellow, match.game.first(moves), match.starter, clock=clock)


def _play_row() -> Row:
    """Return the choice of a new game from the shown position."""
    return Row("play", _(PLAY_FROM_HERE.label), brief=_("Play here"))


class ReplayScreen(SteppedChoices[str]):
    """A saved game. It returns a sentence for the library to show, or None."""

    ACTIONS = REPLAY
    BINDINGS: ClassVar[list[BindingType]] = bindings(REPLAY)
    FIRST_ROW = "play"

    def __init__(self, saved: SavedGame) -> None:
        super().__init__(saved.match)
        self.saved = saved

    @property
    def resumes(self) -> bool:
        """Whether playing on resumes this game instead of starting a new one."""
        unfinished = self.match.outcome is None and not self.saved.imported
        return unfinished and self.shown == self.match.game.cursor

    @property
    def actions(self) -> Sequence[Action]:
        """The actions at the shown position."""
        return REPLAY if self.resumes else PLAYABLE

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now: nobody plays on after the end of a game."""
        if action.run == "choose('play')":
            return self.resumes or self.open_position is not None
        return super().can_run(action)

    def list_title(self) -> str:
        """Return the title of the choices."""
        return _("This game")

    def rows(self) -> list[Row]:
        """Return the choices at the shown position."""
        return [
            Row("play", _(RESUME.label)) if self.resumes else _play_row(),
            Row("copy", _("Copy moves"), brief=_("Copy")),
            Row("delete", _("Delete")),
            Row("back", _("Back")),
        ]

    def rows_anywhere(self) -> list[Row]:
        """Return the choices at the last move of an unfinished game, and those at the others."""
        return [*self.rows(), _play_row()]

    def names(self) -> str:
        """Return the players for the header; named ones with their kind."""

        def named(colour: Colour) -> str:
            seat, name = self.match.seat(colour), player_name(self.match, colour)
            has_kind = not isinstance(seat, Person) and seat.name.strip()
            return f"{name} ({seat_kind_name(seat)})" if has_kind else name

        return f" {signs_of(self.services.art).dash} ".join(map(named, Colour))

    def facts(self) -> str:
        """Return the number and the date of the game."""
        date = date_words(self.saved.changed, MINUTE)
        return _("Game {number}, {date}").format(number=self.saved.number, date=date)

    def show_position(self) -> None:
        """Show the position, and the choices at it."""
        super().show_position()
        self._show_rows()
        self.query_one(KeyBar).repaint()

    def last_forms(self) -> tuple[str, ...]:
        """Return the last move, and whose turn it is in an unfinished game, the longest form first."""
        words = self.forms_at(self.shown)
        if self.match.outcome is not None:
            return words
        return (f"{words[0]}. {turn_sentence(self.match)}", *words)

    # -- what a person does -----------------------------------------------------------------------------------------

    def action_choose(self, choice: str) -> None:
        """Play on, copy, delete or leave."""
        if choice == "play":
            self._play()
        elif choice == "review":
            show_review(self, self.match, self.facts())
        elif choice == "copy":
            self.copy_moves()
        elif choice == "delete":
            confirm_deletion(self, self.saved.number, self._deleted, self._refused)
        else:
            self.dismiss(None)

    def _play(self) -> None:
        """Resume the game, or begin a new one from the shown position."""
        services = self.services
        if self.resumes and self.saved.number == services.navigation.game_number:
            services.navigation.back_to_game()
        elif self.resumes:
            services.navigation.leave_game(lambda: self.open_by(self._resume_game))
        elif self.open_position is None:
            self.say(
                _("The game is over here: go back to an earlier move"),
                _("The game is over here"),
                alert=True,
            )
        else:
            new = match_from(self.match, self.shown)
            services.navigation.leave_game(lambda: services.navigation.play_on(new))

    async def _resume_game(self) -> None:
        """Resume the current state of the game in the file."""
        number = self.saved.number
        try:
            opened = await self.ask_games(lambda games: games.open(number))
        except GAME_PROBLEMS as error:
            self._refused(problem_sentence(error), isinstance(error, NoSuchGameError))
            return
        if self.is_active:
            self.services.navigation.resume(opened)

    def _refused(self, sentence: str, is_missing: bool) -> None:
        """Explain a refused action. Leave a game that no longer exists."""
        if is_missing:
            self.dismiss(sentence)
        else:
            self.say(sentence, alert=True)

    def _deleted(self, number: int) -> None:
        """Return to the list, with a sentence."""
        self.dismiss(deleted_sentence(self, number))
