"""`Announcer`: prints the board, the question, hints, scores and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from p4tui.core.errors import GameOverError
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import BOOKS, Solver
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.plain.console import Console
from p4tui.plain.interrupts import stop_on_interrupt
from p4tui.plain.saving import Saving
from p4tui.plain.waiting import stopped_clock
from p4tui.play.analysis import AdviceKind, ColumnScores, Desk
from p4tui.play.match import Match
from p4tui.play.seats import Seat
from p4tui.play.session import Session
from p4tui.storage.errors import GameDeletedError, StorageError
from p4tui.words.advice import advice_sentence, score_legend
from p4tui.words.errors import book_sentence, storage_sentence
from p4tui.words.match import how_it_ended, result_sentence, score_sentence, turn_sentence
from p4tui.words.text import shorten

if TYPE_CHECKING:
    from p4tui.plain.review import Explain
    from p4tui.review.moves import ReviewedMove

MAX_NAME_LENGTH = 40
"""The length limit of a shown name."""
SCORES_SECONDS = 2.0
"""The most seconds to spend on the scores of a position."""


class Announcer:
    """Shows a match through a console, and asks for input.

    Attributes:
        session: plays the match.
        watching: whether who reads this only watches: another game is the players' to ask for.
    """

    def __init__(
        self, session: Session, console: Console, style: str, saving: Saving | None
    ) -> None:
        self.session = session
        self.watching = False
        self._console = console
        self._style = style
        self._saving = saving
        self._desk = Desk()
        self._reported_books = 0
        self._scores_enabled = False
        self._scores_explained = False

    @property
    def match(self) -> Match:
        """The match, with names shortened to fit every line."""
        match = self.session.match
        return replace(match, red=_short(match.red), yellow=_short(match.yellow))

    def say_seats(self) -> None:
        """Say who plays which discs."""
        self._console.say(report.seats(self.match, self._style))

    def show(self) -> None:
        """Show the board and ask for a move, or say how the game ended."""
        match, say = self.match, self._console.say
        if match.outcome is None:
            say(report.discs_left(match))
            self._show_board(match)
            self._say_scores()
            self.ask()
            return
        # Who listens hears the result first and what to type last; a drawing has the result under it.
        spoken = self._style == styles.SPOKEN
        if spoken:
            say(_("{result}. {how}").format(result=result_sentence(match), how=how_it_ended(match)))
            self._show_board(match)
        else:
            say(how_it_ended(match))
        say(score_sentence(match))
        if self._console.interactive:
            again = _(
                "Type review to see what the moves were worth, new for another game, quit to leave."
            )
            watched = _("Type review to see what the moves were worth, quit to leave.")
            say(watched if self.watching else again)
        if not spoken:
            self._show_board(match)
            say(report.result(match, self._style))

    def _show_board(self, match: Match) -> None:
        """Draw the board, or describe it in the spoken style."""
        write = self._console.say if self._style == styles.SPOKEN else self._console.draw
        write(styles.board(match, self._style))

    def ask(self) -> None:
        """Ask for the next input, unless the game is over."""
        session, say = self.session, self._console.say
        lost = None if self._saving is None else self._saving.lost
        if lost is not None:
            deleted = isinstance(lost, GameDeletedError)
            keep = _("Type keep to keep it as a new game, or quit.")
            say(keep if deleted else _("Type resume to resume it here, or quit."))
        elif session.match.outcome is not None:
            return
        elif session.failure is not None:
            say(_("Type go to ask again, or level to choose who plays."))
        elif session.match.person_to_move:
            left = session.time_left(session.match.to_move)
            say(report.question(self.match, self._style, left))
        elif session.match.is_linked:
            say(turn_sentence(self.match))
        elif session.paused:
            say(_("Paused: type go to let the computers play on."))

    def answer(self, sentence: str) -> None:
        """Print a sentence, and ask again."""
        self._console.say(sentence)
        self.ask()

    def hint(self, kind: AdviceKind) -> str:
        """Return the advised column and the reason."""
        with stopped_clock(self.session):
            advice = self._desk.answer(self.session.question(kind=kind))
        self.report_unusable_books()
        return advice_sentence(advice, styles.first_column(self._style))

    def toggle_scores(self) -> None:
        """Turn the scores of the columns on or off. The first time, say what they mean; the spoken style has words.

        Raises:
            GameOverError: the game has ended.
        """
        if self.session.match.outcome:
            raise GameOverError
        self._scores_enabled = not self._scores_enabled
        if not self._scores_enabled:
            self._console.say(_("The scores are hidden."))
        elif not self._scores_explained and self._style != styles.SPOKEN:
            self._scores_explained = True
            self._console.say(score_legend())
        self._say_scores()

    def _say_scores(self) -> None:
        """Print the scores of the columns, if enabled and no computer is to move."""
        position = self.session.match.position
        if not self._scores_enabled or self.session.match.outcome or self.session.turn:
            return
        self._console.say(report.scores(position, self._find_scores(position), self._style))

    def _find_scores(self, position: Position) -> ColumnScores:
        """Return the scores of a position that is not over, and report unusable books."""
        with stopped_clock(self.session):
            *_before, found = self._desk.scores(position, StopFlag(), (SCORES_SECONDS,))
        self.report_unusable_books()
        return found

    def explore(self) -> str:
        """Return the score of each column, and the results of the saved games that reached the position."""
        match = self.match
        position = match.position
        scores = () if position.outcome else self._find_scores(position)
        reached, problem = None, ""
        if self._saving is not None:
            try:
                reached = self._saving.reached(position)
            except StorageError as error:
                problem = storage_sentence(error)
        lines = report.explored(match, scores, reached, self._style)
        return "\n".join(filter(None, (problem, lines)))

    def review(self) -> None:
        """Print the review of the moves so far, and ask again."""
        from p4tui.plain.review import review_lines

        def show(moves: list[ReviewedMove], explain: Explain) -> None:
            lines = list(review_lines(self.match, moves, self._style, explain))
            self._console.say("\n".join(lines))

        self._with_review(show)
        self.ask()

    def try_mistakes(self) -> None:
        """Let a person try the mistakes so far again, and ask again."""
        from p4tui.plain.mistakes import try_again

        self._with_review(
            lambda moves, explain: try_again(self.match, moves, self._console, self._style, explain)
        )
        self.return_to_game()

    def learn(self, words: Sequence[str]) -> None:
        """List the lessons, or give the one whose number the words have, and ask again."""
        from p4tui.plain.lessons import LessonProgress, learn

        archive = None if self._saving is None else self._saving.archive
        ask = None if archive is None else lambda work: archive.request(work).result()
        with stopped_clock(self.session):
            learn(words, self._console, self._style, LessonProgress(ask, self._console.complain))
        self.return_to_game()

    def return_to_game(self) -> None:
        """Say that an exercise has ended and the commands are those of the game again, and ask again."""
        self._console.say(_("Back to the game."))
        if self.match.outcome is not None:
            self._console.say(_("Type review, mistakes, puzzle, new or quit."))
        self.ask()

    def _with_review(self, use: Callable[[list[ReviewedMove], Explain], None]) -> None:
        """Review the moves so far for `use`, which also gets a function that explains one. Ctrl+C ends the review alone."""
        from p4tui.plain.review import reviewed_moves
        from p4tui.review.reasons import reasons_of

        solver = Solver()
        try:
            with stopped_clock(self.session), stop_on_interrupt() as stop:
                moves = reviewed_moves(self.session.match.game, solver, stop)
                use(moves, partial(reasons_of, solver=solver, stop=stop))
        except KeyboardInterrupt:
            self._console.say(_("The review was stopped."))
        self.report_unusable_books()

    def report_unusable_books(self) -> None:
        """Report each unusable opening book once."""
        news = BOOKS.refused[self._reported_books :]
        self._reported_books += len(news)
        for error in news:
            self._console.complain(book_sentence(error))


def _short(seat: Seat) -> Seat:
    """Return a seat with its name shortened to fit every line."""
    return replace(seat, name=shorten(seat.name, MAX_NAME_LENGTH))
