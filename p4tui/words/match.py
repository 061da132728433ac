"""A match in words: whose turn it is, what was played, how it ended."""

from __future__ import annotations

from p4tui.core.colour import Colour, colour_of
from p4tui.core.geometry import MAX_SIZE, Cell, Geometry
from p4tui.core.lines import longest_line
from p4tui.core.notation import column_symbol
from p4tui.core.position import Termination
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.play.participants import CannotPlayError, Failure, IllegalAnswerError
from p4tui.play.seats import Program, Remote, UnknownSeat, seat_from
from p4tui.words.players import given_name, player_name
from p4tui.words.programs import brief_verdicts, verdict_sentence
from p4tui.words.text import printable, shorten


def column_name(column: int, first_column: int = 1) -> str:
    """Return the name of a column: its number, from the tenth on also its letter: `16 (G)`."""
    number = str(column + first_column)
    lettered = first_column == 1 and 9 <= column < MAX_SIZE
    return f"{number} ({column_symbol(column)})" if lettered else number


def result_sentence(match: Match) -> str:
    """Return the result of a finished game: `Alice has won` or `Draw`."""
    if match.winner is None:
        return _("Draw")
    return _("{name} has won").format(name=player_name(match, match.winner))


def how_it_ended(match: Match) -> str:
    """Return how a finished game ended; empty if it is not finished."""
    outcome = match.outcome
    if outcome is None:
        return ""
    moves = match.position.ply
    if outcome.termination is Termination.LINE:
        return ngettext(
            "A line of {length} after {moves} move.",
            "A line of {length} after {moves} moves.",
            moves,
        ).format(length=winning_length(match), moves=moves)
    if outcome.termination is Termination.FULL_BOARD:
        return _("The board is full and nobody has a line.")
    if outcome.termination is Termination.AGREEMENT:
        return _("The players agreed on a draw.")
    loser = player_name(match, match.winner.other) if match.winner else ""
    if outcome.termination is Termination.TIME:
        return _("{name}'s time has run out.").format(name=loser)
    return _("{name} has resigned.").format(name=loser)


def winning_length(match: Match) -> int:
    """Return the length of the longest winning line, or 0 without one."""
    cells = match.position.winning_cells()
    return max((longest_line(match.position, *cell) for cell in cells), default=0)


def turn_sentence(match: Match, *, by_cell: bool = False) -> str:
    """Return whose turn it is: `Alice: choose a column` (or a cell), `Expert is thinking`."""
    name = player_name(match, match.to_move)
    if match.is_person(match.to_move):
        if by_cell:
            return _("{name}: choose a cell").format(name=name)
        return _("{name}: choose a column").format(name=name)
    if isinstance(match.seat(match.to_move), Remote):
        return _("{name} is to move").format(name=name)
    return _("{name} is thinking").format(name=name)


def moment_sentence(match: Match, shown: int) -> str:
    """Return which position of a game is shown, and who made its last move: `Move 3 of 7: Alice, column 4`.

    Args:
        match: the match with the game.
        shown: the number of moves before the position.
    """
    total = match.game.cursor
    if not total:
        return _("Start of the game")
    if not shown:
        return ngettext(
            "Start of the game ({count} move follows)",
            "Start of the game ({count} moves follow)",
            total,
        ).format(count=total)
    before = match.game.positions[shown - 1]
    return _("Move {number} of {total}: {name}, column {column}").format(
        number=shown,
        total=total,
        name=player_name(match.seated_at(shown), colour_of(before.to_move, match.starter)),
        column=column_name(match.game.moves[shown - 1]),
    )


def brief_moment(match: Match, shown: int) -> str:
    """Return which position of a game is shown: `Move 3 of 7`, `Start, 7 moves follow`; see `moment_sentence`."""
    total = match.game.cursor
    if not total:
        return _("Start of the game")
    if not shown:
        return ngettext("Start, {count} move follows", "Start, {count} moves follow", total).format(
            count=total
        )
    return _("Move {number} of {total}").format(number=shown, total=total)


def sides_sentence(match: Match, *, brief: bool = False) -> str:
    """Return who plays which colour from now on: `Bob plays yellow now, Alice red`.

    It names nobody whose only name is a colour; players of one name are told that they have swapped.

    Args:
        match: the match after the players have swapped sides.
        brief: whether to leave out the verb: `Bob yellow, Alice red`.
    """
    red, yellow = (given_name(match.seat(each)) for each in Colour)
    if red == yellow:
        return _("Sides swapped") if brief else _("Sides swapped: who played red plays yellow now")
    if red and yellow:
        both = (
            _("{yellow} yellow, {red} red") if brief else _("{yellow} plays yellow now, {red} red")
        )
        return both.format(yellow=yellow, red=red)
    if red:
        return _("{name} plays red now").format(name=red)
    return _("{name} plays yellow now").format(name=yellow)


