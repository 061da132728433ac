"""`p4tui games --open`: a line for each game of this machine that can be joined."""

from __future__ import annotations

import argparse
import json
from functools import partial

from p4tui.cli.messages import say
from p4tui.cli.table import GAP, aligned, cut, table_or_sentences
from p4tui.i18n import _, ngettext
from p4tui.link.listing import OpenGame, list_games
from p4tui.words.text import printable

MAX_NAME_LENGTH = 20
"""The width of a name in the list."""


def run(arguments: argparse.Namespace) -> int:
    """List the open games."""
    games = list_games()
    if arguments.json:
        for game in games:
            print(_as_json(game))
    elif not games:
        say(_("Nobody has opened a game here. p4tui host opens one."))
    else:
        table = aligned([_headings(), *map(_row, games)], (4,))
        for line in table_or_sentences(table, partial(map, _sentence, games)):
            print(line)
    return 0


def _headings() -> tuple[str, ...]:
    return (_("Game"), _("Host"), _("Board"), _("Seat"), _("Spectators"))


def _row(game: OpenGame) -> tuple[str, ...]:
    """Return the table cells of a game."""
    return (
        game.where,
        cut(printable(game.host), MAX_NAME_LENGTH),
        _board(game),
        _("free") if game.free else _("taken"),
        str(game.watchers),
    )


def _sentence(game: OpenGame) -> str:
    """Return a game as a sentence, for narrow terminals."""
    watchers = ngettext("{count} spectator.", "{count} spectators.", game.watchers)
    _where, host, board, seat, _count = _row(game)
    facts = (host, board, seat, watchers.format(count=game.watchers).rstrip("."))
    return f"{game.where}{GAP}" + ", ".join(facts)


def _board(game: OpenGame) -> str:
    """Return the size of the board: `9x7`, or `9x7 (5)` for lines of five."""
    columns, rows, connect = game.board
    return f"{columns}x{rows}" + ("" if connect == 4 else f" ({connect})")


def _as_json(game: OpenGame) -> str:
    """Return a game as a JSON object."""
    columns, rows, connect = game.board
    return json.dumps(
        {
            "where": game.where,
            "user": game.user,
            "word": game.word,
            "host": game.host,
            "columns": columns,
            "rows": rows,
            "connect": connect,
            "free": game.free,
            "spectators": game.watchers,
        }
    )
