"""`p4tui review --all`: the moves of every player, summed up over all finished games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field

from p4tui.cli.messages import ComplaintLog, complain
from p4tui.cli.processes import processes
from p4tui.cli.progress import Progress
from p4tui.cli.review.output import summary_object
from p4tui.cli.statuses import FAILED
from p4tui.cli.table import aligned, cut, table_or_sentences
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.position import Side
from p4tui.engine.limit import Limit
from p4tui.engine.resources import usable_cores
from p4tui.i18n import _, ngettext
from p4tui.plain.interrupts import exit_on_termination
from p4tui.play.match import Match
from p4tui.play.seats import Person, Seat, counted_seat, seat_data
from p4tui.players.levels import LEVELS
from p4tui.review.many import GAMES_AT_ONCE, summarise_games
from p4tui.review.marks import Mark
from p4tui.review.summary import Phase, Summary
from p4tui.storage.errors import RecordError
from p4tui.storage.games import GameRepository
from p4tui.storage.statistics import name_key
from p4tui.storage.summaries import Filter
from p4tui.words.players import seat_kind_name
from p4tui.words.saved import (
    filter_of,
    no_finished_game_sentence,
    no_game_sentence,
    problem_sentence,
)
from p4tui.words.text import printable

MAX_NAME_LENGTH = 20
"""The width of a name in the table."""


@dataclass(slots=True)
class PlayerTotals:
    """The moves of one player over many games.

    Attributes:
        seat: the player as in the last game.
        games: how many games.
        summary: the sums.
    """

    seat: Seat
    games: int = 0
    summary: Summary = field(default_factory=Summary)


def sum_up(arguments: argparse.Namespace, games: GameRepository) -> int:
    """Print the totals of the players that the options choose."""
    criteria, complaints = filter_of(arguments.find or "", finished=True), ComplaintLog()
    count = games.count(criteria)
    if not count:
        complain(no_game_sentence(criteria) if criteria.text else no_finished_game_sentence())
        return FAILED
    jobs = arguments.jobs or min(usable_cores(), -(-count // GAMES_AT_ONCE))
    limit = Limit(seconds=arguments.seconds)
    players: dict[tuple[str, str | None, str], PlayerTotals] = {}
    try:
        with exit_on_termination(), Progress(brief=True) as progress, processes(jobs) as executor:
            found = summarise_games(_games(games, criteria, complaints), executor, jobs, limit)
            for done, (match, sides) in enumerate(found, 1):
                _add(players, match, sides, arguments.side)
                progress.update(_("games reviewed"), done, count)
    except BrokenExecutor:
        complain(_("A process that reviews games has ended. Try again with fewer --jobs."))
        return FAILED
    chosen = [each for each in _ordered(players.values()) if _matches(each.seat, criteria)]
    if arguments.json:
        for player in chosen:
            print(json.dumps(_as_json(player)))
    else:
        _print_table(chosen)
    complaints.report_hidden(
        lambda hidden: ngettext(
            "{count} more game cannot be read.", "{count} more games cannot be read.", hidden
        )
    )
    return FAILED if complaints.count else 0


def _games(
    games: GameRepository, criteria: Filter, complaints: ComplaintLog
) -> Iterator[tuple[Match, Game]]:
    """Yield the games with their matches; complain about unreadable ones."""
    for saved in games.all_games(criteria):
        if isinstance(saved, RecordError):
            complaints.add(problem_sentence(saved))
        else:
            yield saved.match, saved.match.game


def _add(
    players: dict[tuple[str, str | None, str], PlayerTotals],
    match: Match,
    sides: dict[Side, Summary],
    side_name: str | None,
) -> None:
    """Add the summaries of a game to those of its players, unless they have exchanged seats: both had both sides."""
    if match.swaps:
        return
    for colour in Colour:
        if side_name in (None, colour.name.lower()):
            seat = counted_seat(match.seat(colour))
            name = name_key(seat.name) if isinstance(seat, Person) else ""
            player = players.setdefault((seat.kind, seat.id, name), PlayerTotals(seat))
            player.seat = seat
            player.games += 1
            player.summary.update(sides[colour.side(match.starter)])


def _ordered(players: Iterable[PlayerTotals]) -> list[PlayerTotals]:
    """Return people first, those with most games at the top, then levels from the weakest."""
    order = {level.id: number for number, level in enumerate(LEVELS)}

    def place(player: PlayerTotals) -> tuple[bool, int, str]:
        is_person = isinstance(player.seat, Person)
        number = -player.games if is_person else order.get(player.seat.id or "", len(order))
        return not is_person, number, name_key(player.seat.name)

    return sorted(players, key=place)


def _matches(seat: Seat, criteria: Filter) -> bool:
    """Return whether a player's own name or level matches the filter of the games."""
    texts = (seat.name, seat.id or "")
    wanted = name_key(criteria.text)
    return seat.id in criteria.ids or any(wanted in name_key(text) for text in texts)


def _name(seat: Seat) -> str:
    """Return the name of a player: a person's, or the level's."""
    if isinstance(seat, Person):
        return cut(printable(seat.name).strip() or _("Unnamed people"), MAX_NAME_LENGTH)
    return cut(_("{name} (computer)").format(name=seat_kind_name(seat)), MAX_NAME_LENGTH)


def _print_table(players: list[PlayerTotals]) -> None:
    """Print a line for each player."""
    signs = (mark.value for mark in _MARKS)
    phases = (_("Opening"), _("Middle"), _("End"))
    kept = (_("Kept"), _("Choices"), "%")
    headings = (_("Player"), _("Games"), *kept, *signs, *phases, _("Not proven"))
    rows = [headings, *map(_row, players)]
    lines = aligned(rows, range(1, len(headings)))
    for line in table_or_sentences(lines, lambda: map(_sentence, players)):
        print(line)


_MARKS = (Mark.BLUNDER, Mark.MISTAKE, Mark.SLOWER, Mark.ONLY)


def _row(player: PlayerTotals) -> tuple[str, ...]:
    """Return the cells of a player."""
    summary = player.summary
    numbers = (
        player.games,
        summary.kept,
        summary.real_choices,
        _share(summary),
        *(summary.marks[mark] for mark in _MARKS),
        *(summary.lost[phase] for phase in Phase),
        summary.unproven,
    )
    return (_name(player.seat), *map(str, numbers))


def _share(summary: Summary) -> str:
    """Return the percentage of choices kept; a dash without choices."""
    if not summary.real_choices:
        return "-"
    return str(round(100 * summary.kept / summary.real_choices))


def _sentence(player: PlayerTotals) -> str:
    """Return a player as a sentence, for narrow terminals."""
    from p4tui.words.summary import phases_sentence, summary_sentence

    return " ".join(
        (summary_sentence(_name(player.seat), player.summary), phases_sentence(player.summary))
    )


def _as_json(player: PlayerTotals) -> dict[str, object]:
    """Return a player for JSON."""
    lost = {phase.value: player.summary.lost[phase] for phase in Phase}
    return {
        **seat_data(player.seat),
        "games": player.games,
        "moves": player.summary.moves,
        **summary_object(player.summary),
        "mistakes": lost,
    }
