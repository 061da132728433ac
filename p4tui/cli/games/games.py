"""`p4tui games`: the saved games listed, shown, written elsewhere, read from elsewhere, deleted."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.parser import Command, Parser, UsageError, add_display_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.settings import Settings
    from p4tui.storage.games import Filter, GameRepository

LIST = "list"
"""What is done where nothing is asked for."""
FORMATS = ("moves", "links", "json", "drawings")
"""What games can be written as."""
MOST_LISTED = 100
"""How many games are listed unless a number is given."""

_OPTIONS = {
    LIST: {"find", "finished", "unfinished", "limit", "json"},
    "show": {"style", "moves"},
    "export": {"all", "find", "finished", "unfinished", "format", "style", "output"},
    "import": {"size", "connect"},
    "delete": {"yes"},
    "undelete": set(),
}
"""The options that each action takes, besides those that are accepted everywhere."""


def make_parser() -> Parser:
    """The parser of the command."""
    parser = Parser(
        "p4tui games",
        usage=_(
            "p4tui games [list | show N | export N ... | import FILE | delete N ... | undelete] [options]"
        ),
        description=_(
            "The saved games, the latest first.\n"
            "list: a line each; show: one of them; export: write them as text; import: read games from"
            " a file, or from the input (called -); delete: some of them (3 5 8-12); undelete: bring back what"
            " was deleted last."
        ),
        epilog=_(
            "Imported are lines with a move string, a link of the public solver's page, or a JSON object"
            " of export; or the saved games of another machine: its file games.sqlite3."
        ),
    )
    parser.add_argument("action", metavar="ACTION", nargs="?", type=_action, default=LIST)
    parser.add_argument("what", metavar=_("N|FILE"), nargs="*", help=_("games, or a file to read"))
    group = parser.add_argument_group(_("options of list and export"))
    group.add_argument(
        "--find", metavar=_("TEXT"), help=_("games with this in the name or level of a player")
    )
    ends = group.add_mutually_exclusive_group()
    ends.add_argument("--finished", action="store_true", help=_("games that have ended"))
    ends.add_argument("--unfinished", action="store_true", help=_("games that have not"))
    _add_other_options(parser)
    add_display_options(parser)
    return parser


def _add_other_options(parser: Parser) -> None:
    """Add the options that one action takes."""
    group = parser.add_argument_group(_("options of list"))
    group.add_argument(
        "--limit", metavar="N", type=values.limit, help=_("how many games at most (default: 100)")
    )
    group.add_argument("--json", action="store_true", help=_("a JSON object a line"))
    group = parser.add_argument_group(_("options of show and export"))
    group.add_argument(
        "--style",
        metavar=_("STYLE"),
        type=values.style,
        help=_("draw as exercise-a, exercise-b, exercise-d, exercise-e, debug, matrix or spoken"),
    )
    group.add_argument(
        "--moves", action="store_true", help=_("show: the position after every move")
    )
    group = parser.add_argument_group(_("options of export"))
    group.add_argument("--all", action="store_true", help=_("all games, the oldest first"))
    group.add_argument(
        "--format",
        metavar="moves|links|json|drawings",
        type=_format,
        help=_("what to write (default: moves); json alone holds all that is saved of a game"),
    )
    group.add_argument(
        "--output",
        metavar=_("FILE"),
        help=_(
            "the file to write (default: the output); an older one stays as it was where no game is found"
            " or one cannot be read"
        ),
    )
    _add_import_options(parser.add_argument_group(_("options of import")))
    group = parser.add_argument_group(_("options of delete"))
    group.add_argument("--yes", action="store_true", help=_("do not ask"))


def _add_import_options(group: argparse._ArgumentGroup) -> None:
    """Add the options of `import`."""
    group.add_argument(
        "--size",
        metavar=_("CxR"),
        type=values.board_size,
        help=_("the board of move strings, columns x rows, 4 to 32 each (default: 7x6)"),
    )
    group.add_argument(
        "--connect",
        metavar="N",
        type=values.connect,
        help=_("discs in line that win, 3 to the longer side (default: 4)"),
    )


def _action(text: str) -> str:
    return values.one_of(text, _OPTIONS)


def _format(text: str) -> str:
    return values.one_of(text, FORMATS)


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Do what is asked for.

    Raises:
        UsageError: the arguments are refused.
    """
    action = arguments.action
    for name in sorted(set().union(*_OPTIONS.values()) - _OPTIONS[action]):
        if getattr(arguments, name) not in {None, False}:
            raise UsageError(
                _("--{option} does not go with {action}.").format(option=name, action=action)
            )
    from p4tui.cli.games import delete as games_delete
    from p4tui.cli.games import export as games_export
    from p4tui.cli.games import import_games as games_import
    from p4tui.cli.games import show as games_show
    from p4tui.cli.saved import with_games

    actions: dict[str, Callable[[GameRepository, argparse.Namespace], int]] = {
        LIST: games_show.show_list,
        "show": games_show.show_game,
        "export": games_export.export,
        "import": games_import.import_games,
        "delete": games_delete.delete,
        "undelete": games_delete.undelete,
    }
    return with_games(lambda games: actions[action](games, arguments))


def filter_of(arguments: argparse.Namespace) -> Filter:
    """Which games are wanted."""
    from p4tui.words import saved as saved_words

    ended = True if arguments.finished else False if arguments.unfinished else None
    return saved_words.filter_of(arguments.find or "", ended)


def number_of(arguments: argparse.Namespace) -> int:
    """The one game of the arguments.

    Raises:
        UsageError: none is given, or several, or what is no number.
    """
    numbers = numbers_of(arguments)
    if len(numbers) != 1:
        raise UsageError(
            _("{action} takes the number of one game.").format(action=arguments.action)
        )
    return numbers[0]


def numbers_of(arguments: argparse.Namespace) -> list[int]:
    """The games of the arguments.

    Raises:
        UsageError: one is no number.
    """
    try:
        return [values.game_number(text) for text in arguments.what]
    except argparse.ArgumentTypeError as error:
        raise UsageError(str(error)) from error


def nothing_else(arguments: argparse.Namespace) -> None:
    """Refuse words behind an action that takes none.

    Raises:
        UsageError: there are some.
    """
    if arguments.what:
        raise UsageError(_("unrecognized arguments: %s") % " ".join(arguments.what))


GAMES = Command(make_parser, run)
"""The command."""
