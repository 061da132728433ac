"""`p4tui games list`: a line for each saved game."""

from __future__ import annotations

import argparse
import json
from functools import partial

from p4tui.cli.games.options import add_list_options, selected
from p4tui.cli.messages import complain, say
from p4tui.cli.parser import Parser
from p4tui.cli.saved import with_games
from p4tui.cli.table import GAP, aligned, cut, table_or_sentences
from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.play.seats import seat_data
from p4tui.settings import Settings
from p4tui.storage.games import GameRepository
from p4tui.storage.summaries import Summary
from p4tui.words.saved import board_words, no_game_sentence, seat_words, winner_words
from p4tui.words.time import date_words

PAGE = 500
"""The number of games that are read and aligned together."""
MAX_NAME_LENGTH = 16
"""The width of a name in the list."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("List saved games, one per line, latest first."))
    add_list_options(parser)


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """List the games, the last changed first, or the open ones of this machine."""
    if arguments.open:
        from p4tui.cli.games import open_games

        return open_games.run(arguments)
    return with_games(partial(_list, arguments))


def _list(arguments: argparse.Namespace, games: GameRepository) -> int:
    criteria, limit = selected(arguments), arguments.limit
    shown = 0
    while shown < limit and (
        page := games.summaries(criteria, shown, min(PAGE, limit - shown))
    ):  # fmt: skip
        if arguments.json:
            for game in page:
                print(_as_json(game))
        else:
            rows = [_row(game) for game in page]
            table = aligned(rows if shown else [_headings(), *rows], (0, 5))
            for line in table_or_sentences(table, partial(map, _sentence, page)):
                print(line)
        shown += len(page)
    more = games.count(criteria) - shown
    if not shown and not more:
        if not arguments.json:
            say(no_game_sentence(criteria))
    elif more > 0:
        complain(
            ngettext(
                "There is {count} more game: --limit {all} lists it too.",
                "There are {count} more games: --limit {all} lists them too.",
                more,
            ).format(count=more, all=shown + more)
        )
    return 0


def _cut_name(name: str) -> str:
    """Return a name, cut to the width of the list's columns."""
    return cut(name, MAX_NAME_LENGTH)


def _headings() -> tuple[str, ...]:
    return (_("No."), _("Date"), _("Red"), _("Yellow"), _("Board"), _("Moves"), _("Result"))


def _row(game: Summary) -> tuple[str, ...]:
    """Return the table cells of a game."""
    return (
        str(game.number),
        date_words(game.changed),
        _cut_name(seat_words(game.red, Colour.RED)),
        _cut_name(seat_words(game.yellow, Colour.YELLOW)),
        board_words(game),
        str(game.moves),
        winner_words(game, _cut_name) if game.finished else _("Unfinished"),
    )


def _sentence(game: Summary) -> str:
    """Return a game as a sentence, for narrow terminals."""
    facts = (
        f"{seat_words(game.red, Colour.RED)} - {seat_words(game.yellow, Colour.YELLOW)}",
        date_words(game.changed),
        board_words(game),
        winner_words(game, _cut_name) if game.finished else _("Unfinished"),
        ngettext("{count} move", "{count} moves", game.moves).format(count=game.moves),
    )
    return f"{game.number}{GAP}" + ", ".join(fact for fact in facts if fact)


def _as_json(game: Summary) -> str:
    """Return a game of the list as a JSON object."""
    return json.dumps(
        {
            "number": game.number,
            "started": game.started,
            "changed": game.changed,
            "imported": game.imported,
            "columns": game.columns,
            "rows": game.rows,
            "connect": game.connect,
            "red": seat_data(game.red),
            "yellow": seat_data(game.yellow),
            "move_count": game.moves,
            "finished": game.finished,
            "winner": game.winner and game.winner.name.lower(),
        }
    )
