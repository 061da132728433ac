"""Tournaments in words: the table, the sequential test, and what is wrong with a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p4tui.i18n import _, ngettext
from p4tui.words.errors import notation_sentence
from p4tui.words.text import printable

if TYPE_CHECKING:
    from p4tui.arena.openings import OpeningLineError
    from p4tui.arena.sprt import Sprt
    from p4tui.arena.standings import Row

UNKNOWN = "-"
"""A cell without a value."""


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
    return [headings, *map(_cells, rows)]


def short_table_rows(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the table for a narrow terminal: all failures in one column."""
    headings = (_("Player"), _("Points"), "Elo", "95 %", _("Failed"), _("Mistakes"))
    short: list[tuple[str, ...]] = [headings]
    for row in rows:
        name, points, _games, _results, elo, interval, *_failures, mistakes, _time = _cells(row)
        failed = row.illegal + row.timeouts + row.crashes
        short.append((name, points, elo, interval, str(failed), mistakes))
    return short


def row_sentence(row: Row) -> str:
    """Return a player of the table as a sentence."""
    name, points, _games, results, elo, interval, *_rest, mistakes, _time = _cells(row)
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


def _cells(row: Row) -> tuple[str, ...]:
    """Return the cells of a player."""
    return (
        printable(row.player),
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
