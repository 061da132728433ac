"""A position in words: the score of each column, and the results of the saved games that reached it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from p4tui.core.position import Position
from p4tui.i18n import _, ngettext
from p4tui.words.advice import column_score, score_words
from p4tui.words.match import column_sentence

if TYPE_CHECKING:
    from p4tui.play.analysis import ColumnScores
    from p4tui.storage.played import Reached, Results


def results_words(results: Results) -> str:
    """Return results for the side to move: `5 won, 1 drawn, 6 lost`."""
    return _("{won} won, {drawn} drawn, {lost} lost").format(
        won=results.wins, drawn=results.draws, lost=results.losses
    )


def position_sentence(position: Position, name: str, reached: Reached | None) -> str:
    """Return who is to move in a position, and the results of the games that reached it: `Red to move; no games`.

    Args:
        position: the position.
        name: the player to move.
        reached: the games; None if they cannot be read.
    """
    over = position.outcome is not None
    sentence = _("The game is over") if over else _("{name} to move").format(name=name)
    return sentence if reached is None else _joined(sentence, saved_games_words(reached.total))


def saved_games_words(results: Results) -> str:
    """Return the number of saved games and their results: `12 saved games: 5 won, 1 drawn, 6 lost`."""
    if not results.games:
        return _("no saved games")
    text = ngettext(
        "{count} saved game: {results}", "{count} saved games: {results}", results.games
    )
    return text.format(count=results.games, results=results_words(results))


def games_words(results: Results) -> str:
    """Return the number of games and their results: `12 games: 5 won, 1 drawn, 6 lost`, `no games`."""
    if not results.games:
        return _("no games")
    text = ngettext("{count} game: {results}", "{count} games: {results}", results.games)
    return text.format(count=results.games, results=results_words(results))


def column_sentences(
    position: Position,
    scores: ColumnScores,
    reached: Reached | None,
    first_column: int = 1,
    *,
    in_words: bool = False,
) -> Iterator[str]:
    """Yield a sentence for each playable column: `Column 4: +2; 12 games: 5 won, 1 drawn, 6 lost`.

    Args:
        position: the position.
        scores: those of its columns.
        reached: the games that reached it; None if they cannot be read. Without any, only the scores are told.
        first_column: the number of the first column.
        in_words: whether scores are words: `wins in 5 moves`.
    """
    has_games = reached is not None and reached.total.games > 0
    for column in position.legal_columns():
        found = scores[column] if scores else None
        score = score_words(position, found) if in_words or found is None else column_score(found)
        if reached and has_games:
            score = _joined(score, games_words(reached.columns[column]))
        yield column_sentence(column, score, first_column)


def with_games(words: str, reached: Reached | None, column: int) -> tuple[str, ...]:
    """Return words about a column with the games that played it, in forms that grow shorter: the last leaves them out."""
    if reached is None or not reached.total.games:
        return (words,)
    results = reached.columns[column]
    number = ngettext("{count} game", "{count} games", results.games).format(count=results.games)
    return _joined(words, games_words(results)), _joined(words, number), words


def _joined(words: str, games: str) -> str:
    """Return words about a position or a column, and words about its games."""
    return _("{words}; {games}").format(words=words, games=games)
