"""`p4tui review`: finished games, move by move, beside perfect play."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.board import add_board_options
from p4tui.cli.files import STANDARD_INPUT
from p4tui.cli.games.options import add_style_option
from p4tui.cli.messages import ComplaintLog, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.saved import with_games
from p4tui.cli.search import require_kernel, use_resources
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import require_screen
from p4tui.engine.limit import Limit
from p4tui.i18n import _, ngettext
from p4tui.plain import styles

if TYPE_CHECKING:
    from p4tui.cli.review.sources import Refusal, Source
    from p4tui.settings import Settings
    from p4tui.storage.games import GameRepository


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Compare every move of a game with perfect play: blunders and mistakes with their reasons, slower moves, "
            "and only moves."
        ),
        _("[MOVES | FILE ...]"),
        _("Without MOVES or FILE it is the last finished game. - is standard input."),
    )
    parser.add_argument(
        "games",
        metavar=_("MOVES"),
        nargs="*",
        help=_("the columns played, such as 4453, or a file with one game per line"),
    )
    parser.add_argument(
        "--game", metavar="N", type=values.game_number, help=_("review this saved game")
    )
    parser.add_argument(
        "--all", action="store_true", help=_("sum up the players of all finished saved games")
    )
    group = parser.add_argument_group(_("options of --all"))
    group.add_argument(
        "--find",
        metavar=_("TEXT"),
        help=_("games and players with this text in a player's name or level"),
    )
    group.add_argument(
        "--jobs",
        metavar="N",
        type=values.whole(1, 256),
        help=_("how many processes search (default: one for each core)"),
    )
    add_board_options(parser.add_argument_group(_("board of move strings")))
    _add_output_options(parser.add_argument_group(_("output options")))


def _add_output_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for the output and the time."""
    add_style_option(group, default=styles.DEFAULT_STYLE)
    group.add_argument(
        "--side",
        metavar="red|yellow",
        type=values.choice("red", "yellow"),
        help=_("sentences and summary of this side alone"),
    )
    group.add_argument(
        "--try",
        action="store_true",
        dest="tries",
        help=_("try the mistakes again, one after the other"),
    )
    group.add_argument(
        "--screen", action="store_true", help=_("show the review on the screen, to step through")
    )
    group.add_argument("--json", action="store_true", help=_("print one JSON object per line"))
    group.add_argument(
        "--seconds",
        metavar="S",
        type=values.seconds,
        default=2.0,
        help=_("time limit for each position (default: 2)"),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Review games.

    Raises:
        UsageError: the arguments are refused, or the search kernel is not available.
    """
    _check(arguments)
    require_kernel()
    use_resources(settings)
    if arguments.screen:
        return _show(arguments, settings)
    if arguments.games:
        from p4tui.cli.review.sources import named_games

        return _review(arguments, named_games(arguments))
    return with_games(partial(_review_saved, arguments))


def _show(arguments: argparse.Namespace, settings: Settings) -> int:
    """Show the review of one game on the screen."""
    from p4tui.cli.review.screen import show_review
    from p4tui.cli.review.sources import named_games, saved_game

    require_screen()
    if arguments.games:
        return show_review(arguments, settings, named_games(arguments))
    sources: list[Source | Refusal] = []

    def find(games: GameRepository) -> int:
        sources.append(saved_game(games, arguments.game))
        return 0

    # The games are closed before the app opens them.
    status = with_games(find)
    return show_review(arguments, settings, sources) if sources else status


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageError: they do not.
    """
    if bool(arguments.games) + (arguments.game is not None) + arguments.all > 1:
        raise UsageError(_("Choose MOVES or FILE, or --game N, or --all."))
    if (arguments.find is not None or arguments.jobs) and not arguments.all:
        raise UsageError(_("--find and --jobs need --all."))
    if arguments.tries and (arguments.json or arguments.all or STANDARD_INPUT in arguments.games):
        raise UsageError(_("--try reads your columns: it cannot be used with --all, --json or -."))
    others = arguments.json or arguments.all or arguments.tries
    if arguments.screen and (others or STANDARD_INPUT in arguments.games):
        raise UsageError(_("--screen cannot be used with --all, --json, --try or -."))
    if (arguments.size or arguments.connect) and not arguments.games:
        raise UsageError(_("--size and --connect need MOVES or FILE."))


def _review_saved(arguments: argparse.Namespace, games: GameRepository) -> int:
    from p4tui.cli.review.sources import saved_game

    if arguments.all:
        from p4tui.cli.review.totals import sum_up

        return sum_up(arguments, games)
    return _review(arguments, [saved_game(games, arguments.game)])


def _review(arguments: argparse.Namespace, sources: Iterable[Source | Refusal]) -> int:
    """Print the reviews of games, and complain about the others."""
    from p4tui.cli.review.output import print_json, print_text, try_mistakes
    from p4tui.cli.review.sources import Refusal
    from p4tui.engine.solver import Solver
    from p4tui.plain.interrupts import stop_on_interrupt

    write = print_json if arguments.json else try_mistakes if arguments.tries else print_text
    complaints, solver, written = ComplaintLog(), Solver(), 0
    with stop_on_interrupt() as stop:
        for source in sources:
            if isinstance(source, Refusal):
                complaints.add(source.sentence)
                continue
            if written and not arguments.json:
                print()
            write(arguments, source, solver, stop, Limit(seconds=arguments.seconds))
            written += 1
    complaints.report_hidden(
        lambda count: ngettext(
            "{count} more line holds no game.", "{count} more lines hold no game.", count
        )
    )
    if not written and not complaints.count:
        complain(_("There is no game in the input."))
        return FAILED
    return FAILED if complaints.count else 0
