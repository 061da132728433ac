"""The screen of a tournament: its table as it grows, and the board of a running game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from p4tui.actions.action import Action
from p4tui.actions.everywhere import OPENING, QUIT
from p4tui.actions.tournament import ENDED, TOURNAMENT
from p4tui.arena.live import LiveTournament
from p4tui.arena.news import GameNews
from p4tui.arena.participants import Output
from p4tui.arena.records import GameRecord, match_of
from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import header_lines
from p4tui.tui.look.lists import side_margin, top_margin
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.tournament_layout import card_size, table_gap
from p4tui.tui.screens.base import STYLES, P4Screen
from p4tui.tui.screens.dialogs import ConfirmScreen
from p4tui.tui.screens.program_output import ProgramOutputScreen
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.standings_table import StandingsTable
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.tournament_game import ShownGame, TournamentGame
from p4tui.words.arena import (
    failure_sentence,
    game_sentence,
    kept_sentence,
    player_labels,
    progress_phrase,
    result_text,
)
from p4tui.words.text import printable

SECONDS = 0.5
"""Seconds between two looks at the tournament."""
TABLE_LOOKS = 4
"""Looks between two tables: a table changes in most of its lines."""


class TournamentScreen(P4Screen[None]):
    """The table of a tournament, a running game, and how far it all is. The tournament plays in threads and processes of its own.

    Attributes:
        with_board: whether the board is shown.
    """

    ACTIONS = TOURNAMENT
    BINDINGS: ClassVar[list[BindingType]] = bindings(TOURNAMENT)
    CSS_PATH = STYLES / "tournament.tcss"

    def __init__(self, live: LiveTournament) -> None:
        """Look at a tournament that has begun."""
        super().__init__()
        self.with_board = True
        self._live = live
        self._labels = player_labels(live.players)
        self._seen = live.snapshot()
        self._chosen: tuple[int, int] | None = None  # the source of its news
        self._looks = 0
        self._counting = False
        self._told: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Yield the header, the table, the card of a game, the status line and the key bar."""
        services = self.services
        yield Header(services.art)
        with Horizontal(id="tournament"):
            yield StandingsTable(signs=signs_of(services.art), id="standings")
            yield TournamentGame(services.art, lambda: services.palette, id="game")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Show the tournament, and look again twice a second."""
        self._place()
        self.set_focus(self.query_one(StandingsTable))
        self.refresh_words()
        self.set_interval(SECONDS, self._look)

    def on_resize(self, event: events.Resize) -> None:
        """Fit everything to the window."""
        self._place()
        self._show()
        super().on_resize(event)

    def _place(self) -> None:
        """Set the margins and the size of the card."""
        width, height = self.app.size
        side, top = side_margin(width), top_margin(height)
        self.query_one("#tournament").styles.padding = (top, side, top, side)
        card = self.query_one(TournamentGame)
        size = card_size(width, height, halves=self.services.art.glyphs == "blocks")
        card.display = self.with_board
        card.pixels = size.pixels
        card.styles.width = size.width
        card.styles.margin = (0, 0, 0, table_gap(width))

    # -- the tournament ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether no more games are played, and the last table is shown."""
        return self._seen.over and not self._seen.outdated

    def _look(self) -> None:
        """Look at the tournament, and show what has changed."""
        before, was_over = self._seen, self.is_over
        self._seen = self._live.snapshot()
        self._looks += 1
        is_due = self._seen.over or self._looks % TABLE_LOOKS == 0
        if self._seen.outdated and is_due and not self._counting:
            self._counting = True
            self.work(self._count, group="count")
        if self._seen != before:
            self._show()
        if self.is_over and not was_over:
            self.services.attention.call()

    async def _count(self) -> None:
        """Count the table in a thread: it may take as long as several keys."""
        try:
            await asyncio.to_thread(self._live.count)
        finally:
            self._counting = False
        if self.is_open:
            self._look()

    @property
    def running(self) -> GameNews | None:
        """The chosen one of the running games, or the first while none runs there."""
        games = self._seen.running
        chosen = (news for news in games if news.source == self._chosen)
        return next(chosen, games[0] if games else None)

    # -- what is seen -----------------------------------------------------------------------------------------------

    @property
    def actions(self) -> Sequence[Action]:
        """The actions; once the tournament is over, its key closes the screen."""
        return ENDED if self.is_over else TOURNAMENT

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now. Other screens would leave the tournament without a question."""
        if action in OPENING.values() or action is QUIT:
            return False
        refused = {
            "turn(1)": len(self._seen.running) < 2,
            "turn(-1)": len(self._seen.running) < 2,
            "output": not self._outputs(),
        }
        return not refused.get(action.run, False)

    def refresh_words(self) -> None:
        """Show everything in the current language."""
        self.query_one(Header).title = _("Tournament")
        self._show()

    def _show(self) -> None:
        """Show the tournament as it was seen last."""
        if not self.is_mounted:
            return
        seen, header = self._seen, self.query_one(Header)
        game = self._shown_game()
        table = self.query_one(StandingsTable)
        table.rows = seen.rows
        table.pair = () if self.running is None else self.running.game[:2]
        self.query_one(TournamentGame).shown = game
        progress = progress_phrase(seen.done, seen.total, seen.seconds_left)
        players = ngettext("{count} player", "{count} players", len(seen.rows))
        header.aside = players.format(count=len(seen.rows))
        header.facts = progress
        self._tell(self._sentences(progress))
        self.query_one(KeyBar).repaint()

    def _tell(self, sentences: tuple[str, ...]) -> None:
        """Show the longest sentence that fits, if it is new: a refusal stays until there is news."""
        if sentences != self._told:
            self._told = sentences
            self.say(*sentences)

    def _sentences(self, progress: str) -> tuple[str, ...]:
        """Return what happened last, the longest form first; a low window has no header for the progress."""
        seen = self._seen
        if self.is_over:
            return self._last_words()
        if seen.last is None or not header_lines(self.app.size.height):
            return (progress,)
        sentence = game_sentence(seen.last, seen.done, seen.total, self._labels)
        failure = failure_sentence(seen.last, self._labels)
        return f"{sentence} {failure}".rstrip(), sentence, progress

    def _last_words(self) -> tuple[str, ...]:
        """Return what there is to say at the end."""
        if self._seen.done == self._seen.total:
            return (_("The tournament is over."),)
        return (
            _("The tournament has ended early; the reason is told when this screen is closed."),
            _("The tournament has ended early."),
        )

    def _shown_game(self) -> ShownGame | None:
        """Return the chosen running game, else the one that ended last."""
        if (running := self.running) is not None:
            return self._running_game(running)
        return None if self._seen.last is None else self._ended_game(self._seen.last)

    def _running_game(self, news: GameNews) -> ShownGame:
        count, games = len(news.moves), self._seen.running
        title = _("Game {number}/{count}").format(number=games.index(news) + 1, count=len(games))
        moves = ngettext("{count} move", "{count} moves", count).format(count=count)
        match = match_of(news.game, news.moves, self._live.texts)
        names = self._labels[news.game.first], self._labels[news.game.second]
        return ShownGame(title, match, names, words=moves)

    def _ended_game(self, record: GameRecord) -> ShownGame:
        match = match_of(record.game, record.moves, self._live.texts)
        names = self._labels[record.game.first], self._labels[record.game.second]
        first, second = result_text(record).split("-")
        words = failure_sentence(record, self._labels)
        return ShownGame(_("Last game"), match, names, (first, second), words)

    # -- the actions ------------------------------------------------------------------------------------------------

    def action_turn(self, step: int) -> None:
        """Show another running game."""
        games = self._seen.running
        if self.running is not None and len(games) > 1:
            place = games.index(self.running) + step
            self._chosen = games[place % len(games)].source
            self._show()
        else:
            self.say(_("No other game is running"), alert=True)

    def action_board(self) -> None:
        """Show or hide the board."""
        self.with_board = not self.with_board
        self._place()

    def _outputs(self) -> dict[Colour, Output]:
        """Return what the programs of the chosen game have written."""
        if self.running is None:
            return {}
        outputs = zip(Colour, self.running.outputs, strict=True)
        return {colour: output for colour, output in outputs if output is not None}

    def action_output(self) -> None:
        """Show what the programs of the chosen game have written; the page follows while this game is played."""
        news, last = self.running, self._outputs()
        if news is None or not last:
            self.say(_("No program is playing"), alert=True)
            return
        game = news.game

        def outputs() -> Mapping[Colour, Output]:
            nonlocal last
            if self.running is not None and self.running.game == game:
                last = self._outputs()
            return last

        match = match_of(game, news.moves, self._live.texts)
        self.app.push_screen(ProgramOutputScreen(match, outputs))

    def action_stop(self) -> None:
        """Confirm and stop the tournament; leave one that is over."""
        if self.is_over:
            self.app.exit()
            return
        seen, name = self._seen, self._live.file
        if name is None:
            text = _("Its games are not kept. With --output it could be continued later.")
        else:
            text = kept_sentence(printable(name), seen.done, seen.total)

        def answer(stop: object) -> None:
            if stop:
                self.app.exit()

        self.app.push_screen(ConfirmScreen(_("Stop the tournament?"), text), answer)
