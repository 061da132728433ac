"""`p4tui games`, list and show: saved games for people to read."""

from __future__ import annotations

import argparse
import json
from functools import partial

from p4tui.cli.games import MOST_LISTED, filter_of, nothing_else, number_of
from p4tui.cli.parsing import complain, say
from p4tui.cli.table import GAP, aligned, cut, table_or_sentences
from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.plain import report, styles
from p4tui.play.match import Match
from p4tui.play.seats import Seat, level_of
from p4tui.storage.games import GameRepository, Summary
from p4tui.storage.records import SavedGame
from p4tui.words.match import how_it_ended, move_sentence, score_sentence
from p4tui.words.players import player_name
from p4tui.words.saved import board_words, end_words, no_game_sentence, seat_words
from p4tui.words.time import MINUTE, date_words

PAGE = 500
"""Games that are read, and aligned, at a time."""
LONGEST_NAME = 16
"""Cells of a name in the list."""


def show_list(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Print a line for each game, the one changed last first."""
    nothing_else(arguments)
    wanted = filter_of(arguments)
    limit = MOST_LISTED if arguments.limit is None else arguments.limit
    shown = 0
    while shown < limit and (
        page := games.summaries(wanted, shown, min(PAGE, limit - shown))
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
    more = games.count(wanted) - shown
    if not shown and not more:
        if not arguments.json:
            say(no_game_sentence(wanted))
    elif more > 0:
        complain(
            ngettext(
                "There is {count} more game: --limit {all} lists it too.",
                "There are {count} more games: --limit {all} lists them too.",
                more,
            ).format(count=more, all=shown + more)
        )
    return 0


def _headings() -> tuple[str, ...]:
    return (_("No."), _("Date"), _("Red"), _("Yellow"), _("Board"), _("Moves"), _("Result"))


def _row(game: Summary) -> tuple[str, ...]:
    """What a line says of a game."""
    return (
        str(game.number),
        date_words(game.changed),
        cut(seat_words(game.red, Colour.RED), LONGEST_NAME),
        cut(seat_words(game.yellow, Colour.YELLOW), LONGEST_NAME),
        board_words(game),
        str(game.moves),
        end_words(game) if game.finished else _("Unfinished"),
    )


def _sentence(game: Summary) -> str:
    """What a line says of a game, for terminals that are narrower than that."""
    facts = (
        f"{seat_words(game.red, Colour.RED)} - {seat_words(game.yellow, Colour.YELLOW)}",
        date_words(game.changed),
        "" if (game.columns, game.rows, game.connect) == (7, 6, 4) else board_words(game),
        end_words(game) if game.finished else _("Unfinished"),
        ngettext("{count} move", "{count} moves", game.moves).format(count=game.moves),
    )
    return f"{game.number}{GAP}" + ", ".join(fact for fact in facts if fact)


def _as_json(game: Summary) -> str:
    """A game of the list as a JSON object."""

    def seat(seat: Seat) -> dict[str, str | None]:
        return {"name": seat.name, "kind": seat.kind, "id": seat.id, "level": level_of(seat)}

    return json.dumps(
        {
            "number": game.number,
            "started": game.started,
            "changed": game.changed,
            "imported": game.imported,
            "columns": game.columns,
            "rows": game.rows,
            "connect": game.connect,
            "red": seat(game.red),
            "yellow": seat(game.yellow),
            "move_count": game.moves,
            "finished": game.finished,
            "winner": game.winner and game.winner.name.lower(),
        }
    )


def show_game(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Print all about a game: who played, when, the moves, the board, how it ended."""
    game = games.load(number_of(arguments))
    match, style = game.match, arguments.style or styles.DEFAULT_STYLE
    board = match.geometry
    lines = [
        title(game),
        report.seats(match, style),
        _("Begun {started}, last played {changed}").format(
            started=date_words(game.started, MINUTE), changed=date_words(game.changed, MINUTE)
        ),
        _("Board: {columns}x{rows}, {connect} in line").format(
            columns=board.columns, rows=board.rows, connect=board.connect
        ),
        report.moves(match, style),
    ]
    if game.imported:
        lines.insert(3, _("It was imported."))
    if match.clock is not None:
        lines.append(_("Clock: {control}").format(control=match.clock.control))
    for line in "\n".join(lines).split("\n"):
        say(line)
    if arguments.moves:
        _show_moves(match, style)
    _show_board(match, style)
    ended = _("Unfinished: p4tui resume {number} goes on with it.").format(number=game.number)
    if match.outcome is not None:
        ended = f"{how_it_ended(match)}\n{report.result(match, style)}"
    if match.results:
        ended += f"\n{score_sentence(match)}"
    for line in ended.split("\n"):
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
    """Print a board; only what is said of it in words may be broken into lines."""
    write = say if style == styles.SPOKEN else print
    for line in styles.board(match, style).split("\n"):
        write(line)


def _at(match: Match, moves: int) -> Match:
    """A match as it stood after so many moves."""
    from dataclasses import replace

    game = replace(match.game, cursor=moves, resigned=None, timed_out=None)
    return match.with_game(game)


def title(game: SavedGame) -> str:
    """A game in a line: its number, who played, when."""
    return _("Game {number}: {red} - {yellow}, {date}").format(
        number=game.number,
        red=player_name(game.match, Colour.RED),
        yellow=player_name(game.match, Colour.YELLOW),
        date=date_words(game.changed, MINUTE),
    )
