"""`BoardScreen`: the largest board that fits the window, with everything about its match around it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.analyst import Analyst
from p4tui.tui.evaluation import evaluation_of, score_labels
from p4tui.tui.look.board_art import has_numbers
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.look.board_window import Place
from p4tui.tui.look.game_layout import game_layout
from p4tui.tui.look.layout import MIN_WINDOW
from p4tui.tui.look.places import GameLayout, ListSize
from p4tui.tui.look.signs import signs_of
from p4tui.tui.match_view import MatchView
from p4tui.tui.messages import ScoresFound
from p4tui.tui.screens.base import STYLES
from p4tui.tui.screens.position import PositionScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.match_cards import MatchCard, ScoresCard
from p4tui.tui.widgets.match_text import MatchText
from p4tui.tui.widgets.match_widget import MatchWidget
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.player_card import PlayerCard
from p4tui.tui.widgets.result_banner import ResultBanner
from p4tui.tui.widgets.score_bar import EvaluationText, ScoreBar
from p4tui.tui.widgets.status import StatusLine, player_mark
from p4tui.words.advice import score_legend_forms
from p4tui.words.match import board_forms
from p4tui.words.players import player_name
from p4tui.words.time import times_words

Result = TypeVar("Result")

NAMES_WIDTH = 20
"""The card width from which the header names the players too."""


class BoardScreen(PositionScreen[Result]):
    """A screen with a `Grid` of id `board` and, around it, the widgets of `GameLayout.places`."""

    CSS_PATH = STYLES / "game.tcss"
    INTERACTIVE = True
    """Whether a person plays on the board."""

    scores_enabled = False
    """Whether the columns' scores are shown."""
    plan: GameLayout
    """The places of everything in the window."""
    _places: Mapping[str, Place | None]

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.query_one("#board", Grid)

    @property
    def status(self) -> StatusLine:
        """The message line."""
        return self.query_one("#status", StatusLine)

    @cached_property
    def analyst(self) -> Analyst:
        """The analyst who finds the scores."""
        return Analyst(self, self.services.desk)

    @property
    @abstractmethod
    def current(self) -> Match:
        """The match that is shown."""

    @property
    @abstractmethod
    def shown(self) -> int:
        """The number of moves before the shown position."""

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.current.geometry

    @property
    def shown_position(self) -> Position:
        """The shown position."""
        return self.current.game.positions[self.shown]

    @property
    def at_end(self) -> bool:
        """Whether the position after the last move is shown."""
        return self.shown == self.current.game.cursor

    @property
    def open_position(self) -> Position | None:
        """The shown position, or None if no move can be made in it."""
        position = self.shown_position
        return position if position.outcome is None else None

    @property
    def times(self) -> tuple[int, int] | None:
        """The seconds left to both players, or None without a clock."""
        return None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is at its move."""
        return False

    @property
    def choices_space(self) -> ListSize | None:
        """The space for a list of choices, or None without one."""
        return None

    # -- the widgets ------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the header, the board, the widgets around it, the message and the keys."""
        services = self.services
        yield Header(services.art)
        yield Grid(art=services.art, interactive=self.INTERACTIVE, id="board")
        yield from self.surroundings()
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    def surroundings(self) -> Iterable[Widget]:
        """Yield the widgets around the board."""
        yield PlayerCard(Colour.RED, id="red")
        yield PlayerCard(Colour.YELLOW, id="yellow")
        yield MatchCard(id="match")
        yield ScoresCard(id="exact")
        yield MoveList(id="moves")
        yield MatchText(id="panel")
        yield ScoreBar(id="bar")
        yield EvaluationText(id="evaluation")
        yield ResultBanner(id="banner")

    def on_resize(self, event: events.Resize) -> None:
        """Arrange everything for the new window."""
        self.place_board()

    def layout_in(self, width: int, height: int) -> GameLayout:
        """Return the places of everything in a window."""
        size, halves = self.geometry, self.services.art.glyphs == "blocks"
        space = self.choices_space
        return game_layout(size.columns, size.rows, width, height, halves=halves, choices=space)

    def place_board(self) -> GameLayout:
        """Give every widget its place in the window."""
        self.plan = layout = self.layout_in(*map(max, self.app.size, MIN_WINDOW))
        self._places = self.place_widgets(layout.places)
        self.grid.frame = layout.window.frame
        for card in self.query(PlayerCard):
            card.disc = layout.disc
            card.edge_left = card.colour is Colour.RED or layout.has_one_column
        self.show_match()
        return layout

    def show_match(self) -> None:
        """Show the match in all widgets around the board."""
        if not self.is_mounted:
            return
        view, layout = self.view, self.plan
        for widget in self.query(MatchWidget):
            widget.view = view
        # Bar and card stay while the next scores are sought: to draw them anew costs as much as a drop.
        is_scored = self.scores_enabled and self.open_position is not None
        shown = {"banner": view.shows_end, "exact": is_scored, "bar": is_scored}
        for name, has_content in shown.items():
            for each in self.query(f"#{name}"):
                each.display = has_content and bool(self._places.get(name))
        header = self.query_one(Header)
        header.title, header.facts = self.heading(), self.facts()
        header.aside = self.names()
        hidden = layout.red is None and layout.panel is None
        self.status.aside = times_words(view.times) if hidden and view.times else ""
        self.status.mark = player_mark(view.art, view.winner or view.to_move)

    def heading(self) -> str:
        """Return the name of the screen for the header."""
        return _("Connect Four")

    def names(self) -> str:
        """Return the players for the header; empty in narrow windows."""
        cards = self.plan.red
        if cards is None or cards.width < NAMES_WIDTH:
            return ""
        dash = signs_of(self.services.art).dash
        return f" {dash} ".join(player_name(self.current, colour) for colour in Colour)

    def facts(self) -> str:
        """Return the facts at the right end of the header: the game, and its board or the games won."""
        match = self.current
        number = len(match.all_results) + (1 if match.outcome is None else 0)
        game = _("Game {number}").format(number=number)
        if self.plan.match is None:
            return f"{game}   {match.wins(Colour.RED)} : {match.wins(Colour.YELLOW)}"
        board, _size = board_forms(self.geometry, signs_of(self.services.art).times)
        return f"{game}   {board}"

    @property
    def view(self) -> MatchView:
        """The match as the widgets around the board show it."""
        services, layout = self.services, self.plan
        evaluation = None
        if self.scores_enabled and self.open_position is not None:
            # A move is shown before its position is followed.
            scores = self.analyst.scores_of(self.open_position)
            evaluation = evaluation_of(self.open_position, self.current.starter, scores)
        return MatchView(
            self.current,
            services.art,
            services.palette,
            self.shown,
            self.times,
            self.is_thinking,
            evaluation,
            has_numbers(self.geometry.columns, layout.window.frame.cell),
            landed=not self.grid.falling,
            looking_back=self.INTERACTIVE and not self.at_end,
        )

    # -- the scores -------------------------------------------------------------------------------------------------

    def may_analyse(self) -> bool:
        """Return whether the position may be analysed now."""
        return True

    def follow_scores(self) -> None:
        """Analyse the position if scores are enabled, and show the known scores."""
        is_enabled = self.scores_enabled and self.may_analyse()
        self.analyst.follow(self.open_position if is_enabled else None)
        self.show_scores()

    def show_scores(self) -> None:
        """Show the known scores under the columns."""
        position = self.open_position
        if not self.scores_enabled:
            self.grid.scores = None
        elif position is None or not self.may_analyse():
            self.grid.scores = (ScoreLabel(""),) * self.geometry.columns
        else:
            self.grid.scores = score_labels(position, self.analyst.scores)
        self.show_match()

    def on_scores_found(self, message: ScoresFound) -> None:
        """Show scores that the analyst has found."""
        if self.analyst.accept_scores(message):
            self.show_scores()
            self.scores_changed()
            self.services.notices.report_books()

    def scores_changed(self) -> None:
        """Update other places that show scores; a subclass overrides this."""

    def action_scores(self) -> None:
        """Show or hide the scores of the columns."""
        self.scores_enabled = not self.scores_enabled
        if self.analyst.question is None:
            self.follow_scores()
        else:  # the analysis waits for advice that was asked for
            self.show_scores()

    def explain_scores(self) -> bool:
        """Say what scores mean, the first time that they are shown; return whether it was said."""
        preferences = self.services.preferences
        are_shown = self.scores_enabled and self.may_analyse()
        if not (are_shown and preferences.settings.explain_scores):
            return False
        self.say(*score_legend_forms())
        preferences.change(explain_scores=False)
        return True

    def on_unmount(self) -> None:
        """Stop the analysis."""
        self.analyst.close()
