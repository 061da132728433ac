"""`p4tui explore`: the columns of a position, with exact scores and the results of the saved games."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.search import require_kernel, use_resources
from p4tui.cli.solve.positions import NOTHING
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import require_screen
from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import NotationError
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.i18n import _
from p4tui.plain.interrupts import stop_on_interrupt
from p4tui.words.errors import book_sentence, error_sentence

if TYPE_CHECKING:
    from p4tui.core.game import Game
    from p4tui.play.analysis import ColumnScores
    from p4tui.settings import Settings
    from p4tui.storage.played import Reached, Results
    from p4tui.tui.app import P4App

SECONDS = 5.0
"""The seconds that scores take at most by default."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Print the columns of a position: the exact score of each, and the results of your finished games that "
            "played it there, for the side to move. Other orders of the same moves and mirror images count."
        ),
        _("[MOVES]"),
        _("A question mark follows scores that were not proven in time."),
    )
    parser.add_argument(
        "moves",
        metavar=_("MOVES"),
        nargs="?",
        default=NOTHING,
        help=_("the columns played, such as 4453 (default: the empty board)"),
    )
    add_board_options(parser.add_argument_group(_("board options")))
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=values.seconds,
        default=SECONDS,
        help=_("time limit for the scores (default: {seconds})").format(seconds=f"{SECONDS:g}"),
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help=_("print one JSON object"))
    output.add_argument(
        "--screen", action="store_true", help=_("explore on the screen, from this position")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the columns of a position.

    Raises:
        UsageError: the moves or the board are refused, or the search kernel is not available.
    """
    require_kernel()
    use_resources(settings)
    empty = Position(board_of(arguments))
    moves = "" if arguments.moves == NOTHING else arguments.moves
    try:
        game = parse_game(moves, empty)
    except NotationError as error:
        raise UsageError(error_sentence(error)) from error
    if arguments.screen:
        return _show(arguments, settings, game)
    position = game.position
    with stop_on_interrupt() as stop:
        reached = _reached(position, stop)
        scores = _scores(position, arguments.seconds, stop)
        if stop.is_set():
            raise KeyboardInterrupt
    for line in (
        [_as_json(moves, position, scores, reached)]
        if arguments.json
        else _lines(position, scores, reached)
    ):
        print(line)
    return FAILED if reached is None else 0


def _show(arguments: argparse.Namespace, settings: Settings, game: Game) -> int:
    """Show a position in the explorer of the app."""
    from p4tui.cli.play.start import play_full_screen
    from p4tui.play.match import Match
    from p4tui.play.seats import Person

    require_screen()

    def open_explorer(app: P4App) -> None:
        from p4tui.tui.screens.explorer import ExplorerScreen

        app.navigation.show_menu()
        app.push_screen(ExplorerScreen(Match(Person(), Person(), game), game.cursor))

    return play_full_screen(None, arguments, settings, first=open_explorer)


def _reached(position: Position, stop: StopFlag) -> Reached | None:
    """Return the saved games that reached the position, or None after a complaint."""
    from p4tui.cli.saved import report_problems, users_games

    reached = None
    with report_problems(), contextlib.closing(users_games()) as games:
        reached = games.played_games(position.geometry, stop).reached(position)
    return reached  # noqa: RET504  a problem may have ended the work before


def _scores(position: Position, seconds: float, stop: StopFlag) -> ColumnScores:
    """Return the scores of the columns, as far as they are found in time."""
    from p4tui.engine.solver import BOOKS
    from p4tui.play.analysis import Desk

    found: list[ColumnScores] = [()]
    if position.outcome is None:
        found += Desk().scores(position, stop, (seconds,))
    for error in BOOKS.refused:
        complain(book_sentence(error), MAX_COMPLAINT_LENGTH)
    return found[-1]


def _lines(position: Position, scores: ColumnScores, reached: Reached | None) -> Iterator[str]:
    """Yield who is to move, and a table of the columns; sentences in a narrow terminal."""
    from p4tui.cli.table import aligned, table_or_sentences
    from p4tui.words.advice import column_score
    from p4tui.words.explorer import column_sentences, position_sentence
    from p4tui.words.players import colour_name

    yield position_sentence(position, colour_name(_to_move(position)), reached)
    rows: list[tuple[str, ...]] = [
        (_("Column"), _("Score"), _("Games"), _("Won"), _("Drawn"), _("Lost"))
    ]
    for column in position.legal_columns():
        found = scores[column] if scores else None
        score = "?" if found is None else column_score(found)
        rows.append((str(column + 1), score, *_counts(reached, column)))
    if len(rows) > 1:
        yield from table_or_sentences(
            aligned(rows, range(6)), lambda: column_sentences(position, scores, reached)
        )


def _counts(reached: Reached | None, column: int) -> Iterator[str]:
    """Yield the number of games and their results; a sign for each if the games cannot be read."""
    if reached is None:
        return iter([NOTHING] * 4)
    results = reached.columns[column]
    return map(str, (results.games, *results))


def _as_json(moves: str, position: Position, scores: ColumnScores, reached: Reached | None) -> str:
    """Return the position as a JSON object. Columns count from 1; a score that is not proven is null."""
    columns = []
    for column in position.legal_columns():
        found = scores[column] if scores else None
        proven = found.score if found is not None and found.proven else None
        results = None if reached is None else reached.columns[column]
        columns.append({"column": column + 1, "score": proven, "games": _fields(results)})
    return json.dumps(
        {
            "moves": moves,
            "side": None if position.outcome else _to_move(position).name.lower(),
            "games": _fields(None if reached is None else reached.total),
            "columns": columns,
        }
    )


def _fields(results: Results | None) -> dict[str, int] | None:
    """Return results as fields; None if the games cannot be read."""
    if results is None:
        return None
    return {"won": results.wins, "drawn": results.draws, "lost": results.losses}


def _to_move(position: Position) -> Colour:
    """Return the player to move; red begins."""
    return colour_of(position.to_move, Colour.RED)
