"""The games that `p4tui review` reads: saved ones, move strings, files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass

from p4tui.cli.board import board_of
from p4tui.cli.files import STANDARD_INPUT, opened_input
from p4tui.cli.games.importer import line_complaint
from p4tui.cli.messages import quoted
from p4tui.core.errors import NotationError
from p4tui.core.geometry import Geometry
from p4tui.core.notation import column_of, parse_game
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.plain.line_input import LineReader
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.exchange.line_errors import LineError, LineProblem
from p4tui.storage.exchange.text import MAX_LINE_BYTES, games_of_line
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.words.errors import error_sentence
from p4tui.words.saved import no_finished_game_sentence, problem_sentence


@dataclass(frozen=True, slots=True)
class Source:
    """A game to review.

    Attributes:
        match: the match with the game.
        saved: the saved game that it is, or None.
        line: the line of a file that it comes from, or None.
    """

    match: Match
    saved: SavedGame | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An input without a game, with a sentence that says why."""

    sentence: str


def saved_game(games: GameRepository, number: int | None) -> Source | Refusal:
    """Return the saved game with a number, or else the last finished one."""
    try:
        saved = games.last_finished() if number is None else games.load(number)
    except (RecordError, NoSuchGameError) as error:
        return Refusal(problem_sentence(error))
    return Refusal(no_finished_game_sentence()) if saved is None else Source(saved.match, saved)


def named_games(arguments: argparse.Namespace) -> Iterator[Source | Refusal]:
    """Yield the games of the command line's words: move strings, files, `-` for the standard input.

    Raises:
        UsageError: a file cannot be opened, or there is no such board.
    """
    geometry = board_of(arguments)
    for number, word in enumerate(arguments.games, 1):
        error = None
        if _is_move_string(word):
            try:
                yield Source(Match(Person(), Person(), parse_game(word, Position(geometry))))
                continue
            except NotationError as caught:  # a file may have such a name
                error = caught
        is_file = os.path.exists(word) and not (error and os.path.isdir(word))  # noqa: PTH110, PTH112  Path raises for a name too long
        if word == STANDARD_INPUT or is_file:
            with opened_input(word) as reader:
                yield from _games_of(reader, geometry)
        elif error is not None:
            sentence = _("argument {number}: {reason}")
            yield Refusal(sentence.format(number=number, reason=error_sentence(error)))
        else:
            sentence = _('argument {number}: "{text}" is neither a move string nor a file.')
            yield Refusal(sentence.format(number=number, text=quoted(word)))


def _is_move_string(word: str) -> bool:
    """Return whether a word has only symbols of columns and blanks."""
    symbols = "".join(word.split())
    return bool(symbols) and all(column_of(symbol) is not None for symbol in symbols)


def _games_of(reader: LineReader, geometry: Geometry) -> Iterator[Source | Refusal]:
    """Yield the games of all lines."""
    try:
        while (line := reader.read(MAX_LINE_BYTES)) is not None:
            text = None if line.is_cut else line.text
            found = (
                [LineError(LineProblem.TOO_LONG)] if text is None else games_of_line(text, geometry)
            )
            for game in found:
                if isinstance(game, LineError):
                    yield Refusal(line_complaint(line.number, game))
                elif isinstance(game, SavedGame):
                    yield Source(game.match, line=line.number)
                else:
                    yield Source(game[0], line=line.number)
    except OSError:
        yield Refusal(_("The input cannot be read."))
