"""Tournaments in words: the table, the sequential test, and what is wrong with a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from p4tui.i18n import _, ngettext
from p4tui.play.seats import is_program
from p4tui.words.errors import notation_sentence
from p4tui.words.players import program_label
from p4tui.words.programs import verdict_sentence
from p4tui.words.text import printable

if TYPE_CHECKING:
    from p4tui.arena.openings import OpeningLineError
    from p4tui.arena.records import GameRecord
    from p4tui.arena.sprt import Sprt
    from p4tui.arena.standings import Row

UNKNOWN = "-"
"""A cell without a value."""


def player_labels(players: Iterable[str]) -> dict[str, str]:
    """Return short names for players, safe to print: that of a program's file, if no other player has it."""
    names = list(players)
    labels = {name: _label(name) for name in names}
    counts = Counter(labels.values())
    return {
        name: label if counts[label] == 1 else printable(name) for name, label in labels.items()
    }


def _label(name: str) -> str:
    """Return the short name of a player, given as a program, a path or a plain name."""
    if is_program(name):
        return program_label(name)
    return printable(name.rstrip("/").rpartition("/")[2] or name)


def table_rows(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the headings and the cells of the table of a tournament."""
    headings = (
        _("Player"),
        _("Points"),
        _("Games"),
        _("W/D/L"),
        "Elo",
        "95 %",
        _("Illegal"),
        _("Late"),
        _("Crashes"),
        _("Mistakes"),
        _("s/move"),
    )
    return [headings, *_all_cells(rows)]


def short_table_rows(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the table for a narrow terminal: all failures in one column."""
    headings = (_("Player"), _("Points"), "Elo", "95 %", _("Failed"), _("Mistakes"))
    short: list[tuple[str, ...]] = [headings]
    for row, cells in zip(rows, _all_cells(rows), strict=True):
        name, points, _games, _results, elo, interval, *_failures, mistakes, _time = cells
        failed = row.illegal + row.timeouts + row.crashes
        short.append((name, points, elo, interval, str(failed), mistakes))
    return short


def row_sentence(row: Row) -> str:
    """Return a player of the table as a sentence."""
    name, points, _games, results, elo, interval, *_rest, mistakes, _time = _cells(
        row, printable(row.player)
    )
    sentence = _(
        "{name}: {points} of {games} points ({results}), Elo {elo} ({interval}), failed: {failed}, "
        "mistakes per game: {mistakes}."
    )
    return sentence.format(
        name=name,
        points=points,
        games=row.games,
        results=results,
        elo=elo,
        interval=interval,
        failed=row.illegal + row.timeouts + row.crashes,
        mistakes=mistakes,
    )


def _all_cells(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the cells of all players."""
    labels = player_labels(row.player for row in rows)
    return [_cells(row, labels[row.player]) for row in rows]


def _cells(row: Row, label: str) -> tuple[str, ...]:
    """Return the cells of a player."""
    return (
        label,
        f"{row.points:g}",
        str(row.games),
        f"{row.wins}/{row.draws}/{row.losses}",
        UNKNOWN if row.elo is None else f"{row.elo:+.0f}",
        UNKNOWN
        if row.elo_low is None or row.elo_high is None
        else f"{row.elo_low:+.0f} … {row.elo_high:+.0f}",
        str(row.illegal),
        str(row.timeouts),
        str(row.crashes),
        UNKNOWN if row.mistakes_per_game is None else f"{row.mistakes_per_game:.2f}",
        UNKNOWN if row.seconds_per_move is None else f"{row.seconds_per_move:.3f}",
    )


def game_sentence(record: GameRecord, done: int, total: int, labels: Mapping[str, str]) -> str:
    """Return how a game ended: `12 of 40: mybot - careful 1-0, 23 moves.`

    Args:
        record: the game.
        done, total: how many games are finished, and how many there are.
        labels: the names of the players (see `player_labels`).
    """
    count = len(record.moves)
    return ngettext(
        "{done} of {total}: {first} - {second} {result}, {count} move.",
        "{done} of {total}: {first} - {second} {result}, {count} moves.",
        count,
    ).format(
        done=done,
        total=total,
        first=labels[record.game.first],
        second=labels[record.game.second],
        result=result_text(record),
        count=count,
    )


def result_text(record: GameRecord) -> str:
    """Return the points of both players: `1-0`, `0-1` or `1/2-1/2`."""
    return "1/2-1/2" if record.winner is None else ("1-0", "0-1")[record.winner]


def failure_sentence(record: GameRecord, labels: Mapping[str, str]) -> str:
    """Return why the loser made no move; empty if the game was played to its end."""
    from p4tui.arena.verdicts import PlayerError, Verdict

    if record.loser is None or record.reason not in {each.value for each in Verdict}:
        return ""
    verdict, detail = Verdict(record.reason), record.detail
    is_column = verdict is Verdict.ILLEGAL and detail.lstrip("-").isdecimal()
    error = PlayerError(verdict, detail, int(detail) if is_column else None)
    return verdict_sentence(labels[record.loser], error)


def kept_sentence(name: str, done: int, total: int) -> str:
    """Return where the finished games are, and how to go on; `name` is safe to print."""
    return _("{done} of {count} games are in {name}. Continue with --resume.").format(
        done=done, count=total, name=name
    )


def games_sentence(name: str) -> str:
    """Return how the kept games are looked at; `name` is safe to print."""
    return _("To look at the games: p4tui games import {name} --screen").format(name=name)


def progress_phrase(done: int, total: int, seconds_left: float | None) -> str:
    """Return how far a tournament is: `37 of 120 games, 12 min left`."""
    games = ngettext("{done} of {total} game", "{done} of {total} games", total)
    words = games.format(done=done, total=total)
    if seconds_left is None or done == total:
        return words
    return f"{words}, " + _("{time} left").format(time=_rough_time(seconds_left))


def _rough_time(seconds: float) -> str:
    """Return a time in whole minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=f"{minutes:02}")
    if minutes:
        return ngettext("{count} min", "{count} min", minutes).format(count=minutes)
    return _("under 1 min")


def sprt_sentence(test: Sprt, counts: Sequence[int]) -> str:
    """Return what the sequential test says of the pairs of the first player."""
    texts = {
        "OPEN": _("SPRT: undecided"),
        "LOWER": _("SPRT: {elo0} Elo accepted"),
        "UPPER": _("SPRT: {elo1} Elo accepted"),
    }
    decision = texts[test.decision(counts).name].format(
        elo0=f"{test.elo0:+g}", elo1=f"{test.elo1:+g}"
    )
    facts = ngettext(
        "LLR {ratio:.2f} ({lower:.2f} to {upper:.2f}) after {count} pair of games",
        "LLR {ratio:.2f} ({lower:.2f} to {upper:.2f}) after {count} pairs of games",
        sum(counts),
    ).format(ratio=test.ratio(counts), lower=test.lower, upper=test.upper, count=sum(counts))
    return f"{decision}. {facts}."


def opening_sentence(name: str, error: OpeningLineError) -> str:
    """Return why a line of a file of openings is refused; `name` is safe to print."""
    if error.cause is None:
        reason = _("the game is decided after these moves")
    else:
        reason = notation_sentence(error.cause)
    return _("{name}, line {line}: {reason}").format(name=name, line=error.line, reason=reason)
