"""The game: the board, who plays, and one line of text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.reactive import var
from textual.timer import Timer

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.analysis import Advice, AdviceKind, instant_advice, proven_advice
from p4tui.play.match import Change, Match
from p4tui.play.participants import Failure, Reply, level_factory
from p4tui.play.seats import LevelSeat, Person, level_of
from p4tui.play.session import Session
from p4tui.players.levels import LEVELS
from p4tui.storage.errors import (
    GameDeletedError,
    GameLostError,
    GameTakenError,
    NoSuchGameError,
    StorageError,
)
from p4tui.storage.ownership import OpenedGame
from p4tui.storage.recorder import Recorder
from p4tui.tui.actions import (
    GAME,
    NOW,
    PAUSE,
    STEP,
    WAITING,
    WATCHING,
    Action,
    bindings,
    given_keys,
    named,
    named_for_cells,
)
from p4tui.tui.game.clock_face import AwakeTime, ClockFace, Times
from p4tui.tui.game.searches import Searches, run_in_thread
from p4tui.tui.game_words import NAME_WIDTHS, brief_error, brief_loss, column_forms, forms_of
from p4tui.tui.look.board_art import has_numbers
from p4tui.tui.look.layout import MIN_WINDOW, Arrangement
from p4tui.tui.messages import AdviceFound, ReplyReceived
from p4tui.tui.screens.board import BoardScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.player_panel import PlayerPanel, short_times
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import Paragraph, TextPage
from p4tui.words.advice import advice_words, score_words, unproven_phrase
from p4tui.words.errors import error_sentence
from p4tui.words.match import column_name, failure_sentence, turn_sentence
from p4tui.words.players import player_name, seat_kind_name
from p4tui.words.saved import GAME_PROBLEMS, last_change_phrase, lost_sentence, problem_sentence

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository

SPEEDS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds between the moves of two computers, to choose from."""

QUIET_SECONDS = 2
"""From when on it is shown, once a second, how long a computer has been thinking: some 30 bytes each time."""

NO_NEWS = ("",) * (1 + len(NAME_WIDTHS))
"""Nothing to say before whose turn it is, in each of its forms."""


