"""Saved games as lines of text, for export and import: JSON, move strings, links to a solver's page.

JSON has everything about a game, a move string its moves alone, and a link the moves of a 7x6 game. Episodes of Kaggle's ConnectX
are read, too.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import NoReturn

from p4tui.core.errors import NotationError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves, parse_game
from p4tui.core.position import Position
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.exchange.episode import is_episode, match_of_episode
from p4tui.storage.exchange.game_json import ImportedGame, game_from_json
from p4tui.storage.exchange.line_errors import LineError, LineProblem

LINK = "https://connect4.gamesolver.org/?pos="
"""The public solver's page; moves are appended."""
NO_MOVES = "-"
"""The line for a game without moves."""
MAX_LINE_LENGTH = 1 << 20
"""The most characters in a line; a game with a clock on the largest board needs some 30,000."""
MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH
"""Bytes of the longest line, four for each character."""

_MOVES_OF_LINK = re.compile(r"[?&]pos=([0-9A-Za-z]*)")


def to_moves(match: Match) -> str | None:
    """Return the moves of the current position, or None if the game did not begin on an empty board."""
    if match.game.start.ply:
        return None
    return format_moves(match.game.played) or NO_MOVES


def to_link(match: Match) -> str | None:
    """Return a link to the solver's page, or None if it has no such board."""
    if match.geometry != Geometry() or match.game.start.ply:
        return None
    return LINK + format_moves(match.game.played)


def games_of_line(line: str, geometry: Geometry) -> Iterator[ImportedGame | LineError]:
    """Yield the games of a line, and an error for each invalid one: none for an empty line, several for a JSON array.

    A line is a JSON object (a game or an episode) or array, or a line of an array that has one object per line; or it
    contains a link to the solver's page; or it begins with a move string. The moves are the first word, or all words if
    there are at least three of one character each. Other text in the line is ignored.

    Args:
        line: any text.
        geometry: the board of the move strings.
    """
    text = line.strip()
    if len(text) > MAX_LINE_LENGTH:
        yield LineError(LineProblem.TOO_LONG)
    elif text[:1] in {"{", "["} or text.removesuffix(",") in {"]", ""}:
        yield from _games_of_json(text)
    elif not _is_text(text):
        yield LineError(LineProblem.NO_TEXT)
    elif text:
        link = _MOVES_OF_LINK.search(text)
        try:
            if link:
                yield Match(Person(), Person(), parse_game(link[1])), None
            else:
                yield Match(Person(), Person(), _game_of_words(text.split(), geometry)), None
        except NotationError as error:
            found = LineError()
            found.__cause__ = error
            yield found


def _is_text(line: str) -> bool:
    """Return whether a line is text, without control characters and invalid bytes."""
    return not any(
        (unicodedata.category(char) == "Cc" and char != "\t") or char == "\N{REPLACEMENT CHARACTER}"
        for char in line
    )


def _game_of_words(words: list[str], geometry: Geometry) -> Game:
    """Return the game of a move string."""
    all_moves = len(words) > 2 and all(len(word) == 1 for word in words)
    moves = "".join(words) if all_moves else words[0]
    return parse_game("" if moves == NO_MOVES else moves, Position(geometry))


def _games_of_json(text: str) -> Iterator[ImportedGame | LineError]:
    """Yield the games of a line of JSON, and an error for each invalid one."""
    text = text.removesuffix(",")
    if text in {"[", "]", ""}:
        return
    if text.startswith("{"):
        text = text.removesuffix("]")  # an array's last object
    elif text.startswith("[") and not text.endswith("]"):
        text = text.removeprefix("[")  # its first one
    try:
        value = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        yield LineError(LineProblem.NO_JSON)
        return
    values = value if isinstance(value, list) else [value]
    for number, each in enumerate(values, 1):
        try:
            yield (match_of_episode(each), None) if is_episode(each) else game_from_json(each)
        except LineError as error:
            error.game = number if len(values) > 1 else None
            yield error


def _no_number(name: str) -> NoReturn:
    """Refuse the numbers of Python that JSON does not have, such as NaN."""
    raise ValueError(name)
