"""`p4tui games show`: one saved game in detail."""

from __future__ import annotations

import argparse
from functools import partial

from p4tui.cli import values
from p4tui.cli.games.options import add_style_option
from p4tui.cli.messages import say
from p4tui.cli.parser import Parser
from p4tui.cli.saved import with_games
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.play.match import Match
from p4tui.settings import Settings
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.words.match import how_it_ended, move_sentence, score_sentence
from p4tui.words.players import player_name
from p4tui.words.time import MINUTE, date_words


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("Show a saved game: players, dates, moves, board and result."), "N")
    parser.add_argument(
        "number", metavar="N", type=values.game_number, help=_("the number of a game")
    )
    parser.add_argument(
        "--moves", action="store_true", help=_("show the board before every move too")
    )
    add_style_option(parser, default=styles.DEFAULT_STYLE)


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Show a game."""
    return with_games(partial(_show, arguments))


def _show(arguments: argparse.Namespace, games: GameRepository) -> int:
    game = games.load(arguments.number)
    match, style = game.match, arguments.style
    board = match.geometry
    lines = [
        title(game),
        report.seats(match, style),
        _("Started {started}, last played {changed}").format(
            started=date_words(game.started, MINUTE), changed=date_words(game.changed, MINUTE)
        ),
        _("Board: {columns}x{rows}, {connect} in line").format(
            columns=board.columns, rows=board.rows, connect=board.connect
        ),
        report.moves(match, style),
    ]
    if game.imported:
        lines.insert(3, _("Imported."))
    if match.clock is not None:
        lines.append(_("Clock: {control}").format(control=match.clock.control))
    for line in "\n".join(lines).split("\n"):
        say(line)
    if arguments.moves:
        _show_moves(match, style)
    _show_board(match, style)
    end = _("Unfinished. Resume it with p4tui resume {number}.").format(number=game.number)
    if match.outcome is not None:
        end = f"{how_it_ended(match)}\n{report.result(match, style)}"
    if match.results:
        end += f"\n{score_sentence(match)}"
    for line in end.split("\n"):
        say(line)
    return 0


def _show_moves(match: Match, style: str) -> None:
    """Print the position before each move, and the move."""
    for number in range(match.game.cursor):
        print()
        before = _at(match, number)
        _show_board(before, style)
        column = match.game.moves[number]
        first = styles.first_column(style)
        say(move_sentence(match, before.to_move, column, first))
    print()


def _show_board(match: Match, style: str) -> None:
    """Print a board; only the spoken style may be wrapped."""
    write = say if style == styles.SPOKEN else print
    for line in styles.board(match, style).split("\n"):
        write(line)


def _at(match: Match, moves: int) -> Match:
    """Return a match after its first moves."""
    return match.with_game(match.game.after(moves))


def title(game: SavedGame) -> str:
    """Return a game in a line: its number, who played, when."""
    return _("Game {number}: {red} - {yellow}, {date}").format(
        number=game.number,
        red=player_name(game.match, Colour.RED),
        yellow=player_name(game.match, Colour.YELLOW),
        date=date_words(game.changed, MINUTE),
    )
