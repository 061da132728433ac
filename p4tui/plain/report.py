"""The sentences of the plain-text game about players, discs, moves and times, in its style."""

from __future__ import annotations

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.plain import styles
from p4tui.play.analysis import ColumnScores
from p4tui.play.match import Match
from p4tui.play.seats import SEAT_TEXTS, LevelSeat, Person, Remote
from p4tui.play.session import Session
from p4tui.storage.played import Reached
from p4tui.words.advice import column_score, score_words
from p4tui.words.explorer import column_sentences, position_sentence
from p4tui.words.match import column_name, result_sentence, turn_sentence
from p4tui.words.players import colour_name, given_name, player_name, seat_kind_name
from p4tui.words.threats import spoken_threats, threat_sentences
from p4tui.words.time import spoken_time, time_phrase, times_sentence, whole_seconds

NUMBERED_PLAYERS = "exercise-b"
"""The style that calls the players 1 and 2."""


def seats(match: Match, style: str) -> str:
    """Return who plays which discs, a line for each player."""
    lines = []
    for colour in Colour:
        seat = match.seat(colour)
        name = given_name(seat) or seat_kind_name(seat)
        if seat.name.strip() and not isinstance(seat, Person) and seat.kind != Remote.kind:
            name = _("{name} (computer: {level})").format(name=name, level=seat_kind_name(seat))
        if isinstance(seat, LevelSeat) and seat.auto:
            name = _("{name}, automatic level").format(name=name)
        mark = styles.mark(style, colour, match.starter)
        text = _("{colour} ({mark}): {name}") if mark else _("{colour}: {name}")
        lines.append(text.format(colour=colour_name(colour), mark=mark, name=name))
    return "\n".join(lines)


def discs_left(match: Match) -> str:
    """Return how many discs each player has left."""
    return _("Discs left: {red} {red_discs}, {yellow} {yellow_discs}").format(
        red=player_name(match, Colour.RED),
        red_discs=match.discs_left(Colour.RED),
        yellow=player_name(match, Colour.YELLOW),
        yellow_discs=match.discs_left(Colour.YELLOW),
    )


def scores(position: Position, found: ColumnScores, style: str) -> str:
    """Return the score of each playable column in one line; in the spoken style in words, a line each."""
    first = styles.first_column(style)
    known = [(column + first, score) for column, score in enumerate(found) if score is not None]
    if style == styles.SPOKEN:
        lines = (
            _("column {column}: {discs}").format(column=column, discs=score_words(position, score))
            for column, score in known
        )
        return "\n".join([_("with best play:"), *lines])
    return _("Scores: {scores}").format(
        scores=", ".join(f"{column} ({column_score(score)})" for column, score in known)
    )


def threats(match: Match, style: str) -> str:
    """Return the cells in which each player would complete a line; the spoken style has a line for each cell."""
    if style == styles.SPOKEN:
        return "\n".join(spoken_threats(match))
    return "\n".join(threat_sentences(match, styles.first_column(style)))


def explored(match: Match, scores: ColumnScores, reached: Reached | None, style: str) -> str:
    """Return who is to move, then a sentence for each column with its score and the games that played it here."""
    position, first = match.position, styles.first_column(style)
    in_words = style == styles.SPOKEN
    return "\n".join(
        [
            position_sentence(position, player_name(match, match.to_move), reached),
            *column_sentences(position, scores, reached, first, in_words=in_words),
        ]
    )


def moves(match: Match, style: str) -> str:
    """Return the moves as a move string. The spoken style separates them, or a screen reader would read one number."""
    played = match.game.played
    if not played:
        return _("No moves yet")
    if style == styles.SPOKEN:
        text = ", ".join(column_name(column) for column in played)
    else:
        text = format_moves(played)
    return _("Moves: {moves}").format(moves=text)


def question(match: Match, style: str, left: int | None = None) -> str:
    """Return the question at a person's turn; `left` is the time left in milliseconds, None without a clock."""
    sentence = turn_sentence(match)
    if style == NUMBERED_PLAYERS:
        sentence = _("Which column for player {number}?").format(number=match.to_move.value)
    if left is None:
        return sentence
    if style == styles.SPOKEN:
        return _("{question}. {time} left").format(
            question=sentence, time=spoken_time(whole_seconds(left))
        )
    return f"{sentence} ({time_phrase(left)})"


def times(session: Session, style: str) -> str:
    """Return the time left to both players, or that there is no clock."""
    red, yellow = (session.time_left(colour) for colour in Colour)
    if red is None or yellow is None:
        return _("This game has no clock.")
    return times_sentence(session.match, red, yellow, spoken=style == styles.SPOKEN)


def result(match: Match, style: str) -> str:
    """Return the result of a finished game."""
    if style == NUMBERED_PLAYERS and match.winner is not None:
        return _("Player {number} has won").format(number=match.winner.value)
    return result_sentence(match)


def level_usage() -> str:
    """Return the usage of the command `level`."""
    return _(
        "Type level and one of {levels}, or a program; if two computers or two people play, add red or yellow."
    ).format(levels=", ".join(SEAT_TEXTS))


def hint_usage() -> str:
    """Return the usage of the command `hint`."""
    return _("Type hint, hint exact, hint longest or hint random.")


def board_usage() -> str:
    """Return the usage of the command `board`."""
    return _("Type board, or board and one of {styles}.").format(styles=", ".join(styles.STYLES))


def line_usage(geometry: Geometry, style: str) -> str:
    """Return the usage of the command `line` on a board."""
    first = styles.first_column(style)
    return _("Type line, a column from {first} to {last}, and a row from 1 to {rows}.").format(
        first=first, last=geometry.columns - 1 + first, rows=geometry.rows
    )