class GameScreen(BoardScreen[None]):
    """A match being played.

    Reactive attributes:
        match: the match: the board and the panel follow it.
        position, starter, last: what the grid is bound to.
    """

    ACTIONS = GAME
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GAME)]

    AUTO_FOCUS = ""

    match: var[Match | None] = var(None)
    position: var[Position] = var(Position)
    starter: var[Colour] = var(Colour.RED)
    last: var[Cell | None] = var(None)

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        opened: OpenedGame | None = None,
    ) -> None:
        """Play a match on.

        Args:
            match: as it stands.
            rng: makes the computers' random choices.
            opened: the saved game that is played on; None for a new match.
        """
        super().__init__()
        factory = level_factory(partial(run_in_thread, self))
        self.session = Session(match, rng, factory, self._post_reply, AwakeTime())
        self._clock_released = opened is None or not self.session.match.person_to_move
        if not self._clock_released:
            self.session.suspend()
        self.recorder = Recorder(self.p4app.archive, None if opened is None else opened.ownership)
        self.lost: GameLostError | None = None
        self._seconds_thought = 0
        self._pulse: Timer | None = None
        self.session.subscribe(self._changed)
        self.searches = Searches(
            self, self.session, lambda: self.p4app.settings.speed, self._computer_begins
        )
        self.clock_face = ClockFace(self, self.session, self._show_times)
        self._news: Sequence[str] = NO_NEWS if opened is None else self._resume_news(opened)
        self._turn_said = ""
        self._results_due = False
        self._asking = False

    def _resume_news(self, opened: OpenedGame) -> Sequence[str]:
        """Return how long ago the game was left: another window may still have it."""
        played = not opened.saved.imported  # an imported game says when it was read
        ago = last_change_phrase(self.p4app.today() - opened.saved.changed) if played else ""
        news = _("Last move {ago}.").format(ago=ago) + " " if ago else ""
        return [news] * len(NO_NEWS)

    def compose(self) -> ComposeResult:
        """The board and the panel, the line of text, the keys."""
        app = self.p4app
        grid = Grid(ascii_only=app.ascii_only, id="board")
        grid.by_cell = app.cursor_kind == "cell"
        grid.reserved = given_keys(app.settings.keys)
        with Container(id="field"):
            yield grid.data_bind(GameScreen.position, GameScreen.starter, GameScreen.last)
            yield PlayerPanel(ascii_only=app.ascii_only, id="panel").data_bind(GameScreen.match)
        yield TextPage(self._needs, id="too-small")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.session.match.geometry

    @property
    def _person_to_move(self) -> bool:
        """Whether a person can move here."""
        return self.session.match.person_to_move and self.lost is None

    @property
    def actions(self) -> Sequence[Action]:
        """Other keys where two computers play, and while one thinks or has failed; other words with the cell cursor."""
        waits = self.searches.searching or self.session.failure is not None
        actions = WAITING if waits else self.ACTIONS
        if self.session.match.computers_only:
            actions = WATCHING
        return named_for_cells(actions) if self.p4app.cursor_kind == "cell" else actions

    def on_mount(self) -> None:
        """Show the match and start its first search."""
        suspended, back = self.app.app_suspend_signal, self.app.app_resume_signal
        suspended.subscribe(self, lambda _: self.clock_face.stop(), immediate=True)
        back.subscribe(self, lambda _: self._clock_goes_on(), immediate=True)
        self.place_board()
        self._follow(self.session.match)
        self.watch(self.grid, "cursor", self._cursor_moved, init=False)
        if not self.has_class("-too-small"):  # keys would play on a board that nobody sees
            self.grid.focus()
        self.call_after_refresh(self._prepare_saving)
        if self.session.match.outcome is not None:
            self.call_after_refresh(self._show_results)

    def person_is_here(self) -> None:
        """The clock of a game that is gone on with stands still until somebody has looked at it."""
        if not self._clock_released:
            self._clock_released = True
            self._clock_goes_on()

    def _clock_goes_on(self) -> None:
        """After a suspension, or the first key; not while nobody has pressed one."""
        if self._clock_released and self.lost is None:
            self.clock_face.go_on()

    def on_unmount(self) -> None:
        """No search outlives its game."""
        self.leave()

    def leave(self) -> None:
        """End the session; the time used until now is saved."""
        self._stop_pulse()
        self.session.close()
        self.recorder.close()

    def _prepare_saving(self) -> None:
        """Open the database, so that the first move does not wait for it."""
        if (archive := self.p4app.archive) is not None:
            archive.submit(prepare)

    def on_screen_resume(self) -> None:
        """The game may have ended behind another screen; behind a question, its answer comes first."""
        if self._results_due and not self._asking:
            self._show_results()

    def place_board(self) -> Arrangement:
        """Give the board and the panel their places, or say that there is none."""
        width, height = self.app.size
        small = width < MIN_WINDOW[0] or height < MIN_WINDOW[1]
        if not small and (self.has_class("-too-small") or self.focused is None):
            self.call_after_refresh(self._board_is_back)
        self.set_class(small, "-too-small")
        plan = super().place_board()
        panel = self.query_one(PlayerPanel)
        panel.styles.width, panel.styles.height = plan.panel
        panel.display = plan.panel[1] > 0
        panel.numbers = has_numbers(self.geometry.columns, plan.cell)
        self._show_times(self.clock_face.times)
        if self._turn_said and self.query_one("#status", StatusLine).text == self._turn_said:
            self._say_turn()
        field = self.query_one("#field")
        order = [self.grid, panel] if plan.beside else [panel, self.grid]
        if list(field.children) != order:
            field.move_child(order[0], before=order[1])
        return plan

    def _board_is_back(self) -> None:
        """What was hidden had lost the focus; the terminal's cursor goes to where the board will be."""
        self.grid.focus()
        self.call_after_refresh(self.place_cursor)

    @staticmethod
    def _needs() -> list[Paragraph]:
        """What the window lacks."""
        needs = _("The game goes on in a window of at least {columns} x {lines} characters.")
        return [("", needs.format(columns=MIN_WINDOW[0], lines=MIN_WINDOW[1]))]

    # -- the session ------------------------------------------------------------------------------------------------

    def _changed(self, change: Change, match: Match) -> None:
        """Something happened in the match: have it saved, and show it."""
        self.recorder.record(change, match)
        if change is not Change.CLOCK and self.is_attached:
            self._show(change, match)

    def _show(self, change: Change, match: Match) -> None:
        """Show a change."""
        before, starter = self.position, self.starter
        animated = self.p4app.animated and self.is_active
        self.grid.hint = None
        if change is Change.MOVE:
            self._news = self._move_news(match, unproven=self.session.unproven)
            cell = match.game.last_cell
            if animated and cell is not None:
                self.grid.animate_drop(cell, match.to_move.other)
        elif change is Change.FAILURE:
            self._news = NO_NEWS
        elif change is not Change.PAUSE:
            self._news = self._level_news(self.match or match, match)
            self.grid.settle()
            if change is Change.NEW_GAME and animated and before.ply:
                self.grid.animate_emptying(before, starter)
        self._follow(match)
        if match.outcome is not None and not self.grid.falling:
            self._show_results()

    def _follow(self, match: Match) -> None:
        """Bring everything in line with a match, and start the turn that the session wants."""
        self.match = match
        self.starter = match.starter
        self.position = match.position
        self.last = match.game.last_cell
        self.grid.live = self._person_to_move
        self.searches.follow()
        if not self.searches.searching:
            self._stop_pulse()
        self.query_one(KeyBar).repaint()
        self.clock_face.follow()
        self.follow_scores()
        self._say_turn()

    def _show_times(self, times: Times | None) -> None:
        """What both players have left: on the panel, or on the line of text where there is no panel."""
        panel = self.query_one(PlayerPanel)
        panel.times = times
        hidden = times is not None and not panel.display
        self.query_one("#status", StatusLine).aside = short_times(times) if hidden else ""

    @property
    def has_clock(self) -> bool:
        """Whether the match has a clock."""
        return self.session.match.clock is not None

    def refresh_words(self) -> None:
        """The line of text in the language that is spoken now."""
        self.grid.by_cell = self.p4app.cursor_kind == "cell"
        self._news = NO_NEWS
        self.place_board()
        self._say_turn()

    def _move_news(self, match: Match, *, unproven: bool) -> Sequence[str]:
        """What a computer has just played, with names of any length and shorter ones; people know what they play."""
        mover, last = match.to_move.other, match.game.last_move
        if match.is_person(mover) or last is None:
            return NO_NEWS
        column = column_name(last)
        if unproven:
            column += f" ({unproven_phrase()})"
        words = _("{name}: column {column}.")
        return forms_of(
            match,
            lambda named: words.format(name=player_name(named, mover), column=column) + " ",
        )

    @staticmethod
    def _level_news(before: Match, match: Match) -> Sequence[str]:
        """The level that was chosen, where that is what has changed: swapped sides change both seats, or none."""
        changed = [colour for colour in Colour if before.seat(colour) != match.seat(colour)]
        if len(changed) != 1:
            return NO_NEWS
        seat = match.seat(changed[0])
        if isinstance(seat, Person):
            return NO_NEWS
        chosen = seat_kind_name(seat)
        return [_("Level: {level}").format(level=chosen) + ". "] * len(NO_NEWS)

    def _turn_forms(self) -> list[str]:
        """What is asked of whom in the game that is shown, the longest form first."""
        if self._scores_asked:
            # What a column is worth is what was asked for: the name goes first.
            column, words = self.grid.cursor, self._score_words()
            named = _("{name}, column {column}: {words}").format(
                name=player_name(self.session.match, self.session.match.to_move),
                column=column_name(column),
                words=words,
            )
            return [named, *column_forms(column, words)]
        forms = forms_of(self.session.match, self._turn_text)
        if self.lost is not None and forms[0]:
            return [*forms[:-1], brief_loss(self.lost)]
        return [*forms[:-1], _("Paused")] if self.session.paused and forms[0] else forms

    def _turn_text(self, match: Match) -> str:
        """What is asked of whom."""
        if match.outcome is not None:
            return ""
        if self.lost is not None:
            return lost_sentence(self.lost)
        if self.session.paused:
            pause, step = (named(action, self.p4app.settings.keys) for action in (PAUSE, STEP))
            return _("Paused: {pause} goes on, {step} makes one move").format(
                pause=pause, step=step
            )
        if self.session.failure is not None:
            return self._failure_text(match, self.session.failure)
        if self._seconds_thought < QUIET_SECONDS:
            return turn_sentence(match, by_cell=self.grid.by_cell)
        words = _("{sentence}: {seconds} s")
        return words.format(sentence=turn_sentence(match), seconds=self._seconds_thought)

    def _failure_text(self, match: Match, failure: Failure) -> str:
        """Why nothing moves, and what can be done."""
        again = _("{key} asks again").format(key=named(NOW, self.p4app.settings.keys))
        return f"{failure_sentence(match, failure)} {again}"

    def _say_turn(self) -> None:
        """Say what has happened, where there is room for it, and what is asked of whom."""
        turns = self._turn_forms()
        if self._scores_asked:
            choices = [self._news[0] + turns[0]]
        else:
            choices = [news + turn for news, turn in zip(self._news, turns, strict=True)]
        choices += turns
        fits = self.query_one("#status", StatusLine).fits
        fitting = (text for text in choices if fits(text))
        self._turn_said = next(fitting, choices[-1])
        self.say(self._turn_said, alert=self.session.failure is not None)

    # -- scores and advice ------------------------------------------------------------------------------------------

    @property
    def _scores_asked(self) -> bool:
        """Whether it is to be said what the chosen column leads to."""
        return self.scores_wanted and self._person_to_move

    def _score_words(self) -> str:
        """What the chosen column leads to."""
        position, column, scores = (
            self.session.match.position,
            self.grid.cursor,
            self.analyst.scores,
        )
        found = scores[column] if scores else None
        if not position.is_playable(column):
            return _("full")
        return _("not known yet") if found is None else score_words(position, found)

    @property
    def open_position(self) -> Position | None:
        """The position of the game while it goes on."""
        match = self.session.match
        return match.position if match.outcome is None else None

    def may_analyse(self) -> bool:
        """Not while a computer is at its move: it gets the processor for itself."""
        return not self.searches.searching

    def _computer_begins(self) -> None:
        """A computer gets the processor for itself, and its time runs."""
        self.analyst.close()
        self.clock_face.follow()
        self._stop_pulse()
        self._pulse = self.set_interval(1.0, self._show_thinking)
        self.query_one(KeyBar).repaint()

    def _show_thinking(self) -> None:
        """Show how long the computer has been thinking, unless something else is said: a quiet sign of life."""
        self._seconds_thought += 1
        if self.query_one("#status", StatusLine).text == self._turn_said:
            self._say_turn()

    def _stop_pulse(self) -> None:
        """No computer thinks, or another one begins."""
        self._seconds_thought = 0
        if self._pulse is not None:
            self._pulse.stop()
            self._pulse = None

    def _cursor_moved(self) -> None:
        """Another column: its score in words."""
        if self._scores_asked:
            self._news = NO_NEWS
            self._say_turn()

    def scores_changed(self) -> None:
        """Say it in words, unless something else is said."""
        if self.query_one("#status", StatusLine).text == self._turn_said:
            self._say_turn()

    def on_advice_found(self, message: AdviceFound) -> None:
        """The best column."""
        if self.analyst.takes_advice(message):
            self._show_advice(message.advice)
            self.follow_scores()
            self.p4app.tell_of_books()

    def _show_advice(self, advice: Advice) -> None:
        """Mark the best column, choose it and say why."""
        self.grid.hint = advice.column
        self.grid.choose_column(advice.column)
        self.say(*column_forms(advice.column, advice_words(advice)))

    def action_scores(self) -> None:
        """Show the columns' scores, or hide them."""
        self._news = NO_NEWS
        super().action_scores()
        if self.scores_wanted and self.searches.searching:
            self._refuse(_("The scores appear on a person's turn"), _("Only on your turn"))
        else:
            self._say_turn()

    def _post_reply(self, reply: Reply) -> None:
        """Take a participant's reply, in any thread; after the end nobody wants it."""
        with suppress(RuntimeError):  # the loop has ended
            self.post_message(ReplyReceived(reply))

    def on_reply_received(self, message: ReplyReceived) -> None:
        """A move waits until the disc before it has landed."""
        self.searches.receive(message.reply, ready=not self.grid.falling)
        self.clock_face.follow()
        self.p4app.tell_of_books()

    def on_grid_settled(self, message: Grid.Settled) -> None:
        """The disc has landed: the answer that waited, or the game's end."""
        if self.grid.falling or self.searches.deliver_kept():
            return
        if self.session.match.outcome is not None:
            self._show_results()

    # -- what a person does -----------------------------------------------------------------------------------------

    def on_grid_column_selected(self, message: Grid.ColumnSelected) -> None:
        """A column for the move."""
        self._move(message.column)

    def _move(self, column: int) -> None:
        """Make a person's move."""
        self._try(partial(self.session.move, self.session.match.to_move, column))

    def on_grid_cell_refused(self, message: Grid.CellRefused) -> None:
        """Why a disc would not come to lie in the chosen cell."""
        if not self.session.match.person_to_move or message.landing is None:
            self._move(message.cell.column)
            return
        self.say(
            _("A disc in column {column} lands in row {row}, not in row {chosen}").format(
                column=column_name(message.cell.column),
                row=message.landing.row + 1,
                chosen=message.cell.row + 1,
            ),
            alert=True,
        )

    def on_grid_number_begun(self, message: Grid.NumberBegun) -> None:
        """What the digit may still become."""
        forms = (
            _("Column {number}: another digit, or Enter"),
            _("{number}: another digit, or Enter"),
        )
        super().say(*(form.format(number=message.number) for form in forms))

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence; a number that was begun is asked for no longer, and forgotten."""
        for grid in self.query(Grid):
            grid.forget_number()
        super().say(text, *shorter, alert=alert)

    def on_grid_choice_cancelled(self, message: Grid.ChoiceCancelled) -> None:
        """Say so, and ask again."""
        said = _("Choice cancelled")
        self.say(*(f"{said}. {turn}" if turn else said for turn in self._turn_forms()), said)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something that the session may refuse, and say why it does."""
        if self.lost is not None:
            self._show_loss()
            return
        try:
            act()
        except P4Error as error:
            self._refuse(error_sentence(error), *brief_error(error))

    def _refuse(self, sentence: str, *shorter: str) -> None:
        """Say why something is not done, and what is asked of whom; where there is no room for that, why, in fewer words."""
        self.say(
            *(f"{sentence}. {turn}" if turn else sentence for turn in self._turn_forms()),
            sentence,
            *shorter,
            alert=True,
        )

    def action_drop(self) -> None:
        """Drop in the chosen column (the key bar's click)."""
        self.grid.action_drop()

    def action_undo(self) -> None:
        """Take back."""
        self._try(self.session.undo)

    def action_redo(self) -> None:
        """Make again."""
        self._try(self.session.redo)

    def action_hint(self) -> None:
        """Mark the best column and choose it, as soon as it is found."""
        if not self._computers_play():
            self._try(self._look_for_advice)

    def _look_for_advice(self) -> None:
        if not self.session.match.person_to_move:
            self._refuse(_("Only on a person's turn"), _("Only on your turn"))
            return
        if self.analyst.question is not None:
            return
        question = self.session.question(self.analyst.scores, AdviceKind(self.p4app.advice))
        advice = instant_advice(question) or proven_advice(question, question.known)
        if advice is not None:
            self._show_advice(advice)
            return
        self.say(_("Looking for the best column"), _("Searching"))
        self.analyst.ask(question)

    def action_move_now(self) -> None:
        """The computer plays what it has."""
        self._try(self._move_now)

    def _move_now(self) -> None:
        if self.session.move_now():
            self._follow(self.session.match)  # one that has failed is asked again
            self.searches.hurry()
        else:
            self._refuse(_("No computer is thinking"))

    def action_level(self, step: int) -> None:
        """Another level for the computer that is to move, or the only one."""
        match = self.session.match
        colours = [match.to_move, match.to_move.other]
        colour = next((c for c in colours if not match.is_person(c)), None)
        if colour is None:
            self._refuse(_("No computer plays"))
            return
        ids = [level.id for level in LEVELS]
        now = level_of(match.seat(colour))
        index = ids.index(now) + step if now is not None else 0
        if not 0 <= index < len(ids):
            weakest = _("There is no weaker level"), _("The weakest level")
            strongest = _("There is no stronger level"), _("The strongest level")
            self._refuse(*(strongest if step > 0 else weakest))
            return
        self._try(
            partial(self.session.set_seat, colour, LevelSeat(ids[index], match.seat(colour).name))
        )

    def action_pause(self) -> None:
        """Stop or go on."""
        if self._computers_only():
            self._try(partial(self.session.pause, not self.session.paused))

    def action_step(self) -> None:
        """One move."""
        if self._computers_only():
            self._try(self._step)

    def _step(self) -> None:
        self.session.step()
        self._follow(self.session.match)
        self.searches.hurry()

    def action_speed(self, step: int) -> None:
        """Less or more time between the moves."""
        if not self._computers_only():
            return
        now = self.p4app.settings.speed
        nearest = min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - now))
        seconds = SPEEDS[min(max(nearest + step, 0), len(SPEEDS) - 1)]
        self.p4app.change_settings(speed=seconds)
        said = _("{seconds} s between moves").format(seconds=f"{seconds:g}")
        self.say(*(f"{said}. {turn}" for turn in self._turn_forms()), said)

    def _computers_only(self) -> bool:
        """Whether two computers play; says so if not."""
        if not self.session.match.computers_only:
            self._refuse(_("That is for computer against computer"), _("Only for computers"))
            return False
        return True

    def _computers_play(self) -> bool:
        """Whether two computers play, who need no person's help; says so if they do."""
        if self.session.match.computers_only:
            self._refuse(_("That is for a person who plays"), _("Only for people"))
        return self.session.match.computers_only

    def action_swap(self) -> None:
        """Exchange the sides."""
        self._try(self.session.swap_sides)

    def action_new_game(self) -> None:
        """Empty the board."""
        kept, lost = (
            _("Start a new game? This one stays saved."),
            _("Start a new game? This one will be lost."),
        )
        question = kept if self.recorder.is_saving else lost
        self._ask(question, self._new_game, needed=self._asks_first)

    def _new_game(self) -> None:
        self._try(self.session.new_game)

    def action_resign(self) -> None:
        """Give up."""
        if self._computers_play():
            return
        match = self.session.match
        self._ask(
            _("Give up this game?"),
            lambda: self._try(partial(self.session.resign, self.session.match.resigning_colour)),
            # Nobody means to lose a game that has not begun, whatever the settings say of questions.
            needed=self._asks_first or (match.outcome is None and not match.game.cursor),
        )

    def action_back(self) -> None:
        """Leave for the menu: at the game, where it can be gone on with; an older one is not what Enter is to lead to."""
        row = "resume" if self._in_progress and self.recorder.is_saving else "play"
        self.ask_to_leave(partial(self.p4app.show_menu, row))

    def ask_to_leave(self, act: Callable[[], object]) -> None:
        """Do something else than play this game on, after a question while it goes on."""
        kept, lost = _("Leave this game? It stays saved."), _("Leave this game? It will be lost.")
        self._ask(kept if self.recorder.is_saving else lost, act, needed=self._asks_first)

    @property
    def _in_progress(self) -> bool:
        """Whether a game has begun and goes on."""
        match = self.session.match
        return match.outcome is None and match.game.cursor > 0 and self.lost is None

    @property
    def _asks_first(self) -> bool:
        """Whether a question comes before the end of this game."""
        return self._in_progress and self.p4app.settings.confirm

    def _ask(self, question: str, act: Callable[[], object], *, needed: bool) -> None:
        """Do something that ends a game, after one question if that is needed."""
        if not needed:
            act()
            return
        from p4tui.tui.screens.dialogs import ConfirmScreen

        def answer(yes: object) -> None:
            self._asking = False
            if yes:
                act()
            if self._results_due:
                self._show_results()

        self._asking = True
        self.app.push_screen(ConfirmScreen(question), answer)

    # -- a game that is lost to another window ----------------------------------------------------------------------

    def lose(self, error: GameLostError) -> None:
        """The game was taken over, or deleted: nothing is played, or saved, here any more until a person has chosen."""
        if self.lost is None:
            self.recorder.close()
            self.session.close()
            self.lost = error
            if self.is_mounted:
                self._follow(self.session.match)
            self._show_loss()
        elif isinstance(error, GameTakenError) and error.copy is not None:
            # Only the last save has found what the other window lacks.
            self.lost = error
            self._show_loss()

    def _show_loss(self, problem: str = "") -> None:
        """Say that the game is saved here no longer; it can be taken back, or kept as another game, or left.

        Args:
            problem: why it could not be taken back.
        """
        from p4tui.tui.screens.dialogs import LossScreen

        assert self.lost is not None
        sentence = problem or lost_sentence(self.lost)
        shown = next((each for each in self.app.screen_stack if isinstance(each, LossScreen)), None)
        if shown is not None:
            shown.tell(sentence)
            return
        deleted = isinstance(self.lost, GameDeletedError)
        again = _("Keep it as a new game (y)") if deleted else _("Take it back (y)")
        self.app.push_screen(LossScreen(sentence, again), self._after_loss)

    def _after_loss(self, again: object) -> None:
        """Go on with the game, or leave it."""
        error = self.lost
        if not again or error is None:
            self.p4app.show_menu("resume")
        elif isinstance(error, GameDeletedError):
            self.p4app.play_on(self.session.match, save_now=True)
        else:
            self.work(partial(self._take_back, error.number), group="resume", exclusive=True)

    async def _take_back(self, number: int) -> None:
        try:
            opened = await self.ask_games(lambda games: games.open(number))
        except NoSuchGameError:
            self.lost = GameDeletedError(number)
            self._show_loss()
        except GAME_PROBLEMS as problem:
            self._show_loss(problem_sentence(problem))
        else:
            self.p4app.resume(opened)

    # -- the end ----------------------------------------------------------------------------------------------------

    def _show_results(self) -> None:
        """The results over the game, once no other screen is over it; what is chosen there goes on here."""
        self._results_due = not self.is_active
        if self.is_active and self.session.match.outcome is not None:
            from p4tui.tui.screens.results import ResultsScreen

            results = ResultsScreen(self.session.match, scores_wanted=self.scores_wanted)
            self.app.push_screen(results, partial(self._after_results, results))

    def _after_results(self, results: BoardScreen[str], choice: str | None) -> None:
        """Go on as chosen on the results screen."""
        self.scores_wanted = results.scores_wanted
        if choice == "rematch":
            self._new_game()
        elif choice == "swap":
            self.action_swap()
        elif choice == "undo":
            self._try(self.session.undo)
            if self.session.match.outcome is not None:
                # Nothing of a person's to take back: the game is as over as it was.
                self.call_after_refresh(self._show_results)
        else:
            self.p4app.show_menu("red_level" if choice == "players" else "play")


def prepare(games: GameRepository) -> None:
    """Open the database where there is one; what is wrong with it is said at the first move."""
    with suppress(StorageError):
        games.unfinished(most=1)
