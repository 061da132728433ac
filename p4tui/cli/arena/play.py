"""`p4tui arena play`: a tournament of programs and levels."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p4tui.cli.arena.options import MAX_GAMES, add_game_options
from p4tui.cli.messages import complain, quoted, say
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.search import require_kernel
from p4tui.cli.statuses import FAILED
from p4tui.i18n import _, ngettext

if TYPE_CHECKING:
    from p4tui.arena.record_file import RecordFile
    from p4tui.arena.tournament import Task, Tournament
    from p4tui.settings import Settings

KINDS = ("json", "csv", "markdown")
"""The kinds of tables beside text."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _("Let programs and levels play a tournament, every opening twice with sides swapped."),
        _("PLAYER PLAYER ..."),
        _("The table has Elo with a 95 % interval, and the moves that threw a result away."),
    )
    parser.add_argument(
        "players",
        metavar=_("PLAYER"),
        nargs="*",
        help=_(
            'a level, a program such as "ugi:python3 mybot.py", its file, or a name of the settings'
        ),
    )
    add_game_options(parser.add_argument_group(_("tournament options")))
    group = parser.add_argument_group(_("output options"))
    group.add_argument(
        "--output",
        metavar=_("FILE"),
        help=_("keep every game in this file; p4tui games import reads it"),
    )
    group.add_argument(
        "--resume", action="store_true", help=_("continue the tournament in --output")
    )
    group.add_argument(
        "--plain", action="store_true", help=_("tell of every game in a line, without a screen")
    )
    kinds = group.add_mutually_exclusive_group()
    kinds.add_argument("--json", action="store_true", help=_("print one JSON object per line"))
    kinds.add_argument("--csv", action="store_true", help=_("print comma-separated values"))
    kinds.add_argument("--markdown", action="store_true", help=_("print a Markdown table"))


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Play a tournament and print its table.

    Raises:
        UsageError: the arguments are refused, or the search kernel is not available.
        KeyboardInterrupt: Ctrl+C; the table so far is printed.
    """
    from p4tui.arena.referee import Pace
    from p4tui.arena.schedule import gauntlet, round_robin, schedule
    from p4tui.arena.tournament import Task, Tournament
    from p4tui.cli.arena.options import chosen_openings, chosen_players
    from p4tui.cli.streams import has_terminal
    from p4tui.words.arena import games_sentence

    _check(arguments)
    require_kernel()
    texts = chosen_players(arguments, settings)
    names = list(texts)
    pairings = gauntlet(names) if arguments.gauntlet else round_robin(names)
    if len(pairings) * arguments.games > MAX_GAMES:
        raise UsageError(
            _("A tournament has at most {count} games.").format(count=f"{MAX_GAMES:,}")
        )
    games = schedule(pairings, chosen_openings(arguments, texts), arguments.games)
    pace = Pace(arguments.movetime, arguments.clock)
    task = Task((), texts, pace, arguments.seed, arguments.memory)
    with _records(arguments, texts) as file:
        tournament = Tournament(names, games, file.records if file else ())
        try:
            status = _play(arguments, settings, tournament, task, file)
        except (KeyboardInterrupt, SystemExit):
            _print(arguments, tournament)
            _tell_kept(arguments, tournament)
            raise
        _print(arguments, tournament)
    if status:
        _tell_kept(arguments, tournament)
    if file is not None and has_terminal():
        say(games_sentence(quoted(shlex.quote(arguments.output))))
    return status


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageError: they do not.
    """
    if arguments.games % 2:
        raise UsageError(_("--games needs an even number: every opening is played twice."))
    if arguments.resume and arguments.output is None:
        raise UsageError(_("--resume needs --output."))
    if arguments.sprt and not arguments.gauntlet and len(arguments.players) > 2:
        raise UsageError(_("--sprt needs two players, or --gauntlet."))
    if arguments.sprt and not arguments.sprt[0] < arguments.sprt[1]:
        raise UsageError(_("--sprt needs the smaller Elo first."))


@contextmanager
def _records(arguments: argparse.Namespace, texts: dict[str, str]) -> Iterator[RecordFile | None]:
    """Yield the open file of `--output`, or None without one.

    Raises:
        UsageError: it is refused.
    """
    from p4tui.arena.record_file import RecordFile
    from p4tui.arena.records import RecordLineError
    from p4tui.cli.files import output_file, unwritable

    if arguments.output is None:
        yield None
        return
    path, name = output_file(arguments.output), quoted(arguments.output)
    try:
        file = RecordFile(path, texts, resume=arguments.resume)
    except FileExistsError as error:
        raise UsageError(
            _("{name} exists. Continue it with --resume, or choose another file.").format(name=name)
        ) from error
    except BlockingIOError as error:
        raise UsageError(
            _("{name} belongs to a tournament that is being played.").format(name=name)
        ) from error
    except RecordLineError as error:
        raise UsageError(
            _("{name}, line {line}: this is no game of a tournament.").format(
                name=name, line=error.line
            )
        ) from error
    except (OSError, ValueError) as error:
        raise unwritable(error) from error
    with file:
        yield file


def _play(
    arguments: argparse.Namespace,
    settings: Settings,
    tournament: Tournament,
    task: Task,
    file: RecordFile | None,
) -> int:
    """Play the games that are not finished; return the exit status."""
    from concurrent.futures import BrokenExecutor

    from p4tui.arena.record_file import NotWrittenError
    from p4tui.cli.arena.course import Course, Decided
    from p4tui.cli.streams import has_terminal
    from p4tui.plain.interrupts import exit_on_termination

    course = Course(arguments, tournament, task, file)
    if not course.games:
        return 0
    try:
        course.end_if_decided()
        with exit_on_termination():
            if arguments.plain or not has_terminal():
                course.play_in_lines()
            else:
                course.play_on_screen(settings)
    except Decided:
        return 0
    except BrokenExecutor:
        complain(_("A process of the tournament was killed."))
        return FAILED
    except NotWrittenError as error:
        complain(_("The game cannot be written: {reason}.").format(reason=error))
        return FAILED
    except OSError as error:
        reason = error.strerror or error
        complain(_("The tournament cannot go on: {reason}.").format(reason=reason))
        return FAILED
    return 0


def _tell_kept(arguments: argparse.Namespace, tournament: Tournament) -> None:
    """Tell how many games are in the file of a tournament that is not over, if there is a file."""
    from p4tui.words.arena import kept_sentence

    if arguments.output is not None:
        name = quoted(arguments.output)
        complain(kept_sentence(name, tournament.done, len(tournament.games)))


def _print(arguments: argparse.Namespace, tournament: Tournament) -> None:
    """Print the table, then what else there is to say on the standard error."""
    from p4tui.cli.arena.course import test_of
    from p4tui.cli.arena.tables import print_table
    from p4tui.words.arena import sprt_sentence

    kind = next((each for each in KINDS if getattr(arguments, each)), "text")
    print_table(tournament.standings.rows(), kind)
    test = test_of(arguments)
    if test is not None and kind == "text":
        say(sprt_sentence(test, tournament.first_counts()))
    if tournament.foreign:
        complain(
            ngettext(
                "{count} game in {name} belongs to another tournament.",
                "{count} games in {name} belong to another tournament.",
                tournament.foreign,
            ).format(count=tournament.foreign, name=quoted(arguments.output))
        )
