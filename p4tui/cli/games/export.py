"""`p4tui games export`: saved games written as text."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from p4tui import paths
from p4tui.cli.complaints import Complaints
from p4tui.cli.games.games import filter_of, numbers_of
from p4tui.cli.parser import UsageError, complain
from p4tui.cli.saved import FAILED
from p4tui.cli.values import shown
from p4tui.core.board_text import REMARK
from p4tui.core.geometry import Geometry
from p4tui.i18n import N_, _, ngettext
from p4tui.plain import styles
from p4tui.storage.errors import NoSuchGameError, RecordError
from p4tui.storage.exchange.text import to_json, to_link, to_moves
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.words.saved import no_game_sentence, problem_sentence

MOST_BOARDS = 5
"""Boards that are named when move strings do not say theirs."""

_NOT_WRITTEN = {
    "moves": N_("Game {number} did not begin on an empty board: a move string cannot say so."),
    "links": N_("Game {number} is not of the solver page's board: 7x6, 4 in line, empty at first."),
}


def export(games: GameRepository, arguments: argparse.Namespace) -> int:
    """Write games, the rest where one cannot be written; a file that is there only gives way to all of them.

    Raises:
        UsageError: the arguments are refused, or the file cannot be written.
    """
    numbers = numbers_of(arguments)
    selecting = bool(arguments.find or arguments.finished or arguments.unfinished)
    if bool(numbers) == bool(arguments.all):
        raise UsageError(_("export takes the numbers of games, or --all."))
    if selecting and not arguments.all:
        raise UsageError(_("--find, --finished and --unfinished go with --all."))
    written_as = arguments.format or "moves"
    if arguments.style and written_as != "drawings":
        raise UsageError(_("--style goes with --format drawings."))
    make = _maker(written_as, arguments.style or styles.DEFAULT_STYLE)
    complaints, boards = Complaints(), _Boards()
    found = games.all_games(filter_of(arguments)) if arguments.all else _named(games, numbers)
    written, lacking = 0, False
    with _output(arguments.output) as output:
        for game in found:
            if isinstance(game, RecordError | NoSuchGameError):
                complaints.add(problem_sentence(game))
                lacking = True
                continue
            text = make(game)
            if text is None:
                complaints.add(_(_NOT_WRITTEN[written_as]).format(number=game.number))
            else:
                output.write(text + "\n")
                boards.add(game.match.geometry)
                written += 1
        output.is_good = bool(written) and not (lacking and output.replaces)
    complaints.tell_of_the_rest(
        lambda count: ngettext(
            "{count} more game is not written.", "{count} more games are not written.", count
        )
    )
    if not output.is_good:
        reason = None if complaints.count else no_game_sentence(filter_of(arguments))
        _tell_why_not(reason, arguments.output if output.replaces else None, written)
        return FAILED
    if written_as == "moves":
        boards.tell()
    return FAILED if complaints.count else 0


def _tell_why_not(reason: str | None, name: str | None, written: int) -> None:
    """Say why nothing was exported, and what becomes of the file.

    Args:
        reason: why, if that was not said.
        name: the file that stays as it was, if there is one.
        written: how many games could have been exported.
    """
    said = [] if reason is None else [reason]
    if name is not None and written:
        sentence = _(
            'The file "{name}" stays as it was: games would be missing. Name another one for the others.'
        )
        said.append(sentence.format(name=shown(name)))
    elif name is not None:
        said.append(_('The file "{name}" stays as it was.').format(name=shown(name)))
    if said:
        complain(" ".join(said))


@dataclass
class _Output:
    """Where the text goes.

    Attributes:
        write: writes some of it.
        replaces: whether it is a file, and there is one of that name.
        is_good: whether it is to take its place.
    """

    write: Callable[[str], object]
    replaces: bool = False
    is_good: bool = False


class _Boards:
    """The boards of games that were written, other than the one that move strings are of unless it is said."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._more = False

    def add(self, board: Geometry) -> None:
        """One more game."""
        if board == Geometry():
            return
        name = f"{board.columns}x{board.rows}"
        name += "" if board.connect == Geometry().connect else f" ({board.connect})"
        if len(self._names) < MOST_BOARDS:
            self._names[name] = None
        else:
            self._more |= name not in self._names

    def tell(self) -> None:
        """Say of which boards the move strings are, as they do not."""
        if self._names:
            boards = ", ".join(self._names) + (", ..." if self._more else "")
            sentence = _(
                "Move strings do not say their board: import those of {boards} with --size and --connect,"
                " or use --format json."
            )
            complain(sentence.format(boards=boards))


def _named(
    games: GameRepository, numbers: list[int]
) -> Iterator[SavedGame | RecordError | NoSuchGameError]:
    """The games of some numbers, in that order; in place of what cannot be had, why."""
    for number in numbers:
        try:
            yield games.load(number)
        except (RecordError, NoSuchGameError) as error:
            yield error


def _maker(written_as: str, style: str) -> Callable[[SavedGame], str | None]:
    """What makes the text of a game; it answers None for one that cannot be written so."""
    if written_as == "json":
        return to_json
    if written_as == "drawings":
        return partial(_drawing, style)
    make = to_moves if written_as == "moves" else to_link
    return lambda game: make(game.match)


def _drawing(style: str, game: SavedGame) -> str:
    """Return a remark with the number of a game, its drawing, and an empty line."""
    number = _("Game {number}").format(number=game.number)
    return f"{REMARK} {number}\n{styles.board(game.match, style)}\n"


@contextlib.contextmanager
def _output(name: str | None) -> Iterator[_Output]:
    """Where the text goes: the output, or a file that takes its place when all of it is written and good.

    Raises:
        UsageError: it cannot be written.
    """
    if name is None:
        yield _Output(lambda text: print(text, end=""))
        return
    path = _file_to_write(name)
    # Not a temporary file of Python's: those can be read by nobody else.
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
        raise _unwritable(error) from error


def _file_to_write(name: str) -> Path:
    """The file of a name, which may be there already.

    Raises:
        UsageError: it is no file, and could not be one.
    """
    try:
        path = Path(os.path.realpath(name))
        mode = path.stat().st_mode if os.path.lexists(path) else stat.S_IFREG
    except (OSError, ValueError) as error:
        raise _unwritable(error) from error
    if not name or name.endswith(("/", os.sep)) or stat.S_ISDIR(mode):
        raise UsageError(_("--output names no file, but a folder."))
    if not stat.S_ISREG(mode):
        # The file is renamed into its place: a device or a pipe would be gone.
        raise UsageError(_("--output names no file, but a device or the like."))
    if paths.is_own_file(path):
        raise UsageError(_("--output names a file that p4tui keeps itself. Choose another name."))
    return path


def _unwritable(error: Exception) -> UsageError:
    reason = getattr(error, "strerror", None) or error
    return UsageError(_("--output cannot be written: {reason}.").format(reason=reason))