def move_sentence(match: Match, colour: Colour, column: int, first_column: int = 1) -> str:
    """Return the move of a player: `Expert plays column 4`."""
    return _("{name} plays column {column}").format(
        name=player_name(match, colour), column=column + first_column
    )


def failure_sentence(match: Match, failure: Failure) -> str:
    """Return why a player made no move."""
    name, error = player_name(match, failure.turn.colour), failure.error
    seat = match.seat(failure.turn.colour)
    if isinstance(seat, UnknownSeat) and isinstance(
        seat_from(seat.kind, seat.id), Program | Remote
    ):
        return _("{name} comes from a file: p4tui does not start it.").format(name=name)
    if isinstance(error, CannotPlayError):
        return _("{name} cannot play in this version of p4tui.").format(name=name)
    if isinstance(error, IllegalAnswerError):
        return _("{name} chose a column that cannot be played.").format(name=name)
    from p4tui.arena.verdicts import PlayerError

    if isinstance(error, PlayerError):
        return verdict_sentence(name, error)
    from traceback import format_exception_only  # unlike str(), it survives a broken __str__

    reason = printable(shorten(format_exception_only(error)[0].strip(), 60))
    return _("{name} made no move: {reason}.").format(name=name, reason=reason)


def brief_failures(failure: Failure) -> tuple[str, ...]:
    """Return why a player made no move, in few words without its name, the longest form first."""
    from p4tui.arena.verdicts import PlayerError

    error = failure.error
    return brief_verdicts(error) if isinstance(error, PlayerError) else (_("No move"),)


def column_sentence(column: int, words: str, first_column: int = 1) -> str:
    """Return words about a column, counted from 0: `Column 4: draw`."""
    return _("Column {column}: {words}").format(
        column=column_name(column, first_column), words=words
    )


def cell_sentence(chosen: Cell, landing: Cell) -> str:
    """Return why a cell cannot be chosen: a disc in its column lands elsewhere."""
    return _("A disc in column {column} lands in row {row}, not in row {chosen}").format(
        column=column_name(landing.column), row=landing.row + 1, chosen=chosen.row + 1
    )


def line_phrase(length: int) -> str:
    """Return how many discs in line win, or have won: `four in line`."""
    spelled = {
        3: _("three in line"),
        4: _("four in line"),
        5: _("five in line"),
        6: _("six in line"),
    }
    return spelled.get(length) or _("{length} in line").format(length=length)


def board_forms(geometry: Geometry, times: str = "x") -> tuple[str, str]:
    """Return the size of a board, the longest form first: `7 x 6, four in line`, `7 x 6`.

    Args:
        geometry: the board.
        times: the sign between columns and rows.
    """
    size = f"{geometry.columns} {times} {geometry.rows}"
    return f"{size}, {line_phrase(geometry.connect)}", size


def victory_forms(match: Match) -> tuple[str, ...]:
    """Return how a finished game ended, in forms that grow shorter: `Alice wins: four in line, move 25`."""
    outcome = match.outcome
    if outcome is None:
        return ("",)
    if outcome.termination is Termination.AGREEMENT:
        return _("Draw by agreement"), _("Draw")
    if match.winner is None:
        return _("Draw: the board is full"), _("Draw")
    name = player_name(match, match.winner)
    wins = _("{name} wins").format(name=name)
    if outcome.termination is Termination.LINE:
        line = line_phrase(winning_length(match))
        long = _("{name} wins: {line}").format(name=name, line=line)
        moved = _("{name} wins: {line}, move {move}").format(
            name=name, line=line, move=match.position.ply
        )
        return moved, long, wins
    loser = player_name(match, match.winner.other)
    if outcome.termination is Termination.TIME:
        return (
            _("{name} wins: {loser} is out of time").format(name=name, loser=loser),
            _("{name} wins on time").format(name=name),
            wins,
        )
    return _("{name} wins: {loser} has resigned").format(name=name, loser=loser), wins


def score_sentence(match: Match) -> str:
    """Return the games won by each player, and the draws."""
    return _("Score: {red} {red_wins}, {yellow} {yellow_wins}, draws {draws}").format(
        red=player_name(match, Colour.RED),
        red_wins=match.wins(Colour.RED),
        yellow=player_name(match, Colour.YELLOW),
        yellow_wins=match.wins(Colour.YELLOW),
        draws=match.draws,
    )


def discs_left_forms(count: int) -> tuple[str, str]:
    """Return how many discs a player has left, the longest form first: `18 discs left`, `18 left`."""
    return (
        ngettext("{count} disc left", "{count} discs left", count).format(count=count),
        _("{count} left").format(count=count),
    )


def games_won_forms(count: int) -> tuple[str, str]:
    """Return how many games a player has won, the longest form first: `2 games won`, `2 won`."""
    return (
        ngettext("{count} game won", "{count} games won", count).format(count=count),
        # Not the words of statistics: the French noun is shorter than the participle.
        ngettext("{number} won", "{number} won", count).format(number=count),
    )
