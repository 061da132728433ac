"""`p4tui games export`: writes saved games as text."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from p4tui.cli import values
from p4tui.cli.files import output_file, unwritable
from p4tui.cli.games.options import add_filter_options, add_style_option, selected
from p4tui.cli.messages import ComplaintLog, complain, quoted
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.saved import with_games
from p4tui.cli.statuses import FAILED
from p4tui.core.board_text import REMARK
from p4tui.core.geometry import Geometry
from p4tui.i18n import N_, _, ngettext
from p4tui.plain import styles
from p4tui.settings import Settings
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.exchange.game_json import to_json
from p4tui.storage.exchange.text import to_link, to_moves
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.words.saved import no_game_sentence, problem_sentence

MAX_BOARDS = 5
"""The number of boards that a message names."""

_NOT_WRITTEN = {
    "moves": N_(
        "Game {number} does not start from the empty board. A move string cannot hold it; use --format json."
    ),
    "links": N_(
        "Game {number} cannot be a link: the solver's page plays 7x6 with 4 in line, from the empty board."
    ),
}


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("Write saved games as text."), "N ... | --all")
    parser.add_argument(
        "numbers",
        metavar="N",
        nargs="*",
        type=values.game_number,
        help=_("numbers of games"),
    )
    parser.add_argument("--all", action="store_true", help=_("all games, the oldest first"))
    add_filter_options(parser.add_argument_group(_("options of --all")))
    group = parser.add_argument_group(_("output options"))
    group.add_argument(
        "--format",
        metavar="moves|links|json|drawings",
        type=values.choice("moves", "links", "json", "drawings"),
        default="moves",
        help=_("what to write (default: moves); only json holds everything about a game"),
    )
    add_style_option(group)
    group.add_argument(
        "--output",
        metavar=_("FILE"),
        help=_(
            "the file to write (default: standard output); an existing file is only replaced if every game can be read"
        ),
    )


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Export games. If some cannot be read, the others are written, but an existing file is not replaced.

    Raises:
        UsageError: the arguments are refused, or the file cannot be written.
    """
    selecting = bool(arguments.find or arguments.finished or arguments.unfinished)
    if bool(arguments.numbers) == bool(arguments.all):
        raise UsageError(_("Choose games by number, or all of them with --all."))
    if selecting and not arguments.all:
        raise UsageError(_("--find, --finished and --unfinished need --all."))
    if arguments.style and arguments.format != "drawings":
        raise UsageError(_("--style needs --format drawings."))
    return with_games(partial(_export, arguments))


def _export(arguments: argparse.Namespace, games: GameRepository) -> int:
    complaints, boards = ComplaintLog(), dict[str, None]()
    criteria = selected(arguments)
    found = (
        games.all_games(criteria) if arguments.all else _games_by_number(games, arguments.numbers)
    )
    with _output(arguments.output) as output:
        written, complete = _write(found, arguments, output, complaints, boards)
        output.is_good = bool(written) and (complete or not output.replaces)
    complaints.report_hidden(
        lambda count: ngettext(
            "{count} more game was not written.", "{count} more games were not written.", count
        )
    )
    if not output.is_good:
        reason = None if complaints.count else no_game_sentence(criteria)
        _report_failure(reason, arguments.output if output.replaces else None, written)
        return FAILED
    if arguments.format == "moves":
        _report_boards([name for name in boards if name])
    return FAILED if complaints.count else 0


def _write(
    found: Iterable[SavedGame | RecordError | NoSuchGameError],
    arguments: argparse.Namespace,
    output: _Output,
    complaints: ComplaintLog,
    boards: dict[str, None],
) -> tuple[int, bool]:
    """Write games and collect their boards. Return the number written, and whether all could be read."""
    to_text = _formatter(arguments.format, arguments.style or styles.DEFAULT_STYLE)
    written, complete = 0, True
    for game in found:
        if isinstance(game, RecordError | NoSuchGameError):
            complaints.add(problem_sentence(game))
            complete = False
            continue
        text = to_text(game)
        if text is None:
            complaints.add(_(_NOT_WRITTEN[arguments.format]).format(number=game.number))
        else:
            output.write(text + "\n")
            boards[_board_name(game.match.geometry)] = None
            written += 1
    return written, complete


def _report_failure(reason: str | None, name: str | None, written: int) -> None:
    """Report why nothing was exported.

    Args:
        reason: the reason, unless it was reported before.
        name: the file that was not replaced, if there is one.
        written: how many games could have been exported.
    """
    sentences = [] if reason is None else [reason]
    if name is not None and written:
        sentence = _(
            'The file "{name}" was not replaced, since games would be missing. Choose another file for the rest.'
        )
        sentences.append(sentence.format(name=quoted(name)))
    elif name is not None:
        sentences.append(_('The file "{name}" was not replaced.').format(name=quoted(name)))
    if sentences:
        complain(" ".join(sentences))


@dataclass
class _Output:
    """The file or stream that games are written to.

    Attributes:
        write: writes text.
        replaces: whether a file of the name exists.
        is_good: whether to replace it.
    """

    write: Callable[[str], object]
    replaces: bool = False
    is_good: bool = False


def _board_name(board: Geometry) -> str:
    """Return the size of a board, and the length of a line if it is not 4; empty for the usual board."""
    if board == Geometry():
        return ""
    line = "" if board.connect == Geometry().connect else f" ({board.connect})"
    return f"{board.columns}x{board.rows}{line}"


def _report_boards(names: list[str]) -> None:
    """Report the boards of move strings, which do not name them."""
    if names:
        boards = ", ".join(names[:MAX_BOARDS]) + (", ..." if len(names) > MAX_BOARDS else "")
        sentence = _(
            "Move strings do not include the board. Import those of {boards} with --size and --connect, or "
            "export with --format json."
        )
        complain(sentence.format(boards=boards))


def _games_by_number(
    games: GameRepository, numbers: list[int]
) -> Iterator[SavedGame | RecordError | NoSuchGameError]:
    """Yield the games with these numbers, in order, or the error of each that cannot be loaded."""
    for number in numbers:
        try:
            yield games.load(number)
        except (RecordError, NoSuchGameError) as error:
            yield error


def _formatter(format_name: str, style: str) -> Callable[[SavedGame], str | None]:
    """Return a function from a game to its text, or to None if the format cannot hold it."""
    if format_name == "json":
        return to_json
    if format_name == "drawings":
        return partial(_drawing, style)
    make = to_moves if format_name == "moves" else to_link
    return lambda game: make(game.match)


def _drawing(style: str, game: SavedGame) -> str:
    """Return the number of a game as a remark, its drawing, and an empty line."""
    number = _("Game {number}").format(number=game.number)
    return f"{REMARK} {number}\n{styles.board(game.match, style)}\n"


@contextlib.contextmanager
def _output(name: str | None) -> Iterator[_Output]:
    """Yield the standard output, or a file that gets its name once it is complete and good.

    Raises:
        UsageError: it cannot be written.
    """
    if name is None:
        yield _Output(lambda text: print(text, end=""))
        return
    path = output_file(name)
    # Files of tempfile could be read by their owner alone.
    unfinished = path.with_name(f".{path.name[:40]}-{os.getpid()}")
    try:
        with unfinished.open("x", encoding="utf-8") as file:
            try:
                output = _Output(file.write, replaces=path.exists())
                yield output
                file.flush()
                os.fsync(file.fileno())
                if path.exists():
                    shutil.copymode(path, unfinished)
                if output.is_good:
                    unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(error) from error
