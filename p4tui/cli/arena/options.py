"""The options of `p4tui arena play` for its games, and the players and openings that they choose."""

from __future__ import annotations

import argparse
import re
from random import Random
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.files import open_file, unreadable_reason
from p4tui.cli.messages import quoted
from p4tui.cli.parser import UsageError
from p4tui.i18n import _, ngettext

if TYPE_CHECKING:
    from p4tui.settings import Settings

MAX_GAMES = 1_000_000
"""The most games of a tournament: some hundred megabytes of memory."""
MAX_OPENINGS_FILE = 1 << 22
"""The most bytes of a file of openings: some hundred thousand of them."""
_RANDOM = re.compile("random:([0-9]{1,6})", re.ASCII)
_EMPTY_BOARD_ONLY = "lines:"
"""The protocol that knows the empty board alone."""


def add_game_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for the games."""
    group.add_argument(
        "--gauntlet", action="store_true", help=_("the first player against all others")
    )
    group.add_argument(
        "--games",
        metavar="N",
        type=values.whole(2, MAX_GAMES),
        default=2,
        help=_("games of each pairing, an even number (default: 2)"),
    )
    times = group.add_mutually_exclusive_group()
    times.add_argument(
        "--movetime",
        metavar="MS",
        type=values.whole(1, 600_000),
        default=1_000,
        help=_("milliseconds for each move (default: 1000)"),
    )
    times.add_argument(
        "--clock", metavar=_("TIME"), type=values.clock, help=_("minutes+seconds, such as 5+3")
    )
    group.add_argument(
        "--openings",
        metavar=_("random:K|FILE"),
        help=_("K random moves first, or move strings, one per line (default: the empty board)"),
    )
    group.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=values.elo,
        help=_("stop when it is decided whether the first player is ELO0 or ELO1 stronger"),
    )
    group.add_argument(
        "--seed", metavar="N", type=values.seed, default=1, help=_("seed for the random choices")
    )
    _add_worker_options(group)


def _add_worker_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for what plays the games."""
    workers = group.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs",
        metavar="N",
        type=values.whole(1, 256),
        help=_("how many games are played at once (default: one for each core)"),
    )
    workers.add_argument(
        "--scheduler",
        metavar=_("ADDRESS"),
        help=_("play on the Dask cluster of this scheduler, such as tcp://host:8786"),
    )
    group.add_argument(
        "--memory",
        metavar="MIB",
        type=values.whole(1, 999_999),
        help=_("the most memory of a program, in mebibytes (default: no limit)"),
    )


def chosen_players(arguments: argparse.Namespace, settings: Settings) -> dict[str, str]:
    """Return the texts of all players by their names, in the order of the arguments.

    Raises:
        UsageError: a player is unknown or named twice, or there are fewer than two.
    """
    from p4tui.arena.naming import UnknownPlayerError, player_text

    texts: dict[str, str] = {}
    for name in arguments.players:
        if name in texts:
            raise UsageError(_('The player "{name}" is named twice.').format(name=quoted(name)))
        try:
            texts[name] = player_text(name, settings.programs)
        except UnknownPlayerError as error:
            raise UsageError(
                _(
                    '"{value}" is no player: give the id of a level, a program such as "ugi:python3 mybot.py", or its file.'
                ).format(value=quoted(name))
            ) from error
    if len(texts) < 2:
        raise UsageError(_("A tournament needs two players or more."))
    return texts


def chosen_openings(arguments: argparse.Namespace, texts: dict[str, str]) -> list[tuple[int, ...]]:
    """Return an opening for every round.

    Raises:
        UsageError: there are not so many, the file is refused, or a player cannot begin from them.
    """
    from p4tui.arena.openings import EMPTY_BOARD

    if arguments.openings is None:
        return [EMPTY_BOARD]
    for name, text in texts.items():
        if text.startswith(_EMPTY_BOARD_ONLY):
            raise UsageError(
                _("{name} begins on the empty board only. Leave --openings out.").format(
                    name=quoted(name)
                )
            )
    drawn = _RANDOM.fullmatch(arguments.openings)
    if drawn is None:
        return _read(arguments.openings)
    return _drawn(arguments, int(drawn[1]))


def _drawn(arguments: argparse.Namespace, plies: int) -> list[tuple[int, ...]]:
    """Return random openings."""
    from p4tui.arena.openings import TooFewOpeningsError, random_openings

    try:
        return random_openings(arguments.games // 2, plies, Random(f"openings {arguments.seed}"))
    except TooFewOpeningsError as error:
        if not error.found:
            raise UsageError(
                _("--openings random:{plies}: no game is still open after {plies} moves.").format(
                    plies=plies
                )
            ) from error
        raise UsageError(
            ngettext(
                "--openings random:{plies} has {count} different opening, enough for --games {games}.",
                "--openings random:{plies} has {count} different openings, enough for --games {games}.",
                error.found,
            ).format(count=error.found, plies=plies, games=2 * error.found)
        ) from error


def _read(name: str) -> list[tuple[int, ...]]:
    """Return the openings of a file."""
    from p4tui.arena.openings import OpeningLineError, read_openings
    from p4tui.words.arena import opening_sentence

    try:
        with open_file(name) as file:
            data = file.read(MAX_OPENINGS_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError(
            _('The file "{name}" cannot be read: {reason}.').format(
                name=quoted(name), reason=unreadable_reason(error)
            )
        ) from error
    if len(data) > MAX_OPENINGS_FILE:
        raise UsageError(
            _('The file "{name}" is larger than {size} MiB.').format(
                name=quoted(name), size=MAX_OPENINGS_FILE >> 20
            )
        )
    try:
        openings = read_openings(data.decode("utf-8", "replace").splitlines())
    except OpeningLineError as error:
        raise UsageError(opening_sentence(quoted(name), error)) from error
    if not openings:
        raise UsageError(_('The file "{name}" has no openings.').format(name=quoted(name)))
    return openings
