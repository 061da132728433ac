"""`p4tui stats`: results by player."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from p4tui.cli.messages import complain, quoted, say
from p4tui.cli.parser import Parser
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _, ngettext

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.storage.statistics import Kind, PlayerStatistics, Tally

MAX_NAME_LENGTH = 28
"""The width of a name in the table."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Results of all finished games. With NAME or a level, also by opponent."),
        f"[{_('NAME')}]",
    )
    parser.add_argument(
        "name", metavar=_("NAME"), nargs="?", help=_("a person, or the id of a level")
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object per line"))


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Print the statistics."""
    from p4tui.cli.saved import with_games

    return with_games(lambda games: _print(games.statistics(), arguments))


def _print(players: Sequence[PlayerStatistics], arguments: argparse.Namespace) -> int:
    """Print the statistics of all players, or of those with the name asked for."""
    if arguments.name is not None:
        players = [each for each in players if _matches(each, arguments.name)]
        if not players:
            sentence = _("{name} has no finished games.")
            complain(sentence.format(name=quoted(arguments.name)))
            return FAILED
    if arguments.json:
        for each in players:
            print(_as_json(each))
    elif not players:
        from p4tui.words.saved import no_statistics_sentence

        say(no_statistics_sentence())
    else:
        _print_table(players, details=arguments.name is not None)
    return 0


def _matches(player: PlayerStatistics, name: str) -> bool:
    """Return whether a player has a name, or a level with that id or name."""
    from p4tui.storage.statistics import PEOPLE, name_key
    from p4tui.words.saved import kind_name

    wanted = name_key(name)
    if player.kind == PEOPLE:
        return name_key(player.name) == wanted
    return wanted in {player.kind[1], name_key(kind_name(player.kind))}


def _print_table(players: Sequence[PlayerStatistics], *, details: bool) -> None:
    """Print a line for each player, with details also for each kind of opponent, and people's strengths."""
    from p4tui.cli.table import aligned, table_or_sentences
    from p4tui.words.saved import strength_sentence

    rows: list[tuple[str, ...]] = [
        (_("Player"), _("Games"), _("Won"), _("Drawn"), _("Lost"), _("Streak"), _("Best streak"))
    ]
    for player in players:
        rows.append((_name(player), *_numbers(player.total)))
        if details:
            rows += (
                ("  " + _against(opponent), *_numbers(tally)) for opponent, tally in player.against
            )
    for line in table_or_sentences(
        aligned(rows, range(1, 7)), lambda: (_sentence(rows[0], row) for row in rows[1:])
    ):
        print(line)
    for player in players:
        if strength := strength_sentence(player.results):
            say(_("{name}: {facts}").format(name=_name(player), facts=strength))
        if player.against_itself:
            say(
                ngettext(
                    "{name}: {count} game against itself is not counted.",
                    "{name}: {count} games against itself are not counted.",
                    player.against_itself,
                ).format(name=_name(player), count=player.against_itself)
            )


def _sentence(headings: Sequence[str], row: Sequence[str]) -> str:
    """Return a line of the table as a sentence, with each number behind its heading."""
    facts = zip(headings[1:], row[1:], strict=True)
    values = ", ".join(f"{name} {value}" for name, value in facts)
    return _("{name}: {facts}").format(name=row[0], facts=values)


def _name(player: PlayerStatistics) -> str:
    """Return the name of a player."""
    from p4tui.cli.table import cut
    from p4tui.storage.statistics import PEOPLE
    from p4tui.words.saved import statistics_name

    name = statistics_name(player)
    return name if player.kind != PEOPLE else cut(name, MAX_NAME_LENGTH)


def _against(opponent: Kind) -> str:
    """Return a kind of opponent in words."""
    from p4tui.storage.statistics import PEOPLE
    from p4tui.words.saved import kind_name

    if opponent == PEOPLE:
        return _("against people")
    return _("against {level}").format(level=kind_name(opponent))


def _numbers(tally: Tally) -> tuple[str, ...]:
    """Return the numbers of a line; a streak of losses has a minus."""
    counts = (tally.games, tally.wins, tally.draws, tally.losses)
    return (*map(str, counts), f"{tally.streak:+}" if tally.streak else "0", str(tally.best))


def _as_json(player: PlayerStatistics) -> str:
    """Return a player as a JSON object."""

    def fields(tally: Tally) -> dict[str, int]:
        names = ("games", "wins", "draws", "losses", "streak", "best")
        return {name: getattr(tally, name) for name in names}

    from p4tui.play.seats import LevelSeat
    from p4tui.players.rating import ladder_place

    def identity(kind: Kind) -> dict[str, str | None]:
        level = kind[1] if kind[0] == LevelSeat.kind else None
        return {"level": level, "kind": kind[0], "id": kind[1]}

    place = ladder_place(player.results)
    against = [{**identity(opponent), **fields(tally)} for opponent, tally in player.against]
    return json.dumps(
        {
            "name": player.name,
            **identity(player.kind),
            **fields(player.total),
            "against_itself": player.against_itself,
            "place": place and {name: round(value, 2) for name, value in place._asdict().items()},
            "against": against,
        }
    )
